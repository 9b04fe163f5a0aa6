"""The processes that work on a review, and how much of a processor's time they have spent."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Crew(Executor):
    """Passes work on to others and adds up what it took."""

    def __init__(self, jobs: Executor, workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.spent = 0.0

    def submit(self, job: Callable[P, T], /, *args: P.args, **names: P.kwargs) -> Future[T]:
        asked: Future[T] = Future()

        def take(done: Future[tuple[T, float]]) -> None:
            problem = done.exception() if not done.cancelled() else None
            if done.cancelled() or problem is not None:
                asked.set_exception(problem or RuntimeError("the work was given up"))
            else:
                found, seconds = done.result()
                self.spent += seconds
                asked.set_result(found)

        self.jobs.submit(timed, job, *args, **names).add_done_callback(take)
        return asked

    def clock(self, patience: float) -> Callable[[], float]:
        """Seconds as they would pass if nobody else kept the processors busy.  But nobody waits for ever: `patience`
        seconds on the wall count as one, whatever has been done."""
        began = time.monotonic()
        return lambda: max(self.spent / self.workers, (time.monotonic() - began) / patience)


def timed(job: Callable[P, T], /, *args: P.args, **names: P.kwargs) -> tuple[T, float]:
    began = time.thread_time()
    found = job(*args, **names)
    return found, time.thread_time() - began
