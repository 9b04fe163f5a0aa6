"""The library and its environments side by side with their peers, in one run on one machine.

    python3 play.py python bench/envs.py [--seconds S] [--json FILE]

Decisions per second of processor time on one core, the best of several turns; three players, random moves.  Counted
are decisions that somebody has to make; in brackets, with forced ones, dice and draws, as `skerry bench` counts them.
The packages go into an environment of their own (build/envs).
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "envs"
PEERS = ["chess==1.11.2", "shimmy==2.0.1", "pygame-ce==2.5.8", "rlcard==1.2.0"]  # for chess_v6 and hanabi_v5
PLAYERS = 3
ROUNDS = 3
GAMES = ("nusfjord", "tungaru", "buru")
WANTED = {
    "own, mask": 800e3,
    "own, observation": 200e3,
    "AEC": 50e3,
    "OpenSpiel": 60e3,
    "vector": 1e6,
    "vector, observation": 300e3,
}

Count = tuple[int, int]  # decisions that somebody was asked for, and all


def best(play: Callable[[], Count], seconds: float) -> tuple[float, float]:
    """Both kinds of decisions per second."""
    found = (0.0, 0.0)
    for _ in range(ROUNDS):
        asked = total = 0
        begin = time.process_time()
        while (took := time.process_time() - begin) < seconds / ROUNDS:
            more = play()
            asked, total = asked + more[0], total + more[1]
        found = max(found, (asked / took, total / took))
    return found


# ---- what is measured; these run in the environment of their own


def own(name: str, observe: bool) -> Callable[[], Count]:
    """The API: is it over, what may be done, play.  The choices are recorded, so that choosing costs nothing."""
    import skerry

    rng, deals = Random(1), []
    for seed in range(20):
        game, choices = skerry.new(name, PLAYERS, seed), []
        while not game.over:
            choices.append(rng.choice(game.legal))
            game.play(choices[-1])
        deals.append((seed, choices, len(game.record)))

    def play() -> Count:
        seed, choices, total = rng.choice(deals)
        game = skerry.new(name, PLAYERS, seed)
        for choice in choices:
            if not game.over:
                _ = game.mask
            if observe:
                game.observe()
            game.play(choice)
        return len(choices), total

    return play


def aec(make: Callable[[], Any]) -> Callable[[], Count]:
    """PettingZoo's loop; the observation comes with its mask."""
    import numpy as np

    env, rng = make(), Random(1)

    def play() -> Count:
        env.reset(seed=rng.randrange(10**6))
        asked = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            actions = np.flatnonzero(mask)
            env.step(int(actions[int(rng.random() * len(actions))]))
            asked += 1
        return asked, asked

    return play


def spiel(name: str) -> Callable[[], Count]:
    import pyspiel

    import skerry.envs.openspiel  # noqa: F401  registers the games

    game, rng = pyspiel.load_game(name), Random(1)

    def play() -> Count:
        state, asked, total = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            total += 1
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                asked += len(actions) > 1
                state.apply_action(actions[int(rng.random() * len(actions))])
        return asked, total

    return play


def vector(name: str, observe: bool) -> Callable[[], Count]:
    import numpy as np

    import skerry

    games = skerry.vector(name, PLAYERS, 1024, seed=1, observe=observe)
    rows, rng = np.arange(games.games), np.random.default_rng(1)

    def play() -> Count:
        for _ in range(5):
            games.step(games.options[rows, (rng.random(games.games) * games.counts).astype(np.int64)])
        return 5 * games.games, 5 * games.games

    return play


def measurements(name: str) -> dict[str, Callable[[], Callable[[], Count]]]:
    if name == "peers":
        from pettingzoo.classic import chess_v6, hanabi_v5

        return {
            "AEC chess_v6": lambda: aec(chess_v6.env),
            "AEC hanabi_v5": lambda: aec(hanabi_v5.env),
            "OpenSpiel chess": lambda: spiel("chess"),
            "OpenSpiel hanabi": lambda: spiel("hanabi"),
        }
    from skerry.envs.pettingzoo import MODULES

    module = MODULES[f"{name}_v0"]
    return {
        "own, mask": lambda: own(name, False),
        "own, observation": lambda: own(name, True),
        "AEC": lambda: aec(lambda: module.env(players=PLAYERS)),
        "OpenSpiel": lambda: spiel(f"skerry_{name}(players={PLAYERS})"),
        "vector": lambda: vector(name, False),
        "vector, observation": lambda: vector(name, True),
    }


# ---- the run


def python() -> Path:
    """The interpreter of the environment, made on first use."""
    path = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not (HOME / "ready").exists():
        print(f"Installing the environments and their peers into {HOME} …")
        venv.create(HOME, with_pip=True, clear=True)
        lists = [word for name in ("play", "envs") for word in ("-r", str(ROOT / "requirements" / f"{name}.txt"))]
        for words in ([*lists, "--no-deps", "--require-hashes"], PEERS):
            if subprocess.run([path, "-m", "pip", "install", "-q", *words]).returncode:
                sys.exit("They could not be installed: see above. Is the package index reachable?")
        (HOME / "ready").touch()
    return path


def measured(name: str, seconds: float) -> dict[str, tuple[float, float]]:
    """In a process of its own."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "ignore"}
    command = [python(), __file__, "--measure", name, "--seconds", str(seconds)]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stderr}")
    figures: dict[str, tuple[float, float]] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        tasks = measurements(args.measure)
        print(json.dumps({what: best(make(), args.seconds) for what, make in tasks.items()}))
        return
    found = {name: measured(name, args.seconds) for name in ("peers", *GAMES)}
    show(found)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def show(found: dict[str, dict[str, tuple[float, float]]]) -> None:
    from skerry.core.compiled import COMPILED

    peers = {what: figures[0] for what, figures in found["peers"].items()}
    load = f"load {os.getloadavg()[0]:.1f}, " if hasattr(os, "getloadavg") else ""
    print(f"{os.cpu_count()} cores, {load}engine {'' if COMPILED else 'NOT '}compiled\n")
    print("| decisions per second | wanted | " + " | ".join(GAMES) + " |\n|---|--:|" + "--:|" * len(GAMES))
    for what, wanted in WANTED.items():
        cells = [shown(*found[name][what]) for name in GAMES]
        print(f"| {what} | {wanted:,.0f} | {' | '.join(cells)} |")
    for what, peer in peers.items():
        times = [f"{found[name][what.split()[0]][0] / peer:,.1f} ×" for name in GAMES]
        print(f"| as many as {what} ({peer:,.0f}) | {'50 ×' if 'chess_v6' in what else ''} | {' | '.join(times)} |")


def shown(asked: float, total: float) -> str:
    return f"{asked:,.0f} ({total:,.0f})" if total > asked else f"{asked:,.0f}"


if __name__ == "__main__":
    main()
