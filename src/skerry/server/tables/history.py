"""What has happened, as a file or in words: on a snapshot and off the event loop, so that no move has to wait."""

import asyncio
from typing import TYPE_CHECKING

from skerry.match import Match
from skerry.match.picture import log_lines, may_look, points_by_round, whole_story
from skerry.match.save import encode_match, write_saved
from skerry.server.errors import Damaged, Denied, TableError
from skerry.server.runtime.slow_lane import LONG_LOG, in_thread
from skerry.server.store.records import Record
from skerry.server.store.seats import have_sat, seats_of
from skerry.server.store.store import Store

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def seen_by(table: "LiveTable", seats: list[int], seat: int) -> Match:
    """A snapshot for a browser with these `seats` that wants to see through the eyes of this seat."""
    async with table.lock:
        match = await table.current()
        if not may_look(match, seat, seats):
            raise Denied("You can see through this player's eyes once the game is over.")
        return match.snapshot()


async def saved(table: "LiveTable", person: str | None) -> bytes | None:
    """The match as a file; None before the end, for seed and hidden decisions are in it.

    A match that cannot be played here any more is given to its owner before that, if it is nobody else's.
    """
    async with table.lock:
        try:
            match = (await table.current()).snapshot()
        except Damaged:
            is_over = table.record.to_move is None and table.record.is_up_to_date
            is_open = is_over or await is_alone(table, person)
            return await in_thread(LONG_LOG + 1, encode_stored, table.store, table.record) if is_open else None
    return await in_thread(len(match.log), encode_match, match) if match.over else None


async def is_alone(table: "LiveTable", person: str | None) -> bool:
    """Is it this person's match, with every seat theirs or a bot's, and has nobody else ever had a hand in it?"""
    if person is None or person != table.record.owner:
        return False
    seated = zip(table.record.plans(), table.places, strict=True)
    if not all(place.person == person or (place.person is None and plan.bot) for plan, place in seated):
        return False
    return not set(await asyncio.to_thread(have_sat, table.store, table.id)) - {person}


async def points_curve(table: "LiveTable") -> list[list[int]]:
    """Points by round, worked out when first asked for.  Before the end they would give away what is hidden."""
    async with table.lock:
        match = (await table.current()).snapshot()
    if not match.over:
        raise TableError("Points by round are shown once the game is over.")
    if table.rounds is None or table.rounds[0] != len(match.log):
        table.rounds = len(match.log), await in_thread(len(match.log), points_by_round, match)
    return table.rounds[1]


async def story(table: "LiveTable", person: str | None, seat: int) -> bytes:
    """The log in words, as this person may read it through the eyes of the seat."""
    mine = seats_of(table.places, person)
    table.check_entry(person)
    match = await seen_by(table, mine, seat)
    return await in_thread(len(match.log), in_words, match, seat)


def in_words(match: Match, seat: int) -> bytes:
    shown = whole_story(match) if match.over else log_lines(match, seat)
    return "".join(
        f"{line.move + 1:4}  {line.words}{' (the only choice)' if line.forced else ''}\n" for line in shown
    ).encode()


def encode_stored(store: Store, record: Record) -> bytes:
    return write_saved(store.saved(record))
