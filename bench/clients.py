"""Browsers for bench/server.py: as cheap as can be, so that the server is what is measured.

Each is a WebSocket written out by hand.  It inflates and reads what it gets, as far as it needs that for a move.
"""

import asyncio
import json
import os
import random
import struct
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import httpx
import msgspec

UPGRADE = (
    "GET /ws/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2tlcnJ5c2tlcnJ5c2tlcg==\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\nCookie: {cookie}\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Choice(msgspec.Struct):
    text: str
    reason: dict[str, Any] | None = None


class Now(msgspec.Struct):
    version: int
    to_move: int | None
    choices: list[Choice]


class Message(msgspec.Struct):
    """What matters in a push; before updates were made small, `table` held a whole picture."""

    type: str
    now: Now | None = None
    table: Now | None = None
    words: str = ""
    done: int = 0  # the number of the message that is answered with it
    n: int = 0  # likewise, if nothing else comes with it


decode = msgspec.json.Decoder(Message).decode


class Client(asyncio.Protocol):
    """One screen at one table."""

    def __init__(self, host: str, table: str, cookie: str) -> None:
        self.request = UPGRADE.format(table=table, host=host, cookie=cookie).encode()
        self.inflater = zlib.decompressobj(-15)
        self.buffer = bytearray()
        self.is_open = False
        self.now: Now | None = None
        self.problems: list[str] = []
        self.bytes = 0
        self.heard: Callable[[Client, Message], None] = lambda client, message: None
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's has no such base
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.problems.append(head.decode("latin-1")[:200])
                self.transport.abort()
                return
            self.buffer, self.is_open = bytearray(rest), True
            self.send({"type": "join"})
        while (frame := self.frame()) is not None:
            self.receive(*frame)

    def frame(self) -> tuple[int, bool, bytes] | None:
        if len(self.buffer) < 2:
            return None
        size, start = self.buffer[1] & 127, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(self.buffer) < start:
                return None
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return None
        first, payload = self.buffer[0], bytes(self.buffer[start : start + size])
        del self.buffer[: start + size]
        return first & 15, bool(first & 64), payload

    def receive(self, kind: int, is_deflated: bool, payload: bytes) -> None:
        if kind == PING:
            self.send_frame(PONG, payload)
        elif kind == TEXT:
            self.bytes += len(payload)
            if is_deflated:
                payload = self.inflater.decompress(payload + b"\x00\x00\xff\xff")
            message = decode(payload)
            if now := message.now or message.table:
                self.now = now
            if message.type == "problem":
                self.problems.append(message.words)
            self.heard(self, message)

    def send(self, message: dict[str, Any]) -> None:
        self.send_frame(TEXT, json.dumps(message).encode())

    def send_frame(self, kind: int, payload: bytes) -> None:
        """Masked, as a browser must; with a mask of noughts."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + struct.pack("!H", size)
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + payload)

    def play(self, rng: random.Random) -> None:
        assert self.now is not None
        possible = [choice.text for choice in self.now.choices if choice.reason is None]
        text = rng.choice(sorted(possible))
        self.send({"type": "play", "seat": self.now.to_move, "version": self.now.version, "text": text})


class Guest:
    """Somebody with a cookie, who makes tables."""

    def __init__(self, host: str) -> None:
        self.host = host
        kept = httpx.Limits(keepalive_expiry=2)  # the server closes idle lines after 5 s, perhaps just as we send
        self.http = httpx.Client(base_url=f"http://{host}", trust_env=False, timeout=60, limits=kept)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def start(self, game: str, players: int = 2) -> str:
        wish = {"game": game, "seats": [{"name": f"P{number}"} for number in range(players)]}
        return str(self.http.post("/api/tables", json=wish).raise_for_status().json()["id"])

    def close(self) -> None:
        self.http.close()


async def connect(host: str, table: str, cookie: str, local: str = "127.0.0.1") -> Client:
    name, _, port = host.partition(":")
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: Client(host, table, cookie), name, int(port), local_addr=(local, 0)
    )
    return client


class Table:
    """A player who has all seats, and one who looks on; a move counts when both have seen it."""

    def __init__(self, own: Client, other: Client, seed: int) -> None:
        self.both = (own, other)
        self.own = own
        self.rng = random.Random(seed)
        self.waits_for = -1
        self.began = 0.0
        self.done: Callable[[Table, float], None] = lambda table, seconds: None
        own.heard = other.heard = self.hear

    @property
    def over(self) -> bool:
        return self.own.now is not None and self.own.now.to_move is None

    @property
    def version(self) -> int:
        """The newest that any of the screens has seen."""
        return max(client.now.version if client.now else -1 for client in self.both)

    async def ready(self) -> None:
        for _ in range(3000):
            if all(client.now for client in self.both):
                return
            await asyncio.sleep(0.01)
        raise TimeoutError(f"no picture: {[client.problems for client in self.both]}")

    def move(self) -> None:
        assert self.own.now is not None
        self.waits_for, self.began = self.own.now.version, time.perf_counter()
        self.own.play(self.rng)

    def hear(self, client: Client, message: Message) -> None:
        if self.waits_for >= 0 and all(one.now and one.now.version > self.waits_for for one in self.both):
            self.waits_for = -1
            self.done(self, time.perf_counter() - self.began)


async def tables(host: str, game: str, count: int, screens: int = 2) -> list[Table]:
    """New tables with one or two screens each."""
    found: list[Table] = []
    guest = Guest(host)
    try:
        for number in range(count):
            if number % 50 == 0:  # nobody has more than so many games open
                guest.close()
                guest = Guest(host)
            id_ = await asyncio.to_thread(guest.start, game)
            own = await connect(host, id_, guest.cookie)
            found.append(Table(own, await connect(host, id_, "") if screens == 2 else own, number))
            await found[-1].ready()
    finally:
        guest.close()
    return found


async def flood(playing: list[Table], seconds: float, lost: Sequence[asyncio.Future[None]] = ()) -> int:
    """Everybody moves as fast as the server lets them, until all connections are `lost`; return how many moves."""
    moves = 0
    until = time.perf_counter() + seconds
    ended = asyncio.Event()

    def done(table: Table, took: float) -> None:
        nonlocal moves
        moves += 1
        if time.perf_counter() < until and not table.over:
            table.move()
        elif all(one.waits_for < 0 for one in playing):
            ended.set()

    for table in playing:
        table.done = done
    for table in playing:
        if not table.over:
            table.move()
    if lost:
        await asyncio.wait(lost, timeout=seconds)
    elif not all(table.over for table in playing):
        await asyncio.wait_for(ended.wait(), seconds + 120)
    return moves


async def pace(playing: list[Table], rate: float, seconds: float) -> list[float]:
    """So many moves a second, each at a table that is free; return how long each took, the waiting included."""
    took: list[float] = []
    free = [table for table in playing if not table.over]

    def done(table: Table, seconds: float) -> None:
        took.append(seconds)
        if not table.over:
            free.append(table)

    for table in playing:
        table.done = done
    start = time.perf_counter()
    sent = 0
    while (now := time.perf_counter() - start) < seconds:
        while sent < now * rate and free:
            table = free.pop(0)
            table.move()
            table.began = start + sent / rate  # when it was due
            sent += 1
        await asyncio.sleep(0.001)
    deadline = time.perf_counter() + 60
    while len(took) < sent and time.perf_counter() < deadline:
        await asyncio.sleep(0.01)
    return took


def close(playing: list[Table]) -> None:
    for table in playing:
        for client in table.both:
            client.transport.abort()


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    import uvloop

    return uvloop.run(work())  # type: ignore[arg-type]


def files_allowed(wanted: int) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


if __name__ == "__main__":
    raise SystemExit(f"{os.path.basename(__file__)} is used by server.py")
