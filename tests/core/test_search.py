"""The search plays well, fairly and the same every time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import skerry
from skerry.bots import Budget, Observer, make_bot
from skerry.brain.search import Search, SearchSettings
from skerry.core.rng import Rng
from skerry.core.state import IllegalAction
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from tests.bots.judged import judgement
from tests.games._blank.builder import a_state
from tests.laws.laws import position, states

GAME = GAMES["_blank"]
WITH_SKERRY = {**os.environ, "PYTHONPATH": str(Path(skerry.__file__).parent.parent)}


def searched(state: object, seat: int, seed: int = 1, iterations: int = 400) -> Search:
    observer = Observer(GAME, state, seat)  # type: ignore[arg-type]
    search = Search(observer.imagine, seat, seed)
    search.run(iterations)
    return search


def last_turn(**fields: int) -> object:
    """Seat 0 has the last turn of the game before the pools."""
    from skerry.games._blank.state import POOL, REVEAL, ROUND, TURN

    builder = a_state(2).player(0, shells=3, hand=["crab_pot"]).with_(round=4, **fields)
    state = builder.state
    state.then(ROUND)
    state.then(REVEAL)
    state.ask(POOL, 1)
    state.ask(POOL, 0)
    return builder.at(TURN, 0)


def test_it_finds_the_best_last_turn() -> None:
    """At high tide gathering is worth more than any card in hand."""
    best = searched(last_turn(tide=2), 0, iterations=1500).best()
    assert GAME.actions.text(best) in ("gather", "play crab_pot")
    assert GAME.actions.text(searched(last_turn(tide=0, supply=0), 0, iterations=1500).best()) == "play crab_pot"


@pytest.mark.parametrize("further", [0, 4])
def test_rollouts_may_be_cut_and_judged(further: int) -> None:
    """Without guidance every action is tried before any is tried again, and leaves are judged all the same."""
    settings = SearchSettings()
    settings.guided, settings.further = False, further
    observer = Observer(GAME, last_turn(tide=2), 0)  # type: ignore[arg-type]
    search = Search(observer.imagine, 0, 1, judgement("_blank"), settings)
    search.run(4)
    assert [visits for _, visits, _ in search.table()] == [1, 1, 1, 1]
    search.run(1500)
    assert GAME.actions.text(search.best()) in ("gather", "play crab_pot")


def test_the_same_seed_gives_the_same_tree() -> None:
    assert searched(last_turn(tide=1), 0, 7).table() == searched(last_turn(tide=1), 0, 7).table()


def test_both_builds_grow_the_same_tree() -> None:
    """Golden: visits of the three best actions."""
    table = searched(last_turn(tide=1), 0, 7).table()
    assert [(GAME.actions.text(action), visits) for action, visits, _ in table] == [
        ("play crab_pot", 208),
        ("gather", 160),
        ("rest", 19),
        ("draw", 13),
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_answers_in_every_position_of_every_number_of_players(seats: int) -> None:
    for number, (state, _) in enumerate(states(GAME, seats, 2, {})):
        if state.to_move() < seats and number % 6 == 0:
            search = searched(state, int(state.to_move()), iterations=60)
            assert search.best() in state.legal_actions()
            assert sum(row[1] for row in search.table()) == 60


def test_it_does_not_depend_on_what_it_cannot_know() -> None:
    """Two truths that look the same to seat 0 lead to the same choice."""
    checked = 0
    for number, (state, _) in enumerate(states(GAME, 3, 6, {})):
        if state.to_move() == 0 and number > 10:
            other = GAME.imagine(state, 0, Rng(number))
            if position(other) != position(state):
                assert searched(state, 0, iterations=80).table() == searched(other, 0, iterations=80).table()
                checked += 1
    assert checked > 3


def test_searching_beats_playing_at_random() -> None:
    won = 0
    for game in range(12):
        clever = game % 2
        bots = [make_bot("random", "_blank", game)] * 2
        bots[clever] = make_bot("uct", "_blank", game, Budget(simulations=150))
        match = Match("_blank", [SeatPlan("A"), SeatPlan("B")], seed=str(game))
        match.begin()
        while (seat := match.to_move) is not None:
            action = bots[seat].choose(Observer(match.game, match.state, seat))
            match.play(seat, match.game.actions.text(action))
        won += match.state.winners() >> clever & 1
    assert won >= 10


def test_a_tree_that_is_gone_on_with_answers_with_what_is_legal_now() -> None:
    """All draws of a card share a branch, so it holds the playing of cards that were not drawn."""
    from skerry.games._blank.state import ROUND, TURN

    builder = a_state(1).player(0, shells=9, hand=["crab_pot"]).with_(round=4)
    builder.state.then(ROUND)
    builder.state.ask(TURN, 0)
    state = builder.at(TURN, 0)  # two turns in a row, the last ones
    search = Search(Observer(GAME, state, 0).imagine, 0, 1)
    search.run(600)
    for text in ("draw", "deal heron"):
        search.advance(state, GAME.actions.number(text))
    tried = [action for action, visits, _ in search.table() if visits > 0]
    legal = state.legal_actions()
    others = [action for action in tried if action not in legal]
    assert others and search.best(others) in others  # what was drawn in other iterations
    assert search.best(legal) in legal
    with pytest.raises(IllegalAction):
        search.best([])


def test_a_deep_tree_can_be_thrown_away() -> None:
    """In a process of its own: what went wrong here did not raise, it overwrote memory."""
    program = """
from skerry.brain.search import Node
for _ in range(50):
    at = root = Node()
    for depth in range(3000):
        at = at.child(depth)
    kept = [Node(action) for action in range(50)]
    del root, at
    assert all(len(node.children) == 0 for node in kept)
print("well")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=WITH_SKERRY)
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr
