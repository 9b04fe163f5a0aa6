"""Several processes write to the same tables: nobody writes over what they have not seen, and nothing is lost."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from skerry.match import Match, SeatPlan
from skerry.server.bots.thinking import Thinking
from skerry.server.errors import Conflict
from skerry.server.protocol.calls import NewSeat, NewTable, TakeSeat
from skerry.server.protocol.messages import ClientMessage, Join, Play, Ready, Rename, Say, Undo
from skerry.server.protocol.pace import Pace
from skerry.server.store import clocks, component_sets, schema, seats
from skerry.server.store.engine.db import Db, insert
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.entries import Due, write_entries
from skerry.server.store.records import Record, record_of
from skerry.server.store.seats import Spoken, TableTerms, first_places
from skerry.server.store.store import COLUMNS_OF_MATCH, Store, creation
from skerry.server.tables.following import catch_up, refresh
from skerry.server.tables.making import create_table
from skerry.server.tables.registry import Tables
from skerry.server.tables.rematches import gathering_of
from skerry.server.tables.seating import take_seat
from skerry.server.tables.socket import Socket
from skerry.server.tables.table import LiveTable

DUE = Due(5e9, 12.5, 7.0)


def a_table(store: Store, name: str, begun: bool = True) -> tuple[Record, Match]:
    """For friends, with clocks."""
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=name)
    if begun:
        match.begin()
    terms = TableTerms("come", begun=1.0 if begun else None, pace=Pace("live", 10, "nothing"))
    store.put(gathering_of(name, "ann", match, first_places(match.seats, "ann"), terms)).result(30)
    record = store.record(name)
    assert record is not None
    return record, match


def moved(store: Store, record: Record, match: Match, due: Due | None = DUE) -> "Future[None]":
    first, seat = len(match.log), match.to_move
    assert seat is not None
    text = match.actions.text(match.state.legal_actions()[0])
    return store.append(record, first, match.play(seat, text), match, time_spent=(0, 3.5), due=due)


def move(store: Store, record: Record, match: Match) -> "Future[None]":
    return moved(store, record, match)


def move_and_results(store: Store, record: Record, match: Match) -> "Future[None]":
    first = len(match.log)
    entries = match.play(match.to_move or 0, match.actions.text(match.state.legal_actions()[0]))
    return store.append(record, first, entries, match, more=lambda db: db.execute("DELETE FROM results"))


def seat(store: Store, record: Record, match: Match) -> "Future[list[Spoken]]":
    said = [Spoken(-1, 1.0, None, "", "event", "Ben took the second seat")]
    return seats.write_seating(store, record, first_places(match.seats, "ben"), None, said)


def terms(store: Store, record: Record, match: Match) -> "Future[list[Spoken]]":
    return seats.write_seating(store, record, first_places(match.seats, "ann"), TableTerms("another"), due=DUE)


def start(store: Store, record: Record, match: Match) -> "Future[list[Spoken]]":
    new = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed="new")
    new.begin()
    return seats.store_beginning(store, record, new, first_places(new.seats, "ann"), TableTerms("x", begun=2.0), ())


def rematch(store: Store, record: Record, match: Match) -> "Future[list[Spoken]]":
    next_ = creation(replace(record, id="next"), match)
    return seats.write_seating(
        store, record, first_places(match.seats, "ann"), TableTerms("x", next="next"), more=next_
    )


def delete(store: Store, record: Record, match: Match) -> "Future[None]":
    return store.delete(record)


def clock(store: Store, record: Record, match: Match) -> "Future[None]":
    return store.put(lambda db: clocks.write_due(db, record, Due(6e9, 1.0, 2.0)))


def everything(store: Store) -> dict[str, list[object]]:
    tables = schema.columns_by_table()
    return {name: sorted(map(repr, store.read(f"SELECT {', '.join(of)} FROM {name}"))) for name, of in tables.items()}


@pytest.mark.parametrize("write", [move, move_and_results, seat, terms, start, rematch, delete, clock])
def test_whoever_has_not_seen_the_newest_writes_nothing(store: Store, write: Callable[..., "Future[object]"]) -> None:
    record, match = a_table(store, "one")
    behind = store.load(record)
    moved(store, record, match).result(30)
    before = everything(store)
    with pytest.raises(Conflict):
        write(store, record, behind).result(30)
    assert everything(store) == before
    write(store, record.advanced(), match).result(30)
    assert everything(store) != before


def test_of_many_that_are_written_together_only_the_stale_one_fails(store: Store) -> None:
    found = [a_table(store, f"t{number}") for number in range(5)]
    twin = store.load(found[2][0])
    moved(store, *found[2]).result(30)
    gate = threading.Event()
    store.put(lambda db: gate.wait(30))
    late = moved(store, found[2][0], twin)
    others = [moved(store, record, match) for record, match in found if record.id != "t2"]
    gate.set()
    with pytest.raises(Conflict):
        late.result(30)
    for future in others:
        future.result(30)
    for record, match in found:
        kept = store.record(record.id)
        assert kept is not None and kept.rev == record.rev + 1 and kept.is_up_to_date
        assert store.load(kept).log == match.log
        assert store.read("SELECT due, began, grace FROM shared_tables WHERE match = ?", record.id) == [
            (5e9, 12.5, 7.0)
        ]
        assert store.read("SELECT spent FROM entries WHERE match = ? AND spent > 0", record.id) == [(3.5,)]


def test_what_people_say_at_two_processes_has_one_order(reopen: Callable[[], Store]) -> None:
    stores = [reopen(), reopen()]
    a_table(stores[0], "one")

    def talk(number: int) -> list[int]:
        lines = [Spoken(-1, 1.0, number, "Ann", "words", str(n), n) for n in range(1, 16)]
        return [said.seq for line in lines for said in seats.say(stores[number % 2], "one", line).result(30)]

    with ThreadPoolExecutor(3) as pool:
        numbers = [number for said in pool.map(talk, range(3)) for number in said]
    assert sorted(numbers) == list(range(45))
    assert seats.read_chat(stores[0], "one") == seats.read_chat(stores[1], "one")
    assert [said.seq for said in seats.read_chat(stores[0], "one", 40)] == [41, 42, 43, 44]
    again = Spoken(-1, 1.0, 0, "Ann", "words", "7", 7)
    assert seats.say(stores[1], "one", again).result(30) == []  # it comes a second time
    assert len(seats.read_chat(stores[1], "one")) == 45


async def joined(tables: Tables, id_: str, person: str) -> tuple[LiveTable, Socket]:
    table = await tables.open(id_)
    socket = table.join(person, Join())
    await table.greet(socket)
    return table, socket


def any_message(table: LiveTable, socket: Socket, chance: Random) -> ClientMessage:
    """Mostly moves, by whoever must, on what this process shows."""
    match, seat = table.match, socket.seats[0] if socket.seats else 0
    kind = chance.random()
    if kind < 0.1:
        return Rename(seat, f"{'AB'[seat]}{chance.randrange(1000)}")
    if kind < 0.2:
        return Say(chance.choice(["Hello", "Well"]))
    if match is None or kind < 0.3:
        return Ready(True)
    version = len(match.log)
    if kind < 0.35:
        return Undo(seat, version)
    return Play(seat, version, match.actions.text(chance.choice(list(match.state.legal_actions()))))


def test_two_processes_with_random_writes_agree_in_the_end(reopen: Callable[[], Store]) -> None:
    stores, thinking = [reopen(), reopen()], Thinking(1)
    tables = [Tables(store, thinking) for store in stores]

    async def case() -> None:
        wish = NewTable("_blank", [NewSeat("Ann"), NewSeat("Friend", open=True)], pace=Pace("live", 10, "nothing"))
        id_ = await create_table(tables[0], "ann", wish)
        (first, ann), (second, ben) = await joined(tables[0], id_, "ann"), await joined(tables[1], id_, "ben")
        assert second.lobby is not None
        async with second.lock:
            await take_seat(second.lobby, "ben", TakeSeat(second.lobby.terms.invitation, "Ben"))

        async def play(table: LiveTable, socket: Socket, seed: int) -> None:
            chance = Random(seed)
            for _ in range(5000):
                if table.size > 60:
                    return
                if chance.random() < 0.5:  # a hint that there is something new may come late
                    async with table.lock:
                        await catch_up(table)
                await table.handle(socket, any_message(table, socket, chance))
                socket.letters.clear()

        await asyncio.gather(play(first, ann, 1), play(second, ben, 2))
        for table in (first, second):
            async with table.lock:
                await refresh(table)
        assert first.match is not None and second.match is not None and first.lobby and second.lobby
        assert len(first.match.log) > 30
        assert first.match.log == second.match.log and first.record.rev == second.record.rev
        assert (first.places, first.lobby.terms) == (second.places, second.lobby.terms)
        assert first.lobby.chat == second.lobby.chat == seats.read_chat(stores[0], id_)
        assert first.timer and second.timer
        assert [round(used, 1) for used in first.timer.used] == [round(used, 1) for used in second.timer.used]
        for store in stores:
            kept = store.record(id_)
            assert kept is not None and store.load(kept).log == first.match.log and kept.is_up_to_date

    asyncio.run(case())
    thinking.close()


def test_a_database_from_before_the_fence_opens_and_plays_on(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "SCHEMA", 2)
    engine = open_engine(tmp_path, database)
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed="old")
    match.begin()
    record = replace(record_of("old", "ann", match), rev=3)
    columns = COLUMNS_OF_MATCH.replace("rev", "seating").split(", ")

    def fill(db: Db) -> None:
        component_sets.store_components(db, match.components)
        db.execute(insert("matches", columns), msgspec.structs.astuple(record)[:-1])
        write_entries(db, "old", 0, match.log, 1.0)
        seats.write_places(db, "old", first_places(match.seats, "ann"), True)
        db.execute("ALTER TABLE rooms RENAME TO shared_tables")  # as the code of today knows it
        db.execute("ALTER TABLE shared_tables ADD COLUMN code TEXT")
        seats.write_terms(db, "old", TableTerms("come", begun=1.0, pace=Pace("live", 10, "nothing")))
        db.execute("ALTER TABLE shared_tables DROP COLUMN code")
        db.execute("ALTER TABLE shared_tables RENAME TO rooms")
        row = ("old", 4, 1.0, "Ann", "words", "Hello")
        db.execute(insert("chat", ("match", "seq", "at", "name", "kind", "words")), row)

    engine.put(fill).result(30)
    engine.close()
    monkeypatch.undo()
    store = Store(open_engine(tmp_path, database))
    kept = store.record("old")
    assert kept is not None and kept.rev == 3
    again = store.load(kept)
    moved(store, kept, again).result(30)
    after = store.record("old")
    assert after is not None and after.rev == 4 and store.load(after).log == again.log
    [said] = seats.say(store, "old", Spoken(-1, 2.0, 0, "Ann", "words", "Here I am")).result(30)
    assert said.seq == 5
    store.close()
