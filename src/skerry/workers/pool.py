"""Several worker processes that share a queue of tasks."""

import logging
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, ParamSpec, Self, TypeVar

from skerry.workers.process import WorkerDied, WorkerProcess, block_interrupts

log = logging.getLogger("skerry.workers")

P = ParamSpec("P")
T = TypeVar("T")


def do_nothing() -> None:
    pass


class Task(Generic[T]):
    def __init__(self, function: Callable[[], T], limit: float | None) -> None:
        self.function = function
        self.limit = limit  # seconds
        self.future: Future[T] = Future()
        self.worker: WorkerProcess | None = None
        self.future.add_done_callback(self.kill_if_cancelled)

    def kill_if_cancelled(self, future: Future[T]) -> None:
        if future.cancelled() and self.worker is not None:
            self.worker.kill()


class Pool:
    """Runs tasks in up to `count` processes.  Each starts when it is needed and is replaced after it has died.

    A task that takes too long or is cancelled ends with its process.  One whose process dies is tried again up to
    `retries` times.  `prepare` runs first in each process.  After `idle` seconds without a task a process ends.
    """

    def __init__(
        self,
        count: int = 1,
        niceness: int = 0,
        prepare: Callable[[], object] = do_nothing,
        retries: int = 0,
        idle: float | None = None,
    ) -> None:
        self.count = count
        self.retries = retries
        self.idle = idle
        self.new_worker = partial(WorkerProcess, niceness, prepare)
        self.spent = 0.0  # processor seconds of all tasks so far
        self.closed = False
        self.lock = Lock()
        self.tasks: SimpleQueue[Task[Any] | None] = SimpleQueue()
        self.runners: list[Runner] = []

    def submit(self, function: Callable[P, T], /, *args: P.args, **names: P.kwargs) -> Future[T]:
        return self.submit_within(None, function, *args, **names)

    def submit_within(
        self, limit: float | None, function: Callable[P, T], /, *args: P.args, **names: P.kwargs
    ) -> Future[T]:
        """The same with a limit in seconds; waiting in the queue and starting a process do not count."""
        task = Task(partial(function, *args, **names), limit)
        self.put(task)
        return task.future

    def put(self, task: Task[Any]) -> None:
        with self.lock:
            if self.closed:
                raise RuntimeError("the pool is closed")
            if len(self.runners) < self.count:
                self.runners.append(Runner(self))
            self.tasks.put(task)

    def map(self, function: Callable[..., T], *columns: Sequence[Any]) -> Iterator[T]:
        """Like the built-in one: results in the order of the arguments."""
        futures = [self.submit(function, *row) for row in zip(*columns, strict=True)]
        return (future.result() for future in futures)

    def start(self) -> None:
        """Start a process now, so that the first task need not wait for it."""
        self.submit(do_nothing)

    def renew(self) -> None:
        """Replace the processes that have been started: at once, or after their current task."""
        for runner in list(self.runners):
            runner.is_outdated = True
            if runner.worker is not None:
                self.start()

    def close(self) -> None:
        """Stop everything, also in the middle of a task; no process or thread is left."""
        with self.lock:
            self.closed = True
            runners, self.runners = self.runners, []
        with suppress(Empty):
            while True:
                if (task := self.tasks.get_nowait()) is not None:
                    task.future.cancel()
        for runner in runners:
            self.tasks.put(None)
            if runner.worker is not None:
                runner.worker.kill()
        for runner in runners:
            runner.thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Runner:
    """A thread that has the pool's tasks done in one process.

    It needs no lock, whenever another thread cancels a task or closes the pool: they set their mark first and then
    kill the process they see, while this thread first shows its process and then looks for the mark.
    """

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.worker: WorkerProcess | None = None
        self.is_outdated = False
        self.thread = Thread(target=self.run, name="worker process", daemon=True)
        self.thread.start()

    def run(self) -> None:
        block_interrupts()
        while True:
            try:
                task = self.pool.tasks.get(timeout=self.pool.idle)
            except Empty:
                self.end_worker()
                continue
            if task is None:
                self.end_worker()
                return
            self.do(task)
            del task  # its result may be large

    def do(self, task: Task[Any]) -> None:
        result, error = None, None
        try:
            result, error, seconds = pickle.loads(self.answer_to(task))
            with self.pool.lock:
                self.pool.spent += seconds
        except Exception as problem:
            error = problem
        try:
            if error is not None:
                task.future.set_exception(error)
            else:
                task.future.set_result(result)
        except InvalidStateError:  # cancelled, so the process is being killed
            self.end_worker()

    def answer_to(self, task: Task[Any]) -> bytes:
        function, retries = pickle.dumps(task.function), self.pool.retries
        while True:
            try:
                return self.worker_for(task).call(function, task.limit)
            except TimeoutError:
                self.end_worker()
                raise
            except WorkerDied:
                self.end_worker()
                if retries == 0 or self.is_unwanted(task):
                    raise
                retries -= 1
                log.warning("a worker process died; its task is tried again in a new one")

    def worker_for(self, task: Task[Any]) -> WorkerProcess:
        if self.worker is not None and (self.is_outdated or not self.worker.is_alive()):
            self.end_worker()
        self.is_outdated = False
        task.worker = self.worker = self.worker or self.pool.new_worker()
        if self.is_unwanted(task):
            raise WorkerDied("the task is no longer wanted")
        return self.worker

    def is_unwanted(self, task: Task[Any]) -> bool:
        return self.pool.closed or task.future.cancelled()

    def end_worker(self) -> None:
        if self.worker is not None:
            self.worker.close()
            self.worker = None


class InlinePool(Pool):
    """Does the tasks here and now, one after the other."""

    def put(self, task: Task[Any]) -> None:
        began = time.thread_time()
        try:
            task.future.set_result(task.function())
        except Exception as error:
            task.future.set_exception(error)
        self.spent += time.thread_time() - began

    def map(self, function: Callable[..., T], *columns: Sequence[Any]) -> Iterator[T]:
        return map(function, *columns)
