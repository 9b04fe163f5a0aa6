"""Who plays the tasks: this process, several processes or a Ray cluster, all with the same results."""

import multiprocessing
import os
import re
import signal
import socket
import threading
import traceback
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import connection, resource_tracker
from typing import Any

from skerry.arena.job import ArenaError, Job, Result, Setting, play, play_all

RETRIES = 5  # after losing a worker

Tasks = list[list[Job]]


def play_here(setting: Setting, tasks: Tasks) -> Generator[list[Result], None, None]:
    for task in tasks:
        for job in task:
            yield [play(setting, job)]


class Worker:
    """A process that plays one task at a time.  When it dies, its end of the pipe closes."""

    def __init__(self, setting: Setting) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, setting), daemon=True)
        with held_back_interrupts():
            self.process.start()
        theirs.close()
        self.task: list[Job] = []

    def give(self, task: list[Job]) -> None:
        self.task = task
        with suppress(OSError):  # if it has died, that shows when it should answer
            self.pipe.send(task)


def play_in_processes(setting: Setting, tasks: Tasks, count: int) -> Generator[list[Result], None, None]:
    """Plain processes and pipes, no threads or locks: Ctrl-C works at any time, and lost processes are replaced."""
    waiting = tasks[::-1]
    workers: list[Worker] = []
    losses = 0
    try:
        while waiting or workers:
            while waiting and len(workers) < count:
                workers.append(Worker(setting))
                workers[-1].give(waiting.pop())
            ready = connection.wait([worker.pipe for worker in workers])
            for worker in [worker for worker in workers if worker.pipe in ready]:
                try:
                    answer: list[Result] | Exception = worker.pipe.recv()
                except (EOFError, OSError):
                    losses += 1
                    if losses > RETRIES:
                        words = f"{losses} processes died, perhaps because memory ran out; try fewer with --jobs"
                        raise ArenaError(words) from None
                    workers.remove(worker)
                    waiting.append(worker.task)
                    continue
                if isinstance(answer, Exception):
                    raise answer
                if waiting:
                    worker.give(waiting.pop())
                else:
                    workers.remove(worker)
                    worker.pipe.close()
                yield answer
    finally:
        for worker in workers:
            worker.process.terminate()


def serve(pipe: "connection.Connection[Any, Any]", setting: Setting) -> None:
    """The loop of a worker process."""
    stay_with_parent()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(answer_to(setting, pipe.recv()))


def answer_to(setting: Setting, task: list[Job]) -> list[Result] | Exception:
    try:
        return play_all(setting, task)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return error


@contextmanager
def held_back_interrupts() -> Generator[None, None, None]:
    """Only the parent handles Ctrl-C: processes started in here never see it, and the parent sees it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stay_with_parent() -> None:
    """Ignore Ctrl-C, and exit when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_on_ray(setting: Setting, tasks: Tasks, address: str) -> Generator[list[Result], None, None]:
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


def collect_from(ray: Any, setting: Setting, tasks: Tasks) -> Generator[list[Result], None, None]:
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
