"""Skerry: three island board games, a fast rules engine, and players for them.

    game = skerry.new("nusfjord", players=3, seed=1)
    while not game.over:
        game.play(game.legal[0])

docs/library.md has the rest: new, load, Game, Seat, register, arena, export, fields, vector.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skerry.api.bots import BotError, register
    from skerry.api.export import export
    from skerry.api.game import Game, fields, load, new
    from skerry.api.seat import Seat
    from skerry.api.tournament import arena, tournament
    from skerry.api.vector import vector

__version__ = "0.1.0"

# Imported when first asked for, so that `import skerry` takes no time.
WHERE = {
    "BotError": "bots",
    "Game": "game",
    "Seat": "seat",
    "export": "export",
    "fields": "game",
    "load": "game",
    "new": "game",
    "register": "bots",
    "tournament": "tournament",
    "vector": "vector",
}

__all__ = ["BotError", "Game", "Seat", "arena", "export", "fields", "load", "new", "register", "tournament", "vector"]


def __getattr__(name: str) -> Any:
    if name == "arena":  # the package can be called: see there
        return import_module("skerry.arena")
    if name not in WHERE:
        raise AttributeError(f"module 'skerry' has no attribute {name!r}")
    return getattr(import_module(f"skerry.api.{WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
