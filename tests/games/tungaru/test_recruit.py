"""Recruit in its five steps; Monuments; reservations; the end trigger."""

import pytest

from skerry.core.state import CHANCE
from skerry.games.tungaru.state import KEEP, MONUMENT, NOTE_LAST_ROUND, OVERFLOW, REFILL, TURN, Tungaru
from tests.games.tungaru.builder import (
    GAME,
    NOMADS,
    a_state,
    do,
    face_up,
    goods,
    islands,
    nomad_on,
    options,
    travellers,
    why_not,
)

RICH = (1, 1, 1, 2)


def recruiting(seats: int = 4, goods: tuple[int, int, int, int] = RICH, monuments: str = "", **fields: int) -> a_state:
    """Seat 0 beside island A, where a Nomad lies that costs 2 Pearls."""
    builder = a_state(seats).player(0, dice=[1, 2], ground="g1", goods=goods, monuments=monuments, **fields)
    return builder.nomad("A", "N09")


def recruit(builder: a_state) -> Tungaru:
    return do(builder.at(TURN, 0), "recruit A", "die 1")


# ---- step 1


def test_the_cost_is_paid_first() -> None:
    """§recruit.1"""
    state = recruit(recruiting(goods=(0, 0, 0, 2)))
    assert goods(state, 0) == (0, 0, 0, 0)


def test_who_cannot_pay_cannot_recruit() -> None:
    """§recruit.1"""
    state = recruiting(goods=(3, 3, 3, 1)).at(TURN, 0)
    assert why_not(state, "recruit A") == "§recruit.1 You need 2 Pearls and have 1"


def test_an_island_without_a_nomad_has_nobody_to_recruit() -> None:
    """§recruit.1, R30"""
    state = recruiting().no_nomad("A").at(TURN, 0)
    assert why_not(state, "recruit A") == "§recruit.1 There is no Nomad on Makin"


def test_a_settler_recruits_far_from_the_boat_with_all_five_steps() -> None:
    """§recruit.1, §recruit.2, R54"""
    builder = a_state(4).player(0, dice=[], ground="g1", goods=RICH, settlers="E").nomad("E", "N09")
    state = do(builder.at(TURN, 0), "recruit E", "settler")
    assert state.ask_now() & 127 == MONUMENT
    do(state, "monument storage", "face_up")
    assert state.ask_now() & 127 == REFILL
    assert state.players[0].monuments == islands("E") and face_up(state, 0) == ["N09"]


# ---- steps 2 and 3: Monuments


def test_a_monument_may_be_placed_on_the_island() -> None:
    """§recruit.2, §monument.1"""
    state = recruit(recruiting())
    assert options(state) == [
        "monument nomad_space",
        "monument storage",
        "monument track",
        "monument track_without_goods",
        "monument none",
    ]
    do(state, "monument none")
    assert state.players[0].monuments == 0 and state.ask_now() & 127 == KEEP


@pytest.mark.parametrize("step", range(5))
def test_the_culture_track_gives_its_rewards_from_top_to_bottom(step: int) -> None:
    """§recruit.3, §monument.1"""
    state = do(recruit(recruiting(goods=(0, 0, 0, 2), track=step)), "monument track")
    rewards = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 1)]
    assert goods(state, 0) == rewards[step] and state.players[0].track == step + 1


def test_the_goods_of_a_monument_may_be_declined() -> None:
    """§recruit.3, R50"""
    state = do(recruit(recruiting(goods=(0, 0, 0, 2))), "monument track_without_goods")
    assert goods(state, 0) == (0, 0, 0, 0) and state.players[0].monuments == islands("A")


def test_a_track_space_may_bring_nothing() -> None:
    """§recruit.3"""
    overlay = '[[track]]\nid = "1"\nsource = "rulebook"\ngives = {}\n'
    builder = a_state(4, overlay).player(0, goods=(0, 0, 0, 2))
    state = builder.at(MONUMENT, 0, 0)
    assert why_not(state, "monument track_without_goods").startswith("§recruit.3")
    assert goods(do(state, "monument track"), 0) == (0, 0, 0, 2)


def test_monuments_that_are_gone_cannot_be_taken() -> None:
    """§monument.1"""
    builder = recruiting(nomad_monuments=0, storage_monument=0, track=5, loose=1)
    state = recruit(builder)
    assert options(state) == ["monument loose", "monument none"]
    for name in ("nomad_space", "storage", "track"):
        assert why_not(state, f"monument {name}").startswith("§monument.1")


def test_the_monument_of_the_storage_opens_the_sixth_space() -> None:
    """§monument.1, §storage.1"""
    state = do(recruit(recruiting(goods=(0, 0, 0, 2))), "monument storage")
    assert state.players[0].capacity == 6


def test_rewards_that_do_not_fit_are_chosen_from() -> None:
    """§recruit.3, §storage.2"""
    builder = a_state(4).player(0, goods=(5, 0, 0, 0))
    state = do(builder.at(MONUMENT, 0, 0), "monument track")
    assert state.ask_now() & 127 == OVERFLOW


def test_no_second_monument_stands_on_an_island_with_four_players() -> None:
    """§recruit.2, §recruit.7"""
    state = recruit(recruiting(monuments="A"))
    assert state.ask_now() & 127 == KEEP


def test_a_full_island_takes_no_monument_but_its_nomad_can_be_recruited() -> None:
    """§recruit.2, R61"""
    overlay = '[[islands]]\nid = "large_A"\nsource = "rulebook"\nmonument_spaces = 2\n'
    builder = a_state(4, overlay).player(0, dice=[1], ground="g1", goods=RICH).nomad("A", "N09")
    builder.player(1, monuments="A").player(2, monuments="A")
    assert builder.state.monuments_full == islands("A")
    assert recruit(builder).ask_now() & 127 == KEEP


@pytest.mark.parametrize(("own", "second"), [("ABCDE", False), ("ABCDEF", True)])
def test_with_few_players_a_second_monument_needs_one_on_every_island(own: str, second: bool) -> None:
    """§recruit.7, R49"""
    state = recruit(recruiting(3, monuments=own))
    assert (state.ask_now() & 127 == MONUMENT) == second
    if second:
        do(state, "monument storage")
        assert state.players[0].seconds == islands("A")
        assert state.players[0].placed_monuments() == 7


def test_there_is_never_a_third_monument() -> None:
    """§recruit.7, R49"""
    state = recruit(recruiting(3, monuments="ABCDEFA"))
    assert state.ask_now() & 127 == KEEP


# ---- step 4


def test_a_nomad_lies_face_up_or_on_the_traveller_pile() -> None:
    """§recruit.4"""
    state = do(recruit(recruiting()), "monument none")
    assert options(state) == ["face_up", "traveller"]
    other = state.clone()
    do(state, "face_up")
    assert face_up(state, 0) == ["N09"] and travellers(state, 0) == []
    do(other, "traveller")
    assert face_up(other, 0) == [] and travellers(other, 0) == ["N09"]


def test_only_a_full_board_allows_to_replace_a_nomad() -> None:
    """§recruit.4, R28"""
    builder = recruiting().player(0, nomads=["N04", "N10", "N20"])
    state = do(recruit(builder), "monument none")
    assert options(state) == ["traveller", "replace N04", "replace N10", "replace N20"]
    assert why_not(state, "face_up") == "§recruit.4 All 3 of your open Nomad spaces are taken"
    do(state, "replace N10")
    assert face_up(state, 0) == ["N04", "N09", "N20"] and travellers(state, 0) == ["N10"]


def test_with_a_free_space_nothing_is_replaced() -> None:
    """§recruit.4, R28"""
    builder = recruiting().player(0, nomads=["N04", "N10"])
    state = do(recruit(builder), "monument none")
    assert (
        why_not(state, "replace N04") == "§recruit.4 You may replace a Nomad only when all your Nomad spaces are taken"
    )


def test_the_space_that_a_monument_opens_can_be_used_at_once() -> None:
    """§recruit.4, §monument.1"""
    builder = recruiting().player(0, nomads=["N04", "N10", "N20"])
    state = do(recruit(builder), "monument nomad_space")
    assert options(state) == ["face_up", "traveller"]


def test_a_replaced_storage_nomad_takes_its_spaces_along() -> None:
    """§storage.3, §recruit.4, R26"""
    builder = a_state(4).player(0, goods=(2, 2, 3, 0), nomads=["N01", "N04", "N10"]).nomad("A", "N06")
    state = do(builder.at(KEEP, 0, 0), "replace N01")
    assert state.ask_now() & 127 == OVERFLOW and options(state) == ["return fish", "return shell", "return coconut"]
    do(state, "return fish", "return shell")
    assert state.ask_now() & 127 == REFILL and goods(state, 0) == (1, 1, 3, 0)


def test_what_is_in_the_traveller_pile_is_never_revealed_but_everybody_remembers() -> None:
    """§recruit.4, R51, R59"""
    state = a_state(4).player(0, travellers=["N10"]).at(TURN, 0)
    assert "nomad N10" not in options(state)
    assert why_not(state, "nomad N10") == "§nomad.1 The Navigator is not at work for you"
    assert GAME.view(state, 3).players[0].travellers == ["N10"]


# ---- step 5


def test_a_connected_migration_space_of_ones_choice_refills_the_island() -> None:
    """§recruit.5"""
    builder = recruiting().migration(M1="N20", M2="N21", M3="N22", M4="N23")
    state = do(recruit(builder), "monument none", "face_up")
    assert options(state) == ["refill M1", "refill M4"]
    do(state, "refill M4")
    assert nomad_on(state, "A") == "N23" and state.to_move() == CHANCE
    do(state, "draw N36")
    assert NOMADS[state.migration[3]] == "N36" and state.depth == 0


def test_without_a_connected_nomad_the_island_stays_empty() -> None:
    """§recruit.5, R31"""
    builder = recruiting().migration(M1=None, M4=None)
    state = do(recruit(builder), "monument none", "face_up")
    assert state.depth == 0 and nomad_on(state, "A") is None and not state.ending


def test_an_empty_migration_space_cannot_refill() -> None:
    """§recruit.5"""
    state = do(recruit(recruiting().migration(M1=None)), "monument none", "face_up")
    assert options(state) == ["refill M4"]
    assert why_not(state, "refill M1") == "§recruit.5 This Migration space is empty"


def test_the_last_refill_makes_this_the_last_round() -> None:
    """§end.1, R32"""
    builder = recruiting().migration(M1=None, M2=None, M3=None, M4="N23")
    builder.state.pile = 0
    state = do(recruit(builder), "monument none", "face_up")
    assert not state.ending
    state.noting = True
    do(state, "refill M4")
    assert state.ending and state.notes == [(NOTE_LAST_ROUND, 0, 0, 0)] and not state.over


def test_one_filled_migration_space_is_enough_to_go_on() -> None:
    """§end.1"""
    builder = recruiting().migration(M1=None, M2="N21", M3=None, M4="N23")
    builder.state.pile = 0
    assert not do(recruit(builder), "monument none", "face_up", "refill M4").ending


# ---- reservations


def test_nobody_else_recruits_a_reserved_nomad() -> None:
    """§setup.7, R9"""
    state = recruiting(goods=(2, 0, 0, 2)).reserved(1, "A").market("A", fish=1).at(TURN, 0)
    assert why_not(state, "recruit A") == "§setup.7 {1} has reserved the Storekeeper"
    assert {"trade A", "settle A", "harvest A"} <= set(options(state))


def test_the_first_recruit_moves_the_monument_of_the_reservation() -> None:
    """§recruit.6, R4, R5"""
    state = recruit(recruiting().reserved(0, "A"))
    p = state.players[0]
    assert state.ask_now() & 127 == KEEP
    assert p.monuments == islands("A") and p.reserved == -1 and state.reserved == 0
    assert p.nomad_monuments == 1 and p.track == 0


def test_a_first_recruit_elsewhere_sets_the_reserved_nomad_free() -> None:
    """§recruit.6, R6"""
    builder = recruiting().reserved(0, "C").player(1, ground="g2", dice=[1], goods=RICH)
    state = recruit(builder)
    assert state.players[0].monuments == islands("A") and state.reserved == 0
    state.depth = 0
    state.ask(TURN, 1)
    assert "recruit C" in options(state)


def test_without_room_the_reservation_monument_is_kept_for_later() -> None:
    """§recruit.6, R7"""
    builder = recruiting().reserved(0, "C").with_(monuments_full=islands("A")).nomad("B", "N18")
    state = recruit(builder)
    p = state.players[0]
    assert p.loose == 1 and p.monuments == 0 and p.placed_monuments() == 0 and state.reserved == 0
    do(state, "face_up", "refill M1", "draw N36")
    state.ask(TURN, 0)
    do(state, "recruit B", "die 2")
    assert "monument loose" in options(state)
    do(state, "monument loose")
    assert p.monuments == islands("B") and p.loose == 0 and p.nomad_monuments == 1


def test_a_reservation_monument_that_never_moved_does_not_count() -> None:
    """§recruit.6, §score.monument, R8"""
    state = a_state(4).reserved(0, "A").player(0, travellers=["N10"]).state
    assert state.score(0) == 0


def test_the_second_recruit_offers_the_usual_monuments() -> None:
    """§recruit.2, §recruit.6"""
    state = recruit(recruiting())
    assert "monument nomad_space" in options(state)


def test_statistics_count_the_nomads_that_are_recruited() -> None:
    """§recruit.1"""
    builder = a_state(4).player(0, dice=[6], ground="g1", goods=(1, 0, 1, 0)).nomad("A", "N18").nomad("B", "N09")
    state = builder.at(TURN, 0)
    assert GAME.offered(state) == ["Healer"]
    assert GAME.taking(state, GAME.actions.number("recruit A")) == "Healer"
    assert GAME.taking(state, GAME.actions.number("pass")) is None
