"""Many games as a table."""

import csv
import importlib.util
from pathlib import Path

import pytest

import skerry
from skerry.api.dataset import decision_rows
from skerry.api.tournament import api_plan, play_plan
from skerry.arena import ArenaError
from skerry.bots import Budget
from tests.terminal.command import run


def test_a_row_for_each_player_of_each_game() -> None:
    rows = skerry.export("nusfjord", games=4, bots=["random", "novice@1sims"], seed=3)
    assert len(rows) == 8 and {row["game"] for row in rows} == {1, 2, 3, 4}
    for game in range(1, 5):
        players = [row for row in rows if row["game"] == game]
        assert sorted(row["order"] for row in players) == [1, 2] and {row["bot"] for row in players} == {
            "random",
            "novice@1sims",
        }
        assert sum(row["won"] for row in players) == 1
        best = min(players, key=lambda row: row["place"])
        assert best["won"] and best["score"] == max(row["score"] for row in players)
    for row in rows:
        assert sum(value for name, value in row.items() if name.startswith("points: ")) == row["score"]
    assert any(row["taken"] for row in rows)  # cards, by name


def test_a_row_for_each_move_replays_the_game() -> None:
    rows = skerry.export("_blank", games=2, bots={"mine": lambda me: me.legal[-1]}, players=3, rows="moves")
    seed = skerry.export("_blank", games=2, bots={"mine": lambda me: me.legal[-1]}, players=3)[0]["seed"]
    game = skerry.new("_blank", players=3, seed=seed)
    for row in (row for row in rows if row["game"] == 1):
        if row["seat"] >= 0 and not row["forced"]:
            assert row["seat"] == game.seat and row["text"] == game.text(row["action"])
            game.play(row["action"])
    assert game.over and {row["bot"] for row in rows} == {"mine", ""}


def test_the_command_writes_csv(tmp_path: Path) -> None:
    done = run("export", "nusfjord", "--games", 3, "--bots", "random", "--jobs", 1, "--out", "g.csv", cwd=tmp_path)
    assert done.returncode == 0 and "3 games, 6 rows: g.csv" in done.stdout, done.stderr
    with (tmp_path / "g.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    here = skerry.export("nusfjord", games=3, bots=["random"])
    assert [(row["score"], row["taken"]) for row in found] == [
        (str(row["score"]), ";".join(row["taken"])) for row in here
    ]
    moves = run("export", "_blank", "--games", 1, "--bots", "random", "--moves", "--out", "m.csv", cwd=tmp_path)
    assert moves.returncode == 0 and "gather" in (tmp_path / "m.csv").read_text()


def test_parquet_if_pyarrow_is_there_and_else_a_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    if importlib.util.find_spec("pyarrow"):
        import pyarrow.parquet

        rows = skerry.export("_blank", games=2, bots=["random"], out=path)
        assert pyarrow.parquet.read_table(path).to_pylist() == rows
    else:
        with pytest.raises(ArenaError, match="pip install pyarrow, or write a .csv file"):
            skerry.export("_blank", games=2, bots=["random"], out=path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "games.xlsx"], "games.xlsx: a table is written to a file that ends in .csv or .parquet"),
        (["--out", "no/where.csv"], "cannot be written: there is no folder no"),
        (["--out", "g.csv", "--bots", "hrad"], "There is no bot 'hrad'"),
        (["--out", "g.csv", "--players", "9"], "for 1 to 5 players, not 9"),
        (["--out", "g.csv", "--option", "deck"], "--option 'deck' should look like name=value"),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = run("export", "_blank", *arguments, cwd=tmp_path)
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_unknown_rows_are_refused() -> None:
    with pytest.raises(ArenaError, match="rows are 'players' or 'moves', not 'games'"):
        skerry.export("_blank", rows="games")  # type: ignore[arg-type]


def test_a_data_set_has_what_the_seat_saw_what_it_could_do_and_how_it_ended(tmp_path: Path) -> None:
    plan = api_plan("buru", ["random"], 2, 2, 5, None, "", "", logs=True)
    results = play_plan(plan, 1, None)
    rows = list(decision_rows("buru", plan.setting.options, results))
    for number, result in enumerate(results, 1):
        game = skerry.new("buru", 2, seed=result.seed)
        mine = [row for row in rows if row["game"] == number]
        for row in mine:
            assert row["seat"] == game.seat and row["observation"] == game.observe().tolist()
            assert row["mask"] == game.mask and row["mask"][row["action"]] == 1
            game.play(row["action"])
        assert game.over and len({row["decision"] for row in mine}) == len(mine)
        for row in mine:
            ahead = game.scores[row["seat"]] - game.scores[1 - row["seat"]]
            assert row["score"] == game.scores[row["seat"]] and row["margin"] == ahead
            assert (row["won"] > 0) == (row["seat"] in game.winners)
    path = tmp_path / "buru.parquet"
    if importlib.util.find_spec("pyarrow"):
        import pyarrow.parquet

        assert skerry.dataset("buru", 2, ["random"], out=path, players=2, seed=5) == len(rows)
        assert pyarrow.parquet.read_table(path).to_pylist() == rows
    else:
        with pytest.raises(ArenaError, match="pip install pyarrow"):
            skerry.dataset("buru", 2, ["random"], out=path)
    with pytest.raises(ArenaError, match="a data set is written to a file that ends in .parquet"):
        skerry.dataset("buru", 2, ["random"], out=tmp_path / "buru.csv")


def test_a_data_set_has_what_a_search_thinks_of_every_action(tmp_path: Path) -> None:
    plan = api_plan("buru", ["random"], 2, 2, 5, None, "", "", logs=True)
    results = play_plan(plan, 1, None)[:1]
    plain = list(decision_rows("buru", plan.setting.options, results))
    rows = list(decision_rows("buru", plan.setting.options, results, Budget(simulations=12)))
    assert [{name: row[name] for name in plain[0]} for row in rows] == plain
    for row in rows:
        assert len(row["visits"]) == len(row["values"]) == sum(row["mask"])
        assert all((value is None) == (visits == 0) for visits, value in zip(row["visits"], row["values"], strict=True))
        assert all(0 <= value <= 1 for value in row["values"] if value is not None)
        assert row["value"] == row["values"][row["visits"].index(max(row["visits"]))]
    assert list(decision_rows("buru", plan.setting.options, results * 3, Budget(simulations=12), jobs=2))[-1] == {
        **rows[-1],
        "game": 3,
    }
    if importlib.util.find_spec("pyarrow"):
        import pyarrow.parquet

        path = tmp_path / "searched.parquet"
        skerry.dataset("_blank", 2, ["random"], out=path, search="4sims")
        assert {"visits", "values", "value"} <= set(pyarrow.parquet.read_table(path).column_names)
    with pytest.raises(ArenaError, match="a budget is a time or a number of simulations"):
        skerry.dataset("buru", 2, ["random"], out=tmp_path / "b.parquet", search="often")


def test_a_search_without_decisions_is_refused(tmp_path: Path) -> None:
    done = run("export", "_blank", "--search", "4sims", "--out", "g.csv", cwd=tmp_path)
    assert done.returncode == 2 and "--search goes with --decisions" in done.stderr
