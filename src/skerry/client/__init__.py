"""Play on a Skerry server from a program; docs/api.md is the guide.

from skerry.client import Client

with Client("https://skerry.example", "skerry_…") as me:
    seat = me.sit_down("https://skerry.example/t/abcd#i=secret")
    for state in me.turns(seat.state.id):
        me.play(state, possible(state)[0].text)
"""

try:
    import httpx as httpx
except ImportError as error:  # it is an extra
    raise ImportError("skerry.client needs httpx: pip install 'skerry[client]'") from error

from skerry.client.async_client import AsyncClient
from skerry.client.client import Client
from skerry.client.failures import MovedOn, NotReached, ServerRefusal
from skerry.client.states import possible, view_of
from skerry.server.protocol.program_calls import (
    ChoicesNow,
    InvitedEvent,
    LogSince,
    OverEvent,
    ProgramEvent,
    StartedEvent,
    TableState,
    TurnEvent,
)

__all__ = [
    "AsyncClient",
    "ChoicesNow",
    "Client",
    "InvitedEvent",
    "LogSince",
    "MovedOn",
    "NotReached",
    "OverEvent",
    "ProgramEvent",
    "ServerRefusal",
    "StartedEvent",
    "TableState",
    "TurnEvent",
    "possible",
    "view_of",
]
