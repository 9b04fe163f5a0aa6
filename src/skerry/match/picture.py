"""What one seat, or a spectator, gets to see of a match.  Clients see nothing else of it."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from skerry.core.game import Event, Game, Item, Moved, Question, Reason, Rival, ScoreLine, Section
from skerry.core.state import CHANCE, SPECTATOR, State
from skerry.match import manners
from skerry.match.match import Match, SeatPlan


class Choice(Struct, frozen=True, omit_defaults=True, gc=False):
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
    key: str = ""  # the digit that chooses it; without one, its place in the list
    passes: bool = False  # gives up the rest of a turn or of a choice: nobody should choose it by mistake


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the log as this seat may read it."""

    move: int
    words: str
    seat: int  # whose move it is
    rule: str = ""
    forced: bool = False
    about: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
    aside: bool = False  # no part of a move: somebody resigned, came back, asked for something


class Now(Struct, frozen=True, gc=False):
    """What a decision may change, apart from points, log and outline.  The game's own view is in `view`."""

    seat: int  # whose view this is; -1 for a spectator
    version: int  # grows with every decision and every undo
    move: int  # how many moves stand
    to_move: int | None  # 15 is chance, answered by a person who types it in
    question: Question | None
    choices: list[Choice]  # empty unless this seat decides
    view: Any
    winners: list[int]
    result: str  # who has won, in words; empty before the end
    undo: bool
    undo_reason: Reason | None
    seed: str | None  # only when the match is over


class Points(Struct, frozen=True, gc=False):
    """The score by seat, as the seat knows it, and where it comes from."""

    scores: list[int]
    breakdown: list[ScoreLine]
    rivals: list[Rival]  # who have no seat


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
    to_move: int | None  # 15 is chance, answered by a person who types it in
    question: Question | None
    choices: list[Choice]  # empty unless this seat decides
    view: Any
    outline: list[Section]
    scores: list[int]
    breakdown: list[ScoreLine]
    rivals: list[Rival]  # who have no seat
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
    seen, points = now(match, seat), points_of(match, seat)
    return Picture(
        **asdict(seen),
        **asdict(points),
        game=match.game.name,
        title=match.game.title,
        seats=match.seats,
        options=match.options,
        typed_in=match.typed_in,
        outline=outline(match, seen.view),
        lines=lines(match, seat, lines_from),
        commitment=match.commitment,
        warnings=match.warnings,
    )


def now(match: Match, seat: int, seen: Callable[[], Any] | None = None) -> Now:
    """`seen` is what a spectator sees, where several seats are shown."""
    game, state, names = match.game, match.state, match.names
    to_move = match.to_move
    decides = to_move is not None and seat != SPECTATOR and (to_move == seat or reads_chance(match, seat))
    target = match.undo_target(seat) if seat != SPECTATOR else Reason("undo.turn", "you are watching")
    question = None if state.over else game.question(state)
    return Now(
        seat=seat,
        version=len(match.log),
        move=len(match.moves),
        to_move=to_move,
        question=question and replace(question, words=question.words.format(*names)),
        choices=choices(match) if decides else [],
        view=game.view(state, seat) if seen is None else game.reveal(seen, state, seat),
        winners=match.winners,
        result=result(match),
        undo=not isinstance(target, Reason),
        undo_reason=target if isinstance(target, Reason) else None,
        seed=match.seed if state.over else None,
    )


def result(match: Match) -> str:
    """Who has won, in words; empty before the end."""
    if not match.over:
        return ""
    if not match.resigned:
        return match.game.result(match.state).format(*match.names)
    won = [match.names[seat] for seat in match.winners]
    gone = f"{listed([match.names[seat] for seat in match.resigned])} resigned"
    return f"{listed(won)} {'wins' if len(won) == 1 else 'win'}: {gone}" if won else gone


def listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def points_of(match: Match, seat: int) -> Points:
    breakdown = match.game.breakdown(match.state, seat)
    scores = [sum(line.points[number] for line in breakdown) for number in range(len(match.seats))]
    return Points(scores, breakdown, match.game.rivals(match.state))


def points_by_round(match: Match) -> list[list[int]]:
    """What everybody would have scored at the start and after each round, for when nothing is hidden any more.

    First the seats, then their rivals.
    """
    begun: dict[int, list[int]] = {}
    for _, state in match.positions():
        number = match.game.round(state)
        if number not in begun:
            begun[number] = known_points(match.game, state)
    before = [points for number, points in begun.items() if number > 0]
    return [*before, known_points(match.game, match.state)]


def known_points(game: Game[Any], state: State) -> list[int]:
    """By what each of them knows, secrets included."""
    own = [sum(line.points[seat] for line in game.breakdown(state, seat)) for seat in range(int(state.seats))]
    return [*own, *(sum(rival.points) for rival in game.rivals(state))]


def outline(match: Match, view: Any) -> list[Section]:
    """A view of the match in words."""
    names = match.names
    return [named(section, names) for section in match.game.outline(view, match.game.catalogue(match.state))]


def past(match: Match, seat: int, number: int) -> tuple[Now, Points, list[Section]]:
    """The match after so many moves, to look at: what the seat could see then, and nothing that was undone."""
    then = match.until(number)
    seen = replace(now(then, seat), choices=[], undo=False, undo_reason=None)
    return seen, points_of(then, seat), outline(then, seen.view)


def may_look(match: Match, seat: int, seats: list[int]) -> bool:
    """May those who sit on `seats` see the match through the eyes of this seat?  When it is over, everybody may."""
    return seat == SPECTATOR or seat in seats or (match.over and 0 <= seat < len(match.seats))


def reads_chance(match: Match, seat: int) -> bool:
    """At a real table: may this seat type in the roll or the draw?"""
    return match.to_move == CHANCE and bool(match.state.witnesses(match.state.legal_actions()[0]) >> seat & 1)


def choices(match: Match) -> list[Choice]:
    """All candidates for the open question, the impossible ones with their reason.

    Where rolls and draws are typed in, somebody is reading real dice and cards.  They get no reasons: "this card has
    been drawn already" would reveal what others hold.
    """
    game, state, names = match.game, match.state, match.names
    legal = set(game.candidates(state) if match.to_move == CHANCE else state.legal_actions())
    found = []
    for action in game.candidates(state):
        reason = None if action in legal else game.reason(state, action)
        if reason is not None and "{" in reason.words:
            reason = replace(reason, words=reason.words.format(*names))
        label, terms = game.label(state, action), game.terms(state, action)
        short, text = terms.short, match.actions.text(action)
        if "{" in label:
            label = label.format(*names)
        if "{" in short:
            short = short.format(*names)
        found.append(
            Choice(
                text,
                label,
                terms.at,
                terms.price,
                terms.gives,
                terms.owes,
                terms.uses,
                terms.group,
                short,
                reason,
                terms.key,
                text in game.passes,
            )
        )
    return found


def lines(match: Match, seat: int, first: int = 0) -> list[Line]:
    """The log as the seat may read it."""
    mask = 1 << seat if seat != SPECTATOR else 1 << CHANCE
    said = aside_lines(match, first)
    found = []
    for number in range(first, len(match.moves)):
        found += [*said.get(number, []), *move_lines(match, number, mask)]
    return found + said.get(len(match.moves), [])


def aside_lines(match: Match, first: int = 0) -> dict[int, list[Line]]:
    """What players did besides moving, by the move it came before; nobody's line, and for everybody."""
    found: dict[int, list[Line]] = {}
    begin = match.moves[first - 1].place + 1 if first else 0
    for place in range(begin, len(match.log)):
        entry = match.log[place]
        if not manners.is_aside(entry.text):
            continue
        told = [manners.words(entry.text, match.seats[entry.seat].name)]
        if entry.text == manners.END:
            told = [event.words.format(*match.names) for event in match.ending]
        number = match.standing(place)
        found.setdefault(number, []).extend(Line(number, words, CHANCE, aside=True) for words in told if words)
    return found


def move_lines(match: Match, number: int, mask: int) -> list[Line]:
    """One move for the seats in `mask`."""
    move = match.moves[number]
    told = [event for event in (move.seen, move.unseen) if event is not None]
    # that an unseen choice was forced would reveal too much; and what merely follows was nobody's choice
    forced = move.entry.forced and move.seen is not None and (move.unseen is None or not move.unseen.audience & mask)
    return lines_of(match, number, [event for event in (*told, *move.events) if event.audience & mask], forced)


def whole_story(match: Match, first: int = 0) -> list[Line]:
    """The log with everything that was ever hidden, for when the seed is open: anyone can compute every draw."""
    found, said = [], aside_lines(match, first)
    for number in range(first, len(match.moves)):
        move = match.moves[number]
        events = [move.seen, *move.events] if move.seen else list(move.events)
        forced = move.entry.forced and move.seen is not None
        found += [*said.get(number, []), *lines_of(match, number, events, forced)]
    return found + said.get(len(match.moves), [])


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
    label, value, note = (words.format(*names) for words in (item.label, item.value, item.note))
    return replace(item, label=label, value=value, note=note, things=things)
