"""Tuning by wins: better play, repeatable, independent of the number of processes, goes on after an interruption."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from skerry.bots.fitting import untrained
from skerry.bots.judging import Weights, WeightsError, read_weights, write_weights
from skerry.bots.training import TrainingPlan, train
from skerry.bots.tuning import calibrated, tune
from skerry.workers import InlinePool
from tests.terminal.command import run

PLAN = TrainingPlan("_blank", (2,), rounds=3, games=20, contests=20, by_wins=True)


@pytest.fixture(scope="module")
def first() -> Weights:
    """Of features and pieces, for one and two players."""
    return train(TrainingPlan("_blank", (1, 2), rounds=1, games=8, contests=2)).weights


def test_it_wins_against_weights_that_know_little() -> None:
    plan = replace(PLAN, rounds=12, games=60, contests=200)
    assert tune(plan, untrained("_blank", (2,))).making.won > 0.55


def test_the_same_plan_gives_the_same_weights_with_any_number_of_processes(first: Weights) -> None:
    once = tune(PLAN, first)
    assert once == tune(replace(PLAN, jobs=2), first)
    assert once != tune(replace(PLAN, seed=2), first)


def test_solo_games_and_those_of_other_components_keep_their_weights(first: Weights) -> None:
    new = tune(PLAN, first)
    assert new.weights == first.weights  # without pieces
    assert new.with_pieces["1"] == first.with_pieces["1"]
    assert new.with_pieces["2"] != first.with_pieces["2"]


def test_an_interrupted_tuning_goes_on_where_it_stopped(first: Weights, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    begun: list[int] = []

    def stop(done: int, total: int, words: str) -> None:
        begun.append(done)
        if done == PLAN.rounds:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(PLAN, first, tell=stop, kept=kept)
    again: list[tuple[int, str]] = []
    assert tune(PLAN, first, tell=lambda done, _, words: again.append((done, words)), kept=kept) == tune(PLAN, first)
    assert begun == [1, 2, 3] and [done for done, words in again if words == "playing"] == [3]


def test_it_needs_weights_and_several_players(first: Weights) -> None:
    with pytest.raises(WeightsError, match="weights that there are already"):
        tune(PLAN, None)
    with pytest.raises(WeightsError, match="several players"):
        tune(replace(PLAN, players=(1,)), first)


def test_the_command_writes_the_file_again(first: Weights, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    write_weights(out, first)
    words = ["train", "_blank", "--players", "2", "--rounds", "1", "--games", "4", "--by-wins", "--out", str(out)]
    said = run(*words)
    assert "of games of two against those before" in said.stdout
    assert read_weights(out, "_blank").making.command.endswith("--by-wins")


def test_the_estimates_stay_points(first: Weights) -> None:
    """However far a tuning has shifted and stretched them, they say what scores to expect."""
    row = {name: tuple(3 * x for x in knots) for name, knots in first.weights["2"].items()}
    row["constant"] = tuple(x + 500 for x in row["constant"])
    odd = replace(first, weights={"2": row}, with_pieces={})
    with InlinePool() as pool:
        found = calibrated(PLAN, odd, pool, lambda *_: None)
    assert found.making.error["2"] < 3
