"""The rules one can look up during a match: the game's own, then the house rules that refusals name as well."""

from pathlib import Path
from typing import Any

from skerry.core.answers import Paragraph
from skerry.core.game import Game, read_rules

HOUSE = Path(__file__).parent / "rules.md"


def rules_of(game: Game[Any]) -> dict[str, Paragraph]:
    """Every paragraph by its § mark."""
    return game.rules | read_rules(HOUSE.read_text(encoding="utf-8"))
