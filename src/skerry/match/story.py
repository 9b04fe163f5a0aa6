"""The log as a story: its lines by turn, and each turn in a few words, so that no program has to read a sentence.

A passage is a turn of one player, a reveal, what happens between two rounds, or dice and draws before the first turn.
It may begin and end in the middle of a move: the last Worker of a round is placed, and the next round begins.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from skerry.core.answers import Event
from skerry.core.game import Game
from skerry.core.state import CHANCE, State

if TYPE_CHECKING:
    from skerry.match.match import Entry, Match, Move

TURN_TOLD, ROUND_TOLD, CHANCE_TOLD = "turn", "round", "chance"
MAX_ABOUT = 24  # pieces of one passage: more would light up the whole board


class Passage(Struct, frozen=True, gc=False):
    """A part of the story; all lines of one share it."""

    turn: int = 0  # counts passages
    kind: str = CHANCE_TOLD  # turn, reveal, round or chance
    seat: int = CHANCE  # whose turn it is
    chapter: str = ""  # of the rules: two reveals after each other may be different ones
    is_open: bool = False  # so far the player has only done extras: the turn itself is still to come


class Recap(Struct, frozen=True, omit_defaults=True, gc=False):
    """A turn, or another passage, as a seat may read it."""

    turn: int
    seat: int  # whose turn it is; 15 for all other kinds
    first: int  # its moves
    last: int
    kind: str = TURN_TOLD  # turn, reveal, round or chance
    round: int = 0
    bits: tuple[str, ...] = ()  # what was decided, in short; of other passages the lines that say it best
    gains: dict[str, int] = {}  # goods by name that the player has more or fewer of
    about: tuple[str, ...] = ()  # pieces


def passages_of(
    game: Game[State],
    before: Passage | None,
    entry: "Entry",
    asked: str,
    decision: Event | None,
    events: tuple[Event, ...],
) -> tuple[Passage, ...]:
    """The passage of a decision, then that of each of its events; `asked` is the kind of question it answers."""
    now = before or Passage()
    if entry.seat == CHANCE:
        now = after_event(game, now, decision)
    elif not (entry.forced and decision is None and events and game.telling.kind_of(events[0].rule)):
        now = after_decision(game, now, entry, asked)
    found = [now]
    for event in events:
        found.append(after_event(game, found[-1], event))
    return tuple(found)


def after_decision(game: Game[State], now: Passage, entry: "Entry", asked: str) -> Passage:
    begins = asked in game.telling.begins
    is_same = now.kind == TURN_TOLD and now.seat == entry.seat
    if is_same and not begins:
        return now
    is_open = begins and entry.text.partition(" ")[0] in game.telling.extras
    return Passage(now.turn if is_same and now.is_open else now.turn + 1, TURN_TOLD, entry.seat, is_open=is_open)


def after_event(game: Game[State], now: Passage, event: Event | None) -> Passage:
    kind = game.telling.kind_of(event.rule) if event is not None else ""
    chapter = event.rule.partition(".")[0] if event is not None else ""
    if not kind or (now.kind == kind and (kind == ROUND_TOLD or now.chapter == chapter)):
        return now
    return Passage(now.turn + 1, kind, chapter=chapter)


def recaps_since(match: "Match", mask: int | None, first: int) -> list[Recap]:
    """The passages of the moves from `first` on and the one before them, each whole, for the seats in `mask`.

    The one before may have changed, too: a part of it may have been undone.
    """
    moves, turn, start = match.moves, 0, 0
    if 0 < first <= len(moves):
        start = first - 1
        turn = moves[start].passages[-1].turn
        while start > 0 and moves[start].passages[0].turn == moves[start - 1].passages[-1].turn == turn:
            start -= 1
    found: dict[int, Teller] = {}
    for number in range(start, len(moves)):
        for passage, event, bit in parts_of(moves[number], mask):
            if passage.turn >= turn:
                found.setdefault(passage.turn, Teller(match, passage, number)).add(number, event, bit)
    return [teller.recap() for teller in found.values() if teller.has_words]


def stops_between(match: "Match", first: int) -> list[int]:
    """After which moves a turn ends that began after move `first` or reaches beyond it; the newest is left out.

    A turn that ends in the middle of a move has no position of its own: the one before that move stands for it.
    """
    moves = match.moves
    return [
        number
        for number in range(first + 1, len(moves))
        if not moves[number - 1].passages[-1].turn == moves[number].passages[0].turn == moves[number].passages[-1].turn
    ]


def is_veiled(move: "Move", mask: int | None) -> bool:
    """Do the seats in `mask` see only that something was decided?  None sees everything."""
    return mask is not None and move.unseen is not None and bool(move.unseen.audience & mask)


def parts_of(move: "Move", mask: int | None) -> Iterator[tuple[Passage, Event | None, str]]:
    """What the seats in `mask` learn of a move: the decision with its bit, and the events."""
    hidden = is_veiled(move, mask)
    decision, bit = move.unseen if hidden else move.seen, "" if hidden else move.bit
    if decision is not None or bit or move.passages[0] is move.passages[-1]:  # else it was only what began the rest
        yield move.passages[0], decision, bit
    for passage, event in zip(move.passages[1:], move.events, strict=True):
        if mask is None or event.audience & mask:
            yield passage, event, ""


class Teller:
    """Puts together what is told of one passage."""

    def __init__(self, match: "Match", passage: Passage, first: int) -> None:
        self.match = match
        self.passage = passage
        self.first = self.last = first
        self.bits: list[str] = []
        self.lines: list[Event] = []
        self.gains: dict[str, int] = {}
        self.about: dict[str, None] = {}

    @property
    def has_words(self) -> bool:
        return bool(self.bits or self.lines)

    def add(self, number: int, event: Event | None, bit: str) -> None:
        self.last = number
        ends = self.match.moves[number].entry.text in self.match.game.passes
        if bit and self.passage.kind == TURN_TOLD and not (ends and self.bits):
            self.bits.append(bit)
        if event is None:
            return
        self.lines.append(event)
        own = f"player:{self.passage.seat}"
        for moved in event.moved:
            is_good = ":" not in moved.what
            if is_good and own in (moved.start, moved.end):
                change = moved.count * ((moved.end == own) - (moved.start == own))
                self.gains[moved.what] = self.gains.get(moved.what, 0) + change
            self.notice(moved.what, moved.end)
        self.notice(*event.about)

    def notice(self, *pieces: str) -> None:
        for piece in pieces:
            if ":" in piece and not piece.startswith("player:"):
                self.about[piece] = None

    def recap(self) -> Recap:
        passage, names = self.passage, self.match.names
        bits = self.bits if passage.kind == TURN_TOLD else self.headlines()
        return Recap(
            passage.turn,
            passage.seat,
            self.first,
            self.last,
            passage.kind,
            self.round(),
            tuple(bit.format(*names) if "{" in bit else bit for bit in bits),
            {good: count for good, count in self.gains.items() if count} if passage.kind == TURN_TOLD else {},
            tuple(self.about)[:MAX_ABOUT],
        )

    def headlines(self) -> list[str]:
        marks = self.match.game.telling.headlines
        said = [event.words for event in self.lines if event.rule in marks]
        return list(dict.fromkeys(said or [event.words for event in self.lines[:1]]))

    def round(self) -> int:
        """A turn belongs to the round it began in, all else to the one it leads to."""
        number = self.first - 1 if self.passage.kind == TURN_TOLD else self.last
        return self.match.moves[number].round if number >= 0 else 0
