"""A server takes care of garbage in its own time, loses none of it, and leaves the interpreter as it was."""

import asyncio
import gc
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from skerry.match import Match, SeatPlan
from skerry.server.runtime import garbage as garbage_module
from skerry.server.runtime.garbage import Garbage
from tests.server.browser import PATIENCE, Guest, Running

Visit = Callable[[Running], Guest]


class Knot:
    """Garbage that only the collector can find."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def disabled() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def test_the_interpreter_is_left_as_it_was(run: Callable[..., Running], visit: Visit) -> None:
    before = gc.isenabled(), gc.get_freeze_count(), gc.get_threshold(), sys.getswitchinterval()
    first, second = run(), None
    visit(first)
    assert not gc.isenabled()
    second = run(data=first.data.parent / "other")
    visit(second)
    first.stop()
    assert not gc.isenabled()
    second.stop()
    assert (gc.isenabled(), gc.get_freeze_count(), gc.get_threshold(), sys.getswitchinterval()) == before


def test_garbage_is_found_while_a_server_runs(run: Callable[..., Running], visit: Visit) -> None:
    visit(run())
    knots = [Knot() for _ in range(1_000)]
    left = [weakref.ref(knot) for knot in knots]
    del knots
    until = time.monotonic() + PATIENCE
    while any(knot() for knot in left) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(knot() for knot in left)


@pytest.mark.usefixtures("disabled")
def test_if_our_own_search_fails_the_interpreter_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Garbage, "look", lambda self, is_quiet: 1 / 0)
    asyncio.run(Garbage().tidy())
    assert gc.isenabled()


@pytest.mark.usefixtures("disabled")
def test_old_garbage_goes_when_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_module, "WORTH", 500)
    gc.collect()
    garbage, knots = Garbage(), [Knot() for _ in range(1_000)]
    garbage.all = 0
    left = weakref.ref(knots[0])
    garbage.look(False)
    del knots
    for _ in range(garbage_module.CALM - 1):
        garbage.look(True)
        assert left() is not None  # it has outlived a look, and somebody may be about to move
    garbage.look(True)
    assert left() is None


@pytest.mark.usefixtures("disabled")
def test_old_garbage_goes_however_busy_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory stays bounded: a table is made, lives past a look and becomes garbage, a thousand times."""
    for name, value in {"PORTION": 1, "MEMORY_BLOCKS": -(10**9), "MAX_GROWTH": 3_000}.items():
        monkeypatch.setattr(garbage_module, name, value)
    gc.collect()
    garbage, left = Garbage(), []
    for _ in range(1_000):
        knots = [Knot() for _ in range(10)]
        left.append(weakref.ref(knots[0]))
        garbage.look(False)
        del knots
    assert sum(knot() is not None for knot in left) < 400


@pytest.mark.usefixtures("disabled")
@pytest.mark.parametrize(("act", "times"), [(partial(Garbage.look, is_quiet=False), 5_000), (Garbage.count, 100)])
def test_no_look_spoils_a_tuple_that_another_thread_is_making(act: Callable[[Garbage], None], times: int) -> None:
    """CPython cannot finish a tuple that somebody else holds, and says so with a SystemError."""
    done, problems = threading.Event(), []

    def make() -> None:
        while not done.is_set():
            try:
                tuple(number for number in range(2_000))
            except SystemError as error:
                problems.append(error)

    interval, maker, garbage = sys.getswitchinterval(), threading.Thread(target=make), Garbage()
    sys.setswitchinterval(garbage_module.GIVE_WAY / 10)
    maker.start()
    try:
        for _ in range(times):
            act(garbage)
    finally:
        done.set()
        maker.join()
        sys.setswitchinterval(interval)
    assert problems == []


def test_a_long_match_leaves_the_collector_next_to_nothing_to_look_through() -> None:
    rng = Random(3)
    match = Match("tungaru", [SeatPlan("Ann"), SeatPlan("Ben")])
    match.begin()

    def go_on() -> int:
        for _ in range(80):
            match.play(match.to_move or 0, match.actions.text(rng.choice(list(match.state.legal_actions()))))
        gc.collect()
        return len(gc.get_objects())

    first = go_on()
    length = len(match.log)
    assert go_on() - first < 0.8 * (len(match.log) - length)
