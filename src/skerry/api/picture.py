"""A game as one seat sees it, in words: for environments that are drawn."""

from typing import Any

from skerry.core.answers import Item, Section
from skerry.core.game import Game as Rules
from skerry.core.state import State


def sections_seen(rules: Rules[Any], state: State, seat: int) -> list[Section]:
    return rules.outline(rules.view(state, seat), rules.catalogue(state))


def item_words(item: Item) -> str:
    things = ", ".join(thing.name for thing in item.things)
    return " ".join(part for part in (item.value, things, item.note) if part)


def as_text(rules: Rules[Any], state: State, seat: int, names: list[str]) -> str:
    lines = []
    for section in sections_seen(rules, state, seat):
        lines.append(f"\n{section.title}")
        lines += [f"  {item.label}: {item_words(item)}" for item in section.items]
    return "\n".join(lines).strip().format(*names)
