"""Every card, by its effect word."""

import pytest

from skerry.games._blank.kit import load_kit
from skerry.games._blank.state import REVEAL, TURN
from tests.games._blank.builder import a_state, do

ROCK, SAND, KELP = range(3)


@pytest.mark.parametrize(
    ("card", "cost", "gain"), [("gull_feather", 0, 2), ("crab_pot", 1, 2), ("driftwood", 2, 3), ("bottle_post", 0, 1)]
)
def test_gain_takes_shells_from_the_supply(card: str, cost: int, gain: int) -> None:
    """§card.gain"""
    state = do(a_state().player(0, shells=4, hand=[card]).at(TURN, 0), f"play {card}")
    assert state.players[0].shells == 4 - cost + gain


@pytest.mark.parametrize(("card", "cost", "toll"), [("heron", 1, 1), ("tide_tax", 2, 1), ("pirate_flag", 3, 2)])
def test_toll_makes_every_other_player_pay_what_they_can(card: str, cost: int, toll: int) -> None:
    """§card.toll"""
    builder = a_state(4).player(0, shells=5, hand=[card]).player(1, shells=9).player(2, shells=1).player(3, shells=0)
    state = do(builder.at(TURN, 0), f"play {card}")
    assert [p.shells for p in state.players] == [5 - cost + toll + 1, 9 - toll, 0, 0]


@pytest.mark.parametrize(("card", "more"), [("rake", 1), ("wide_net", 2), ("bucket", 1)])
def test_gather_cards_find_more_at_every_tide(card: str, more: int) -> None:
    """§card.gather"""
    state = do(a_state().player(0, shells=0, played=[card]).at(TURN, 0), "gather")
    assert state.players[0].shells == 1 + more


@pytest.mark.parametrize(("card", "more"), [("hidden_cove", 2), ("diving_mask", 2), ("quiet_step", 1)])
def test_alone_cards_find_more_for_who_is_alone_only(card: str, more: int) -> None:
    """§card.alone"""
    builder = a_state().player(0, shells=0, played=[card], pool=SAND)
    builder.player(1, pool=KELP).state.then(REVEAL)
    builder.state.settle()
    assert builder.state.players[0].shells == 3 + more
    builder = a_state().player(0, shells=0, played=[card], pool=SAND)
    builder.player(1, pool=SAND).state.then(REVEAL)
    builder.state.settle()
    assert builder.state.players[0].shells == 1


@pytest.mark.parametrize(("card", "printed", "each"), [("display_case", 0, 1), ("scrapbook", 1, 1), ("museum", 0, 2)])
def test_collect_cards_score_for_each_other_card(card: str, printed: int, each: int) -> None:
    """§card.collect"""
    alone = a_state().player(0, shells=0, played=[card]).state
    assert alone.score(0) == printed
    three = a_state().player(0, shells=0, played=[card, "rake", "heron"]).state
    assert three.score(0) == printed + 2 * each


def test_a_card_does_not_count_its_own_playing() -> None:
    """§turn.4"""
    state = do(a_state().player(0, shells=2, hand=["rake"]).at(TURN, 0), "play rake")
    assert state.players[0].shells == 1


def test_no_two_cards_are_the_same() -> None:
    kit = load_kit()
    seen = {(type(card).__name__, card.cost, card.points, card.amount) for card in kit.cards}
    assert len(seen) == len(kit.cards) == 16
