"""Every recorded match still plays out as it did."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from skerry.core.bits import members
from skerry.core.frozen import Frozen
from skerry.games import GAMES
from skerry.match import SaveError, luck
from skerry.match.save import from_saved
from skerry.match.trace import ENTRIES_PER_MARK
from tests.recorded import ENDINGS, files, read, replay


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_it_ends_as_it_did(path: Path) -> None:
    recorded, match = read(path), replay(path)
    assert match.over and match.state.scores() == recorded.scores
    assert members(int(match.state.winners())) == recorded.winners
    [ending] = [ending for ending in ENDINGS[match.game.name] if ending.name == recorded.ends]
    assert ending.is_reached(match.state)
    assert luck.wrong_chances(match) == []


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_its_log_is_marked_all_along(path: Path) -> None:
    log = read(path).match.log
    marked = [number for number, line in enumerate(log, 1) if " #" in line]
    assert marked == sorted({*range(ENTRIES_PER_MARK, len(log) + 1, ENTRIES_PER_MARK), len(log)})


def test_there_is_one_of_every_game_number_of_players_and_way_to_end() -> None:
    wanted = {
        f"{game.strip('_')}-{seats}-{ending.name}"
        for game, endings in ENDINGS.items()
        for ending in endings
        for seats in ending.seats
    }
    assert {path.stem for path in files()} == wanted
    for game in GAMES.values():
        assert {seats for ending in ENDINGS[game.name] for seats in ending.seats} == set(game.seats)


def test_other_values_would_be_noticed() -> None:
    """The same log with dearer cards: it does not fit, or its marks do not."""
    path = next(path for path in files() if path.stem.startswith("blank-3"))
    saved = read(path).match
    assert saved.rows is not None
    for row in saved.rows["cards"]:
        row["points"] += 1
    with pytest.raises(SaveError, match="do not match their hash"):
        from_saved(saved)
    forged = replace(saved, components=Frozen.from_rows(saved.rows).hash)
    with pytest.raises(SaveError, match="no longer plays out as it was recorded"):
        from_saved(forged)
