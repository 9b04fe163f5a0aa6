"""What one seat, or a spectator, gets to see of a match: the only way out of it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from skerry.core.game import Event, Item, Moved, Question, Reason, ScoreLine, Section
from skerry.core.state import CHANCE, SPECTATOR
from skerry.match.match import Match, SeatPlan


class Choice(Struct, frozen=True, omit_defaults=True):
    """An option of the open question: what to send back, what it is about, and why it is not possible."""

    text: str
    label: str
    at: tuple[str, ...] = ()
    price: dict[str, int] = {}
    gives: dict[str, int] = {}
    owes: dict[str, int] = {}
    uses: tuple[str, ...] = ()
    group: str = ""
    short: str = ""
    reason: Reason | None = None


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the log as this seat may read it."""

    move: int
    words: str
    seat: int  # whose move it is
    rule: str = ""
    forced: bool = False
    about: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()


class Picture(Struct, frozen=True):
    """Everything a client draws.  The game's own view is in `view`, in words in `outline`."""

    game: str
    title: str
    seats: list[SeatPlan]
    seat: int  # whose view this is; -1 for a spectator
    options: dict[str, str]
    typed_in: bool  # dice and draws are typed in
    version: int  # grows with every decision and every undo
    move: int  # how many moves stand
    to_move: int | None  # 15 is chance, answered by a person in table mode
    question: Question | None
    choices: list[Choice]  # empty unless this seat decides
    view: Any
    outline: list[Section]
    scores: list[int]
    breakdown: list[ScoreLine]
    winners: list[int]
    result: str  # who has won, in words; empty before the end
    undo: bool
    undo_reason: Reason | None
    lines: list[Line]
    commitment: str
    seed: str | None  # only when the match is over
    warnings: list[str]


def picture(match: Match, seat: int, lines_from: int = 0) -> Picture:
    """The match as the seat may see it, with the log from move `lines_from` on."""
    game, state, names = match.game, match.state, match.names
    view = game.view(state, seat)
    to_move = match.to_move
    decides = to_move is not None and seat != SPECTATOR and (to_move == seat or reads_chance(match, seat))
    target = match.undo_target(seat) if seat != SPECTATOR else Reason("undo.turn", "spectators decide nothing")
    question = None if state.over else game.question(state)
    breakdown = game.breakdown(state, seat)
    return Picture(
        game=game.name,
        title=game.title,
        seats=match.seats,
        seat=seat,
        options=match.options,
        typed_in=match.typed_in,
        version=len(match.log),
        move=len(match.moves),
        to_move=to_move,
        question=question and replace(question, words=question.words.format(*names)),
        choices=choices(match) if decides else [],
        view=view,
        outline=[named(section, names) for section in game.outline(view, game.catalogue(state))],
        scores=[sum(line.points[number] for line in breakdown) for number in range(len(names))],
        breakdown=breakdown,
        winners=[number for number in range(len(names)) if state.winners() >> number & 1] if state.over else [],
        result=game.result(state).format(*names) if state.over else "",
        undo=not isinstance(target, Reason),
        undo_reason=target if isinstance(target, Reason) else None,
        lines=lines(match, seat, lines_from),
        commitment=match.commitment,
        seed=match.seed if state.over else None,
        warnings=match.warnings,
    )


def past(match: Match, seat: int, number: int) -> Picture:
    """The table after so many moves, to look at: what the seat could see then, and nothing that was taken back.

    The log of a match that is over hides nothing: the seed is open, and anyone can compute every draw.
    """
    shown = picture(match.until(number), seat)
    lines = [line for line in whole_story(match) if line.move < number] if match.over else shown.lines
    return replace(shown, choices=[], undo=False, undo_reason=None, lines=lines)


def may_look(match: Match, seat: int, seats: list[int]) -> bool:
    """May those who sit on `seats` see the match through the eyes of this seat?  When it is over, everybody may."""
    return seat == SPECTATOR or seat in seats or (match.over and 0 <= seat < len(match.seats))


def reads_chance(match: Match, seat: int) -> bool:
    """Picture mode: may this seat type in the roll or the draw?"""
    return match.to_move == CHANCE and bool(match.state.witnesses(match.state.legal_actions()[0]) >> seat & 1)


def choices(match: Match) -> list[Choice]:
    """All candidates of the open question, the impossible ones with their reason.

    Chance in table mode is a person reading real dice and cards: no reasons are given, for "this card is drawn
    already" would tell what others hold.
    """
    game, state, names = match.game, match.state, match.names
    legal = set(game.candidates(state) if match.to_move == CHANCE else state.legal_actions())
    found = []
    for action in game.candidates(state):
        reason = None if action in legal else game.reason(state, action)
        if reason is not None:
            reason = replace(reason, words=reason.words.format(*names))
        label, terms = game.label(state, action).format(*names), game.terms(state, action)
        terms = replace(terms, short=terms.short.format(*names))
        found.append(Choice(match.actions.text(action), label, **asdict(terms), reason=reason))
    return found


def lines(match: Match, seat: int, first: int = 0) -> list[Line]:
    """The log as the seat may read it."""
    mask = 1 << seat if seat != SPECTATOR else 1 << CHANCE
    return [line for number in range(first, len(match.moves)) for line in move_lines(match, number, mask)]


def move_lines(match: Match, number: int, mask: int) -> list[Line]:
    """One move for the seats in `mask`."""
    move = match.moves[number]
    told = [event for event in (move.seen, move.unseen) if event is not None]
    # of an unseen choice, that it was forced would tell too much
    forced = move.entry.forced and (move.unseen is None or not move.unseen.audience & mask)
    return lines_of(match, number, [event for event in told + move.events if event.audience & mask], forced)


def whole_story(match: Match) -> list[Line]:
    """The log with everything that was ever hidden, for whoever holds the saved file."""
    found = []
    for number, move in enumerate(match.moves):
        events = [move.seen, *move.events] if move.seen else move.events
        found += lines_of(match, number, events, move.entry.forced)
    return found


def lines_of(match: Match, number: int, events: list[Event], forced: bool) -> list[Line]:
    seat = match.moves[number].entry.seat
    return [
        Line(
            number, event.words.format(*match.names), seat, event.rule, forced and place == 0, event.about, event.moved
        )
        for place, event in enumerate(events)
    ]


def named(section: Section, names: list[str]) -> Section:
    items = [named_item(item, names) for item in section.items]
    return replace(section, title=section.title.format(*names), items=items)


def named_item(item: Item, names: list[str]) -> Item:
    things = tuple(
        replace(thing, name=thing.name.format(*names), traits=tuple(trait.format(*names) for trait in thing.traits))
        for thing in item.things
    )
    return replace(item, label=item.label.format(*names), value=item.value.format(*names), things=things)
