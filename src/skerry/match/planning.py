"""Decisions made in advance: what a seat wants to do when it is asked, and whether that still holds.

Nothing is read here that the seat may not know: a plan that is dropped tells its owner no secrets.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from skerry.core.answers import Event
from skerry.core.state import CHANCE
from skerry.match.asides import TIME_UP, target_of
from skerry.match.errors import MatchError, Refused
from skerry.match.match import BETWEEN, UNDO, Entry, Match, Move
from skerry.match.picture import Choice, choices

MOST_PLANNED = 12  # decisions of one plan
NOT_STANDING = -1  # each decision is made once; else the plan stands until this round has ended

# What must not have changed for a decision to be made.  It must always be possible, and answer the same question.
Condition = Literal[
    "price",  # it costs no more and brings no less
    "goods",  # the seat has the same goods
    "untouched",  # nobody else has done anything at the piece
    "others",  # the others have decided as it was tried out, as far as the seat can see
]


class Decided(Struct, frozen=True):
    seat: int
    text: str


class PlannedStep(Struct, frozen=True, omit_defaults=True):
    """A decision, with what was known of it when it was planned."""

    text: str
    label: str
    kind: str  # of the question it answers
    at: tuple[str, ...] = ()
    price: dict[str, int] = {}
    gives: dict[str, int] = {}
    owes: dict[str, int] = {}
    goods: dict[str, int] = {}  # of the seat, before it
    others: tuple[Decided, ...] = ()  # what the others do before it, as it was tried out


class TurnPlan(Struct, frozen=True, omit_defaults=True):
    steps: tuple[PlannedStep, ...]
    version: int  # the length of the log up to which it knows what has happened
    only_if: tuple[Condition, ...] = ()
    past_news: bool = False  # it goes on even if one of its decisions has revealed something
    until: int = NOT_STANDING  # the round until whose end its only decision is made again and again

    @property
    def stands(self) -> bool:
        return self.until != NOT_STANDING


class Verdict(Struct, frozen=True):
    """What is to become of a plan now; of the plan, what is still to be done."""

    kind: Literal["wait", "play", "over", "drop"]
    plan: TurnPlan
    words: str = ""  # why it is dropped


class PlanRecorder:
    """Notes what a seat decides while something is tried out."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.round = 0  # of the last decision
        self.steps: list[PlannedStep] = []
        self.others: list[Decided] = []

    def note(self, match: Match, seat: int, text: str) -> None:
        """The seat is about to decide so."""
        if seat != self.seat:
            self.note_other(match, seat, text)
            return
        choice, game = choice_named(match, text), match.game
        goods, kind = game.goods(match.state, seat), game.question(match.state).kind
        terms = (choice.at, choice.price, choice.gives, choice.owes)
        self.steps.append(PlannedStep(text, choice.label, kind, *terms, goods, tuple(self.others)))
        self.round, self.others = int(game.round(match.state)), []

    def note_other(self, match: Match, seat: int, text: str) -> None:
        for part in match.parts_of(text):
            if int(match.state.witnesses(match.actions.number(part))) >> self.seat & 1:
                self.others.append(Decided(seat, part))


def choice_named(match: Match, text: str) -> Choice:
    return next((choice for choice in choices(match) if choice.text == text), Choice(text, text))


# ---- what has become of a plan


def verdict_on(match: Match, seat: int, plan: TurnPlan) -> Verdict:
    """What is to become of it now that the match stands like this."""
    if match.over or is_taken_back(match, seat, plan):
        return Verdict("over", plan)
    if match.seats[seat].bot is not None:
        return Verdict("drop", plan, "A bot is playing for you.")
    rest = what_is_left(match, seat, plan)
    if rest is None:
        was_late = any(entry.seat == seat and entry.text == TIME_UP for entry in match.log[plan.version :])
        return Verdict("drop", plan, "Your time was up.") if was_late else Verdict("over", plan)
    if not rest.steps or (rest.stands and match.game.round(match.state) > rest.until):
        return Verdict("over", rest)
    if match.to_move != seat or match.pending.held is not None:
        return Verdict("wait", rest)
    return verdict_on_turn(match, seat, rest)


def is_taken_back(match: Match, seat: int, plan: TurnPlan) -> bool:
    """Has the seat taken something back since?  Then it wants to decide anew."""
    since = match.log[plan.version :]
    return any(entry.seat == seat and (entry.text == UNDO or target_of(entry.text) is not None) for entry in since)


def what_is_left(match: Match, seat: int, plan: TurnPlan) -> TurnPlan | None:
    """The plan without what has been done already, by itself or by hand; None if the seat has decided otherwise."""
    done = [move.entry for move in moves_since(match, plan) if move.entry.seat == seat]
    if plan.stands or not done:
        return plan
    steps = list(plan.steps)
    while done and steps:
        parts = steps[0].text.split(BETWEEN)
        if [entry.text for entry in done[: len(parts)]] == parts:
            del done[: len(parts)], steps[0]
        elif not done.pop(0).forced:
            return None
    return replace(plan, steps=tuple(steps)) if all(entry.forced for entry in done) else None


def moves_since(match: Match, plan: TurnPlan) -> list[Move]:
    """Those that stand; the plan knows all that came before."""
    return match.moves[match.standing(plan.version) :]


def verdict_on_turn(match: Match, seat: int, plan: TurnPlan) -> Verdict:
    """The seat is asked: does the plan answer that?"""
    step, question = plan.steps[0], match.game.question(match.state)
    problem = ""
    if question.kind != step.kind:
        words = question.words.format(*match.names)
        problem = f"It has no answer to this question: “{words}”."
    else:
        try:
            match.check_step(seat, step.text)
        except Refused as error:
            problem = f"“{step.label}” is not possible. {error.reason.words}."
        except MatchError:
            problem = f"“{step.label}” is not possible."
    if plan.stands:  # what it cannot answer, the player is asked
        return Verdict("wait" if problem else "play", plan)
    problem = problem or what_has_changed(match, seat, plan, step)
    return Verdict("drop", plan, problem) if problem else Verdict("play", plan)


# ---- conditions


def what_has_changed(match: Match, seat: int, plan: TurnPlan, step: PlannedStep) -> str:
    """Of what the player named as conditions, in words; empty if all is as it was."""
    if "price" in plan.only_if and is_worse(step, choice_named(match, step.text)):
        return f"“{step.label}” costs more or brings less than when you planned it."
    if "goods" in plan.only_if and match.game.goods(match.state, seat) != step.goods:
        return "Your goods are not what they were in your plan."
    if "untouched" in plan.only_if and (name := who_touched(match, seat, plan, step.at[:1])):
        return f"{name} has been there: “{step.label}”."
    if "others" in plan.only_if and not do_as_expected(match, seat, plan, step):
        return "The others have not done what you tried out."
    return ""


def is_worse(step: PlannedStep, choice: Choice) -> bool:
    costs_more = any(
        count > before.get(good, 0)
        for before, now in ((step.price, choice.price), (step.owes, choice.owes))
        for good, count in now.items()
    )
    return costs_more or any(count > choice.gives.get(good, 0) for good, count in step.gives.items())


def who_touched(match: Match, seat: int, plan: TurnPlan, pieces: tuple[str, ...]) -> str:
    """The name of another player who has done something at these pieces, as far as the seat has seen it."""
    for move in moves_since(match, plan):
        actor = move.entry.seat
        if actor not in (seat, CHANCE) and any(is_about(event, pieces) for event in seen_events(move, seat)):
            return match.names[actor]
    return ""


def seen_events(move: Move, seat: int) -> list[Event]:
    """Of a hidden decision, that it was made."""
    events = (move.seen, move.unseen, *move.events)
    return [event for event in events if event is not None and event.audience >> seat & 1]


def is_about(event: Event, pieces: tuple[str, ...]) -> bool:
    places = {*event.about, *(place for moved in event.moved for place in (moved.what, moved.start, moved.end))}
    return not places.isdisjoint(pieces)


def do_as_expected(match: Match, seat: int, plan: TurnPlan, step: PlannedStep) -> bool:
    """Forced decisions do not count, and hidden ones cannot."""
    moves = [move for move in moves_since(match, plan) if move.entry.seat not in (seat, CHANCE)]
    seen = [move.entry for move in moves if not move.entry.forced and is_seen(move, seat)]
    return [Decided(entry.seat, entry.text) for entry in seen] == list(step.others)


def is_seen(move: Move, seat: int) -> bool:
    return move.unseen is None or not move.unseen.audience >> seat & 1


# ---- playing


def play_planned(match: Match, seat: int, plan: TurnPlan) -> tuple[list[Entry], TurnPlan, str]:
    """Make the next decision.  Return what was added to the log, what is left, and why that is dropped, if it is."""
    count, text = len(match.moves), plan.steps[0].text
    version = len(match.log) + len(text.split(BETWEEN))  # what follows by itself may do more of the plan
    entries = match.play(seat, text)
    rest = replace(plan, steps=plan.steps if plan.stands else plan.steps[1:], version=version)
    if plan.stands or plan.past_news or not match.reveals(count):
        return entries, rest, ""
    left = what_is_left(match, seat, rest)
    if left is None or not left.steps:
        return entries, replace(rest, steps=()), ""
    labels = ", ".join(f"“{step.label}”" for step in left.steps)
    return entries, left, f"Your move has revealed something new. You had also planned: {labels}."
