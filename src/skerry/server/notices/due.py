"""Which notices are due.  The leader looks at what moves have stored, every few seconds and when it is woken.

What it remembers only saves work or puts a notice off: a new leader finds the same, and the outbox has each row once.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator

from skerry.server.notices.words import TIME_EVENTS, event_kind
from skerry.server.protocol.notice_calls import DEFAULT_CHOICES
from skerry.server.runtime import machine_clock
from skerry.server.store import channels, outbox, waiting
from skerry.server.store.outbox import DueEvent
from skerry.server.store.store import durable
from skerry.server.store.waiting import Recipients, WatchedTable
from skerry.server.tables.clock import DAY, MINUTE
from skerry.server.tables.registry import Tables

log = logging.getLogger("skerry.notices")

DUE_LOOK = 10.0  # seconds between two looks
SOONEST = 0.3  # seconds between two looks if many are woken
CLEAN = 3600.0  # seconds between two times that old rows are deleted
NEWS = DAY  # seconds in which the start or end of a game is told
ARRIVING = 5.0  # seconds that those whose page leads to the new game have to get there
MONTH = 30 * DAY  # seconds after which nobody is told any more that it is their turn
MOST_DECIDED = 200_000  # events that are remembered

HereAt = dict[tuple[str, str], float]  # when a person was last seen looking at a table


class DueNotices:
    def __init__(self, tables: Tables, wake_sender: Callable[[], None]) -> None:
        self.tables = tables
        self.wake_sender = wake_sender
        self.known: dict[str, WatchedTable] = {}
        self.here_at: HereAt = {}
        self.decided: set[tuple[str, str, str, int]] = set()
        self.eager: set[str] = set()  # people who want to be told at once
        self.woken = asyncio.Event()
        self.cleaned = 0.0
        tables.news.followers.append(self.hear)

    def hear(self, id_: str) -> None:
        """Something has changed at this table."""
        table = self.known.get(id_)
        if table is not None and not self.eager.isdisjoint(table.people.values()):
            self.woken.set()

    async def watch(self) -> None:
        while True:
            if self.tables.leads:
                await self.look()
            try:
                await asyncio.wait_for(self.woken.wait(), DUE_LOOK)
                self.woken.clear()
                await asyncio.sleep(SOONEST)
            except TimeoutError:
                pass

    async def look(self) -> None:
        now, store = machine_clock.wall(), self.tables.store
        recipients = await asyncio.to_thread(waiting.read_recipients, store)
        self.eager = {
            person for person, (events, after) in recipients.choices.items() if not after and "turn" in events
        }
        found: list[WatchedTable] = []
        if recipients.channels or recipients.of_tables:
            found = await asyncio.to_thread(waiting.read_watched, store, now - MONTH, now - NEWS, self.known)
        self.known = {table.id: table for table in found}
        await self.note_presence(now)
        due = [event for table in found for event in due_events(table, recipients, self.here_at, now)]
        fresh = [event for event in due if event_key(event) not in self.decided]
        if fresh:
            await durable(store.put(lambda db: outbox.add_due(db, fresh, now)))
            if len(self.decided) > MOST_DECIDED:
                self.decided.clear()
            self.decided.update(map(event_key, fresh))
            self.wake_sender()
        if now - self.cleaned > CLEAN:
            self.cleaned = now
            await durable(store.put(lambda db: outbox.delete_old(db, now)))
            await durable(store.put(lambda db: channels.delete_unconfirmed(db, now)))

    async def note_presence(self, now: float) -> None:
        here = await read_here(self.tables, now)
        self.here_at = {key: at for key, at in self.here_at.items() if key[0] in self.known} | dict.fromkeys(here, now)


def event_key(event: DueEvent) -> tuple[str, str, str, int]:
    return event.person, event.match, event.event, event.turn


async def read_here(tables: Tables, now: float) -> set[tuple[str, str]]:
    """Tables and the people who have them open and look at them."""
    if tables.store.is_shared:
        return await asyncio.to_thread(waiting.read_all_here, tables.store, now)
    return {
        (table.id, person)
        for table in tables.live.values()
        for person, state in table.presence.people.items()
        if state == "here"
    }


def due_events(table: WatchedTable, recipients: Recipients, here_at: HereAt, now: float) -> Iterator[DueEvent]:
    for person in dict.fromkeys(table.people.values()):
        if person in recipients.channels and (person, table.id) not in recipients.muted:
            wanted, after = recipients.choices[person]
            for event in events_of_person(table, person, after, recipients.since[person], here_at, now):
                if event_kind(event.event) in wanted:
                    yield with_channels(event, recipients.channels[person])
    if table.id in recipients.of_tables:
        for event in events_of_table(table, recipients.since[table.id], here_at, now):
            yield with_channels(event, recipients.of_tables[table.id])


def with_channels(event: DueEvent, found: tuple[str, ...]) -> DueEvent:
    return DueEvent(event.match, event.event, event.turn, event.person, found, event.is_seen)


def events_of_person(
    table: WatchedTable, person: str, after: int, since: float, here_at: HereAt, now: float
) -> Iterator[DueEvent]:
    """`since`: when the person could first be reached; earlier games' beginnings and ends are no news."""
    turn, last_here = table.turn, here_at.get((table.id, person), 0.0)
    is_here = last_here >= now
    if max(now - NEWS, since) < table.begun <= now - ARRIVING and table.to_move is not None:
        yield DueEvent(table.id, "start", 0, person, (), is_here)
    if turn.ended is not None and turn.ended > max(now - NEWS, since):
        yield DueEvent(table.id, "end", 0, person, (), is_here)
    if turn.asks is not None and must_answer(table, person):
        yield DueEvent(table.id, "take_back", turn.asks[0], person, (), is_here)
    if table.person_to_tell() == person and turn.since > now - MONTH and not table.is_resting:
        if is_turn_due(turn.since, last_here, after, now):
            yield DueEvent(table.id, "turn", turn.began, person, ())
        if not is_here:
            yield from time_events(table, person, now)


def events_of_table(table: WatchedTable, since: float, here_at: HereAt, now: float) -> Iterator[DueEvent]:
    """For the webhook of the table: what concerns everybody."""
    turn, player = table.turn, table.person_to_tell()
    if table.begun > max(now - NEWS, since) and table.to_move is not None:
        yield DueEvent(table.id, "start", 0, "", ())
    if turn.ended is not None and turn.ended > max(now - NEWS, since):
        yield DueEvent(table.id, "end", 0, "", ())
    if player is not None and turn.since > now - MONTH and not table.is_resting:
        if is_turn_due(turn.since, here_at.get((table.id, player), 0.0), DEFAULT_CHOICES.after, now):
            yield DueEvent(table.id, "turn", turn.began, "", ())
        yield from time_events(table, "", now)


def is_turn_due(since: float, last_here: float, after: int, now: float) -> bool:
    return not after or now >= (since if since > last_here else last_here) + MINUTE * after


def must_answer(table: WatchedTable, person: str) -> bool:
    """Has the person yet to answer a request?"""
    asks, answered = table.turn.asks, table.turn.answered
    mine = [seat for seat in table.seats_of(person) if seat < len(table.plans) and not table.plans[seat].bot]
    return asks is not None and asks[1] not in mine and any(seat not in answered for seat in mine)


def time_events(table: WatchedTable, person: str, now: float) -> Iterator[DueEvent]:
    """At a table over days, when the turn will be late soon."""
    if table.pace.kind != "slow" or table.due is None or table.due <= now:
        return
    name = next((name for name, seconds in reversed(TIME_EVENTS.items()) if table.due - now <= seconds), None)
    if name is not None:
        yield DueEvent(table.id, name, table.turn.began, person, ())
