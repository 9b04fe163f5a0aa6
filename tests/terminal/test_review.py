"""`skerry review` in the terminal.  What it writes is read in tests/web/test_saved_review.py."""

from pathlib import Path

import pytest

from skerry.match import MatchError
from skerry.match.save import save_match
from skerry.terminal import reviewer
from tests.teacher.positions import a_match, played_out
from tests.terminal.command import run


def test_a_review_is_shown(tmp_path: Path) -> None:
    match = played_out(a_match(2))
    save_match(match, tmp_path / "game.json")
    result = run("review", str(tmp_path / "game.json"), "--seconds", "1")
    assert result.returncode == 0, result.stderr
    assert "Expected at the start" in result.stdout
    finals = next(line for line in result.stdout.splitlines() if line.startswith("Final points"))
    assert finals.split()[2:] == [str(points) for points in match.state.scores()]


def test_a_game_that_is_not_over_has_no_review(tmp_path: Path) -> None:
    save_match(a_match(2), tmp_path / "game.json")
    result = run("review", str(tmp_path / "game.json"))
    assert result.returncode == 2 and "not over" in result.stderr


def test_a_report_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    save_match(played_out(a_match(2)), tmp_path / "game.json")
    for report, why in (("none/out.html", "there is no folder none"), (".", "it is a folder")):
        result = run("review", "game.json", "--report", report, cwd=tmp_path)
        assert result.returncode == 2 and result.stdout == ""
        assert f"The review cannot be written to {report}: {why}" in result.stderr


def test_without_a_built_page_no_report_is_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewer, "review_page", lambda: None)
    with pytest.raises(MatchError, match="the page is not built; run python3 play.py once"):
        reviewer.page_for(tmp_path / "out.html")
