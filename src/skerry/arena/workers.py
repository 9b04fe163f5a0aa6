"""Who plays the tasks: this process, several processes, or a Ray cluster.  All give the same results."""

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

RETRIES = 5  # when workers are lost

Tasks = list[list[Job]]


def play_here(setting: Setting, tasks: Tasks) -> Generator[list[Result], None, None]:
    for task in tasks:
        for job in task:
            yield [play(setting, job)]


class Worker:
    """A process that plays a task at a time; when it dies, its end of the pipe closes."""

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
        with suppress(OSError):  # if it is dead already, that is seen when it should answer
            self.pipe.send(task)


def play_in_processes(setting: Setting, tasks: Tasks, count: int) -> Generator[list[Result], None, None]:
    """Plain processes and pipes, no threads or locks: Ctrl-C may come at any time, and a lost process is replaced."""
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
                        words = f"{losses} processes died, perhaps for want of memory; try fewer with --jobs"
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
    """What a worker process does until nobody wants anything from it."""
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
    """Ctrl-C is the parent's business: a process started in here never hears of it, the parent a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # the first process starts it, which lets SIGINT in
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
