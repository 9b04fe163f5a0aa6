"""Worker processes: they end with their parent, are replaced when they die, and can be stopped at any time."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

import skerry
from skerry.workers import InlinePool, Pool, WorkerDied, processor_clock
from tests.loop import finished

pytestmark = pytest.mark.once

ENV = {**os.environ, "PYTHONPATH": str(Path(skerry.__file__).parents[1])}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Neither a process nor a thread, whatever a test does."""
    processes, threads = set(multiprocessing.active_children()), set(threading.enumerate())
    yield
    assert set(multiprocessing.active_children()) <= processes
    assert set(threading.enumerate()) <= threads


def square(number: int) -> int:
    return number * number


def fail(words: str) -> None:
    raise ValueError(words)


def die() -> None:
    os._exit(3)


def die_once(file: Path) -> str:
    if not file.exists():
        file.touch()
        os._exit(3)
    return "done"


def sleep_there(file: Path) -> None:
    file.write_text(str(os.getpid()))
    time.sleep(600)


def burn(seconds: float) -> None:
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        pass


def until(is_so: Callable[[], bool]) -> None:
    """Tasks here sleep for longer than anybody waits."""
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


def started(file: Path) -> int:
    until(lambda: file.exists() and file.read_text() != "")
    return int(file.read_text())


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_results_come_in_order_whichever_process_is_faster() -> None:
    with Pool(2) as pool:
        assert list(pool.map(square, range(20))) == [number * number for number in range(20)]


def test_a_task_that_fails_says_why_and_its_process_goes_on() -> None:
    with Pool() as pool:
        process = pool.submit(os.getpid).result()
        with pytest.raises(ValueError, match="for a reason") as raised:
            pool.submit(fail, "for a reason").result()
        assert "in fail" in raised.value.__notes__[0]
        assert pool.submit(os.getpid).result() == process != os.getpid()


@pytest.mark.parametrize("task", [threading.Lock, lambda: 1])
def test_what_cannot_be_sent_fails_alone(task: Callable[[], object]) -> None:
    with Pool() as pool:
        with pytest.raises(Exception, match="pickle"):
            pool.submit(task).result()
        assert pool.submit(square, 3).result() == 9


def test_a_process_that_dies_is_replaced() -> None:
    with Pool() as pool:
        with pytest.raises(WorkerDied):
            pool.submit(die).result()
        assert pool.submit(square, 3).result() == 9


def test_a_process_that_dies_without_a_task_is_replaced_unnoticed() -> None:
    with Pool() as pool:
        process = pool.submit(os.getpid).result()
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        until(lambda: process not in [child.pid for child in multiprocessing.active_children()])
        assert pool.submit(os.getpid).result() != process


def test_a_task_whose_process_dies_can_be_tried_again(tmp_path: Path) -> None:
    with Pool(retries=1) as pool:
        assert pool.submit(die_once, tmp_path / "once").result() == "done"
        with pytest.raises(WorkerDied):
            pool.submit(die).result()


def test_a_task_beyond_its_limit_is_stopped_and_the_next_one_is_done() -> None:
    with Pool() as pool:
        process = pool.submit(os.getpid).result()
        with pytest.raises(TimeoutError):
            pool.submit_within(0.2, time.sleep, 600).result()
        assert pool.submit(os.getpid).result() != process
        assert not is_running(process)


def test_the_start_of_a_process_does_not_count_as_time_of_a_task() -> None:
    with Pool(prepare=wait_a_second) as pool:
        assert pool.submit_within(0.9, square, 3).result() == 9


def wait_a_second() -> None:
    time.sleep(1)


def test_a_cancelled_task_ends_with_its_process(tmp_path: Path) -> None:
    with Pool() as pool:
        future = pool.submit(sleep_there, tmp_path / "running")
        process = started(tmp_path / "running")
        assert future.cancel()
        assert pool.submit(square, 3).result() == 9
        assert not is_running(process)


def test_who_stops_waiting_in_an_event_loop_cancels_the_task(tmp_path: Path) -> None:
    async def run(pool: Pool) -> int:
        waiting = asyncio.ensure_future(asyncio.wrap_future(pool.submit(sleep_there, tmp_path / "running")))
        process = await asyncio.to_thread(started, tmp_path / "running")
        waiting.cancel()
        assert await asyncio.wrap_future(pool.submit(square, 3)) == 9
        return process

    with Pool() as pool:
        assert not is_running(finished(run(pool)))


def test_closing_stops_what_runs_and_what_waits(tmp_path: Path) -> None:
    pool = Pool()
    running: Future[object] = pool.submit(sleep_there, tmp_path / "running")
    waiting = pool.submit(square, 3)
    process = started(tmp_path / "running")
    pool.close()
    assert not is_running(process)
    with pytest.raises(WorkerDied):
        running.result()
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(RuntimeError, match="closed"):
        pool.submit(square, 3)


def test_a_pool_can_be_closed_while_its_process_starts() -> None:
    pool = Pool(retries=3)
    future = pool.submit(square, 3)
    until(lambda: pool.runners[0].worker is not None)
    pool.close()
    with pytest.raises(WorkerDied):
        future.result()


def test_a_renewed_process_is_another_one_and_a_running_task_ends_first(tmp_path: Path) -> None:
    with Pool() as pool:
        process = pool.submit(os.getpid).result()
        busy = pool.submit(burn, 0.3)
        pool.renew()
        assert busy.result() is None
        assert pool.submit(os.getpid).result() != process


def test_an_idle_process_ends_and_comes_back_for_the_next_task() -> None:
    with Pool(idle=0.1) as pool:
        process = pool.submit(os.getpid).result()
        until(lambda: not is_running(process))
        assert pool.submit(os.getpid).result() != process


def test_processor_time_is_added_up_and_sleep_is_not() -> None:
    for pool in (Pool(), InlinePool()):
        with pool:
            clock = processor_clock(lambda pool=pool: pool.spent, patience=1e9)  # type: ignore[misc]
            pool.submit(burn, 0.2).result()
            spent = clock()
            assert spent >= 0.2
            pool.submit(wait_a_second).result()
            assert clock() - spent < 0.9
    assert processor_clock(lambda: 0.0, patience=1e-9)() > 0, "who waits long enough on the wall's clock is let go"


def test_the_same_can_be_done_here() -> None:
    with InlinePool() as pool:
        assert pool.submit(os.getpid).result() == os.getpid()
        assert list(pool.map(square, [1, 2, 3])) == [1, 4, 9]
        with pytest.raises(ValueError, match="for a reason"):
            pool.submit(fail, "for a reason").result()


PARENT = """
import os, time
from skerry.workers import Pool
if __name__ == "__main__":
    with Pool(3, niceness=1) as pool:
        tasks = [pool.submit(time.sleep, 600) for _ in range(3)]
        while len(pool.runners) < 3 or not all(runner.worker and runner.worker.is_ready for runner in pool.runners):
            time.sleep(0.01)
        print(*(runner.worker.process.pid for runner in pool.runners), flush=True)
        tasks[0].result()
"""


def memory_map(process: int) -> str:
    """With the names of semaphores, where the system shows it."""
    path = Path(f"/proc/{process}/maps")
    return path.read_text() if path.exists() else ""


@POSIX
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_nothing_survives_the_parent(how: str) -> None:
    """However it ends: no process and no semaphore; and Ctrl-C, which a terminal sends to all, ends it at once."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout is not None
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert len(set(workers)) == 3 and all(is_running(worker) for worker in workers)
    for process in (parent.pid, *workers):
        assert "/sem." not in memory_map(process), "there are none that could be left"
    if how == "SIGINT":
        os.killpg(parent.pid, signal.SIGINT)
    else:
        parent.send_signal(getattr(signal, how))
    _, errors = parent.communicate(timeout=30)
    assert "KeyboardInterrupt" in errors if how == "SIGINT" else errors == ""
    until(lambda: not any(is_running(worker) for worker in workers))


STARTING = """
import multiprocessing, os, signal, time
from skerry.workers import Pool
if __name__ == "__main__":
    with Pool() as pool:
        future = pool.submit(os.getpid)
        while not (children := multiprocessing.active_children()):
            time.sleep(0.001)
        os.kill(children[0].pid, signal.SIGINT)
        print(future.result() == children[0].pid)
"""


@POSIX
def test_ctrl_c_does_not_reach_a_process_that_is_just_starting() -> None:
    """The very first one of a program too."""
    done = subprocess.run([sys.executable, "-c", STARTING], env=ENV, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("True\n", "")
