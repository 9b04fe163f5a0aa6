"""What the guide of a first game shows at each question, and which move it suggests.

It follows from the log of the match alone, so an undo takes lessons back, and a game that is taken up again goes on
where it was.
"""

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skerry.match import Match
from skerry.match.match import Move
from skerry.teacher.lessons.courses import LEARNER_SEAT, Course, Lesson, Suggestion, Term, course_of, is_guided
from skerry.teacher.lessons.triggers import Situation, happenings, holds

MAX_LESSONS = 3  # lessons at one question
FAREWELL = " That is all the guide has to teach; hints stay at hand."  # after the last lesson, whichever it is


class Bit(Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence: plain, a word that is explained, or the number of something to look at."""

    text: str = ""
    term: str = ""
    number: int = 0


def sentence_bits(words: str, terms: Sequence[Term]) -> tuple[Bit, ...]:
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


class GuidedStep(Struct, frozen=True):
    """A move that is suggested, or was and has been made."""

    text: str
    words: str
    done: bool


class LessonCard(Struct, frozen=True):
    """A lesson as it is shown."""

    id: str
    title: str
    words: tuple[Bit, ...]
    rule: str
    at: tuple[str, ...]  # pieces by their number in the words; empty where one cannot be seen


class Guided(Struct, frozen=True):
    """What the guide says at the newcomer's last question."""

    cards: tuple[LessonCard, ...]
    steps: tuple[GuidedStep, ...]  # the suggestion that is being followed
    because: tuple[Bit, ...]
    seen: int  # lessons so far …
    all: int  # … of these


class Chain(Struct, frozen=True):
    """A suggestion, how much of it has been done, and which option comes next."""

    lesson: Lesson
    tried: Suggestion
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
    events: int  # how many things had happened
    seen: tuple[str, ...]  # lessons, with those shown here
    cards: tuple[LessonCard, ...]
    chain: Chain | None


class Guide:
    """Follows one match; it remembers what it has worked out."""

    def __init__(self, game: str) -> None:
        course = course_of(game)
        assert course is not None
        self.course = course
        self.points: list[Point] = []
        self.moves: list[Move] = []
        self.events: list[tuple[str, tuple[str, ...]]] = []  # § marks and pieces of the lines so far

    def now(self, match: Match) -> Guided:
        """What to show now; while others decide, nothing: what was said was about the move that has been made."""
        self.follow(match)
        if not self.points:
            return Guided((), (), (), 0, len(self.course.lesson))
        point = self.points[-1]
        is_now = point.move == len(match.moves)
        chain = point.chain if is_now else None
        return Guided(
            cards=point.cards if is_now else (),
            steps=tuple(guided_steps(chain)) if chain else (),
            because=sentence_bits(chain.tried.because, self.course.term) if chain else (),
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
        del self.events[self.points[-1].events if self.points else 0 :]
        read = self.points[-1].move if self.points else 0
        for number in range(first, len(match.moves) + 1):
            if is_question(match, number):
                self.events += happenings(match, range(read, number))
                read = number
                self.points.append(self.point(match, number))
        self.moves = list(match.moves)

    def point(self, match: Match, number: int) -> Point:
        before = self.points[-1] if self.points else Point(0, 0, (), (), None)
        game, state = match.game, match.at(number)
        view = game.view(state, LEARNER_SEAT)
        situation = Situation(
            kind=game.question(state).kind,
            round=game.round(state),
            options=[match.actions.text(action) for action in state.legal_actions()],
            goods=game.goods(state, LEARNER_SEAT),
            pieces=game.pieces(view),
            view=msgspec.to_builtins(view),
            events=self.events,
            seen=before.seen,
        )
        chain = went_on(before.chain, match.moves[before.move : number], situation.options)
        fresh, chain = self.choose(situation, chain)
        seen = before.seen + tuple(lesson.id for lesson in fresh)
        shown = [lesson for lesson in fresh if chain is None or lesson is not chain.lesson]
        if chain:
            shown.append(chain.lesson)  # its suggestion stands below the last card, and is still being followed
        is_last = fresh and len(seen) == len(self.course.lesson)
        cards = [card(lesson, situation.pieces, self.course) for lesson in shown]
        if is_last:
            cards[-1] = replace(cards[-1], words=(*cards[-1].words, Bit(FAREWELL)))
        return Point(number, len(self.events), seen, tuple(cards), chain)

    def choose(self, situation: Situation, chain: Chain | None) -> tuple[list[Lesson], Chain | None]:
        """New lessons that fit, at most one with a suggestion; none of those while another is being followed."""
        is_fading = situation.round >= self.course.deal.fades
        fresh: list[Lesson] = []
        for lesson in self.course.lesson:
            if len(fresh) == (1 if is_fading else MAX_LESSONS):
                break
            if lesson.id in situation.seen or not any(holds(when, situation) for when in lesson.when):
                continue
            suggestion = None if is_fading else suggested(lesson, situation)
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
    """Did the newcomer have to decide after this many moves?"""
    if number == len(match.moves):
        return match.to_move == LEARNER_SEAT
    entry = match.moves[number].entry
    return entry.seat == LEARNER_SEAT and not entry.forced


def went_on(chain: Chain | None, moves: Iterable[Move], options: list[str]) -> Chain | None:
    """The suggestion after these moves; None if it is done, or the newcomer went another way."""
    for move in moves:
        if chain is None:
            return None
        if move.entry.seat == LEARNER_SEAT:
            chain = chain.after(move.entry.text) or (chain if move.entry.forced else None)
    return chain.at(options) if chain else None


def suggested(lesson: Lesson, situation: Situation) -> Chain | None:
    fitting = (
        Chain(lesson, tried, 0, "").at(situation.options) for tried in lesson.tries if holds(tried.when, situation)
    )
    return next((chain for chain in fitting if chain), None)


def guided_steps(chain: Chain) -> list[GuidedStep]:
    texts = [chain.next if place == chain.done else text for place, text in enumerate(chain.tried.texts)]
    named = zip(texts, chain.tried.names, strict=True)
    return [GuidedStep(text, words, place < chain.done) for place, (text, words) in enumerate(named)]


def card(lesson: Lesson, pieces: set[str], course: Course) -> LessonCard:
    at = tuple(piece if piece in pieces else "" for piece in lesson.at)
    return LessonCard(lesson.id, lesson.title, sentence_bits(lesson.words, course.term), lesson.rule, at)
