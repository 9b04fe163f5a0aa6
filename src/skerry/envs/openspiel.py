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

from skerry.api.game import component_file, kit_in, player_names
from skerry.api.rows import RowScale, encoder_of
from skerry.api.vector import REWARDS, reward_of
from skerry.core.actions import Actions
from skerry.core.batch import final_rewards
from skerry.core.components import ComponentError
from skerry.core.fields import fields_of
from skerry.core.game import Game as Rules
from skerry.core.game import OptionError
from skerry.core.playthrough import ACTION_MASK, SEAT_AT, SEEN_AT, remembered
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.games import GAMES
from skerry.match import MatchError

MOST_POINTS = 1_000.0
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
CHANCE_PLAYER = int(pyspiel.PlayerId.CHANCE)


def spiel_name(rules: Rules[Any]) -> str:
    return f"skerry_{rules.title.lower()}"


def game_type(rules: Rules[Any], utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    return pyspiel.GameType(
        short_name=spiel_name(rules),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": max(2, rules.seats[0]),
            "reward": "win",
            "options": "",
            "components": "",
            "scaled": False,
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One class for each game: OpenSpiel keeps it for good.

    Parameters: `players`, `reward` (win, margin, score), `options`, as in `lawan:yes;level:hard`, `components`: a file
    with other values, or the name of one that comes with the game, and `scaled`: tensors of floats from 0 to 1."""

    rules: Rules[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given, rules = params or {}, self.rules
        players = int(given.get("players", max(2, rules.seats[0])))
        reward = str(given.get("reward", "win"))
        try:
            rules.check_seats(players)
            self.options = rules.complete_options({**rules.among_bots, **read_options(given.get("options", ""))})
            components = str(given.get("components", ""))
            kit = rules.load_kit(component_file(rules, components) if components else None)
            self.start: State = rules.new(kit, players, self.options)
            self.start.settle()
            self.encoder = encoder_of(rules, self.start)
            self.reward = reward_of(reward, int(self.encoder.players))
        except (ComponentError, MatchError, OptionError) as error:
            raise ValueError(f"{spiel_name(rules)}: {error}") from error
        self.actions: Actions = rules.actions_of(kit_in(self.start))
        self.longest = rules.longest(self.start)  # a longer game is an error that says so
        self.scale = RowScale(fields_of(self.encoder)) if given.get("scaled") else None
        is_share = self.reward == REWARDS["win"]
        utility, total = utility_of(self.reward, players, int(self.encoder.players) - players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=len(self.actions),
            num_players=players,
            min_utility=0.0 if is_share else -MOST_POINTS,
            max_utility=1.0 if is_share else MOST_POINTS,
            utility_sum=total,
            max_game_length=self.longest,
        )
        super().__init__(game_type(rules, utility), info, given)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "SpielObserver":
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def utility_of(reward: int, players: int, rivals: int) -> tuple[Any, float | None]:
    """What the returns of all players add up to, where that is always the same: solvers ask for it.

    A rival that nobody plays may win, too, and then nobody is paid."""
    if players > 1 and rivals == 0 and reward == REWARDS["win"]:
        return pyspiel.GameType.Utility.CONSTANT_SUM, 1.0
    if players == 2 and reward == REWARDS["margin"]:
        return pyspiel.GameType.Utility.ZERO_SUM, 0.0
    return pyspiel.GameType.Utility.GENERAL_SUM, None


def read_options(text: str) -> dict[str, str]:
    parts = [part.partition(":") for part in text.split(";") if part]
    return {name.strip(): value.strip() for name, _, value in parts}


class SpielHistory:
    """A game so far.  Copies share all that never changes."""

    def __init__(self, game: SpielGame, position: State, moves: list[int], known_words: dict[int, str]) -> None:
        self.game = game
        self.position = position
        self.moves = moves  # as `core.playthrough` remembers them
        self.known_words = known_words  # what each player has seen, in words, computed on demand
        self.known_moves = dict.fromkeys(known_words, 0)
        self.sights: dict[int, str] = {}  # what the one to move saw, as a digest, by the number of its move
        self.decisions = 0  # so far, chance apart

    def apply(self, action: int) -> None:
        entry = remembered(self.position, action)
        seat = entry >> SEAT_AT & 15
        if seat != CHANCE:
            self.sights[len(self.moves)] = self.sight(seat)
            self.count_decision()
        self.moves.append(entry)
        self.position.apply(action)

    def sight(self, player: int) -> str:
        """A digest of all that the player sees now."""
        row = memoryview(self.game.encoder.observe(self.position, player))
        return blake2b(row, digest_size=8).hexdigest()

    def count_decision(self) -> None:
        self.decisions += 1
        if self.decisions > self.game.longest:
            title, most = self.game.rules.title, self.game.longest
            raise RuntimeError(f"this game of {title} is longer than max_game_length says: {most} decisions")

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielHistory":
        copy = SpielHistory(self.game, self.position.clone(), self.moves[:], self.known_words.copy())
        copy.known_moves = self.known_moves.copy()
        copy.sights = self.sights.copy()
        copy.decisions = self.decisions
        return copy

    def imagine(self, player: int, seed: int) -> None:
        """Make up what the player cannot know.  What the others have seen is then made up, too."""
        mine = self.seen_by(player)
        self.position = self.game.rules.imagine(self.position, player, Rng(seed))
        for other in range(int(self.position.seats)):
            self.known_words[other] = f", imagined {self.sight(other)}"
        self.known_words[player] = mine
        self.known_moves = dict.fromkeys(self.known_words, len(self.moves))

    def information_of(self, player: int) -> str:
        """All that the player has ever known: two histories with the same text look the same to that player."""
        return f"seat {player}{self.seen_by(player)}, sees {self.sight(player)}"

    def seen_by(self, player: int) -> str:
        """Every decision so far as the player knows it, and what the player saw at each decision of its own.

        What is revealed later is no decision of anybody, but it is in what the player sees then."""
        for number in range(self.known_moves.get(player, 0), len(self.moves)):
            entry = self.moves[number]
            words = f", {decision_text(self.game.actions, entry, player)}"
            if entry >> SEAT_AT & 15 == player:
                words += f" at {self.sights[number]}"
            self.known_words[player] = self.known_words.get(player, "") + words
        self.known_moves[player] = len(self.moves)
        return self.known_words.get(player, "")


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = SpielHistory(game, game.start.clone(), [], {})

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
        weights = self.held.position.chance_weights() or [1] * len(actions)
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(actions, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.held.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.game.actions.text(action)

    def is_terminal(self) -> bool:
        return bool(self.held.position.over)

    def returns(self) -> list[float]:
        if not self.held.position.over:
            return [0.0] * int(self.held.position.seats)
        return final_rewards(self.held.position, self.held.game.reward)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one; searches such as IS-MCTS ask for it."""
        copy: SpielState = self.clone()
        copy.held.imagine(player, int(sampler() * 2**53))
        return copy

    def __str__(self) -> str:
        """Two states of the same text have the same history."""
        return f"{self.held.game.rules.title} {self.history()}"


class SpielObserver:
    """What a player sees now, as a tensor and a string; with perfect recall, a string of all it has ever known."""

    def __init__(self, game: SpielGame, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations; given: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observation has what is public and what its player knows: no more, no less")
        self.game = game
        self.is_recall = kind.perfect_recall
        # A row of numbers recalls nothing, so that with perfect recall there is none.
        self.tensor: Any = None if self.is_recall else np.zeros(len(game.encoder.blank), np.float32)
        self.dict = {} if self.is_recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.is_recall:
            raise ValueError("with perfect recall there is no tensor: use string_from")
        row, scale = np.asarray(self.game.encoder.observe(state.held.position, player)), self.game.scale
        self.tensor[:] = row if scale is None else scale(row)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.is_recall:
            return f"seat {player}: {memoryview(self.game.encoder.observe(state.held.position, player)).hex()}"
        return state.held.information_of(player)


def decision_text(actions: Actions, entry: int, player: int) -> str:
    """A decision as the player knows it."""
    seat = entry >> SEAT_AT & 15
    who = "chance" if seat == CHANCE else player_names(seat + 1)[seat]
    return f"{who} {actions.text(entry & ACTION_MASK) if entry >> (SEEN_AT + player) & 1 else '?'}"


for every in GAMES.values():
    # Found under its name in this module, so that it can be pickled.
    globals()[every.title] = type(every.title, (SpielGame,), {"rules": every, "__module__": __name__})
    pyspiel.register_game(game_type(every), globals()[every.title])
