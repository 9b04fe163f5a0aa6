"""Writes the files in requirements/ anew: the newest versions that fit pyproject.toml. Needs uv.

    python3 tools/lock.py           newest versions
    python3 tools/lock.py --keep    only what pyproject.toml makes necessary

Each file is one errand: what it takes to play, to compile, to build the page, to test and so on. They hold packages
with the hashes of all their files, so they install with --no-deps and are checked on arrival. One set serves Python
3.11 and later on Linux, macOS and Windows. No file says where packages come from: that is up to whoever installs.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
sys.path.insert(0, str(ROOT))

from setup.engine import COMPILER  # noqa: E402
from setup.page import NODE  # noqa: E402

# What it takes to play is there before everything else, so the other files leave it out.
GROUPS: dict[str, list[str]] = {
    "play": ["pyproject.toml", "--extra=play"],
    "build": COMPILER,
    "node": [NODE],
    "accounts": ["pyproject.toml", "--extra=accounts"],
    "club": ["pyproject.toml", "--extra=club"],
    "client": ["pyproject.toml", "--extra=client"],
    "notices": ["pyproject.toml", "--extra=notices"],
    "metrics": ["pyproject.toml", "--extra=metrics"],
    "test": ["pyproject.toml", "--extra=test"],
    "docs": ["pyproject.toml", "--extra=docs"],
    "ray": ["pyproject.toml", "--extra=ray"],
    "envs": ["pyproject.toml", "--extra=vector", "--extra=gymnasium", "--extra=pettingzoo", "--extra=openspiel"],
}
HEADER = "# Written by tools/lock.py.\n"


def main(keep: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder, "known.txt")
        known.write_text("\n".join(pins() if keep else []))
        everything = resolve(Path(folder), [word for words in GROUPS.values() for word in words], known, hashes=True)
        blocks = {name_of(block): block for block in re.split(r"\n(?=\S)", everything.strip())}
        known.write_text("\n".join(re.findall(r"(?m)^\S+==[^\s;]+", everything)))
        parts = {group: resolve(Path(folder), words, known, hashes=False) for group, words in GROUPS.items()}
    for group, text in parts.items():
        names = [name_of(line) for line in text.splitlines()]
        lines = [blocks[name] for name in names if name in blocks]
        if group == "play":
            for name in names:
                del blocks[name]
        (FOLDER / f"{group}.txt").write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def resolve(folder: Path, words: list[str], known: Path, hashes: bool) -> str:
    command = ["uv", "pip", "compile", "--universal", "--python-version=3.11", "--upgrade", "--quiet"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-strip-markers", f"--constraint={known}"]
    command += ["--fork-strategy=fewest"]  # one version of a package for every Python
    listed = folder / "listed.in"
    listed.write_text("\n".join(word for word in words if word != "pyproject.toml" and word[0] != "-"))
    command += [str(listed), *dict.fromkeys(word for word in words if word == "pyproject.toml" or word[0] == "-")]
    run = subprocess.run(
        [*command, *(["--generate-hashes"] if hashes else [])], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if run.returncode:
        sys.exit("requirements/ is unchanged: uv could not resolve the dependencies (see above).")
    return run.stdout


def pins() -> list[str]:
    return [
        pin
        for file in FOLDER.glob("*.txt")
        for pin in re.findall(r"(?m)^\S+==[^\s;]+", file.read_text(encoding="utf-8"))
    ]


def name_of(line: str) -> str:
    return re.split(r"[=\[ ]", line)[0]


if __name__ == "__main__":
    main("--keep" in sys.argv[1:])
