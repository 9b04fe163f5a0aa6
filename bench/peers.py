"""Random play side by side with catanatron, in one run on one machine.

    python3 play.py python bench/peers.py [--seconds S] [--json FILE]

catanatron is installed from the package index into an environment of its own (build/peers).  The two are measured
in turns, each several times, and the best of each counts: what matters is the ratio, not the machine.
"""

import argparse
import json
import subprocess
import sys
import venv
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.games import GAMES
from skerry.terminal.measure import measure_speed

HOME = Path(__file__).parent.parent / "build" / "peers"
PEER = "catanatron==3.2.1"
PLAYERS = 4
ROUNDS = 3

# runs in the peer's environment: random games for so many seconds, then copies of the last state
CATAN = """
import json, sys, time
from catanatron import Color, Game, RandomPlayer
seconds, colours = float(sys.argv[1]), (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
games = decisions = 0
begin = time.perf_counter()
while (took := time.perf_counter() - begin) < seconds:
    game = Game([RandomPlayer(colour) for colour in colours], seed=games)
    game.play()
    games += 1
    decisions += len(getattr(game.state, "action_records", None) or game.state.actions)
begin = time.perf_counter()
for _ in range(200):
    game.copy()
clone = (time.perf_counter() - begin) / 200 * 1e6
print(json.dumps({"decisions_per_s": decisions / took, "games_per_s": games / took, "clone_us": clone}))
"""


def peer_python() -> Path:
    """The interpreter of the peer's own environment, made on first use."""
    python = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not (HOME / "ready").exists():
        print(f"Installing {PEER} into {HOME} …")
        venv.create(HOME, with_pip=True, clear=True)
        done = subprocess.run([python, "-m", "pip", "install", "-q", PEER])
        if done.returncode:
            sys.exit(f"{PEER} could not be installed: see above. Is the package index reachable?")
        (HOME / "ready").touch()
    return python


def catan(python: Path, seconds: float) -> dict[str, float]:
    done = subprocess.run([python, "-c", CATAN, str(seconds)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"catanatron failed:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", type=Path, help="write the figures there")
    args = parser.parse_args()
    python = peer_python()
    runs: list[dict[str, object]] = []
    for _ in track(range(ROUNDS), "Measuring in turns"):
        runs.append({"engine": "catanatron", "compiled": False, **catan(python, args.seconds)})
        for game in GAMES.values():
            figures = measure_speed(game, min(PLAYERS, game.seats[-1]), args.seconds)
            runs.append(
                {"engine": f"skerry {game.name}", **{k: getattr(figures, k) for k in figures.__struct_fields__}}
            )
    best = [
        max((run for run in runs if run["engine"] == engine), key=lambda run: float(str(run["decisions_per_s"])))
        for engine in dict.fromkeys(run["engine"] for run in runs)
    ]
    show(best)
    if args.json:
        args.json.write_text(json.dumps(best, indent=1) + "\n")


def show(best: list[dict[str, object]]) -> None:
    base = float(str(best[0]["decisions_per_s"]))
    table = Table(title=f"Random play, {PLAYERS} players, one core, best of {ROUNDS}")
    table.add_column("engine")
    for column in ("decisions/s", "games/s", "clone µs", "times catanatron"):
        table.add_column(column, justify="right")
    for run in best:
        speed = float(str(run["decisions_per_s"]))
        note = "" if run["compiled"] or run["engine"] == "catanatron" else " (uncompiled)"
        games, clone = float(str(run["games_per_s"])), float(str(run["clone_us"]))
        table.add_row(
            f"{run['engine']}{note}", f"{speed:,.0f}", f"{games:,.0f}", f"{clone:,.2f}", f"{speed / base:,.0f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
