"""`skerry review`: in the terminal, and as a page to keep."""

import re
from html.parser import HTMLParser
from pathlib import Path

from skerry.match import Match
from skerry.match.save import save
from skerry.teacher.pairs import Ending, Estimate, Gap
from skerry.teacher.review.model import Ledger, Missed, Review, Spot
from skerry.teacher.review.page import curve, page
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
    assert "Expected at the start" in result.stdout and "Final points" in result.stdout
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


def test_a_report_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    save(played_out(a_match(2)), tmp_path / "game.json")
    for report, why in (("none/out.html", "there is no folder none"), (".", "it is a folder")):
        result = run("review", "game.json", "--report", report, cwd=tmp_path)
        assert result.returncode == 2 and result.stdout == ""
        assert f"the review cannot be written to {report}: {why}" in result.stderr


def a_review(names: list[str], wins: list[float], missed: list[Missed]) -> tuple[Match, Review]:
    match = played_out(a_match(len(names)))
    match.seats = [type(seat)(name, seat.bot) for seat, name in zip(match.seats, names, strict=True)]
    points = [Estimate(20.0, 1.0) for _ in names]
    spot = Spot(1, 0, 0, 1, "Something.", points, [Estimate(win, 0.1) for win in wins], [0.0] * 2, [0.0] * 2)
    ledgers = [Ledger(20.0, -1.0, 0.0, 0.0, 19.0) for _ in names]
    end = Ending((1.0, 0.0), (20, 20), ())
    return match, Review(spot, [spot], end, ledgers, ledgers, missed, [], [None] * 2, 1, 1)


def test_a_chance_below_nothing_is_none_and_chances_add_up_to_ten() -> None:
    match, found = a_review(["Ann", "Bo"], [-0.02, 1.02], [])
    html = page(match, found, None)
    assert "-0 in 10" not in html and "0 in 10" in html and "10 in 10" in html


def test_players_who_end_level_are_both_named_beside_the_curve() -> None:
    match, found = a_review(["Ann", "Bo"], [0.5, 0.5], [])
    heights = [
        float(y) for y in re.findall(r'<text x="776" y="([\d.]+)" fill="[^"]+" font-weight', curve(match, found))
    ]
    assert len(heights) == 2 and abs(heights[0] - heights[1]) >= 16


def test_the_categories_of_a_better_move_add_up_to_what_it_brings() -> None:
    parts = {"Shells": Estimate(12.0, 1.0), "Cards": Estimate(-1.0, 0.4), "Collections": Estimate(-7.0, 9.0)}
    gap = Gap(20, Estimate(0.1, 0.1), Estimate(4.0, 1.0), parts, 0.0)
    match, found = a_review(["Ann", "Bo"], [0.5, 0.5], [Missed(3, 0, 1, "Rest", "Gather", "gather", gap)])
    assert "By category: Shells +12, Cards −1, all else −7." in page(match, found, None)
