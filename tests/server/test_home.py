"""The home page asks the database twice, whatever there is to list; docs/decisions/0017 says when it asks once more."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import pytest
from starlette.requests import Request

from skerry.server.store.store import Store
from skerry.server.web.visitors import Visitors
from tests.server.browser import Guest, Running, possible
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


def test_the_home_page_needs_two_queries(
    run: Callable[..., Running], visit: Visit, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = run(database=database)
    ann, ben = visit(server), visit(server)
    alone = ann.start("me bot")
    shared, screens = gathered(ann, ben)
    all_ready(screens)
    ben.start("Ben open", listed=True)
    ann.start("Ann open", listed=True)
    ann.home()
    home, asked = home_and_queries(ann, monkeypatch)
    assert len(asked) == 2, asked
    assert {table["id"] for table in home["tables"]} >= {alone, shared} and len(home["tables"]) == 3
    assert [table["host"] for table in home["open"]] == ["Ben"]
    assert home["me"]["name"] == "Ann"
    listed = {table["id"]: table for table in home["tables"]}
    assert listed[alone]["mine"] and not listed[shared]["mine"]  # it is the friends', too


def home_and_queries(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[str]]:
    """The page, and all that this request has asked the database, in whichever thread."""
    asked: list[str] = []
    is_asking = ContextVar("is_asking", default=False)  # threads get it from the request that waits for them
    check, read = Visitors.check_reads, Store.read

    def check_reads(self: Visitors, request: Request, cost: float = 1) -> None:  # the first thing that is done
        is_asking.set(request.url.path == "/api/home")
        check(self, request, cost)

    def counting(self: Store, query: str, *values: object) -> Any:
        if is_asking.get():
            asked.append(query)
        return read(self, query, *values)

    monkeypatch.setattr(Visitors, "check_reads", check_reads)
    monkeypatch.setattr(Store, "read", counting)
    found = guest.home()
    monkeypatch.undo()
    return found, asked


def test_a_browser_that_the_process_does_not_know_costs_one_query_more(
    run: Callable[..., Running], visit: Visit, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(database=database)
    ann = visit(first)
    ann.start("me bot")
    first.stop()
    second = run(database=database)
    again = visit(second)
    again.http.cookies = ann.http.cookies
    assert [len(home_and_queries(again, monkeypatch)[1]) for _ in range(2)] == [3, 2]


def test_all_guests_that_a_browser_remembers_cost_one_query_more(
    run: Callable[..., Running], visit: Visit, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = run(database=database)
    ann, tablet = visit(server), visit(server)
    ann.start("Ann bot")
    for _ in range(2):  # two guests play on the tablet, and then it becomes Ann's
        tablet.start("Ben bot")
        tablet.start("Ben bot")
        secret = ann.http.post("/api/me/pass").raise_for_status().json()["secret"]
        tablet.http.post("/api/me/move", json={"secret": secret}).raise_for_status()
        tablet.http.post("/api/me/sign-out", json={}).raise_for_status()
    tablet.start("Cleo bot")
    home, asked = home_and_queries(tablet, monkeypatch)
    assert [(one["name"], one["games"]) for one in home["me"]["earlier"]] == [("Ben", 2), ("Ben", 2)]
    assert len(asked) == 3, asked


def test_colours_are_kept_as_wished_and_each_player_has_one(run: Callable[..., Running], visit: Visit) -> None:
    ann = visit(run())
    table = ann.start("me bot", marks=[3, 0])
    assert [row["marks"] for row in ann.home()["tables"] if row["id"] == table] == [[3, 0]]
    for wrong in ([1, 1], [1], [1, 2, 3], [8, 0], ["red", 0]):
        assert ann.ask_for("me bot", marks=wrong).status_code in (400, 422), wrong


def test_a_row_tells_what_a_player_did_last_and_nothing_that_is_hidden(
    run: Callable[..., Running], visit: Visit
) -> None:
    ann = visit(run())
    table = ann.start("me Ben", game="buru")
    seat = ann.sit(table)
    for _ in range(2):  # a region, and what lies there
        move = seat.my_turn()["picture"]["move"]
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update, move=move: update["picture"]["move"] > move)
    (row,) = ann.home()["tables"]
    assert row["last"].startswith(("me ", "Ben "))
    assert "Power" not in row["last"], "it lies face down"
