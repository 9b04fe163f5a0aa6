"""Activate a Nomad: all nine benefits."""

import pytest

from skerry.games.tungaru.kit.rows import GROUNDS
from skerry.games.tungaru.state import MEANS, SELL, TURN
from skerry.games.tungaru.steps.turns import TO_HARVEST
from tests.games.tungaru.builder import NOMADS, a_state, dice, do, face_up, goods, islands, options, travellers, why_not


def owner(*nomads: str, goods: tuple[int, int, int, int] = (1, 1, 1, 1), faces: list[int] | None = None) -> a_state:
    dice = [1, 2, 3] if faces is None else faces
    return a_state(5).player(0, nomads=nomads, goods=goods, dice=dice, ground="g1")


# ---- flips


def test_a_flipped_nomad_sails_without_a_die_or_the_sailing_space() -> None:
    """§nomad.flip_sail, §nomad.1, R62"""
    builder = owner("N10", faces=[])
    builder.state.players[0].sailed = 1
    state = do(builder.at(TURN, 0), "nomad N10")
    assert travellers(state, 0) == ["N10"] and face_up(state, 0) == []
    do(state, "sail_to g3")
    assert GROUNDS[state.players[0].ground] == "g3" and goods(state, 0)[0] == 1


def test_the_third_border_still_costs_a_fish_with_a_flipped_nomad() -> None:
    """§nomad.flip_sail, §sail.2"""
    state = do(owner("N10").at(TURN, 0), "nomad N10", "sail_to g4")
    assert goods(state, 0)[0] == 0
    state = do(owner("N10", goods=(0, 1, 0, 0)).at(TURN, 0), "nomad N10")
    assert why_not(state, "sail_to g4") == "§sail.2 You need 1 Fish and have 0"


def test_a_flipped_nomad_may_also_do_nothing() -> None:
    """§nomad.flip_sail, §nomad.flip_settle, R56"""
    state = do(owner("N10").at(TURN, 0), "nomad N10", "skip")
    assert GROUNDS[state.players[0].ground] == "g1" and travellers(state, 0) == ["N10"]
    state = do(owner("N12", goods=(0, 0, 0, 0)).at(TURN, 0), "nomad N12")
    assert options(state) == ["skip"]
    assert why_not(state, "settle A") == "§nomad.flip_settle You need 1 Fish and have 0"
    assert travellers(do(state, "skip"), 0) == ["N12"]


def test_a_flipped_nomad_settles_for_one_fish() -> None:
    """§nomad.flip_settle"""
    state = do(owner("N12", faces=[]).at(TURN, 0), "nomad N12", "settle B")
    assert state.players[0].settlers == islands("B") and goods(state, 0) == (0, 1, 1, 1)


# ---- dice ±1


def test_one_nomad_turns_each_die_by_one() -> None:
    """§nomad.shift"""
    state = do(owner("N04", faces=[4, 5]).at(TURN, 0), "harvest B")  # Shell for 1, 2, 3
    assert options(state) == ["die 4"]


@pytest.mark.parametrize(("nomads", "usable"), [([], [2]), (["N04"], [1, 2, 3]), (["N04", "N08"], [1, 2, 3, 4])])
def test_several_nomads_add_up_and_there_is_no_step_from_one_to_six(nomads: list[str], usable: list[int]) -> None:
    """§nomad.shift, E6, R23"""
    found = []
    for face in range(1, 7):
        overlay = f'[[islands]]\nid = "large_A"\nsource = "rulebook"\nharvest_dice = [{face}]\n'
        builder = a_state(5, overlay).player(0, nomads=nomads, dice=[2], ground="g1")
        if "harvest A" in options(builder.at(TURN, 0)):
            found.append(face)
    assert found == usable


def test_a_turned_die_is_not_turned_for_the_next_use() -> None:
    """§nomad.shift, R23"""
    state = do(owner("N04", faces=[4, 4]).at(MEANS, 0, TO_HARVEST | 1 << 4), "die 4")
    assert state.players[0].dice == dice([4])


def test_a_nomad_in_the_traveller_pile_turns_no_die() -> None:
    """§nomad.shift, R59"""
    state = a_state(5).player(0, travellers=["N04"], dice=[4], ground="g1").at(TURN, 0)
    assert "harvest B" not in options(state)


# ---- sales


@pytest.mark.parametrize(
    ("nomad", "die", "sale", "left", "points"),
    [
        ("N02", 5, "sell 1", (3, 2, 3, 3), 6),  # match one
        ("N24", 6, "sell 2", (3, 3, 1, 3), 10),  # match many
        ("N23", 4, "sell 1", (3, 3, 3, 2), 7),  # any one
        ("N17", 3, "sell 3", (0, 3, 3, 3), 9),  # any many
        ("N17", 3, "sell 1", (2, 3, 3, 3), 3),
    ],
)
def test_a_sale_gives_points_at_once(nomad: str, die: int, sale: str, left: tuple[int, ...], points: int) -> None:
    """§nomad.match_one, §nomad.match_many, §nomad.any_one, §nomad.any_many, R45"""
    state = do(owner(nomad, goods=(3, 3, 3, 3), faces=[die]).at(TURN, 0), f"nomad {nomad}", f"die {die}", sale)
    assert goods(state, 0) == left and state.players[0].points == points
    assert state.players[0].nomad_dice == 1 << NOMADS.index(nomad)


def test_a_matching_die_is_needed_where_values_are_shown() -> None:
    """§nomad.match_one, §nomad.match_many"""
    state = owner("N02", faces=[1, 6]).at(TURN, 0)
    assert why_not(state, "nomad N02") == "§nomad.1 You need a 2 or 5. Your dice: 1, 6"


def test_nothing_is_sold_without_the_good() -> None:
    """§nomad.any_one"""
    state = owner("N23", goods=(1, 1, 1, 0)).at(TURN, 0)
    assert why_not(state, "nomad N23") == "§nomad.1 You need 1 Pearl and have 0"


def test_one_sells_at_most_what_the_tile_and_the_storage_allow() -> None:
    """§nomad.any_many, §nomad.match_many, R45"""
    assert options(owner("N17", goods=(5, 0, 0, 0)).at(SELL, 0, NOMADS.index("N17"))) == ["sell 1", "sell 2", "sell 3"]
    state = owner("N17", goods=(2, 0, 0, 0)).at(SELL, 0, NOMADS.index("N17"))
    assert options(state) == ["sell 1", "sell 2"]
    assert why_not(state, "sell 3") == "§nomad.1 You need 3 Fish and have 2"


def test_a_nomad_takes_one_die_a_round() -> None:
    """§nomad.1"""
    state = do(owner("N17", goods=(3, 0, 0, 0)).at(TURN, 0), "nomad N17", "die 1", "sell 1")
    state.ask(TURN, 0)
    assert why_not(state, "nomad N17") == "§nomad.1 The Fish Smoker already has a die this round"


def test_a_nomad_that_replaces_a_used_one_may_take_its_own_die() -> None:
    """§nomad.1, R29, R55"""
    builder = owner("N17", "N04", "N10", goods=(3, 1, 1, 0)).nomad("A", "N19")
    state = do(builder.at(TURN, 0), "nomad N17", "die 1", "sell 1")
    state.players[0].goods = 0x01010101
    state.ask(TURN, 0)
    do(state, "recruit A", "die 2", "monument none", "replace N17", "refill M1", "draw N36")
    state.ask(TURN, 0)
    assert "nomad N19" in options(state) and "nomad N17" not in options(state)


def test_nomads_that_work_by_themselves_are_not_activated() -> None:
    """§nomad.1, §nomad.storage, §nomad.income"""
    state = owner("N01", "N03", "N04").at(TURN, 0)
    assert not [text for text in options(state) if text.startswith("nomad")]
    assert why_not(state, "nomad N03") == "§nomad.1 The Reef Fisher needs no action"
