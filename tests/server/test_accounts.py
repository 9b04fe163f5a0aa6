"""Accounts: passwords that are hard to guess, names nobody is taken for, sessions that end when they should."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from skerry.server.errors import Denied
from skerry.server.people.cookie import new_session
from skerry.server.people.sessions import People, Session
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running

Visit = Callable[[Running], Guest]
GOOD = "four salty seals"

pytestmark = pytest.mark.usefixtures("accounts")


@pytest.fixture
def accounts() -> None:
    pytest.importorskip("argon2")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "matches.sqlite3")
    yield store
    store.close()


def call(guest: Guest, what: str, name: str = "Wren", password: str = GOOD, **more: Any) -> httpx.Response:
    return guest.http.post(f"/api/me/{what}", json={"name": name, "password": password} | more)


def tables(guest: Guest) -> list[str]:
    return [info["id"] for info in guest.home()["tables"]]


# ---- passwords

WEAK = [
    "12345678",
    "123456789",
    "87654321",
    "password",
    "Password1",
    "p@ssw0rd",
    "qwertyui",
    "asdfghjkl",
    "aaaaaaaa",
    "abababab",
    "abcdefgh",
    "iloveyou",
    "letmein1",
    "password123!",
    "11112222",
    "wrenwren",
    "wren2024",
]


@pytest.mark.parametrize("password", WEAK)
def test_a_password_that_everybody_tries_first_is_refused(
    run: Callable[..., Running], visit: Visit, password: str
) -> None:
    answer = call(visit(run()), "account", password=password)
    assert answer.status_code == 403 and "guess" in answer.json()["words"]


@pytest.mark.parametrize("password", ["four salty seals", "tr0ub4dor&3", "ламинария-17", "mzqx vbnk", "8f3kq0zp"])
def test_any_other_password_of_eight_letters_will_do(run: Callable[..., Running], visit: Visit, password: str) -> None:
    assert call(visit(run()), "account", password=password).status_code == 200


def test_whoever_has_a_session_alone_changes_no_password(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann = visit(server)
    assert call(ann, "account").status_code == 200
    for old in ({}, {"old": ""}, {"old": "four salty eels"}):
        assert call(ann, "account", password="another good one", **old).status_code == 403
    assert call(visit(server), "sign-in").status_code == 200
    assert call(ann, "account", password="another good one", old=GOOD).status_code == 200
    assert call(ann, "sign-in").status_code == 403
    assert call(ann, "sign-in", password="another good one").status_code == 200
    assert ann.home()["me"]["browsers"] == 1  # the same one, and not once more
    assert call(visit(server), "sign-in", password="another good one").status_code == 200


def test_a_new_password_ends_all_other_sessions_and_copies_of_this_one(
    run: Callable[..., Running], visit: Visit
) -> None:
    server = run()
    ann, elsewhere, thief = visit(server), visit(server), visit(server)
    table = ann.start()
    assert call(ann, "account").status_code == 200
    assert call(elsewhere, "sign-in").status_code == 200
    thief.http.cookies.update(ann.http.cookies)
    assert tables(elsewhere) == tables(thief) == [table]
    assert call(ann, "account", password="another good one", old=GOOD).status_code == 200
    assert tables(elsewhere) == tables(thief) == []
    assert tables(ann) == [table]
    assert ann.home()["me"]["browsers"] == 1


# ---- guessing


def test_a_stranger_locks_nobody_out(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    owner = visit(server)
    table = owner.start()
    assert call(owner, "account").status_code == 200
    assert owner.http.post("/api/me/sign-out", json={}).status_code == 204
    stranger = visit(server)
    codes = [call(stranger, "sign-in", password=f"guess number {n}").status_code for n in range(30)]
    assert codes[0] == 403 and codes[-1] == 429
    assert call(owner, "sign-in").status_code == 200  # from the same address, too: the browser is known
    assert tables(owner) == [table]


def test_a_known_browser_does_not_guess_without_end_either(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    owner, other = visit(server), visit(server)
    assert call(owner, "account").status_code == 200
    assert call(other, "account", name="Skua").status_code == 200
    codes = [call(owner, "sign-in", password=f"guess number {n}").status_code for n in range(12)]
    assert codes[0] == 403 and codes[-1] == 429
    codes = [call(owner, "sign-in", name="skua", password=f"guess at it {n}").status_code for n in range(15)]
    assert codes[-1] == 429  # known to one account is a stranger to the others


# ---- names


@pytest.mark.parametrize(
    "name", ["Аlice", "alicе", "ＡLICE", "a1ice", "Alice\u200d", "alıce", "al\u034fice", "al\U000e0100ice"]
)
def test_no_account_looks_like_another(run: Callable[..., Running], visit: Visit, name: str) -> None:
    server = run()
    assert call(visit(server), "account", name="Alice").status_code == 200
    assert call(visit(server), "account", name=name).status_code == 403


@pytest.mark.parametrize("name", ["Mаrk", "Ωmega", "раypal", "tеst"])
def test_a_name_is_in_one_script(run: Callable[..., Running], visit: Visit, name: str) -> None:
    answer = call(visit(run()), "account", name=name)
    assert answer.status_code == 403 and "alphabet" in answer.json()["words"]


@pytest.mark.parametrize("name", ["Søren 2", "Анна", "Ωμέγα", "さくら子", "שרה", "김철수", "Zoë-Mae", "O’Neil"])
def test_names_of_any_script_are_good(run: Callable[..., Running], visit: Visit, name: str) -> None:
    server = run()
    assert call(visit(server), "account", name=name).status_code == 200
    assert call(visit(server), "sign-in", name=name).status_code == 200


def test_an_account_from_before_there_were_such_rules_stays_as_it_is(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann, ben = visit(server), visit(server)
    assert call(ann, "account", name="Alice").status_code == 200
    assert call(ben, "account", name="Ben").status_code == 200
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("UPDATE people SET account = 'аlice', skeleton = 'alice' WHERE account = 'ben'")  # Cyrillic
    changed = call(ben, "account", name="аlice", password="another good one", old=GOOD)
    assert changed.status_code == 200, changed.text
    assert call(visit(server), "sign-in", name="аlice", password="another good one").status_code == 200


def test_of_two_who_ask_for_look_alike_names_at_once_one_gets_it(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    names = ["Coco", "Сосо"]  # the second one is all Cyrillic
    guests = [visit(server) for _ in names]
    codes: list[int] = []
    asking = [
        threading.Thread(target=lambda g=g, n=n: codes.append(call(g, "account", name=n).status_code))
        for g, n in zip(guests, names, strict=True)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert sorted(codes) == [200, 403]


# ---- sessions that ended stay ended


def test_a_request_under_way_revives_no_session(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case(everywhere: bool) -> str | None:
        people, session = People(store), new_session()
        await people.store_session(session, session, "Ann")
        late: list[asyncio.Task[None]] = []
        put = store.put

        def and_keep(work: Any) -> Any:
            writing = put(work)  # it ends the session; a moment later another request is done
            if not late:
                late.append(asyncio.ensure_future(people.store_session(session, session, "Ann")))
            return writing

        monkeypatch.setattr(store, "put", and_keep)
        await people.end(session, session, everywhere)
        monkeypatch.setattr(store, "put", put)
        assert isinstance((await asyncio.gather(*late, return_exceptions=True))[0], Denied)
        return await people.of(session)

    assert asyncio.run(case(True)) is None
    assert asyncio.run(case(False)) is None


@pytest.mark.parametrize("owner", ["sign out everywhere", "a password"])
@pytest.mark.parametrize("thief", ["sign out others", "a link", "a password"])
def test_whoever_is_being_signed_out_does_not_slip_back_in(
    store: Store, monkeypatch: pytest.MonkeyPatch, owner: str, thief: str
) -> None:
    """The thief's request was let in a moment before the session ended, and is written a moment after."""

    async def case() -> tuple[list[str], int]:
        people, mine, stolen = People(store), new_session(), new_session()
        await people.store_session(mine, mine, "Ann")
        await people.use_pass(await people.new_pass(mine, mine), stolen)
        await people.session(stolen)
        late: list[asyncio.Future[Any]] = []
        put = store.put

        def and_steal(work: Any) -> Any:
            writing = put(work)
            if not late:
                late.append(asyncio.ensure_future(acts[thief](people, stolen, mine)))
            return writing

        hashes = iter(["kept", "stolen"])
        monkeypatch.setattr(people, "hash", lambda password: asyncio.sleep(0, next(hashes)))
        monkeypatch.setattr(store, "put", and_steal)
        await acts[owner](people, mine, mine)
        monkeypatch.setattr(store, "put", put)
        assert isinstance((await asyncio.gather(*late, return_exceptions=True))[0], Denied)
        query = "SELECT proof FROM sessions WHERE person = ? AND expires > 0"
        open_ = [proof for (proof,) in store.read(query, mine)]
        return open_, len(store.read("SELECT 1 FROM passes WHERE person = ?", mine))

    acts: dict[str, Callable[[People, str, str], Any]] = {
        "sign out everywhere": lambda people, session, person: people.end(session, person, True),
        "sign out others": lambda people, session, person: people.end_others(session, person),
        "a password": lambda people, session, person: people.open_account(session, person, "wren", GOOD),
        "a link": lambda people, session, person: people.new_pass(session, person),
    }
    assert asyncio.run(case()) == (["password"] if owner == "a password" else [], 0)


def test_reading_a_session_while_it_ends_revives_it_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> str | None:
        people, session = People(store), new_session()
        await people.store_session(session, session, "Ann")
        await people.end(other := new_session(), other, False)
        people.known.clear()  # as if 10,000 others had come since
        was_read, may_go_on = threading.Event(), threading.Event()
        read = store.read

        def slow(query: str, *values: object) -> Any:
            rows = read(query, *values)
            if "FROM sessions WHERE id" in query and not was_read.is_set():
                was_read.set()
                may_go_on.wait(10)
            return rows

        monkeypatch.setattr(store, "read", slow)
        reading = asyncio.create_task(people.of(session))
        await asyncio.to_thread(was_read.wait, 10)
        people.remember(Session(session, session, time.time() + 1000))
        await people.end(session, session, True)
        may_go_on.set()
        await reading
        return await people.of(session)

    assert asyncio.run(case()) is None


def test_a_guest_who_signed_out_before_anything_was_kept_stays_out(store: Store) -> None:
    async def case() -> None:
        people, session = People(store), new_session()
        await people.end(session, session, False)
        with pytest.raises(Denied):
            await people.store_session(session, session)

    asyncio.run(case())
