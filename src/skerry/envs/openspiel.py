"""OpenSpiel: the games are registered when this is imported, as `skerry_nusfjord` and so on.

    import pyspiel, skerry.envs.openspiel
    game = pyspiel.load_game("skerry_nusfjord(players=3)")

Chance is explicit, with its true weights; forced decisions are decisions.  OpenSpiel's C++ ISMCTSBot cannot play games
that are written in Python: use `open_spiel.python.algorithms.ismcts`.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install 'skerry[openspiel]'") from error

from skerry.api.game import kit_in, names
from skerry.api.rows import encoder_of
from skerry.api.vector import REWARDS, reward_of
from skerry.core.actions import Actions
from skerry.core.batch import put_rewards, zero_rewards
from skerry.core.course import ACTION, SEAT_AT, SEEN_AT, remembered
from skerry.core.game import Game as Rules
from skerry.core.game import OptionError
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.games import GAMES
from skerry.match import MatchError

MOST_POINTS = 1_000.0
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)


def name_of(rules: Rules[Any]) -> str:
    return f"skerry_{rules.title.lower()}"


def game_type(rules: Rules[Any]) -> Any:
    return pyspiel.GameType(
        short_name=name_of(rules),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, rules.seats[0]), "reward": "win", "options": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One class for each game: OpenSpiel keeps it for good.

    Parameters: `players`, `reward` (win, margin, score) and `options`, as in `lawan:yes;level:hard`."""

    rules: Rules[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given, rules = params or {}, self.rules
        players = int(given.get("players", max(2, rules.seats[0])))
        reward = str(given.get("reward", "win"))
        try:
            rules.check_seats(players)
            self.options = rules.complete_options({**rules.among_bots, **read_options(given.get("options", ""))})
            self.start: State = rules.new(rules.load_kit(), players, self.options)
            self.start.settle()
            self.encoder = encoder_of(rules, self.start)
            self.reward = reward_of(reward, int(self.encoder.players))
        except (MatchError, OptionError) as error:
            raise ValueError(f"{name_of(rules)}: {error}") from error
        self.actions: Actions = rules.actions_of(kit_in(self.start))
        self.longest = rules.longest(self.start)  # a longer game is an error that says so
        is_share = self.reward == REWARDS["win"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(self.actions),
            num_players=players,
            min_utility=0.0 if is_share else -MOST_POINTS,
            max_utility=1.0 if is_share else MOST_POINTS,
            utility_sum=None,
            max_game_length=self.longest,
        )
        super().__init__(game_type(rules), info, given)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "SpielObserver":
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def read_options(text: str) -> dict[str, str]:
    parts = [part.partition(":") for part in text.split(";") if part]
    return {name.strip(): value.strip() for name, _, value in parts}


class Holder:
    """A game so far.  Copies share all that never changes."""

    def __init__(self, game: SpielGame, position: State, moves: list[int], told: dict[int, str]) -> None:
        self.game = game
        self.position = position
        self.moves = moves  # as `core.course` remembers them
        self.told = told  # what each player has seen, in words, as far as somebody has asked for it
        self.told_moves = dict.fromkeys(told, 0)
        self.decisions = 0  # so far, chance apart

    def count_decision(self) -> None:
        self.decisions += 1
        if self.decisions > self.game.longest:
            title, most = self.game.rules.title, self.game.longest
            raise RuntimeError(f"this game of {title} is longer than max_game_length says: {most} decisions")

    def __deepcopy__(self, memo: dict[int, Any]) -> "Holder":
        copy = Holder(self.game, self.position.clone(), self.moves[:], self.told.copy())
        copy.told_moves = self.told_moves.copy()
        copy.decisions = self.decisions
        return copy

    def imagine(self, player: int, seed: int) -> None:
        """Make up what the player cannot know.  What the others have seen is then made up, too."""
        mine = self.seen_by(player)
        self.position = self.game.rules.imagine(self.position, player, Rng(seed))
        for other in range(int(self.position.seats)):
            row = memoryview(self.game.encoder.observe(self.position, other)).tobytes()
            self.told[other] = f", imagined {blake2b(row, digest_size=8).hexdigest()}"
        self.told[player] = mine.partition(",")[1] + mine.partition(",")[2]
        self.told_moves = dict.fromkeys(self.told, len(self.moves))

    def seen_by(self, player: int) -> str:
        """Every decision so far as the player knows it."""
        known = self.told_moves.get(player, 0)
        if known < len(self.moves):
            new = [told(self.game.actions, entry, player) for entry in self.moves[known:]]
            self.told[player] = self.told.get(player, "") + "".join(f", {words}" for words in new)
            self.told_moves[player] = len(self.moves)
        return f"seat {player}{self.told.get(player, '')}"


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Holder(game, game.start.clone(), [], {})

    def current_player(self) -> int:
        position = self.held.position
        if position.over:
            return TERMINAL
        seat = position.to_move()
        return CHANCE_PLAYER if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        actions = self.held.position.legal_actions()
        weights = new_buffer()
        total = self.held.position.weights_into(weights)
        if total == 0:
            return [(action, 1.0 / len(actions)) for action in actions]
        return [(action, int(weights[place]) / int(total)) for place, action in enumerate(actions)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        entry = remembered(held.position, action)
        held.moves.append(entry)
        if (entry >> SEAT_AT) & 15 != CHANCE:
            held.count_decision()
        held.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.game.actions.text(action)

    def is_terminal(self) -> bool:
        return bool(self.held.position.over)

    def returns(self) -> list[float]:
        if not self.held.position.over:
            return [0.0] * int(self.held.position.seats)
        out = zero_rewards(int(self.held.position.seats))
        put_rewards(self.held.position, self.held.game.reward, out, 0)
        return list(out)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one; searches such as IS-MCTS ask for it."""
        copy: SpielState = self.clone()
        copy.held.imagine(player, int(sampler() * 2**53))
        return copy

    def __str__(self) -> str:
        """Two states of the same text have the same history."""
        return f"{self.held.game.rules.title} {self.history()}"


class SpielObserver:
    """The observation as a tensor, and what a player has seen so far as a string."""

    def __init__(self, game: SpielGame, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations; given: {params}")
        self.game = game
        self.is_recall = kind.perfect_recall
        self.tensor: Any = np.zeros(len(game.encoder.blank), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = np.asarray(self.game.encoder.observe(state.held.position, player))

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.is_recall:
            return f"seat {player}: {memoryview(self.game.encoder.observe(state.held.position, player)).hex()}"
        return state.held.seen_by(player)


def told(actions: Actions, entry: int, player: int) -> str:
    """A decision as the player knows it."""
    seat = entry >> SEAT_AT & 15
    who = "chance" if seat == CHANCE else names(seat + 1)[seat]
    return f"{who} {actions.text(entry & ACTION) if entry >> (SEEN_AT + player) & 1 else '?'}"


for every in GAMES.values():
    # Found under its name in this module, so that it can be pickled.
    globals()[every.title] = type(every.title, (SpielGame,), {"rules": every, "__module__": __name__})
    pyspiel.register_game(game_type(every), globals()[every.title])
