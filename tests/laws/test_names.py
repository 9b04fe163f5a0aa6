"""One name, one idea: no name stands at the top level of two modules, unless both mean the same.

A module of a game may use the name that a module of another game has: games never meet, and each speaks the language
of its own rulebook.  What is the same idea inside a game is said by `idea`; everything else is in ALIKE, with a reason.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

import skerry

pytestmark = pytest.mark.once

PACKAGE = Path(skerry.__file__).parent

ALIKE: dict[str, set[str]] = {
    "one logger for each module": {"log"},
    "a command and the function it calls": {
        "arena",
        "balance",
        "export",
        "ladder",
        "fields",
        "move_data",
        "review",
        "serve",
        "train",
    },
    "the module of a game's judgement, found by name": {"JUDGEMENT", "NAMES"},
    "what `import skerry` offers is called like what it wraps": {"Game"},
    "what a module run as a script begins with": {"main"},
    "the same job in each database engine": {
        "commit",
        "do_one",
        "prepare",
        "store_error",
        "version_of",
        "write_batch",
        "write_together",
    },
    "the rows of the messages that a module answers": {"ROWS"},
}
HANDLERS = re.compile(
    r"(text/(labels|questions|decisions|turn_decisions|log|terms|telling)|reasons(/\w+)?|steps/\w+)\.py"
)


def names_in(source: str) -> set[str]:
    """What a module defines at its top level; imports, type variables and dunder names left out."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return {name for name in found if len(name) > 1 and not name.startswith("__")}


def game_of(path: str) -> str:
    """The game that a module belongs to: its folder's, or the one it judges."""
    found = re.match(r"games/(\w+)/|bots/judgement/(_?[a-z]+)", path)
    return (found[1] or found[2]) if found else ""


def idea(path: str, name: str) -> str:
    """Modules with the same answer mean the same by this name."""
    inside = re.sub(r"^games/\w+/", "", path)
    if not path.startswith("games/") or inside == path:
        return path
    if name.isupper() and inside in ("actions.py", "cards.py", "state.py"):
        return "the effect on a card, the question it asks and the actions that answer it"
    if HANDLERS.fullmatch(inside):
        return "handlers of one action in the tables of words, reasons and steps"
    return path


def doubled(modules: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Names by the modules that have them, where these are not the same idea."""
    where: dict[str, set[str]] = defaultdict(set)
    for path, names in modules.items():
        for name in names:
            where[name].add(path)
    allowed = set().union(*ALIKE.values())
    return {
        name: sorted(paths)
        for name, paths in sorted(where.items())
        if name not in allowed and clashes({(game_of(path), idea(path, name)) for path in paths})
    }


def clashes(ideas: set[tuple[str, str]]) -> bool:
    """Two ideas in one game, two outside of games, or one outside and one in a game."""
    games = [game for game, _ in ideas]
    return ("" in games and len(ideas) > 1) or len(games) > len(set(games))


def the_tree(folder: Path) -> dict[str, set[str]]:
    return {
        path.relative_to(folder).as_posix(): names_in(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.py"))
    }


def test_no_name_means_two_things() -> None:
    found = doubled(the_tree(PACKAGE))
    assert not found, "\n".join(f"{name}: {', '.join(paths)}" for name, paths in found.items())


def test_every_exception_is_needed() -> None:
    counts: dict[str, int] = defaultdict(int)
    for names in the_tree(PACKAGE).values():
        for name in names:
            counts[name] += 1
    assert [name for names in ALIKE.values() for name in sorted(names) if counts[name] < 2] == []


@pytest.mark.parametrize(
    ("modules", "found"),
    [
        ({"core/a.py": "def read(): ...", "match/b.py": "read = 1"}, ["read"]),
        ({"core/a.py": "class Entry: ...", "games/buru/cards.py": "class Entry: ..."}, ["Entry"]),
        ({"games/buru/view.py": "X1: int = 1", "games/buru/observe.py": "X1 = 1"}, ["X1"]),
        ({"bots/judgement/buru.py": "def unit(): ...", "games/buru/cards.py": "def unit(): ..."}, ["unit"]),
        ({"games/buru/cards.py": "DRAW = 1", "games/buru/player.py": "DRAW = 1"}, ["DRAW"]),
        ({"games/buru/view.py": "X1 = 1", "games/tungaru/view/board.py": "X1 = 2"}, []),
        ({"games/buru/state.py": "DRAW = 1", "games/buru/actions.py": "DRAW = 2"}, []),
        ({"games/buru/text/labels.py": "def draw(): ...", "games/buru/reasons.py": "def draw(): ..."}, []),
        ({"core/a.py": "log = 1", "match/b.py": "log = 2"}, []),
        ({"core/a.py": "T = 1", "match/b.py": "T = 2"}, []),
        ({"core/a.py": "def f():\n    read = 1", "match/b.py": "read = 1"}, []),
        ({"core/a.py": "read = 1", "server/b.py": "read = 1"}, ["read"]),
    ],
)
def test_the_law_sees_what_it_should(modules: dict[str, str], found: list[str], tmp_path: Path) -> None:
    for path, source in modules.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(source, encoding="utf-8")
    assert list(doubled(the_tree(tmp_path))) == found
