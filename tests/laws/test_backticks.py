"""What stands in backticks exists: paths and names in docstrings and documents are those of the code.

A path must be the end of a path in the repository.  A name must occur in code, or as a word in a string or in a data
file (options, actions and columns are such words).  A name that looks like code (`SHOWN_FIELDS`, `EffectFields`,
`load_components`) must be one; that of a class or module before a dot must have what follows.  What a program makes,
and what belongs to others, is in ELSEWHERE, with a reason.
"""

import ast
import builtins
import fnmatch
import io
import os
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.laws.test_imports import ROOMS

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "skerry"
DATA = {".toml", ".css", ".md", ".yml", ".json", ".sh"}
PAGE = {".ts", ".svelte", ".js"}
PYTHON = {".py"}
SKIPPED = {".venv", ".git", "node_modules", "dist", "build", "__pycache__"}
GENERATED = {"docs/observations.md"}
TICKED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
A_PATH = re.compile(r"(?!/|\d)[\w.<>*/-]*(/[\w.<>*-]*|\.(py|ts|svelte|toml|md|yml|css))")
A_NAME = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(.*\))?")
LIKE_CODE = re.compile(r"(?!SKERRY_)([A-Z][A-Z0-9_]{3,}|([A-Z][a-z0-9]*){2,}|[a-z0-9]+([A-Z][a-z0-9]+)+)")

CONTRACT = ("src/skerry/core/game.py", "src/skerry/core/answers.py")  # explained by examples from games
ELSEWHERE: dict[str, set[str]] = {
    "made by a build": {".venv/bin/python", "build/", "build/engine", "build/package", "web/dist", "dist/"},
    "made by a release": {"dist/SHA256SUMS", "linux_x86_64", "manylinux"},
    "made by a server of an older version": {
        "daily/",
        "daily-moved-into-database/",
        "reviews/",
        "reviews-moved-into-database/",
    },
    "metrics of a server, made of a prefix and a name": {
        "skerry_connections",
        "skerry_bots_thinking",
        "skerry_errors_total",
        "skerry_notices_total",
    },
    "made by a tournament": {
        "results.jsonl",
        "DIR/games/deal0001-1.json",
        "ladder/nusfjord-2p",
        "ladder/nusfjord-2p/entries",
    },
    "ids of environments, not paths": {"skerry/Nusfjord-v0", "skerry/Tungaru-v0", "skerry/Buru-v0"},
    "made of the name of each game": {"nusfjord_v0", "skerry_nusfjord", "skerry_tungaru", "skerry_buru"},
    "an example": {"sea_trout"},
    "a row of the baseline table": {"PPO"},
    "a word in puzzles.json": {"trap"},
    "of other packages": {"max_cycles_test", "pandas.DataFrame(rows)", "nohup"},
    "SQL": {"UPDATE"},
    "beginnings of names": {"is_", "can_", "has_"},
}


@dataclass
class Vocabulary:
    """Everything that a document may name."""

    paths: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)  # identifiers
    words: set[str] = field(default_factory=set)  # identifiers, and words in strings and data
    owners: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # class or module: names in its file
    rooms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # room: its words


def repository_files() -> Iterator[Path]:
    for folder, inside, files in os.walk(ROOT):
        inside[:] = sorted(set(inside) - SKIPPED)
        yield from (Path(folder) / name for name in sorted(files))


def docstrings(tree: ast.AST) -> list[ast.Constant]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, kinds) and node.body and isinstance(node.body[0], ast.Expr):
            value = node.body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                found.append(value)
    return found


def python_names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """Identifiers, and the words of all strings but docstrings."""
    names: set[str] = set()
    words: set[str] = set()
    left_out = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        for attribute in ("id", "attr", "arg", "name", "asname"):
            value = getattr(node, attribute, None)
            if isinstance(value, str):
                names |= set(value.split("."))
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= set(node.module.split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            words |= set(re.findall(r"\w+", node.value))
    return names, words


def vocabulary() -> Vocabulary:
    found = Vocabulary(names=set(dir(builtins)) | set(sys.stdlib_module_names))
    for path in repository_files():
        place = path.relative_to(ROOT).as_posix()
        found.paths.add(place)
        if path.suffix in PYTHON and path != Path(__file__):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names, words = python_names(tree)
            found.names |= names
            found.words |= words
            if PACKAGE in path.parents:
                found.rooms[room_of(place)] |= names | words | set(re.split(r"[/.]", place))
                owners = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
                for owner in [path.stem, *owners]:
                    found.owners[owner] |= names | words
        elif path.suffix in PAGE:
            text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            found.names |= set(re.findall(r"\w+", text))
        elif path.suffix in DATA - {".md"} and path.stat().st_size < 200_000:
            words = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
            found.words |= words
            found.rooms[room_of(place)] |= words
    found.names |= {part for place in found.paths for part in re.split(r"[/.]", place)}
    found.words |= found.names
    return found


def room_of(place: str) -> str:
    """The room of a path in the repository; "" for what is in none, such as documents."""
    parts = place.split("/")
    return parts[2] if place.startswith("src/skerry/") and parts[2] in ROOMS and not place.endswith(".md") else ""


@cache
def texts() -> list[tuple[str, str]]:
    """Where, and a text whose backticks are checked."""
    found = []
    documents = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    for path in [*documents, *PACKAGE.rglob("README.md")]:
        where = path.relative_to(ROOT).as_posix()
        if where not in GENERATED:
            found.append((where, re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)))
    for path in sorted(PACKAGE.rglob("*.py")):
        where, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        found += [(where, str(node.value)) for node in docstrings(ast.parse(source))]
        found.append((where, "\n".join(comments(source))))
    return found


def comments(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def is_path(text: str, paths: set[str]) -> bool:
    pattern = re.sub(r"<[^>]*>", "*", text)
    inside = pattern.rstrip("/")
    return any(
        fnmatch.fnmatchcase(
            f"/{place}/", f"*/{inside}/*" if pattern.endswith("/") or "." not in inside else f"*/{inside}/"
        )
        for place in paths
    )


def is_name(name: str, known: Vocabulary, where: str) -> bool:
    parts = name.split(".")
    if any(part not in (known.names if LIKE_CODE.fullmatch(part) else known.words) for part in parts):
        return False
    room = room_of(where)
    near = {room, *ROOMS.get(room, ())} | ({"games"} if where in CONTRACT else set())
    if room and len(parts) == 1 and not any(name in known.rooms[one] for one in near):
        return name in dir(builtins)
    pairs = [(first, later) for first, later in pairwise(parts) if first in known.owners]
    return all(later in known.owners[first] for first, later in pairs if first[0].isupper() or later[0].isupper())


def missing(where: str, text: str, known: Vocabulary) -> list[str]:
    """The backticked paths and names in a text that do not exist."""
    elsewhere = set().union(*ELSEWHERE.values())
    found = []
    for ticked in TICKED.findall(text):
        if ticked in elsewhere:
            continue
        if A_PATH.fullmatch(ticked):
            exists = is_path(ticked, known.paths)
        else:
            name = A_NAME.fullmatch(ticked)
            exists = name is None or is_name(name[1], known, where)
        if not exists:
            found.append(ticked)
    return found


@pytest.fixture(scope="module")
def known() -> Vocabulary:
    return vocabulary()


def test_what_stands_in_backticks_exists(known: Vocabulary) -> None:
    found = [f"{where}: `{name}`" for where, text in texts() for name in missing(where, text, known)]
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    ticked = {name for _, text in texts() for name in TICKED.findall(text)}
    assert set().union(*ELSEWHERE.values()) - ticked == set()


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("docs/bots.md", "`OTHERS` holds one more"),
        ("docs/add-a-game.md", "list it in `core.frozen.SHOWN`"),
        ("docs/add-a-game.md", "call `load_rows(FOLDER)`"),
        ("docs/decisions/0009-edges.md", "Turns (`server/turns.py`)"),
        ("docs/decisions/0007-send-what-is-missing.md", "what it has sent (`Unsaid`)"),
        ("ARCHITECTURE.md", "hands it to `Match.hand_over`"),
        ("ARCHITECTURE.md", "the room `server/cellar`"),
        ("src/skerry/core/components.py", "The rows that `load` would use"),
        ("src/skerry/core/game.py", "`recruit_pay`"),
    ],
)
def test_a_name_that_does_not_exist_is_seen(where: str, text: str, known: Vocabulary) -> None:
    assert missing(where, text, known)


@pytest.mark.parametrize(
    "text",
    [
        "`Match.play` in `match/match.py`",
        "`games/<game>/view.py` and `components/buildings-*.toml`",
        "`skerry play buru`, `--data`, `2 wood and 1 gold`",
        "`sail:0`, `deck=mixed`, `(done)`",
    ],
)
def test_what_exists_or_is_no_name_is_left_alone(text: str, known: Vocabulary) -> None:
    assert missing("docs/bots.md", text, known) == []
