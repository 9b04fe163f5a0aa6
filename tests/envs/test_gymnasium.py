"""Gymnasium's own check, and a seat among bots."""

import warnings
from typing import Any

import pytest

from skerry.api.bots import BotError
from skerry.games import GAMES

try:
    import gymnasium
    import numpy as np
    from gymnasium.utils.env_checker import check_env

    from skerry.envs import single
except ImportError:
    single = None  # type: ignore[assignment]

pytestmark = pytest.mark.skipif(single is None, reason="Gymnasium is not installed: pip install 'skerry[gymnasium]'")
CASES = [(name, players) for name in GAMES for players in GAMES[name].seats]
LEVELS = ["random", "novice", "easy@20sims", "medium@20sims", "hard@20sims", "expert@20sims"]


def made(name: str, **given: Any) -> Any:
    return gymnasium.make(f"skerry/{GAMES[name].title}-v0", **given).unwrapped


def random_play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """The last reward and what is told with it."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(seen) and (seen["action_mask"] == env.action_masks()).all()
        seen, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not truncated
        if terminated:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize(("name", "players"), CASES)
def test_gymnasium_finds_nothing_wrong(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about whole numbers in a Box: it expects pictures
        check_env(made(name, players=players, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("scaled", [False, True])
def test_what_is_seen_may_be_written_to_and_harms_no_game(scaled: bool) -> None:
    """PyTorch warns of arrays that may not."""
    env = made("buru", opponents="random", scaled=scaled)
    seen, _ = env.reset(seed=1)
    for name in seen:
        seen[name] += 1
    assert (env.action_masks() == seen["action_mask"] - 1).all() and len(env.game.legal) == env.action_masks().sum()


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_each_level_play_the_other_seats(level: str) -> None:
    reward, info = random_play(made("_blank", players=3, opponents=level), 1)
    assert reward in (0, 0.5, 1) and len(info["scores"]) == 3


def test_each_seat_can_have_its_own_bot() -> None:
    def first(me: Any) -> int:
        asked.add(me.seat)
        return int(me.legal[0])

    asked: set[int] = set()
    env = made("_blank", players=3, seat=1, opponents=[first, "random"])
    random_play(env, 1)
    assert asked == {2} and env.seat == 1


def test_without_a_seat_you_sit_everywhere_and_the_seed_decides() -> None:
    env = made("_blank", players=3, opponents="random")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert set(seats) == {0, 1, 2} and seats == [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert random_play(env, 5) == random_play(env, 5)


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = made("nusfjord", players=2, opponents="random", seat=0)
    before, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    seen, reward, terminated, truncated, info = env.step(wrong)
    assert (seen["observation"] == before["observation"]).all() and reward == -1 and not terminated and not truncated
    assert info["illegal"] and "{" not in info["illegal"]


def test_mistakes_get_one_line() -> None:
    for wrong, words in [
        ({"opponents": "genius"}, "there is no bot 'genius'"),
        ({"opponents": ["random"], "players": 3}, "one for each other seat, which makes 2, not 1"),
        ({"seat": 2}, "there is no seat 2"),
        ({"seat": "first"}, "there is no seat first"),
        ({"reward": "fame"}, "reward is win, margin, score"),
    ]:
        with pytest.raises((ValueError, BotError), match=words):
            made("_blank", **wrong)


def test_scaled_observations_and_other_components() -> None:
    env = made("_blank", players=2, opponents="random", scaled=True, components="tiny")
    assert random_play(env, 1)[0] in (0, 0.5, 1) and env.game.observe().tolist() != [0] * len(env.game.observe())
    assert env.observation_space["observation"].dtype == np.float32
