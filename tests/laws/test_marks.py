"""The § marks: one grep finds rule, code and test."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry.core.game import Game, read_rules
from skerry.games import GAMES

MARK = re.compile(r"§([a-z_]+(?:\.[a-z0-9_]+)+)")
TESTS = Path(__file__).parent.parent
PACKAGE = Path(skerry.__file__).parent

pytestmark = pytest.mark.once
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def marks(folder: Path) -> set[str]:
    return {mark for path in folder.rglob("*.py") for mark in MARK.findall(path.read_text(encoding="utf-8"))}


@EVERY_GAME
def test_every_rule_has_code(game: Game[Any]) -> None:
    assert set(game.rules) - marks(game.folder) == set()


@EVERY_GAME
def test_every_rule_has_a_test(game: Game[Any]) -> None:
    assert set(game.rules) - marks(TESTS / "games" / game.name) == set()


@EVERY_GAME
def test_every_mark_in_code_and_tests_is_a_rule(game: Game[Any]) -> None:
    assert (marks(game.folder) | marks(TESTS / "games" / game.name)) - set(game.rules) == set()


def test_the_house_rules_have_code_and_tests() -> None:
    rules = set(read_rules((PACKAGE / "match" / "rules.md").read_text(encoding="utf-8")))
    code = (PACKAGE / "match" / "match.py").read_text(encoding="utf-8")
    assert {rule for rule in rules if f'"{rule}"' in code or f"§{rule}" in code} == rules
    assert rules - marks(TESTS / "match") == set()


def test_a_rule_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"§a\.1 stands twice"):
        read_rules("# A\n\n§a.1 One.\n\n§a.1 Two.\n")


@EVERY_GAME
def test_every_component_row_has_a_source_and_a_test(game: Game[Any]) -> None:
    """Each id of a card, tile, space or number is named in some test of the game."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / "games" / game.name).rglob("*.py"))
    untested = []
    for path in sorted((game.folder / "components").glob("*.toml")):
        for table, rows in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for row in rows:
                assert row["source"] in ("rulebook", "reported", "reconstructed"), f"{path.name}: {row}"
                if f'"{row["id"]}"' not in tests:
                    untested.append(f"{table} {row['id']}")
    assert untested == []
