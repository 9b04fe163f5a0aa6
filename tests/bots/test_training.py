"""Training: repeatable, better with every round at first, independent of the number of processes."""

from pathlib import Path

import pytest

from skerry.bots.judging import WeightsError, new_judgement, read_weights
from skerry.bots.training import Plan, solve, square_error, train
from skerry.brain.judgement import reals
from skerry.brain.selfplay import Sums
from tests.terminal.command import run

SMALL = Plan("_blank", (1, 2), rounds=2, games=12, contests=10)


def test_a_small_run_improves_the_fit() -> None:
    learnt = train(SMALL)
    first, second = learnt.rounds
    assert first.error < 0.7 * first.error_before  # the points so far say little
    assert second.error_before < first.error_before  # on games that it was not fitted to
    assert learnt.weights.making.games == 48 and set(learnt.weights.weights) == {"1", "2"}


def test_the_same_plan_gives_the_same_weights() -> None:
    assert train(SMALL) == train(SMALL)
    assert train(SMALL) != train(Plan("_blank", (1, 2), rounds=2, games=12, contests=10, seed=2))


def test_the_number_of_processes_does_not_matter() -> None:
    plan = Plan("_blank", (2,), rounds=1, games=20, contests=10)
    assert train(plan) == train(Plan("_blank", (2,), rounds=1, games=20, contests=10, jobs=2))


def test_it_goes_on_from_given_weights() -> None:
    first = train(SMALL).weights
    more = train(SMALL, first)
    assert more.rounds[0].error_before < train(SMALL).rounds[0].error_before


def test_a_game_without_judgement_cannot_be_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.bots.training.new_judgement", lambda _: None)
    with pytest.raises(WeightsError, match="has no judgement to train"):
        train(SMALL)


def samples(count: int) -> Sums:
    """Scores of 3 early + 7 late times the one feature."""
    sums = Sums(4)
    row = reals(2)
    for number in range(count):
        row[0] = float(number % 5)
        row[1] = 1.0
        mix = (number % 4) / 4
        sums.add(row, mix, row[0] * (3.0 * (1 - mix) + 7.0 * mix))
    return sums


def test_the_fit_finds_early_and_late_weights() -> None:
    found = solve(samples(200), [0.0] * 4, 1e-6)
    assert found == pytest.approx([3.0, 0.0, 7.0, 0.0], abs=1e-3)
    assert square_error(samples(200), found) == pytest.approx(0.0, abs=1e-6)


def test_with_few_samples_weights_keep_near_the_centre() -> None:
    centre = [1.0, 0.0, 1.0, 0.0]
    few, many = (solve(samples(count), centre, 400.0) for count in (10, 100_000))
    assert abs(few[0] - 1.0) < abs(many[0] - 1.0)


def test_the_command_writes_a_file_that_tells_how_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    arguments = ["train", "_blank", "--players", "2,1", "--rounds", "1", "--games", "10"]
    done = run(*arguments, "--out", path)
    assert done.returncode == 0, done.stderr
    assert "2 players" in done.stdout and "fitted" in done.stdout
    read = read_weights(path, "_blank")
    assert read.making.command == "skerry train _blank --players 1,2 --rounds 1 --games 10 --seed 1 --anew"
    judgement = new_judgement("_blank")
    assert judgement is not None and len(read.weights["2"]) == judgement.length
    run(*arguments, "--anew", "--out", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == path.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no game 'chess'"),
        (["_blank", "--players", "9"], "1 to 5 players, not 9"),
        (["_blank", "--players", "all"], "should be a list of numbers"),
    ],
)
def test_mistakes_of_use_are_told(arguments: list[str], words: str) -> None:
    done = run("train", *arguments)
    assert done.returncode == 2 and words in done.stderr
