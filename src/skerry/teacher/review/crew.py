"""The worker processes of a review, and how much processor time they have used."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Crew(Executor):
    """Submits jobs to another executor and adds up their processor time."""

    def __init__(self, jobs: Executor, workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.spent = 0.0

    def submit(self, job: Callable[P, T], /, *args: P.args, **names: P.kwargs) -> Future[T]:
        asked: Future[T] = Future()

        def take(done: Future[tuple[T, float]]) -> None:
            problem = done.exception() if not done.cancelled() else None
            if done.cancelled() or problem is not None:
                asked.set_exception(problem or RuntimeError("the job was cancelled"))
            else:
                found, seconds = done.result()
                self.spent += seconds
                asked.set_result(found)

        self.jobs.submit(timed, job, *args, **names).add_done_callback(take)
        return asked

    def clock(self, patience: float) -> Callable[[], float]:
        """Processor seconds per worker, so that a busy machine does not cut a review short.  To bound the wait,
        `patience` seconds of wall time count as at least one."""
        began = time.monotonic()
        return lambda: max(self.spent / self.workers, (time.monotonic() - began) / patience)


def timed(job: Callable[P, T], /, *args: P.args, **names: P.kwargs) -> tuple[T, float]:
    began = time.thread_time()
    found = job(*args, **names)
    return found, time.thread_time() - began
