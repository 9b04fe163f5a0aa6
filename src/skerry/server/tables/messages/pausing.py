"""Pausing a game: no clock runs and nobody moves until it goes on (docs/decisions/0023-when-no-time-passes.md)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.server.errors import TableError
from skerry.server.protocol.messages import PauseGame
from skerry.server.runtime import machine_clock
from skerry.server.store.time_off import PauseSpan, TimeOff, write_pause
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.messages.rows import ABOUT_SEATS, LOCK, SEATED, TALK, in_lobby, row
from skerry.server.tables.pause_rights import may_continue
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

MAX_PAUSES = 50  # of one turn


async def pause_game(lobby: Lobby, socket: Socket, message: PauseGame) -> None:
    table = lobby.table
    await table.current()
    hosting = socket.person is not None and socket.person == table.record.owner
    running = table.time_off.pause
    if message.paused == (running is not None):  # sent twice, or somebody else was faster
        return
    name = table.record.plans()[socket.seats[0]].name
    now = 0.0 if table.timer is None else table.timer.now()
    if running is not None:
        if not may_continue(lobby, hosting):
            raise TableError("The host has paused this game, and can continue it. After two weeks everybody can.")
        done = replace(running, ended=max(running.began, now))
        others = [span for span in table.time_off.pauses if span is not running]
        await save_pause(lobby, [*others, done], done, f"{name} continued the game")
        return
    if not hosting:
        raise TableError("Only the host can pause the game. Ask in the chat.")
    if len(table.time_off.pauses) >= MAX_PAUSES:
        raise TableError("This turn has been paused many times. Make a move first.")
    begun = PauseSpan(now, None, machine_clock.wall(), socket.person or "")
    await save_pause(lobby, [*table.time_off.pauses, begun], begun, f"{name} paused the game")


async def save_pause(lobby: Lobby, spans: Sequence[PauseSpan], changed: PauseSpan, event: str) -> None:
    """The clock is stored as it is with the pause."""
    table, before = lobby.table, lobby.table.time_off
    began = changed.began if table.timer is None else table.timer.began
    kept = [span for span in spans if span.ended is None or span.ended >= began]
    table.set_time_off(TimeOff(kept, before.vacations))
    try:
        await lobby.save_terms(lobby.terms, lambda db: write_pause(db, table.id, changed, began), event)
    except BaseException:
        table.set_time_off(before)
        raise
    await show_clock(table)


async def show_clock(table: "LiveTable") -> None:
    """To everybody; and bots and plans go on, or stop."""
    match = await table.current()
    table.show_all(match)
    table.bots.wake(match)
    table.plans.wake(match)


ROWS = (row(PauseGame, SEATED, ABOUT_SEATS, LOCK, TALK, in_lobby(pause_game)),)
