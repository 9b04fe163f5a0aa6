"""Vacation: the clocks of somebody stand still at all their tables over days, as far as each of them allows it."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec

from skerry.server.errors import Conflict, Damaged, NotFound, TooMany
from skerry.server.people.home_lists import title_of
from skerry.server.protocol.people_calls import VacationNow, VacationTable
from skerry.server.runtime import machine_clock
from skerry.server.store import seats
from skerry.server.store.home import ListedTable, read_listed
from skerry.server.store.store import Store, durable
from skerry.server.store.time_off import MOST_VACATIONS, overlap, read_vacations, used_from, write_vacation
from skerry.server.tables.clock import DAY
from skerry.server.tables.following import catch_up

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables

SHOWN_TABLES_OF_VACATION = 200


async def go_on_vacation(tables: "Tables", person: str, days: int) -> None:
    """From now on, for so many days; 0: back.  All tables over days follow, here and at other processes."""
    store, now = tables.store, machine_clock.wall()
    if days and len(await asyncio.to_thread(read_vacations, store, person)) >= MOST_VACATIONS:
        raise TooMany("You have been on vacation very often in the last year.")
    ends = now + days * DAY
    changed = await durable(store.put(lambda db: write_vacation(db, person, now, ends)))
    for id_, rev in changed:
        store.tell(f"table {id_} {rev}")
    for id_, _ in changed:
        if (table := tables.live.get(id_)) is not None:
            with contextlib.suppress(Conflict, Damaged, NotFound):  # it is gone, or shows it when it is opened again
                async with table.lock:
                    await catch_up(table)


def vacation_now(store: Store, person: str) -> VacationNow:
    """This waits for the database."""
    now, spans = machine_clock.wall(), read_vacations(store, person)
    until = next((ends for began, ends in spans if began <= now < ends), None)
    listed = read_listed(store, person, SHOWN_TABLES_OF_VACATION, 0)
    found = [info for table in listed.mine if (info := slow_table(store, table, person, spans, now)) is not None]
    return VacationNow(until, found)


def slow_table(
    store: Store, table: ListedTable, person: str, spans: list[tuple[float, float]], now: float
) -> VacationTable | None:
    """None: it is over, has not begun, or is not played over days."""
    if table.terms is None or table.record.to_move is None or not table.seats_of(person):
        return None
    try:
        terms = seats.terms_of(store, table.record.id, table.terms)
        names = [plan.name for plan in table.record.plans()]
    except (Damaged, msgspec.MsgspecError):
        return None
    if terms.begun is None or terms.pace.kind != "slow":
        return None
    allowed = int(terms.vacation)
    counted = used_from(spans, terms.begun, allowed * DAY)
    left = allowed - overlap(counted, terms.begun, now) / DAY
    until = next((end for start, end in counted if start <= now < end), None)
    return VacationTable(table.record.id, title_of(table.record.game), names, allowed, round(max(0.0, left), 2), until)
