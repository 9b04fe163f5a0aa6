"""Articles and plurals in what people read: games at random, all that is printed, rules and lessons."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from skerry.match.rules import rules_of

AN = re.compile(r"\ba (?!one\b|once\b|uni|use|eu|and\b|or\b|is\b|in\b)[aeiou]\w*", re.IGNORECASE)
A = re.compile(r"\b[Aa]n (?:once\b|one\b|use\b|uni(?!ss)\w*|[b-df-gj-np-tv-z]\w*)", re.IGNORECASE)
THINGS = "Shell|Coconut|Pearl|card|point|token|Share|Elder|Building|Settler|Nomad|Monument|Worker"
SINGULAR = re.compile(rf"\b(?:[2-9]|[1-9]\d+) (?:{THINGS})\b(?!-)", re.IGNORECASE)
MORE_THAN_ONE = re.compile(rf"(?<![\d.,])1 (?:{THINGS})s\b", re.IGNORECASE)
DECISIONS = 150


def wrong_english(words: str) -> list[str]:
    return [found[0] for pattern in (AN, A, SINGULAR, MORE_THAN_ONE) for found in pattern.finditer(words)]


@pytest.mark.parametrize(
    "words", ["a Elder", "an Once card", "An use", "3 Coconut", "12 point", "1 points", "gains 1 Shells and 2 Fish"]
)
def test_wrong_english_is_seen(words: str) -> None:
    assert wrong_english(words)


@pytest.mark.parametrize(
    "words",
    ["an Elder", "a Once card", "a use", "3 Coconuts", "a 3-card hand", "1 point", "an hour", "21 points", "any"],
)
def test_right_english_is_let_pass(words: str) -> None:
    assert not wrong_english(words)


def texts_in(value: Any) -> Iterator[str]:
    """All sentences of a structure, without ids."""
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple | set):
        for part in value:
            yield from texts_in(part)


def problems_of(texts: Iterator[str]) -> set[str]:
    return {f"{found}: {words}" for words in texts for found in wrong_english(words)}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", list(GAMES))
def test_what_a_game_says_is_english(name: str, seed: int) -> None:
    game, chance = GAMES[name], Random(seed)
    seats = max(2, game.seats[0])
    match = Match(name, [SeatPlan(player) for player in ("Ann", "Ben", "Cleo", "Dan")[:seats]], seed=f"english-{seed}")
    match.begin()
    found: set[str] = set()
    for _ in range(DECISIONS):
        if match.to_move is None:
            break
        shown = picture(match, match.to_move, max(0, len(match.moves) - 1))
        found |= problems_of(texts_in(msgspec.to_builtins((shown.question, shown.choices, shown.outline, shown.lines))))
        match.play(match.to_move, chance.choice([choice.text for choice in shown.choices if choice.reason is None]))
    found |= problems_of(texts_in(msgspec.to_builtins(match.game.catalogue(match.state))))
    assert found == set()


@pytest.mark.parametrize("name", list(GAMES))
def test_rules_and_lessons_are_english(name: str) -> None:
    texts = [paragraph.words for paragraph in rules_of(GAMES[name]).values()]
    lessons = GAMES[name].folder / "lessons.toml"
    texts += [lessons.read_text(encoding="utf-8")] if lessons.exists() else []
    assert problems_of(iter(texts)) == set()
