"""The registry: every folder here is a game.  A game is imported when it is first asked for."""

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from skerry.core.game import Game


class Games(Mapping[str, Game[Any]]):
    def __init__(self) -> None:
        self.names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
        self.loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise KeyError(name)
        if name not in self.loaded:
            self.loaded[name] = import_module(f"{__name__}.{name}").GAME
        return self.loaded[name]

    def __contains__(self, name: object) -> bool:
        """Without importing it, which takes a tenth of a second."""
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


GAMES = Games()
