"""10,000 random games of every game, hashed in parts; the same in both builds.

`golden.txt` has for each game a line with the version of its rules and the hash of its components (of what is rule in
them: a new name changes nothing), then its games.  If the components have changed, or the version of the rules, write
the games anew, best on the compiled package, from the root of the project:

    python3 play.py python -m tests.laws.golden [GAME …]

If neither has changed, the games must not: other games with equal components are other rules, and then
`Game.version` has to count one more.
"""

import sys
from pathlib import Path
from typing import Any

from skerry.core.frozen import rules_digest
from skerry.core.game import Game
from skerry.core.playout import hash_many
from skerry.games import GAMES

FILE = Path(__file__).parent / "golden.txt"
GAMES_IN_ALL = 10_000  # of each game, over all numbers of players
PARTS = 20


def head(game: Game[Any]) -> str:
    """`nusfjord rules=1 components=…`"""
    return f"{game.name} rules={game.version} components={rules_digest(game.components().tables)}"


def line(game: Game[Any], seats: int, part: int) -> str:
    """The games of one part: `nusfjord players=3 part=7 hash=… decisions=…`"""
    state = game.new(game.load_kit(), seats, game.complete_options({}))
    state.settle()
    digest, decisions = hash_many(state, GAMES_IN_ALL // (len(game.seats) * PARTS), 1000 * seats + part)
    return f"{game.name} players={seats} part={part} hash={digest} decisions={decisions}"


def what_to_do(name: str, new_head: str, old: list[str]) -> str:
    """The games of `name` are not those in `old`: what that means."""
    if new_head in old:
        return (
            f"{name}: with the same components random play goes another way, so the rules have changed. If so meant, "
            f"add 1 to the `version` of its Game (matches played by the old rules are no longer played on, unless "
            f"it names their version in `plays`), and write the golden games anew: python -m tests.laws.golden {name}"
        )
    return (
        f"{name}: golden.txt is of other components or of another version of the rules. "
        f"Write it anew: python -m tests.laws.golden {name}"
    )


def main(names: list[str]) -> None:
    old = FILE.read_text().splitlines()
    lines = []
    for game in GAMES.values():
        before = [text for text in old if text.split()[0] == game.name]
        if names and game.name not in names:
            lines += before
            continue
        now = [line(game, seats, part) for seats in game.seats for part in range(PARTS)]
        if head(game) in before and now != before[1:]:
            sys.exit(what_to_do(game.name, head(game), before))
        lines += [head(game), *now]
    FILE.write_text("".join(f"{text}\n" for text in lines))


if __name__ == "__main__":
    main(sys.argv[1:])
