"""`skerry.vector`: thousands of games per call."""

import copy
import pickle
from typing import Any

import pytest

import skerry
from skerry.core.state import IllegalAction
from skerry.games import GAMES
from skerry.match import MatchError

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

needs_numpy = pytest.mark.skipif(np is None, reason="NumPy is not installed: pip install 'skerry[vector]'")


def random_actions(vector: Any, rng: Any) -> Any:
    return vector.options[np.arange(vector.games), rng.integers(vector.counts)]


@needs_numpy
@pytest.mark.parametrize("name", GAMES)
def test_arrays_say_what_the_games_say(name: str) -> None:
    players = GAMES[name].seats[-1]
    vector = skerry.vector(name, players, games=3, seed=1)
    one = skerry.new(name, players, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(25):
        for game in range(3):
            state, count = vector.state(game), vector.counts[game]
            assert vector.options[game, :count].tolist() == np.flatnonzero(vector.masks[game]).tolist()
            assert state.legal_actions() == vector.options[game, :count].tolist() and count > 1
            assert state.to_move() == vector.seats[game]
            assert vector.observations[game].tolist() == list(one.encoder.observe(state, vector.seats[game]))
        vector.step(random_actions(vector, rng))


@needs_numpy
def test_a_game_that_ends_is_paid_and_begins_anew() -> None:
    vector = skerry.vector("_blank", 3, games=8, seed=3)
    points = skerry.vector("_blank", 3, games=8, seed=3, reward="score", observe=False)
    margins = skerry.vector("_blank", 3, games=8, seed=3, reward="margin", observe=False)
    rng = np.random.default_rng(3)
    while vector.ended < 20:
        actions = random_actions(vector, rng)
        for games in (vector, points, margins):
            games.step(actions)
        assert not vector.rewards[~vector.done].any()
        assert np.allclose(vector.rewards[vector.done].sum(axis=1), 1)
        for scores, won, score, margin in zip(
            *(array[vector.done] for array in (vector.scores, vector.rewards, points.rewards, margins.rewards)),
            strict=True,
        ):
            assert score.tolist() == scores.tolist() and (won > 0).tolist() == (scores == scores.max()).tolist()
            assert margin.max() == scores.max() - np.sort(scores)[-2]
    assert points.ended == vector.ended


@needs_numpy
def test_the_seed_says_it_all_and_games_do_not_disturb_each_other() -> None:
    one, other = (skerry.vector("buru", 2, games=4, seed=5) for _ in range(2))
    rng = np.random.default_rng(1)
    for step in range(40):
        assert (one.observations[:2] == other.observations[:2]).all()
        if step == 0:
            assert (one.observations == other.observations).all()
        mine, theirs = random_actions(one, rng), random_actions(other, rng)
        theirs[:2] = mine[:2]
        one.step(mine)
        other.step(theirs)
    assert (skerry.vector("buru", 2, games=4, seed=6).observations != one.observations).any()


ARRAYS = ("observations", "masks", "counts", "seats", "done", "rewards", "scores")


def same(one: Any, other: Any) -> bool:
    return one.ended == other.ended and all((getattr(one, name) == getattr(other, name)).all() for name in ARRAYS)


@needs_numpy
@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_go_on_exactly_alike(name: str) -> None:
    vector = skerry.vector(name, 2, games=4, seed=2, history=3)
    rng = np.random.default_rng(2)
    while name == "_blank" and not vector.done.any():  # a checkpoint of a step in which a game has ended
        vector.step(random_actions(vector, rng))
    for _ in range(30):
        vector.step(random_actions(vector, rng))
    twins = [pickle.loads(pickle.dumps(vector)), copy.copy(vector), copy.deepcopy(vector)]
    for _ in range(60):
        assert all(same(vector, twin) for twin in twins)
        actions = random_actions(vector, rng)
        for games in (vector, *twins):
            games.step(actions)


@needs_numpy
def test_a_reset_is_a_new_beginning() -> None:
    vector = skerry.vector("_blank", 3, games=4, seed=1, history=2)
    rng = np.random.default_rng(1)
    while vector.ended < 4:
        vector.step(random_actions(vector, rng))
    vector.reset(seed=1)
    assert same(vector, skerry.vector("_blank", 3, games=4, seed=1, history=2))
    vector.reset(seed="other")
    assert not same(vector, skerry.vector("_blank", 3, games=4, seed=1, history=2))
    with pytest.raises(MatchError, match="a seed is a whole number or a text"):
        vector.reset(seed=1.5)  # type: ignore[arg-type]


@needs_numpy
@pytest.mark.parametrize("name", GAMES)
def test_scaled_rows_are_floats_from_0_to_1_and_say_the_same(name: str) -> None:
    raw = skerry.vector(name, 2, games=4, seed=1, history=2)
    scaled = skerry.vector(name, 2, games=4, seed=1, history=2, scaled=True)
    one = skerry.new(name, 2, seed=1)
    fields = one.fields(history=2)
    rng = np.random.default_rng(1)
    for _ in range(30):
        rows = scaled.observations
        assert rows.dtype == np.float32 and rows.min() >= 0 and rows.max() <= 1 and not rows.flags.writeable
        assert (one.scale(history=2)(raw.observations) == rows).all()
        for field in fields:
            part = slice(field.start, field.start + field.count)
            back = rows[:, part] * (field.high - field.low) + field.low
            assert np.allclose(back, raw.observations[:, part], atol=1e-2), field.name
        actions = random_actions(raw, rng)
        raw.step(actions)
        scaled.step(actions)
    assert one.scale()(one.observe()).tolist() == pytest.approx(
        [
            (value - field.low) / max(1, field.high - field.low)
            for field in one.fields()
            for value in one.observe()[field.start : field.start + field.count]
        ],
        abs=1e-5,
    )


@needs_numpy
def test_other_components_make_other_games() -> None:
    tiny = skerry.vector("tidepool", 2, games=2, seed=1, components="tiny")
    assert not same(tiny, skerry.vector("tidepool", 2, games=2, seed=1))
    assert same(tiny, pickle.loads(pickle.dumps(tiny)))
    assert skerry.vector("tidepool").games == 256


@needs_numpy
def test_the_history_stands_behind_the_row() -> None:
    vector = skerry.vector("_blank", 2, games=2, seed=1, history=5)
    plain = skerry.new("_blank", 2, seed=1)
    width = len(plain.observe())
    assert vector.observations.shape == (2, width + 10)
    for _ in range(6):
        before, actions = vector.seats.copy(), vector.options[:, 0].copy()
        vector.step(actions)
        if vector.done.any():
            break
        for game in range(2):
            who, what = vector.observations[game, width : width + 5], vector.observations[game, width + 5 :]
            mover = (before[game] - vector.seats[game]) % 2
            assert (mover, actions[game]) in set(zip(who, what, strict=True)) or (mover, -1) in zip(
                who, what, strict=True
            )


@needs_numpy
def test_observations_can_be_kept_and_nothing_can_be_written() -> None:
    vector = skerry.vector("_blank", 2, games=2, seed=1)
    first = vector.observations
    kept = first.copy()
    vector.step(vector.options[:, 0])
    assert (first == kept).all() and (vector.observations != kept).any()
    with pytest.raises(ValueError, match="read-only"):
        vector.masks[0, 0] = 1


@needs_numpy
def test_an_illegal_action_changes_nothing_at_all() -> None:
    vector = skerry.vector("_blank", 2, games=3, seed=1)
    before = vector.observations.copy()
    actions = vector.options[:, 0].astype(int)
    for wrong in (-1, 10**6, int(np.flatnonzero(vector.masks[2] == 0)[0])):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"game 2: action {wrong} is not legal"):
            vector.step(actions)
        assert (vector.observations == before).all()
    actions[2] = 2**32 + int(vector.options[2, 0])  # cut to four bytes, it would be legal
    with pytest.raises(IllegalAction, match="game 2: action"):
        vector.step(actions)
    assert (vector.observations == before).all()
    for wrong_shape in (actions[:2], actions.astype(float), [[0, 0, 0]]):
        with pytest.raises(MatchError, match="step takes 3 whole numbers"):
            vector.step(wrong_shape)


@needs_numpy
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"games": 0}, "games is a number from 1 to"),
        ({"games": 2.5}, "games is a number from 1 to"),
        ({"reward": "fame"}, "reward is win, margin, score, not 'fame'"),
        ({"players": 9}, "1 to 5 players, not 9"),
        ({"history": 3, "observe": False}, "history is part of the observations"),
        ({"history": -1}, "history is a number of moves"),
        ({"scaled": True, "observe": False}, "scaled is about the observations"),
    ],
)
def test_mistakes_get_one_line(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        skerry.vector("_blank", **wrong)


@needs_numpy
def test_alone_points_count() -> None:
    for name, is_share in (("nusfjord", False), ("buru", True)):  # two Lawan play against the one
        vector = skerry.vector(name, 1, games=4, seed=1, observe=False)
        rng = np.random.default_rng(1)
        while not vector.ended:
            vector.step(random_actions(vector, rng))
        assert (set(vector.rewards[vector.done].ravel()) <= {0.0, 1.0}) == is_share


def test_without_numpy_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(MatchError, match=r"pip install 'skerry\[vector\]'"):
        skerry.vector("_blank")
