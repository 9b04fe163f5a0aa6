"""10,000 random games of every game as one hash per number of players; the same in both builds.

A change of rules, action numbers or component data changes the hashes.  If that was meant, write them anew:
    python -m tests.laws.golden        (in the environment of the project, from its root)
"""

from pathlib import Path
from typing import Any

from skerry.core.game import Game
from skerry.core.playout import hash_many
from skerry.games import GAMES

FILE = Path(__file__).parent / "golden.txt"
GAMES_IN_ALL = 10_000


def line(game: Game[Any], seats: int) -> str:
    state = game.new(game.load_kit(), seats, game.complete_options({}))
    state.settle()
    digest, decisions = hash_many(state, GAMES_IN_ALL // len(game.seats), seats)
    return f"{game.name} players={seats} hash={digest} decisions={decisions}"


def main() -> None:
    FILE.write_text("".join(f"{line(game, seats)}\n" for game in GAMES.values() for seats in game.seats))


if __name__ == "__main__":
    main()
