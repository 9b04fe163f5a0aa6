"""Skerry: three island board games, a fast rules engine, and players for them.

    game = skerry.new("nusfjord", players=3, seed=1)
    while not game.over:
        game.play(game.legal[0])

docs/library.md has the rest: new, load, Game, Seat, register, arena, ladder, export, dataset, fields, vector.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from skerry.version import __version__ as __version__

if TYPE_CHECKING:
    from skerry.api.bots import BotError, register
    from skerry.api.dataset import dataset
    from skerry.api.export import export
    from skerry.api.game import Game, fields, load, new
    from skerry.api.ladder import ladder
    from skerry.api.seat import Seat
    from skerry.api.tournament import arena, tournament
    from skerry.api.vector import vector

# Imported when first asked for, so that `import skerry` takes no time.
WHERE = {
    "BotError": "bots",
    "Game": "game",
    "Seat": "seat",
    "dataset": "dataset",
    "export": "export",
    "fields": "game",
    "ladder": "ladder",
    "load": "game",
    "new": "game",
    "register": "bots",
    "tournament": "tournament",
    "vector": "vector",
}

__all__ = [
    "BotError",
    "Game",
    "Seat",
    "arena",
    "dataset",
    "export",
    "fields",
    "ladder",
    "load",
    "new",
    "register",
    "tournament",
    "vector",
]


class Library(ModuleType):
    """This module.  Its package `arena` can also be called, whether or not somebody has imported it before."""

    @property
    def arena(self) -> Any:
        return import_module("skerry.api.tournament").callable_arena()

    @arena.setter
    def arena(self, package: ModuleType) -> None:
        """The import system sets it, too; `callable_arena` finds the package without that."""


sys.modules[__name__].__class__ = Library


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"module 'skerry' has no attribute {name!r}")
    return getattr(import_module(f"skerry.api.{WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, "__doc__", "__version__"})
