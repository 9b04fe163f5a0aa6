"""`skerry bench`: the speed of random play on one core."""

import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from skerry.core.compiled import COMPILED
from skerry.core.game import Game
from skerry.core.playout import clone_many, legal_many, play_many, play_some
from skerry.core.rng import Rng
from skerry.core.state import State

SLOW = "The engine is not compiled: this is much slower than it could be."


class Figures(msgspec.Struct, frozen=True):
    game: str
    players: int
    compiled: bool
    decisions_per_s: float
    games_per_s: float
    decisions_per_game: float
    clone_us: float
    legal_us: float


def say_if_uncompiled() -> None:
    """Figures of the uncompiled engine are no measure of the game's speed, nor of its bots' strength."""
    if not COMPILED:
        print(SLOW, file=sys.stderr)


def measure_speed(game: Game[Any], players: int, seconds: float = 1.0) -> Figures:
    game.check_seats(players)
    start = game.new(game.load_kit(), players, game.complete_options({}))
    start.settle()
    decisions = 0

    def play(count: int) -> None:
        nonlocal decisions
        decisions = int(play_many(start, count, 1))

    games, took = timed_batch(play, seconds)
    middle = middle_of(start)
    clones, clone_s = timed_batch(lambda count: clone_many(middle, count), seconds / 4)
    legals, legal_s = timed_batch(lambda count: legal_many(middle, count), seconds / 4)
    return Figures(
        game=game.name,
        players=players,
        compiled=COMPILED,
        decisions_per_s=round(decisions / took),
        games_per_s=round(games / took, 1),
        decisions_per_game=round(decisions / games, 1),
        clone_us=round(clone_s / clones * 1e6, 3),
        legal_us=round(legal_s / legals * 1e6, 3),
    )


def timed_batch(run: Callable[[int], None], seconds: float) -> tuple[int, float]:
    """The size and duration of the first batch that takes long enough."""
    count = 1
    while True:
        begin = time.perf_counter()
        run(count)
        took = time.perf_counter() - begin
        if took >= seconds:
            return count, took
        count = max(count + 1, int(count * min(20.0, 1.2 * seconds / max(took, 1e-6))))


def middle_of(start: State) -> State:
    """A position halfway through a random game."""
    length = int(play_many(start, 1, 1))
    state, rng = start.clone(), Rng(1)
    play_some(state, length // 2, rng)
    return state


def show_figures(figures: Figures, console: Console, json: bool) -> None:
    if json:
        print(msgspec.json.encode(figures).decode())
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for name in figures.__struct_fields__:
        value = getattr(figures, name)
        table.add_row(
            name, f"{value:,}" if isinstance(value, float | int) and not isinstance(value, bool) else str(value)
        )
    console.print(table)
