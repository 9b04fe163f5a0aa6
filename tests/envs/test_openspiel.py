"""OpenSpiel's own test, at every number of players."""

import pickle
import random
from typing import Any

import pytest

from skerry.core.build import COMPILED
from skerry.games import GAMES

try:
    import pyspiel

    from skerry.envs import openspiel
except ImportError:
    pyspiel = None  # type: ignore[assignment]

pytestmark = pytest.mark.skipif(pyspiel is None, reason="OpenSpiel is not installed: pip install 'skerry[openspiel]'")
# It asks every state for everything, which takes uncompiled Python half a minute where games are long.
CASES = [
    (name, players)
    for name in GAMES
    for players in GAMES[name].seats
    if COMPILED or players <= {"tungaru": 2, "buru": 2}.get(name, 3)
]


def loaded(name: str, **given: Any) -> Any:
    return pyspiel.load_game(f"skerry_{GAMES[name].title.lower()}", given)


def played(game: Any, seed: int, decisions: int = 10**9) -> Any:
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and decisions > 0:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(weights) - 1) < 1e-9
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        decisions -= 1
    return state


@pytest.mark.parametrize(("name", "players"), CASES)
def test_openspiel_finds_nothing_wrong(name: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(name, players=players), num_sims=1, serialize=False, verbose=False)


def test_states_can_be_written_down_and_copied() -> None:
    pyspiel.random_sim_test(loaded("_blank", players=2), num_sims=1, serialize=True, verbose=False)
    game = loaded("buru", players=2, options="lawan:yes;level:hard", reward="margin")
    state = played(game, 1, 40)
    copy, again = state.clone(), pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) == str(copy)
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state) and len(state.history()) == 40


@pytest.mark.parametrize("name", ["nusfjord", "buru"])
def test_a_tensor_is_the_observation_and_a_string_hides_what_is_unseen(name: str) -> None:
    game = loaded(name, players=2)
    state = played(game, 1, 45)
    encoder = GAMES[name].encoder(state.held.position)
    assert state.observation_tensor(1) == [float(number) for number in encoder.observe(state.held.position, 1)]
    texts = [state.information_state_string(seat) for seat in range(2)]
    assert texts[0] != texts[1] and "chance " in texts[0]
    if name == "buru":  # the other's Explorers lie face down
        assert "Player 1 ?" in texts[1] and "Player 1 ?" not in texts[0]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_not_longer_than_stated_and_the_winner_is_paid(name: str) -> None:
    game = loaded(name, players=2)
    state = played(game, 3)
    assert state.held.decisions * 3 < game.max_game_length()
    assert state.held.decisions == sum(entry.player >= 0 for entry in state.full_history())
    assert sum(state.returns()) == 1 and state.returns().index(max(state.returns())) in {0, 1}


def test_a_game_that_is_longer_than_stated_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["_blank"]), "decisions_per_round", 1)
    game = loaded("_blank", players=3)
    assert game.max_game_length() == 12
    with pytest.raises(RuntimeError, match="Tidepool is longer than max_game_length says: 12 decisions"):
        played(game, 1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 9}, "1 to 5 players, not 9"),
        ({"reward": "fame"}, "reward is win, margin, score"),
        ({"options": "tide:high"}, "has no option 'tide'"),
    ],
)
def test_mistakes_get_one_line(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        openspiel.Tidepool(given)


def test_a_search_may_imagine_what_its_player_cannot_see() -> None:
    differ = 0
    for decisions in range(10, 60, 10):
        state = played(loaded("buru", players=2), 3, decisions)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        me = state.current_player()
        numbers = iter(range(1, 100))
        others = [state.resample_from_infostate(me, lambda numbers=numbers: next(numbers) / 100) for _ in range(8)]
        assert {other.information_state_string(me) for other in others} == {state.information_state_string(me)}
        assert {other.observation_string(me) for other in others} == {state.observation_string(me)}
        assert {tuple(other.legal_actions()) for other in others} == {tuple(state.legal_actions())}
        differ += len({other.information_state_string(1 - me) for other in others}) > 1
    assert differ > 0, "Explorers lie face down somewhere"
