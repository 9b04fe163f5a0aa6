"""Does anything that is sent to a screen tell what it must not know?  Many games, real against imagined positions.

    .venv/bin/python bench/leaks.py [--games N] [--first N] [--names NAME …] [--every N]

In each game of random decisions, at every position (or every Nth), all that would be sent to each seat and to a
spectator is compared with what would be sent if the hidden cards lay differently: pushes with log and outline, looks
back, dreams, and the lines of the next move.  The first difference ends the run.  A thousand games of each game take
hours uncompiled; `tests/server/test_leaks.py` plays a few.
"""

import argparse
import sys
import time
from pathlib import Path

from skerry.core.compiled import COMPILED
from skerry.games import GAMES

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.leaks import check_game, seats_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--names", nargs="+", default=sorted(GAMES), choices=sorted(GAMES))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    wish = parser.parse_args()
    print("compiled" if COMPILED else "not compiled", flush=True)
    for name in wish.names:
        begun, count, players = time.monotonic(), 0, seats_of(name)
        for number in range(wish.first, wish.first + wish.games):
            count += check_game(name, players[number % len(players)], number, wish.every)
        seconds = time.monotonic() - begun
        print(f"{name}: {wish.games:,} games, {count:,} comparisons, no difference, {seconds:,.0f} s", flush=True)


if __name__ == "__main__":
    main()
