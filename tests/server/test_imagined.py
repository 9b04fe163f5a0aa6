"""What if?  Trying things out from one's own seat, and nothing of it happens."""

import json
from random import Random
from typing import Any

import pytest

from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.server.protocol.messages import Imagine
from skerry.server.tables.messages import what_if
from tests.server.browser import Guest, Seat, possible
from tests.server.test_friends import all_ready, gathered

pytestmark = pytest.mark.both


def imagine(screen: Seat, seat: int, *moves: str) -> dict[str, Any]:
    screen.send(type="imagine", seat=seat, version=screen.picture["version"], moves=list(moves))
    while screen.receive()["type"] != "imagined":
        assert screen.problems == []
    return screen.imagined


def test_moves_are_tried_out_and_forgotten(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    turn = int(screens[0].picture["to_move"])
    screen, before = screens[turn], dict(screens[turn].picture)
    moves: list[str] = []
    for steps in range(8):
        imagined = imagine(screen, turn, *moves)
        assert imagined["steps"] == steps
        if not possible(imagined["now"]):
            break
        moves.append(possible(imagined["now"])[0])
    assert len(moves) > 3
    assert imagined["lines"] and imagined["now"]["move"] >= len(moves) - 1
    assert imagine(screen, turn, *moves[:-1])["now"] == imagined["now"]  # the same made-up luck
    assert screen.picture == before
    assert screens[1 - turn].heard == [heard for heard in screens[1 - turn].heard if '"imagined"' not in heard]
    assert imagine(screen, turn, moves[0], "nonsense")["steps"] == 1


def test_one_tries_things_out_also_while_waiting_but_from_the_own_seat_only(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    waiting = 1 - int(screens[0].picture["to_move"])
    assert imagine(screens[waiting], waiting)["now"]["choices"]
    screens[waiting].send(type="imagine", seat=1 - waiting, version=screens[waiting].picture["version"], moves=[])
    assert "your own seat" in screens[waiting].problem()["words"]
    screens[waiting].send(type="imagine", seat=waiting, version=999, moves=[])
    assert "moved on" in screens[waiting].problem()["words"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_dream_tells_nothing_of_what_is_hidden(name: str) -> None:
    """From the real table and from any other that looks the same, the same dreams come."""
    game, chance = GAMES[name], Random(name)
    match = Match(name, [SeatPlan(f"P{n}") for n in range(max(2, game.seats[0]))], seed=name)
    match.begin()
    compared = 0
    while not match.over and compared < 40:
        assert match.to_move is not None and match.to_move != CHANCE
        for seat in range(len(match.seats)):
            other = match.snapshot()
            other.state = game.imagine(match.state, seat, Rng(chance.randrange(1 << 40)))
            if other.state.legal_actions() != match.state.legal_actions() and seat == match.to_move:
                continue
            told = []
            for real in (match, other):
                imagined = what_if.tried(real, Imagine(seat, len(real.log), []), "secret")
                told.append(json.dumps(str(imagined.now.view)))
            assert told[0] == told[1]
            compared += 1
        match.play(match.to_move, match.actions.text(chance.choice(match.state.legal_actions())))
