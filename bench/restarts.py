"""Pages whose server goes in the middle of a click, for bench/server.py: they come back and send it again."""

import asyncio
import contextlib
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import clients

CHANCE = 15  # the seat of dice and draws in the log
AGAIN = 0.05  # seconds until a page tries again to reach the server


class House(Protocol):
    host: str

    def end(self, how: int) -> None: ...


class Page:
    """Clicks as fast as it is answered.  It keeps each click until the server says that it has dealt with it."""

    def __init__(self, table: str, cookie: str, seed: int) -> None:
        self.table, self.cookie = table, cookie
        self.rng = random.Random(seed)
        self.number = seed * 1_000_000
        self.unanswered: dict[str, Any] | None = None
        self.seen = -1  # the version that was clicked at
        self.problem = ""
        self.clicks = self.repeated = 0
        self.made: list[tuple[int, str]] = []  # seat and text of what went through, as far as the server said
        self.refused: Counter[str] = Counter()
        self.is_new = True  # nothing has been heard on this connection
        self.is_over = False
        self.is_stopping = False

    async def play(self, at: Callable[[], str]) -> None:
        self.is_stopping = False
        while not ((self.is_stopping or self.is_over) and self.unanswered is None):
            try:
                client = await clients.connect(at(), self.table, self.cookie)
            except OSError:
                await asyncio.sleep(AGAIN)
                continue
            self.is_new, client.heard = True, self.hear
            await client.lost
            await asyncio.sleep(AGAIN)

    def hear(self, client: clients.Client, message: clients.Message) -> None:
        self.problem = message.words or self.problem
        done = message.done or message.n
        if self.unanswered is not None and done == self.unanswered["n"]:
            self.settle()
        if message.now is None and not done:
            return
        if self.is_new and message.now is not None:
            self.is_new = False
            if self.unanswered is not None:
                self.repeated += 1
                client.send(self.unanswered)
        self.go_on(client)

    def settle(self) -> None:
        assert self.unanswered is not None
        if self.problem:
            self.refused[self.problem] += 1
            self.seen, self.problem = -1, ""
        else:
            self.made.append((self.unanswered["seat"], self.unanswered["text"]))
        self.unanswered = None

    def go_on(self, client: clients.Client) -> None:
        now = client.now
        if now is None or self.unanswered is not None:
            return
        self.is_over = now.to_move is None
        if self.is_stopping or self.is_over:
            client.transport.abort()
        elif now.version > self.seen:
            texts = sorted(choice.text for choice in now.choices if choice.reason is None)
            self.number, self.seen, self.clicks = self.number + 1, now.version, self.clicks + 1
            click = {"seat": now.to_move, "version": now.version, "text": self.rng.choice(texts), "n": self.number}
            self.unanswered = {"type": "play"} | click
            client.send(self.unanswered)


def written(data: Path, table: str) -> Counter[tuple[int, str]]:
    """What people chose, as the log has it."""
    query = "SELECT seat, text FROM entries WHERE match = ? AND seat != ? AND NOT forced"
    with contextlib.closing(sqlite3.connect(data / "matches.sqlite3")) as db:
        return Counter(db.execute(query, (table, CHANCE)).fetchall())


async def rounds(
    start: Callable[[], House], data: Path, how: signal.Signals, times: int, tables: int
) -> dict[str, int | float]:
    """End the server so many times while so many pages click; what became of the clicks."""
    rng = random.Random(3)
    houses = [start()]
    pages: list[Page] = []
    playing: dict[Page, asyncio.Task[None]] = {}
    on_the_way, took = 0, []
    for _ in range(times):
        guest = clients.Guest(houses[-1].host)
        known = len(pages)
        for _ in range(tables - sum(not page.is_over for page in playing)):
            id_ = await asyncio.to_thread(guest.start, "nusfjord")
            pages.append(Page(id_, guest.cookie, len(pages) + 1))
        guest.close()
        playing |= {page: asyncio.create_task(page.play(lambda: houses[-1].host)) for page in pages[known:]}
        before = {page: len(page.made) for page in playing}
        for _ in range(600):  # until all are back
            if all(page.is_over or len(page.made) > made for page, made in before.items()):
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        on_the_way += sum(page.unanswered is not None for page in pages)
        began = time.perf_counter()
        await asyncio.to_thread(houses[-1].end, how)
        took.append(time.perf_counter() - began)
        houses.append(await asyncio.to_thread(start))
        playing = {page: task for page, task in playing.items() if not page.is_over}
    await asyncio.sleep(1)
    for page in pages:
        page.is_stopping = True
    if playing:
        await asyncio.wait(playing.values(), timeout=60)
    await asyncio.to_thread(houses[-1].end, signal.SIGTERM)
    logs = {page: written(data, page.table) for page in pages}
    return {
        "times": times,
        "clicks": sum(page.clicks for page in pages),
        "on their way": on_the_way,
        "answered": sum(len(page.made) + page.refused.total() for page in pages),
        "refused": sum(page.refused.total() for page in pages),
        "repeated": sum(page.repeated for page in pages),
        "lost": sum((Counter(page.made) - log).total() + (page.unanswered is not None) for page, log in logs.items()),
        "twice": sum((log - Counter(page.made)).total() for page, log in logs.items()),
        "slowest end": round(max(took), 2),
    }
