"""One worker process at the other end of a pipe.

Pipes need no locks and no semaphores: a process can be killed at any time, and a killed parent leaves nothing behind.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection, resource_tracker
from typing import Any

STARTING = 60.0  # seconds a process may take to start; no task is charged for them


class WorkerDied(Exception):
    """The process ended before it had answered."""


class WorkerProcess:
    """Answers one call at a time.  `kill` may be used from another thread in the middle of it."""

    def __init__(self, niceness: int, prepare: Callable[[], object]) -> None:
        context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve_calls, args=(theirs, niceness, prepare), daemon=True)
        self.process.start()
        theirs.close()
        self.is_ready = False

    def call(self, function: bytes, limit: float | None) -> bytes:
        """The answer of the process; TimeoutError after `limit` seconds, WorkerDied if the process ends."""
        if not self.is_ready:
            self.receive(STARTING)
            self.is_ready = True
        try:
            self.pipe.send_bytes(function)
        except OSError:
            raise WorkerDied("the worker process died") from None
        return self.receive(limit)

    def receive(self, limit: float | None) -> bytes:
        try:
            if self.pipe.poll(limit):
                return self.pipe.recv_bytes()
        except (EOFError, OSError):
            raise WorkerDied("the worker process died") from None
        raise TimeoutError

    def is_alive(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        """At once, whatever it is doing."""
        self.process.kill()

    def close(self) -> None:
        """Kill it and wait until it is gone."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def block_interrupts() -> None:
    """In this thread: processes that it starts never see Ctrl-C, not even before they can ignore it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks SIGINT
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})


# ---- in the process


def serve_calls(pipe: "connection.Connection[Any, Any]", niceness: int, prepare: Callable[[], object]) -> None:
    ignore_interrupts()
    threading.Thread(target=exit_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    prepare()
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"")
        while True:
            pipe.send_bytes(answer_call(pipe.recv_bytes()))


def ignore_interrupts() -> None:
    """Ctrl-C and a closed terminal are for the parent, which then stops us."""
    for name in ("SIGINT", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def exit_with_parent() -> None:
    """A parent that is killed cannot stop its workers."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def answer_call(call: bytes) -> bytes:
    """What the function returned, what it raised, and the processor seconds it took."""
    began = time.thread_time()
    try:
        return pickle.dumps((pickle.loads(call)(), None, time.thread_time() - began))
    except Exception as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error, time.thread_time() - began))
