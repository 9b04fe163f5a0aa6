"""What a decision costs on the way to the browsers, beside an older commit, in one run.

    .venv/bin/python bench/wire.py [--old COMMIT] [--games NAME …] [--rounds N] [--json FILE]

Both sides are compiled and run as real servers, one at a time and in turns; the same random game is played over
two sockets, the player's and a spectator's.  Printed for windows of moves: bytes of a message, as sent and before
compression, and processor time of the server process per decision, all in: rules, store, pictures, JSON, deflate.
The lowest of all rounds counts.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.progress import track
from rich.table import Table
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent
HOME = ROOT / "build" / "wire"
OLD = "39793be"  # before updates were made small
CASES = [("_blank", 2), ("nusfjord", 2), ("nusfjord", 5), ("buru", 4), ("tungaru", 2), ("tungaru", 4)]
MARKS = (50, 250, 1000)
WIDTH = 60  # moves of a window
SEED = "5eed" * 16

BUILD = """
import sys
from pathlib import Path
from hatch_build import Engine
engine = Engine(Path("."))
problem = engine.why_not() or engine.build()
sys.exit(problem) if problem else print(engine.tree)
"""

SERVE = """
import sys, threading, time
from pathlib import Path
from skerry.match import luck
luck.new_seed = lambda: sys.argv[2]
from skerry.server.web.app import create_app
from skerry.server.web.serve import Server, bind, config
from skerry.server.settings import Settings

def tell_time():
    for _ in sys.stdin:
        print(time.process_time(), flush=True)

listener = bind("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
threading.Thread(target=tell_time, daemon=True).start()
Server(config(create_app(Settings(data=Path(sys.argv[1]), messages_per_second=100_000)))).run([listener])
"""


@dataclass
class Cost:
    """Of a decision, in the mean of a window."""

    raw: float = 0  # bytes of a message before compression
    sent: float = 0  # and after
    ms: float = 0  # of the server's processor


# ---- both sides, compiled


def installed(source: Path, name: str) -> Path:
    """A folder to import the compiled package from."""
    done = subprocess.run([sys.executable, "-c", BUILD], cwd=source, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} could not be compiled:\n{done.stderr[-2000:]}")
    tree, target = Path(done.stdout.splitlines()[-1]), HOME / name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source / "src", target)
    for file in tree.rglob("*.so"):
        shutil.copy2(file, target / file.relative_to(tree))
    return target


def checked_out(commit: str) -> Path:
    folder = HOME / f"source-{commit}"
    if not folder.exists():
        subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        subprocess.run(["git", "worktree", "add", "--detach", "--force", folder, commit], cwd=ROOT, check=True)
    return folder


# ---- the browsers

received: Counter[str] = Counter()  # bytes of all frames, as they came


def count(inflate: Callable[..., Frame]) -> Callable[..., Frame]:
    def decode(extension: PerMessageDeflate, frame: Frame, **more: Any) -> Frame:
        received["bytes"] += len(frame.data)
        return inflate(extension, frame, **more)

    return decode


PerMessageDeflate.decode = count(PerMessageDeflate.decode)  # type: ignore[method-assign]


class Browser:
    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.raw = 0
        self.version = -1
        self.now: dict[str, Any] = {}

    def hear_of(self, version: int) -> None:
        """Read until the table is newer than this."""
        while self.version <= version:
            text = self.line.recv(30)
            message = json.loads(text)
            self.raw += len(text.encode() if isinstance(text, str) else text)
            if now := message.get("now") or message.get("table"):  # the old way has a whole picture there
                self.now, self.version = now, now["version"]

    def play(self, rng: random.Random) -> None:
        texts = sorted(choice["text"] for choice in self.now["choices"] if not choice.get("reason"))
        move = {"type": "play", "seat": self.now["to_move"], "version": self.version, "text": rng.choice(texts)}
        self.line.send(json.dumps(move))


class House:
    """A server process; it tells how much processor time it has used."""

    def __init__(self, package: Path, data: str) -> None:
        command = [sys.executable, "-c", SERVE, data, SEED]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, env={"PYTHONPATH": str(package)}, **pipes)
        self.host = f"127.0.0.1:{int(self.read())}"

    def read(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        while line.startswith("Skerry is at"):
            line = self.process.stdout.readline()
        return line

    def seconds(self) -> float:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.read())


@contextmanager
def house(package: Path) -> Iterator[House]:
    with tempfile.TemporaryDirectory() as data:
        running = House(package, data)
        try:
            yield running
        finally:
            running.process.terminate()
            running.process.wait()


@contextmanager
def browsers(at: House, game: str, players: int) -> Iterator[list[Browser]]:
    """One who has all seats, and one who looks on."""
    with httpx.Client(base_url=f"http://{at.host}", trust_env=False) as http:
        wish = {"game": game, "seats": [{"name": f"P{number}"} for number in range(players)]}
        table = http.post("/api/tables", json=wish).raise_for_status().json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"ws://{at.host}/ws/{table}"
    with (
        connect(address, additional_headers={"Cookie": cookie}, proxy=None, max_size=None) as own,
        connect(address, proxy=None, max_size=None) as other,
    ):
        for line in (own, other):
            line.send('{"type": "join"}')  # the old way has not waited for it, and says so
        found = [Browser(own), Browser(other)]
        for browser in found:
            browser.hear_of(-1)
        yield found


class Mark(NamedTuple):
    """How far it is, and what it has cost until then."""

    move: int
    decisions: int
    seconds: float
    raw: int
    sent: int


def measure(at: House, game: str, players: int, most: int) -> dict[str, Cost]:
    """The costs of a decision by the window it is in: `50` is around move 50, `all` the whole game."""
    rng = random.Random(7)
    edges = sorted({edge for middle in MARKS for edge in window(middle)})
    marks: list[Mark] = []
    decisions = 0
    with browsers(at, game, players) as both:
        own = both[0]
        while True:
            is_last = own.now["to_move"] is None or own.now["move"] > most
            if decisions == 0 or is_last or (edges and own.now["move"] >= edges[0]):
                edges = [edge for edge in edges if edge > own.now["move"]]
                raw = sum(browser.raw for browser in both)
                marks.append(Mark(own.now["move"], decisions, at.seconds(), raw, received["bytes"]))
            if is_last:
                break
            version = own.version
            own.play(rng)
            decisions += 1
            for browser in both:
                browser.hear_of(version)
    found = {"all": cost(marks[0], marks[-1])}
    for middle in MARKS:
        first, last = (next((mark for mark in marks if mark.move >= edge), None) for edge in window(middle))
        if first and last:
            found[str(middle)] = cost(first, last)
    return found


def window(middle: int) -> tuple[int, int]:
    return middle - WIDTH // 2, middle + WIDTH // 2


def cost(first: Mark, last: Mark) -> Cost:
    decisions = last.decisions - first.decisions
    each = [(after - before) / decisions for before, after in zip(first, last, strict=True)]
    return Cost(each[3] / 2, each[4] / 2, each[2] * 1000)


# ---- in turns

Found = dict[tuple[str, int, str], dict[str, Cost]]


def rounds(packages: dict[str, Path], cases: list[tuple[str, int]], count: int) -> Found:
    """The lowest costs by game, players and window, for both sides."""
    found: Found = {}
    for _ in track(range(count), "Playing in turns"):
        for side, package in packages.items():
            with house(package) as at:
                for game, players in cases:
                    for window, got in measure(at, game, players, MARKS[-1] + WIDTH).items():
                        sides = found.setdefault((game, players, window), {})
                        best = sides.get(side)
                        sides[side] = got if best is None or got.ms < best.ms else best
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", default=OLD, help=f"the commit to compare with ({OLD})")
    parser.add_argument("--games", nargs="*", default=sorted({game for game, _ in CASES}))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the figures there")
    args = parser.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    packages = {"old": installed(checked_out(args.old), args.old), "new": installed(ROOT, "here")}
    found = rounds(packages, [case for case in CASES if case[0] in args.games], args.rounds)
    table = Table(title=f"A decision with two browsers: here, and {args.old}")
    for name in ("game", "players", "moves", "bytes", "old", "deflated", "old", "CPU ms", "old", "ratio"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for (game, players, window), sides in sorted(found.items(), key=lambda row: CASES.index(row[0][:2])):
        new, old = sides.get("new", Cost()), sides.get("old", Cost())
        figures = [f"{new.raw:,.0f}", f"{old.raw:,.0f}", f"{new.sent:,.0f}", f"{old.sent:,.0f}"]
        times = [f"{new.ms:.2f}", f"{old.ms:.2f}", f"{new.ms / old.ms:.2f}" if old.ms else ""]
        table.add_row(game, str(players), window, *figures, *times)
    Console(width=110).print(table)
    if args.json:
        rows = [[*case, {side: asdict(cost) for side, cost in sides.items()}] for case, sides in found.items()]
        args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
