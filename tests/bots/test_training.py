"""Training: repeatable, better with every round at first, independent of the number of processes."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from skerry.bots.judging import WeightsError, new_judgement, read_weights
from skerry.bots.training import Tell, TrainingPlan, train
from skerry.brain.judgement import reals
from skerry.brain.least_squares import Sums, ridge_regression
from skerry.terminal.train import learning_curve
from tests.terminal.command import run

SMALL = TrainingPlan("_blank", (1, 2), rounds=2, games=24, contests=20)
TINY = TrainingPlan("_blank", (1,), rounds=2, games=4, contests=2)


def test_a_small_run_improves_the_fit() -> None:
    learnt = train(SMALL)
    first, second = learnt.rounds
    assert first.error < 0.7 * first.error_before  # the points so far say little
    assert second.error_before < first.error_before  # on games that it was not fitted to
    assert learnt.weights.making.games == 48 * learnt.weights.making.rounds and set(learnt.weights.weights) == {
        "1",
        "2",
    }


def test_the_same_plan_gives_the_same_weights() -> None:
    assert train(SMALL) == train(SMALL)
    assert train(SMALL) != train(TrainingPlan("_blank", (1, 2), rounds=2, games=24, contests=20, seed=2))


def test_the_number_of_processes_does_not_matter() -> None:
    plan = TrainingPlan("_blank", (2,), rounds=1, games=20, contests=10)
    assert train(plan) == train(TrainingPlan("_blank", (2,), rounds=1, games=20, contests=10, jobs=2))


def test_it_goes_on_from_given_weights() -> None:
    first = train(SMALL).weights
    more = train(SMALL, first)
    assert more.rounds[0].error_before < train(SMALL).rounds[0].error_before


def test_a_game_without_judgement_cannot_be_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.bots.training.new_judgement", lambda _: None)
    with pytest.raises(WeightsError, match="has no judgement to train"):
        train(SMALL)


def test_pieces_alone_leave_the_weights_of_features() -> None:
    first = train(TINY).weights
    second = train(replace(TINY, pieces_only=True, rounds=1, seed=5), first).weights
    assert second.weights == first.weights and second.doubt == first.doubt
    for name, row in first.weights["1"].items():
        assert second.with_pieces["1"][name] == pytest.approx(row, abs=0.01)
    assert second.with_pieces != first.with_pieces


def test_pieces_alone_need_features_with_weights() -> None:
    with pytest.raises(WeightsError, match="beside features"):
        train(replace(TINY, pieces_only=True))


def stop_after(tasks: int) -> Tell:
    """Somebody presses Ctrl-C after so many reports."""
    reports = 0

    def tell(done: int, total: int, words: str) -> None:
        nonlocal reports
        reports += 1
        if reports > tasks:
            raise KeyboardInterrupt

    return tell


def rounds_begun(reports: list[str]) -> set[str]:
    return {words.split(":")[0] for words in reports}


def test_an_interrupted_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """It ends as if nothing had happened, and plays no round again that was finished."""
    kept = tmp_path / "kept"
    whole: list[str] = []
    expected = train(TINY, tell=lambda _, __, words: whole.append(words))
    with pytest.raises(KeyboardInterrupt):
        train(TINY, tell=stop_after(len(whole) // 2 + 1), kept=kept)
    again: list[str] = []
    assert train(TINY, tell=lambda _, __, words: again.append(words), kept=kept) == expected
    assert rounds_begun(whole) == {"round 1", "round 2"} and rounds_begun(again) == {"round 2"}


def test_another_training_does_not_go_on_with_it(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    train(TINY, kept=kept)
    other = replace(TINY, seed=2)
    assert train(other, kept=kept) == train(other)


@pytest.mark.parametrize("damage", ["empty", "half", "numbers"])
def test_a_damaged_file_of_a_training_is_ignored(tmp_path: Path, damage: str) -> None:
    kept = tmp_path / "kept"
    expected = train(TINY, kept=kept)
    content = kept.read_bytes()
    if damage == "numbers":
        found: dict[str, Any] = msgspec.msgpack.decode(content)
        found["memory"][1][0]["products"] = b"12345678"
        kept.write_bytes(msgspec.msgpack.encode(found))
    else:
        kept.write_bytes(content[: len(content) // 2] if damage == "half" else b"")
    again: list[str] = []
    assert train(TINY, tell=lambda _, __, words: again.append(words), kept=kept) == expected
    assert rounds_begun(again) == {"round 1", "round 2"}


def test_the_curve_adds_up_wins_against_the_weights_before() -> None:
    learnt = train(TINY)
    first, second = learnt.rounds
    shown = replace(learnt, rounds=[first, replace(second, won=0.75), replace(second, number=3, taken=False)])
    assert learning_curve(shown) == pytest.approx([0.0, 190.8, 190.8], abs=0.1)


def samples(count: int) -> Sums:
    """Scores of 3 early, 6 in the middle and 7 late times the one feature."""
    sums = Sums(2)
    row = reals(2)
    for number in range(count):
        row[0] = float(number % 5)
        row[1] = 1.0
        progress = (number % 9) / 8
        weight = 3.0 + 6.0 * progress if progress < 0.5 else 5.0 + 2.0 * progress
        sums.add(row, progress, row[0] * weight)
    return sums


def test_the_fit_finds_early_middle_and_late_weights() -> None:
    found = ridge_regression(samples(450), [0.0] * 6, 1e-6, 0.0, 2)
    assert found == pytest.approx([3.0, 0.0, 6.0, 0.0, 7.0, 0.0], abs=1e-3)
    assert samples(450).square_error(found) == pytest.approx(0.0, abs=1e-6)


def test_with_few_samples_weights_keep_near_the_centre() -> None:
    centre = [1.0, 0.0] * 3
    few, many = (ridge_regression(samples(count), centre, 400.0, 0.0, 2) for count in (18, 90_000))
    assert abs(few[0] - 1.0) < abs(many[0] - 1.0)


def test_a_piece_that_was_hardly_seen_says_little() -> None:
    """The second feature is there once in 100 samples, and then the score is 10 higher."""
    sums = Sums(2)
    row = reals(2)
    for number in range(300):
        row[0], row[1] = 1.0, float(number % 100 == 0)
        sums.add(row, 0.5, 20.0 + 10.0 * row[1])
    common, rare = (ridge_regression(sums, [0.0] * 6, 1e-6, 50.0, features)[3] for features in (2, 1))
    assert common == pytest.approx(10.0, abs=0.1) and 0.0 < rare < 1.0


def test_sums_of_the_first_features_are_those_without_the_rest() -> None:
    full, plain = Sums(3), Sums(2)
    row = reals(3)
    for number in range(50):
        row[0], row[1], row[2] = float(number % 7), 1.0, float(number % 3)
        score, progress = float(number % 11), number / 50
        full.add(row, progress, score)
        plain.add(row, progress, score)
    found = full.first(2)
    assert ridge_regression(found, [0.0] * 6, 1.0, 0.0, 2) == pytest.approx(
        ridge_regression(plain, [0.0] * 6, 1.0, 0.0, 2)
    )


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
    assert [file.name for file in tmp_path.iterdir()] == ["w.json"]  # nothing else is left behind
    run(*arguments, "--anew", "--out", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == path.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "There is no game 'chess'"),
        (["_blank", "--players", "9"], "1 to 5 players, not 9"),
        (["_blank", "--players", "all"], "should be a list of numbers"),
    ],
)
def test_mistakes_of_use_are_told(arguments: list[str], words: str) -> None:
    done = run("train", *arguments)
    assert done.returncode == 2 and words in done.stderr
