"""Messages that nobody means well with: to every call of the API, and on the socket.

A victim plays at the same server.  Whatever is sent, no answer is a bug (5xx), the victim's game stays as it was, and
the attacker's own games can still be read.  `bench/hostile.py` sends 100,000, test_hostile.py a few.
"""

import asyncio
import json
import re
from collections import Counter
from random import Random
from typing import Any, get_args

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from skerry.server.programs.calls import CALLS, ApiCall
from skerry.server.protocol import messages
from tests.server.browser import PATIENCE, Guest, Running
from tests.server.programs.program import Program, token_of

AT_ONCE = 16
OWN_SEATS = [{"name": "Eve"}, {"name": "Robin", "bot": "random"}]
WORDS = [
    "",
    "gather",
    "rest",
    "undo",
    "(resigns)",
    "(checking)",
    "\x00",
    "\ud800",
    "é" * 99,
    "x" * 5000,
    "../..",
    "'; --",
]
NUMBERS = [0, -1, 1, 15, 2**31, -(2**31), 2**63, 10**400, 1e308, 0.5, True]
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]


class Hostile:
    def __init__(self, server: Running, seed: int) -> None:
        self.host = server.host
        self.chance = Random(seed)
        owner, victim = Guest(server.host), Guest(server.host)
        owner.home()
        victim.home()
        self.eve, self.mia = Program(server, token_of(owner, "Eve")), Program(server, token_of(victim, "Mia"))
        self.own = self.eve.post("tables", game="_blank", seats=OWN_SEATS).json()["id"]
        self.foreign = self.mia.post("tables", game="_blank", seats=[{"name": "Mia"}, {"name": "Max"}]).json()["id"]
        self.before = self.kept()
        self.counts: Counter[str] = Counter()

    def kept(self) -> tuple[str, str]:
        """All that the victim knows of its game."""
        return self.mia.get(f"tables/{self.foreign}").text, self.mia.get(f"tables/{self.foreign}/log").text

    # ---- what is sent
    def value(self, depth: int = 0) -> Any:
        kind = self.chance.randrange(9 if depth < 3 else 5)
        if kind < 2:
            return self.chance.choice(WORDS)
        if kind < 4:
            return self.chance.choice(NUMBERS)
        if kind == 4:
            return None
        if kind < 7:
            return [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
        return {self.chance.choice(["seat", "text", "version", "n", "x"]): self.value(depth + 1) for _ in range(3)}

    def fields(self, kind: type[msgspec.Struct]) -> dict[str, Any]:
        """As the struct has them, each of them now and then something else."""
        found = {}
        for name in kind.__struct_fields__:
            likely = {"version": self.chance.randrange(40), "seat": self.chance.choice([None, 0, 1]), "text": "gather"}
            likely |= {"game": "_blank", "seats": OWN_SEATS, "options": {}, "n": self.chance.randrange(3)}
            roll = self.chance.random()
            if roll < 0.6 and name in likely:
                found[name] = likely[name]
            elif roll < 0.8:
                found[name] = self.value()
        return found

    def body(self, kind: type[msgspec.Struct] | None) -> bytes:
        roll = self.chance.random()
        if roll < 0.05:
            return self.chance.randbytes(self.chance.randrange(300))
        if roll < 0.07:
            return b"[" * 20_000
        if roll < 0.08:
            return b'{"text": "' + b"x" * 150_000 + b'"}'
        written = json.dumps(self.fields(kind) if kind and roll < 0.9 else self.value()).encode()
        return written[: self.chance.randrange(len(written) + 1)] if roll > 0.95 else written

    def path(self, call: ApiCall) -> str:
        ids = [self.own, self.foreign, self.foreign, "zzzzzzzzzzzz", "%00", "..%2f..", "%ff", "x" * 200]
        path = re.sub(r"\{id\}", self.chance.choice(ids), call.path)
        path = re.sub(r"\{name\}", self.chance.choice(["buru", "_blank", "no", "%00"]), path)
        queries = ["", "", "?seat=0", "?seat=-2", "?since=99999", "?seat=x&seat=1", "?game=%00", "?%ff=%ff"]
        return path + self.chance.choice(queries)

    def request(self) -> dict[str, Any]:
        call = self.chance.choice([call for call in CALLS if call.answer is not None])
        headers = {"Content-Type": self.chance.choice(["application/json"] * 9 + ["text/plain"])}
        if self.chance.random() < 0.9:
            headers["Authorization"] = f"Bearer {self.eve.token}"
        elif self.chance.random() < 0.5:
            headers["Authorization"] = self.chance.choice(["Bearer", "Bearer x", "Basic eDp5", "x" * 3000])
        if self.chance.random() < 0.03:
            headers["Origin"] = "http://evil.example"
        method = call.method if self.chance.random() < 0.9 else self.chance.choice(METHODS)
        address = f"http://{self.host}/api/v1{self.path(call)}"
        return {"method": method, "url": address, "content": self.body(call.body), "headers": headers}

    def message(self) -> bytes | str:
        kind = self.chance.choice(get_args(messages.ClientMessage))
        if self.chance.random() < 0.1:
            return self.body(None)[:1_900]
        return json.dumps({"type": kind.__struct_config__.tag} | self.fields(kind))[:1_900]

    # ---- sending it
    async def send(self, count: int) -> None:
        """So many in all: nine of ten as calls, the others on the socket."""
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(trust_env=False, timeout=PATIENCE, limits=limits) as http:
            shares = [count * 9 // 10 // AT_ONCE] * AT_ONCE
            await asyncio.gather(*(self.call(http, share) for share in shares), self.talk(count // 10))

    async def call(self, http: httpx.AsyncClient, count: int) -> None:
        for _ in range(count):
            wanted = self.request()
            try:
                answer = await http.request(**wanted)
            except httpx.TransportError:  # the server ended an idle connection as this was sent on it
                self.counts["no answer"] += 1
                continue
            self.counts[f"status {answer.status_code}"] += 1
            assert answer.status_code < 500 or answer.status_code == 507, (wanted, answer.text)
            if answer.status_code >= 300 and wanted["method"] != "HEAD":
                assert '"error":' in answer.text, (answer.status_code, answer.text, str(wanted)[:300])

    async def talk(self, count: int) -> None:
        """On sockets, at the own table and at the victim's; one that is closed is opened again."""
        sent = 0
        headers = {"Authorization": f"Bearer {self.eve.token}"}
        while sent < count:
            table = self.chance.choice([self.own, self.foreign])
            async with connect(f"ws://{self.host}/ws/{table}", additional_headers=headers, proxy=None) as line:
                reading = asyncio.create_task(self.read(line))
                try:
                    await line.send('{"type": "join"}' if self.chance.random() < 0.9 else self.message())
                    for _ in range(min(100, count - sent)):
                        sent += 1
                        self.counts["messages"] += 1
                        await line.send(self.message())
                except ConnectionClosed:
                    pass
                await asyncio.wait([reading], timeout=0.05)
                reading.cancel()

    async def read(self, line: Any) -> None:
        try:
            async for told in line:
                assert "Something went wrong" not in told, told
        except ConnectionClosed:
            return

    def check(self) -> None:
        """Afterwards."""
        assert self.kept() == self.before, "the victim's game has changed"
        assert self.counts["no answer"] * 100 <= self.counts.total(), "connections break"
        assert {self.eve.get("me").status_code, self.eve.get("tables").status_code} <= {200, 429}
