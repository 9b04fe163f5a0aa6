"""Vectors of the compiled engine stay in compiled code.

mypyc does not release a vector that plain Python hands to a compiled function: each call would leak it.
Kits are exempt: they are made once for each set of components.
"""

import ast
import fnmatch
import os
import random
import re
import sys
import tomllib
from pathlib import Path

import pytest

from skerry.match import Match, SeatPlan

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "skerry"
LOADERS = r"/kit(/|\.py)|buildings/fields\.py"
MAKERS = {"new_buffer", "list_to_vec", "zeros", "reals", "zero_rewards", "zero_row"}


def compiled_patterns() -> list[str]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: list[str] = tomllib.load(file)["tool"]["skerry"]["compiled"]
    return found


def is_compiled(file: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatch(file, pattern) and file.count("/") == pattern.count("/") for pattern in patterns)


def makers_in(source: str) -> set[str]:
    """The functions that make vectors, as far as they are imported; `vec[i64](…)` is one, too."""
    modules = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = {name.name for node in modules for name in node.names if str(node.module).startswith("skerry")}
    return names & MAKERS | set(re.findall(r"\bvec\[\w+\]\(", source))


def test_plain_python_makes_no_vectors() -> None:
    patterns = compiled_patterns()
    files = {str(path.relative_to(PACKAGE)): path for path in PACKAGE.rglob("*.py")}
    plain = [name for name in files if not is_compiled(name, patterns) and not re.search(LOADERS, name)]
    assert len(plain) > 100
    bad = {name: made for name in plain if (made := makers_in(files[name].read_text(encoding="utf-8")))}
    assert bad == {}


@pytest.mark.both
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of the process from /proc")
@pytest.mark.parametrize("game", ["nusfjord", "tungaru", "buru"])
def test_games_that_are_over_leave_no_memory_behind(game: str) -> None:
    def play(seed: int) -> None:
        match = Match(game, [SeatPlan("Ann"), SeatPlan("Ben")], seed=f"{seed:032x}")
        match.begin()
        rng = random.Random(seed)
        for _ in range(120):
            if match.to_move is None:
                break
            match.play(match.to_move, match.actions.text(rng.choice(match.state.legal_actions())))

    for seed in range(5):
        play(seed)
    before = megabytes()
    for seed in range(60):
        play(seed)
    assert megabytes() - before < 1.5  # a leak of one vector for each draw is 3 MB and more


def megabytes() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
