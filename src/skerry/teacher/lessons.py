"""A guided first game: lessons that wait for their moment, on a fixed deal against bots with fixed seeds.

What is shown follows from the log of the match alone, so an undo takes lessons back, and a game that is taken up again
goes on where it was.  Lessons never block anything, and a move that is not legal is never suggested.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.match import Move
from skerry.match.picture import Line, move_lines

SEAT = 0  # the newcomer's
BOT_NAMES = ("Runa", "Bo", "Tove", "Halvard")
AT_ONCE = 3  # lessons at one question
STRIDE = 17  # between the seeds of two decisions of the bots
THOUGHT = Budget(simulations=2)  # of the bots: a number of simulations, so that they always decide alike


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of the newcomer's: everything that is named must hold."""

    ask: tuple[str, ...] = ()  # the question is of one of these kinds
    round: int = 0  # it is this round or a later one
    can: tuple[str, ...] = ()  # one of these options is possible; `*` stands for anything
    least: dict[str, int] = {}  # the newcomer has at least so many goods …
    below: dict[str, int] = {}  # … or fewer than so many
    view: tuple[str, ...] = ()  # all of these can be seen: `elders.*.top=elder_7`
    log: tuple[str, ...] = ()  # all of these have happened: a § mark and pieces the line is about
    unlogged: tuple[str, ...] = ()  # none of these has
    after: tuple[str, ...] = ()  # these lessons were shown at earlier questions


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves to try in a row, each with what it is called: `take elder_7: the Builder`.

    `die *` is any of them, and is left out where nothing is asked.
    """

    moves: tuple[str, ...]
    because: str
    when: When = When()  # the reason holds only then

    @property
    def texts(self) -> list[str]:
        return [move.partition(": ")[0] for move in self.moves]

    @property
    def names(self) -> list[str]:
        return [move.partition(": ")[2] for move in self.moves]


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    words: str  # `[1]` refers to the first piece of `at`
    at: tuple[str, ...]  # pieces to look at
    rule: str
    when: tuple[When, ...]  # any of them
    tries: tuple[Try, ...] = ()  # the first that begins with a legal move is suggested


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the game in two minutes."""

    title: str
    words: tuple[str, ...]
    pieces: tuple[str, ...] = ()  # to be drawn beside it


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game, explained."""

    name: str
    words: str
    rule: str


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    bots: tuple[str, ...]
    bot_seed: int
    fades: int  # from this round on lessons come one at a time and suggest nothing
    options: dict[str, str] = {}


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """What `lessons.toml` of a game holds."""

    deal: Deal
    page: tuple[Page, ...]
    lesson: tuple[Lesson, ...]
    term: tuple[Term, ...] = ()


@cache
def course_of(game: str) -> Course | None:
    """None for a game that nobody has written lessons for."""
    path = GAMES[game].folder / "lessons.toml"
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Course) if path.exists() else None


def new_guided(game: str, name: str) -> Match:
    """The guided match of a game, before its first decision."""
    course = course_of(game)
    assert course is not None
    free = [bot for bot in BOT_NAMES if bot.casefold() != name.casefold()]
    bots = [SeatPlan(free[number], level) for number, level in enumerate(course.deal.bots)]
    match = Match(game, [SeatPlan(name), *bots], options=course.deal.options, seed=course.deal.seed)
    match.begin()
    return match


def is_guided(match: Match) -> bool:
    """The deal says so: nobody else's is known beforehand."""
    course = course_of(match.game.name)
    if course is None or match.typed_in or match.seed != course.deal.seed:
        return False
    return len(match.seats) == 1 + len(course.deal.bots) and match.seats[SEAT].bot is None


def bot_seed(match: Match, seat: int) -> int:
    """Whoever does the same meets the same answers."""
    course = course_of(match.game.name)
    assert course is not None
    return course.deal.bot_seed + STRIDE * len(match.moves) + seat


def choose_in_guide(bot: str, observer: Observer, seed: int) -> int:
    return make_bot(bot, observer.game.name, seed, THOUGHT).choose(observer)


# ---- what is shown


class Bit(Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence: plain, a word that is explained, or the number of something to look at."""

    text: str = ""
    term: str = ""
    number: int = 0


def bits(words: str, terms: Sequence[Term]) -> tuple[Bit, ...]:
    """A sentence with the words that are explained, each where it first stands."""
    names = {spelled: term.name for term in terms for spelled in (term.name, f"{term.name}s")}
    longest_first = sorted(names, key=lambda name: -len(name))
    pattern = re.compile("|".join([r"\[\d\]", *(rf"\b{re.escape(name)}\b" for name in longest_first)]))
    found: list[Bit] = []
    explained: set[str] = set()
    done = 0
    for match in pattern.finditer(words):
        term = names.get(match[0], "")
        if term in explained:
            continue
        found.append(Bit(words[done : match.start()]))
        found.append(Bit(match[0], term) if term else Bit(number=int(match[0][1])))
        explained |= {term} - {""}
        done = match.end()
    return tuple(bit for bit in (*found, Bit(words[done:])) if bit != Bit())


class Step(Struct, frozen=True):
    """A move that is suggested, or was and has been made."""

    text: str
    words: str
    done: bool


class Card(Struct, frozen=True):
    """A lesson as it is shown."""

    id: str
    title: str
    words: tuple[Bit, ...]
    rule: str
    at: tuple[str, ...]  # pieces by their number in the words; empty where one cannot be seen


class Guided(Struct, frozen=True):
    """What the guide says at the newcomer's last question."""

    cards: tuple[Card, ...]
    steps: tuple[Step, ...]  # the suggestion that is being followed
    because: tuple[Bit, ...]
    seen: int  # lessons so far …
    all: int  # … of these


class Chain(Struct, frozen=True):
    """A suggestion, how much of it has been done, and which option comes next."""

    lesson: Lesson
    tried: Try
    done: int
    next: str

    def after(self, text: str) -> "Chain | None":
        """Its rest, if this move goes on with it."""
        place = self.place_of([text])
        return None if place is None else Chain(self.lesson, self.tried, place + 1, "")

    def at(self, options: list[str]) -> "Chain | None":
        """With its next option, if there is one."""
        place = self.place_of(options)
        if place is None:
            return None
        found = next(text for text in options if fnmatchcase(text, self.tried.texts[place]))
        return Chain(self.lesson, self.tried, place, found)

    def place_of(self, options: list[str]) -> int | None:
        """Of its next move among these; one that may be any of several need not come."""
        for place in range(self.done, len(self.tried.moves)):
            pattern = self.tried.texts[place]
            if any(fnmatchcase(text, pattern) for text in options):
                return place
            if "*" not in pattern:
                return None
        return None


class Point(Struct, frozen=True):
    """A question of the newcomer's, and what was shown at it."""

    move: int  # how many moves came before
    told: int  # how many things had happened
    seen: tuple[str, ...]  # lessons, with those shown here
    cards: tuple[Card, ...]
    chain: Chain | None


class Moment(Struct, frozen=True):
    """What lessons are matched with."""

    kind: str
    round: int
    options: list[str]
    goods: dict[str, int]
    pieces: set[str]
    view: Any
    told: Sequence[tuple[str, tuple[str, ...]]]
    seen: tuple[str, ...]  # at earlier questions


class Guide:
    """Follows one match; it remembers what it has worked out."""

    def __init__(self, game: str) -> None:
        course = course_of(game)
        assert course is not None
        self.course = course
        self.points: list[Point] = []
        self.moves: list[Move] = []
        self.told: list[tuple[str, tuple[str, ...]]] = []  # § marks and pieces of the lines so far

    def now(self, match: Match) -> Guided:
        """What to show now; while others decide, what was shown last, without a suggestion."""
        self.follow(match)
        if not self.points:
            return Guided((), (), (), 0, len(self.course.lesson))
        point = self.points[-1]
        chain = point.chain if point.move == len(match.moves) else None
        return Guided(
            cards=point.cards,
            steps=tuple(steps(chain)) if chain else (),
            because=bits(chain.tried.because, self.course.term) if chain else (),
            seen=len(point.seen),
            all=len(self.course.lesson),
        )

    def follow(self, match: Match) -> None:
        kept = next(
            (n for n, (old, new) in enumerate(zip(self.moves, match.moves, strict=False)) if old is not new),
            min(len(self.moves), len(match.moves)),
        )
        while self.points and self.points[-1].move > kept:
            self.points.pop()
        first = self.points[-1].move + 1 if self.points else 0
        del self.told[self.points[-1].told if self.points else 0 :]
        read = self.points[-1].move if self.points else 0
        for number in range(first, len(match.moves) + 1):
            if is_question(match, number):
                self.told += happenings(match, range(read, number))
                read = number
                self.points.append(self.point(match, number))
        self.moves = list(match.moves)

    def point(self, match: Match, number: int) -> Point:
        before = self.points[-1] if self.points else Point(0, 0, (), (), None)
        game, state = match.game, match.at(number)
        view = game.view(state, SEAT)
        moment = Moment(
            kind=game.question(state).kind,
            round=game.round(state),
            options=[match.actions.text(action) for action in state.legal_actions()],
            goods=game.goods(state, SEAT),
            pieces=game.pieces(view),
            view=msgspec.to_builtins(view),
            told=self.told,
            seen=before.seen,
        )
        chain = went_on(before.chain, match.moves[before.move : number], moment.options)
        fresh, chain = self.choose(moment, chain)
        seen = before.seen + tuple(lesson.id for lesson in fresh)
        cards = [card(lesson, moment.pieces, self.course) for lesson in fresh]
        if chain and not fresh:
            cards = [card(chain.lesson, moment.pieces, self.course)]  # it is still being followed
        return Point(number, len(self.told), seen, tuple(cards), chain)

    def choose(self, moment: Moment, chain: Chain | None) -> tuple[list[Lesson], Chain | None]:
        """New lessons that fit, at most one with a suggestion; none of those while another is being followed."""
        is_fading = moment.round >= self.course.deal.fades
        fresh: list[Lesson] = []
        for lesson in self.course.lesson:
            if len(fresh) == (1 if is_fading else AT_ONCE):
                break
            if lesson.id in moment.seen or not any(holds(when, moment) for when in lesson.when):
                continue
            suggestion = None if is_fading else suggested(lesson, moment)
            if suggestion and chain:
                continue  # it waits
            fresh.append(lesson)
            chain = suggestion or chain
        return fresh, chain


def guide_of(match: Match) -> Guide | None:
    """The guide of a guided match, which has caught up with it."""
    if not is_guided(match):
        return None
    guide = Guide(match.game.name)
    guide.follow(match)
    return guide


def is_question(match: Match, number: int) -> bool:
    """Did the newcomer have to decide after so many moves?"""
    if number == len(match.moves):
        return match.to_move == SEAT
    entry = match.moves[number].entry
    return entry.seat == SEAT and not entry.forced


def went_on(chain: Chain | None, moves: Iterable[Move], options: list[str]) -> Chain | None:
    """The suggestion after these moves; None if it is done, or the newcomer went another way."""
    for move in moves:
        if chain is None:
            return None
        if move.entry.seat == SEAT:
            chain = chain.after(move.entry.text) or (chain if move.entry.forced else None)
    return chain.at(options) if chain else None


def suggested(lesson: Lesson, moment: Moment) -> Chain | None:
    fitting = (Chain(lesson, tried, 0, "").at(moment.options) for tried in lesson.tries if holds(tried.when, moment))
    return next((chain for chain in fitting if chain), None)


def steps(chain: Chain) -> list[Step]:
    texts = [chain.next if place == chain.done else text for place, text in enumerate(chain.tried.texts)]
    named = zip(texts, chain.tried.names, strict=True)
    return [Step(text, words, place < chain.done) for place, (text, words) in enumerate(named)]


def card(lesson: Lesson, pieces: set[str], course: Course) -> Card:
    at = tuple(piece if piece in pieces else "" for piece in lesson.at)
    return Card(lesson.id, lesson.title, bits(lesson.words, course.term), lesson.rule, at)


def holds(when: When, moment: Moment) -> bool:
    return (
        (not when.ask or moment.kind in when.ask)
        and moment.round >= when.round
        and (not when.can or any(fnmatchcase(text, can) for can in when.can for text in moment.options))
        and all(moment.goods.get(good, 0) >= count for good, count in when.least.items())
        and all(moment.goods.get(good, 0) < count for good, count in when.below.items())
        and all(is_seen(fact, moment.view) for fact in when.view)
        and all(happened(pattern, moment.told) for pattern in when.log)
        and not any(happened(pattern, moment.told) for pattern in when.unlogged)
        and all(lesson in moment.seen for lesson in when.after)
    )


def is_seen(fact: str, view: Any) -> bool:
    """`elders.*.top=elder_7`: somewhere on this path the view has this value."""
    path, _, wanted = fact.partition("=")
    return any(str(value).lower() == wanted.lower() for value in values_at(view, path.split(".")))


def values_at(data: Any, path: list[str]) -> list[Any]:
    if not path:
        return [data]
    inner = dict(enumerate(data)) if isinstance(data, (list, tuple)) else data if isinstance(data, dict) else {}
    return [value for key, part in inner.items() if path[0] in ("*", str(key)) for value in values_at(part, path[1:])]


def happened(pattern: str, told: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
    """`elder.1 player:0`: a line of this § that names these pieces; each `*` is another piece."""
    rule, *wanted = pattern.split()
    return any(line_rule == rule and are_among(wanted, pieces) for line_rule, pieces in told)


def are_among(wanted: list[str], pieces: tuple[str, ...]) -> bool:
    left = list(pieces)
    for pattern in wanted:
        found = next((piece for piece in left if fnmatchcase(piece, pattern)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def happenings(match: Match, numbers: Iterable[int]) -> list[tuple[str, tuple[str, ...]]]:
    """The lines of these moves that the newcomer may read."""
    return [(line.rule, pieces_of(line)) for number in numbers for line in move_lines(match, number, 1 << SEAT)]


def pieces_of(line: Line) -> tuple[str, ...]:
    """What a line of the log names."""
    moved = [piece for move in line.moved for piece in (move.what, move.start, move.end)]
    return tuple(dict.fromkeys(piece for piece in (*line.about, *moved) if piece))
