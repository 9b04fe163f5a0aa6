"""One game to play with: decisions by number or text, chance with its true weights, save and load."""

from collections.abc import Mapping
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from msgspec import Struct

from skerry.api.drawing import drawn_board
from skerry.api.names import OfferedGame
from skerry.api.rows import RowScale, check_history, encoder_of, seed_text
from skerry.core import bits
from skerry.core.actions import UnknownAction
from skerry.core.answers import Reason
from skerry.core.components import Overlay
from skerry.core.fields import Field, row_fields, truth_fields_of
from skerry.core.frozen import Frozen
from skerry.core.game import Game as Rules
from skerry.core.game import OptionError
from skerry.core.observe import Encoder
from skerry.core.playthrough import ACTION_MASK, Decisions, remembered
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, SPECTATOR, State
from skerry.games import GAMES
from skerry.match import Match, MatchError, Refused, SeatPlan, load_match, luck, save_match
from skerry.match.match import Entry, game_named
from skerry.match.recipe import components_of_today

if TYPE_CHECKING:
    from skerry.api.bots import AnyBot
    from skerry.teacher.hints.model import Hint

Action = SupportsIndex | str  # a number, also one of NumPy's, or a text


class Start(Struct, frozen=True):
    """What a game begins with; all its clones share it."""

    seats: tuple[SeatPlan, ...]
    options: dict[str, str]
    components: Frozen | None  # None: today's
    version: int


class Described:
    """What `help` says of methods that are compiled, since those have no docstrings.  It is never called."""

    def play(self, action: Action) -> None:
        """Take a legal action, given by number or text.

        Then dice, draws and forced decisions are played until somebody has a choice again.  What is not legal is
        refused with a ValueError that says why.
        """

    def observe(self, seat: SupportsIndex | None = None, history: SupportsIndex = 0) -> memoryview:
        """All that a seat (by default the one to move) may know, as numbers; `fields` says what they mean.

        With `history`, that many of the last decisions follow.  An imagined game knows none of those before it.
        """
        raise NotImplementedError


class Game(Decisions, Described):
    """A game at the point where somebody has a choice.  Dice, draws and forced decisions are played for you.

    over    whether the game is over
    seat    the seat to move, counted from 0; None when the game is over
    legal   the legal actions, ascending; the list is yours to change
    mask    a 1 for each legal action and a 0 for every other, as bytes
    """

    def __init__(
        self, rules: Rules[Any], state: State, seed: str, start: Start | None, log: list[int], spoken: int = 0
    ) -> None:
        """For `new`, `load` and `imagine`.  Without a `start` it cannot be saved."""
        self.rules = rules
        self.seed = seed
        self.actions = rules.actions_of(kit_in(state))
        self._start = start
        self._spoken = spoken  # how often chance has spoken
        super().__init__(state, log, len(self.actions))
        self._run_on(int(self._playthrough.run()))

    # ---- what is to be decided
    @property
    def name(self) -> str:
        """Which game it is: `nusfjord`."""
        return self.rules.name

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state.seats)

    @property
    def options(self) -> dict[str, str]:
        """The variants it is played with; empty if it is imagined."""
        return dict(self._start.options) if self._start else {}

    def text(self, action: int) -> str:
        """An action's text, which stays the same in every game: `place serve_fish`."""
        return self.actions.text(self.number(action))

    def words(self, action: Action) -> str:
        """What a legal action means here and now, for people."""
        return self.rules.label(self.state, self._checked(action)).format(*player_names(self.players))

    def hint(self, seconds: float = 3.0, seed: int = 0, before: "Hint | None" = None) -> "Hint | None":
        """What the seat to move could do, and why, by what it may know; None if there is nothing to decide.

        Give it the hint that came `before` in the same turn: then it says so if it still suggests the same.
        """
        from skerry.bots import Observer
        from skerry.teacher.hints.hint import hint, hint_with_names, mark_if_repeated

        if self.seat is None:
            return None
        found = hint(Observer(self.rules, self.state, self.seat), seconds, seed)
        return found and mark_if_repeated(hint_with_names(found, player_names(self.players)), before)

    def number(self, action: Action) -> int:
        """The number of an action, given by number or text; it need not be legal."""
        if isinstance(action, str):
            return self.actions.number(action)
        if not hasattr(action, "__index__"):
            raise UnknownAction(f"an action is a number or a text, not {str(action)[:40]!r}")
        number = index(action)
        if not 0 <= number < len(self.actions) or not self.actions.text(number):
            raise UnknownAction(f"{self.rules.title} has no action {number}")
        return number

    @property
    def record(self) -> list[int]:
        """Every action so far, dice, draws and forced ones included."""
        return [entry & ACTION_MASK for entry in self._playthrough.log]

    # ---- what is known
    @property
    def scores(self) -> list[int]:
        """Everybody's points now; at the end, the final ones."""
        return self.state.scores()

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty until the game is over."""
        return bits.members(int(self.state.winners())) if self.state.over else []

    def view(self, seat: int | None = None) -> Struct:
        """All that a seat may know: by default the one to move, after the end a spectator."""
        if seat is None:
            seat = SPECTATOR if self.seat is None else self.seat
        return self.rules.view(self.state, seat if seat == SPECTATOR else self._check_seat(seat))

    @property
    def encoder(self) -> Encoder[Any]:
        """What writes the observations, when every microsecond counts."""
        if self._encoder is None:
            self._encoder = self._make_encoder()
        return self._encoder

    def truth(self) -> memoryview:
        """Everything as numbers, secrets included: for a critic that may know more than the players."""
        return memoryview(self.encoder.truth(self.state))

    def fields(self, history: int = 0) -> list[Field]:
        """What the numbers of `observe` mean."""
        return row_fields(self.encoder, check_history(history), len(self.actions))

    def scale(self, history: int = 0) -> RowScale:
        """Turns rows of `observe` into floats from 0 to 1: `game.scale()(game.observe())`.  Needs NumPy."""
        return RowScale(self.fields(history))

    def truth_fields(self) -> list[Field]:
        """What the numbers of `truth` mean."""
        return truth_fields_of(self.encoder)

    def imagine(self, seat: int | None = None, seed: int | str | None = None) -> "Game":
        """A game that the seat (by default the one to move) cannot tell from this one.

        What it does not know is filled in at random, and dice and draws to come are other ones.
        """
        if seat is None and self.over:
            raise MatchError("the game is over: there is nothing left to imagine")
        seat = self._who(seat)
        luck_ = seed_text(seed)
        rng = Rng(luck.seeded_number(luck_, 0, 2**62))
        return Game(self.rules, self.rules.imagine(self.state, seat, rng), luck_, None, [])

    def choose(self, bot: "AnyBot") -> int:
        """What a bot would do here: a level by name (`hard`, `hard@200sims`), a registered bot, or the bot itself."""
        from skerry.api.bots import api_bot
        from skerry.bots import Observer

        if self.seat is None:
            raise MatchError("the game is over")
        seed = luck.seeded_number(f"{self.seed}:{len(self._playthrough.log)}:bot", 0, 2**31)
        return api_bot(bot, self.name, seed).choose(Observer(self.rules, self.state, self.seat))

    # ---- copies and files
    def clone(self, seed: int | str | None = None) -> "Game":
        """A copy that goes its own way.  It meets the same dice and draws, unless it gets another seed."""
        if seed is None:
            return Game(
                self.rules, self.state.clone(), self.seed, self._start, self._playthrough.log.copy(), self._spoken
            )
        return Game(self.rules, self.state.clone(), seed_text(seed), None, [])

    def save(self, path: str | Path) -> None:
        """Write a file for `skerry.load`, `skerry replay` and `skerry check`."""
        if self._start is None:
            raise MatchError("this game is imagined or was cloned with another seed, so it has no log to save")
        if Path(path).is_dir():
            raise MatchError(f"{path}: cannot be written: it is a folder")
        match = begin_match(self.rules.name, self._start, self.seed)
        for action in self.record:
            seat = int(match.state.to_move())
            is_forced = seat != CHANCE and len(match.state.legal_actions()) == 1
            match.decide(Entry(seat, self.actions.text(action), is_forced))
        try:
            save_match(match, Path(path))
        except OSError as error:
            raise MatchError(f"{path}: cannot be written: {error.strerror}") from error

    def __copy__(self) -> "Game":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> Any:
        return unpickled, (self.name, self.state, self.seed, self._start, self._playthrough.log, self._spoken)

    def __repr__(self) -> str:
        now = f"over, scores {self.scores}" if self.over else f"seat {self.seat} to move, {len(self.legal)} options"
        return f"<{self.rules.title}, {self.players} players, {now}>"

    def _repr_html_(self) -> str:
        """In a notebook: the board as the seat to move sees it."""
        return drawn_board(self.rules, self.state, player_names(self.players), repr(self)[1:-1])

    # ---- inside
    def _run_on(self, outcomes: int) -> None:
        """Let chance speak until somebody has a choice."""
        while outcomes:
            outcomes = self._playthrough.speak(luck.seeded_number(self.seed, self._spoken, outcomes))
            self._spoken += 1

    def _who(self, seat: int | None) -> int:
        """The seat that is meant: by default the one to move, after the end the first."""
        return self.seat or 0 if seat is None else self._check_seat(seat)

    def _checked(self, action: Action) -> int:
        number = self.number(action)
        if number in self.legal:
            return number
        if self.over:
            raise MatchError("the game is over")
        raise Refused(refusal(self.rules, self.state, number))

    def _check_seat(self, seat: SupportsIndex) -> int:
        if hasattr(seat, "__index__") and 0 <= (number := index(seat)) < self.players:
            return number
        raise MatchError(f"there is no seat {str(seat)[:40]}; the seats are 0 to {self.players - 1}")

    def _check_history(self, history: SupportsIndex) -> int:
        return check_history(history)

    def _make_encoder(self) -> Encoder[Any]:
        return encoder_of(self.rules, self.state)


def new(
    game: OfferedGame | str,
    players: int = 2,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    components: str | Path | None = None,
) -> Game:
    """A new game.  The seed determines every roll and draw; without one, each game is different.

    Options that are not given are those for games among bots (`skerry games` lists them all).  `components` is a file
    with other values, or the name of one that comes with the game: docs/components.md.
    """
    rules = game_named(game)
    if not isinstance(options or {}, Mapping):
        raise OptionError(f"options are given by name, as in {{'lawan': 'yes'}}, not as {str(options)[:40]!r}")
    for name, value in (options or {}).items():
        if not isinstance(value, str):
            raise OptionError(f"option {name}: values are texts, so write {str(value)!r} with quotes")
    rules.check_seats(players)
    overlay = None if components is None else component_file(rules, components)
    first, start = opening(rules, overlay, index(players), tuple((options or {}).items()))
    return Game(rules, first.clone(), seed_text(seed), start, [])


@lru_cache(64)
def opening(
    rules: Rules[Any], overlay: Overlay | None, players: int, options: tuple[tuple[str, str], ...]
) -> tuple[State, Start]:
    """What all new games of a kind have in common: the position before the first roll, which each of them copies."""
    chosen = rules.complete_options({**rules.among_bots, **dict(options)})
    state = rules.new(rules.load_kit(overlay), players, chosen)
    state.settle()
    components = components_of_today(rules.name, overlay) if overlay else None
    return state, Start(tuple(SeatPlan(name) for name in player_names(players)), chosen, components, rules.version)


def component_file(rules: Rules[Any], given: str | Path) -> Overlay:
    """An owner's file, or one of those in the game's `components/alternatives`, by its name."""
    ours = {path.stem: path for path in (rules.folder / "components" / "alternatives").glob("*.toml")}
    return Overlay.read(ours.get(str(given), Path(given)))


def load(path: str | Path) -> Game:
    """A saved game, to go on with or to look at."""
    match = load_match(Path(path))
    if match.typed_in:
        raise MatchError(f"{path}: its dice are rolled at a real table; continue it with `skerry play`")
    is_today = match.components.hash == components_of_today(match.game.name).hash
    start = Start(tuple(match.seats), match.options, None if is_today else match.components, match.rules)
    log = [int(remembered(before, move.action)) for move, before in match.positions()]
    return Game(match.game, match.state.clone(), match.seed, start, log, match.chance_count)


def fields(game: Game | OfferedGame | str, players: int = 2, options: Mapping[str, str] | None = None) -> list[Field]:
    """What the numbers of `Game.observe` mean, in this game or in a new one."""
    return (new(game, players, options=options) if isinstance(game, str) else game).fields()


def begin_match(game: str, start: Start, seed: str) -> Match:
    """A match of these, before its first roll."""
    return Match(game, start.seats, options=start.options, components=start.components, rules=start.version, seed=seed)


def unpickled(name: str, *rest: Any) -> Game:
    return Game(GAMES[name], *rest)


def kit_in(state: Any) -> Any:
    return state.kit


def player_names(players: int) -> list[str]:
    return [f"Player {number}" for number in range(1, players + 1)]


def refusal(rules: Rules[Any], state: State, action: int) -> Reason:
    """Why this action is not possible now, with its rule."""
    people = player_names(int(state.seats))
    reason = rules.reason(state, action)
    if reason is not None:
        return Reason(reason.rule, reason.words.format(*people))
    question = rules.question(state)
    return Reason(question.rule, f"that does not answer the question: {question.words.format(*people)}")
