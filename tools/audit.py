"""Asks the public databases of known vulnerabilities about everything that Skerry installs.

    python3 tools/audit.py

Needs the network: pip-audit is fetched into an environment that is thrown away. Fails if anything is known, or if the
databases cannot be reached.
"""

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        subprocess.run([python, "-m", "pip", "install", "-q", "pip-audit"], check=True)
        files = [word for file in sorted((ROOT / "requirements").glob("*.txt")) for word in ("-r", str(file))]
        # --strict: a package that the database does not know is an error, not a note.
        checks = [subprocess.run([python, "-m", "pip_audit", "--strict", "--no-deps", "--disable-pip", *files])]
    if npm := shutil.which("npm"):
        checks.append(subprocess.run([npm, "audit", "--audit-level=low"], cwd=ROOT / "web"))
    else:
        print("npm is not there: the packages of the page were not looked at.")
        return 1
    return 1 if any(check.returncode for check in checks) else 0


if __name__ == "__main__":
    sys.exit(main())
