"""Playing a plan: here, in processes, broken off and taken up again; every game counts once."""

import json
import multiprocessing
from pathlib import Path

import pytest
from msgspec.structs import replace

from skerry.arena import ArenaError, Run, summarise
from skerry.arena.run import LEAST_ON_RAY, decisions_per_seat, playouts
from skerry.match import load_match
from skerry.match.luck import wrong_chances
from tests.arena.fields import a_plan, played, timeless


def lines_of(folder: Path) -> list[str]:
    return (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()


def test_several_processes_give_the_same_results_as_one(tmp_path: Path) -> None:
    plan = a_plan(games=12, players=3)
    one, two = played(plan, tmp_path / "one"), played(plan, tmp_path / "two", jobs=2)
    assert timeless(one) == timeless(two)
    assert len(lines_of(tmp_path / "two")) == 12


def test_a_process_that_dies_is_replaced_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    plan = a_plan("bot@40sims,random", 12)
    others = set(multiprocessing.active_children())
    killed: list[int] = []

    def tell(count: int, before: bool) -> None:
        if not before and not killed:
            victim = next(iter(set(multiprocessing.active_children()) - others))
            victim.kill()
            killed.append(victim.pid or 0)

    results = Run(plan, tmp_path / "two", jobs=2).play(tell)
    assert killed and timeless(results) == timeless(played(plan, tmp_path / "one"))
    assert (
        len({json.loads(line)["key"] for line in lines_of(tmp_path / "two")}) == len(lines_of(tmp_path / "two")) == 12
    )


def test_a_run_that_was_broken_off_plays_only_what_is_missing(tmp_path: Path) -> None:
    plan = a_plan(games=8)
    whole = played(plan, tmp_path / "whole")
    lines = lines_of(tmp_path / "whole")
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "results.jsonl").write_text("\n".join(lines[:3]) + "\n" + lines[3][:50])
    heard: list[tuple[int, bool]] = []
    results = Run(plan, tmp_path / "torn").play(lambda count, before: heard.append((count, before)))
    assert heard == [(3, True)] + [(1, False)] * 5
    assert timeless(results) == timeless(whole)
    assert len(lines_of(tmp_path / "torn")) == 8


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    plan = a_plan(games=4)
    assert played(plan, tmp_path) == played(plan, tmp_path)  # the times too


def test_more_games_go_on_from_those_that_are_there(tmp_path: Path) -> None:
    few = played(a_plan(games=4), tmp_path)
    assert played(a_plan(games=8), tmp_path)[:4] == few


def test_a_result_that_stands_twice_in_the_file_counts_once(tmp_path: Path) -> None:
    plan = a_plan(games=4)
    first = summarise(plan, played(plan, tmp_path))
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text() * 2)
    assert summarise(plan, played(plan, tmp_path)) == first


@pytest.mark.parametrize("line", ["{", "[]", '{"key": 1}', "\x00"])
def test_a_damaged_line_is_told_with_its_number_and_left_alone(tmp_path: Path, line: str) -> None:
    plan = a_plan(games=4)
    played(plan, tmp_path)
    path = tmp_path / "results.jsonl"
    lines = lines_of(tmp_path)
    path.write_text("\n".join([lines[0], line, *lines[1:]]) + "\n")
    with pytest.raises(ArenaError, match=r"results\.jsonl: line 2 is damaged .*delete it") as raised:
        played(plan, tmp_path)
    assert "\n" not in str(raised.value)
    assert len(lines_of(tmp_path)) == 5


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="results cannot be kept there"):
        played(a_plan(games=2), tmp_path / "file")


def test_saved_games_open_with_the_scores_of_the_results_and_honest_dice(tmp_path: Path) -> None:
    results = played(a_plan(games=6, players=3), tmp_path)
    paths = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in paths][:2] == ["deal0001-1.json", "deal0001-2.json"] and len(paths) == 6
    for path, result in zip(paths, results, strict=True):
        match = load_match(path)
        assert match.over and match.warnings == [] and wrong_chances(match) == []
        assert match.state.scores() == result.scores
        assert [seat.bot for seat in match.seats] == [name.split("@")[0] for name in result.bots]


def test_without_saves_the_results_are_the_same_but_no_games_are_kept(tmp_path: Path) -> None:
    lean = played(a_plan(games=4, logs=False), tmp_path / "lean")
    full = played(a_plan(games=4), tmp_path / "full")
    assert [result.scores for result in lean] == [result.scores for result in full]
    assert not (tmp_path / "lean" / "games").exists() and not lean[0].log


def test_categories_add_up_to_the_scores(tmp_path: Path) -> None:
    for result in played(a_plan(games=6), tmp_path):
        assert [sum(column) for column in zip(*result.points.values(), strict=True)] == result.scores
        assert sum(result.won) == pytest.approx(1)


def test_a_worker_with_another_version_of_the_code_is_told_apart(tmp_path: Path) -> None:
    plan = a_plan(games=4)
    other = replace(plan, setting=replace(plan.setting, code="older"))
    with pytest.raises(ArenaError, match="different version of Skerry"):
        played(other, tmp_path, jobs=2)


@pytest.mark.parametrize("bots", ["random", "random,bot@3sims", "bot@200sims", "bot@20ms"])
def test_every_task_for_a_cluster_holds_a_thousand_playouts(bots: str, tmp_path: Path) -> None:
    plan = a_plan(bots, 2_500)
    jobs = plan.jobs()
    tasks = Run(plan, tmp_path).tasks(jobs, LEAST_ON_RAY)
    decisions = decisions_per_seat(plan)
    assert [job for task in tasks for job in task] == jobs
    for task in tasks[:-1]:
        assert sum(playouts(job, decisions) for job in task) >= 1_000
    assert len(tasks) > 1
