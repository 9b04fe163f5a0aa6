"""Checks the subjects of the commits since the rule began: at most 72 characters, a capital letter first, no full stop.

python3 tools/check_subjects.py [RANGE]
"""

import subprocess
import sys

# Older commits were written without the rule.
FIRST = "38d078c"
MOST = 72


def subjects(commits: str) -> list[str]:
    """The ids and subjects in a range of commits; the newest alone in a shallow clone that does not have the range."""
    for chosen in ([commits], ["-1", "HEAD"]):
        command = ["git", "log", "--format=%H %s", *chosen, "--"]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.splitlines()
    sys.exit(f"git cannot list the commits of {commits}: {found.stderr.strip()}")


def fault(subject: str) -> str | None:
    if len(subject) > MOST:
        return f"{len(subject)} characters, at most {MOST}"
    if subject.endswith("."):
        return "ends with a full stop"
    return "begins with a small letter" if subject[:1].islower() else None


def complaints(lines: list[str]) -> list[str]:
    """About lines with the id of a commit and its subject."""
    found = [line.split(" ", 1) for line in lines]
    return [f"{commit[:8]}: {subject}\n    {why}" for commit, subject in found if (why := fault(subject))]


def main() -> None:
    commits = sys.argv[1] if len(sys.argv) > 1 else f"{FIRST}..HEAD"
    found = subjects(commits)
    if bad := complaints(found):
        sys.exit("\n".join(["These commits need another subject:", *bad]))
    print(f"{len(found)} commit subjects are fine.")


if __name__ == "__main__":
    main()
