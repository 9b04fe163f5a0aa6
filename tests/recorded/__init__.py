"""Whole matches to read and to replay: one of every game, number of players and way to end.

A file says how the match ended and holds its log; the components it is played with lie beside it, by their hash,
once for all matches that share them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.games import GAMES
from skerry.match import Match
from skerry.match.save import Saved, component_rows, from_saved

FOLDER = Path(__file__).parent


class Recorded(Struct):
    """A file."""

    ends: str
    scores: list[int]
    winners: list[int]
    match: Saved


class Ending(Struct):
    """A way to end: with whom and with which variants it is reached, how to know it, and how to get there soon."""

    name: str
    seats: tuple[int, ...]
    is_reached: Callable[[Any], bool] = lambda state: True
    options: dict[str, str] = {}
    liking: dict[str, float] = {}  # of the verbs, for the random player
    bot: str = ""  # plays in place of the random player
    overlay: Overlay | None = None


def quiet(state: Any) -> bool:
    return not state.ending and bool(state.nomads)


def cut_off() -> Overlay:
    """No island is joined to M4: its Nomad never leaves.  With our own boards the islands cannot run out of Nomads."""
    rows = GAMES["tungaru"].components().tables["islands"].values()
    text = "".join(
        f'[[islands]]\nid = "{row["id"]}"\nsource = "reported"\nmigration = ["M1", "M2", "M3"]\n' for row in rows
    )
    return Overlay("cut-off.toml", text)


RECRUITING = {"recruit": 500.0, "trade": 5.0, "swap": 0.1}
ENDINGS = {
    "_blank": [Ending("fourth_tide", (1, 2, 3, 4, 5))],
    "buru": [
        Ending("fifth_round", (2, 3, 4), lambda state: state.winners() > 0),
        Ending("lawan_ahead", (1,), lambda state: state.winners() == 0),
        Ending("lawan_behind", (1,), lambda state: state.winners() > 0, {"level": "easy"}, bot="medium"),
    ],
    "nusfjord": [
        Ending("seventh_round", (1, 2, 3, 4, 5)),
        Ending("seventh_round_mixed", (3,), options={"deck": "mixed"}),
    ],
    "tungaru": [
        Ending("pile_used_up", (2, 3, 4, 5), lambda state: state.ending, liking=RECRUITING),
        Ending("nobody_recruits", (2, 3, 4, 5), quiet, {"stall": "end"}, {"recruit": 0.001, "pass": 5}),
        Ending("no_nomads", (2,), lambda state: state.nomads == 0, liking=RECRUITING, overlay=cut_off()),
    ],
}


def files() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.json"))


def read(path: Path) -> Recorded:
    found = msgspec.json.decode(path.read_bytes(), type=Recorded)
    rows = (FOLDER / "components" / f"{found.match.components}.json").read_text(encoding="utf-8")
    found.match.rows = component_rows(Frozen.from_text(rows))
    return found


def replay(path: Path) -> Match:
    return from_saved(read(path).match, path.name)
