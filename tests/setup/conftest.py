"""A copy of play.py in a folder of its own, with a uv on the path that installs nothing but writes down its calls."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FAKE_UV = """#!{python}
import os, pathlib, sys, time
here = pathlib.Path({here!r})
words = sys.argv[1:]
with open(here / "calls.txt", "a") as calls:
    print(*[pathlib.Path(words[i + 1]).stem for i, word in enumerate(words) if word == "-r"], file=calls)
venv = here / "game" / ".venv"
script = here / "install.py"
if script.exists():
    exec(script.read_text())
if "--target" in words:
    pathlib.Path(words[words.index("--target") + 1]).mkdir(parents=True)
"""
FAKE_SKERRY = """
import os, sys
from skerry.core import state
print("skerry", *sys.argv[1:])
"""
GROUPS = ["play", "build", "node", "accounts", "test", "docs", "ray", "envs"]


class Trial:
    def __init__(self, here: Path) -> None:
        self.here = here
        self.game = here / "game"
        self.venv = self.game / ".venv"
        shutil.copytree(ROOT / "setup", self.game / "setup", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "play.py", self.game)
        self.write("pyproject.toml", '[tool.skerry]\ncompiled = ["core/state.py"]')
        self.write("src/skerry/__init__.py", "")
        self.write("src/skerry/__main__.py", FAKE_SKERRY)
        self.write("src/skerry/core/__init__.py", "")
        self.write("src/skerry/core/state.py", "")
        self.write("src/skerry/server/page.txt", "")
        self.write("web/src/App.svelte", "")
        for group in GROUPS:
            self.write(f"requirements/{group}.txt", f"{group}==1\n")
        (here / "bin").mkdir()
        uv = here / "bin" / "uv"
        uv.write_text(FAKE_UV.format(python=sys.executable, here=str(here)))
        uv.chmod(0o755)

    def write(self, name: str, text: str) -> None:
        (self.game / name).parent.mkdir(parents=True, exist_ok=True)
        (self.game / name).write_text(text)

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKERRY_", "PYTHONPATH"))}
        path = f"{self.here / 'bin'}{os.pathsep}{os.environ['PATH']}"
        plain = {"SKERRY_PURE": "1", "SKERRY_NO_WEB": "1"}
        return subprocess.Popen(
            [sys.executable, str(self.game / "play.py"), *words],
            cwd=self.here,
            env={**kept, **plain, "PATH": path, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def play(self, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        process = self.start(*words, **variables)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def installing_runs(self, script: str) -> None:
        """What happens while packages are being installed: `venv` is .venv, `words` what uv was told."""
        (self.here / "install.py").write_text(script)

    def new_calls(self) -> list[str]:
        """The lists of packages that were installed since the last look."""
        calls = self.here / "calls.txt"
        lines = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return lines


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def wait_for(file: Path) -> None:
    until = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < until, f"{file} never came"
        time.sleep(0.02)
