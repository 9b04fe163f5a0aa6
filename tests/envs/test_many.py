"""`gymnasium.make_vec`: many games on the engine's own batch."""

from typing import Any

import pytest

from skerry.games import GAMES

try:
    import gymnasium
    import numpy as np

    from skerry.envs import many, single
except ImportError:
    many = None  # type: ignore[assignment]

pytestmark = pytest.mark.skipif(many is None, reason="Gymnasium is not installed: pip install 'skerry[gymnasium]'")


def made(name: str, games: int, mode: str = "vector_entry_point", **given: Any) -> Any:
    return gymnasium.make_vec(f"skerry/{GAMES[name].title}-v0", games, vectorization_mode=mode, **given)


def random_legal(masks: Any, rng: Any) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


class First:
    """Always the first legal action, in all games at once."""

    def __init__(self) -> None:
        self.rows: list[int] = []

    def choose_many(self, observations: Any, masks: Any) -> Any:
        self.rows.append(len(observations))
        return masks.argmax(axis=1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("scaled", [False, True])
def test_every_step_fits_its_space_and_leaves_something_to_do(name: str, scaled: bool) -> None:
    envs = made(name, 3, players=GAMES[name].seats[-1], opponents="random", scaled=scaled, history=2)
    rng = np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    for _ in range(25):
        assert seen in envs.observation_space and seen["action_mask"].any(axis=1).all()
        states = envs.unwrapped.games.batch.states
        assert [int(state.to_move()) for state in states] == info["seat"].tolist()
        seen, rewards, terminated, truncated, info = envs.step(random_legal(seen["action_mask"], rng))
        assert rewards.shape == terminated.shape == (3,) and not truncated.any()


def test_games_that_end_are_paid_and_begin_anew_in_the_same_step() -> None:
    envs = made("_blank", 6, players=3, opponents=["random", "novice"])
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(2)
    seen, _ = envs.reset(seed=2)
    seats, ended = set(), 0
    while ended < 20:
        seen, rewards, terminated, _, info = envs.step(random_legal(seen["action_mask"], rng))
        assert not rewards[~terminated].any() and seen["action_mask"].any(axis=1).all()
        for number in np.flatnonzero(terminated):
            ended += 1
            scores, seat = info["final_info"]["scores"][number], info["final_info"]["seat"][number]
            assert (rewards[number] > 0) == (scores[seat] == max(scores))
            assert info["final_obs"][number] in envs.single_observation_space
            over = 3  # where the row says that the game is over, behind the three seats
            assert info["final_obs"][number]["observation"][over] == 1 and seen["observation"][number, over] == 0
            seats.add(int(seat))
    assert seats == {0, 1, 2}


def test_the_seed_says_it_all() -> None:
    def played(seed: int) -> list[list[int]]:
        envs = made("_blank", 4, players=2, opponents="random")
        seen, _ = envs.reset(seed=seed)
        rows = []
        for _ in range(60):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
            rows.append(seen["observation"].ravel().tolist())
        return rows

    assert played(3) == played(3) != played(4)


def test_an_opponent_may_choose_for_all_its_games_at_once() -> None:
    first = First()
    envs = made("_blank", 8, players=2, opponents=first, seat=0)
    seen, _ = envs.reset(seed=1)
    for _ in range(20):
        seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))
    assert max(first.rows) > 4

    class Wrong:
        def choose_many(self, observations: Any, masks: Any) -> Any:
            return masks.argmin(axis=1)

    with pytest.raises(ValueError, match="Wrong.choose_many has to return a legal action for each row"):
        envs = made("_blank", 2, players=2, opponents=Wrong(), seat=1)
        seen, _ = envs.reset(seed=1)
        for _ in range(20):
            seen, *_ = envs.step(seen["action_mask"].argmax(axis=1))


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    envs = made("nusfjord", 2, players=2, opponents="random", seat=0)
    before, _ = envs.reset(seed=1)
    wrong = before["action_mask"].argmin(axis=1)
    actions = np.array([wrong[0], before["action_mask"][1].argmax()])
    seen, rewards, _, _, info = envs.step(actions)
    assert rewards[0] == single.ILLEGAL and (seen["observation"][0] == before["observation"][0]).all()
    assert info["_illegal"].tolist() == [True, False] and info["illegal"][0]
    assert (seen["observation"][1] != before["observation"][1]).any()
    for bad in (actions[:1], actions.astype(float)):
        with pytest.raises(ValueError, match="step takes 2 whole numbers"):
            envs.step(bad)


def test_single_games_side_by_side_never_show_an_empty_mask() -> None:
    """A policy would make NaN of it, in the step in which Gymnasium begins the next game."""
    envs = made("_blank", 2, "sync", players=2, opponents="random")
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 3:
        seen, _, terminated, _, _ = envs.step(random_legal(seen["action_mask"], rng))
        ended += int(terminated.sum())
        assert seen["action_mask"].any(axis=1).all()
        for env, mask in zip(envs.envs, seen["action_mask"], strict=True):
            assert (env.unwrapped.action_masks() == mask).all()
