"""The processes in which bots think: they start, change over and fail without anybody noticing at the table."""

import asyncio
import time
from pathlib import Path

import pytest

from skerry.bots import Observer
from skerry.match import Match, SeatPlan
from skerry.server import thinking
from skerry.server.thinking import Thinking


def observer() -> Observer:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Robin", "novice")], seed="1")
    match.begin()
    assert match.to_move is not None
    return Observer(match.game, match.state, match.to_move)


def start_slowly() -> None:
    time.sleep(3.5)


def process_of(mind: Thinking) -> int | None:
    executor = mind.pools[0].executor
    return next(iter(executor._processes), None) if executor is not None else None


def test_a_slow_start_is_not_taken_for_a_slow_thought(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "warm_up", start_slowly)
    mind = Thinking(deadline=3.0, processes=1)
    try:
        assert asyncio.run(mind.choose("novice", observer())) in observer().legal
    finally:
        mind.close()
    assert "a random move" not in caplog.text


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
        before, after = asyncio.run(play())
    finally:
        mind.close()
    assert before and after and before != after
    assert mind.compiled


def test_a_bot_that_is_thinking_ends_its_thought_first(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mind = Thinking(deadline=10, processes=1)

    async def play() -> tuple[int | None, int | None]:
        await mind.choose("novice", observer())
        before = process_of(mind)
        thought = asyncio.create_task(mind.choose("expert", observer()))
        while not mind.pools[0].busy:
            await asyncio.sleep(0)
        await mind.wait_for(tmp_path)
        assert process_of(mind) == before
        assert await thought in observer().legal
        await mind.choose("novice", observer())
        return before, process_of(mind)

    try:
        before, after = asyncio.run(play())
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
