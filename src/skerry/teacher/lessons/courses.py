"""A guided first game: its deal, its lessons and its words, as `lessons.toml` of a game has them.

The deal is fixed and so are the bots' seeds.  Lessons wait for their moment (triggers.py), never block anything, and
never suggest a move that is not legal (guide.py).
"""

import tomllib
from functools import cache

import msgspec
from msgspec import Struct

from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.bot_names import BOT_NAMES

LEARNER_SEAT = 0  # the newcomer's
SEED_STRIDE = 17  # between the seeds of two decisions of the bots
LESSON_BUDGET = Budget(simulations=2)  # of the bots: a number of simulations, so that they always decide alike


class When(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of the newcomer's: everything that is named must hold."""

    ask: tuple[str, ...] = ()  # the question is of one of these kinds
    round: int = 0  # it is this round or a later one
    can: tuple[str, ...] = ()  # one of these options is possible; `*` stands for anything
    least: dict[str, int] = {}  # the newcomer has at least this many goods …
    below: dict[str, int] = {}  # … or fewer than this many
    view: tuple[str, ...] = ()  # all of these can be seen: `elders.*.top=elder_7`
    log: tuple[str, ...] = ()  # all of these have happened: a § mark and pieces the line is about
    unlogged: tuple[str, ...] = ()  # none of these has
    after: tuple[str, ...] = ()  # these lessons were shown at earlier questions


class Suggestion(Struct, frozen=True, forbid_unknown_fields=True):
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
    tries: tuple[Suggestion, ...] = ()  # the first that begins with a legal move is suggested
    typed: str = ""  # instead of the words in the terminal, where nothing is drawn


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


class LessonDeal(Struct, frozen=True, forbid_unknown_fields=True):
    seed: str
    bots: tuple[str, ...]
    bot_seed: int
    fades: int  # from this round on lessons come one at a time and suggest nothing
    options: dict[str, str] = {}


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """What `lessons.toml` of a game holds."""

    deal: LessonDeal
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
    """Recognised by its seed, which no other match has."""
    course = course_of(match.game.name)
    if course is None or match.typed_in or match.seed != course.deal.seed:
        return False
    return len(match.seats) == 1 + len(course.deal.bots) and match.seats[LEARNER_SEAT].bot is None


def lesson_bot_seed(match: Match, seat: int) -> int:
    """The same moves always meet the same answers."""
    course = course_of(match.game.name)
    assert course is not None
    return course.deal.bot_seed + SEED_STRIDE * len(match.moves) + seat


def choose_in_guide(bot: str, observer: Observer, seed: int) -> int:
    return make_bot(bot, observer.game.name, seed, LESSON_BUDGET).choose(observer)
