"""Two files of weights against each other: who wins, in games on duplicate deals.

    python3 play.py python bench/weights.py GAME NEW OLD [--games N] [--players P] [--seconds S | --simulations K]

Every deal is played with the new weights in each of the seats in turn; with four players, two seats have each.
Without --seconds and --simulations both look one turn ahead.  Seconds are of the processor, so that other work
disturbs little, and what a judgement costs counts against it.
"""

import argparse
from math import sqrt
from pathlib import Path

from skerry.bots import Observer
from skerry.bots.bot import Bot, Budget
from skerry.bots.judging import read_weights
from skerry.bots.lookahead_bot import LookaheadBot
from skerry.bots.search_bot import SearchBot
from skerry.bots.training import judge_with
from skerry.brain.judgement import Judgement
from skerry.match import Match, SeatPlan


def make(judgement: "Judgement[object]", seed: int, budget: Budget | None) -> Bot:
    if budget is None:
        return LookaheadBot(seed, Budget(simulations=3), judgement, 0.0)
    return SearchBot(seed, budget, judgement)


def share_of_new(
    name: str, judgements: list["Judgement[object]"], new: list[bool], seed: int, budget: Budget | None
) -> float:
    """The share of the victory that goes to seats with the new weights."""
    match = Match(name, [SeatPlan(f"Seat {seat}") for seat in range(len(new))], seed=f"weights-{seed}")
    match.begin()
    bots = [make(judgements[0 if is_new else 1], 100 * seed + seat, budget) for seat, is_new in enumerate(new)]
    while (seat := match.to_move) is not None:
        match.play(seat, match.actions.text(bots[seat].choose(Observer(match.game, match.state, seat))))
    winners = int(match.state.winners())
    won = sum(1 for seat, is_new in enumerate(new) if is_new and winners >> seat & 1)
    return won / max(1, winners.bit_count())


def seatings(players: int) -> list[list[bool]]:
    """Half of the seats have the new weights, at every rotation; with an odd number, one seat does."""
    first = [seat % 2 == 0 for seat in range(players)] if players % 2 == 0 else [seat == 0 for seat in range(players)]
    return [first[turn:] + first[:turn] for turn in range(2 if players % 2 == 0 else players)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("new", type=Path)
    parser.add_argument("old", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    asked = parser.parse_args()
    judgements = [judge_with(read_weights(path, asked.game)) for path in (asked.new, asked.old)]
    budget = None
    if asked.seconds:
        budget = Budget(seconds=asked.seconds, of_processor=True)
    elif asked.simulations:
        budget = Budget(simulations=asked.simulations)
    ways = seatings(asked.players)
    deals = max(2, asked.games // len(ways))
    results = [
        sum(share_of_new(asked.game, judgements, way, seed, budget) for way in ways) / len(ways)
        for seed in range(asked.first, asked.first + deals)
    ]
    mean = sum(results) / deals
    error = sqrt(sum((result - mean) ** 2 for result in results) / (deals - 1) / deals)
    fair = sum(ways[0]) / asked.players
    print(f"{asked.game}, {asked.players} players, {deals * len(ways)} games:", end=" ")
    print(f"the new weights win {mean:.3f} ± {1.96 * error:.3f} (alike: {fair:.2f})", flush=True)


if __name__ == "__main__":
    main()
