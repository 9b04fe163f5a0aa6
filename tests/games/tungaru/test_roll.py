"""Phase 1: the shared roll and the income."""

from collections import Counter
from itertools import product

from skerry.core.state import CHANCE, new_buffer
from skerry.games.tungaru.kit.load import ACTIONS, ROLLS
from skerry.games.tungaru.state import OVERFLOW, ROLL, ROUND
from tests.games.tungaru.builder import GAME, a_state, dice, do, goods, options


def test_everyone_copies_the_roll() -> None:
    """§roll.1, §round.1"""
    state = a_state(3).with_(round=0, phase=0).run(ROUND)
    assert state.to_move() == CHANCE and state.round == 1
    do(state, "roll 2-2-5")
    assert [p.dice for p in state.players] == [dice([2, 2, 5])] * 3


def test_triples_are_rolled_again_and_all_other_results_are_equally_likely() -> None:
    """§roll.1"""
    state = a_state(4).at(ROLL)
    weights = new_buffer()
    assert state.weights_into(weights) == 6**3 - 6
    ways = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=3) if len(set(roll)) > 1)
    assert {roll: weights[number] for number, roll in enumerate(ROLLS)} == dict(ways)
    assert [ACTIONS.text(action) for action in state.legal_actions()][:2] == ["roll 1-1-2", "roll 1-1-3"]


def test_an_income_nomad_brings_its_good() -> None:
    """§roll.2, §nomad.income, E7"""
    state = do(a_state(4).player(0, nomads=["N03"], goods=(0, 0, 0, 0)).at(ROLL), "roll 1-2-3")
    assert goods(state, 0) == (1, 0, 0, 0)


def test_several_income_nomads_bring_all_their_goods() -> None:
    """§roll.2, §nomad.income"""
    state = a_state(5).player(1, nomads=["N03", "N13", "N36"], goods=(0, 0, 0, 0)).at(ROLL)
    assert goods(do(state, "roll 1-2-3"), 1) == (2, 0, 0, 1)


def test_an_income_nomad_in_the_traveller_pile_brings_nothing() -> None:
    """§roll.2"""
    state = do(a_state(4).player(0, travellers=["N03"], goods=(0, 0, 0, 0)).at(ROLL), "roll 1-2-3")
    assert goods(state, 0) == (0, 0, 0, 0)


def test_income_that_does_not_fit_is_chosen_from_by_the_starting_player_first() -> None:
    """§roll.2, §storage.2"""
    builder = a_state(4).with_(first=2)
    builder.player(0, nomads=["N03"], goods=(0, 5, 0, 0)).player(2, nomads=["N11"], goods=(0, 0, 5, 0))
    state = do(builder.at(ROLL), "roll 1-2-3")
    assert state.to_move() == 2 and state.ask_now() & 127 == OVERFLOW
    assert options(state) == ["return shell", "return coconut"]
    do(state, "return shell")
    assert state.to_move() == 0
    do(state, "return fish")
    assert state.depth == 0 and goods(state, 2) == (0, 0, 5, 0)


def test_the_log_tells_of_the_income() -> None:
    """§roll.2"""
    state = a_state(4).player(0, nomads=["N03"]).at(ROLL)
    state.noting = True
    do(state, "roll 1-2-3")
    assert [GAME.event(state, note).words for note in state.notes] == ["{0}'s Nomads bring 1 Fish"]
