"""Who sits where is written by one at a time, and never over what somebody else has written meanwhile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from skerry.server.bots.thinking import Thinking
from skerry.server.errors import Conflict
from skerry.server.protocol.calls import NewSeat, NewTable, TakeSeat
from skerry.server.protocol.messages import Join, Mark, Ready, Rename
from skerry.server.store.store import Store
from skerry.server.tables.following import refresh
from skerry.server.tables.making import create_table
from skerry.server.tables.registry import Tables
from skerry.server.tables.seating import take_seat
from skerry.server.tables.table import LiveTable


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    store, thinking = Store(tmp_path / "matches.sqlite3"), Thinking(1)
    yield Tables(store, thinking)
    thinking.close()
    store.close()


async def gathered(tables: Tables) -> tuple[LiveTable, LiveTable]:
    """One table of Ann and Ben, and the same as somebody knows it who has not heard of anything since."""
    wish = NewTable("_blank", [NewSeat("Ann"), NewSeat("Friend", open=True)])
    id_ = await create_table(tables, "ann", wish)
    table = await tables.open(id_)
    behind = LiveTable(tables.read(id_), tables.store, tables.thinking, tables.uptime)
    assert table.lobby is not None
    async with table.lock:
        await take_seat(table.lobby, "ben", TakeSeat(table.lobby.terms.invitation, "Ben"))
    return table, behind


def people(tables: Tables, table: LiveTable) -> list[Any]:
    return [row[0] for row in tables.store.read("SELECT person FROM seats WHERE match = ? ORDER BY seat", table.id)]


@pytest.mark.parametrize("message", [Ready(True), Mark(5), Rename(0, "Wren")])
def test_a_click_on_seats_of_yesterday_takes_nobody_theirs(tables: Tables, message: Ready | Mark | Rename) -> None:
    async def case() -> None:
        table, behind = await gathered(tables)
        socket = behind.join("ann", Join())
        await behind.handle(socket, message)
        assert people(tables, table) == ["ann", "ben"]
        assert [place.person for place in behind.places] == ["ann", "ben"]  # it has read the store again
        assert not socket.letters  # and decided again: nothing is in the way

    asyncio.run(case())


def test_who_comes_first_to_a_rematch_starts_it_and_hears_everything_once(tables: Tables) -> None:
    """All are ready, and the server had no time to start it."""

    async def case() -> None:
        table, _ = await gathered(tables)
        places = [replace(place, ready=True) for place in table.places]
        async with table.lock:
            await table.seat(table.record.plans(), places, table.record.owner)
        assert not table.begun
        socket = table.join("ann", Join())
        await table.greet(socket)
        said = [line.seq for line in socket.talk]
        assert table.begun and len(said) == len(set(said)) >= 2

    asyncio.run(case())


def test_terms_and_starts_are_not_written_over_either(tables: Tables) -> None:
    async def case() -> None:
        table, behind = await gathered(tables)
        assert behind.lobby is not None and table.lobby is not None
        async with behind.lock:
            with pytest.raises(Conflict):
                await behind.lobby.save_terms(behind.lobby.terms)
            await refresh(behind)
        assert [place.person for place in behind.places] == ["ann", "ben"]
        first, second = table.join("ann", Join()), behind.join("ben", Join())
        await table.handle(first, Ready(True))
        await behind.handle(second, Ready(True))
        assert behind.begun and people(tables, table) == ["ann", "ben"]

    asyncio.run(case())


def test_a_conflict_takes_back_its_own_work_only(tables: Tables) -> None:
    """Jobs that wait for the disk together are one transaction."""

    async def case() -> None:
        table, behind = await gathered(tables)
        other, _ = await gathered(tables)
        late, good = behind.join("ann", Join()), other.join("ann", Join())
        await asyncio.gather(behind.handle(late, Mark(5)), other.handle(good, Mark(5)))
        assert not late.letters and not good.letters
        for id_ in (table.id, other.id):
            assert tables.store.read("SELECT mark FROM seats WHERE match = ? AND seat = 0", id_) == [(5,)]
        assert people(tables, table) == ["ann", "ben"]

    asyncio.run(case())
