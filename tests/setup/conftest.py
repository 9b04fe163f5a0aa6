"""A copy of play.py in a folder of its own, with a uv on the path that installs nothing but writes down its calls."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FAKE_UV = """#!{python}
import os, pathlib, sys, time
here = pathlib.Path({here!r})
words = sys.argv[1:]
with open(here / "calls.txt", "a") as calls:
    print(*words, file=calls)
venv = here / "game" / ".venv"
if words[0] == "venv":
    (venv / "bin").mkdir(parents=True, exist_ok=True)
    (venv / "bin" / "python").symlink_to({python!r})
else:
    script = here / "install.py"
    if script.exists():
        exec(script.read_text())
    skerry = venv / "bin" / "skerry"
    skerry.write_text("#!/bin/sh\\necho skerry \\"$@\\"\\n")
    skerry.chmod(0o755)
"""


class Trial:
    def __init__(self, here: Path) -> None:
        self.here = here
        self.game = here / "game"
        self.venv = self.game / ".venv"
        (self.game / "src" / "skerry").mkdir(parents=True)
        (self.game / "web" / "node_modules").mkdir(parents=True)
        (self.game / "play.py").write_bytes((ROOT / "play.py").read_bytes())
        for name in ["pyproject.toml", "hatch_build.py", "requirements.lock", "src/skerry/engine.py", "web/App.svelte"]:
            (self.game / name).write_text("")
        (here / "bin").mkdir()
        uv = here / "bin" / "uv"
        uv.write_text(FAKE_UV.format(python=sys.executable, here=str(here)))
        uv.chmod(0o755)

    def start(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKERRY_", "PYTHONPATH"))}
        path = f"{self.here / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return subprocess.Popen(
            [sys.executable, str(self.game / "play.py"), *words],
            cwd=self.here,
            env={**kept, "PATH": path, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def play(self, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        process = self.start(*words, **variables)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def installing_runs(self, script: str) -> None:
        """What happens while the package is being installed: `venv` is .venv, `words` what uv was told."""
        (self.here / "install.py").write_text(script)

    def new_calls(self) -> list[str]:
        """What uv was called with since the last look: the first word of each call."""
        calls = self.here / "calls.txt"
        lines = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return [line.split()[0] for line in lines]


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)
