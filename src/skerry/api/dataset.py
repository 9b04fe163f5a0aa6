"""Games as data to learn from: a row for each decision, with observation, mask and how the game ended."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from skerry.api.export import ExportRow, arrow, checked
from skerry.api.game import new
from skerry.api.names import OfferedGame
from skerry.api.tournament import Entrants, api_plan, play_plan
from skerry.arena import ArenaError, GameResult
from skerry.core.batch import MARGIN, final_rewards
from skerry.core.state import CHANCE
from skerry.match.save import entry_of

ROWS_IN_MEMORY = 2_000  # in memory


def dataset(
    game: OfferedGame | str,
    games: int = 100,
    bots: Entrants = ("easy",),
    *,
    out: str | Path,
    players: int = 0,
    seed: int | str = 1,
    options: Mapping[str, str] | None = None,
    budget: str = "",
    at_most: str = "",
    jobs: int = 1,
) -> int:
    """Let bots play, and write a Parquet file with a row for each decision; return how many rows (needs pyarrow).

    `observation` holds the row's whole numbers, `mask` a byte for each action, and `won`, `score` and `margin` are
    what the seat that decided had at the end.
    """
    path = checked(Path(out))
    if path.suffix != ".parquet":
        raise ArenaError(f"{path}: a data set is written to a file that ends in .parquet")
    plan = api_plan(game, bots, games, players, seed, options, budget, at_most, logs=True)
    results = play_plan(plan, jobs, None)
    found = decision_rows(plan.setting.game, plan.setting.options, results)
    return write_in_parts(path, found)


def decision_rows(game: str, options: Mapping[str, str], results: list[GameResult]) -> Iterator[ExportRow]:
    for number, result in enumerate(results, 1):
        played = new(game, len(result.bots), result.seed, options)
        rows: list[ExportRow] = []
        for line in result.log:
            entry = entry_of(line)
            if entry.seat == CHANCE or entry.forced:
                continue
            action = played.number(entry.text)
            rows.append(
                {
                    "game": number,
                    "deal": result.deal + 1,
                    "seed": result.seed,
                    "decision": len(rows) + 1,
                    "seat": entry.seat,
                    "bot": result.bots[entry.seat],
                    "action": action,
                    "observation": played.observe().tolist(),
                    "mask": played.mask,
                }
            )
            played.play(action)
        margins = final_rewards(played.state, MARGIN)
        for row in rows:
            seat = row["seat"]
            yield row | {"won": result.won[seat], "score": result.scores[seat], "margin": margins[seat]}


def write_in_parts(path: Path, rows: Iterator[ExportRow]) -> int:
    """A few thousand rows at a time, since a large set does not fit into memory."""
    pa, parquet = arrow("pyarrow"), arrow("pyarrow.parquet")
    whole, real = pa.int32(), pa.float64()
    kinds = {
        "game": whole,
        "deal": whole,
        "seed": pa.string(),
        "decision": whole,
        "seat": pa.int8(),
        "bot": pa.string(),
    }
    kinds |= {"action": whole, "observation": pa.list_(pa.int16()), "mask": pa.binary()}
    schema = pa.schema(list((kinds | {"won": real, "score": whole, "margin": real}).items()))
    count = 0
    try:
        with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
            while part := list(islice(rows, ROWS_IN_MEMORY)):
                writer.write_table(pa.Table.from_pylist(part, schema))
                count += len(part)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror or error}") from error
    return count
