"""A match is its log: every decision and every undo in order, chance included."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skerry.core.actions import UnknownAction
from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Event, Game, Reason
from skerry.core.state import CHANCE, EVERYBODY, State
from skerry.games import GAMES
from skerry.match import budget, luck, manners, trace
from skerry.match.errors import Drift, MatchError, Refused
from skerry.match.names import MAX_NAME, is_good
from skerry.match.recipe import check_rules, kit_of, of_today

__all__ = ["Entry", "Match", "MatchError", "Move", "Refused", "SeatPlan"]

MAX_ENTRIES = 100_000  # a log longer than any game, with all that its seats can add (budget.py)
ROOM = 1_000  # reserved for what follows a decision by itself, so that every log can be read again
STRIDE = 20  # moves between two stored positions; the ones in between are replayed when needed
UNDO = "undo"


class SeatPlan(Struct, frozen=True, gc=False):
    """Who sits there: a person's name, or a bot and its kind."""

    name: str
    bot: str | None = None


class Entry(Struct, frozen=True, gc=False):
    """One entry of the log: a decision as text, or an undo."""

    seat: int
    text: str
    forced: bool = False  # the only option, played without asking
    mark: str = ""  # on some entries: a hash of all positions so far, see trace.py


class Move(Struct, frozen=True, gc=False):
    """A decision that stands, with the log lines it produced."""

    entry: Entry
    action: int
    news: bool  # it revealed something hidden
    seen: Event | None  # the decision itself; None if the events tell it
    unseen: Event | None  # the line for those who do not see which one it was
    events: tuple[Event, ...]  # what followed
    place: int = 0  # of the entry in the log
    spoken: int = 0  # how many rolls and draws came before


class Match:
    """The game knows the rules; a match knows who may decide, what has happened and what can be undone."""

    def __init__(
        self,
        game: str,
        seats: Sequence[SeatPlan],
        *,
        options: Mapping[str, str] | None = None,
        overlay: Overlay | None = None,
        components: Frozen | None = None,
        rules: int | None = None,
        seed: str | None = None,
        typed_in: bool = False,
    ) -> None:
        """A new match with today's components and perhaps an owner's `overlay`, or an old one with its own."""
        if game not in GAMES:
            raise MatchError(f"there is no game {game[:40]!r}; choose from: {', '.join(GAMES)}")
        self.game: Game[Any] = GAMES[game]
        self.game.check_seats(len(seats))
        self.seats = [check_seat(seat) for seat in seats]
        self.rules = self.game.version if rules is None else rules
        self.options = self.game.complete_options(self.game.options_then(options or {}, self.rules))
        check_rules(self.game, self.rules)
        self.components = components or of_today(game, overlay)
        self.kit = kit_of(game, self.components)
        self.actions = self.game.actions_of(self.kit)
        self.seed = luck.new_seed() if seed is None else seed
        self.typed_in = typed_in
        self.start: State = self.game.new(self.kit, len(seats), self.options)
        self.start.settle()
        self.state = self.start.clone()
        self.log: list[Entry] = []
        self.moves: list[Move] = []
        self.kept: list[State] = []  # the positions before moves 0, STRIDE, 2 * STRIDE and so on
        self.trace = trace.go_on("", self.state, self.actions)
        self.warnings: list[str] = []
        self.manners = manners.Manners()
        self.spent = budget.nothing(len(self.seats))
        self.resigned: list[int] = []  # seats that have given up
        self.broken_off = False  # ended because nobody was left to play against, not by the rules
        self.ending: list[Event] = []  # how the game was ended by agreement

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def commitment(self) -> str:
        return luck.commitment(self.seed)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def to_move(self) -> int | None:
        """The seat to move, CHANCE where rolls and draws are typed in, None when the match is over."""
        return None if self.state.over else int(self.state.to_move())

    @property
    def spoken(self) -> int:
        """How many rolls and draws there have been."""
        last = self.moves[-1] if self.moves else None
        return last.spoken + (last.entry.seat == CHANCE) if last else 0

    def begin(self) -> list[Entry]:
        """Roll and draw whatever comes before the first decision; return what was added to the log."""
        before = len(self.log)
        self.run_on()
        return self.log[before:]

    def play(self, seat: int, text: str) -> list[Entry]:
        """A decision by the seat (CHANCE for typed-in rolls and draws), and everything that follows by itself."""
        self.check_room()
        before = len(self.log)
        self.decide(Entry(seat, text))
        self.run_on()
        return self.log[before:]

    def replay(self, entry: Entry) -> None:
        """Repeat an entry from a log, checked like any other."""
        if entry.text == UNDO:
            self.take_back(entry)
        elif manners.is_aside(entry.text):
            self.put_aside(entry)
        else:
            self.decide(entry)

    # ---- decisions
    def decide(self, entry: Entry) -> None:
        if self.state.over:
            raise MatchError("the game is over")
        to_move = int(self.state.to_move())
        if entry.seat != to_move:
            raise MatchError(f"it is {self.seat_name(to_move)}'s turn, not {self.seat_name(entry.seat)}'s")
        try:
            action = self.actions.number(entry.text)
        except UnknownAction as error:
            raise MatchError(str(error)) from error
        if action not in self.state.legal_actions():
            raise Refused(self.refusal(action))
        self.take(entry, action)

    def check_room(self) -> None:
        if len(self.log) >= MAX_ENTRIES - ROOM:
            raise MatchError(f"this game's log is full ({len(self.log)} entries), so it cannot go on")

    def refusal(self, action: int) -> Reason:
        """Why this action is not possible now."""
        reason = self.game.reason(self.state, action)
        if reason is not None:
            return replace(reason, words=reason.words.format(*self.names))
        question = self.game.question(self.state)
        return Reason(question.rule, f"That does not answer the question: {question.words.format(*self.names)}")

    def take(self, entry: Entry, action: int) -> None:
        before = self.state
        witnesses = int(before.witnesses(action))
        seen = self.game.told(before, action)
        unseen = None
        if witnesses != EVERYBODY:
            seen = seen and replace(seen, audience=witnesses)
            unseen = replace(self.game.told_unseen(before), audience=~witnesses)
        self.state = before.clone()
        self.state.noting = True
        self.state.apply(action)
        events = tuple([self.game.event(self.state, note) for note in self.state.notes])
        self.state.noting = False
        self.state.notes = []
        if len(self.moves) % STRIDE == 0:
            self.kept.append(before)
        place, spoken = len(self.log), self.spoken
        self.manners = manners.Manners()
        self.moves.append(Move(entry, action, self.state.news != before.news, seen, unseen, events, place, spoken))
        self.write(entry)

    def write(self, entry: Entry) -> None:
        """Add the entry to the log, with a mark if one is due.  If it already has a mark, check it."""
        self.trace = trace.go_on(self.trace, self.state, self.actions)
        if entry.mark or (len(self.log) + 1) % trace.EVERY == 0 or self.over:
            mark = trace.mark_of(self.trace, self.state)
            if entry.mark not in ("", mark):
                raise Drift("the game no longer plays out as it was recorded")
            entry = replace(entry, mark=mark)
        self.log.append(entry)

    def run_on(self) -> None:
        """Play chance and forced decisions until somebody has a choice."""
        while not self.state.over:
            seat = int(self.state.to_move())
            if seat == CHANCE:
                if self.typed_in:
                    return
                action = luck.chance_action(self.state, self.seed, self.spoken)
                self.take(Entry(CHANCE, self.actions.text(action)), action)
            else:
                actions = self.state.legal_actions()
                if len(actions) > 1:
                    return
                self.take(Entry(seat, self.actions.text(actions[0]), forced=True), actions[0])

    # ---- undo
    def undo_target(self, seat: int) -> int | Reason:
        """The move that an undo by this seat would take back, or why there is none."""
        target = self.undoable(seat)
        if isinstance(target, int) and self.spent.is_used_up(seat):
            return Reason("undo.often", "You have undone a great deal in this game, so your moves stand from now on")
        return target

    def undoable(self, seat: int) -> int | Reason:
        """The same, however often the seat has done it."""
        if not self.typed_in and not any(move.entry.seat == seat and not move.entry.forced for move in self.moves):
            return Reason("undo.start", "There is nothing to undo yet")
        for number in range(len(self.moves) - 1, -1, -1):
            move = self.moves[number]
            if move.entry.seat == CHANCE and self.typed_in:
                return number  # a typing mistake: §undo.table
            if move.entry.seat == CHANCE:
                told = move.unseen or move.seen or next(iter(move.events), None)
                words = f": {told.words.format(*self.names)}" if told else ""
                return Reason("undo.chance", f"There has been a roll or a draw since then{words}")
            if move.entry.seat != seat:
                return Reason("undo.turn", f"{self.seat_name(move.entry.seat)} has moved since then")
            if move.news:
                return Reason("undo.news", "Something hidden has been revealed since then")
            if not move.entry.forced and self.over and not self.typed_in:
                return Reason("undo.end", "The game is over, and the seed of its dice and draws is public")
            if not move.entry.forced:
                return number
        return Reason("undo.start", "There is nothing to undo yet")

    def undo(self, seat: int) -> list[Entry]:
        """Undo the seat's last decision, never past new information.  Return what was added to the log."""
        self.check_room()
        target = self.undo_target(seat)
        if isinstance(target, Reason):
            raise Refused(target)
        self.go_back(target, Entry(seat, UNDO))
        return self.log[-1:]

    def take_back(self, entry: Entry) -> None:
        target = self.undoable(entry.seat)
        if isinstance(target, Reason):
            raise Refused(target)
        self.go_back(target, entry)

    def go_back(self, target: int, entry: Entry) -> None:
        self.spent = self.spent.undone(entry.seat, len(self.moves) - target)
        self.state = self.at(target)
        del self.moves[target:]
        del self.kept[kept_of(target) :]
        self.manners = manners.Manners()
        self.write(entry)

    # ---- asides: what players do to each other, see manners.py
    def aside(self, seat: int, text: str) -> list[Entry]:
        """Write it into the log.  Return what was added."""
        self.check_room()
        if text in (manners.TAKE_BACK, manners.END_NOW) and self.spent.is_used_up(seat):
            raise MatchError("You have asked the others very often in this game. Please play on.")
        self.put_aside(Entry(seat, text))
        return self.log[-1:]

    def put_aside(self, entry: Entry) -> None:
        if not 0 <= entry.seat < len(self.seats):
            raise MatchError("only players have something to say")
        target = manners.target_of(entry.text)
        if target is not None:
            self.take_back_agreed(target, entry)
        elif entry.text == manners.END:
            self.end_agreed(entry)
        elif entry.mark:
            raise MatchError("an aside has no mark")
        else:
            if entry.text == manners.RESIGNS:
                self.resign(entry.seat)
            asking = self.manners.request
            asks = None if asking is None else asking.seat
            self.spent = self.spent.said(entry.seat, entry.text, asks)
            self.manners = manners.follow(self.manners, entry.seat, entry.text)
            self.log.append(entry)

    def resign(self, seat: int) -> None:
        if self.over or seat in self.resigned:
            raise MatchError("there is nothing to resign from")
        self.resigned = [*self.resigned, seat]

    def stands_since(self, version: int) -> bool:
        """Is the position the same as when the log was so long?"""
        return 0 <= version <= len(self.log) and all(
            manners.is_aside(entry.text) and not manners.changes_position(entry.text) for entry in self.log[version:]
        )

    def last_decision(self, seat: int) -> int | None:
        """The number of the seat's last decision that was a choice."""
        numbers = range(len(self.moves) - 1, -1, -1)
        return next((n for n in numbers if self.moves[n].entry.seat == seat and not self.moves[n].entry.forced), None)

    def reveals(self, target: int) -> bool:
        """Has anything come to light, or has chance spoken, since this move?"""
        return any(move.news or move.entry.seat == CHANCE for move in self.moves[target:])

    def take_back_agreed(self, target: int, entry: Entry) -> None:
        """Everybody agreed: back to before this decision of the seat.  §undo.agreed"""
        if self.over:
            raise Refused(Reason("undo.end", "the game is over, and the seed of its dice and draws is public"))
        if target >= len(self.moves) or self.moves[target].entry.seat != entry.seat:
            raise MatchError("there is no such decision to take back")
        self.go_back(target, entry)

    def end_agreed(self, entry: Entry) -> None:
        """Everybody agreed to end the game at a standstill, or nobody is left to play it against."""
        stands = self.game.standstill(self.state) if not self.over else ""
        if self.over or not (stands or self.resigned):
            raise MatchError("the game cannot be ended by agreement now")
        self.state = self.state.clone()
        if stands:
            self.state.noting = True
            self.game.end(self.state)
            self.ending = [self.game.event(self.state, note) for note in self.state.notes]
            self.state.noting, self.state.notes = False, []
        else:
            self.state.over = self.broken_off = True
        self.manners = manners.Manners()
        self.write(entry)

    @property
    def winners(self) -> list[int]:
        """Those who have won; whoever has resigned has not."""
        if not self.over:
            return []
        seats = [seat for seat in range(len(self.seats)) if seat not in self.resigned]
        won = [seat for seat in seats if self.state.winners() >> seat & 1]
        if won or not self.resigned or not seats:
            return won
        best = max(int(self.state.score(seat)) for seat in seats)
        return [seat for seat in seats if int(self.state.score(seat)) == best]

    # ---- looking back
    def standing(self, version: int) -> int:
        """How many of the moves that stood when the log had this length still stand: all older ones."""
        return bisect_left(self.moves, version, key=lambda move: move.place)

    def snapshot(self) -> "Match":
        """The match as it is now, to be read while this one goes on: no state is ever changed in place."""
        still = copy(self)
        still.moves, still.log, still.kept = list(self.moves), list(self.log), list(self.kept)
        return still

    def at(self, number: int) -> State:
        """The state after so many moves: a copy to look at and to try things on."""
        if not 0 <= number <= len(self.moves):
            raise MatchError(f"there is no move {number}; this game has {len(self.moves)}")
        is_now = number == len(self.moves)
        state: State = (self.state if is_now else self.kept[number // STRIDE]).clone()
        for move in self.moves[number if is_now else number - number % STRIDE : number]:
            state.apply(move.action)
        return state

    def until(self, number: int) -> "Match":
        """The match as it stood after so many moves, by itself: it can be looked at in another thread."""
        past = copy(self)
        past.state = self.at(number)
        past.moves = self.moves[:number]
        past.kept = self.kept[: kept_of(number)]
        past.log = [move.entry for move in past.moves]
        past.warnings = list(self.warnings)
        return past

    def positions(self) -> Iterator[tuple[Move, State]]:
        """Every move that stands, with the position before it.  Do not change that or keep it."""
        state = self.start.clone()
        for move in self.moves:
            yield move, state
            state.apply(move.action)

    def seat_name(self, seat: int) -> str:
        if seat == CHANCE:
            return "chance"
        return self.seats[seat].name if 0 <= seat < len(self.seats) else f"seat {seat}"


def kept_of(moves: int) -> int:
    """How many positions are stored for so many moves."""
    return -(-moves // STRIDE)


def ends_turn(match: Match, seat: int, is_shared: bool) -> bool:
    """Is there something for this seat to check before another one goes on?

    At a shared screen, always: what it has just drawn will be gone from the screen.
    """
    if match.to_move is None or match.to_move in (seat, CHANCE):
        return False
    return is_shared or not isinstance(match.undo_target(seat), Reason)


def check_seat(seat: SeatPlan) -> SeatPlan:
    if not is_good(seat.name):
        raise MatchError(f"a name needs 1 to {MAX_NAME} printable characters")
    return seat
