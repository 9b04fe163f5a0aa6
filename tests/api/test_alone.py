"""The library alone: three small packages, and one line instead of the command."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from setup.engine import COMPILER

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WITHOUT_EXTRAS = """
import sys
for name in {names!r}:
    sys.modules[name] = None
"""
EVERYTHING = """
import skerry
game = skerry.new("nusfjord", 3, seed=1)
while not game.over:
    game.play(game.choose("random"))
print(skerry.arena("tidepool", {"mine": lambda me: me.legal[0], "random": "random"}, games=2)["mine"].games)
print(len(skerry.export("tidepool", games=2, bots=["random"])), skerry.new("tidepool").hint(0.05) is not None)
"""


def names_of(requirements: list[str]) -> list[str]:
    return [re.split(r"[^\w-]", line)[0].replace("-", "_") for line in requirements]


def run_without_extras(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    extras = [name for lines in PROJECT["optional-dependencies"].values() for name in names_of(lines)]
    names = sorted({*extras, "click", "anyio", "argon2", "psycopg", "prometheus_client"} - {"skerry"})
    blocked = WITHOUT_EXTRAS.format(names=names)
    return subprocess.run([sys.executable, "-c", blocked + code, *words], capture_output=True, text=True)


def test_the_library_needs_three_packages_and_no_more() -> None:
    assert names_of(PROJECT["dependencies"]) == ["librt", "mypy_extensions", "msgspec"]
    run = run_without_extras(EVERYTHING)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["2", "4", "True"]


def test_the_command_says_in_one_line_what_it_needs() -> None:
    run = run_without_extras("from skerry.__main__ import main; main()", "games")
    assert run.returncode == 1 and "pip install 'skerry[play]'" in run.stderr and len(run.stderr.splitlines()) == 1


@pytest.mark.once
def test_compiled_modules_find_the_librt_they_were_compiled_against() -> None:
    pins = [line for line in PROJECT["dependencies"] if line.startswith("librt")]
    assert pins == [line for line in COMPILER if line.startswith("librt")] == [f"librt=={version('librt')}"]
    mypy = [line for line in COMPILER if line.startswith("mypy")]
    assert mypy == [line for line in PROJECT["optional-dependencies"]["test"] if line.startswith("mypy=")]
