"""Games as data to learn from: a row for each decision, with observation, mask and how the game ended."""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from skerry.api.export import ExportRow, arrow, checked
from skerry.api.game import Game, new
from skerry.api.names import OfferedGame
from skerry.api.tournament import Entrants, api_plan, play_plan
from skerry.arena import ArenaError, GameResult, read_budget
from skerry.bots import Budget, Observer
from skerry.bots.levels import judgement_of
from skerry.bots.search_bot import SearchBot
from skerry.core.batch import MARGIN, final_rewards
from skerry.core.state import CHANCE
from skerry.match import luck
from skerry.match.save import entry_of
from skerry.workers import Pool

ROWS_IN_MEMORY = 2_000
GAMES_AHEAD = 4  # of each process


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
    search: str = "",
    jobs: int = 1,
) -> int:
    """Let bots play, and write a Parquet file with a row for each decision; return how many rows (needs pyarrow).

    `observation` holds the row's whole numbers, `mask` a byte for each action, and `won`, `score` and `margin` are
    what the seat that decided had at the end.  With `search`, a budget such as `200sims`, every decision is searched:
    `visits` and `values` stand for the actions that the mask allows, in its order, and `value` for the most visited.
    """
    searched = read_budget(search) if search else None
    path = checked(Path(out))
    if path.suffix != ".parquet":
        raise ArenaError(f"{path}: a data set is written to a file that ends in .parquet")
    plan = api_plan(game, bots, games, players, seed, options, budget, at_most, logs=True)
    results = play_plan(plan, jobs, None)
    found = decision_rows(plan.setting.game, plan.setting.options, results, searched, jobs)
    return write_in_parts(path, found, with_search=searched is not None)


def decision_rows(
    game: str, options: Mapping[str, str], results: list[GameResult], search: Budget | None = None, jobs: int = 1
) -> Iterator[ExportRow]:
    """In the order of the games, whoever makes them."""
    calls = ((number, game, options, result, search) for number, result in enumerate(results, 1))
    if jobs == 1:
        for call in calls:
            yield from rows_of_game(*call)
        return
    with Pool(jobs) as pool:
        waiting = deque(pool.submit(rows_of_game, *call) for call in islice(calls, GAMES_AHEAD * jobs))
        while waiting:
            yield from waiting.popleft().result()
            waiting.extend(pool.submit(rows_of_game, *call) for call in islice(calls, 1))


def rows_of_game(
    number: int, game: str, options: Mapping[str, str], result: GameResult, search: Budget | None
) -> list[ExportRow]:
    played = new(game, len(result.bots), result.seed, options)
    rows: list[ExportRow] = []
    for line in result.log:
        entry = entry_of(line)
        if entry.seat == CHANCE or entry.forced:
            continue
        action = played.number(entry.text)
        row: ExportRow = {
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
        rows.append(row | (searched_columns(played, search, len(rows)) if search else {}))
        played.play(action)
    margins = final_rewards(played.state, MARGIN)
    for row in rows:
        seat = row["seat"]
        row.update(won=result.won[seat], score=result.scores[seat], margin=margins[seat])
    return rows


def searched_columns(game: Game, budget: Budget, decision: int) -> ExportRow:
    """What a search by what the seat may know finds here: a value is a utility from 0 to 1, as docs/bots.md says."""
    assert game.seat is not None
    seed = luck.seeded_number(f"{game.seed}:{decision}:search", 0, 2**31)
    bot = SearchBot(seed, budget, judgement_of(game.name))
    table = bot.search(Observer(game.rules, game.state, game.seat)).table()
    found = {action: (visits, value) for action, visits, value in table if visits}
    seen = [found.get(action, (0, None)) for action in game.legal]
    return {
        "visits": [visits for visits, _ in seen],
        "values": [value for _, value in seen],
        "value": max(seen, key=lambda row: row[0])[1],
    }


def write_in_parts(path: Path, rows: Iterator[ExportRow], with_search: bool = False) -> int:
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
    if with_search:
        kinds |= {"visits": pa.list_(whole), "values": pa.list_(real), "value": real}
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
