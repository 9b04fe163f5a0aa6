"""Prompts and options of every question, word for word."""

import pytest

from skerry.core.state import CHANCE
from skerry.games.tungaru import state as N
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.setup import MIGRATION
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import TO_NOMAD, TO_RECRUIT, TO_SAIL, TO_SETTLE, TO_SPACE
from tests.games.tungaru.builder import GAME, NOMADS, a_state, pack


def a_table() -> a_state:
    """Four players; seat 0 has something of everything."""
    builder = a_state(4).player(
        0, goods=(2, 1, 1, 1), dice=[2, 6], ground="g1", settlers="A", nomads=["N17"], leader="trader", loose=1
    )
    return builder.nomad("A", "N18").nomad("B", "N20").migration(M1="N21").market("A", pearl=1)


QUESTIONS = [
    (N.BEGINNER, CHANCE, 0, "Who is the starting player?", "begin 2", "{2} is the starting player"),
    (N.DRAW, CHANCE, MIGRATION + 1, "Which Nomad is drawn for M2?", "draw N36", None),
    (N.ROLL, CHANCE, 0, "What do the three dice show? Triples are rolled again", "roll 1-1-2", "The dice show 1, 1, 2"),
    (N.WORKER_DIE, CHANCE, 3, "What does {3}'s Worker roll?", "roll_die 5", "The Worker of {3} rolls a 5"),
    (N.BOAT, 0, 0, "{0}, place your boat on an empty Anchoring ground", "boat g6", "Boat to g6 (F Abemama, G Nonouti)"),
    (
        *(N.RESERVE, 0, 0, "{0}, reserve a Nomad beside your boat", "reserve A"),
        "Reserve N18 (dice ±1; 4 VP per Storage Nomad) on A Makin",
    ),
    (N.LEADER, 1, 0, "{1}, choose a Leader, face down", "leader chief", None),
    (N.GIFT_TO, 0, 1, "{0}, you sit between two Beggars: who gets a good?", "give_to 3", "Give to {3}"),
    (N.GIFT, 0, 2, "{0}, which good do you give to {2}? You score 3", "give shell", "Give 1 Shell"),
    (N.TRADER_TRADE, 0, 0, "{0}, your Trader trades on an island of your choice", "skip", "No trade"),
    (N.TURN, 0, 0, "{0}, your turn: choose an action", "pass", "Pass for this round"),
    (N.TURN, 0, 0, "{0}, your turn: choose an action", "travel A", "Travel from A Makin"),
    (
        *(N.TURN, 0, 0, "{0}, your turn: choose an action", "trade A"),
        "Trade on A Makin (1 Shell → 1 Pearl; market: 1 Pearl)",
    ),
    (N.MEANS, 0, TO_SAIL, "{0}, Sail: with which die?", "die 6", "Die 6"),
    (
        N.MEANS,
        0,
        TO_RECRUIT,
        "{0}, Recruit on A Makin: with which die or Settler?",
        "settler",
        "Exhaust your Settler there",
    ),
    (N.MEANS, 0, TO_NOMAD | 16 << 4, "{0}, Nomad N17: with which die?", "die 2", "Die 2"),
    (N.MEANS, 0, TO_SPACE | 1 << 4, "{0}, Leader space 2: with which die?", "die 6", "Die 6"),
    (
        *(N.HARVEST_TWICE, 0, 0, "{0}, do you use your Leader's benefit for this Harvest?", "twice"),
        "Take the good twice (Leader's benefit)",
    ),
    (N.COST, 0, pack(2), "{0}, how do you pay 2 Fish?", "pay", "Pay as printed"),
    (N.COST, 0, pack(2), "{0}, how do you pay 2 Fish?", "pay_any", "Pay with any goods (Leader's benefit)"),
    (
        *(N.COST, 0, RECRUITING | pack(1, 1), "{0}, how do you pay 1 Fish + 1 Shell?", "pay_without shell"),
        "Pay without 1 Shell (Leader's benefit)",
    ),
    (N.SPEND, 0, 2, "{0}, which good do you spend? 2 still to pay", "spend pearl", "Spend 1 Pearl"),
    (N.TRADE_WHAT, 0, 0, "{0}, what do you trade on A Makin?", "barter", "Put 1 Shell on the market, take 1 Pearl"),
    (
        *(N.TRADE_WHAT, 0, 0, "{0}, what do you trade on A Makin?", "barter_with fish"),
        "Put 1 Fish on the market instead (Leader's benefit), take 1 Pearl",
    ),
    (N.TRADE_WHAT, 0, 0, "{0}, what do you trade on A Makin?", "take pearl", "Take 1 Pearl from the market"),
    (N.TRAVEL_TO, 0, 0, "{0}, where does your Settler travel from A Makin?", "travel_to H", "Travel to H Beru"),
    (N.REFILL, 0, 0, "{0}, which Nomad moves to A Makin?", "refill M1", None),
    (
        *(N.SELL, 0, NOMADS.index("N17"), "{0}, how many? any die: sell up to 3 Fish for 3 VP each", "sell_any 3"),
        "Sell any 3 (Leader's benefit) for 9 VP",
    ),
    (N.FLIP_SAIL, 0, 0, "{0}, where do you sail with the flipped Nomad?", "skip", "Do not sail"),
    (
        N.FLIP_SETTLE,
        0,
        0,
        "{0}, where do you settle with the flipped Nomad?",
        "settle B",
        "Settle on B Butaritari for 1 Fish",
    ),
    (
        *(N.SWAP_FROM, 0, 0, "{0}, which Nomad do you swap?", "swap_from A"),
        "A Makin: N18 (dice ±1; 4 VP per Storage Nomad)",
    ),
    (
        *(N.SWAP_WITH, 0, 0, "{0}, swap the Nomad of A Makin with which one?", "swap_with B"),
        "B Butaritari: N20 (die 3/6: sell 1 Pearl for 8 VP; 4 VP per Storage Nomad)",
    ),
    (
        *(N.AFTER_ACTION, 0, 0, "{0}, do you use your Chief's benefit before your turn ends?", "swap"),
        "Swap the Nomads of two islands (Leader's benefit)",
    ),
    (
        N.MONUMENT,
        0,
        0,
        "{0}, do you place a Monument on A Makin?",
        "monument loose",
        "The Monument kept from the reservation",
    ),
    (
        *(N.OVERFLOW, 0, 0, "{0}, your storage is too full: which good do you return?", "return fish"),
        "Return 1 Fish (you have 2)",
    ),
]


@pytest.mark.parametrize(("step", "seat", "arg", "asked", "text", "label"), QUESTIONS)
def test_a_question_and_an_option_in_words(
    step: int, seat: int, arg: int, asked: str, text: str, label: str | None
) -> None:
    """§turn.1"""
    state = a_table().at(step, seat, arg)
    found = GAME.question(state)
    assert found.words == asked and found.rule in GAME.rules
    action = GAME.actions.number(text)
    assert action in GAME.candidates(state)
    if label is not None:
        assert GAME.label(state, action) == label


def test_a_leader_is_told_with_all_it_can_do() -> None:
    """§leader.1, §space.2"""

    def fisher(state: Tungaru) -> str:
        return GAME.label(state, GAME.actions.number("leader fisher"))

    words = "Fisher (a Fish; benefit: Sail without a die; dice: 1/4 → 2 Fish, 3/5 → 1 Pearl"
    assert fisher(a_state(3).at(N.LEADER, 0)) == f"{words}, 2/6 → 1 Coconut)"
    assert fisher(a_state(2).at(N.LEADER, 0)) == f"{words})"


def test_whatever_a_person_types_is_legal_or_refused_with_a_reason() -> None:
    """Also an answer that belongs to another question.  §turn.1"""
    for step, seat, arg, *_ in QUESTIONS:
        state = a_table().at(step, seat, arg)
        legal = state.legal_actions()
        for action in range(len(GAME.actions)):
            assert (GAME.reason(state, action) is None) == (action in legal), GAME.actions.text(action)


def test_a_third_settler_is_said_to_go_to_the_islet() -> None:
    """§settle.3, §nomad.flip_settle"""

    def told(seats: int, settlers: str, step: int, arg: int = 0) -> tuple[str, str]:
        state = a_state(seats).player(0, dice=[6], ground="g1", goods=(2, 0, 0, 0), settlers=settlers).at(step, 0, arg)
        return GAME.question(state).words, GAME.label(state, GAME.actions.number("settle A"))

    means = TO_SETTLE  # on island A
    assert told(3, "CD", N.TURN)[1] == "Settle from A Makin (third Settler, to the islet) for 2 Fish"
    assert told(3, "CD", N.MEANS, means)[0] == "{0}, Settle from A Makin (to the islet): with which die?"
    assert told(3, "CD", N.FLIP_SETTLE) == (
        "{0}, your third Settler goes to the islet: from which island, with the flipped Nomad?",
        "Settle from A Makin (third Settler, to the islet) for 1 Fish",
    )
    for seats, settlers in ((3, "C"), (4, "CD")):
        assert told(seats, settlers, N.TURN)[1] == "Settle on A Makin for 2 Fish"
        assert told(seats, settlers, N.MEANS, means)[0] == "{0}, Settle on A Makin: with which die?"
        assert told(seats, settlers, N.FLIP_SETTLE)[0] == "{0}, where do you settle with the flipped Nomad?"
