"""Writes requirements.lock anew: the newest versions that fit pyproject.toml. Needs uv.

One list serves Python 3.11 and later on Linux, macOS and Windows, for playing, testing and building. It names versions
only, never where they come from: that is the business of whoever installs.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What hatch_build.py asks for, besides what pyproject.toml names.
BUILD_TOOLS = ["hatchling", "setuptools", "mypy[mypyc]==2.4.1"]
HEADER = (
    "# Written by tools/lock.py. Constraints: what is installed at all is said in pyproject.toml and hatch_build.py.\n"
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder) / "tools.in"
        tools.write_text("\n".join(BUILD_TOOLS))
        command = ["uv", "pip", "compile", "--universal", "--python-version=3.11", "--all-extras", "--upgrade"]
        command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-strip-markers", "--quiet"]
        run = subprocess.run([*command, "pyproject.toml", tools], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit("requirements.lock is unchanged: uv could not resolve the dependencies (see above).")
    # Extras are not allowed in constraints.
    lines = [line.replace("mypy[mypyc]", "mypy") for line in run.stdout.splitlines()]
    (ROOT / "requirements.lock").write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
