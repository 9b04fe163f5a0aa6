"""Two files of weights against each other: who wins, in games on duplicate deals.

    python3 play.py python bench/weights.py GAME NEW OLD [--games N] [--players P] [--seconds S | --simulations K]
    python3 play.py python bench/weights.py GAME NEW OLD --simulations K [--against L] [--set NAME=VALUE ...]

Every deal is played with the new weights in each of the seats in turn; with four players, two seats have each.
Without --seconds and --simulations both look one turn ahead.  Seconds are of the processor, so that other work
disturbs little, and what a judgement costs counts against it.  Simulations do not depend on the machine; --against
gives the old weights another number of them, and --set gives the new ones other settings of the search, so that with
one file for both, two ways to search meet.  The processor time of both is told.
"""

import argparse
import time
from math import sqrt
from pathlib import Path
from typing import Any

from skerry.bots import Observer
from skerry.bots.bot import Bot, Budget
from skerry.bots.judging import read_weights
from skerry.bots.lookahead_bot import LookaheadBot
from skerry.bots.search_bot import SearchBot
from skerry.bots.training import judge_with
from skerry.brain.judgement import Judgement
from skerry.brain.search import SearchSettings
from skerry.games import GAMES
from skerry.match import Match, SeatPlan


class Side:
    """The new or the old weights, how their bots search, and what that has taken so far."""

    def __init__(self, judgement: Judgement[Any], budget: Budget | None, settings: SearchSettings) -> None:
        self.judgement = judgement
        self.budget = budget
        self.settings = settings
        self.seconds = 0.0
        self.decisions = 0

    def bot(self, seed: int) -> Bot:
        if self.budget is None:
            return LookaheadBot(seed, Budget(simulations=3), self.judgement, 0.0)
        return SearchBot(seed, self.budget, self.judgement, self.settings)

    def choose(self, bot: Bot, observer: Observer) -> int:
        begin = time.thread_time()
        action = bot.choose(observer)
        self.seconds += time.thread_time() - begin
        self.decisions += 1
        return action


def share_of_new(name: str, sides: list[Side], new: list[bool], seed: int) -> float:
    """The share of the victory that goes to seats with the new weights."""
    seats = [SeatPlan(f"Seat {seat}") for seat in range(len(new))]
    match = Match(name, seats, seed=f"weights-{seed}", options=dict(GAMES[name].among_bots))
    match.begin()
    bots = [sides[0 if is_new else 1].bot(100 * seed + seat) for seat, is_new in enumerate(new)]
    while (seat := match.to_move) is not None:
        action = sides[0 if new[seat] else 1].choose(bots[seat], Observer(match.game, match.state, seat))
        match.play(seat, match.actions.text(action))
    winners = int(match.state.winners())
    won = sum(1 for seat, is_new in enumerate(new) if is_new and winners >> seat & 1)
    return won / max(1, winners.bit_count())


def seatings(players: int) -> list[list[bool]]:
    """Half of the seats have the new weights, at every rotation; with an odd number, one seat does."""
    first = [seat % 2 == 0 for seat in range(players)] if players % 2 == 0 else [seat == 0 for seat in range(players)]
    return [first[turn:] + first[:turn] for turn in range(2 if players % 2 == 0 else players)]


def settings_of(words: list[str]) -> SearchSettings:
    settings = SearchSettings()
    for word in words:
        name, _, value = word.partition("=")
        setattr(settings, name, type(getattr(settings, name))(float(value)))
    return settings


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("new", type=Path)
    parser.add_argument("old", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--against", type=int, default=0, help="simulations of the old weights")
    parser.add_argument("--set", action="append", default=[], help="a setting of the search for the new weights")
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    asked = parser.parse_args()
    budgets: list[Budget | None] = [None, None]
    if asked.seconds:
        budgets = [Budget(seconds=asked.seconds, of_processor=True)] * 2
    elif asked.simulations:
        budgets = [Budget(simulations=number) for number in (asked.simulations, asked.against or asked.simulations)]
    sides = [
        Side(judge_with(read_weights(path, asked.game)), budget, settings_of(words))
        for path, budget, words in zip((asked.new, asked.old), budgets, (asked.set, []), strict=True)
    ]
    ways = seatings(asked.players)
    deals = max(2, asked.games // len(ways))
    results = [
        sum(share_of_new(asked.game, sides, way, seed) for way in ways) / len(ways)
        for seed in range(asked.first, asked.first + deals)
    ]
    mean = sum(results) / deals
    error = sqrt(sum((result - mean) ** 2 for result in results) / (deals - 1) / deals)
    fair = sum(ways[0]) / asked.players
    print(f"{asked.game}, {asked.players} players, {deals * len(ways)} games:", end=" ")
    print(f"the new weights win {mean:.3f} ± {1.96 * error:.3f} (alike: {fair:.2f})", end="; ")
    took = " and ".join(f"{1000 * side.seconds / max(1, side.decisions):.1f}" for side in sides)
    print(f"a decision took {took} ms", flush=True)


if __name__ == "__main__":
    main()
