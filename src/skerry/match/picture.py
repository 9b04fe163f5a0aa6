"""What one seat, or a spectator, gets to see of a match.  Clients see nothing else of it."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from skerry.core.answers import Item, Moved, Question, Reason, Rival, ScoreGroup, ScoreLine, Section
from skerry.core.game import Game
from skerry.core.state import CHANCE, SPECTATOR, State
from skerry.core.words import join_words
from skerry.match import asides
from skerry.match.holding import has_offer
from skerry.match.match import Match, SeatPlan
from skerry.match.story import Recap, is_veiled, parts_of, recaps_since


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
    turn: int = 0  # the passage of the story that it belongs to, as in Recap


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
    meant: Choice | None  # of this seat: the decision that waits to be confirmed, because it could not be undone


class Points(Struct, frozen=True, gc=False):
    """The score by seat, as the seat knows it, and where it comes from."""

    scores: list[int]
    breakdown: list[ScoreLine]
    rivals: list[Rival]  # who have no seat
    groups: list[ScoreGroup]  # when the match is over: how it was counted, step by step


class Picture(Now, frozen=True, gc=True):
    """Everything a client draws.  The game's own view is in `view`, in words in `outline`."""

    game: str
    title: str
    seats: list[SeatPlan]
    options: dict[str, str]
    typed_in: bool  # dice and draws are typed in
    scores: list[int]  # with the next three: Points
    breakdown: list[ScoreLine]
    rivals: list[Rival]
    groups: list[ScoreGroup]
    outline: list[Section]
    lines: list[Line]
    recaps: list[Recap]  # the turns, in a few words each
    commitment: str
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
        outline=outline_of(match, seen.view),
        lines=log_lines(match, seat, lines_from),
        recaps=recaps_for(match, seat, lines_from),
        commitment=match.commitment,
        warnings=match.warnings,
    )


def now(match: Match, seat: int, seen: Callable[[], Any] | None = None) -> Now:
    """`seen` is what a spectator sees, where several seats are shown."""
    game, state, names = match.game, match.state, match.names
    to_move = match.to_move
    pending, meant = match.pending, None
    decides = to_move is not None and seat != SPECTATOR and (to_move == seat or reads_chance(match, seat))
    if pending.held is not None:  # nobody decides before the turn is confirmed; but an offer can be taken up
        decides = has_offer(match, seat)
    if pending.meant and pending.held == seat and not decides:
        meant = next((choice for choice in choices(match) if choice.text == pending.meant), None)
    target = match.undo_or_reason(seat) if seat != SPECTATOR else Reason("undo.turn", "You are watching")
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
        result=result_of(match),
        undo=meant is not None or not isinstance(target, Reason),
        undo_reason=target if isinstance(target, Reason) and meant is None else None,
        seed=match.seed if state.over else None,
        meant=meant,
    )


def result_of(match: Match) -> str:
    """Who has won, in words; empty before the end."""
    if not match.over:
        return ""
    if not match.resigned:
        return match.game.result(match.state).format(*match.names)
    won = [match.names[seat] for seat in match.winners]
    gone = f"{join_words([match.names[seat] for seat in match.resigned])} resigned"
    return f"{join_words(won)} {'wins' if len(won) == 1 else 'win'}: {gone}" if won else gone


def points_of(match: Match, seat: int) -> Points:
    breakdown = match.game.breakdown(match.state, seat)
    scores = [sum(line.points[number] for line in breakdown) for number in range(len(match.seats))]
    groups = match.game.score_groups(match.state) if match.over else []
    return Points(scores, breakdown, match.game.rivals(match.state), groups)


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


def outline_of(match: Match, view: Any) -> list[Section]:
    """A view of the match in words."""
    names = match.names
    return [with_names(section, names) for section in match.game.outline(view, match.game.catalogue(match.state))]


def past(match: Match, seat: int, number: int) -> tuple[Now, Points, list[Section]]:
    """The match after this many moves, read-only: what the seat could see then, without anything undone."""
    then = match.until(number)
    seen, points = seen_then(then, seat)
    return seen, points, outline_of(then, seen.view)


def seen_then(then: Match, seat: int) -> tuple[Now, Points]:
    return replace(now(then, seat), choices=[], undo=False, undo_reason=None), points_of(then, seat)


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
    if match.to_move != CHANCE and (bundles := game.bundles(state)):
        return [bundle_choice(match, bundle) for bundle in bundles]
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


def bundle_choice(match: Match, actions: tuple[int, ...]) -> Choice:
    """Several decisions as one option."""
    game, state = match.game, match.state
    terms = [game.terms(state, action) for action in actions]
    at = tuple(dict.fromkeys(piece for part in terms for piece in part.at))
    prices, gains = ([getattr(part, name) for part in terms] for name in ("price", "gives"))
    label = game.bundle_label(state, actions)
    return Choice(match.bundle_text(actions), label, at, sum_of(prices), sum_of(gains), group=terms[0].group)


def sum_of(goods: list[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for some in goods:
        for name, count in some.items():
            total[name] = total.get(name, 0) + count
    return total


def log_lines(match: Match, seat: int, first: int = 0) -> list[Line]:
    """The log as the seat may read it."""
    return lines_since(match, mask_of(seat), first)


def recaps_for(match: Match, seat: int, first: int = 0) -> list[Recap]:
    """The turns of the moves from `first` on and the one before them, as the seat may read them."""
    return recaps_since(match, mask_of(seat), first)


def full_recaps(match: Match, first: int = 0) -> list[Recap]:
    """The same with everything that was ever hidden."""
    return recaps_since(match, None, first)


def whole_story(match: Match, first: int = 0) -> list[Line]:
    """The log with everything that was ever hidden, for when the seed is open: anyone can compute every draw."""
    return lines_since(match, None, first)


def mask_of(seat: int) -> int:
    return 1 << seat if seat != SPECTATOR else 1 << CHANCE


def lines_since(match: Match, mask: int | None, first: int) -> list[Line]:
    said = aside_lines(match, first)
    found = []
    for number in range(first, len(match.moves)):
        found += [*said.get(number, []), *move_lines(match, number, mask)]
    return found + said.get(len(match.moves), [])


def aside_lines(match: Match, first: int = 0) -> dict[int, list[Line]]:
    """Lines of asides, by the move they came before; visible to everybody."""
    found: dict[int, list[Line]] = {}
    begin = match.moves[first - 1].place + 1 if first else 0
    for place in range(begin, len(match.log)):
        entry = match.log[place]
        if not asides.is_aside(entry.text):
            continue
        words_of = [asides.aside_words(entry.text, match.seats[entry.seat].name)]
        if entry.text == asides.AGREED_END:
            words_of = [event.words.format(*match.names) for event in match.ending]
        number = match.standing(place)
        turn = match.moves[number - 1].passages[-1].turn if number else 0
        lines = [Line(number, words, CHANCE, aside=True, turn=turn) for words in words_of if words]
        found.setdefault(number, []).extend(lines)
    return found


def move_lines(match: Match, number: int, mask: int | None) -> list[Line]:
    """One move for the seats in `mask`, or with all that is hidden."""
    move, names = match.moves[number], match.names
    # that an unseen choice was forced would reveal too much; and what merely follows was nobody's choice
    forced = move.entry.forced and move.seen is not None and not is_veiled(move, mask)
    found: list[Line] = []
    for passage, event, _ in parts_of(move, mask):
        if event is not None:
            words, is_forced = event.words.format(*names), forced and not found
            seat, turn = move.entry.seat, passage.turn
            found.append(Line(number, words, seat, event.rule, is_forced, event.about, event.moved, turn=turn))
    return found


def with_names(section: Section, names: list[str]) -> Section:
    items = [named_item(item, names) for item in section.items]
    return replace(section, title=section.title.format(*names), items=items)


def named_item(item: Item, names: list[str]) -> Item:
    things = tuple(
        replace(thing, name=thing.name.format(*names), traits=tuple(trait.format(*names) for trait in thing.traits))
        for thing in item.things
    )
    label, value, note = (words.format(*names) for words in (item.label, item.value, item.note))
    return replace(item, label=label, value=value, note=note, things=things)
