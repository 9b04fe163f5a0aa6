"""A running game: takes forced decisions by itself, asks for chance, and records every decision."""

from typing import Any, Final, SupportsIndex, final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from skerry.core.observe import Encoder
from skerry.core.state import CHANCE, IllegalAction, State, new_buffer, seat_of, zeros

# what is remembered of a decision: 16 bits for the action, 4 for the seat, 5 for the seats that saw which it was
ACTION_MASK: Final = 0xFFFF
SEAT_AT: Final = 16
SEEN_AT: Final = 20
ALL_SEEN: Final = 31


def remembered(state: State, action: i64) -> i64:
    """To be asked before the action is applied."""
    return action | seat_of(state.ask_now()) << SEAT_AT | (state.witnesses(action) & ALL_SEEN) << SEEN_AT


def put_memory(entry: i64, seat: i64, seats: i64, out: vec[i16], at: i64, moves: i64) -> None:
    """One decision as the seat knows it: who, and `moves` further on, what."""
    who = (entry >> SEAT_AT) & 15
    out[at] = i16(seats if who == CHANCE else (who - seat + seats) % seats)
    out[at + moves] = i16(entry & ACTION_MASK) if (entry >> (SEEN_AT + seat)) & 1 else -1


NO_MARKS: Final = zeros(0)


def no_mask(actions: int) -> vec[u8]:
    return vec[u8]([0] * actions)


@final
@mypyc_attr(acyclic=True)
class Playthrough:
    """One game.  It stops at every choice, and for chance, which `speak` then answers."""

    def __init__(self, state: State, log: list[int], actions: i64) -> None:
        """`actions` is how many there are, legal or not."""
        self.state: State = state
        self.log: list[int] = log  # every decision so far as `remembered`, chance included
        self.options: vec[i64] = new_buffer()
        self.count: i64 = 0  # of the options; 0 unless a player has a choice
        self.weights: vec[i64] = new_buffer()
        self.is_weighted: bool = False
        self.actions: i64 = actions
        self.shown: BytesWriter = BytesWriter()  # the mask; made when it is first asked for
        self.marks: vec[i64] = NO_MARKS  # where it has a 1
        self.n_marks: i64 = 0

    def run(self) -> i64:
        """Play on.  Return 0 at a choice or the end, else by how much chance divides."""
        state = self.state
        self.count = 0
        while not state.over:
            count = state.legal_into(self.options)
            if state.to_move() == CHANCE:
                total = state.weights_into(self.weights)
                self.is_weighted = total > 0
                return total if total > 0 else count
            if count > 1:
                self.count = count
                return 0
            if count == 0:
                raise IllegalAction(f"question {state.ask_now()} has no legal answer")
            self.take(self.options[0])
        return 0

    def play(self, action: i64) -> i64:
        """Take an option and play on as `run` does; -1 if it is none."""
        for place in range(self.count):
            if self.options[place] == action:
                self.take(action)
                return self.run()
        return -1

    def speak(self, number: i64) -> i64:
        """Chance has spoken, with a number below what `run` returned; play on."""
        at = number
        if self.is_weighted:
            at = 0
            while number >= self.weights[at]:
                number -= self.weights[at]
                at += 1
        self.take(self.options[at])
        return self.run()

    def take(self, action: i64) -> None:
        self.log.append(int(remembered(self.state, action)))
        self.state.apply(action)

    def legal(self) -> list[int]:
        return [int(self.options[place]) for place in range(self.count)]

    def mask(self) -> bytes:
        """A 1 for each option and a 0 for every other action."""
        shown = self.shown
        if len(shown) == 0:
            shown.write(bytes(self.actions))
            self.marks = new_buffer()
        for place in range(self.n_marks):
            shown[self.marks[place]] = 0
        for place in range(self.count):
            self.marks[place] = self.options[place]
            shown[self.options[place]] = 1
        self.n_marks = self.count
        return shown.getvalue()

    def observe(self, encoder: Encoder[Any], seat: i64, moves: i64) -> vec[i16]:
        """The row of a seat, followed by this many of the last decisions."""
        if moves == 0:
            return encoder.observe(self.state, seat)
        out = encoder.blank_for(moves)
        at = encoder.row_into(self.state, seat, out, 0)
        known = i64(len(self.log))
        for back in range(moves):
            if back < known:
                put_memory(self.log[known - 1 - back], seat, self.state.seats, out, at + back, moves)
            else:
                out[at + back] = -1
                out[at + moves + back] = -1
        return out


@mypyc_attr(allow_interpreted_subclasses=True)
class Decisions:
    """What is asked of a game at every decision.  `skerry.Game` adds the rest."""

    def __init__(self, state: State, log: list[int], actions: i64) -> None:
        self.state: State = state
        self._playthrough: Playthrough = Playthrough(state, log, actions)
        self._encoder: Encoder[Any] | None = None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def seat(self) -> int | None:
        """The seat to move, counted from 0; None when the game is over."""
        return None if self.state.over else int(self.state.to_move())

    @property
    def legal(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over.  The list is yours to change."""
        return self._playthrough.legal()

    @property
    def mask(self) -> bytes:
        """A 1 for each legal action and a 0 for every other, by number."""
        return self._playthrough.mask()

    def play(self, action: SupportsIndex | str) -> None:
        """Take a legal action, given by number or text; then play on until somebody has a choice again."""
        outcomes: i64 = -1
        if type(action) is int and 0 <= action <= ACTION_MASK:
            outcomes = self._playthrough.play(action)
        if outcomes < 0:
            outcomes = self._playthrough.play(self._checked(action))
        if outcomes > 0:
            self._run_on(outcomes)

    def observe(self, seat: SupportsIndex | None = None, history: SupportsIndex = 0) -> memoryview:
        """All that a seat (by default the one to move) may know, as numbers; `fields` says what they mean.

        With `history`, that many of the last decisions follow.  An imagined game knows none of those before it.
        """
        encoder = self._encoder
        if encoder is None:
            encoder = self._encoder = self._make_encoder()
        who: i64 = 0
        if seat is not None:
            who = self._check_seat(seat)
        elif not self.state.over:
            who = self.state.to_move()
        moves: i64 = 0
        if type(history) is not int or history != 0:
            moves = self._check_history(history)
        return memoryview(self._playthrough.observe(encoder, who, moves))

    def _checked(self, action: SupportsIndex | str) -> int:
        """The number of a legal action; an error that says why, if it is not legal."""
        raise NotImplementedError

    def _run_on(self, outcomes: int) -> None:
        """Resolve chance until a player has a choice."""
        raise NotImplementedError

    def _check_seat(self, seat: SupportsIndex) -> int:
        """The number of a seat that there is."""
        raise NotImplementedError

    def _check_history(self, history: SupportsIndex) -> int:
        raise NotImplementedError

    def _make_encoder(self) -> Encoder[Any]:
        raise NotImplementedError
