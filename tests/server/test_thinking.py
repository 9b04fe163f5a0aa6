"""The processes in which bots think: they start, change over and fail without anybody noticing at the table."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from skerry.bots import Observer
from skerry.match import Match, SeatPlan
from skerry.server.bots import thinking
from skerry.server.bots.fair_queue import Errand
from skerry.server.bots.kept_bots import Position
from skerry.server.bots.thinking import Thinking
from tests.loop import finished

pytestmark = pytest.mark.both


def observer() -> Observer:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Robin", "novice")], seed="1")
    match.begin()
    assert match.to_move is not None
    return Observer(match.game, match.state, match.to_move)


def start_slowly() -> None:
    time.sleep(3.5)


def process_of(mind: Thinking) -> int | None:
    worker = mind.pools[0].runners[0].worker
    return worker.process.pid if worker is not None else None


def test_a_slow_start_is_not_taken_for_a_slow_thought(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "warm_up", start_slowly)
    mind = Thinking(deadline=3.0, processes=1)
    try:
        chosen = finished(mind.choose("novice", observer()))
    finally:
        mind.close()
    assert chosen is not None and chosen.action in observer().legal and chosen.trouble == ""
    assert caplog.text == ""


def test_when_the_compiled_package_is_there_idle_bots_start_anew(tmp_path: Path) -> None:
    mind = Thinking(deadline=10, processes=1)

    async def play() -> tuple[int | None, int | None]:
        await mind.choose("novice", observer())
        before = process_of(mind)
        waiting = asyncio.create_task(mind.wait_for(tmp_path / "package"))
        (tmp_path / "package").mkdir()
        await waiting
        await mind.choose("novice", observer())
        return before, process_of(mind)

    try:
        before, after = finished(play())
    finally:
        mind.close()
    assert before and after and before != after
    assert mind.compiled


def test_a_bot_that_is_thinking_ends_its_thought_first(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mind = Thinking(deadline=60, processes=1)

    async def play() -> tuple[int | None, int | None]:
        await mind.choose("novice", observer())
        before = process_of(mind)
        thought = asyncio.create_task(mind.choose("expert", observer()))
        while not mind.turns.running:
            await asyncio.sleep(0)
        await mind.wait_for(tmp_path)
        assert process_of(mind) == before
        chosen = await thought
        assert chosen is not None and chosen.action in observer().legal
        await mind.choose("novice", observer())
        return before, process_of(mind)

    try:
        before, after = finished(play())
    finally:
        mind.close()
    assert before != after
    assert caplog.text == ""


def test_the_table_says_when_bots_look_less_far_ahead() -> None:
    mind = Thinking(deadline=10, processes=1)
    mind.compiled = False
    assert mind.hurries(Match("_blank", [SeatPlan("Ann"), SeatPlan("Robin", "hard")]))
    assert not mind.hurries(Match("_blank", [SeatPlan("Ann"), SeatPlan("Robin", "random")]))
    assert not mind.hurries(Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")]))
    mind.compiled = True
    assert not mind.hurries(Match("_blank", [SeatPlan("Ann"), SeatPlan("Robin", "hard")]))


def never(bot: str, observer: Observer, position: Position | None = None) -> int:
    if bot != "easy":
        time.sleep(60)
    return observer.legal[0]


def give_no_hint(observer: Observer, before: object) -> None:
    time.sleep(60)


def die(bot: str, observer: Observer, position: Position | None = None) -> int:
    if bot != "easy":
        os._exit(1)
    return observer.legal[0]


def cheat(bot: str, observer: Observer, position: Position | None = None) -> int:
    return observer.legal[0] if bot == "easy" else 10**6


@pytest.mark.parametrize(
    ("job", "deadline", "trouble"),
    [(never, 1, thinking.TOOK_TOO_LONG), (die, 60, thinking.DIED), (cheat, 60, thinking.FAILED)],
)
def test_where_a_bot_is_stuck_the_easy_one_decides_and_it_is_told(
    monkeypatch: pytest.MonkeyPatch, job: Callable[..., int], deadline: float, trouble: str
) -> None:
    monkeypatch.setattr(thinking, "choose", job)
    mind = Thinking(deadline, processes=1)
    try:
        chosen = finished(mind.choose("hard", observer()))
    finally:
        mind.close()
    assert chosen is not None
    assert (chosen.action, chosen.trouble) == (observer().legal[0], trouble)


def test_a_move_that_has_waited_too_long_is_decided_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "choose", never)
    mind = Thinking(deadline=1.0, processes=1)
    try:
        chosen = finished(mind.choose("hard", observer(), Errand("Ann", "hers", deadline=-1)))
    finally:
        mind.close()
    assert chosen is not None and chosen.trouble == thinking.BUSY


def test_many_who_ask_for_hints_hold_no_move_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advise", give_no_hint)
    mind = Thinking(deadline=60, processes=1)

    async def play() -> None:
        hints = [asyncio.create_task(mind.advise(observer())) for _ in range(10)]
        chosen = await mind.choose("novice", observer())
        assert chosen is not None and chosen.trouble == ""
        assert not any(hint.done() for hint in hints)
        for hint in hints:
            hint.cancel()
        await asyncio.gather(*hints, return_exceptions=True)

    try:
        finished(play())
    finally:
        mind.close()
