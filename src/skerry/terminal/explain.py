"""What `?` and `rules` answer: cards, things on the table, options, paragraphs of the rules."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from rich.console import Console
from rich.markup import escape

from skerry.core.answers import Paragraph, Thing
from skerry.match import Match
from skerry.match.picture import Choice, Picture
from skerry.match.rules import rules_of
from skerry.teacher.lessons.courses import course_of
from skerry.terminal.answers import begins_words, keyed, plain_words, split
from skerry.terminal.drawing import amounts_words, draw_section

AT_MOST = 8  # paragraphs or cards in one answer
PRINTED_FIELDS = ("cost", "price", "points")  # fields of a card that need no explanation


class CatalogueEntry(Struct, frozen=True):
    """Something printed, from the catalogue: `kind` is the part of the catalogue, `id` its key there."""

    kind: str
    id: str
    name: str
    words: str
    printed: str

    @property
    def sentence(self) -> str:
        return "; ".join(part for part in (self.words, self.printed) if part)


def faces_in(part: Any, kind: str = "", key: str = "") -> Iterator[CatalogueEntry]:
    """Everything in a catalogue that has a name and words."""
    if isinstance(part, Struct):
        name, words = getattr(part, "name", None), getattr(part, "words", None)
        if isinstance(name, str) and name and isinstance(words, str):
            yield CatalogueEntry(kind, key or str(getattr(part, "id", "")), name, words, printed_words(part))
        for field in part.__struct_fields__:
            yield from faces_in(getattr(part, field), field)
    elif isinstance(part, Mapping):
        for inner, value in part.items():
            yield from faces_in(value, kind, str(inner))
    elif isinstance(part, list | tuple):
        for value in part:
            yield from faces_in(value, kind)


def printed_words(face: Struct) -> str:
    """Cost and points, where a card has them."""
    found = []
    for field in PRINTED_FIELDS:
        value = getattr(face, field, None)
        if isinstance(value, dict) and value:
            found.append(f"{field} {amounts_words(value)}")
        elif isinstance(value, int) and not isinstance(value, bool):
            found.append(f"{field} {value}")
    return ", ".join(found)


class Lexicon:
    """All that can be looked up while this picture is on the screen; it holds nothing the viewer may not see."""

    def __init__(self, match: Match, shown: Picture, console: Console) -> None:
        self.shown = shown
        self.console = console
        self.rules = rules_of(match.game)
        self.things = [thing for section in shown.outline for item in section.items for thing in item.things]
        self.faces = list(faces_in(match.game.catalogue(match.state)))
        course = course_of(match.game.name)
        self.terms = course.term if course else ()

    # ---- names
    def names(self, choice: Choice) -> list[str]:
        """What the pieces are called that an option is about."""
        return [name for piece in choice.at for name, _ in self.about(piece)]

    def about(self, piece: str) -> list[tuple[str, str]]:
        """Name and words of a piece, as it is on the table or else as it is printed."""
        on_table = [thing for thing in self.things if thing.piece == piece]
        if on_table:
            return [(on_table[0].name, traits(on_table[0]))]
        kind, _, key = piece.partition(":")
        same_id = [face for face in self.faces if face.id == key]
        best = [face for face in same_id if face.kind.startswith(kind)] or same_id
        return [(best[0].name, best[0].sentence)] if best else []

    # ---- answers
    def explain(self, wanted: str) -> None:
        """`?`, `? 8`, `? §work.2`, `? Dairy`"""
        key = keyed(self.shown.choices).get(wanted)
        if not wanted:
            self.question()
        elif key is not None:
            self.option(key)
        elif wanted.startswith("§") or wanted in self.rules:
            self.paragraphs(wanted.lstrip("§"))
        elif not self.named(wanted):
            self.search(wanted)

    def question(self) -> None:
        """The rule behind the question, and why some options are not possible."""
        _, impossible = split(self.shown.choices)
        marks = [self.shown.question.rule] if self.shown.question else []
        marks += [choice.reason.rule for choice in impossible if choice.reason]
        for mark in dict.fromkeys(marks):
            self.paragraph(self.rules.get(mark))
        for choice in impossible:
            assert choice.reason is not None
            words = f"{escape(choice.label)}: {escape(choice.reason.words)}"
            self.console.print(f"[dim]–[/dim] {words} [dim](§{choice.reason.rule})[/dim]")
        if self.shown.undo_reason is not None:
            self.console.print(f"[dim]You cannot undo: {escape(self.shown.undo_reason.words)}.[/dim]")

    def option(self, choice: Choice) -> None:
        self.console.print(f"[bold]{escape(choice.label)}[/bold] [dim](or type: {escape(choice.text)})[/dim]")
        terms = {"You pay": choice.price, "You gain": choice.gives, "You will pay": choice.owes}
        for words, amounts in terms.items():
            if amounts:
                self.console.print(f"  {words} {escape(amounts_words(amounts))}.")
        for piece in dict.fromkeys([*choice.at, *choice.uses]):
            for name, words in self.about(piece):
                uses = "Uses " if piece in choice.uses else ""
                self.console.print(f"  {uses}{escape(name)}{escape(f': {words}' if words else '')}")
                self.define(name)
        if self.shown.question:
            self.paragraph(self.rules.get(self.shown.question.rule))

    def named(self, wanted: str) -> bool:
        """Cards, things and parts of the board with this name, or one that begins like it; False if there are none."""
        words = plain_words(wanted)
        known = self.known()
        exact = [entry for entry in known if plain_words(entry[0]) == words]
        term = next((term for term in self.terms if plain_words(term.name) in (words, words.removesuffix("s"))), None)
        if term and not exact:
            self.console.print(f"[bold]{escape(term.name)}[/bold]: {escape(term.words)} [dim]§{term.rule}[/dim]")
            self.paragraph(self.rules.get(term.rule))
            return True
        found = exact or [entry for entry in known if words and begins_words(words, plain_words(entry[0]))]
        sections = [section for section in self.shown.outline if words and plain_words(section.title).startswith(words)]
        for section in sections:
            draw_section(section, self.shown, self.console)
        for name, about in found[:AT_MOST]:
            self.console.print(f"[bold]{escape(name)}[/bold]: {escape(about)}")
            if exact:
                self.define(name)
                self.refuse(name)
        if len(found) > AT_MOST:
            rest = ", ".join(name for name, _ in found[AT_MOST : 4 * AT_MOST])
            self.console.print(f"[dim]Also: {escape(rest)}[/dim]")
        return bool(found or sections)

    def define(self, name: str) -> None:
        """The paragraph that begins with this name: `Serve Fish: fill one or more …`"""
        begins = f"{name.casefold()}:"
        found = (p for p in self.rules.values() if p.words.replace("*", "").casefold().startswith(begins))
        self.paragraph(next(found, None))

    def refuse(self, name: str) -> None:
        """If it is an option: why it cannot be chosen now."""
        for choice in self.shown.choices:
            if choice.reason and name in self.names(choice):
                words = escape(choice.reason.words)
                self.console.print(f"Not now: {words} [dim](§{choice.reason.rule})[/dim]")

    def knows(self, wanted: str) -> bool:
        return any(begins_words(plain_words(wanted), plain_words(name)) for name, _ in self.known())

    def known(self) -> list[tuple[str, str]]:
        """Every name with its words, once; what lies on the table comes first."""
        on_table = [(thing.name, traits(thing)) for thing in self.things if thing.traits]
        faces = [(face.name, face.sentence) for face in self.faces]
        names = {name for name, _ in on_table}
        return list(dict.fromkeys(on_table + [face for face in faces if face[0] not in names]))

    def paragraphs(self, mark: str) -> None:
        """One paragraph by its mark, or a whole chapter: `§work` for `§work.1`, `§work.2`, …"""
        found = [p for name, p in self.rules.items() if name == mark or name.startswith(f"{mark}.")]
        for paragraph in found:
            self.paragraph(paragraph)
        if not found:
            self.console.print(f"There is no rule §{escape(mark[:40])}. Type rules to see the chapters.")

    def search(self, wanted: str) -> None:
        """`rules WORD`: every paragraph with all the words in it."""
        if wanted.startswith("§"):
            self.paragraphs(wanted[1:])
            return
        words = plain_words(wanted).split()
        if not words:
            self.chapters()
            return
        found = [p for p in self.rules.values() if mentions(words, p)]
        for paragraph in found[:AT_MOST]:
            self.paragraph(paragraph)
        if not found:
            self.console.print(f"Nothing here is called {escape(repr(wanted[:40]))}, and the rules do not mention it.")
        if len(found) > AT_MOST:
            marks = ", ".join(f"§{paragraph.id}" for paragraph in found[AT_MOST : 4 * AT_MOST])
            self.console.print(f"[dim]Also: {marks}[/dim]")

    def chapters(self) -> None:
        by_chapter: dict[str, list[str]] = {}
        for paragraph in self.rules.values():
            by_chapter.setdefault(paragraph.chapter, []).append(f"§{paragraph.id}")
        for chapter, marks in by_chapter.items():
            self.console.print(f"{escape(chapter)} [dim]{' '.join(marks)}[/dim]")
        self.console.print("[dim]? §MARK shows a paragraph, rules WORD finds those with a word in them.[/dim]")

    def paragraph(self, paragraph: Paragraph | None) -> None:
        if paragraph is not None:
            words = re.sub(r"\*+([^*]+)\*+", r"[italic]\1[/italic]", escape(paragraph.words))
            self.console.print(f"[dim]§{paragraph.id}[/dim] {words}")


def traits(thing: Thing) -> str:
    return "; ".join(thing.traits)


def mentions(words: list[str], paragraph: Paragraph) -> bool:
    text = plain_words(f"{paragraph.chapter} {paragraph.words}").split()
    return all(any(known.startswith(word) for known in text) for word in words)
