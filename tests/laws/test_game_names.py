"""A game is a folder: no code but its own and its judgement knows it by name.  Docstrings may give examples."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import skerry
from skerry.games import GAMES

pytestmark = pytest.mark.once

PACKAGE = Path(skerry.__file__).parent
OWN = re.compile(r"games/\w+/|bots/judgement/")
NAMES = re.compile("|".join(game.title.lower() for game in GAMES.values()))
POOR_PASSWORDS = "server/store/account_names.py"
FOR_EDITORS = "api/names.py"  # type checkers read no registry; tests/api/test_game.py compares it with the games


def words_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Names and texts by line, without docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


def games_named(path: str, source: str) -> list[str]:
    if OWN.match(path) or path in (POOR_PASSWORDS, FOR_EDITORS):
        return []
    return [f"{path}:{line} {text[:60]}" for line, text in words_of(ast.parse(source)) if NAMES.search(text.lower())]


def test_no_game_is_known_by_name() -> None:
    found = [
        place
        for path in sorted(PACKAGE.rglob("*.py"))
        for place in games_named(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("path", "source", "count"),
    [
        ("server/practice/daily.py", 'DECKS = {"nusfjord": 3}', 1),
        ("envs/aec.py", "def tungaru_v0(): ...", 1),
        ("server/web/app.py", '"""Plays Buru."""\nx = 1', 0),
        ("games/buru/game.py", 'title = "Buru"', 0),
        ("bots/judgement/buru.py", "class BuruJudgement: ...", 0),
    ],
)
def test_the_law_sees_a_name(path: str, source: str, count: int) -> None:
    assert len(games_named(path, source)) == count
