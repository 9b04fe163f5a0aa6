"""A game is a folder: with one more of them, and no other change, it is offered, played, taught to bots and shown."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def test_a_game_more_is_one_folder(tmp_path: Path) -> None:
    package = tmp_path / "skerry"
    shutil.copytree(ROOT / "src" / "skerry", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copytree(package / "games" / "_blank", package / "games" / "rockpool")
    for path in (package / "games" / "rockpool").rglob("*"):
        if path.is_file():
            words = path.read_text(encoding="utf-8").replace("_blank", "rockpool").replace("Tidepool", "Rockpool")
            path.write_text(words, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.plays_of_a_game", "rockpool", "Rockpool", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
