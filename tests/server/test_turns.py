"""Whose bot thinks next: one person cannot stop everybody's bots."""

import asyncio
import time
from collections.abc import Iterable

import pytest

from skerry.server.bots import fair_queue
from skerry.server.bots.fair_queue import Errand, Turns
from tests.loop import finished


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(fair_queue, "time", clock)
    return clock


def order(clock: Clock, errands: Iterable[Errand], seconds: float = 2.0, processes: int = 1) -> list[Errand]:
    """In which order they are thought about, each for so long, if all have been asked for at once."""
    found: list[Errand] = []

    async def think(hands_out: Turns[int], errand: Errand) -> None:
        process = await hands_out.take(errand)
        assert process is not None
        found.append(errand)
        await asyncio.sleep(0)
        clock.now += seconds
        hands_out.give_back(errand, process)

    async def run() -> None:
        hands_out = Turns(list(range(processes)))
        await asyncio.gather(*(think(hands_out, errand) for errand in errands))

    finished(run())
    return found


def test_one_person_with_twenty_tables_holds_nobody_up_for_longer_than_a_thought(clock: Clock) -> None:
    greedy = [Errand("Ann", f"table {number}") for number in range(20)]
    ben = Errand("Ben", "his")
    assert order(clock, [*greedy, ben]).index(ben) == 1


def test_the_tables_of_one_person_take_turns(clock: Clock) -> None:
    tables = ["a"] * 3 + ["b"] * 3
    found = order(clock, [Errand("Ann", table) for table in tables])
    assert [errand.table for errand in found] == ["a", "b", "a", "b", "a", "b"]


def test_nobody_waits_for_ever_however_many_new_people_come(clock: Clock) -> None:
    """A stream of people who have never used anything passes somebody who has, but not without end."""

    async def run() -> int:
        hands_out = Turns([1])
        first = Errand("Ann", "hers")
        assert await hands_out.take(first)
        clock.now += 5
        hands_out.give_back(first, 1)
        running = Errand("guest 0", "g")
        await hands_out.take(running)
        ann = asyncio.create_task(hands_out.take(Errand("Ann", "hers")))
        for number in range(1, 100):
            following = Errand(f"guest {number}", "g")
            waiting = asyncio.create_task(hands_out.take(following))
            await asyncio.sleep(0)
            clock.now += 2
            hands_out.give_back(running, 1)
            await asyncio.sleep(0)
            if ann.done():
                waiting.cancel()
                return number
            assert waiting.done()
            running = following
        return 100

    assert finished(run()) < 20


def test_a_hint_is_given_up_when_its_time_is_over_and_the_time_counts_from_the_request() -> None:
    async def run() -> None:
        hands_out = Turns([1])
        move = Errand("Ann", "hers")
        await hands_out.take(move)
        assert await hands_out.take(Errand("Ben", "his", deadline=0.01, is_hint=True)) is None
        assert not hands_out.waiting
        hands_out.give_back(move, 1)
        assert hands_out.free == [1]

    finished(run())


def test_what_nobody_wants_any_more_takes_no_process() -> None:
    async def run() -> None:
        hands_out = Turns([1])
        move = Errand("Ann", "hers")
        await hands_out.take(move)
        is_watched = True
        waiting = asyncio.create_task(hands_out.take(Errand("Ben", "bots", is_wanted=lambda: is_watched)))
        await asyncio.sleep(0)
        is_watched = False
        hands_out.give_back(move, 1)
        assert await waiting is None
        assert hands_out.free == [1]

    finished(run())


def test_who_gives_up_waiting_takes_no_process_along() -> None:
    async def run() -> None:
        hands_out = Turns([1])
        move = Errand("Ann", "hers")
        await hands_out.take(move)
        waiting = asyncio.create_task(hands_out.take(Errand("Ben", "his")))
        await asyncio.sleep(0)
        hands_out.give_back(move, 1)  # and in the same moment
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert hands_out.free == [1] and not hands_out.running

    finished(run())


async def wait_as_of_3_12(waited: "asyncio.Future[int]", seconds: float) -> int:
    """From Python 3.12 on, asyncio.wait_for is no more than this: a result that comes with the timeout is lost."""
    async with asyncio.timeout(seconds):
        return await waited


@pytest.mark.parametrize("granted_first", [True, False])
def test_a_process_that_is_granted_as_the_time_runs_out_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, granted_first: bool
) -> None:
    monkeypatch.setattr(asyncio, "wait_for", wait_as_of_3_12)

    async def run() -> None:
        hands_out, loop = Turns([1]), asyncio.get_running_loop()
        other = Errand("Ann", "hers")
        await hands_out.take(other)
        hint = Errand("Ben", "his", deadline=0.02, is_hint=True)
        waiting = asyncio.create_task(hands_out.take(hint))
        await asyncio.sleep(0)
        loop.call_later(0.01 if granted_first else 0.03, hands_out.give_back, other, 1)
        time.sleep(0.05)  # so that both happen in one turn of the loop
        if (process := await waiting) is not None:
            hands_out.give_back(hint, process)
        assert hands_out.free == [1] and not hands_out.running and not hands_out.waiting

    finished(run())


@pytest.mark.parametrize("is_hint", [True, False])
@pytest.mark.parametrize("granted_first", [True, False])
def test_whoever_is_sent_away_in_that_moment_takes_no_process_along(
    monkeypatch: pytest.MonkeyPatch, is_hint: bool, granted_first: bool
) -> None:
    monkeypatch.setattr(asyncio, "wait_for", wait_as_of_3_12)

    async def run() -> None:
        hands_out = Turns([1])
        other = Errand("Ann", "hers")
        await hands_out.take(other)
        waiting = asyncio.create_task(hands_out.take(Errand("Ben", "his", is_hint=is_hint)))
        await asyncio.sleep(0)
        if granted_first:
            hands_out.give_back(other, 1)
            waiting.cancel()
        else:
            waiting.cancel()
            hands_out.give_back(other, 1)
        await asyncio.gather(waiting, return_exceptions=True)
        assert hands_out.free == [1] and not hands_out.running and not hands_out.waiting

    finished(run())
