"""Observations: what a seat may know, as one row of small whole numbers.

A row has four parts: the open question, the table, what the seat alone knows, and a block for each player, the seat's
own first and then clockwise.  A game's `observe.py` writes the parts and names what stands in them.
"""

from typing import Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i16, i64

from skerry.core import bits
from skerry.core.state import CHANCE, State, arg_of, seat_of, step_of

S = TypeVar("S", bound=State)

# The name of a field, the names of its values (none: it is a single one), the least and the greatest, and words.
FieldEntry = tuple[str, list[str], int, int, str]


def zero_row(width: int) -> vec[i16]:
    return vec[i16]([0] * width)


def put(out: vec[i16], at: i64, value: i64) -> i64:
    """One number.  All `put…` write into zeros and return where the next field begins."""
    out[at] = i16(value)
    return at + 1


def put_one_of(out: vec[i16], at: i64, value: i64, count: i64) -> i64:
    """A 1 for the value that holds; all zero if it is none of them."""
    if 0 <= value and value < count:
        out[at + value] = 1
    return at + count


def put_set(out: vec[i16], at: i64, mask: i64, count: i64) -> i64:
    """A 1 for each member."""
    while mask != 0:
        out[at + bits.lowest(mask)] = 1
        mask &= mask - 1
    return at + count


def put_packed(out: vec[i16], at: i64, packed: i64, size: i64, count: i64) -> i64:
    """Numbers of `size` bits each, the lowest first."""
    low = bits.bit(size) - 1
    left = packed
    place = at
    while left != 0 and place < at + count:
        out[place] = i16(left & low)
        left >>= size
        place += 1
    return at + count


def width_of(entries: list[FieldEntry]) -> int:
    return sum(max(1, len(names)) for _, names, _, _, _ in entries)


class Encoder(Generic[S]):
    """Writes the rows of games with the same components and numbers of players."""

    def __init__(self, seats: i64 = 2, players: i64 = 2, steps: i64 = 0) -> None:
        self.seats: i64 = seats
        self.players: i64 = players  # people and automatic rivals
        self.steps: i64 = steps  # kinds of questions
        self.detail: i64 = 0  # numbers that say more about a question
        self.is_open: bool = False  # everybody may read them, not only the one who is asked
        self.blank: vec[i16] = zero_row(0)
        self.blank_truth: vec[i16] = zero_row(0)
        self.moves: i64 = 0  # of the history that the last row had
        self.blank_moves: vec[i16] = zero_row(0)

    def measure(self) -> None:
        """To be called at the end of a game's `__init__`."""
        self.detail = width_of(self.detail_entries())
        self.blank = zero_row(width_of([entry for part in self.parts() for entry in part]))
        self.blank_truth = zero_row(width_of([entry for part in self.truth_parts() for entry in part]))

    # ---- what a game provides
    def step_names(self) -> list[str]:
        raise NotImplementedError

    def detail_entries(self) -> list[FieldEntry]:
        """What there is to know of a question beside its kind."""
        return [("question.detail", [str(place) for place in range(6)], 0, 255, DETAIL if self.is_open else OWN_DETAIL)]

    def table_entries(self) -> list[FieldEntry]:
        raise NotImplementedError

    def own_entries(self) -> list[FieldEntry]:
        raise NotImplementedError

    def player_entries(self) -> list[FieldEntry]:
        raise NotImplementedError

    def detail_into(self, state: S, ask: i64, out: vec[i16], at: i64) -> i64:
        return put_packed(out, at, arg_of(ask), 8, 6)

    def table_into(self, state: S, seat: i64, out: vec[i16], at: i64) -> i64:
        raise NotImplementedError

    def own_into(self, state: S, seat: i64, out: vec[i16], at: i64) -> i64:
        raise NotImplementedError

    def player_into(self, state: S, number: i64, seat: i64, out: vec[i16], at: i64) -> i64:
        """What everybody knows of a player; `seat` is the one who looks."""
        raise NotImplementedError

    # ---- the same for every game
    def row_into(self, state: S, seat: i64, out: vec[i16], at: i64) -> i64:
        """What this seat may know, into zeros; return where the row ends."""
        at = self.question_into(state, seat, False, out, at)
        at = self.table_into(state, seat, out, at)
        at = self.own_into(state, seat, out, at)
        for k in range(self.players):
            at = self.player_into(state, (seat + k) % self.players, seat, out, at)
        return at

    def truth_into(self, state: S, out: vec[i16], at: i64) -> i64:
        """Everything, secrets included, with seat 0 in front."""
        at = self.question_into(state, 0, True, out, at)
        at = self.table_into(state, 0, out, at)
        for seat in range(self.seats):
            at = self.own_into(state, seat, out, at)
        for number in range(self.players):
            at = self.player_into(state, number, 0, out, at)
        return at

    def question_into(self, state: S, seat: i64, knows_all: bool, out: vec[i16], at: i64) -> i64:
        at = put_one_of(out, at, seat, self.seats)
        if state.over:
            out[at] = 1
        at += 1
        end = at + self.steps + self.seats + self.detail
        if not state.over and state.depth > 0:
            ask = state.ask_now()
            asked = seat_of(ask)
            at = put_one_of(out, at, step_of(ask), self.steps)
            if asked != CHANCE:
                out[at + (asked - seat + self.seats) % self.seats] = 1
            if asked == seat or knows_all or self.is_open:
                self.detail_into(state, ask, out, at + self.seats)
        return end

    def observe(self, state: S, seat: i64) -> vec[i16]:
        out = self.blank[:]
        self.row_into(state, seat, out, 0)
        return out

    def blank_for(self, moves: i64) -> vec[i16]:
        """Zeros for a row, and for a history of this many moves: who, and what."""
        if self.moves != moves:
            self.moves = moves
            self.blank_moves = zero_row(len(self.blank) + 2 * moves)
        return self.blank_moves[:]

    def truth(self, state: S) -> vec[i16]:
        out = self.blank_truth[:]
        self.truth_into(state, out, 0)
        return out

    # ---- what stands where
    def question_entries(self) -> list[FieldEntry]:
        return [
            ("seat", [str(seat) for seat in range(self.seats)], 0, 1, "your own seat, as in actions that name one"),
            ("over", [], 0, 1, "the game is over"),
            ("question.step", self.step_names(), 0, 1, "what is asked"),
            ("question.asked", self.seat_names(), 0, 1, "who is asked; nobody while dice are rolled or cards drawn"),
            *self.detail_entries(),
        ]

    def parts(self) -> list[list[FieldEntry]]:
        """The fields of a row, part by part."""
        people = [with_prefix(f"{self.who(k)}.", self.player_entries()) for k in range(self.players)]
        return [self.question_entries(), self.table_entries(), with_prefix("own.", self.own_entries()), *people]

    def truth_parts(self) -> list[list[FieldEntry]]:
        own = [with_prefix(f"seat_{seat}.own.", self.own_entries()) for seat in range(self.seats)]
        people = [with_prefix(f"seat_{number}.", self.player_entries()) for number in range(self.players)]
        return [self.question_entries(), self.table_entries(), *own, *people]

    def who(self, k: int) -> str:
        return "you" if k == 0 else f"next_{k}"

    def seat_names(self) -> list[str]:
        return [self.who(k) for k in range(self.seats)]

    def player_names(self) -> list[str]:
        return [self.who(k) for k in range(self.players)]


def with_prefix(prefix: str, entries: list[FieldEntry]) -> list[FieldEntry]:
    return [(prefix + name, names, low, high, words) for name, names, low, high, words in entries]


DETAIL = "what the question is about: the bytes of its argument, the lowest first"
OWN_DETAIL = "what the question is about, for the one who is asked: the bytes of its argument, the lowest first"
