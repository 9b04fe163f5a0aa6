"""A deck is one file: with one more of them, and no other change, every option that names decks plays whole games."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[3]
COMPONENTS = "skerry/games/nusfjord/components"
EVEN = """
[[starts]]
id = "sea_trout_2"
gold = [0, 3]
source = "reconstructed"

[[starts]]
id = "sea_trout_3"
fish = [0, 1, 2]
source = "reconstructed"
"""
MIXED = [[0, 100], [1, 100, 101], [1, 0, 0, 2], [0, 2, 102, 301, 200]]  # as starts.toml has it for mixed decks


def with_a_deck_more(folder: Path, number: int, name: str, more: str = "") -> None:
    """A copy of the sources with another deck: the Codfish deck under other numbers."""
    shutil.copytree(ROOT / "src" / "skerry", folder / "skerry", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    cod = (folder / COMPONENTS / "buildings-cod.toml").read_text(encoding="utf-8")
    deck = re.sub(r'id = "3(\d\d)"', rf'id = "{number}\1"', cod).replace('deck = "Codfish"', f'deck = "{name}"')
    (folder / COMPONENTS / "buildings-new.toml").write_text(deck + more, encoding="utf-8")


@pytest.mark.parametrize(
    ("number", "deck", "name", "more", "goods"),
    [
        (4, "haddock", "Haddock", "", MIXED),
        (5, "sea_trout", "Sea Trout", EVEN, [[0, 300], [0, 1, 2], *MIXED[2:]]),
    ],
)
def test_a_deck_more_is_one_file(
    tmp_path: Path, number: int, deck: str, name: str, more: str, goods: list[list[int]]
) -> None:
    """§setup.6, §setup.11, §variant.1, §variant.2, §campaign.1"""
    with_a_deck_more(tmp_path, number, name, more)
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.nusfjord.games_of_a_deck", deck, name],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == goods
