"""Tries in which a server is killed between a move and its notice: none may be lost, and none come twice."""

import signal
import time
from collections import Counter
from random import Random

from tests.server.browser import Guest, Seat, is_over, possible
from tests.server.houses import House
from tests.server.receivers import Receiver, wait_until
from tests.server.test_friends import all_ready, gathered

LATEST = 0.8  # seconds after a move until the server is killed; a notice takes about half as long
LONGEST = 100.0  # seconds until a notice must have come: another process waits a minute for one that was sending


class KillTrials:
    """Two people who want to be told at once, at one table after another."""

    def __init__(self, houses: list[House], receiver: Receiver, seed: str = "") -> None:
        self.houses, self.receiver, self.chance = houses, receiver, Random(seed)
        self.guests = [Guest(houses[n % len(houses)].host) for n in range(2)]
        self.table = ""
        self.screens: list[Seat] = []
        self.expected = 0  # notices
        for number, guest in enumerate(self.guests):
            guest.home()
            choices = {"events": ["turn"], "after": 0, "quiet": None, "grouped": 0}
            guest.http.post("/api/me/notices", json=choices).raise_for_status()
            wish = {"kind": "json", "address": f"{receiver.origin}/{number}"}
            guest.http.post("/api/me/notices/channels", json=wish).raise_for_status()

    def leave(self) -> None:
        for guest in self.guests:
            guest.leave()

    def one(self) -> None:
        """A turn, a kill, and a new start; the notice of that turn must come."""
        self.sit_down()
        self.play_a_turn()
        time.sleep(self.chance.uniform(0, LATEST))
        house = self.chance.choice(self.houses)
        house.end(signal.SIGKILL)
        for guest in self.guests:
            guest.lines.close()
        self.screens = []
        house.start()
        self.expected += 1
        wait_until(lambda: self.received >= self.expected, LONGEST)

    @property
    def received(self) -> int:
        """Different notices; each has an id of its own."""
        return len(self.counts)

    @property
    def counts(self) -> "Counter[str]":
        return Counter(body["id"] for body in self.receiver.json())

    @property
    def doubled(self) -> int:
        return sum(count - 1 for count in self.counts.values())

    def sit_down(self) -> None:
        if self.table:
            self.screens = [guest.gather(self.table) for guest in self.guests]
            for screen in self.screens:
                screen.until(lambda update: True)
            if not is_over(self.screens[0].update) and self.screens[0].picture["move"] < 30:
                return
            for guest in self.guests:
                guest.lines.close()
        self.table, self.screens = gathered(*self.guests)
        all_ready(self.screens)
        self.expected += 1  # of the first turn
        wait_until(lambda: self.received >= self.expected, LONGEST)

    def play_a_turn(self) -> None:
        """Until it is the other's turn."""
        before = self.screens[0].picture["to_move"]
        while self.screens[0].picture["to_move"] == before:
            acting, move = self.screens[before], self.screens[before].picture["move"]
            acting.until(lambda update: bool(update["picture"]["choices"]))
            acting.play(possible(acting.picture)[0])
            for screen in self.screens:
                screen.until(lambda update, move=move: update["picture"]["move"] > move)
        assert not is_over(self.screens[0].update)
