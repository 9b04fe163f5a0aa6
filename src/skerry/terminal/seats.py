"""Who sits where, what they are called, and the file a new match is saved in."""

import getpass
import time
from pathlib import Path
from typing import Any

from skerry.bots import LEVELS
from skerry.core.game import Game
from skerry.core.words import capital
from skerry.match import MatchError, SeatPlan
from skerry.match.bot_names import BOT_NAMES
from skerry.match.names import MAX_NAME

DEFAULT_NAME = "Skipper"
ACCOUNTS = {"root", "admin", "administrator", "user", "guest", "nobody", "runner", "ubuntu", "debian", "app"}


def read_seats(seats: str, players: int, game: Game[Any]) -> list[SeatPlan]:
    """`me,me:Anna,medium` as seats; without it, you against bots."""
    words = [word.strip() for word in seats.split(",") if word.strip()]
    if not words:
        game.check_seats(players or max(2, game.seats[0]))
        words = ["me"] + ["medium"] * ((players or max(2, game.seats[0])) - 1)
    elif players and players != len(words):
        raise MatchError(f"--players {players} does not fit --seats, which names {len(words)}")
    split = [word.partition(":") for word in words]
    wrong = [word for word, (kind, _, _) in zip(words, split, strict=True) if kind not in ("me", *LEVELS)]
    if wrong:
        raise MatchError(f"a seat is me, me:NAME or a bot ({', '.join(LEVELS)}), not {wrong[0][:40]!r}")
    people = sum(kind == "me" for kind, _, _ in split)
    taken = {name for _, _, name in split if name}
    free = (name for name in BOT_NAMES if name not in taken | ({own_name()} if people == 1 else set()))
    plans = []
    for number, (kind, _, name) in enumerate(split, 1):
        if kind == "me":
            plans.append(SeatPlan(name or (own_name() if people == 1 else f"Player {number}")))
        else:
            plans.append(SeatPlan(name or next(free), kind))
    names = [plan.name for plan in plans]
    if len(set(names)) < len(names):
        raise MatchError(f"two players are called {max(names, key=names.count)[:MAX_NAME]}; give them different names")
    return plans


def own_name() -> str:
    """The login name, unless it is one of a system account."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return DEFAULT_NAME
    if not name.isalpha() or len(name) > MAX_NAME or name.lower() in ACCOUNTS:
        return DEFAULT_NAME
    return capital(name)


def free_path(folder: Path, game: str) -> Path:
    """A name for a new match that overwrites nothing."""
    stamp = time.strftime("%Y-%m-%d")
    for number in range(1, 10_000):
        path = folder / f"{game.strip('_')}-{stamp}-{number}.json"
        if not path.exists():
            return path
    raise MatchError(f"there are too many saved games in {folder}; choose a file with --save FILE")
