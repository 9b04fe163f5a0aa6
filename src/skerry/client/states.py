"""What programs read out of a state."""

from typing import Any

import msgspec

from skerry.match.picture import Choice
from skerry.match.views import struct_of
from skerry.server.protocol.program_calls import TableState


def possible(state: TableState) -> list[Choice]:
    """What the seat can do now; empty if it is not its turn."""
    return [] if state.now is None else [choice for choice in state.now.choices if choice.reason is None]


def view_of(state: TableState) -> Any:
    """The view as the game's own struct (`skerry.games.<game>.view.View`), where its fields have types."""
    kind = struct_of(state.game, "view")
    return None if state.now is None or kind is None else msgspec.convert(state.now.view, kind)
