"""OpenSpiel's own test, at every number of players."""

import pickle
import random
from typing import Any

import pytest

from skerry.core.compiled import COMPILED
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


def chance_answered(state: Any, rng: random.Random) -> Any:
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def twins(name: str, seed: int) -> Any:
    """A position of a game in which somebody cannot tell it from another one, and that other one."""
    rng = random.Random(seed)
    state = chance_answered(played(loaded(name, players=2), seed, seed), rng)
    while not state.is_terminal():
        for me in rng.sample(range(2), 2):
            twin = state.resample_from_infostate(me, rng.random)
            if twin.observation_string(1 - me) != state.observation_string(1 - me):
                return me, state, twin
        state.apply_action(rng.choice(state.legal_actions()))
        state = chance_answered(state, rng)
    raise AssertionError(f"nothing is ever hidden in {name}")


@pytest.mark.parametrize("name", GAMES)
def test_equal_information_states_look_alike_whatever_was_hidden_and_came_out_later(name: str) -> None:
    """Twins go on alike as long as they can, and what comes out then tells them apart."""
    alike = told_apart = 0
    for seed in range(24):
        rng = random.Random(seed)
        me, state, twin = twins(name, seed)
        for _ in range(60):
            if state.is_terminal() or twin.is_terminal() or state.current_player() != twin.current_player():
                break
            if state.information_state_string(me) == twin.information_state_string(me):
                alike += 1
                assert state.observation_string(me) == twin.observation_string(me)
                if state.current_player() == me:
                    assert state.legal_actions() == twin.legal_actions()
            else:
                told_apart += 1
            common = sorted({*state.legal_actions()} & {*twin.legal_actions()})
            if not common:
                break
            action = rng.choice(common)
            state.apply_action(action)
            twin.apply_action(action)
    assert alike > 0 and told_apart > 0


def test_what_was_seen_once_is_never_forgotten() -> None:
    state = played(loaded("_blank", players=2), 5, 12)
    while not state.is_terminal():
        before = [state.information_state_string(seat).rpartition(", sees ")[0] for seat in range(2)]
        state = chance_answered(state, random.Random(1))
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        assert all(state.information_state_string(seat).startswith(before[seat]) for seat in range(2))


def test_solvers_get_closer_to_the_equilibrium_of_the_tiny_game() -> None:
    from open_spiel.python.algorithms.exploitability import exploitability
    from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

    game = pyspiel.load_game("skerry_tidepool(components=tiny)")
    solver = ExternalSamplingSolver(game)
    solver.iteration()
    first = exploitability(game, solver.average_policy())
    for _ in range(300):
        solver.iteration()
    assert exploitability(game, solver.average_policy()) < first / 3


@pytest.mark.parametrize("name", ["_blank", "buru", "tungaru"])
def test_a_sampling_solver_meets_the_same_actions_in_the_same_information_state(name: str) -> None:
    legal: dict[str, list[int]] = {}
    for seed in range(6):
        rng = random.Random(seed % 2)
        state = loaded(name, players=2).new_initial_state()
        for _ in range(120):
            state = chance_answered(state, rng)
            if state.is_terminal():
                break
            key = state.information_state_string(state.current_player())
            assert legal.setdefault(key, state.legal_actions()) == state.legal_actions()
            state.apply_action(random.Random(f"{seed} {key}").choice(state.legal_actions()))
    assert len(legal) > 20


@pytest.mark.parametrize(
    ("given", "utility", "total"),
    [
        ({"players": 2}, "CONSTANT_SUM", 1.0),
        ({"players": 4}, "CONSTANT_SUM", 1.0),
        ({"players": 2, "reward": "margin"}, "ZERO_SUM", 0.0),
        ({"players": 3, "reward": "margin"}, "GENERAL_SUM", None),
        ({"players": 2, "options": "lawan:yes"}, "GENERAL_SUM", None),
    ],
)
def test_what_all_returns_add_up_to_is_declared(given: dict[str, Any], utility: str, total: float | None) -> None:
    game = loaded("buru", **given)
    assert game.get_type().utility.name == utility and game.utility_sum() == total
    if total is not None:
        assert sum(played(game, 4).returns()) == total


@pytest.mark.parametrize(
    "wish",
    [
        {"public_info": False},
        {"private_info": "NONE"},
        {"private_info": "ALL_PLAYERS"},
    ],
)
def test_an_observer_shows_what_it_was_asked_for_or_says_no(wish: dict[str, Any]) -> None:
    game = loaded("buru", players=2)
    kind = {"public_info": True, "perfect_recall": False, "private_info": "SINGLE_PLAYER"} | wish
    kind["private_info"] = getattr(pyspiel.PrivateInfoType, kind["private_info"])
    with pytest.raises(ValueError, match="what is public and what its player knows"):
        game.make_py_observer(pyspiel.IIGObservationType(**kind))


def test_with_perfect_recall_there_is_a_text_and_no_tensor() -> None:
    game = loaded("buru", players=2)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state = played(game, 1, 20)
    assert observer.tensor is None and observer.string_from(state, 0) == state.information_state_string(0)
    with pytest.raises(ValueError, match="no tensor"):
        observer.set_from(state, 0)


def test_scaled_tensors_are_floats_from_0_to_1() -> None:
    raw, scaled = (pyspiel.load_game(f"skerry_nusfjord(players=2{more})") for more in ("", ",scaled=True"))
    one, other = raw.new_initial_state(), scaled.new_initial_state()
    for _ in range(40):
        action = one.legal_actions()[0]
        one.apply_action(action)
        other.apply_action(action)
        if not one.is_chance_node():
            row, floats = one.observation_tensor(0), other.observation_tensor(0)
            assert max(floats) <= 1 and min(floats) >= 0 and len(row) == len(floats)
    assert max(row) > 1
