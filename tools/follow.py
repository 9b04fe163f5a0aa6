"""Does what a page says, as a newcomer would: writes the files it shows, runs the commands, compares what they print.

    python3 tools/follow.py docs/library.md

A file is a block of code with a title, a command is an indented line `python3 play.py …`, and a block of text below it
is what it prints last.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEP = re.compile(
    r'^```\w+ title="(?P<file>[^"]+)"\n(?P<code>.*?)^```$'
    r"|^    (?P<command>python3 play\.py [^\n]*)$"
    r"|^```text\n(?P<said>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def main(page: str) -> int:
    said = ""
    for step in STEP.finditer(Path(page).read_text(encoding="utf-8")):
        if step["file"]:
            Path(step["file"]).write_text(step["code"], encoding="utf-8")
            print(f"{step['file']}: written", flush=True)
        elif step["command"]:
            said = run(shlex.split(step["command"]))
        elif not said.endswith(step["said"]):
            print(f"The page says:\n{step['said']}")
            return 1
    return 0


def run(words: list[str]) -> str:
    print(f"$ {shlex.join(words)}", flush=True)
    words = [sys.executable, str(ROOT / "play.py"), *words[2:]]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True)
    print(done.stdout, flush=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
