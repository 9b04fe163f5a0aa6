"""PettingZoo's own tests, at every number of players."""

import warnings
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.match import Refused

try:
    import numpy as np
    import pettingzoo
    from pettingzoo.test import api_test, seed_test

    import skerry.envs
    from skerry.envs import buru_v0, nusfjord_v0, tidepool_v0, tungaru_v0

    ENVIRONMENTS = {"nusfjord": nusfjord_v0, "tungaru": tungaru_v0, "buru": buru_v0, "_blank": tidepool_v0}
except ImportError:
    ENVIRONMENTS = {}

pytestmark = pytest.mark.skipif(
    not ENVIRONMENTS, reason="PettingZoo is not installed: pip install 'skerry[pettingzoo]'"
)
CASES = [(name, players) for name in GAMES for players in GAMES[name].seats]


def random_play(env: Any, seed: int) -> list[Any]:
    """Every agent, reward and end of a game of random moves."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        told.append((agent, reward, terminated, truncated))
        is_over = terminated or truncated
        env.step(None if is_over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return told


@pytest.mark.parametrize(("name", "players"), CASES)
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the shape of observations: it expects pictures
        api_test(ENVIRONMENTS[name].env(players=players), num_cycles=60)
    seed_test(lambda: ENVIRONMENTS[name].env(players=players), num_cycles=30)


@pytest.mark.parametrize("name", ["nusfjord", "buru"])
def test_an_agent_sees_what_the_seat_sees_and_the_winners_are_paid(name: str) -> None:
    env = ENVIRONMENTS[name].env(players=3)
    env.reset(seed=1)
    assert env.observe("player_1")["observation"].tolist() == env.game.observe(1).tolist()
    assert env.state().tolist() == env.game.truth().tolist() and env.state_space.contains(env.state())
    waiting = f"player_{(env.game.seat + 1) % 3}"
    assert not env.observe(waiting)["action_mask"].any()
    told = random_play(env, 1)
    paid = {agent: reward for agent, reward, terminated, _ in told if terminated}
    assert {agent for agent, reward in paid.items() if reward > 0} == {f"player_{seat}" for seat in env.game.winners}
    assert sum(paid.values()) == 1 and not any(reward for _, reward, terminated, _ in told if not terminated)


def test_the_history_is_part_of_the_observation() -> None:
    env = ENVIRONMENTS["buru"].env(players=2, history=4)
    random_play(env, 1)
    seen = env.observe("player_1")["observation"]
    assert seen.tolist() == env.game.observe(1, history=4).tolist() and len(seen) == len(env.game.observe(1)) + 8
    assert env.observation_space("player_1")["observation"].contains(seen)
    with pytest.raises(ValueError, match="history is a number of moves"):
        ENVIRONMENTS["buru"].env(history=-1)


def test_rewards_can_be_points() -> None:
    env = ENVIRONMENTS["buru"].env(players=2, reward="score")
    paid = [reward for _, reward, terminated, _ in random_play(env, 2) if terminated]
    assert paid == env.game.scores


def test_a_game_is_broken_off_after_max_cycles() -> None:
    told = random_play(ENVIRONMENTS["tungaru"].env(players=3, max_cycles=25), 1)
    assert [(terminated, truncated) for _, _, terminated, truncated in told] == [(False, False)] * 25 + [
        (False, True)
    ] * 3


def test_one_seed_determines_every_game_after_it() -> None:
    one, other = (ENVIRONMENTS["buru"].env() for _ in range(2))
    for env in (one, other):
        env.reset(seed=7)
        first = env.game.seed
        env.reset()
        assert env.game.seed != first
    assert one.game.seed == other.game.seed


def test_what_is_not_allowed_is_refused_with_its_rule() -> None:
    env = ENVIRONMENTS["nusfjord"].env(players=3, render_mode="ansi")
    with pytest.raises(ValueError, match="call reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(Refused, match="§"):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    with pytest.raises(ValueError, match="has to choose an action"):
        env.step(None)
    assert "Player 2" in env.render() and "{" not in env.render()
    with pytest.raises(ValueError, match="1 to 5 players, not 6"):
        ENVIRONMENTS["nusfjord"].env(players=6)


def test_the_name_carries_the_version() -> None:
    for game, module in ENVIRONMENTS.items():
        name = GAMES[game].title.lower()
        assert str(module.env()) == f"{name}_v0" and "Version history" in module.__doc__
        made = pettingzoo.make("aec", f"skerry/{name}-v0", players=3)
        assert str(made) == f"{name}_v0" and len(made.possible_agents) == 3


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match="no environment 'chess_v6'; there are: .*nusfjord_v0"):
        skerry.envs.chess_v6  # noqa: B018


@pytest.mark.parametrize("name", GAMES)
def test_scaled_observations_and_states_are_floats_from_0_to_1(name: str) -> None:
    env = ENVIRONMENTS[name].env(players=2, scaled=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=20)
    env.reset(seed=1)
    row = env.observe("player_0")["observation"]
    assert (
        row.dtype == np.float32
        and 0 < row.max() <= 1
        and (row > 0).sum()
        == (
            np.asarray(env.game.observe(0)) > [field.low for field in env.game.fields() for _ in range(field.count)]
        ).sum()
    )
    assert env.state_space.contains(env.state()) and env.state().dtype == np.float32
