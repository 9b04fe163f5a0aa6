"""Many tables, many watchers, many open games: the work for each stays small."""

import asyncio
import gc
import json
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.match import Match
from skerry.server.bots.thinking import Thinking
from skerry.server.people import home_lists
from skerry.server.protocol.calls import NewTable
from skerry.server.protocol.messages import Join
from skerry.server.store.store import Store
from skerry.server.tables import lobby_view, registry
from skerry.server.tables.making import create_table
from skerry.server.tables.registry import Tables
from tests.server.browser import Guest, Running
from tests.server.test_friends import gathered

Visit = Callable[[Running], Guest]
WISH = {"game": "_blank", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
DIGITS = "9" * 4_299


# ---- what is in memory


def wish(**more: Any) -> NewTable:
    return msgspec.convert(WISH | more, NewTable)


def with_tables(folder: Path, work: Callable[[Tables], Any]) -> Any:
    async def run() -> Any:
        store = Store(folder / "matches.sqlite3")
        try:
            return await work(Tables(store, Thinking(1.0)))
        finally:
            store.close()

    with ThreadPoolExecutor(1) as thread:  # a test of the page may have left its loop running in this one
        return thread.submit(asyncio.run, run()).result()


def test_when_memory_is_full_only_the_table_that_was_left_longest_ago_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE", 3)

    async def work(all_: Tables) -> None:
        a, b, c, d, e, f = [await create_table(all_, "ann", wish()) for _ in range(6)]
        await all_.open(a)
        here = all_.live[a].join("ann", Join())  # somebody is there, so it is none of the three
        for id_ in (b, c, d, b):
            await all_.open(id_)
        await all_.open(e)
        assert set(all_.live) == {a, b, d, e}
        all_.live[a].leave(here)
        await all_.open(f)
        assert set(all_.live) == {a, e, f}

    with_tables(tmp_path, work)


def test_very_long_games_leave_memory_sooner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "MAX_ENTRIES_HELD", 3)

    async def work(all_: Tables) -> None:
        ids = [await create_table(all_, "ann", wish()) for _ in range(4)]
        for id_ in ids[:3]:
            table = await all_.open(id_)
            async with table.lock:
                assert (await table.current()).log
        assert len(all_.live) <= 2
        await all_.open(ids[3])
        assert ids[0] not in all_.live and ids[3] in all_.live

    with_tables(tmp_path, work)


def test_a_table_opened_and_put_away_a_thousand_times_leaves_no_match_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE", 1)
    left: list[weakref.ref[Match]] = []

    async def work(all_: Tables) -> None:
        ids = [await create_table(all_, "ann", wish()) for _ in range(2)]
        gc.collect()
        gc.disable()  # what the collector would have to find counts as left
        for number in range(1_000):
            table = await all_.open(ids[number % 2])
            async with table.lock:
                left.append(weakref.ref(await table.current()))
        assert len(all_.live) == 1

    try:
        with_tables(tmp_path, work)
    finally:
        gc.enable()
    assert sum(match() is not None for match in left) <= 2


# ---- around a table


def test_every_screen_sees_itself_and_who_is_there(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann, ben, cay = visit(server), visit(server), visit(server)
    table, (host, friend) = gathered(ann, ben)
    watcher = cay.gather(table)
    second = ben.gather(table)
    for screen in (host, friend, watcher, second):
        screen.until_friends(lambda friends: friends["watchers"] == 1)
    assert [seat["mine"] for seat in host.friends["seats"]] == [True, False]
    assert [seat["mine"] for seat in friend.friends["seats"]] == [False, True]
    assert [seat["mine"] for seat in watcher.friends["seats"]] == [False, False]
    assert host.friends["hosting"] and host.friends["invitation"]
    assert not friend.friends["hosting"] and not watcher.friends["invitation"]
    friend.send(type="away", away=True)
    second.send(type="away", away=True)  # only now all screens of Ben's are away
    host.until_friends(lambda friends: friends["seats"][1]["presence"] == "away")
    second.send(type="away", away=False)
    host.until_friends(lambda friends: friends["seats"][1]["presence"] == "here")


def test_who_is_there_is_worked_out_once_for_all_who_watch(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    server = run()
    ann, ben, cay = visit(server), visit(server), visit(server)
    table, (host, _) = gathered(ann, ben)
    crowd = [cay.gather(table) for _ in range(20)]
    crowd[-1].until_friends(lambda friends: friends["watchers"] == 20)
    looked: list[object] = []
    monkeypatch.setattr(
        lobby_view, "common_message", lambda room, make=lobby_view.common_message: looked.append(room) or make(room)
    )
    host.send(type="away", away=True)
    for screen in crowd:
        screen.until_friends(lambda friends: friends["seats"][0]["presence"] == "away")
    assert len(looked) == 1


# ---- the home page


def test_the_home_page_asks_the_store_a_handful_of_questions(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    server = run()
    for _ in range(12):
        host = visit(server)
        for _ in range(2):
            host.start("Ann open", listed=True)
    ann = visit(server)
    for _ in range(5):
        ann.start("Ann Ben")
    asked: list[str] = []
    read = Store.read

    def count(store: Store, query: str, *values: object) -> Any:
        asked.append(query)
        return read(store, query, *values)

    monkeypatch.setattr(Store, "read", count)
    home = ann.home()
    assert len(home["open"]) == home_lists.PER_HOST * 10 and len(home["tables"]) == 5
    assert len(asked) <= 15, asked


def test_open_tables_say_who_sits_there(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot open", listed=True, pace={"kind": "slow", "amount": 3, "late": "nothing"})
    shown = next(one for one in ben.home()["open"] if one["id"] == table)
    assert shown["host"] == "Ann" and shown["players"] == ["Ann", "Robin"] and shown["free"] == 1
    assert shown["pace"] == {"kind": "slow", "amount": 3, "late": "nothing", "increment": 0}
    assert table not in [one["id"] for one in ann.home()["open"]]


# ---- numbers


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (
            "/api/tables",
            json.dumps(WISH)[:-1] + f', "pace": {{"kind": "none", "amount": {DIGITS}, "late": "nothing"}}}}',
        ),
        ("/api/tables/x/seat", f'{{"invitation": "", "name": "Ann", "seat": {DIGITS}}}'),
        ("/api/matches", f'{{"skerry": {DIGITS}}}'),
    ],
)
def test_endless_numbers_are_not_read(ann: Guest, path: str, body: str) -> None:
    answer = ann.http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and DIGITS[:100] not in answer.text


@pytest.mark.parametrize("kind", ["play", "look", "rename", "seating"])
def test_endless_numbers_are_not_heeded(ann: Guest, kind: str) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    number = "9" * 1_500
    more = {
        "play": '"version": 1, "text": "x"',
        "look": '"move": 0',
        "rename": '"name": "Bo"',
        "seating": '"bot": null',
    }
    seat.socket.send(f'{{"type": "{kind}", "seat": {number}, {more[kind]}}}')
    assert number[:100] not in json.dumps(seat.problem())
