"""Simulations of the tree search in a second on one core.

Plain ones are random games to their end; cut ones are the same for 100 decisions, then judged; judged ones have their
turn played well and the judgement's priors, as the bots search.

    python3 play.py python bench/search.py [GAME ...] [--players N] [--json FILE]

Positions are spread over a random game; time is the processor's, so other work disturbs little.

    python3 play.py python bench/search.py --trees N [GAME ...] [--seconds S]

What it is worth to keep the tree within a turn: N deals, each played from both seats, between a bot that keeps it and
one that starts every decision afresh, with the same processor time for a decision.  With 60 simulations instead, how
many a kept tree brings along; and the memory of one.
"""

import argparse
import json
import time
import tracemalloc
from math import sqrt
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.bots import Observer, make_bot
from skerry.bots.bot import Budget
from skerry.bots.levels import judgement_of
from skerry.bots.search_bot import SearchBot
from skerry.brain.judgement import Judgement
from skerry.brain.search import Search, SearchSettings
from skerry.core.game import Game
from skerry.core.playout import play_out, random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.games import GAMES
from skerry.match import Match, SeatPlan

POSITIONS = 12
SIMULATIONS = 400
CUT = 100  # decisions, about what two players need for two rounds of Tungaru


def positions(game: Game[Any], players: int) -> list[State]:
    """Of a random game, where a seat has a choice; from its start to shortly before its end."""
    found = []
    state = game.new(game.load_kit(), players, game.complete_options(game.among_bots))
    rng, buffers = Rng(5), (new_buffer(), new_buffer())
    while not state.over:
        if state.to_move() != CHANCE and len(state.legal_actions()) > 3:
            found.append(state.clone())
        state.apply(random_action(state, *buffers, rng))
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


def rate(game: Game[Any], states: list[State], judgement: Judgement[Any] | None, cut: int = 0) -> float:
    settings = SearchSettings()
    if cut:
        settings.guided, settings.further = False, cut
    spent = 0.0
    for state in states:
        seat = int(state.to_move())
        search = Search(Observer(game, state, seat).imagine, seat, 7, judgement, settings)
        begin = time.process_time()
        search.run(SIMULATIONS)
        spent += time.process_time() - begin
    return len(states) * SIMULATIONS / spent


def length(states: list[State]) -> float:
    """Decisions of a random game from these positions on, draws counted."""
    rng, buffers = Rng(9), (new_buffer(), new_buffer())
    total = 0
    for state in states:
        for _ in range(20):
            total += int(play_out(state.clone(), rng, *buffers))
    return total / (20 * len(states))


class CountingBot(SearchBot):
    """Notes what each decision found in its tree."""

    def __init__(self, seed: int, budget: Budget, game: str) -> None:
        super().__init__(seed, budget, judgement_of(game))
        self.carried: list[int] = []
        self.bytes: list[int] = []

    def resume(self, observer: Observer) -> Search | None:
        search = super().resume(observer)
        self.carried.append(0 if search is None else int(search.root.visits))
        return search


def kept_trees(name: str, budget: Budget, seed: int) -> CountingBot:
    """A game of bots that keep their trees."""
    match = Match(name, [SeatPlan("Ann"), SeatPlan("Ben")], seed=f"trees-{seed}")
    match.begin()
    bots = [CountingBot(seed + seat, budget, name) for seat in range(2)]
    while (seat := match.to_move) is not None:
        match.play(seat, match.actions.text(bots[seat].choose(Observer(match.game, match.state, seat))))
        if (last := bots[seat].last) is not None and tracemalloc.is_tracing():
            before = tracemalloc.get_traced_memory()[0]
            bots[seat].last = None
            del last
            bots[seat].bytes.append(before - tracemalloc.get_traced_memory()[0])
    return bots[0]


def duel(name: str, seconds: float, seed: int, keeper: int, times: list[list[float]]) -> tuple[float, int]:
    """The keeper's share of the victory, and how far it is ahead; `times` of its decisions and the other's."""
    match = Match(name, [SeatPlan("Ann"), SeatPlan("Ben")], seed=f"duel-{seed}")
    match.begin()
    budget = Budget(seconds=seconds, of_processor=True)
    kept, count = make_bot("expert", name, seed, budget), 0
    while (seat := match.to_move) is not None:
        count += 1
        bot = kept if seat == keeper else make_bot("expert", name, 1000 * seed + count, budget)
        observer, begin = Observer(match.game, match.state, seat), time.process_time()
        action = bot.choose(observer)
        times[seat != keeper].append(time.process_time() - begin)
        match.play(seat, match.actions.text(action))
    winners, scores = int(match.state.winners()), match.state.scores()
    return (winners >> keeper & 1) / max(1, winners.bit_count()), scores[keeper] - scores[1 - keeper]


def try_trees(name: str, deals: int, seconds: float) -> None:
    carried = kept_trees(name, Budget(simulations=60), 1).carried
    reused = [visits for visits in carried if visits]
    print(f"{name}: {len(reused) / len(carried):.0%} of decisions go on with a tree, ", end="")
    print(f"which has {sum(reused) / len(reused):.0f} of 60 simulations", flush=True)
    tracemalloc.start()
    sizes = kept_trees(name, Budget(simulations=1000), 2).bytes
    tracemalloc.stop()
    print(f"{name}: a tree of up to 1,000 simulations needs {max(sizes) / 1e6:.1f} MB at most", flush=True)
    margins: list[float] = []
    times: list[list[float]] = [[], []]
    wins = 0.0
    for seed in range(deals):
        found = [duel(name, seconds, seed, keeper, times) for keeper in range(2)]
        wins += sum(won for won, _ in found) / 2
        margins.append(sum(ahead for _, ahead in found) / 2)
    mean = sum(margins) / deals
    error = sqrt(sum((margin - mean) ** 2 for margin in margins) / max(1, deals - 1) / deals)
    print(f"{name}: with {seconds:g} s for a decision, keeping wins {wins / deals:.0%} of {2 * deals} games, ", end="")
    print(f"{mean:+.1f} ± {1.96 * error:.1f} points; ", end="")
    kept, new = (1000 * sum(spent) / len(spent) for spent in times)
    print(f"a decision takes {kept:.0f} ms of processor time instead of {new:.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="all, if none is named")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--trees", type=int, default=0, metavar="DEALS")
    parser.add_argument("--seconds", type=float, default=0.05)
    asked = parser.parse_args()
    names = asked.games or [name for name in GAMES if not name.startswith("_")]
    if asked.trees:
        for name in names:
            try_trees(name, asked.trees, asked.seconds)
        return
    found = {}
    for name in track(names, "Searching"):
        game = GAMES[name]
        states = positions(game, asked.players)
        found[name] = {
            "plain": round(rate(game, states, None)),
            "decisions in a random rest of the game": round(length(states)),
            f"cut after {CUT}": round(rate(game, states, judgement_of(name), CUT)),
            "judged": round(rate(game, states, judgement_of(name))),
        }
    table = Table("game", *next(iter(found.values())))
    for name, row in found.items():
        table.add_row(name, *(f"{value:,}" for value in row.values()))
    Console().print(table)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
