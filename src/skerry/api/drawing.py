"""The board as one seat sees it, drawn for notebooks: a panel for each place and player, with cards and goods.

Everything is in the page itself, styles included, because notebooks show it among other things.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from skerry.api.picture import sections_seen
from skerry.core.answers import Item, Section, Thing
from skerry.core.game import Game as Rules
from skerry.core.state import SPECTATOR, State

SEAT_COLOURS = ("#1d69ab", "#b3362b", "#2a7440", "#8f5a00", "#7546a0", "#0b7480", "#a03370", "#4f5d65")
INK, MUTED, LINE, SEA, PAPER, SAND, GLOW = "#12242c", "#4a5f69", "#cbd8dd", "#dfecef", "#ffffff", "#fbf6ea", "#d08700"
MANY_CARDS = 5  # cards in a panel, that make it twice as wide
OUTLINE = f'stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"'

# The goods of all games by the words for them, on 24 × 24.
DRAWN_GOODS = {
    "fish": f'<path d="M1.5 12C5 6.4 11.5 5 17 9.6L22.6 5.4q-2 6.6 0 13.2L17 14.4C11.5 19 5 17.6 1.5 12z" '
    f'fill="#b1cddc" {OUTLINE}/><circle cx="6" cy="11" r="1.2" fill="{INK}"/>',
    "wood": f'<rect x="2" y="8" width="17" height="9" rx="4" fill="#9b6a3c" {OUTLINE}/>'
    f'<ellipse cx="18.5" cy="12.5" rx="3" ry="4.5" fill="#e2bd8b" {OUTLINE}/>',
    "gold": f'<circle cx="12" cy="12" r="8.5" fill="#f0c04a" {OUTLINE}/><circle cx="12" cy="12" r="5" fill="none" '
    'stroke="#a87a12" stroke-width="1.2"/>',
    "clay": f'<path d="M3 9h18v9H3z" fill="#c4683f" {OUTLINE}/><path d="M3 13.5h18M9 9v4.5M15 13.5V18" {OUTLINE}/>',
    "palm": f'<path d="M12 22V10M12 10C8 3 3 5 2 10q6-3 10 0c4-7 9-5 10 0q-6-3-10 0" fill="#5f9e58" {OUTLINE}/>',
    "ebony": f'<rect x="2" y="8" width="17" height="9" rx="4" fill="#3b3036" {OUTLINE}/>'
    f'<ellipse cx="18.5" cy="12.5" rx="3" ry="4.5" fill="#7c6a72" {OUTLINE}/>',
    "shell": f'<path d="M12 21L3 11a9 8 0 0 1 18 0z" fill="#f3d3c4" {OUTLINE}/><path d="M12 21V4M12 21L7 5M12 21l5-16" '
    'fill="none" stroke="#b9806a" stroke-width="1"/>',
    "coconut": f'<circle cx="12" cy="12" r="9" fill="#7a5233" {OUTLINE}/><g fill="{INK}">'
    '<circle cx="9" cy="9" r="1.3"/><circle cx="14" cy="8" r="1.3"/><circle cx="12" cy="12" r="1.3"/></g>',
    "pearl": f'<circle cx="12" cy="12" r="8" fill="#f4f1f7" {OUTLINE}/><circle cx="9" cy="9" r="2.2" fill="#ffffff" '
    'stroke="#c9c1d6"/>',
}
COUNTED_GOODS = re.compile(rf"\b(\d+(?:/\d+)?) ((?:{'|'.join(DRAWN_GOODS)})s?)\b", re.IGNORECASE)


def icon(good: str) -> str:
    size = 'width="15" height="15" viewBox="0 0 24 24"'
    style = "display: inline-block; vertical-align: -0.15em"
    drawing = DRAWN_GOODS.get(good.lower()) or DRAWN_GOODS[good.lower().removesuffix("s")]
    return f'<svg {size} aria-hidden="true" style="{style}">{drawing}</svg>'


def html_block(inside: str, **style: str) -> str:
    words = "; ".join(f"{name.replace('_', '-')}: {value}" for name, value in style.items())
    return f'<div style="{words}">{inside}</div>\n'


class Drawing:
    """One board: whose eyes see it, and which pieces may be chosen now."""

    def __init__(self, rules: Rules[Any], state: State, names: list[str]) -> None:
        self.rules = rules
        self.state = state
        self.seat = SPECTATOR if state.over else int(state.to_move())
        self.people = [person(seat, name) for seat, name in enumerate(names)]
        self.wanted: set[str] = set()
        if not state.over:
            at = [rules.terms(state, action).at for action in state.legal_actions()]
            self.wanted = {pieces[0] for pieces in at if pieces}

    def board(self, caption: str) -> str:
        sections = sections_seen(self.rules, self.state, self.seat)
        table = side_by_side(self.panel(section) for section in sections if section.seat is None)
        players = side_by_side(self.panel(section) for section in sections if section.seat is not None)
        head = html_block(f"<strong>{escape(caption)}</strong>{self.asked()}", margin="0 0 8px")
        return html_block(
            head + table + players,
            background=SEA,
            color=INK,
            padding="12px",
            border_radius="12px",
            font="13px/1.45 system-ui, sans-serif",
            text_align="left",
        )

    def asked(self) -> str:
        """What the seat to move has to decide."""
        if self.state.over:
            return ""
        question = self.rules.question(self.state)
        framed = f', <span style="color: {GLOW}">framed</span> what may be chosen' if self.wanted else ""
        return f"<br/>\n{self.words(question.words)} (§{escape(question.rule)}){framed}"

    def panel(self, section: Section) -> str:
        colour = LINE if section.seat is None else SEAT_COLOURS[section.seat % len(SEAT_COLOURS)]
        title = html_block(f"<strong>{self.words(section.title)}</strong>", margin="0 0 4px")
        wide = {"grid_column": "span 2"} if sum(len(item.things) for item in section.items) > MANY_CARDS else {}
        return html_block(
            title + "".join(self.item(item) for item in section.items),
            background=PAPER if section.seat is None else SAND,
            border=f"1px solid {colour}",
            border_top=f"5px solid {colour}",
            border_radius="8px",
            padding="6px 9px",
            min_width="0",
            **wide,
        )

    def item(self, item: Item) -> str:
        value = " · ".join(self.words(part) for part in (item.value, item.note) if part)
        framed = frame(value) if value and item.piece in self.wanted else value
        label = f'<span style="color: {MUTED}">{self.words(item.label)}</span>'
        cards = "".join(self.card(thing) for thing in item.things)
        tray = html_block(cards, display="flex", flex_wrap="wrap", gap="4px", margin="2px 0") if cards else ""
        return html_block(f"{label} {framed}{tray}", margin="0 0 2px")

    def card(self, thing: Thing) -> str:
        is_wanted = thing.piece in self.wanted
        traits = "; ".join(self.words(trait) for trait in thing.traits)
        small = f'<br/>\n<span style="color: {MUTED}; font-size: 11px">{traits}</span>' if traits else ""
        return html_block(
            f"{self.words(thing.name)}{small}",
            background=SAND if thing.traits else PAPER,
            border=f"2px solid {GLOW if is_wanted else LINE}",
            border_radius="6px",
            padding="1px 6px",
            max_width="13em",
        )

    def words(self, words: str) -> str:
        """With people in their colours, and drawings of goods."""
        drawn = COUNTED_GOODS.sub(lambda found: f"{found[1]} {icon(found[2])} {found[2]}", escape(words))
        return drawn.format(*self.people)


def side_by_side(panels: Iterable[str]) -> str:
    return html_block(
        "".join(panels),
        display="grid",
        grid_template_columns="repeat(auto-fit, minmax(16em, 1fr))",
        grid_auto_flow="dense",
        gap="8px",
        margin="0 0 8px",
    )


def frame(inside: str) -> str:
    return f'<span style="border: 2px solid {GLOW}; border-radius: 6px; padding: 0 4px">{inside}</span>'


def person(seat: int, name: str) -> str:
    colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
    style = f"background: {colour}; color: #ffffff; border-radius: 8px; padding: 0 6px; white-space: nowrap"
    return f'<span style="{style}">{escape(name)}</span>'


def drawn_board(rules: Rules[Any], state: State, names: Iterable[str], caption: str) -> str:
    """What the seat to move may know, or, after the end, what everybody does."""
    return Drawing(rules, state, list(names)).board(caption)
