"""Simulations of the tree search in a second on one core.

Plain ones are random games to their end; cut ones are the same for 100 decisions, then judged; judged ones have their
turn played well and the judgement's priors, as the bots search.

    python3 play.py python bench/search.py [GAME ...] [--players N] [--json FILE]

Positions are spread over a random game; time is the processor's, so other work disturbs little.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.bots import Observer
from skerry.bots.bot import judgement_of
from skerry.brain.judgement import Judgement
from skerry.brain.search import Search, Settings
from skerry.core.game import Game
from skerry.core.playout import pick, play_out
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.games import GAMES

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
        state.apply(pick(state, *buffers, rng))
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


def rate(game: Game[Any], states: list[State], judgement: Judgement[Any] | None, cut: int = 0) -> float:
    settings = Settings()
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="all, if none is named")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    found = {}
    for name in track(asked.games or [name for name in GAMES if not name.startswith("_")], "Searching"):
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
