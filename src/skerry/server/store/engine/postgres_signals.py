"""Between processes that share a PostgreSQL database: notices as hints, and locks that end with their process."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any

import psycopg

log = logging.getLogger("skerry.store")

CHANNEL = "skerry"
NOTICE_BYTES = 7_500  # of one notice; PostgreSQL takes up to 8,000
RECONNECTING = 0.5  # seconds until a connection that was lost is tried again
LISTENING = 1.0  # seconds between two looks whether it is the end
LOCK_NUMBER = "hashtextextended(%s, 0)"  # advisory locks have numbers, not names

Connect = Callable[[], "psycopg.Connection[Any]"]


class Notices:
    """Told after the commit and on a connection of its own.

    In the transaction, NOTIFY would hold a lock of the whole cluster while that waits for the disk.
    """

    def __init__(self, connect: Connect, process: str) -> None:
        self.connect = connect
        self.process = process
        self.is_closing = False
        self.waiting: SimpleQueue[str | None] = SimpleQueue()
        self.threads: list[threading.Thread] = []

    def start(self, heard: Callable[[str], None]) -> None:
        for name, work in (("skerry-tells", self.tell_all), ("skerry-listens", lambda: self.listen(heard))):
            self.threads.append(threading.Thread(target=work, name=name, daemon=True))
            self.threads[-1].start()

    def close(self) -> None:
        self.is_closing = True
        self.waiting.put(None)
        for thread in self.threads:
            thread.join()

    # ---- telling
    def tell_all(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        while (first := self.waiting.get()) is not None:
            try:
                if connection is None or connection.closed:
                    connection = self.connect()
                    connection.execute("SET synchronous_commit = off")
                for payload in packed_lines(self.process, [first, *self.others()]):
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            except psycopg.Error as error:  # the others find out when they look for themselves
                log.warning("the other processes could not be told: %s", error)
                time.sleep(RECONNECTING)
        if connection is not None:
            connection.close()

    def others(self) -> Iterator[str]:
        """All that waits, but not the end."""
        with contextlib.suppress(Empty):
            while True:
                words = self.waiting.get_nowait()
                if words is None:
                    self.waiting.put(None)
                    return
                yield words

    # ---- listening
    def listen(self, heard: Callable[[str], None]) -> None:
        while not self.is_closing:
            try:
                with contextlib.closing(self.connect()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    heard("")  # whatever was told before this
                    while not self.is_closing:
                        for notice in connection.notifies(timeout=LISTENING):
                            sender, *lines = notice.payload.split("\n")
                            if sender != self.process:
                                for line in lines:
                                    heard(line)
            except psycopg.Error as error:
                log.warning("the other processes cannot be heard: %s", error)
                time.sleep(RECONNECTING)


def packed_lines(process: str, lines: Sequence[str]) -> Iterator[str]:
    """As few notices as possible, each with the name of its sender first."""
    payload = process
    for line in dict.fromkeys(lines):
        if len(payload) + len(line) >= NOTICE_BYTES:
            yield payload
            payload = process
        payload += f"\n{line}"
    yield payload


class Locks:
    """Held by a connection of their own: when the process ends, however it ends, the database frees them."""

    def __init__(self, connect: Connect) -> None:
        self.connect = connect
        self.guard = threading.Lock()
        self.connection: psycopg.Connection[Any] | None = None
        self.held: set[str] = set()

    def hold(self, name: str) -> bool:
        with self.guard:
            if name not in self.held and self.ask(f"SELECT pg_try_advisory_lock({LOCK_NUMBER})", name) is True:
                self.held.add(name)
            return name in self.held

    def release(self, name: str) -> None:
        with self.guard:
            if name in self.held:
                self.held.discard(name)
                self.ask(f"SELECT pg_advisory_unlock({LOCK_NUMBER})", name)

    def number(self) -> int:
        """Of the connection.  If it was lost, all locks are."""
        with self.guard:
            return int(self.ask("SELECT pg_backend_pid()") or 0)

    def ask(self, query: str, *values: object) -> Any:
        """None if the database cannot be asked."""
        try:
            if self.connection is None or self.connection.closed:
                self.held.clear()
                self.connection = self.connect()
            found = self.connection.execute(query, values).fetchone()
            return None if found is None else found[0]
        except psycopg.Error as error:
            log.warning("the database's locks: %s", error)
            self.held.clear()
            if self.connection is not None:
                self.connection.close()
            return None

    def close(self) -> None:
        with self.guard:
            if self.connection is not None:
                self.connection.close()
