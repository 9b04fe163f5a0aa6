"""Writes docs/observations.md anew: the fields of every game's observations.

python3 play.py python tools/observations.py
"""

from pathlib import Path

import skerry
from skerry.core.fields import as_markdown
from skerry.games import GAMES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observations.md"
HEAD = """# Observations, field by field

Written by `tools/observations.py` from the fields themselves; `skerry fields GAME --players N` prints any other
case, and [environments.md](environments.md) says how to use them.

The tables are for two players. Where a field begins depends on the number of players, so look it up with
`skerry.fields`. A row holds the question, the table, what you alone know (`own`), and a block for each player:
`you`, then clockwise `next_1`, `next_2` and so on, with the same fields. Counts are as they are, sets have a 1 for
each member, and one of several is a 1 in its place. What only serves the eye is left out: in which order Ships were
built, where on the display a card lies.
"""


def text() -> str:
    parts = [HEAD]
    for name in ("nusfjord", "tungaru", "buru"):
        game = skerry.new(name, players=2, seed=1)
        fields = [field for field in game.fields() if not field.name.startswith("next_")]
        parts.append(f"## {GAMES[name].title}\n\n{len(game.observe()):,} numbers.\n\n{as_markdown(fields)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
