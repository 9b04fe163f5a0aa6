"""Browsers that behave as the page does when the server goes: they come back, and send again what was not answered."""

import contextlib
import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from skerry.core.state import CHANCE
from tests.server.browser import Guest, Seat, is_over, possible

SOON = 0.02  # seconds until one tries again to reach the server


class Page(threading.Thread):
    """A person at a table who clicks as fast as the server answers, until told to stop."""

    def __init__(self, guest: Guest, table: str, host: Callable[[], str], seed: int) -> None:
        super().__init__(daemon=True)
        self.guest, self.table, self.host = guest, table, host
        self.rng = random.Random(seed)
        self.stop = threading.Event()
        self.number = seed * 1_000_000
        self.unanswered: dict[str, Any] | None = None
        self.made: list[tuple[int, str]] = []  # seat and text of every click that went through, as far as we were told
        self.refused: list[str] = []
        self.repeated = 0

    def run(self) -> None:
        while not (self.stop.is_set() and self.unanswered is None):
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                self.visit()
            self.guest.lines.close()
            time.sleep(SOON)

    def visit(self) -> None:
        """From coming back until the connection breaks."""
        self.guest.host = self.host()
        seat = self.come()
        if self.unanswered is not None:
            self.repeated += 1
            self.send(seat)
        while not self.stop.is_set() and not is_over(seat.my_turn()):
            picture = seat.picture
            self.number += 1
            click = {"seat": picture["to_move"], "text": self.rng.choice(possible(picture))}
            self.unanswered = {"type": "play", "version": picture["version"], "n": self.number} | click
            self.send(seat)

    def come(self) -> Seat:
        return self.guest.sit(self.table)

    def send(self, seat: Seat) -> None:
        click = self.unanswered
        assert click is not None
        seat.socket.send(json.dumps(click))
        seat.until_done(click["n"])
        if seat.problems:
            self.refused.append(seat.problem()["words"])
        else:
            self.made.append((click["seat"], click["text"]))
        self.unanswered = None
        seat.until(lambda update: bool(seat.problems) or update["picture"]["version"] > click["version"])


def decisions(data: Path, table: str) -> list[tuple[int, str]]:
    """What the log has of what people chose: seat and text, in order."""
    query = "SELECT seat, text FROM entries WHERE match = ? AND seat != ? AND NOT forced ORDER BY seq"
    with contextlib.closing(sqlite3.connect(data / "matches.sqlite3")) as db:
        return db.execute(query, (table, CHANCE)).fetchall()


def finish(pages: Sequence[Page], patience: float) -> None:
    for page in pages:
        page.stop.set()
    for page in pages:
        page.join(patience)
