"""The baseline table for papers: levels, IS-MCTS and PPO against `easy`, with intervals and processor time.

    python3 play.py python bench/baselines.py [--games N] [--players P ...] [--bot NAME=FILE.py:FUNCTION ...]
                                              [--levels L ...] [--ppo MINUTES] [--out docs/baselines.md]

Duplicate deals: each is played from every seat.  With more than two players, the others are all `easy`.  A bot of your
own gets rows of its own.  Time is the processor's, for one decision of that bot.  PPO (examples/ppo.py, which needs
NumPy) is trained first, once for each game, and kept in --agents; it plays with two players.
"""

import argparse
import os
import platform
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: more threads only wait for each other

import skerry
from skerry.api.bot_file import bot_in_file
from skerry.core.compiled import COMPILED

REFERENCE = "easy"
LEVELS = ["random", "novice", "medium", "hard", "expert@50ms", "uct@200sims", "uct@1000sims"]
NAMES = {"uct": "IS-MCTS"}
HEAD = """# Baselines

Every bot against `{reference}`, made by one script. {even} of wins is an even share.

    python3 play.py python bench/baselines.py {words}

Skerry {version}, {build}, Python {python}; {games} games for each row, seed {seed}, options as between bots, \
duplicate deals (each deal is played from every seat). `ms` is processor time for a decision, on a machine that was \
busy with other work; budgets such as `50ms` are processor time, too. To enter your own bot, add \
`--bot mine=my_bot.py:greedy`; to rate it among all others on one scale, see [the ladder](library.md#a-ladder).

* `IS-MCTS` is the engine's own information-set tree search with random rollouts, without any judgement: `uct` in the \
arena.
{ppo}"""
PPO_WORDS = """\
* `PPO` is [examples/ppo.py](../examples/ppo.py) after {minutes:g} minutes of one core, from nothing by self-play \
on other seeds; it takes the action it likes best.
"""


def main() -> None:
    given = arguments()
    bots: dict[str, Any] = {level: level for level in given.levels} | dict(map(own_bot, given.bot))
    lines = [head(given)]
    for name in given.game:
        learner = {"PPO": trained(name, given.ppo, given.agents)} if given.ppo else {}
        for players in given.players:
            lines += ["", f"## {skerry.new(name).rules.title}, {players} players", ""]
            lines += ["| bot | wins | 95 % | points | 95 % | ms |", "|---|--:|--:|--:|--:|--:|"]
            for label, bot in (bots | (learner if players == 2 else {})).items():
                lines.append(row(name, players, label, bot, given))
                print(f"{name}, {players} players: {lines[-1]}", flush=True)
                given.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=["nusfjord", "tungaru", "buru"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--levels", nargs="*", default=LEVELS)
    parser.add_argument("--bot", action="append", default=[], help="NAME=FILE.py:FUNCTION")
    parser.add_argument("--ppo", type=float, default=0.0, metavar="MINUTES", help="train PPO for as long, and add it")
    parser.add_argument("--agents", type=Path, default=Path("agents"), help="where to keep what PPO has learnt")
    parser.add_argument("--seed", default="baselines")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("docs/baselines.md"))
    return parser.parse_args()


def head(given: argparse.Namespace) -> str:
    return HEAD.format(
        reference=REFERENCE,
        even=" or ".join(f"{1 / players:.0%}" for players in given.players),
        words=" ".join(sys.argv[1:]),
        version=skerry.__version__,
        build="compiled" if COMPILED else "uncompiled",
        python=platform.python_version(),
        games=given.games,
        seed=given.seed,
        ppo=PPO_WORDS.format(minutes=given.ppo) if given.ppo else "",
    )


def own_bot(word: str) -> tuple[str, Any]:
    """NAME=FILE.py:FUNCTION"""
    name, _, place = word.partition("=")
    if not (name and place):
        raise SystemExit(f"--bot {word}: write NAME=FILE.py:FUNCTION")
    return name, bot_in_file(place)


def trained(game: str, minutes: float, folder: Path) -> Any:
    """The learner of examples/ppo.py, from the folder if it is there."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import ppo

    def tell(network: Any, spent: float, seen: int) -> None:
        print(f"{game}: PPO after {spent:.1f} minutes and {seen:,} decisions", flush=True)

    kept = folder / f"ppo-{game}-{minutes:g}.npz"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        ppo.train(game, minutes, tell).save(kept)
    network = ppo.Network(game)
    network.load(kept)
    return ppo.as_bot(network)


def row(game: str, players: int, label: str, bot: Any, given: argparse.Namespace) -> str:
    for level, words in NAMES.items():
        label = label.replace(level, words)
    name = label.replace("@", " ")  # a name has no budget
    others = {f"{REFERENCE} {seat}" if players > 2 else REFERENCE: REFERENCE for seat in range(1, players)}
    field = {name: bot} | others
    found = skerry.arena(game, field, given.games, players=players, seed=given.seed, jobs=given.jobs)
    line = found[name]
    assert line.wins
    wins = f"{line.wins.value:.0%} | {line.wins.low:.0%} to {line.wins.high:.0%}"
    points = f"{line.points.value:.1f} | {line.points.low:.1f} to {line.points.high:.1f}"
    return f"| `{label}` | {wins} | {points} | {line.times.mean:.1f} |"


if __name__ == "__main__":
    main()
