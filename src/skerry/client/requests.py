"""The calls of the API as data, and what to do with their answers: the same for both clients."""

import itertools
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from skerry.client.failures import MovedOn, ServerRefusal
from skerry.server.protocol.calls import NewSeat, OpenTable, Result, Rules, TableInfo
from skerry.server.protocol.program_calls import (
    ApiProblem,
    CatalogueOf,
    ChoicesNow,
    GamesOffered,
    GetReady,
    LogSince,
    PlayMove,
    ProgramAct,
    ProgramEvent,
    ProgramInfo,
    ProgramTable,
    ResignSeat,
    SeatTaken,
    SitDown,
    StandUp,
    TableState,
    ViewSchema,
)

A = TypeVar("A")

TRIES = 6  # of a call, if the server cannot be reached or is busy
LONGEST_WAIT = 10.0  # seconds between two of them
BUSY_STATUSES = (429, 502, 503, 504)
NUMBERS = itertools.count(1)  # of decisions: one that is sent again has the same
READ_EVENT: msgspec.json.Decoder[ProgramEvent] = msgspec.json.Decoder(ProgramEvent)


class Wanted(NamedTuple, Generic[A]):
    """A call to be made."""

    method: str
    path: str
    kind: type[A]
    query: dict[str, str] | None = None
    body: Struct | None = None
    is_safe: bool = True  # may be sent again when nobody knows whether it arrived


def read_answer(wanted: Wanted[A], status: int, data: bytes) -> A:
    """ServerRefusal if it is none."""
    if status >= 300:
        raise refusal_from(status, data)
    if wanted.kind is bytes:
        return data  # type: ignore[return-value]
    return msgspec.json.decode(data, type=wanted.kind) if data else None  # type: ignore[return-value]


def refusal_from(status: int, data: bytes) -> ServerRefusal:
    try:
        problem = msgspec.json.decode(data, type=ApiProblem)
    except msgspec.MsgspecError:  # not Skerry's: a proxy's, perhaps
        problem = ApiProblem(f"The server answered with status {status}.")
    kind = MovedOn if problem.code == "moved_on" else ServerRefusal
    return kind(problem.error, status, problem.code, problem.reason)


def pause_before(attempt: int, retry_after: str = "") -> float:
    """Seconds to wait before this attempt (the second is 1)."""
    asked_for = float(retry_after) if retry_after.replace(".", "", 1).isdigit() else 0.0
    return min(LONGEST_WAIT, max(asked_for, 0.25 * 2.0**attempt))


def table_and_invitation(table: str, invitation: str) -> tuple[str, str]:
    """From an id, or from a link as people send it."""
    parts = urlsplit(table)
    if not parts.scheme:
        return table, invitation
    return parts.path.rpartition("/")[2], invitation or parts.fragment.removeprefix("i=")


def asked(**words: object) -> dict[str, str]:
    """A query without what is not wanted."""
    return {name: str(value).lower() for name, value in words.items() if value is not None}


def own_seat(state: TableState) -> int | None:
    return None if state.now is None or state.now.seat not in state.seats else state.now.seat


def version_of_state(state: TableState) -> int:
    return 0 if state.now is None else state.now.version


class Calls:
    """Every call, ready to be made."""

    me = Wanted("GET", "/me", ProgramInfo)
    results = Wanted("GET", "/me/results", list[Result])
    games = Wanted("GET", "/games", GamesOffered)
    tables = Wanted("GET", "/tables", list[TableInfo])

    @staticmethod
    def rules(game: str) -> Wanted[Rules]:
        return Wanted("GET", f"/games/{game}/rules", Rules)

    @staticmethod
    def schema(game: str) -> Wanted[ViewSchema]:
        return Wanted("GET", f"/games/{game}/schema", ViewSchema)

    @staticmethod
    def open_tables(game: str) -> Wanted[list[OpenTable]]:
        return Wanted("GET", "/tables/open", list[OpenTable], asked(game=game or None))

    @staticmethod
    def new_table(
        game: str, seats: list[NewSeat], options: dict[str, str], settings: dict[str, Any]
    ) -> Wanted[TableState]:
        body = ProgramTable(game=game, seats=seats, options=options, **settings)
        return Wanted("POST", "/tables", TableState, body=body, is_safe=False)

    @staticmethod
    def state(table: str, seat: int | None, outline: bool) -> Wanted[TableState]:
        return Wanted("GET", f"/tables/{table}", TableState, asked(seat=seat, outline=outline or None))

    @staticmethod
    def choices(table: str, seat: int | None) -> Wanted[ChoicesNow]:
        return Wanted("GET", f"/tables/{table}/choices", ChoicesNow, asked(seat=seat))

    @staticmethod
    def log(table: str, since: int, seat: int | None) -> Wanted[LogSince]:
        return Wanted("GET", f"/tables/{table}/log", LogSince, asked(since=since, seat=seat))

    @staticmethod
    def catalogue(table: str) -> Wanted[CatalogueOf]:
        return Wanted("GET", f"/tables/{table}/catalogue", CatalogueOf)

    @staticmethod
    def download(table: str) -> Wanted[bytes]:
        return Wanted("GET", f"/tables/{table}/match", bytes)

    @staticmethod
    def delete(table: str) -> Wanted[None]:
        return Wanted("DELETE", f"/tables/{table}", type(None), is_safe=False)

    @staticmethod
    def sit_down(table: str, invitation: str, name: str | None, seat: int | None, ready: bool) -> Wanted[SeatTaken]:
        id_, secret = table_and_invitation(table, invitation)
        return Wanted("POST", f"/tables/{id_}/seat", SeatTaken, body=SitDown(secret, name, seat, ready))

    @staticmethod
    def stand_up(table: str, bot: str) -> Wanted[None]:
        return Wanted("POST", f"/tables/{table}/leave", type(None), body=StandUp(bot), is_safe=False)

    @staticmethod
    def ready(table: str, ready: bool) -> Wanted[TableState]:
        return Wanted("POST", f"/tables/{table}/ready", TableState, body=GetReady(ready))

    @staticmethod
    def rematch(table: str) -> Wanted[TableState]:
        return Wanted("POST", f"/tables/{table}/rematch", TableState)

    @staticmethod
    def play(state: TableState, text: str, hold: bool) -> Wanted[TableState]:
        seat, version = own_seat(state), version_of_state(state)
        body = PlayMove(version=version, seat=seat, text=text, hold=hold, n=next(NUMBERS))
        return Wanted("POST", f"/tables/{state.id}/play", TableState, body=body)

    @staticmethod
    def undo(state: TableState) -> Wanted[TableState]:
        body = ProgramAct(version=version_of_state(state), seat=own_seat(state), n=next(NUMBERS))
        return Wanted("POST", f"/tables/{state.id}/undo", TableState, body=body)

    @staticmethod
    def confirm(state: TableState) -> Wanted[TableState]:
        body = ProgramAct(version=version_of_state(state), seat=own_seat(state), n=next(NUMBERS))
        return Wanted("POST", f"/tables/{state.id}/confirm", TableState, body=body)

    @staticmethod
    def resign(state: TableState, bot: str) -> Wanted[TableState]:
        body = ResignSeat(version=version_of_state(state), seat=own_seat(state), bot=bot, n=next(NUMBERS))
        return Wanted("POST", f"/tables/{state.id}/resign", TableState, body=body)
