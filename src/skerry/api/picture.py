"""A game as one seat sees it, in words: for notebooks and for environments that are drawn."""

from html import escape
from typing import Any

from skerry.core.answers import Item, Section
from skerry.core.game import Game as Rules
from skerry.core.state import SPECTATOR, State


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


def as_html(rules: Rules[Any], state: State, names: list[str], caption: str) -> str:
    """A table of what the seat to move may know, or, after the end, of what everybody does."""

    def cell(words: str) -> str:
        return escape(words.format(*names))

    seat = SPECTATOR if state.over else int(state.to_move())
    rows = []
    for section in sections_seen(rules, state, seat):
        rows.append(f'<tr><th colspan="2" scope="colgroup" style="text-align: left">{cell(section.title)}</th></tr>')
        rows += [
            f'<tr><th scope="row" style="text-align: left; font-weight: normal">{cell(item.label)}</th>'
            f'<td style="text-align: left">{cell(item_words(item))}</td></tr>'
            for item in section.items
        ]
    return f"<table><caption>{escape(caption)}</caption><tbody>{''.join(rows)}</tbody></table>"
