"""Who plays the tasks: this process, several processes or a Ray cluster, all with the same results."""

import os
import re
import socket
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from skerry.arena.job import ArenaError, GameResult, Job, TournamentSetting, play_all, play_job
from skerry.workers import Pool, WorkerDied

RETRIES = 5  # after losing a worker

Tasks = list[list[Job]]


def play_here(setting: TournamentSetting, tasks: Tasks) -> Generator[list[GameResult], None, None]:
    for task in tasks:
        for job in task:
            yield [play_job(setting, job)]


def play_in_processes(setting: TournamentSetting, tasks: Tasks, count: int) -> Generator[list[GameResult], None, None]:
    """Results as they come.  A task whose process is lost is played again in a new one."""
    done: SimpleQueue[Future[list[GameResult]]] = SimpleQueue()
    with Pool(count, retries=RETRIES) as pool:
        for task in tasks:
            pool.submit(play_all, setting, task).add_done_callback(done.put)
        for _ in tasks:
            try:
                results = first_of(done).result()
            except WorkerDied:
                words = f"{RETRIES + 1} processes died, perhaps because memory ran out; try fewer with --jobs"
                raise ArenaError(words) from None
            yield results


def first_of(done: "SimpleQueue[Future[list[GameResult]]]") -> "Future[list[GameResult]]":
    while True:
        with suppress(Empty):
            return done.get(timeout=1.0)  # on Windows, Ctrl-C does not interrupt a wait without an end


def play_on_ray(setting: TournamentSetting, tasks: Tasks, address: str) -> Generator[list[GameResult], None, None]:
    """If a worker or machine is lost, Ray plays its task again elsewhere."""
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
    """Check that something answers at the address; Ray itself would wait for minutes and print a lot."""
    found = re.fullmatch(r"(?:ray://)?([^/]+):(\d{1,5})", address)
    if found:
        socket.create_connection((found[1].strip("[]"), int(found[2])), timeout=10).close()


def collect_from(ray: Any, setting: TournamentSetting, tasks: Tasks) -> Generator[list[GameResult], None, None]:
    remote = ray.remote(num_cpus=1, max_retries=RETRIES)(play_all)
    shared = ray.put(setting)
    waiting = tasks[::-1]
    running: list[Any] = []
    while waiting or running:
        # Two tasks per core keep every machine busy; asking again each time makes use of a cluster that grows.
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(running)
        running += [remote.remote(shared, waiting.pop()) for _ in range(min(room, len(waiting)))]
        done, running = ray.wait(running)
        for reference in done:
            try:
                yield ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                if "No module named 'skerry" in str(error):
                    raise ArenaError("Skerry is not installed on the machines of the cluster") from error
                raise error.cause from error
            except ray.exceptions.RayError as error:
                words = str(error).splitlines()[0]
                raise ArenaError(f"the cluster lost a task {RETRIES + 1} times: {words}") from error
