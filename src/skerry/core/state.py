"""What every game fulfils: a state with open questions, and one step class per question.

The open questions lie on a stack of packed integers.  The top one says who must decide what:
bits 0-6 the step, bit 7 whether it runs by itself, bits 8-11 the seat, the rest an argument.
"""

import copyreg
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

CHANCE: Final = 15  # the seat that rolls dice and draws cards
SPECTATOR: Final = -1  # watches, decides nothing
EVERYBODY: Final = -1  # as a set of seats
MAX_OPTIONS: Final = 256  # more options than one question may ever offer
MAX_OPEN: Final = 48  # open questions at one time
BY_ITSELF: Final = 128  # the flag of a step that runs by itself


def list_to_vec(items: list[int]) -> vec[i64]:
    return vec[i64](items)


def reduce_vec(v: vec[i64]) -> tuple[object, tuple[list[int]]]:
    return list_to_vec, ([int(x) for x in v],)


def lists_to_vecs(rows: list[list[int]]) -> vec[vec[i64]]:
    return vec[vec[i64]]([list_to_vec(row) for row in rows])


def reduce_vecs(v: vec[vec[i64]]) -> tuple[object, tuple[list[list[int]]]]:
    return lists_to_vecs, ([[int(x) for x in row] for row in v],)


def list_to_objects(items: list[Any]) -> Any:
    """A vec of the class from which all items descend: players, effects.  Without any item nobody knows it."""
    kind: Any = vec
    return kind[type(items[0]).__mro__[-2] if items else object](items)


def reduce_objects(v: Any) -> tuple[Callable[..., Any], tuple[list[Any]]]:
    return list_to_objects, (list(v),)


# vec has no pickle support of its own (librt 0.16); with this pickle, copy and deepcopy work
copyreg.pickle(type(list_to_vec([])), reduce_vec)  # type: ignore[arg-type]
copyreg.pickle(type(lists_to_vecs([])), reduce_vecs)  # type: ignore[arg-type]
copyreg.pickle(type(list_to_objects([])), reduce_objects)


def zeros(count: i64) -> vec[i64]:
    return vec[i64]([0] * count)


NO_OPTIONS: Final = zeros(MAX_OPTIONS)
NO_ASKS: Final = zeros(0)
NO_NOTES: Final[list[tuple[int, int, int, int]]] = []  # of all states that have none: never added to


def new_buffer() -> vec[i64]:
    """Room for the options of any question.  Copied, which is much quicker than made."""
    return NO_OPTIONS[:]


def step_of(ask: i64) -> i64:
    return ask & 127


def seat_of(ask: i64) -> i64:
    return (ask >> 8) & 15


def arg_of(ask: i64) -> i64:
    return ask >> 12


class IllegalAction(ValueError):
    """An action that the open question does not offer."""


@mypyc_attr(acyclic=True)
class Kit:
    """The components a match is played with: loaded once, never changed, shared by all states."""

    def __init__(self) -> None:
        self.hash: str = ""  # of the component data, kept in saved matches


@mypyc_attr(acyclic=True)
class State:
    """A position.  A game adds its data; its rules are the steps that `step_at` hands out.

    With 0 seats it is an empty one, for `clone` to fill: it has no room for questions yet.
    """

    def __init__(self, seats: i64 = 2) -> None:
        self.seats: i64 = seats
        self.over: bool = False
        self.news: i64 = 0  # grows whenever something hidden is revealed
        self.depth: i64 = 0
        self.asks: vec[i64] = zeros(MAX_OPEN) if seats > 0 else NO_ASKS
        self.noting: bool = False  # write notes for the log?  Playouts do not.
        self.notes: list[tuple[int, int, int, int]] = NO_NOTES

    # ---- what a game provides
    def step_at(self, ask: i64) -> "Step[Any]":
        """The step class that handles this question."""
        raise NotImplementedError

    def clone(self) -> "State":
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The seat's points now; at the end, the final ones."""
        raise NotImplementedError

    def winners(self) -> i64:
        """The winning seats as a set; games with a tie-break override this."""
        best = self.score(0)
        won: i64 = 1
        for seat in range(i64(1), self.seats):
            points = self.score(seat)
            if points > best:
                best = points
                won = 1 << seat
            elif points == best:
                won |= 1 << seat
        return won

    # ---- the open question
    def to_move(self) -> i64:
        """The seat that must decide now; CHANCE for dice and draws."""
        return seat_of(self.ask_now())

    def ask_now(self) -> i64:
        top = self.depth - 1
        return self.asks[top]

    def ask(self, step: i64, seat: i64, arg: i64 = 0) -> None:
        """Put a question on the stack; it is answered before those below it."""
        self.asks[self.depth] = step | (seat << 8) | (arg << 12)
        self.depth += 1

    def then(self, step: i64, arg: i64 = 0) -> None:
        """Put a step on the stack that runs by itself when all above it is answered."""
        self.asks[self.depth] = step | BY_ITSELF | (arg << 12)
        self.depth += 1

    def legal_into(self, out: vec[i64]) -> i64:
        """Write the legal actions, ascending, into `out`; return how many.  Not when over."""
        ask = self.ask_now()
        return self.step_at(ask).legal_into(self, ask, out)

    def weights_into(self, out: vec[i64]) -> i64:
        """For CHANCE: write the weight of each legal action, return their sum; 0 if all are alike."""
        ask = self.ask_now()
        return self.step_at(ask).weights_into(self, ask, out)

    def witnesses(self, action: i64) -> i64:
        """The set of seats that see which action is taken (not only that one is)."""
        ask = self.ask_now()
        return self.step_at(ask).witnesses(self, ask, action)

    def apply(self, action: i64) -> None:
        """Answer the open question with a legal action.  No check: see `step`."""
        ask = self.ask_now()
        self.depth -= 1
        self.step_at(ask).apply(self, ask, action)
        self.settle()

    def settle(self) -> None:
        """Run steps that need no answer until a question is open."""
        while self.depth > 0 and not self.over:
            ask = self.ask_now()
            if ask & BY_ITSELF == 0:
                return
            self.depth -= 1
            self.step_at(ask).run(self, ask)

    def copy_base(self, into: "State") -> None:
        """For `clone`: the fields of this class.  Notes belong to the log, not to the position."""
        into.seats = self.seats
        into.over = self.over
        into.news = self.news
        into.depth = self.depth
        into.asks = self.asks[:]

    # ---- for the log
    def note(self, kind: i64, seat: i64 = 0, a: i64 = 0, b: i64 = 0) -> None:
        """Tell the log what happened; the game's `text/log.py` has the words."""
        if self.noting:
            self.notes = [*self.notes, (kind, seat, a, b)]

    # ---- convenience outside hot code
    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        """A copy of its own that shares the kit."""
        return self.clone()

    def legal_actions(self) -> list[int]:
        if self.over:
            return []
        out = new_buffer()
        return [int(out[i]) for i in range(self.legal_into(out))]

    def chance_weights(self) -> list[int]:
        """For CHANCE: the weight of each legal action, for callers in plain Python; empty if all are alike."""
        out = new_buffer()
        if self.weights_into(out) == 0:
            return []
        return [int(out[i]) for i in range(self.legal_into(new_buffer()))]

    def step(self, action: i64) -> None:
        """`apply` with the check that playouts skip."""
        if self.over:
            raise IllegalAction("the game is over")
        if int(action) not in self.legal_actions():
            raise IllegalAction(f"action {action} is not among {self.legal_actions()}")
        self.apply(action)

    def scores(self) -> list[int]:
        return [int(self.score(seat)) for seat in range(self.seats)]


S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """One question of the rules: what may be answered, and what an answer does."""

    def legal_into(self, state: S, ask: i64, out: vec[i64]) -> i64:
        raise NotImplementedError

    def apply(self, state: S, ask: i64, action: i64) -> None:
        """The question is off the stack already; put on it what follows."""
        raise NotImplementedError

    def run(self, state: S, ask: i64) -> None:
        """For a step that needs no answer."""
        raise NotImplementedError

    def weights_into(self, state: S, ask: i64, out: vec[i64]) -> i64:
        return 0

    def witnesses(self, state: S, ask: i64, action: i64) -> i64:
        return EVERYBODY


@final
class Steps:
    """The steps of a game by their numbers.  Not a list: reading one checks the type of what it finds every time."""

    def __init__(self) -> None:
        self.table: vec[Step[Any]] = vec[Step]([])  # type: ignore[type-arg]  # uncompiled, vec wants a plain class

    def extend(self, steps: list[Step[Any]]) -> None:
        for step in steps:
            self.table = append(self.table, step)
