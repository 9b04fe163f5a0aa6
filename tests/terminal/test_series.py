"""A campaign in the terminal, from game to game."""

import json
from pathlib import Path

import pytest

from tests.terminal.command import run


@pytest.mark.long
def test_a_campaign_is_played_game_by_game_and_the_rank_is_kept(tmp_path: Path) -> None:
    said = []
    for _ in range(3):
        done = run("series", "nusfjord", "campaign", typed="1\n\n" * 150, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert "Rank 0. 0 of 3 games played, 0 points so far." in said[0]
    assert "Rank 0. 1 of 3 games played" in said[1]
    assert "points in three games: you " in said[2]
    kept = json.loads((tmp_path / "nusfjord-campaign.json").read_text())
    assert kept["results"] == [] and len(kept["played"]) == 3


def test_a_game_of_a_series_goes_on_where_it_was_left(tmp_path: Path) -> None:
    run("series", "nusfjord", "campaign", typed="1\nq\n", cwd=tmp_path)
    left = len(json.loads((tmp_path / "nusfjord-campaign-match.json").read_text())["log"])
    done = run("series", "nusfjord", "campaign", typed="1\n\n" * 150, cwd=tmp_path)
    assert "1 of 3 games played" in done.stdout
    assert len(json.loads((tmp_path / "nusfjord-campaign-match.json").read_text())["log"]) > left


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.long
def test_nusfjord_is_played_to_the_end_with_every_number_of_players(players: int, tmp_path: Path) -> None:
    seats = ",".join(["me"] + ["random"] * (players - 1))
    done = run("play", "nusfjord", "--seats", seats, typed="1\n\n" * 150, cwd=tmp_path)
    assert "Final score" in done.stdout, done.stdout[-500:] + done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_an_unknown_series_is_one_clear_line(tmp_path: Path) -> None:
    done = run("series", "nusfjord", "saga", cwd=tmp_path)
    assert done.returncode == 2 and "nusfjord campaign, nusfjord rematch" in done.stderr


def test_a_saved_game_given_as_a_series_stays_where_it_is(tmp_path: Path) -> None:
    run("play", "_blank", "--seats", "me", "--save", "m.json", typed="q\n", cwd=tmp_path)
    done = run("series", "nusfjord", "campaign", "--file", "m.json", typed="q\n", cwd=tmp_path)
    assert done.returncode == 2 and "m.json: a saved game, not a series; choose another file" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["m.json"]


def test_a_folder_in_place_of_a_series_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    done = run("series", "nusfjord", "campaign", "--file", "folder", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.strip() == "skerry: folder: cannot be read: Is a directory."


def test_whoever_leaves_a_series_is_told_how_to_go_on_with_it(tmp_path: Path) -> None:
    done = run("series", "nusfjord", "campaign", typed="q\n", cwd=tmp_path)
    assert "Saved. Continue with: skerry series nusfjord campaign\n" in done.stdout
    done = run("series", "nusfjord", "campaign", "--file", "c.json", typed="q\n", cwd=tmp_path)
    assert "Saved. Continue with: skerry series nusfjord campaign --file c.json\n" in done.stdout
