"""The thread that writes.  All jobs that wait are written together, then everybody who waits for one is told."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from skerry.server.errors import StoreError
from skerry.server.runtime.figures import FIGURES
from skerry.server.store.engine.db import Db, T, Work

log = logging.getLogger("skerry.store")

MOST_JOBS = 500  # that are written together

WaitingWork = tuple[Work, "Future[Any]"]


class WritingThread:
    """Survives every error.  `write` gets the jobs that wait, and settles them; `stop` is called at the end."""

    def __init__(self, write: Callable[[Sequence[WaitingWork]], None], stop: Callable[[], None]) -> None:
        self.write = write
        self.stop = stop
        self.jobs: SimpleQueue[WaitingWork | None] = SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="skerry-store", daemon=True)
        self.thread.start()

    def put(self, work: Callable[[Db], T]) -> "Future[T]":
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # from now on nobody can cancel it
        future.add_done_callback(partial(note_duration, time.monotonic()))
        self.jobs.put((work, future))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        self.jobs.put(None)
        self.thread.join()

    def run(self) -> None:
        going = True
        while going:
            waiting = self.wait()
            going = None not in waiting
            jobs = [job for job in waiting if job is not None]
            FIGURES.batch.add(len(jobs))
            try:
                self.write(jobs)
            except BaseException as error:
                log.exception("the writing thread goes on")
                for _, future in jobs:
                    resolve(future, StoreError(str(error)))
        self.stop()

    def wait(self) -> "list[WaitingWork | None]":
        """All jobs that are waiting, at least one; None is the end."""
        waiting = [self.jobs.get()]
        with contextlib.suppress(Empty):
            while len(waiting) < MOST_JOBS:
                waiting.append(self.jobs.get_nowait())
        return waiting


def note_duration(asked: float, future: "Future[Any]") -> None:
    if future.exception() is None:
        FIGURES.durable.add(time.monotonic() - asked)


def resolve(future: "Future[Any]", outcome: object) -> None:
    with contextlib.suppress(InvalidStateError):  # somebody has cancelled it, or it was told already
        if isinstance(outcome, StoreError):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
