"""A table as the store has it: without its log, and the match with it."""

import logging
from collections.abc import Sequence

from msgspec import Struct

from skerry.match import Match
from skerry.match.match import Entry
from skerry.server.errors import CANNOT_CONTINUE, HARMED, Damaged, StoreError
from skerry.server.store import clocks, seats
from skerry.server.store.aftermath import RematchVote, read_votes
from skerry.server.store.records import Record
from skerry.server.store.seats import Place, Spoken, TableTerms
from skerry.server.store.store import Store
from skerry.server.store.time_off import TimeOff, read_time_off

log = logging.getLogger("skerry.tables")


class StoredTable(Struct, frozen=True):
    """What the store knows of a table, without the log."""

    record: Record
    places: list[Place]
    terms: TableTerms | None = None  # of a table for friends
    chat: Sequence[Spoken] = ()
    time_off: TimeOff = TimeOff()
    votes: Sequence[RematchVote] = ()  # for a rematch


def read_table(store: Store, id_: str, said: int = -1) -> StoredTable | None:
    """With what was said after the message of that number."""
    record = store.record(id_)
    if record is None:
        return None
    terms = seats.read_terms(store, id_)
    if terms is None and record.with_friends:
        store.damaged[id_] = HARMED
        raise Damaged(HARMED)
    if terms is not None:
        record.check()  # those around the table are shown before the match is
    chat = seats.read_chat(store, id_, said) if terms else []
    time_off = read_time_off(store, id_) if terms else TimeOff()
    votes = read_votes(store, id_) if terms else []
    return StoredTable(record, seats.read_places(store, record), terms, chat, time_off, votes)


class News(Struct, frozen=True):
    """What is new about a table: all but the log is as it is now."""

    table: StoredTable  # its chat has the new messages only
    entries: list[Entry]  # those that were added to the log
    spent: list[tuple[int, float]]  # seats, and how much more of their time they have used
    began: float | None  # when the turn began, and how much of it does not count, at a table with clocks
    grace: float | None


def read_news(store: Store, id_: str, length: int | None, said: int) -> News | None:
    """For a table whose log has this length (None: not in memory), and whose chat goes up to that number.

    The record is read first: what comes with it may be newer than its revision, and then the next write conflicts.
    """
    table = read_table(store, id_, said)
    if table is None:
        return None
    rows = [] if length is None else clocks.read_entries_since(store, id_, length)
    entries = [Entry(seat, text, bool(forced), mark or "") for seat, text, forced, mark, _ in rows]
    spent = [(seat, seconds) for seat, *_, seconds in rows if seconds]
    began, grace = clocks.read_turn(store, id_) if table.terms else (None, None)
    return News(table, entries, spent, began, grace)


def read_match(store: Store, record: Record) -> Match:
    """The match as the store has it; Damaged if it cannot be replayed, whatever the reason."""
    try:
        return store.load(record)
    except Damaged as error:
        log.warning("Table %s: %s", record.id, error.__cause__ or error)
        raise
    except StoreError:
        raise
    except Exception as error:
        log.exception("Table %s cannot be read.", record.id)
        raise Damaged(CANNOT_CONTINUE) from error
