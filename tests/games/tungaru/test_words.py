"""Prompts and options of every question, word for word."""

import pytest

from skerry.core.state import CHANCE
from skerry.games.tungaru import state as N
from skerry.games.tungaru.cards import Nomad
from skerry.games.tungaru.kit.load import BLOCKS
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.setup import DRAW_FOR_MIGRATION
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import TO_NOMAD, TO_RECRUIT, TO_SAIL, TO_SETTLE, TO_SPACE
from skerry.games.tungaru.text.decisions import DECISIONS
from skerry.games.tungaru.text.labels import LABELS
from skerry.games.tungaru.text.log import EVENTS
from skerry.games.tungaru.text.questions import QUESTIONS as QUESTION_WORDS
from skerry.games.tungaru.text.short_labels import SHORTS
from skerry.games.tungaru.text.terms import AT
from skerry.games.tungaru.text.words import benefit_gist, score_words
from tests.games.tungaru.builder import GAME, NOMADS, a_state, pack


def a_table() -> a_state:
    """Four players; seat 0 has something of everything."""
    builder = a_state(4).player(
        0, goods=(2, 1, 1, 1), dice=[2, 6], ground="g1", settlers="A", nomads=["N17"], leader="trader", loose=1
    )
    return builder.nomad("A", "N18").nomad("B", "N20").migration(M1="N21").market("A", pearl=1)


TURN_WORDS = "{0}, what do you do on your turn?"
TRADE_WORDS = "{0}, what do you trade on Makin?"
GIST = "dice ±1; 4 points per Storage Nomad"
USES = "uses your Leader's benefit"
QUESTIONS = [
    (N.BEGINNER, CHANCE, 0, "Who is the starting player?", "begin 2", "{2} is the starting player"),
    (
        *(N.DRAW, CHANCE, DRAW_FOR_MIGRATION + 1, "Which Nomad is drawn for the Moon space?", "draw N36"),
        "The Pearl Diver comes to the Moon space",
    ),
    (
        *(N.ROLL, CHANCE, 0, "What do the three dice show? Roll again if all are equal.", "roll 1-1-2"),
        "The dice show 1, 1 and 2",
    ),
    (N.WORKER_DIE, CHANCE, 3, "What does {3}'s Worker roll?", "roll_die 5", "{3}'s Worker rolls a 5"),
    (
        *(N.BOAT, 0, 0, "{0}, where do you place your boat?", "boat g6"),
        "Place your boat at the anchorage between Abemama and Nonouti",
    ),
    (
        *(N.RESERVE, 0, 0, "{0}, which Nomad beside your boat do you reserve?", "reserve A"),
        f"Reserve the Healer on Makin ({GIST})",
    ),
    (N.LEADER, 1, 0, "{1}, choose a Leader, face down", "leader chief", None),
    (N.GIFT_TO, 0, 1, "{0}, you sit between two Beggars: who gets a good?", "give_to 3", "Give a good to {3}"),
    (
        *(N.GIFT, 0, 2, "{0}, which good do you give to {2}? You score 3 points.", "give shell"),
        "Give 1 Shell to {2} and score 3 points",
    ),
    (N.TRADER_TRADE, 0, 0, "{0}, where does your Trader trade?", "skip", "Do not trade"),
    (N.TURN, 0, 0, TURN_WORDS, "pass", "Pass for the rest of the round"),
    (N.TURN, 0, 0, TURN_WORDS, "travel A", "Travel from Makin"),
    (N.TURN, 0, 0, TURN_WORDS, "trade A", "Trade on Makin: 1 Shell for 1 Pearl, or take 1 Pearl from the market"),
    (N.MEANS, 0, TO_SAIL, "{0}, which die do you use to sail?", "die 6", "Use a 6"),
    (
        *(N.MEANS, 0, TO_RECRUIT, "{0}, do you use a die or your Settler to recruit the Healer on Makin?", "settler"),
        "Exhaust your Settler on Makin",
    ),
    (N.MEANS, 0, TO_NOMAD | 16 << 4, "{0}, which die do you use for the Fish Smoker?", "die 2", "Use a 2"),
    (
        *(N.MEANS, 0, TO_SPACE | 1 << 4, "{0}, which die do you use for the Trader's second dice space?", "die 6"),
        "Use a 6 and gain 1 Coconut",
    ),
    (
        *(N.HARVEST_TWICE, 0, 0, "{0}, do you use your Leader's benefit for this Harvest?", "twice"),
        f"Take 2 Fish ({USES})",
    ),
    (N.COST, 0, pack(2), "{0}, how do you pay 2 Fish?", "pay", "Pay 2 Fish"),
    (N.COST, 0, pack(2), "{0}, how do you pay 2 Fish?", "pay_any", f"Pay 2 goods of any kind ({USES})"),
    (
        *(N.COST, 0, RECRUITING | pack(1, 1), "{0}, how do you pay 1 Fish and 1 Shell?", "pay_without shell"),
        f"Pay 1 Fish, 1 Shell less ({USES})",
    ),
    (N.SPEND, 0, 2, "{0}, which good do you pay? You owe 2 more goods.", "spend pearl", "Pay 1 Pearl"),
    (N.TRADE_WHAT, 0, 0, TRADE_WORDS, "barter", "Trade 1 Shell for 1 Pearl"),
    (N.TRADE_WHAT, 0, 0, TRADE_WORDS, "barter_with fish", f"Trade 1 Fish for 1 Pearl ({USES})"),
    (N.TRADE_WHAT, 0, 0, TRADE_WORDS, "take pearl", "Take 1 Pearl from the market"),
    (N.TRAVEL_TO, 0, 0, "{0}, where does your Settler on Makin travel?", "travel_to H", "Travel to Beru"),
    (
        *(N.REFILL, 0, 0, "{0}, which Nomad moves to Makin?", "refill M1"),
        "Bring the Well Digger from the Sun space (flip to Settle for 1 Fish; 5 points per Settler)",
    ),
    (
        *(N.SELL, 0, NOMADS.index("N17")),
        "{0}, how many goods does the Fish Smoker sell? You may sell up to 3 Fish for 3 points each.",
        *("sell_any 3", f"Sell 3 goods of any kind for 9 points ({USES})"),
    ),
    (N.FLIP_SAIL, 0, 0, "{0}, where do you sail with the flipped Nomad?", "skip", "Stay where you are"),
    (
        *(N.FLIP_SETTLE, 0, 0, "{0}, where do you settle with the flipped Nomad?", "settle B"),
        "Settle on Butaritari for 1 Fish",
    ),
    (N.SWAP_FROM, 0, 0, "{0}, which Nomad do you swap?", "swap_from A", "Swap the Healer on Makin"),
    (
        *(N.SWAP_WITH, 0, 0, "{0}, which Nomad changes places with the Healer on Makin?", "swap_with B"),
        "Swap with the Pearl Sorter on Butaritari",
    ),
    (
        *(N.AFTER_ACTION, 0, 0, "{0}, do you swap two Nomads before your turn ends?", "swap"),
        f"Swap the Nomads of two islands ({USES})",
    ),
    (
        *(N.MONUMENT, 0, 0, "{0}, which Monument do you place on Makin, if any?", "monument loose"),
        "Place the Monument kept from your reservation",
    ),
    (
        *(N.OVERFLOW, 0, 0, "{0}, your storage is too full: which good do you return?", "return fish"),
        "Return 1 Fish (2 in your storage)",
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

    words = "Fisher: gain a Fish, kept on this card. Benefit: Sail once without a die. "
    words += "Dice spaces: 2 Fish with a 1 or 4; 1 Pearl with a 3 or 5"
    assert fisher(a_state(3).at(N.LEADER, 0)) == f"{words}; 1 Coconut with a 2 or 6"
    assert fisher(a_state(2).at(N.LEADER, 0)) == words
    asked = a_state(3).at(N.LEADER, 0)
    keys = [GAME.terms(asked, GAME.actions.number(f"leader {id_}")).key for id_ in ("worker", "fisher")]
    assert keys == ["1", "3"], "the numbers of the cards"


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
    to_islet = "your third Settler goes to the islet"
    assert told(3, "CD", N.TURN)[1] == f"Settle from Makin for 2 Fish: {to_islet}"
    assert told(3, "CD", N.MEANS, means)[0] == "{0}, which die do you use to settle from Makin?"
    assert told(3, "CD", N.FLIP_SETTLE) == (
        f"{{0}}, {to_islet}: which island do you settle from?",
        f"Settle from Makin for 1 Fish: {to_islet}",
    )
    for seats, settlers in ((3, "C"), (4, "CD")):
        assert told(seats, settlers, N.TURN)[1] == "Settle on Makin for 2 Fish"
        assert told(seats, settlers, N.MEANS, means)[0] == "{0}, which die do you use to settle on Makin?"
        assert told(seats, settlers, N.FLIP_SETTLE)[0] == "{0}, where do you settle with the flipped Nomad?"


def test_goods_that_are_returned_are_counted_without_the_fish_on_the_fisher() -> None:
    """§leader.fisher, §storage.2"""
    state = a_state(3).player(0, goods=(3, 4, 0, 0), fisher_fish=1, leader="fisher").at(N.OVERFLOW, 0)
    assert GAME.label(state, GAME.actions.number("return fish")) == "Return 1 Fish (2 in your storage)"


# ---- nothing speaks by default


def test_every_question_has_words_and_a_kind() -> None:
    """§turn.1"""
    asked = [step for step in range(N.BOATS) if step not in QUESTION_WORDS]
    assert asked == []
    kinds = [GAME.question(a_table().at(step, seat, arg)).kind for step, seat, arg, *_ in QUESTIONS]
    assert all(kinds) and len(set(kinds)) >= len({step for step, *_ in QUESTIONS}) - 1


@pytest.mark.parametrize("table", [LABELS, AT, SHORTS, DECISIONS])
def test_every_verb_is_in_every_table(table: dict[str, object]) -> None:
    """§turn.1"""
    assert set(table) == {verb for _, verb, _ in BLOCKS}


def test_what_has_no_words_is_an_error_and_never_the_words_of_another() -> None:
    """A note, a question, a benefit, a kind of points and a verb that nobody has written words for."""
    state = a_table().at(N.TURN, 0)
    with pytest.raises(LookupError):
        GAME.event(state, (99, 0, 0, 0))
    with pytest.raises(LookupError):
        GAME.question(a_table().at(99, 0))
    tile = Nomad("X01", benefit=99)
    with pytest.raises(LookupError):
        benefit_gist(state.kit, tile)
    tile.scores = 99
    with pytest.raises(LookupError):
        score_words(tile)
    with pytest.raises(LookupError):  # a way out that this question does not have
        GAME.label(state, GAME.actions.number("skip"))


def test_every_note_has_words() -> None:
    """§round.1"""
    kinds = [value for name, value in vars(N).items() if name.startswith("NOTE_")]
    assert sorted(kinds) == sorted(EVENTS)
    for kind in kinds:
        event = GAME.event(a_state(3).state, (kind, 1, 1, 1))
        assert event.words.format("Ann", "Ben", "Cas") and event.rule in GAME.rules
