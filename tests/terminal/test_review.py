"""`skerry review`: in the terminal, and as a page to keep."""

from html.parser import HTMLParser
from pathlib import Path

from skerry.match.save import save
from tests.teacher.positions import a_match, played_out
from tests.terminal.command import run


class Reader(HTMLParser):
    """What a page is made of: texts, and whatever it would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.loads: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_review_is_shown_and_kept_in_one_file(tmp_path: Path) -> None:
    match = played_out(a_match(2))
    match.seats = [type(seat)(f"{seat.name} <b>", seat.bot) for seat in match.seats]
    save(match, tmp_path / "game.json")
    report = tmp_path / "out.html"
    result = run("review", str(tmp_path / "game.json"), "--seconds", "1", "--report", str(report))
    assert result.returncode == 0, result.stderr
    assert "expected at the start" in result.stdout and "final points" in result.stdout
    reader = Reader()
    reader.feed(report.read_text(encoding="utf-8"))
    assert reader.loads == [] and "script" not in reader.tags, "nothing comes from elsewhere"
    assert "b" not in reader.tags, "a player's name is text, not code"
    words = " ".join(reader.texts)
    for points in match.state.scores():
        assert str(points) in words
    assert {"svg", "table"} <= set(reader.tags)


def test_a_game_that_is_not_over_has_no_review(tmp_path: Path) -> None:
    save(a_match(2), tmp_path / "game.json")
    result = run("review", str(tmp_path / "game.json"))
    assert result.returncode == 2 and "not over" in result.stderr
