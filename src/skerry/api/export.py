"""Many games as a table: a row for each player of each game, or for each move."""

import csv
import io
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from skerry.api.names import OfferedGame
from skerry.api.tournament import Entrants, api_plan, play_plan
from skerry.arena import ArenaError, GameResult
from skerry.arena.rating import places
from skerry.core.game import Game as Rules
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match.save import entry_of, unwritable

ExportRow = dict[str, Any]
Kind = Literal["players", "moves"]
EXPORTED_CHANCE = -1  # in a row, the seat of dice and draws


def export(
    game: OfferedGame | str,
    games: int = 100,
    bots: Entrants = ("easy",),
    *,
    rows: Kind = "players",
    out: str | Path | None = None,
    players: int = 0,
    seed: int | str = 1,
    options: Mapping[str, str] | None = None,
    budget: str = "",
    at_most: str = "",
    jobs: int = 1,
) -> list[ExportRow]:
    """Let bots play, and return what happened as rows; `pandas.DataFrame(rows)` makes a data frame of them.

    With `out`, they are written to a file as well, as CSV or (with pyarrow installed) as Parquet.
    """
    if rows not in ("players", "moves"):
        raise ArenaError(f"rows are 'players' or 'moves', not {str(rows)[:40]!r}")
    path = None if out is None else checked(Path(out))
    plan = api_plan(game, bots, games, players, seed, options, budget, at_most, logs=rows == "moves")
    results = play_plan(plan, jobs, None)
    table = list(move_rows(GAMES[plan.setting.game], results) if rows == "moves" else player_rows(results))
    if path is not None:
        write_rows(path, table)
    return table


def player_rows(results: list[GameResult]) -> Iterator[ExportRow]:
    labels = list(dict.fromkeys(label for result in results for label in result.points))
    for number, result in enumerate(results, 1):
        place = places(result)
        for seat, bot in enumerate(result.bots):
            row = {
                "game": number,
                "deal": result.deal + 1,
                "seed": result.seed,
                "seat": seat,
                "order": (seat - result.first) % len(result.bots) + 1,
                "bot": bot,
                "score": result.scores[seat],
                "place": place[seat] + 1,
                "won": result.won[seat],
                "decisions": len(result.times[seat]),
                "taken": result.taken[seat] if result.taken else [],
            }
            yield row | {f"points: {label}": result.points.get(label, counts_of_zero(result))[seat] for label in labels}


def counts_of_zero(result: GameResult) -> list[int]:
    return [0] * len(result.bots)


def move_rows(rules: Rules[Any], results: list[GameResult]) -> Iterator[ExportRow]:
    for number, result in enumerate(results, 1):
        for move, line in enumerate(result.log, 1):
            entry = entry_of(line)
            is_chance = entry.seat == CHANCE
            yield {
                "game": number,
                "deal": result.deal + 1,
                "move": move,
                "seat": EXPORTED_CHANCE if is_chance else entry.seat,
                "bot": "" if is_chance else result.bots[entry.seat],
                "action": rules.actions.number(entry.text),
                "text": entry.text,
                "forced": entry.forced,
            }


def checked(path: Path) -> Path:
    """A wrong file is reported before hours of play, not after."""
    if path.suffix not in (".csv", ".parquet"):
        raise ArenaError(f"{path}: a table is written to a file that ends in .csv or .parquet")
    if why := unwritable(path):
        raise ArenaError(f"{path}: cannot be written: {why}")
    if path.suffix == ".parquet":
        arrow("pyarrow.parquet")
    return path


def arrow(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise ArenaError("Parquet needs pyarrow: pip install pyarrow, or write a .csv file") from error


def write_rows(path: Path, rows: list[ExportRow]) -> None:
    try:
        if path.suffix == ".csv":
            path.write_text(as_csv(rows), encoding="utf-8", newline="")
        else:
            arrow("pyarrow.parquet").write_table(arrow("pyarrow").Table.from_pylist(rows), path)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror}") from error


def as_csv(rows: list[ExportRow]) -> str:
    """Lists become one cell, separated by semicolons."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: ";".join(cell) if isinstance(cell, list) else cell for name, cell in row.items()})
    return out.getvalue()
