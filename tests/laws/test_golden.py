"""Both builds play the same 10,000 games.

The compiled build plays all of them every time.  Uncompiled that takes minutes, so by default it plays two parts in
twenty; `SKERRY_FULL=1`, set before a release, makes it play them all.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from skerry.core import state
from skerry.core.game import Game
from skerry.games import GAMES
from tests.laws import golden

LINES = golden.FILE.read_text().splitlines()
COMPILED = not str(state.__file__).endswith(".py")
PARTS = range(golden.PARTS if COMPILED or os.environ.get("SKERRY_FULL") else 2)
EVERY = pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats])


@EVERY
def test_ten_thousand_random_games_are_the_same_in_every_build(game: Game[Any], seats: int) -> None:
    head = golden.head(game)
    assert head in LINES, golden.what_to_do(game.name, head, LINES)
    for part in PARTS:
        assert golden.line(game, seats, part) in LINES, golden.what_to_do(game.name, head, LINES)


def test_every_part_of_every_game_has_its_line() -> None:
    wanted = []
    for game in GAMES.values():
        wanted.append((game.name, f"rules={game.version}"))
        wanted += [(game.name, f"players={n}", f"part={part}") for n in game.seats for part in range(golden.PARTS)]
    assert [tuple(line.split()[: 2 if "rules=" in line else 3]) for line in LINES] == wanted


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A golden file in which the first games of Tidepool went another way."""
    path = tmp_path / "golden.txt"
    path.write_text(golden.FILE.read_text().replace("_blank players=1 part=0 hash=", "_blank players=1 part=0 hash=9"))
    monkeypatch.setattr(golden, "FILE", path)
    return path


@pytest.mark.quick  # writes the file anew, which takes many games
def test_other_games_with_equal_components_need_a_new_version(changed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = changed.read_text()
    with pytest.raises(SystemExit, match="the rules have changed.*add 1 to the `version`"):
        golden.main(["_blank"])
    assert changed.read_text() == before
    monkeypatch.setattr(type(GAMES["_blank"]), "version", 2)
    golden.main(["_blank"])
    assert changed.read_text() == golden_with_version_2()


def golden_with_version_2() -> str:
    return "".join(f"{line}\n" for line in LINES).replace("_blank rules=1 ", "_blank rules=2 ")


def test_other_components_or_rules_are_told_apart_from_a_slip() -> None:
    head = golden.head(GAMES["_blank"])
    assert "the rules have changed" in golden.what_to_do("_blank", head, LINES)
    assert "of other components or of another version" in golden.what_to_do("_blank", head + "0", LINES)
