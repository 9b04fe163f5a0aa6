"""The structs that a game's view and catalogue are."""

from typing import Literal, get_type_hints

from msgspec import Struct

from skerry.games import GAMES


def struct_of(game: str, part: Literal["view", "catalogue"]) -> type[Struct] | None:
    """None if the game has none of its own."""
    kind = get_type_hints(getattr(type(GAMES[game]), part))["return"]
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None
