"""Who sits where is written by one at a time, and never over what somebody else has written meanwhile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.server.bots.pool import Thinking
from skerry.server.errors import Conflict
from skerry.server.protocol.calls import NewSeat, NewTable, TakeSeat
from skerry.server.protocol.messages import Join, Mark, Ready, Rename
from skerry.server.store.store import Store
from skerry.server.tables.registry import Tables
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
    id_ = await tables.create("ann", wish)
    table = await tables.open(id_)
    behind = LiveTable(tables.read(id_), tables.store, tables.thinking, tables.uptime)
    assert table.room is not None
    async with table.lock:
        await table.room.take("ben", TakeSeat(table.room.terms.invitation, "Ben"))
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
        assert b"moved on" in b"".join(socket.letters)
        assert [place.person for place in behind.places] == ["ann", "ben"]  # it has read the store again
        socket.letters.clear()
        await behind.handle(socket, message)
        assert not socket.letters
        assert people(tables, table) == ["ann", "ben"]

    asyncio.run(case())


def test_terms_and_starts_are_not_written_over_either(tables: Tables) -> None:
    async def case() -> None:
        table, behind = await gathered(tables)
        assert behind.room is not None and table.room is not None
        async with behind.lock:
            with pytest.raises(Conflict):
                await behind.room.agree(behind.room.terms)
        assert [place.person for place in behind.places] == ["ann", "ben"]
        first, second = table.join("ann", Join()), behind.join("ben", Join())
        await table.handle(first, Ready(True))
        await behind.handle(second, Ready(True))
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
        assert b"moved on" in b"".join(late.letters) and not good.letters
        marks = tables.store.read("SELECT mark FROM seats WHERE match = ? AND seat = 0", other.id)
        assert marks == [(5,)] and people(tables, table) == ["ann", "ben"]

    asyncio.run(case())
