"""Which reviews are made and when, whoever asks for how many; and what is kept of them."""

import asyncio
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from skerry.match import Match, SeatPlan
from skerry.server.errors import TooMany
from skerry.server.practice import reviews
from skerry.server.practice.reviews import MADE, Kept, Reviews, Working
from skerry.teacher.pairs import Ending
from skerry.teacher.review.model import Review, Spot
from tests.loop import finished
from tests.server.browser import Guest, Running
from tests.server.test_friends import all_ready, gathered, play_together
from tests.server.test_review import finished as play_one
from tests.server.test_review import reviewed

START = Spot(0, 0, -1, 0, "", [], [], [], [])
FOUND = Kept(MADE, 1, Review(START, [], Ending((), (), ()), [], [], [], [], [], 0, 0))


class Held:
    """Reviews take as long as one likes."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.go_on = threading.Event()

    def work(self, working: Working) -> Kept:
        self.made.append(working.match.seed)
        self.go_on.wait(60)
        return FOUND


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held()
    monkeypatch.setattr(Reviews, "work", held.work)
    yield held
    held.go_on.set()


def ask(made: Reviews, name: str, deep: bool = False, person: str = "", address: str = "") -> None:
    match = Match("_blank", [SeatPlan("Ann")], seed=name)
    made.ask(name, match, deep, person or f"who played {name}", address or f"where {name} was played")


async def all_done(made: Reviews, held: Held) -> None:
    held.go_on.set()
    while made.working:
        await asyncio.sleep(0.01)
    await made.close()


def test_quick_reviews_are_made_before_deep_ones(tmp_path: Path, held: Held) -> None:
    async def run() -> None:
        made = Reviews(tmp_path)
        ask(made, "a quick one")
        while not held.made:
            await asyncio.sleep(0.01)
        for name in ("deep 1", "quick 1", "deep 2", "quick 2"):
            ask(made, name, deep=name.startswith("deep"))
        await all_done(made, held)

    finished(run())
    assert held.made == ["a quick one", "quick 1", "quick 2", "deep 1", "deep 2"]


def test_an_address_has_a_few_places_and_the_others_have_theirs(tmp_path: Path, held: Held) -> None:
    async def run() -> None:
        made = Reviews(tmp_path)
        for number in range(reviews.PER_ADDRESS):
            ask(made, f"{number}", address="one")
        with pytest.raises(TooMany, match="a few reviews at a time") as refused:
            ask(made, "one more", address="one")
        assert refused.value.status == 429
        ask(made, "another", address="two")
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
    assert not (server.data / "reviews" / f"{table}.json").exists()


def test_a_review_that_is_done_after_its_game_was_deleted_is_not_kept(tmp_path: Path, held: Held) -> None:
    async def run() -> None:
        made = Reviews(tmp_path)
        ask(made, "gone")
        ask(made, "stays")
        while not held.made:
            await asyncio.sleep(0.01)
        made.forget("gone")
        await all_done(made, held)

    finished(run())
    assert [file.name for file in tmp_path.iterdir()] == ["stays.json"]


def test_the_oldest_reviews_make_room_for_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Reviews(tmp_path)
    for age, name in enumerate(("new", "older", "oldest")):
        made.keep(name, FOUND)
        os.utime(made.file(name), (1e9 - age, 1e9 - age))
    monkeypatch.setattr(reviews, "MOST_BYTES", 3 * made.file("new").stat().st_size)
    made.keep("newest", FOUND)
    assert sorted(file.stem for file in tmp_path.iterdir()) == ["new", "newest", "older"]


def test_who_leaves_a_game_of_friends_leaves_them_its_review(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    play_together(screens)
    review = reviewed(ben, table)["review"]
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert ben.http.get(f"/api/tables/{table}/review").json()["review"]["points"] == review["points"]
