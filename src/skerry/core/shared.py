"""Kits are shared: a pickled state names the kit it is played with instead of carrying a copy of it."""

import copyreg
from importlib import import_module
from typing import Any, TypeVar

from skerry.core.state import Kit

K = TypeVar("K", bound=Kit)


def shared(kit: K, module: str) -> K:
    """Today's kit of a game; `module` keeps it as BASE.  Kits of other components are still pickled whole."""

    def reduce(other: K) -> Any:
        return (base_of, (module, kit.hash)) if other is kit else other.__reduce_ex__(2)

    copyreg.pickle(type(kit), reduce)
    return kit


def base_of(module: str, hash_: str) -> Kit:
    kit: Kit = import_module(module).BASE
    if kit.hash != hash_:
        raise ValueError(f"this was pickled with other components ({hash_[:8]}) than {module} has now ({kit.hash[:8]})")
    return kit
