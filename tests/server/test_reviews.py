"""Which reviews are made and when, whoever asks for how many; and what is kept of them."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from skerry.match import Match, SeatPlan
from skerry.server.errors import TooMany
from skerry.server.practice import reviews
from skerry.server.practice.job_runner import JobProgress
from skerry.server.practice.reviews import Reviews, ReviewTask
from skerry.server.store import reviews as stored
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from skerry.teacher.pairs import Ending
from skerry.teacher.review.model import Review, Spot
from tests.loop import finished
from tests.server.browser import Guest, Running
from tests.server.test_friends import all_ready, gathered, play_together
from tests.server.test_review import finished as play_one
from tests.server.test_review import reviewed

START = Spot(0, 0, -1, 0, "", [], [], [], [])
FOUND = Review(START, [], Ending((), (), ()), [], [], [], [], [], 0, 0)


class Held:
    """Reviews take as long as one likes."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.go_on = threading.Event()

    def work(self, match: Match, task: ReviewTask, progress: JobProgress) -> Review:
        self.made.append(match.seed)
        self.go_on.wait(60)
        return FOUND


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr(Reviews, "work", held.work)
    yield held
    held.go_on.set()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "m.sqlite3")
    yield store
    store.close()


def a_match(store: Store, name: str) -> Match:
    match = Match("_blank", [SeatPlan("Ann")], seed=name)
    if store.record(name) is None:
        store.create(record_of(name, "ann", match), match).result()
    return match


def keep(store: Store, name: str) -> None:
    """As it is when its review is done."""
    packed = stored.pack_review(reviews.MADE, 1, time.time(), msgspec.json.encode(FOUND))
    store.put(lambda db: stored.write_review(db, name, packed)).result()


async def ask(made: Reviews, name: str, deep: bool = False, person: str = "", address: str = "") -> None:
    match = a_match(made.store, name)
    await made.ask(name, match, deep, person or f"who played {name}", address or f"where {name} was played")


async def all_done(made: Reviews, held: Held) -> None:
    held.go_on.set()
    while made.store.read("SELECT 1 FROM jobs"):
        await asyncio.sleep(0.01)
    await made.close()


def test_quick_reviews_are_made_before_deep_ones(store: Store, held: Held) -> None:
    async def run() -> None:
        made = Reviews(store)
        await ask(made, "a quick one")
        while not held.made:
            await asyncio.sleep(0.01)
        for name in ("deep 1", "quick 1", "deep 2", "quick 2"):
            await ask(made, name, deep=name.startswith("deep"))
        await all_done(made, held)

    finished(run())
    assert held.made == ["a quick one", "quick 1", "quick 2", "deep 1", "deep 2"]


def test_an_address_has_a_few_places_and_the_others_have_theirs(store: Store, held: Held) -> None:
    async def run() -> None:
        made = Reviews(store)
        for number in range(reviews.MOST_PER_ADDRESS):
            await ask(made, f"{number}", address="one")
        with pytest.raises(TooMany, match="a few reviews at a time") as refused:
            await ask(made, "one more", address="one")
        assert refused.value.status == 429
        await ask(made, "another", address="two")
        await all_done(made, held)

    finished(run())
    assert "another" in held.made and "one more" not in held.made


def test_one_person_has_one_review_made_at_a_time(ann: Guest, ben: Guest, held: Held) -> None:
    first, second, his = play_one(ann), play_one(ann), play_one(ben)
    assert ann.http.post(f"/api/tables/{first}/review", json={"deep": True}).json()["working"]
    refused = ann.http.post(f"/api/tables/{second}/review", json={})
    assert refused.status_code == 429 and "Another review of yours" in refused.json()["words"]
    assert ann.http.post(f"/api/tables/{first}/review", json={}).json()["working"], "the same one is no second one"
    assert ben.http.post(f"/api/tables/{his}/review", json={}).json()["working"]


def test_a_deleted_game_is_not_reviewed_any_more(ann: Guest, ben: Guest, server: Running) -> None:
    table, his = play_one(ann), play_one(ben)
    assert ann.http.post(f"/api/tables/{table}/review", json={"deep": True}).json()["working"]
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert reviewed(ben, his)["review"]
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        kept = {row[0] for row in db.execute("SELECT match FROM reviews")}
    db.close()
    assert his in kept and table not in kept


@pytest.mark.parametrize("is_forgotten", [True, False])
def test_a_review_that_is_done_after_its_game_was_deleted_is_not_kept(
    store: Store, held: Held, is_forgotten: bool
) -> None:
    """Also if the game was deleted by another process."""
    for name in ("gone", "stays"):
        a_match(store, name)

    async def run() -> None:
        made = Reviews(store)
        await ask(made, "gone")
        await ask(made, "stays")
        while not held.made:
            await asyncio.sleep(0.01)
        gone = store.record("gone")
        assert gone is not None
        store.delete(gone).result()
        if is_forgotten:
            await made.forget("gone")
        await all_done(made, held)

    finished(run())
    assert store.read("SELECT match FROM reviews") == [("stays",)]


def test_the_oldest_reviews_make_room_for_new_ones(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate(("new", "older", "oldest", "newest")):
        a_match(store, name)
        if name == "newest":
            ((size,),) = store.read("SELECT size FROM reviews WHERE match = 'new'")
            monkeypatch.setattr(stored, "MOST_BYTES", 3 * size)
        monkeypatch.setattr("time.time", lambda age=age, name=name: 2e9 if name == "newest" else 1e9 - age)
        keep(store, name)
    assert {row[0] for row in store.read("SELECT match FROM reviews")} == {"new", "newest", "older"}


def test_a_damaged_review_is_made_again_and_the_others_are_shown(store: Store, tmp_path: Path) -> None:
    made = Reviews(store)
    for name in ("good", "cut", "other"):
        a_match(store, name)
        keep(store, name)
    with sqlite3.connect(tmp_path / "m.sqlite3") as db:
        db.execute("UPDATE reviews SET packed = substr(packed, 1, 20) WHERE match = 'cut'")
        db.execute("UPDATE reviews SET packed = 'text' WHERE match = 'other'")
    db.close()
    assert made.read("good", 1) == FOUND and made.read("cut", 1) is None and made.read("other", 1) is None
    assert made.read("good", 2) is None, "of another log"
    keep(store, "cut")
    assert made.read("cut", 1) == FOUND


def test_who_leaves_a_game_of_friends_leaves_them_its_review(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    play_together(screens)
    review = reviewed(ben, table)["review"]
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert ben.http.get(f"/api/tables/{table}/review").json()["review"]["points"] == review["points"]
