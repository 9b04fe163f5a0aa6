"""10,000 random games of every game, hashed in parts; the same in both builds.

A change of rules, action numbers or component data changes the hashes.  If that was meant, write them anew, best on
the compiled package, from the root of the project:

    .venv/bin/python -m tests.laws.golden [GAME …]
"""

import sys
from pathlib import Path
from typing import Any

from skerry.core.game import Game
from skerry.core.playout import hash_many
from skerry.games import GAMES

FILE = Path(__file__).parent / "golden.txt"
GAMES_IN_ALL = 10_000  # of each game, over all numbers of players
PARTS = 20


def line(game: Game[Any], seats: int, part: int) -> str:
    """The games of one part: `nusfjord players=3 part=7 hash=… decisions=…`"""
    state = game.new(game.load_kit(), seats, game.complete_options({}))
    state.settle()
    digest, decisions = hash_many(state, GAMES_IN_ALL // (len(game.seats) * PARTS), 1000 * seats + part)
    return f"{game.name} players={seats} part={part} hash={digest} decisions={decisions}"


def main(names: list[str]) -> None:
    old = FILE.read_text().splitlines()
    lines = []
    for game in GAMES.values():
        if names and game.name not in names:
            lines += [text for text in old if text.split()[0] == game.name]
        else:
            lines += [line(game, seats, part) for seats in game.seats for part in range(PARTS)]
    FILE.write_text("".join(f"{text}\n" for text in lines))


if __name__ == "__main__":
    main(sys.argv[1:])
