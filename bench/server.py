"""How much the server stands, on this machine alone and within bounds.

    .venv/bin/python bench/server.py [PART …] [--old COMMIT] [--seconds N] [--quick] [--json FILE]

| part | what is done |
|---|---|
| cost | moves per second of one core: here, at an older commit and with boardgame.io from npm, in turns |
| load | 500 tables of Nusfjord × 2 screens, 500 moves/s, with each database: how long until both have it; standstills |
| kill | `kill -9` a hundred times while people play: is every move that somebody has seen still there? |
| restart | SIGTERM 20 times and `kill -9` 100 times, with pages that send again what was not answered: what is lost? |
| hostile | 100,000 messages that make no sense: are they answered, and does memory stay as it is? |
| halfopen | 3,000 connections that ask for half of something: when are they gone, and do others play on? |
| memory | what a live table with one socket takes, in each game: the growth of the process over some hundred tables |
| chaos | two and four processes on one PostgreSQL are killed at random for ten minutes while friends play: losses? |
| engines | moves per second with SQLite, and with PostgreSQL in one and in two processes, side by side |
| guests | five bring very long games, 120 send half of one, 20 download all there is: how long others' moves take |

Servers are compiled and run as processes of their own; SQLite writes with `synchronous=FULL`.  Processor time is
what can be compared on a busy machine; how long something takes says little there, and the load is printed with it.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import chaos as chaos_
import clients
import crowd
import restarts
from rich.console import Console
from wire import HOME, OLD, ROOT, checked_out, installed

sys.path.insert(0, str(ROOT))
from tests.server import cluster

PEER = "boardgame.io@0.50.2"
STATE = 4_800  # bytes of a view of Nusfjord, and of the state there
FREE = {"messages_per_second": 10**6, "tables_per_hour": 10**6, "open_tables": 10**6, "sockets": 10**6}
FREE |= {"connections": 6_000, "connections_each": 6_000}
CLOCK = os.sysconf("SC_CLK_TCK")

SERVE = """
import asyncio, gc, json, sys, threading, time
from pathlib import Path
from skerry.server.web.app import create_app
from skerry.server.web.serve import Server, bind, config
from skerry.server.settings import Settings

BEAT = 0.002  # seconds between two looks at the loop
found = {}

def forget():
    found.update({"standstill": 0.0, "work": 0.0, "collections": [0, 0, 0], "collecting": [0.0, 0.0, 0.0]})

async def watch_loop():
    wall, cpu = time.perf_counter(), time.thread_time()
    while True:
        await asyncio.sleep(BEAT)
        now, used = time.perf_counter(), time.thread_time()
        found["standstill"] = max(found["standstill"], now - wall - BEAT)
        found["work"] = max(found["work"], used - cpu)
        wall, cpu = now, used

def watch_collector(phase, info):
    if phase == "start":
        watch_collector.began = time.thread_time()
        return
    generation = info["generation"]
    found["collections"][generation] += 1
    longest = max(found["collecting"][generation], time.thread_time() - watch_collector.began)
    found["collecting"][generation] = longest

def tell():
    for _ in sys.stdin:
        print(json.dumps(found), flush=True)
        forget()

class Watched(Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.watching = asyncio.create_task(watch_loop())

forget()
wanted = json.loads(sys.argv[2])
if wanted.pop("watch", False):
    gc.callbacks.append(watch_collector)
    threading.Thread(target=tell, daemon=True).start()
    Server = Watched
wanted = {name: value for name, value in wanted.items() if name in Settings.__struct_fields__}
wanted |= {"page": Path(wanted["page"])} if "page" in wanted else {}
listener = bind("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
Server(config(create_app(Settings(data=Path(sys.argv[1]), **wanted)))).run([listener])
"""

console = Console(width=120)
Found = dict[str, Any]


class Process:
    """A server, and what it uses."""

    def __init__(self, command: list[str], **more: Any) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **more)

    def read(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def seconds(self) -> float:
        """Of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK

    def megabytes(self) -> float:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(60)


class House(Process):
    def __init__(self, package: Path, data: Path, **settings: Any) -> None:
        wanted = json.dumps(FREE | settings)
        super().__init__([sys.executable, "-c", SERVE, str(data), wanted], env={"PYTHONPATH": str(package)})
        self.host = f"127.0.0.1:{int(self.read())}"
        while "Skerry is at" not in (line := self.read()):
            if not line:
                raise RuntimeError("the server did not start")

    def watched(self) -> Found:
        """What the server has seen of itself since it was last asked; only with `watch=True`.

        Seconds: `standstill` is the longest in which the loop did nothing else, `work` the longest that it worked in
        one go by processor time, `collecting` the longest collection of each generation, by processor time, too.
        """
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return dict(json.loads(self.read()))


@contextmanager
def house(package: Path, data: Path | None = None, **settings: Any) -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        running = House(package, data or Path(folder), **settings)
        try:
            yield running
        finally:
            running.end()


def busy() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


# ---- cost


def moves_of_a_core(package: Path, game: str, tables: int, seconds: float) -> float:
    with house(package) as at:

        async def play() -> float:
            playing = await clients.tables(at.host, game, tables)
            await clients.flood(playing, 0.5)
            before = at.seconds()
            moves = await clients.flood(playing, seconds)
            used = at.seconds() - before
            clients.close(playing)
            return moves / used

        return float(clients.run(play))


def peer_folder() -> Path | None:
    """boardgame.io, installed beside our own packages and never among them."""
    folder = HOME / "boardgame.io"
    if not (folder / "node_modules").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text("{}")
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", PEER]
        if not shutil.which("npm") or subprocess.run(command, cwd=folder, capture_output=True).returncode:
            shutil.rmtree(folder, ignore_errors=True)
            return None
    shutil.copy(ROOT / "bench" / "boardgame_io.js", folder / "peer.js")
    return folder


def moves_of_the_peer(folder: Path, tables: int, seconds: float) -> float:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    server = Process(["node", "peer.js", "serve", port, str(STATE)], cwd=folder)
    try:
        server.read()
        players = Process(["node", "peer.js", "play", port, str(tables), str(seconds)], cwd=folder)
        while players.read().strip() != "begin":
            if players.process.poll() is not None:
                raise RuntimeError("boardgame.io's clients did not start")
        before = server.seconds()
        moves = int(players.read().split()[1])
        used = server.seconds() - before
        players.end()
        return moves / used
    finally:
        server.end(signal.SIGKILL)


def cost(args: argparse.Namespace, here: Path) -> Found:
    """In turns; the best of all rounds counts, for whatever else runs can only make it worse."""
    tables, seconds, rounds = (10, 2.0, 1) if args.quick else (30, 5.0, 3)
    old, peer = installed(checked_out(args.old), args.old), peer_folder()
    sides: dict[str, Callable[[], float]] = {
        "here": lambda: moves_of_a_core(here, "nusfjord", tables, seconds),
        args.old: lambda: moves_of_a_core(old, "nusfjord", tables, seconds),
    }
    if peer is not None:
        sides["boardgame.io"] = lambda: moves_of_the_peer(peer, tables, seconds)
    found: Found = {}
    for _ in range(rounds):
        for name, measure in sides.items():
            found[name] = max(found.get(name, 0), round(measure()))
    console.print(f"[b]cost[/b] moves per second of one core, Nusfjord, {tables} tables × 2 screens ({busy()}):")
    for name, rate in found.items():
        console.print(f"  {name:14} {rate:6,}   ({found['here'] / rate:.2f} times as many here)")
    if peer is None:
        console.print("  boardgame.io could not be installed from npm")
    else:
        console.print(f"  (boardgame.io: no rules, {STATE:,} bytes of state, in memory only, nothing on disk)")
    return found


# ---- load


def load(args: argparse.Namespace, here: Path) -> Found:
    found: Found = {}
    with contextlib.ExitStack() as stack:
        sides = {"SQLite": ""}
        if cluster.programs() is not None:
            sides["PostgreSQL"] = stack.enter_context(postgresql(DURABLE))
        for engine, database in sides.items():
            found[engine] = loaded(args, here, engine, database)
    return found


def loaded(args: argparse.Namespace, here: Path, engine: str, database: str) -> Found:
    tables, rate, seconds = (50, 50.0, 5.0) if args.quick else (500, 500.0, args.seconds)
    with house(here, watch=True, database=database) as at:

        async def play() -> tuple[list[float], float, Found]:
            playing = await clients.tables(at.host, "nusfjord", tables)
            at.watched()
            before = at.seconds()
            took = await clients.pace(playing, rate, seconds)
            used, seen = at.seconds() - before, at.watched()
            clients.close(playing)
            return sorted(took), used, seen

        took, used, seen = clients.run(play)
    p50, p99 = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99))
    found = {"moves": len(took), "per second": len(took) / seconds, "p50 ms": p50, "p99 ms": p99, "cpu": used / seconds}
    found |= {"watched": seen}
    console.print(
        f"[b]load[/b] {engine}, {tables} tables × 2 screens, {rate:.0f} moves/s wanted ({busy()}): "
        f"{found['per second']:.0f} moves/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {100 * used / seconds:.0f} % of a core"
    )
    tell_watched(seen, seconds)
    return found


def tell_watched(seen: Found, seconds: float) -> None:
    collected = ", ".join(
        f"{count} of generation {number} (longest {1000 * longest:.1f} ms)"
        for number, (count, longest) in enumerate(zip(seen["collections"], seen["collecting"], strict=True))
    )
    console.print(
        f"  longest standstill of the server's loop in {seconds:.0f} s: {1000 * seen['standstill']:.1f} ms, longest "
        f"work in one go {1000 * seen['work']:.1f} ms of processor time; collections: {collected}"
    )


# ---- kill


async def until_killed(at: House, seen: dict[str, int], tables: int, cookie: str, seconds: float) -> tuple[int, int]:
    """Play at the newest tables until the server is killed: how many were older than before, and the moves."""
    playing = {}
    for number, id_ in enumerate(list(seen)[-tables:]):
        own, other = await clients.connect(at.host, id_, cookie), await clients.connect(at.host, id_, "")
        playing[id_] = clients.Table(own, other, number)
    await asyncio.gather(*(table.ready() for table in playing.values()))
    missing = sum(table.version < seen[id_] for id_, table in playing.items())
    asyncio.get_running_loop().call_later(seconds, at.process.kill)
    lost = [client.lost for table in playing.values() for client in table.both]
    moves = await clients.flood(list(playing.values()), 30, lost)
    seen.update({id_: table.version for id_, table in playing.items()})
    clients.close(list(playing.values()))
    return missing, moves


def kill(args: argparse.Namespace, here: Path) -> Found:
    times, tables = (3, 5) if args.quick else (100, 20)
    rng = random.Random(3)
    seen: dict[str, int] = {}  # by table, the newest version that any screen has got
    lost = moves = 0
    with tempfile.TemporaryDirectory() as data:
        at = House(here, Path(data))
        guest = clients.Guest(at.host)
        cookie = ""
        for number in range(times):
            if number % 20 == 0:  # before the games are over
                guest.http.base_url = f"http://{at.host}"
                seen |= {guest.start("nusfjord"): 0 for _ in range(tables)}
                cookie = guest.cookie
            missing, done = clients.run(partial(until_killed, at, seen, tables, cookie, rng.uniform(0.1, 1.0)))
            at.end(signal.SIGKILL)
            lost, moves = lost + missing, moves + done
            at = House(here, Path(data))
        at.end()
        guest.close()
        checked = subprocess.run(
            [sys.executable, "-m", "skerry", "check", "--data", data],
            env={"PYTHONPATH": str(here)},
            capture_output=True,
        )
    found = {"kills": times, "moves": moves, "lost": lost, "replays": checked.returncode == 0}
    console.print(
        f"[b]kill[/b] {times} times under load: {moves} moves, {lost} tables came back older than somebody had "
        f"seen them; `skerry check` of all {'passes' if found['replays'] else 'FAILS'}"
    )
    return found


# ---- restart


def restart(args: argparse.Namespace, here: Path) -> Found:
    found: Found = {}
    small = args.quick
    for how, times, pages in [(signal.SIGTERM, 2 if small else 20, 200), (signal.SIGKILL, 3 if small else 100, 20)]:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            start = partial(House, here, data)
            found[how.name] = now = clients.run(partial(restarts.rounds, start, data, how, times, pages))
        console.print(
            f"[b]restart[/b] {how.name} × {times}, {pages} pages ({busy()}): {now['clicks']} clicks, of which "
            f"{now['on their way']} were on their way; {now['answered']} answered ({now['refused']} refused), "
            f"{now['repeated']} repeated, {now['lost']} lost, {now['twice']} made twice; "
            f"the slowest end took {now['slowest end']} s"
        )
    return found


# ---- hostile

WORDS = ["play", "undo", "look", "rename", "ask", "confirm", "say", "react", "stand_in", "seating", "cheat", "outline"]


def nonsense(rng: random.Random) -> bytes:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 200))
    if kind == 1:
        return b"[" * rng.randrange(1, 1900)
    message: dict[str, Any] = {"type": rng.choice(WORDS), "seat": rng.choice([0, 1, -1, 99, 10**30, "0", None])}
    message |= {
        "version": rng.choice([0, 1, 10**9, -5, "x"]),
        "text": rng.choice(["x" * 90, "undo", "", None, "\u202e"]),
    }
    if kind == 2:
        message |= {"move": rng.choice([-1, 10**9, 0]), "name": "\x00", "level": "oracle", "words": "\n"}
    data = json.dumps(message).encode()
    return data[: rng.randrange(1, len(data))] if kind == 3 else data


def hostile(args: argparse.Namespace, here: Path) -> Found:
    count = 2_000 if args.quick else 100_000
    with house(here, hints_per_minute=10**6, chats_per_minute=10**6) as at:

        async def attack() -> tuple[int, list[float], int, int]:
            rng = random.Random(9)
            playing = await clients.tables(at.host, "nusfjord", 20)
            answers = 0

            def hear(client: clients.Client, message: clients.Message) -> None:
                nonlocal answers
                answers += message.type == "problem"
                client.problems.clear()

            memory = []
            for table in playing:
                table.own.heard = hear
            for number in range(count):
                table = playing[number % len(playing)]
                if table.own.lost.done():
                    continue
                table.own.send_frame(clients.TEXT if rng.random() < 0.9 else 2, nonsense(rng))
                if number % 50 == 49:
                    await asyncio.sleep(0.01)
                if number % (count // 10) == 0:
                    memory.append(at.megabytes())
            for _ in range(6000):
                if answers >= 0.7 * count or all(table.own.lost.done() for table in playing):
                    break
                await asyncio.sleep(0.01)
            await asyncio.sleep(2)
            memory.append(at.megabytes())
            closed = sum(table.own.lost.done() for table in playing)
            clients.close(playing)
            more = await clients.tables(at.host, "nusfjord", 2)
            moves = await clients.flood(more, 1)
            clients.close(more)
            return answers, memory, closed, moves

        answers, memory, closed, moves = clients.run(attack)
    found = {"messages": count, "problems": answers, "closed": closed, "megabytes": [round(one) for one in memory]}
    console.print(
        f"[b]hostile[/b] {count:,} messages: {answers:,} were answered with a problem, {closed} of 20 lines closed; "
        f"memory {found['megabytes']} MB; afterwards {moves} moves were played"
    )
    return found


# ---- half-open

HALVES = [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: a", b"POST /api/tables HTTP/1.1\r\n"]


def halfopen(args: argparse.Namespace, here: Path) -> Found:
    count = 300 if args.quick else 3_000
    with house(here, connections_each=200) as at:

        async def attack() -> tuple[float, list[float]]:
            playing = await clients.tables(at.host, "nusfjord", 20)
            name, _, port = at.host.partition(":")
            lines = []
            for number in range(count):
                source = (f"127.0.1.{1 + number // 100}", 0)
                reader, writer = await asyncio.open_connection(name, int(port), local_addr=source)
                writer.write(HALVES[number % len(HALVES)])
                lines.append((reader, writer))
            opened = time.perf_counter()

            async def gone(reader: asyncio.StreamReader) -> float:
                try:
                    while await reader.read(1000):
                        pass
                except OSError:
                    pass
                return time.perf_counter()

            waiting = asyncio.gather(*(gone(reader) for reader, _ in lines))
            took = await clients.pace(playing, 20, 15)
            last = max(await asyncio.wait_for(waiting, 60))
            for _, writer in lines:
                writer.close()
            clients.close(playing)
            return last - opened, sorted(took)

        last, took = clients.run(attack)
    p99 = 1000 * took[int(len(took) * 0.99)]
    found = {"connections": count, "gone after": last, "moves": len(took), "p99 ms": p99}
    console.print(
        f"[b]halfopen[/b] {count:,} connections: the last was gone {last:.1f} s after all were open; meanwhile "
        f"{len(took)} moves of others, median {1000 * statistics.median(took):.1f} ms, p99 {p99:.1f} ms ({busy()})"
    )
    return found


# ---- guests


def made(package: Path, *wishes: object) -> bytes:
    command = [sys.executable, "-c", crowd.MAKE, *map(str, wishes)]
    return subprocess.run(command, env={"PYTHONPATH": str(package)}, capture_output=True, check=True).stdout


def guests(args: argparse.Namespace, here: Path) -> Found:
    tables, rate, seconds = (10, 20.0, 5.0) if args.quick else (50, 50.0, args.seconds)
    game, over = made(here, crowd.LONG, ""), made(here, crowd.LONG - 2_000, "whole")
    with tempfile.TemporaryDirectory() as page:
        with zipfile.ZipFile(ROOT / "web" / "page.zip") as packed:
            packed.extractall(page)
        with house(here, watch=True, page=page) as at:

            async def play() -> tuple[list[float], list[float], float, Found, dict[str, int]]:
                playing = await clients.tables(at.host, "nusfjord", tables)
                calm = await clients.pace(playing, rate, 5)
                at.watched()
                work = partial(crowd.run_all, at.host, game, over, page, seconds)
                crowded = asyncio.create_task(asyncio.to_thread(work))
                await asyncio.sleep(1.5)
                took = await clients.pace(playing, rate, seconds)
                seen, megabytes = at.watched(), at.megabytes()
                told = await crowded
                clients.close(playing)
                return sorted(calm), sorted(took), megabytes, seen, told

            calm, took, megabytes, seen, told = clients.run(play)
    p99, p99_calm = (1000 * times[int(len(times) * 0.99)] for times in (took, calm))
    found = {"moves": len(took), "p99 ms": p99, "p99 ms before": p99_calm, "megabytes": megabytes}
    found |= {"guests": told, "watched": seen}
    console.print(
        f"[b]guests[/b] {crowd.UPLOADERS} bring games of {crowd.LONG:,} entries and open them, {crowd.HALVES} send "
        f"half of five megabytes, {crowd.DOWNLOADERS} fetch everything ({busy()}): {len(took)} moves of others, "
        f"p50 {1000 * statistics.median(took):.1f} ms, p99 {p99:.1f} ms (before: {p99_calm:.1f} ms), longest "
        f"{1000 * took[-1]:.0f} ms; the server has {megabytes:.0f} MB"
    )
    console.print(f"  what the guests got: {told}")
    tell_watched(seen, seconds)
    return found


# ---- memory


def memory(args: argparse.Namespace, here: Path) -> Found:
    """The first tables are left out: they load the games, and fill what all tables share."""
    first, count, moves = (20, 60, 20) if args.quick else (50, 300, 40)
    found: Found = {}
    for game in ("nusfjord", "tungaru", "buru"):
        with house(here) as at:

            async def play(at: House = at, game: str = game) -> float:
                playing = await clients.tables(at.host, game, first, screens=1)
                await clients.pace(playing, 500, first * moves / 500)
                before = at.megabytes()
                more = await clients.tables(at.host, game, count, screens=1)
                await clients.pace(more, 500, count * moves / 500)
                after = at.megabytes()
                clients.close([*playing, *more])
                return 1000 * (after - before) / count

            found[game] = clients.run(play)
    words = ", ".join(f"{game} {kilobytes:.0f} kB" for game, kilobytes in found.items())
    console.print(f"[b]memory[/b] of a live table with one socket after {moves} moves: {words}")
    return found


# ---- several processes


@contextmanager
def postgresql(options: str = cluster.FASTER) -> Iterator[str]:
    """The address of an empty database."""
    programs = cluster.programs()
    if programs is None:
        sys.exit("PostgreSQL is not installed: apt-get install postgresql")
    with cluster.running_cluster(programs, options) as running:
        yield running.new_database()


def chaos(args: argparse.Namespace, here: Path) -> Found:
    found: Found = {}
    seconds, tables = (20.0, 6) if args.quick else (args.chaos, 20)
    for count in (2, 4):
        with postgresql() as database, tempfile.TemporaryDirectory() as folder:
            numbers = itertools.count()
            start = lambda: House(here, Path(folder) / str(next(numbers)), database=database)  # noqa: B023, E731
            trial = chaos_.Chaos(start, count, seconds, tables, "nusfjord")
            clients.run(trial.run)
            found[str(count)] = now = trial.found(here, database)
        console.print(f"[b]chaos[/b] {count} processes, {seconds:.0f} s, {tables} tables of two ({busy()}): {now}")
    return found


DURABLE = "-c max_connections=200 -c listen_addresses=''"  # with fsync, as SQLite is measured


def flooded(houses: list[House], tables: int, seconds: float) -> tuple[float, float]:
    """Moves per second, and cores used by the servers; each table is at one of the processes."""

    async def play() -> tuple[float, float]:
        playing = [await clients.tables(at.host, "nusfjord", tables // len(houses)) for at in houses]
        everybody = [table for some in playing for table in some]
        await clients.flood(everybody, 0.5)
        before, began = sum(at.seconds() for at in houses), time.perf_counter()
        moves = await clients.flood(everybody, seconds)
        took = time.perf_counter() - began
        used = sum(at.seconds() for at in houses) - before
        clients.close(everybody)
        return moves / took, used / took

    return clients.run(play)  # type: ignore[no-any-return]


def engines(args: argparse.Namespace, here: Path) -> Found:
    tables, seconds = (10, 3.0) if args.quick else (40, args.seconds)
    found: Found = {}
    for name, count in (("SQLite, one process", 0), ("PostgreSQL, one process", 1), ("PostgreSQL, two processes", 2)):
        with contextlib.ExitStack() as stack:
            database = stack.enter_context(postgresql(DURABLE)) if count else ""
            houses = [stack.enter_context(house(here, database=database)) for _ in range(max(1, count))]
            rate, cores = flooded(houses, tables, seconds)
        found[name] = {"moves/s": round(rate), "cores": round(cores, 2), "moves per core-second": round(rate / cores)}
    console.print(
        f"[b]engines[/b] {tables} tables × 2 screens as fast as they can ({busy()}; the clients need a core, too):"
    )
    for name, row in found.items():
        console.print(f"  {name:26} {row}")
    return found


PARTS: dict[str, Callable[[argparse.Namespace, Path], Found]] = {
    "cost": cost,
    "load": load,
    "kill": kill,
    "restart": restart,
    "hostile": hostile,
    "halfopen": halfopen,
    "guests": guests,
    "memory": memory,
    "chaos": chaos,
    "engines": engines,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; all unless named")
    parser.add_argument("--old", default=OLD, help=f"the commit to compare with ({OLD})")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long the load lasts (20)")
    parser.add_argument("--chaos", type=float, default=600.0, help="how many seconds processes are killed (600)")
    parser.add_argument("--quick", action="store_true", help="a small form of each")
    parser.add_argument("--json", type=Path, help="write the figures there")
    args = parser.parse_args()
    if strangers := set(args.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(strangers))}")
    HOME.mkdir(parents=True, exist_ok=True)
    clients.files_allowed(8_000)
    here = ROOT / "src" if os.environ.get("SKERRY_PURE") else installed(ROOT, "here")
    found = {name: PARTS[name](args, here) for name in args.parts or PARTS}
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
