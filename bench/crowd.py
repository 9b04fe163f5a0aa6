"""Guests for bench/server.py who do what they may, at once and without a pause: bring games, send halves, fetch all.

All of it from this machine to this machine, for a bounded time and from a bounded number of connections.
"""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import clients

UPLOADERS, HALVES, DOWNLOADERS = 5, 120, 20
HALF = 4_900_000  # bytes that are sent of five million
LONG = 18_900  # entries of the games that are brought

# Decisions taken back again and again; at last it is played to the end.
MAKE = """
import random, sys
from skerry.core.answers import Reason
from skerry.match import Match, SeatPlan, budget
from skerry.match.save import encode
budget.IDLE = 10**6  # as in games from before there was a limit
match = Match("nusfjord", [SeatPlan("A"), SeatPlan("B")])
rng, most, whole = random.Random(1), int(sys.argv[1]), sys.argv[2]
match.begin()
while len(match.log) < most or (whole == "whole" and not match.over):
    seat = match.to_move
    match.play(seat, match.actions.text(rng.choice(list(match.state.legal_actions()))))
    if len(match.log) < most and not isinstance(match.undo_or_reason(seat), Reason):
        match.undo(seat)
sys.stdout.buffer.write(encode(match))
"""


class Guest:
    """One connection, kept open, from an address of its own."""

    def __init__(self, host: str, address: str) -> None:
        self.host = host
        self.address = address
        self.cookie = ""
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body as it was sent; 0 if the connection broke."""
        try:
            if self.line is None:
                name, _, port = self.host.partition(":")
                self.line = await asyncio.open_connection(name, int(port), local_addr=(self.address, 0), limit=10**6)
            reader, writer = self.line
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: gzip\r\nCookie: {self.cookie}\r\n"
            )
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
            told = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if found := re.search(r"(?i)set-cookie: ([^;]+)", told):
                self.cookie = found[1]
            size = re.search(r"(?i)content-length: (\d+)", told)
            return int(told.split()[1]), await reader.readexactly(int(size[1])) if size else b""
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return 0, b""

    def close(self) -> None:
        if self.line is not None:
            self.line[1].close()
            self.line = None


async def upload(host: str, number: int, game: bytes, until: float, seen: Counter[str]) -> None:
    """Bring the same game again and again, and open it each time."""
    guest = Guest(host, f"127.0.2.{1 + number}")
    while time.perf_counter() < until:
        status, told = await guest.ask("POST", "/api/matches", game)
        seen[f"upload {status}"] += 1
        if status == 201:
            table = told.decode().split('"')[3]
            screen = await clients.connect(host, table, guest.cookie, guest.address)
            for _ in range(500):
                if screen.now or time.perf_counter() > until:
                    break
                await asyncio.sleep(0.01)
            seen["opened"] += screen.now is not None
            screen.transport.abort()
        await asyncio.sleep(0.05)
    guest.close()


async def hold_half(host: str, number: int, until: float, seen: Counter[str]) -> None:
    """Send almost all of a game, and keep what is missing."""
    name, _, port = host.partition(":")
    address = f"127.0.4.{1 + number // 10}"
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection(name, int(port), local_addr=(address, 0))
        head = f"POST /api/matches HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: 5000000\r\n\r\n".encode())
        piece = b" " * 100_000
        sending = asyncio.create_task(send(writer, piece, HALF // len(piece)))
        with contextlib.suppress(asyncio.IncompleteReadError, TimeoutError):
            told = await asyncio.wait_for(reader.readuntil(b"\r\n"), until - time.perf_counter())
            seen[f"half {told.split()[1].decode()}"] += 1
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        sending.cancel()
        writer.close()


async def send(writer: asyncio.StreamWriter, piece: bytes, count: int) -> None:
    with contextlib.suppress(OSError):
        for _ in range(count):
            writer.write(piece)
            await writer.drain()


async def download(host: str, number: int, paths: Sequence[str], until: float, seen: Counter[str]) -> None:
    guest = Guest(host, f"127.0.3.{1 + number}")
    while time.perf_counter() < until:
        for path in paths:
            status, body = await guest.ask("GET", path)
            seen[f"download {status}"] += 1
            seen["bytes"] += len(body)
    guest.close()


async def bring(host: str, game: bytes) -> str:
    guest = Guest(host, "127.0.2.100")
    status, told = await guest.ask("POST", "/api/matches", game)
    guest.close()
    if status != 201:
        raise RuntimeError(f"the finished game was not taken: {status} {told[:200]!r}")
    return told.decode().split('"')[3]


def paths_of(page: Path, table: str) -> list[str]:
    assets = [f"/assets/{file.name}" for file in sorted((page / "assets").iterdir())]
    files = [f"/api/tables/{table}/{call}" for call in ("match", "log", "curve")]
    rules = [f"/api/games/{name}/rules" for name in ("nusfjord", "tungaru", "buru")]
    return ["/", *assets[:20], *files, *rules, "/api/home"]


async def all_at_once(host: str, game: bytes, paths: Sequence[str], seconds: float, seen: Counter[str]) -> None:
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(upload(host, number, game, until, seen) for number in range(UPLOADERS)),
        *(hold_half(host, number, until, seen) for number in range(HALVES)),
        *(download(host, number, paths, until, seen) for number in range(DOWNLOADERS)),
    )


def run_all(host: str, game: bytes, over: bytes, page: str, seconds: float) -> dict[str, int]:
    """In a process of its own, so that these guests do not slow down those whose moves are timed."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "game", Path(folder) / "over"
        for file, data in zip(files, (game, over), strict=True):
            file.write_bytes(data)
        command = [sys.executable, __file__, host, *map(str, files), page, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return dict(json.loads(done.stdout))


async def main() -> None:
    host, game, over, page, seconds = sys.argv[1:]
    table = await bring(host, Path(over).read_bytes())
    seen: Counter[str] = Counter()
    await all_at_once(host, Path(game).read_bytes(), paths_of(Path(page), table), float(seconds), seen)
    print(json.dumps(dict(sorted(seen.items()))))


if __name__ == "__main__":
    if len(sys.argv) != 6:
        raise SystemExit(f"{Path(__file__).name} is used by server.py")
    clients.run(main)
