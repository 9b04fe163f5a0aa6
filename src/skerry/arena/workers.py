"""Who plays the tasks: this process, several processes, or a Ray cluster.  All give the same results."""

import multiprocessing
import os
import re
import signal
import socket
import threading
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from skerry.arena.job import ArenaError, Job, Result, Setting, play, play_all

RETRIES = 5  # of a task whose worker was lost

Tasks = list[list[Job]]


def play_here(setting: Setting, tasks: Tasks) -> Generator[list[Result], None, None]:
    for task in tasks:
        for job in task:
            yield [play(setting, job)]


def play_in_processes(setting: Setting, tasks: Tasks, workers: int) -> Generator[list[Result], None, None]:
    """A lost process breaks its pool: a new one plays what has not come back."""
    left = dict(enumerate(tasks))
    for _ in range(RETRIES):
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), stay_with_parent)
        try:
            yield from collect(pool, setting, left)
            pool.shutdown()
            return
        except BrokenProcessPool:
            continue
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
    raise ArenaError(f"processes died {RETRIES} times, perhaps for want of memory; try fewer with --jobs")


def collect(
    pool: ProcessPoolExecutor, setting: Setting, left: dict[int, list[Job]]
) -> Generator[list[Result], None, None]:
    """The results as they come; what has come is no longer in `left`."""
    with held_back_interrupts():  # processes start here
        running: dict[Future[list[Result]], int] = {
            pool.submit(play_all, setting, task): number for number, task in left.items()
        }
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            number = running.pop(future)
            results = future.result()
            del left[number]
            yield results


@contextmanager
def held_back_interrupts() -> Generator[None, None, None]:
    """Ctrl-C is the parent's business: a process started in here never hears of it, the parent a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stay_with_parent() -> None:
    """Nobody goes on when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_on_ray(setting: Setting, tasks: Tasks, address: str) -> Generator[list[Result], None, None]:
    """Ray plays a task again elsewhere when its worker or machine is lost."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise ArenaError("--ray needs the extra: pip install 'skerry[ray]'") from error
    ours = not ray.is_initialized()
    if ours:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError) as error:
            raise ArenaError(f"no Ray cluster answers at {address[:80]}: {str(error).splitlines()[0]}") from error
    try:
        yield from collect_from(ray, setting, tasks)
    finally:
        if ours:
            ray.shutdown()


def knock(address: str) -> None:
    """Ray itself would wait for minutes, with many words, where nobody is at home."""
    found = re.fullmatch(r"(?:ray://)?([^/]+):(\d{1,5})", address)
    if found:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=10).close()


def collect_from(ray: Any, setting: Setting, tasks: Tasks) -> Generator[list[Result], None, None]:
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(play_all)
    shared = ray.put(setting)
    waiting = tasks[::-1]
    running: list[Any] = []
    while waiting or running:
        # Twice as many as there are cores keeps everyone busy, and a cluster that grows is used.
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(running)
        running += [remote.remote(shared, waiting.pop()) for _ in range(min(room, len(waiting)))]
        done, running = ray.wait(running)
        for reference in done:
            try:
                yield ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                if "No module named 'skerry" in str(error):
                    raise ArenaError("the machines of the cluster have no Skerry; install it there") from error
                raise error.cause from error
            except ray.exceptions.RayError as error:
                words = str(error).splitlines()[0]
                raise ArenaError(f"the cluster lost a task {RETRIES + 1} times: {words}") from error
