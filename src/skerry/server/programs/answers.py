"""What the calls of the API do.  Each function answers one of them; `calls.py` has the table."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from skerry.bots import LEVELS
from skerry.core.components import ComponentError
from skerry.core.game import OptionError
from skerry.games import GAMES
from skerry.match import MatchError
from skerry.match.views import struct_of
from skerry.server.errors import NotFound, TableError, as_sentence
from skerry.server.people import home_lists
from skerry.server.practice.reviews import Reviews
from skerry.server.programs import seen
from skerry.server.protocol.calls import OpenTable, Result, Rules, TableInfo, TakeSeat
from skerry.server.protocol.messages import (
    ClientMessage,
    Confirm,
    Friends,
    Join,
    Leave,
    Play,
    Ready,
    Resign,
    Undo,
)
from skerry.server.protocol.program_calls import (
    CatalogueOf,
    ChoicesNow,
    GamesOffered,
    GetReady,
    LogQuery,
    LogSince,
    OpenQuery,
    PlayMove,
    ProgramAct,
    ProgramInfo,
    ProgramTable,
    ResignSeat,
    SeatQuery,
    SeatTaken,
    SitDown,
    StandUp,
    StateQuery,
    TableState,
    ViewSchema,
)
from skerry.server.protocol.table_settings import SETTINGS_FORM
from skerry.server.runtime.slow_lane import in_thread
from skerry.server.store import results
from skerry.server.store.home import read_listed
from skerry.server.store.seats import seats_of
from skerry.server.store.tokens import Token
from skerry.server.tables import history
from skerry.server.tables.following import retrying
from skerry.server.tables.lobby_view import LobbyView
from skerry.server.tables.making import create_table
from skerry.server.tables.messages.dispatch import perform
from skerry.server.tables.registry import Tables
from skerry.server.tables.rematches import rematch
from skerry.server.tables.seating import take_seat
from skerry.server.tables.socket import Rights, Socket
from skerry.server.tables.table import LiveTable

LISTED_TABLES = 200  # of a program
LISTED_OPEN = 50  # that it may join
SEARCHED_OPEN = 250  # open tables, for these
NOT_RATED = "Programs do not play rated games."


class ProgramCall(NamedTuple):
    """One call, checked and read."""

    tables: Tables
    reviews: Reviews
    token: Token
    path: dict[str, str]
    query: Any = None
    body: Any = None

    @property
    def person(self) -> str:
        return self.token.person

    async def table(self) -> LiveTable:
        """NotFound if the program may not look at it."""
        table = await self.tables.open(self.path["id"])
        table.check_entry(self.person)
        return table

    def socket(self, table: LiveTable) -> Socket:
        """As if the program had a connection to the table."""
        socket = Socket(self.person, seats_of(table.places, self.person), Join(), table.catch_up, self.token.session)
        socket.rights = Rights.PROGRAM if self.token.scope == "play" else Rights.READER
        return socket

    def game(self) -> str:
        name = self.path["name"]
        if name not in GAMES:
            raise NotFound(f"There is no game {name[:40]!r}.")
        return name


# ---- games


async def show_program(call: ProgramCall) -> ProgramInfo:
    return ProgramInfo(call.token.id, call.token.name, call.token.scope)


async def list_offered(call: ProgramCall) -> GamesOffered:
    return GamesOffered(await asyncio.to_thread(home_lists.list_games), list(LEVELS), SETTINGS_FORM)


async def show_rules(call: ProgramCall) -> Rules:
    return msgspec.json.decode(await asyncio.to_thread(home_lists.rules_written, call.game()), type=Rules)


async def show_schema(call: ProgramCall) -> ViewSchema:
    name = call.game()
    kinds = struct_of(name, "view"), struct_of(name, "catalogue")
    schemas = [None if kind is None else msgspec.json.schema(kind) for kind in kinds]
    return ViewSchema(name, schemas[0] or {}, schemas[1])


async def list_results(call: ProgramCall) -> list[Result]:
    return await asyncio.to_thread(results.read_results, call.tables.store, call.person)


# ---- tables


async def list_own(call: ProgramCall) -> list[TableInfo]:
    listed = await asyncio.to_thread(read_listed, call.tables.store, call.person, LISTED_TABLES, 0)
    return home_lists.list_tables(call.tables.store, call.person, listed.mine)


async def list_joinable(call: ProgramCall) -> list[OpenTable]:
    query: OpenQuery = call.query
    listed = await asyncio.to_thread(read_listed, call.tables.store, call.person, 0, SEARCHED_OPEN)
    found = home_lists.list_open_tables(call.tables.store, listed.joinable, LISTED_OPEN)
    return [table for table in found if table.programs and query.game in ("", table.game)]


async def make_table(call: ProgramCall) -> TableState:
    wish: ProgramTable = call.body
    if wish.rated:
        raise TableError(NOT_RATED)
    try:
        id_ = await create_table(call.tables, call.person, wish)
    except (MatchError, OptionError, ComponentError) as error:
        raise TableError(as_sentence(error)) from error
    return await show_table(call, await call.tables.open(id_))


async def show_state(call: ProgramCall) -> TableState:
    query: StateQuery = call.query
    return await show_table(call, await call.table(), query.seat, query.outline)


async def show_table(call: ProgramCall, table: LiveTable, seat: int | None = None, outline: bool = False) -> TableState:
    """The table as the program sees it.  Bots that waited for somebody to come begin to think."""
    async with table.lock:
        mine, friends = seats_of(table.places, call.person), friends_of(call, table)
        if not table.begun:
            record = table.record
            return TableState(table.id, record.game, False, mine, record.plans(), friends=friends)
        match = await table.current()
        table.bots.wake(match)
        clock = table.timer.shown() if table.timer else None
        state = seen.state_of(table.id, match, mine, seat, outline, clock)
    return msgspec.structs.replace(state, friends=friends)


def friends_of(call: ProgramCall, table: LiveTable) -> Friends | None:
    if table.lobby is None:
        return None
    return msgspec.json.decode(LobbyView(table.lobby).seen_by(call.socket(table)), type=Friends)


async def show_choices(call: ProgramCall) -> ChoicesNow:
    query: SeatQuery = call.query
    table = await call.table()
    async with table.lock:
        match = await table.current()
        table.bots.wake(match)
        return seen.choices_of(match, seats_of(table.places, call.person), query.seat)


async def show_log(call: ProgramCall) -> LogSince:
    query: LogQuery = call.query
    table = await call.table()
    mine = seats_of(table.places, call.person)
    async with table.lock:
        match = (await table.current()).snapshot()
    return await in_thread(len(match.log), seen.log_since, match, mine, query.seat, query.since)


async def show_catalogue(call: ProgramCall) -> CatalogueOf:
    table = await call.table()
    async with table.lock:
        match = await table.current()
        return CatalogueOf(match.game.name, match.options, match.game.catalogue(match.start))


async def download_match(call: ProgramCall) -> bytes:
    data = await history.saved(await call.table(), call.person)
    if data is None:
        raise TableError(
            "The file can be had once the game is over, because it contains the seed and all hidden cards."
        )
    return data


async def delete_table(call: ProgramCall) -> None:
    await call.tables.delete(call.person, call.path["id"])
    if await asyncio.to_thread(call.tables.store.is_deleted, call.path["id"]):
        await call.reviews.forget(call.path["id"])


async def ask_rematch(call: ProgramCall) -> TableState:
    try:
        id_ = await rematch(call.tables, call.person, call.path["id"])
    except MatchError as error:
        raise TableError(as_sentence(error)) from error
    return await show_table(call, await call.tables.open(id_))


# ---- seats


async def sit_down(call: ProgramCall) -> SeatTaken:
    wish: SitDown = call.body
    table = await call.tables.open(call.path["id"])
    if table.lobby is None:
        raise TableError("This game is played on one screen, so nobody can join it.")
    if table.lobby.terms.rated:
        raise TableError(NOT_RATED)
    lobby, taken = table.lobby, TakeSeat(wish.invitation, wish.name or call.token.name, wish.seat)
    try:
        async with table.lock:
            seat = await retrying(table, lambda: take_seat(lobby, call.person, taken))
    except MatchError as error:
        raise TableError(as_sentence(error)) from error
    if wish.ready and not table.begun:
        await perform(table, call.socket(table), Ready(True))
    return SeatTaken(seat, await show_table(call, table))


async def stand_up(call: ProgramCall) -> None:
    wish: StandUp = call.body
    table = await call.table()
    await perform(table, call.socket(table), Leave(wish.bot))


async def get_ready_to_start(call: ProgramCall) -> TableState:
    wish: GetReady = call.body
    table = await call.table()
    await perform(table, call.socket(table), Ready(wish.ready))
    return await show_table(call, table)


# ---- the game


async def play_move(call: ProgramCall) -> TableState:
    wish: PlayMove = call.body
    return await act(call, lambda seat: Play(seat, wish.version, wish.text, wish.hold, n=wish.n))


async def undo_move(call: ProgramCall) -> TableState:
    wish: ProgramAct = call.body
    return await act(call, lambda seat: Undo(seat, wish.version, n=wish.n))


async def confirm_turn(call: ProgramCall) -> TableState:
    wish: ProgramAct = call.body
    return await act(call, lambda seat: Confirm(seat, wish.version, n=wish.n))


async def resign_seat(call: ProgramCall) -> TableState:
    wish: ResignSeat = call.body
    return await act(call, lambda seat: Resign(seat, wish.version, wish.bot, n=wish.n))


async def act(call: ProgramCall, message: Callable[[int], ClientMessage]) -> TableState:
    """Do what the message of this seat says, and show what came of it."""
    table, wish = await call.table(), call.body
    async with table.lock:
        mine = seats_of(table.places, call.person)
        seat = seen.acting_seat(await table.current(), mine, wish.seat)
    await perform(table, call.socket(table), message(seat))
    return await show_table(call, table, seat if seat in mine else None)
