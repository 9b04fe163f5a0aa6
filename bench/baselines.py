"""The baseline table for papers: every level against `easy`, with intervals and processor time.

    python3 play.py python bench/baselines.py [--games N] [--players P ...] [--bot NAME=FILE.py:FUNCTION ...]
                                              [--levels L ...] [--out docs/baselines.md]

Duplicate deals: each is played from every seat.  With more than two players, the others are all `easy`.  A bot of your
own gets rows of its own.  Time is the processor's, for one decision of that bot.
"""

import argparse
import importlib.util
import platform
import sys
from pathlib import Path
from typing import Any

import skerry
from skerry.core.compiled import COMPILED

REFERENCE = "easy"
LEVELS = ["random", "novice", "medium", "hard", "expert@50ms"]
HEAD = """# Baselines

Every level against `{reference}`, made by one script. {even} of wins is an even share.

    python3 play.py python bench/baselines.py {words}

Skerry {version}, {build}, Python {python}; {games} games for each row, seed {seed}, options as between bots, \
duplicate deals (each deal is played from every seat). `ms` is processor time for a decision, on a machine that was \
busy with other work; budgets such as `50ms` are processor time, too. To enter your own bot, add \
`--bot mine=my_bot.py:greedy`.
"""


def main() -> None:
    given = arguments()
    bots: dict[str, Any] = {level: level for level in given.levels} | dict(map(own_bot, given.bot))
    lines = [head(given)]
    for name in given.game:
        for players in given.players:
            lines += ["", f"## {skerry.new(name).rules.title}, {players} players", ""]
            lines += ["| bot | wins | 95 % | points | 95 % | ms |", "|---|--:|--:|--:|--:|--:|"]
            for label, bot in bots.items():
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
    )


def own_bot(word: str) -> tuple[str, Any]:
    """NAME=FILE.py:FUNCTION, imported under the file's name, so that other processes find it as well."""
    name, _, place = word.partition("=")
    file, _, function = place.rpartition(":")
    path = Path(file)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not (name and function and path.is_file() and spec and spec.loader):
        raise SystemExit(f"--bot {word}: write NAME=FILE.py:FUNCTION, with a file that there is")
    sys.path.insert(0, str(path.parent.resolve()))
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return name, getattr(module, function)


def row(game: str, players: int, label: str, bot: Any, given: argparse.Namespace) -> str:
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
