"""A match is its log: every decision and every undo in order, chance included."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skerry.core.actions import UnknownAction
from skerry.core.answers import Event, Reason
from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Game
from skerry.core.state import CHANCE, EVERYBODY, State
from skerry.games import GAMES
from skerry.match import asides, log_limits, luck, trace
from skerry.match.errors import Drift, MatchError, Refused
from skerry.match.kept_once import kept_once
from skerry.match.names import MAX_NAME, is_valid_name
from skerry.match.recipe import check_rules, components_of_today, kit_of
from skerry.match.story import Passage, passages_of

__all__ = ["Entry", "Match", "MatchError", "Move", "Refused", "SeatPlan", "game_named"]

MAX_ENTRIES = 100_000  # a log longer than any game, with all that its seats can add (log_limits.py)
RESERVED_ENTRIES = 1_000  # reserved for what follows a decision by itself, so that every log can be read again
POSITION_STRIDE = 20  # moves between two stored positions; the ones in between are replayed when needed
UNDO = "undo"
BETWEEN = "; "  # decisions that are taken in one step


class SeatPlan(Struct, frozen=True, gc=False):
    """Who sits there: a person's name, or a bot and its kind."""

    name: str
    bot: str | None = None
    program: bool = False  # somebody's own program plays here, through the server's API


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
    chance_count: int = 0  # how many rolls and draws came before
    bit: str = ""  # the decision as a part of the line on its turn
    passages: tuple[Passage, ...] = ()  # of the decision, then of each event
    round: int = 0  # that is being played after it


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
        self.game: Game[Any] = game_named(game)
        self.game.check_seats(len(seats))
        self.seats = [checked_seat(seat) for seat in seats]
        self.rules = self.game.version if rules is None else rules
        self.options = self.game.complete_options(self.game.options_then(options or {}, self.rules))
        check_rules(self.game, self.rules)
        self.components = components or components_of_today(game, overlay)
        self.kit = kit_of(game, self.components)
        self.actions = self.game.actions_of(self.kit)
        self.seed = luck.new_seed() if seed is None else seed
        self.typed_in = typed_in
        self.start: State = self.game.new(self.kit, len(seats), self.options)
        self.start.settle()
        self.state = self.start.clone()
        self.log: list[Entry] = []
        self.moves: list[Move] = []
        self.stored_positions: list[State] = []  # the positions before moves 0, STRIDE, 2 * STRIDE and so on
        self.trace = trace.next_trace("", self.state, self.actions)
        self.warnings: list[str] = []
        self.pending = asides.Pending()
        self.log_use = log_limits.no_log_use(len(self.seats))
        self.resigned: list[int] = []  # seats that have given up
        self.broken_off = False  # ended because all others had resigned, not by the rules
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
    def chance_count(self) -> int:
        """How many rolls and draws there have been."""
        last = self.moves[-1] if self.moves else None
        return last.chance_count + (last.entry.seat == CHANCE) if last else 0

    @property
    def last_passage(self) -> Passage | None:
        """What the log tells last."""
        return self.moves[-1].passages[-1] if self.moves else None

    def begin(self) -> list[Entry]:
        """Roll and draw whatever comes before the first decision; return what was added to the log."""
        before = len(self.log)
        self.run_on()
        return self.log[before:]

    def play(self, seat: int, text: str, pauses: bool = False) -> list[Entry]:
        """A decision by the seat (CHANCE for typed-in rolls and draws), and everything that follows by itself.

        One that `pauses` is followed only by what the seat could undo; the rest comes once its turn is confirmed.
        Several decisions that the game takes in one step are joined by semicolons.
        """
        self.check_log_length()
        before = len(self.log)
        self.decide_step(seat, text)
        self.run_on(seat if pauses else None)
        return self.log[before:]

    def parts_of(self, text: str) -> list[str]:
        """The decisions of one step; an error if the game does not take these in one."""
        if BETWEEN not in text:
            return [text]
        if text not in [self.bundle_text(bundle) for bundle in self.game.bundles(self.state)]:
            raise MatchError("these decisions cannot be taken in one step now")
        return text.split(BETWEEN)

    def check_step(self, seat: int, text: str) -> None:
        """An error says why the seat may not decide so now: one decision, or several in one step."""
        self.checked_action(seat, text.partition(BETWEEN)[0])
        self.parts_of(text)

    def decide_step(self, seat: int, text: str) -> None:
        for part in self.parts_of(text):
            self.decide(Entry(seat, part))

    def bundle_text(self, actions: Sequence[int]) -> str:
        return BETWEEN.join(self.actions.text(action) for action in actions)

    def replay(self, entry: Entry) -> None:
        """Repeat an entry from a log, checked like any other."""
        if entry.text == UNDO:
            self.replay_undo(entry)
        elif asides.is_aside(entry.text):
            self.add_aside(entry)
        else:
            self.decide(entry)

    # ---- decisions
    def decide(self, entry: Entry) -> None:
        self.apply_entry(entry, self.checked_action(entry.seat, entry.text))

    def checked_action(self, seat: int, text: str) -> int:
        """The number of a decision that the seat may make now; an error says why it may not."""
        if self.state.over:
            raise MatchError("the game is over")
        to_move = int(self.state.to_move())
        if seat != to_move:
            raise MatchError(f"it is {self.seat_name(to_move)}'s turn, not {self.seat_name(seat)}'s")
        try:
            action = self.actions.number(text)
        except UnknownAction as error:
            raise MatchError(str(error)) from error
        if action not in self.state.legal_actions():
            raise Refused(self.refusal(action))
        return action

    def check_log_length(self) -> None:
        if len(self.log) >= MAX_ENTRIES - RESERVED_ENTRIES:
            raise MatchError(f"this game's log is full ({len(self.log)} entries), so it cannot go on")

    def refusal(self, action: int) -> Reason:
        """Why this action is not possible now."""
        reason = self.game.reason(self.state, action)
        if reason is not None:
            return replace(reason, words=reason.words.format(*self.names))
        question = self.game.question(self.state)
        return Reason(question.rule, f"That does not answer the question: {question.words.format(*self.names)}")

    def apply_entry(self, entry: Entry, action: int) -> None:
        before = self.state
        witnesses = int(before.witnesses(action))
        asked = self.game.question(before).kind
        is_told = entry.seat != CHANCE and asked not in self.game.telling.folded
        bit = self.game.in_short(before, action) if is_told else ""
        seen = self.game.decision_event(before, action)
        unseen = None
        if witnesses != EVERYBODY:
            seen = seen and replace(seen, audience=witnesses)
            unseen = kept_once(replace(self.game.decision_event_unseen(before), audience=~witnesses))
        seen = seen and kept_once(seen)
        self.state = before.clone()
        self.state.noting = True
        self.state.apply(action)
        events = tuple([kept_once(self.game.event(self.state, note)) for note in self.state.notes])
        self.state.noting = False
        self.state.notes = []
        if len(self.moves) % POSITION_STRIDE == 0:
            self.stored_positions.append(before)
        news, place = self.state.news != before.news, len(self.log)
        self.pending = asides.Pending()
        passages = passages_of(self.game, self.last_passage, entry, asked, seen or unseen, events)
        count, number = self.chance_count, int(self.game.round(self.state))
        self.moves.append(Move(entry, action, news, seen, unseen, events, place, count, bit, passages, number))
        self.write(entry)

    def write(self, entry: Entry) -> None:
        """Add the entry to the log, with a mark if one is due.  If it already has a mark, check it."""
        self.trace = trace.next_trace(self.trace, self.state, self.actions)
        if entry.mark or (len(self.log) + 1) % trace.ENTRIES_PER_MARK == 0 or self.over:
            mark = trace.mark_of(self.trace, self.state)
            if entry.mark not in ("", mark):
                raise Drift("the game no longer plays out as it was recorded")
            entry = replace(entry, mark=mark)
        self.log.append(entry)

    def run_on(self, holder: int | None = None) -> None:
        """Play chance and forced decisions until a player has a choice; or as far as the `holder` could undo it."""
        while not self.state.over:
            seat = int(self.state.to_move())
            if holder is not None and (seat != holder or self.is_final_step()):
                return
            if seat == CHANCE:
                if self.typed_in:
                    return
                action = luck.chance_action(self.state, self.seed, self.chance_count)
                self.apply_entry(Entry(CHANCE, self.actions.text(action)), action)
            else:
                chosen = self.unasked_now()
                if chosen is None:
                    return
                self.apply_entry(Entry(seat, self.actions.text(chosen), forced=True), chosen)

    def unasked_now(self) -> int | None:
        """What the seat to move does without being asked; bots and programs are asked wherever they have a choice."""
        plan = self.seats[int(self.state.to_move())]
        return unasked(self.game, self.state) if plan.bot is None and not plan.program else only_action(self.state)

    def is_final_step(self) -> bool:
        """The open question is answered without asking, and that ends the game or reveals something."""
        action = self.unasked_now()
        if action is None:
            return False
        after = self.state.clone()
        after.apply(action)
        return bool(after.over or after.news != self.state.news)

    # ---- undo
    def undo_or_reason(self, seat: int) -> int | Reason:
        """The move that an undo by this seat would take back, or why there is none."""
        target = self.undo_candidate(seat)
        if isinstance(target, int) and self.log_use.is_used_up(seat):
            return Reason("undo.often", "You have reached this game's undo limit")
        return target

    def undo_candidate(self, seat: int) -> int | Reason:
        """The same, but for the limit: what is in a log was allowed when it was written."""
        if not self.typed_in and not any(move.entry.seat == seat and not move.entry.forced for move in self.moves):
            return Reason("undo.start", "There is nothing to undo yet")
        for number in range(len(self.moves) - 1, -1, -1):
            move = self.moves[number]
            if move.entry.seat == CHANCE and self.typed_in:
                return number  # a typing mistake: §undo.table
            if move.entry.seat == CHANCE:
                event = move.unseen or move.seen or next(iter(move.events), None)
                words = f": {event.words.format(*self.names)}" if event else ""
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
        self.check_log_length()
        target = self.undo_or_reason(seat)
        if isinstance(target, Reason):
            raise Refused(target)
        self.go_back(target, Entry(seat, UNDO))
        return self.log[-1:]

    def replay_undo(self, entry: Entry) -> None:
        target = self.undo_candidate(entry.seat)
        if isinstance(target, Reason):
            raise Refused(target)
        self.go_back(target, entry)

    def go_back(self, target: int, entry: Entry) -> None:
        self.log_use = self.log_use.undone(entry.seat, len(self.moves) - target)
        self.state = self.at(target)
        del self.moves[target:]
        del self.stored_positions[count_stored(target) :]
        self.pending = asides.Pending()
        self.write(entry)

    # ---- asides: what players do to each other, see asides.py
    def aside(self, seat: int, text: str) -> list[Entry]:
        """Write it into the log, and what follows if a turn is no longer held back.  Return what was added."""
        self.check_log_length()
        if text in (asides.TAKE_BACK, asides.END_NOW) and self.log_use.is_used_up(seat):
            raise MatchError("You have asked the others very often in this game. Please play on.")
        before, waiting = len(self.log), self.pending
        self.add_aside(Entry(seat, text))
        if waiting.held is not None and self.pending.held is None and not self.over:
            if waiting.meant and asides.lets_go_on(text):
                self.decide_step(waiting.held, waiting.meant)
            self.run_on()
        return self.log[before:]

    def add_aside(self, entry: Entry) -> None:
        if not 0 <= entry.seat < len(self.seats):
            raise MatchError("only players can add asides")
        target = asides.target_of(entry.text)
        if target is not None:
            self.replay_agreed_undo(target, entry)
        elif entry.text == asides.AGREED_END:
            self.end_agreed(entry)
        elif entry.mark:
            raise MatchError("an aside has no mark")
        else:
            if entry.text == asides.RESIGNS:
                self.resign(entry.seat)
            if meant := asides.meant_by(entry.text):
                self.check_step(entry.seat, meant)
            asking = self.pending.request
            asks = None if asking is None else asking.seat
            self.log_use = self.log_use.said(entry.seat, entry.text, asks)
            self.pending = asides.after_aside(self.pending, entry.seat, entry.text)
            self.log.append(entry)

    def resign(self, seat: int) -> None:
        if self.over or seat in self.resigned:
            raise MatchError("there is nothing to resign from")
        self.resigned = [*self.resigned, seat]

    def stands_since(self, version: int) -> bool:
        """Is the position the same as when the log was so long?"""
        return 0 <= version <= len(self.log) and all(
            asides.is_aside(entry.text) and not asides.changes_position(entry.text) for entry in self.log[version:]
        )

    def last_decision(self, seat: int) -> int | None:
        """The number of the seat's last decision that was a choice."""
        numbers = range(len(self.moves) - 1, -1, -1)
        return next((n for n in numbers if self.moves[n].entry.seat == seat and not self.moves[n].entry.forced), None)

    def reveals(self, target: int) -> bool:
        """Has anything come to light, or has chance spoken, since this move?"""
        return any(move.news or move.entry.seat == CHANCE for move in self.moves[target:])

    def replay_agreed_undo(self, target: int, entry: Entry) -> None:
        """Everybody agreed: back to before this decision of the seat.  §undo.agreed"""
        if self.over:
            raise Refused(Reason("undo.end", "The game is over, and the seed of its dice and draws is public"))
        if target >= len(self.moves) or self.moves[target].entry.seat != entry.seat:
            raise MatchError("there is no such decision to take back")
        self.go_back(target, entry)

    def end_agreed(self, entry: Entry) -> None:
        """Everybody agreed to end the game at a standstill, or all others have resigned."""
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
        self.pending = asides.Pending()
        self.write(entry)

    @property
    def winners(self) -> list[int]:
        """The winners, without players who have resigned."""
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
        still.moves, still.log, still.stored_positions = list(self.moves), list(self.log), list(self.stored_positions)
        return still

    def at(self, number: int) -> State:
        """A copy of the state after this many moves, to inspect and to try moves on."""
        if not 0 <= number <= len(self.moves):
            raise MatchError(f"there is no move {number}; this game has {len(self.moves)}")
        is_now = number == len(self.moves)
        state: State = (self.state if is_now else self.stored_positions[number // POSITION_STRIDE]).clone()
        for move in self.moves[number if is_now else number - number % POSITION_STRIDE : number]:
            state.apply(move.action)
        return state

    def until(self, number: int) -> "Match":
        """The match as it was after this many moves: a copy, safe to use in another thread."""
        past = copy(self)
        past.state = self.at(number)
        past.moves = self.moves[:number]
        past.stored_positions = self.stored_positions[: count_stored(number)]
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


def only_action(state: State) -> int | None:
    """What is forced; None if there is a choice."""
    actions = state.legal_actions()
    return actions[0] if len(actions) == 1 else None


def unasked(game: Game[Any], state: State) -> int | None:
    """What a person need not be asked; None if they are."""
    actions = state.legal_actions()
    if len(actions) > 1:
        return game.obvious(state)
    return None if game.asks_single(state) else actions[0]


def game_named(name: str) -> Game[Any]:
    """By the name of its folder or by its title, in capitals or small letters."""
    wanted = str(name).lower()
    if wanted in GAMES:
        return GAMES[wanted]
    for folder in GAMES:
        if folder.startswith("_") and GAMES[folder].title.lower() == wanted:
            return GAMES[folder]
    raise MatchError(f"there is no game {str(name)[:40]!r}; choose from: {', '.join(GAMES)}")


def count_stored(moves: int) -> int:
    """How many positions are stored for this many moves."""
    return -(-moves // POSITION_STRIDE)


def ends_turn(match: Match, seat: int, is_shared: bool) -> bool:
    """Is there something for this seat to check before another one goes on?

    At a shared screen, always: what it has just drawn will be gone from the screen.
    """
    if match.to_move is None or match.to_move in (seat, CHANCE):
        return False
    return is_shared or not isinstance(match.undo_or_reason(seat), Reason)


def checked_seat(seat: SeatPlan) -> SeatPlan:
    if not is_valid_name(seat.name):
        raise MatchError(f"a name needs 1 to {MAX_NAME} printable characters")
    return seat
