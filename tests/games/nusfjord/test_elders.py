"""Take an Elder, using an Elder, and what each of the eighteen does."""

import pytest

from skerry.core.state import CHANCE
from skerry.games.nusfjord.kit.rows import ElderRow
from skerry.games.nusfjord.state import TAKE, Nusfjord, Player
from tests.games.nusfjord.builder import GAME, a_state, do, log, options, why_not

# ---- Take an Elder


def test_only_the_top_of_a_stack_can_be_taken() -> None:
    """§elder.1, §setup.4, E14"""
    state = do(a_state(2).turn_of(0), "place take_elder")
    assert options(state) == [f"take elder_{number}" for number in (2, 3, 4, 5, 6, 7)]
    assert why_not(state, "take elder_1") == "§setup.4 The Builder must be taken first: that card lies on top"
    do(state, "take elder_7")
    assert "take elder_1" in options(a_state_after(state))


def a_state_after(state: Nusfjord) -> Nusfjord:
    """The same table, and player 1 takes an Elder."""
    state.depth = 0
    state.ask(TAKE, 1)
    return state


def test_a_face_down_elder_is_turned_up_as_soon_as_he_is_uncovered() -> None:
    """§elder.2, §setup.5, R38"""
    scene = a_state(5).plates(0)
    state = do(scene.at(TAKE, 0), "take elder_7")
    state.ask(TAKE, 1)
    do(state, "take elder_1")
    assert state.to_move() == CHANCE and options(state) == [f"turn_up elder_{number}" for number in range(13, 19)]
    do(state, "turn_up elder_16")
    assert state.top_elder(0) == 15 and not GAME.view(state, 0).elders[0].face_down
    assert "take elder_16" in options(a_state_after(state))


def test_a_full_council_takes_no_elder() -> None:
    """§elder.3"""
    scene = a_state(4).elders(0, elder_1=0, elder_2=0, elder_3=0, elder_4=0, elder_5=0)
    assert why_not(scene.turn_of(0), "place take_elder") == "§elder.3 Your council is full (5 Elders)"


def test_without_elders_none_is_taken() -> None:
    """§elder.3"""
    assert why_not(a_state(2).with_(tops=0).turn_of(0), "place take_elder") == "§elder.3 No Elder is left"


# ---- using him


def test_a_new_elder_may_act_at_once_and_again_with_a_worker() -> None:
    """§elder.5, §elder.6, E15, R37"""
    scene = a_state(3).plates(3)
    state = do(scene.turn_of(0), "place take_elder", "take elder_9")
    assert options(state) == ["yes", "no"]
    do(state, "yes")
    p = state.players[0]
    assert (state.plates, p.elder_fish(8), p.gold) == (2, 1, 1)
    assert "place elder_9" in options(scene.turn_of(0))
    do(state, "place elder_9")
    assert (state.plates, p.elder_fish(8), p.gold) == (1, 2, 2)


def test_he_need_not_act_at_once() -> None:
    """§elder.5"""
    state = do(a_state(3).turn_of(0), "place take_elder", "take elder_9", "no")
    assert (state.plates, state.players[0].gold) == (2, 0)


def test_nobody_is_asked_when_he_cannot_act() -> None:
    """§elder.5, §elder.7, R11"""
    state = do(a_state(3).plates(0).turn_of(0), "place take_elder", "take elder_9")
    assert state.to_move() == 1


def test_an_elder_holds_one_worker_in_a_round() -> None:
    """§elder.4"""
    scene = a_state(3).elders(0, elder_9=0).workers(0, "elder_9").plates(2)
    assert why_not(scene.turn_of(0), "place elder_9") == "§elder.4 This Elder already has a Worker"


def test_only_own_elders_can_be_used() -> None:
    """§elder.4"""
    state = a_state(3).elders(1, elder_9=0).plates(2).turn_of(0)
    assert why_not(state, "place elder_9") == "§work.2 That does not answer the question"


def test_without_fish_on_the_table_no_elder_acts() -> None:
    """§elder.7"""
    scene = a_state(3).elders(0, elder_9=0).plates(0).player(0, fish=5, reserve_fish=5)
    assert why_not(scene.turn_of(0), "place elder_9") == "§elder.7 There is no fish on the Banquet Table"


def test_an_elder_whose_action_would_change_nothing_does_not_act() -> None:
    """§elder.7, R11"""
    scene = a_state(3).elders(0, elder_14=0).plates(2).player(0, fish=1)
    assert why_not(scene.turn_of(0), "place elder_14") == "§elder.7 You need 2 fish and have 1"


def test_the_third_fish_clears_him_first_and_may_pay_for_his_action() -> None:
    """§elder.6, §fish.4, R8, R11"""
    scene = a_state(3).elders(0, elder_14=2).plates(2).player(0, fish=1)
    state = do(scene.turn_of(0), "place elder_14")
    p = state.players[0]
    assert (p.fish, p.gold, p.elder_fish(13), state.plates) == (0, 2, 0, 1)


def test_the_plate_of_a_serving_elders_fish_can_be_refilled() -> None:
    """§elder.6, R10"""
    scene = a_state(3).elders(0, elder_4=0).player(0, fish=9)
    full = scene.state.kit.n_plates
    state = scene.plates(full).turn_of(0)
    do(state, "place elder_4")
    assert options(state) == ["serve 1"]


def test_the_log_tells_of_the_clearing() -> None:
    """§elder.6, §fish.4"""
    lines = log(a_state(3).elders(0, elder_9=2).plates(1).turn_of(0), "place elder_9")
    assert lines == [
        "The Treasurer gets the fish from plate 1 of the Banquet Table",
        "The Treasurer's third fish: P0 gets 1 back; the others are returned",
        "P0 gains 1 wood and 1 gold",
    ]


# ---- the eighteen


def use(number: int, *answers: str, seats: int = 5, **has: int) -> tuple[Player, Nusfjord]:
    """The player after using this Elder with these goods, and the state."""
    scene = a_state(seats).elders(0, **{f"elder_{number}": 0}).plates(3).player(0, **has)
    state = do(scene.turn_of(0), f"place elder_{number}", *answers)
    return state.players[0], state


def elder(number: int) -> ElderRow:
    row = a_state(5).state.kit.elder_rows[number - 1]
    assert isinstance(row, ElderRow)
    return row


def test_the_contractor_builds_a_ship_or_a_building() -> None:
    """§elders.1"""
    scene = a_state(5).elders(0, elder_1=0).plates(3).player(0, gold=4, wood=1).display("103")
    state = do(scene.turn_of(0), "place elder_1")
    assert options(state) == ["do build", "do build_ship"]
    do(state, "do build_ship", "ship schooner_for_gold")
    assert state.players[0].n_ships == 1
    only = a_state(5).elders(0, elder_1=0).plates(3).player(0, wood=1).display("103")
    assert options(do(only.turn_of(0), "place elder_1")) == ["build 103"]


def test_the_shipwright_exchanges_a_ship_for_a_larger_one() -> None:
    """§elders.2"""
    prices = elder(2)
    scene = a_state(5).elders(0, elder_2=0).plates(3).ships(0, 1, 1)
    scene.player(0, wood=prices.pay_wood, gold=prices.pay_gold)
    state = do(scene.turn_of(0), "place elder_2")
    assert options(state) == ["ship cutter", "ship schooner"]
    before = [state.stock_of(ship) for ship in range(3)]
    do(state, "ship cutter")
    p = state.players[0]
    assert [p.ships_of(ship) for ship in range(3)] == [0, 2, 0] and (p.wood, p.track) == (0, 6)
    assert [state.stock_of(ship) - n for ship, n in enumerate(before)] == [1, -1, 0]


def test_the_shipwright_needs_room_stock_and_the_price() -> None:
    """§elders.2"""
    scene = a_state(5).elders(0, elder_2=0).plates(3).ships(0, 1, 1).player(0, wood=12)
    state = do(scene.turn_of(0), "place elder_2")
    assert why_not(state, "ship schooner") == f"§elders.2 You need {elder(2).pay_gold} gold and have none"
    scene.state.stock &= ~(15 << 4)
    scene.p(0).gold = 9
    assert why_not(state, "ship cutter") == "§elders.2 No cutter is left"
    scene.p(0).ships -= 1
    assert why_not(state, "ship cutter") == "§elders.2 You have no sloop"


def test_the_forest_manager_thins_out_or_reforests_with_more_wood() -> None:
    """§elders.3"""
    p, _ = use(3, "do thin_out")
    assert p.wood == 4 + elder(3).wood
    p, _ = use(3, "do reforest", "double r1c0")
    assert (p.n_forests, p.wood) == (6, elder(3).more)


def test_the_sailor_serves_and_takes_wood_for_each_plate() -> None:
    """§elders.4"""
    p, state = use(4, "serve 2", fish=9)
    assert (p.gold, p.wood, state.plates) == (2, 2 * elder(4).wood, 4)


def test_the_share_broker_issues_for_more_gold() -> None:
    """§elders.5"""
    p, state = use(5)
    assert (p.gold, p.unissued, state.n_market) == (elder(5).gold, 2, 1)


def test_the_lumberjack_deforests_and_takes_fish() -> None:
    """§elders.6"""
    p, _ = use(6, "double r1c2")
    assert (p.wood, p.fish, p.n_forests) == (5, elder(6).fish, 3)


def test_the_builder_builds_for_less_wood() -> None:
    """§elders.7, R36"""
    scene = a_state(5).elders(0, elder_7=0).plates(3).display("103", "125")
    wood = scene.state.deck.cards[scene.slot("125")].wood - elder(7).wood
    scene.player(0, wood=wood)
    state = do(scene.turn_of(0), "place elder_7")
    assert options(state) == ["build 103", "build 125"]
    do(state, "build 125")
    assert state.players[0].wood == 0
    cheap = a_state(5).elders(0, elder_7=0).plates(3).display("103")
    assert do(cheap.turn_of(0), "place elder_7", "build 103").players[0].wood == 0


def test_the_net_maker_fills_the_reserve_and_empties_it() -> None:
    """§elders.8"""
    p, _ = use(8, reserve_fish=3)
    assert (p.fish, p.reserve_fish) == (3 + elder(8).fish, 0)


def test_the_treasurer_takes_gold() -> None:
    """§elders.9"""
    assert use(9)[0].gold == elder(9).gold


def test_the_host_serves_for_less_fish_but_one_at_least() -> None:
    """§elders.10, R36"""
    scene = a_state(5).elders(0, elder_10=0).plates(1).player(0, fish=9)
    state = do(scene.turn_of(0), "place elder_10", "serve 2")
    prices = [max(1, scene.state.kit.plates[plate] - elder(10).fish) for plate in (0, 1)]
    assert state.players[0].fish == 9 - sum(prices) and prices[0] == 1


def test_the_investor_buys_all_shares_for_less() -> None:
    """§elders.11"""
    scene = a_state(5).elders(0, elder_11=0).plates(3).issued(1, 2, 2)
    state = do(scene.player(0, gold=2 - elder(11).gold).turn_of(0), "place elder_11")
    assert (state.players[0].gold, state.players[0].shares_of(1)) == (0, 2)


def test_the_master_builder_builds_ships_for_less() -> None:
    """§elders.12, R36"""
    p, _ = use(12, "ship schooner_for_gold", gold=4 - elder(12).gold)
    assert (p.n_ships, p.gold) == (1, 0)
    p, _ = use(12, "ship schooner", wood=8 - elder(12).wood, fish=8)
    assert (p.n_ships, p.wood, p.fish) == (1, 0, 0)


def test_the_forester_stacks_a_forest_and_thins_out() -> None:
    """§elders.13"""
    p, _ = use(13, "double r1c2")
    assert (p.forests_on(5), p.n_forests, p.wood) == (2, 5, 5)
    p, _ = use(13, "double r0c2", wood=12)
    assert (p.forests_on(2), p.wood) == (3, 12)


def test_the_forester_needs_a_forest_below_the_limit() -> None:
    """§elders.13"""
    limit = a_state(5).state.kit.stack_limit
    scene = a_state(5).elders(0, elder_13=0).plates(3).forests(0, r0c2=limit, r1c2=1)
    state = do(scene.turn_of(0), "place elder_13")
    assert options(state) == ["double r1c2"]
    assert why_not(state, "double r0c2") == f"§elders.13 This double space holds {limit} Forests, the most it can"


@pytest.mark.parametrize(("number", "good"), [(14, "fish"), (15, "wood")])
def test_fishmonger_and_timber_merchant_pay_and_take_gold(number: int, good: str) -> None:
    """§elders.14, §elders.15"""
    trade = elder(number)
    price = getattr(trade, f"pay_{good}")
    p, _ = use(number, **{good: price})
    assert (getattr(p, good), p.gold) == (0, trade.gold)


def test_the_old_fisherman_takes_fish() -> None:
    """§elders.16"""
    assert use(16)[0].fish == elder(16).fish


def test_the_mayor_uses_any_blocked_space() -> None:
    """§elders.17"""
    scene = a_state(5).elders(0, elder_17=0).plates(3).workers(1, "gold", "issue_share", "issue_share")
    state = do(scene.turn_of(0), "place elder_17")
    assert options(state) == ["copy gold", "copy issue_share"]
    assert do(state, "copy gold").players[0].gold == 1
    alone = a_state(5).elders(0, elder_17=0).plates(3).turn_of(0)
    assert why_not(alone, "place elder_17").startswith("§elder.7 There is no blocked space")


def test_the_surveyor_clears_and_may_build() -> None:
    """§elders.18"""
    scene = a_state(5).elders(0, elder_18=0).plates(3).display("103")
    state = do(scene.turn_of(0), "place elder_18", "double r1c2")
    assert (state.players[0].wood, options(state)) == (elder(18).wood, ["yes", "no"])
    do(state, "yes", "build 103", "on r1c3")
    assert state.players[0].n_built == 1
    p, state = use(18, "double r1c2")
    assert p.n_built == 0 and state.to_move() == 1


def test_every_elder_has_words_and_a_source() -> None:
    """§elder.1"""
    kit = a_state(5).state.kit
    assert len(set(kit.elder_names)) == len(set(kit.elder_words)) == 18
    assert {"rulebook", "reported", "reconstructed"} >= {row.source for row in kit.elder_rows}
