"""Processes that share a database are killed at random while people play, for bench/server.py.

Two people sit at each table, each at any of the processes; a page that loses its connection comes back at any other.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import clients
import restarts

THINK = (0.05, 0.3)  # seconds before a click
KILLED_EVERY = (1.5, 6.0)  # seconds
DOWN = (0.1, 1.5)  # seconds until a process that was killed is started again
STARTING = 30.0  # seconds for a table to begin

VERIFY = """
import json, sys
from pathlib import Path
from skerry.core.state import CHANCE
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store

store = Store(open_engine(Path("."), sys.argv[1]))
query = "SELECT seat, text FROM entries WHERE match = ? AND seat != ? AND forced = 0 ORDER BY seq"
found = {}
for record in store.everything():
    try:
        match = store.load(record)
        bad = "" if record.is_up_to_date and record.to_move == match.to_move else "its row is not as its log says"
    except Exception as error:
        bad = repr(error)
    found[record.id] = {"bad": bad, "log": store.read(query, record.id, CHANCE)}
print(json.dumps(found))
store.close()
"""


class House(Protocol):
    host: str

    def end(self, how: int) -> None: ...


class Person(restarts.Page):
    """Has one seat, and clicks when it is their turn; measures how long it takes to be back."""

    def __init__(self, table: str, cookie: str, seed: int) -> None:
        super().__init__(table, cookie, seed)
        self.client: clients.Client | None = None
        self.away: list[float] = []  # seconds, each time
        self.gone_since = 0.0
        self.newest = -1  # the newest version that was shown

    def hear(self, client: clients.Client, message: clients.Message) -> None:
        self.client = client
        if self.gone_since and message.now is not None:
            self.away.append(time.monotonic() - self.gone_since)
            self.gone_since = 0.0
            client.lost.add_done_callback(self.lose)
        elif message.now is not None and self.newest < 0:
            client.lost.add_done_callback(self.lose)
        if message.now is not None:
            self.newest = max(self.newest, message.now.version)
        super().hear(client, message)

    def lose(self, _: object) -> None:
        self.gone_since = time.monotonic()

    def go_on(self, client: clients.Client) -> None:
        now = client.now
        if now is None or self.unanswered is not None:
            return
        if now.to_move is None or self.is_stopping:
            super().go_on(client)
        elif any(choice.reason is None for choice in now.choices) and now.version > self.seen:
            asyncio.get_running_loop().call_later(self.rng.uniform(*THINK), self.click, client, now.version)

    def click(self, client: clients.Client, version: int) -> None:
        if client.now is not None and client.now.version == version and not client.lost.done():
            super().go_on(client)

    def stop(self) -> None:
        self.is_stopping = True
        if self.client is not None and self.unanswered is None:
            self.client.transport.abort()


async def begin(host: str, game: str, seed: int) -> list[Person]:
    """A table of two friends that has begun."""
    ann, ben = clients.Guest(host), clients.Guest(host)
    try:
        await asyncio.to_thread(ben.http.get, "/api/home")
        wish = {"game": game, "seats": [{"name": "Ann"}, {"name": "Ben", "open": True}], "listed": True}
        made = await asyncio.to_thread(lambda: ann.http.post("/api/tables", json=wish).raise_for_status())
        id_ = str(made.json()["id"])
        seat = {"invitation": "", "name": "Ben"}
        await asyncio.to_thread(lambda: ben.http.post(f"/api/tables/{id_}/seat", json=seat).raise_for_status())
        for guest in (ann, ben):
            client = await clients.connect(host, id_, guest.cookie)
            await asyncio.sleep(0.05)
            client.send({"type": "ready", "ready": True})
            if guest is ben:
                for _ in range(int(STARTING * 100)):
                    if client.now is not None:
                        break
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            client.transport.abort()
        return [Person(id_, guest.cookie, seed + number) for number, guest in enumerate((ann, ben))]
    finally:
        ann.close()
        ben.close()


class Chaos:
    def __init__(self, start: Callable[[], House], count: int, seconds: float, tables: int, game: str) -> None:
        self.start, self.seconds, self.tables, self.game = start, seconds, tables, game
        self.rng = random.Random(5)
        self.houses: list[House | None] = [start() for _ in range(count)]
        self.people: list[Person] = []
        self.playing: dict[Person, asyncio.Task[None]] = {}
        self.kills = self.failed = 0

    def host(self) -> str:
        """Any process that runs, as a proxy would choose it."""
        running = [house.host for house in self.houses if house is not None]
        return self.rng.choice(running) if running else "127.0.0.1:1"

    async def run(self) -> None:
        until = time.monotonic() + self.seconds
        killing = asyncio.create_task(self.kill_until(until))
        while time.monotonic() < until:
            self.playing = {person: task for person, task in self.playing.items() if not task.done()}
            if len(self.playing) < 2 * self.tables:
                await self.add_table()
            else:
                await asyncio.sleep(0.2)
        await killing
        await asyncio.sleep(4)
        for person in self.people:
            person.stop()
        if self.playing:
            await asyncio.wait(self.playing.values(), timeout=30)
        for house in self.houses:
            if house is not None:
                await asyncio.to_thread(house.end, 15)

    async def add_table(self) -> None:
        try:
            people = await begin(self.host(), self.game, 10 * len(self.people) + 1)
        except Exception:  # its process was killed in the middle: it is begun at another
            self.failed += 1
            await asyncio.sleep(0.2)
            return
        for person in people:
            self.people.append(person)
            self.playing[person] = asyncio.create_task(person.play(self.host))

    async def kill_until(self, until: float) -> None:
        while time.monotonic() < until:
            await asyncio.sleep(self.rng.uniform(*KILLED_EVERY))
            number = self.rng.randrange(len(self.houses))
            house, self.houses[number] = self.houses[number], None
            assert house is not None
            await asyncio.to_thread(house.end, 9)
            self.kills += 1
            await asyncio.sleep(self.rng.uniform(*DOWN))
            self.houses[number] = await asyncio.to_thread(self.start)

    def found(self, package: Path, database: str) -> dict[str, Any]:
        command = [sys.executable, "-c", VERIFY, database]
        done = subprocess.run(command, env={"PYTHONPATH": str(package)}, capture_output=True, text=True, check=True)
        logs = json.loads(done.stdout)
        made: dict[str, Counter[tuple[int, str]]] = {}
        for person in self.people:
            made.setdefault(person.table, Counter()).update(person.made)
        written = {
            id_: Counter((seat, text) for seat, text in logs[id_]["log"] if not text.startswith("(")) for id_ in made
        }
        away = sorted(seconds for person in self.people for seconds in person.away)
        refused: Counter[str] = Counter()
        for person in self.people:
            refused.update(person.refused)
        return {
            "kills": self.kills,
            "tables": len(made),
            "moves": sum(len(person.made) for person in self.people),
            "repeated": sum(person.repeated for person in self.people),
            "refused": dict(refused),
            "unanswered": sum(person.unanswered is not None for person in self.people),
            "bad logs": {id_: log["bad"] for id_, log in logs.items() if log["bad"]},
            "lost": sum((made[id_] - written[id_]).total() for id_ in made),
            "twice": sum((written[id_] - made[id_]).total() for id_ in made),
            "times away": len(away),
            "longest away": round(away[-1], 2) if away else 0.0,
            "p99 away": round(away[int(0.99 * len(away))], 2) if away else 0.0,
        }
