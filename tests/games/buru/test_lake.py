"""The Sacred Lake: tributes and what hangs on them."""

import pytest

from skerry.games.buru.cards import ESTEEM, FISH
from skerry.games.buru.state import LAKE, SPACE
from tests.games.buru.builder import GAME, a_state, goods, legal, play, rule_against, space, told

COST = {
    "banyu": {"palm": 2, "clay": 1, "fish": 2},
    "gunung": {"clay": 2, "ebony": 1, "fish": 2},
    "manuk": {"palm": 1, "ebony": 2, "fish": 2},
}


def at_lake(id_: str = "L5", **have: int) -> a_state:
    builder = a_state(3).player(0, **have)
    builder.state.ask(SPACE, 1, 2)
    builder.state.ask(LAKE, 0, space(id_))
    return builder


@pytest.mark.parametrize("spirit", ["banyu", "gunung", "manuk"])
def test_a_tribute_costs_tokens_and_fish_and_gives_a_card(spirit: str) -> None:
    """§lake.1, §lake.2, §score.1"""
    state = at_lake(**COST[spirit]).state
    assert legal(state) == [f"tribute {spirit}", "done"]
    play(state, f"tribute {spirit}")
    place = list(COST).index(spirit)
    assert goods(state, 0) == {} and state.players[0].tributes[place] == 1
    assert state.score(0) == state.kit.tribute_esteem[place] == (5, 6, 7)[place]
    assert GAME.problems(state) == []


def test_what_is_missing_is_told() -> None:
    """§lake.1"""
    state = at_lake(palm=2, fish=9).state
    reason = GAME.reason(state, GAME.actions.number("tribute banyu"))
    assert reason is not None and reason.missing == {"clay": 1}
    assert reason.words == "You need 2 fish, 2 palm and 1 clay; you are 1 clay short"
    helped = at_lake(palm=1, fish=9).player(0, islanders=["P1"]).state
    reason = GAME.reason(helped, GAME.actions.number("tribute banyu"))
    assert reason is not None and reason.missing == {"palm": 1}, "the Priest saves the clay"
    cost = "2 fish, 2 palm and 1 clay"
    assert reason.words == f"You need {cost}; you are 1 palm short, even though your Priest of Banyu saves you 1 token"
    hungry = GAME.reason(at_lake(clay=1, fish=1).state, GAME.actions.number("tribute banyu"))
    assert hungry is not None and hungry.missing == {"fish": 1, "palm": 2} and hungry.rule == "lake.1"


@pytest.mark.parametrize(("id_", "tributes"), [("L1", 2), ("L2", 2), ("L3", 1), ("L4", 1), ("L5", 1)])
def test_every_space_has_its_number_of_tributes(id_: str, tributes: int) -> None:
    """§lake.1: also twice to the same spirit"""
    state = at_lake(id_, palm=9, clay=9, ebony=9, fish=20).state
    play(state, *["tribute manuk"] * tributes)
    assert state.players[0].tributes[2] == tributes and state.to_move() != 0


def test_two_tributes_to_banyu_with_two_decrees_and_a_totem() -> None:
    """E7; §decree.2, §totem.2, §lake.2, §elder.1; number "totem_esteem" """
    builder = a_state(2).player(0, palm=4, clay=2, fish=4).decrees("d9", "d10").totem("banyu", 1)
    builder.state.ask(SPACE, 1, 2)
    state = play(builder.at(SPACE, 0, 3), "space L1", "tribute banyu", "tribute banyu")
    assert state.players[0].goods[FISH] == 4 - 4 + 4
    assert state.players[1].goods[ESTEEM] == 2 == state.players[1].from_totems
    play(state, "elder E3", "elder E7", "discard E3")
    assert state.players[0].n_elders == 1 and state.to_move() == 1


@pytest.mark.parametrize(
    ("id_", "fish"),
    [("d9", (1, 1, 1)), ("d10", (1, 0, 0)), ("d11", (0, 1, 0)), ("d12", (0, 0, 1))],
)
def test_an_altar_decree_feeds_everybody(id_: str, fish: tuple[int, int, int]) -> None:
    """§decree.2"""
    for place, spirit in enumerate(COST):
        state = play(at_lake(**COST[spirit]).decrees(id_).state, f"tribute {spirit}")
        assert state.players[0].goods[FISH] == fish[place]


def test_the_second_tribute_may_use_the_fish_of_the_first() -> None:
    """§lake.2"""
    state = at_lake("L2", palm=4, clay=2, fish=3).decrees("d9").state
    play(state, "tribute banyu", "tribute banyu")
    assert goods(state, 0) == {"fish": 1}


def test_the_totem_pays_for_an_own_tribute_too() -> None:
    """§totem.2"""
    state = play(at_lake(**COST["gunung"]).totem("gunung", 0).state, "tribute gunung")
    assert goods(state, 0) == {"esteem": 1}


# ---- Priests


@pytest.mark.parametrize(("id_", "spirit"), [("P1", "banyu"), ("P2", "gunung"), ("P3", "manuk")])
def test_a_priest_spares_a_token_of_ones_choice(id_: str, spirit: str) -> None:
    """§lake.3, §islander.discount"""
    state = at_lake(**COST[spirit]).player(0, islanders=[id_]).state
    play(state, f"tribute {spirit}")
    kinds = [kind for kind in ("palm", "clay", "ebony") if kind in COST[spirit]]
    assert legal(state) == [f"spare {kind}" for kind in kinds]
    other = next(kind for kind in ("palm", "clay", "ebony") if kind not in COST[spirit])
    assert rule_against(state, f"spare {other}") == "lake.3"
    play(state, f"spare {kinds[0]}")
    assert goods(state, 0) == {kinds[0]: 1}


def test_a_missing_token_is_the_one_that_is_spared() -> None:
    """§lake.3"""
    state = at_lake(palm=2, fish=2).player(0, islanders=["P1"]).state
    play(state, "tribute banyu")
    assert legal(state) == ["spare clay"] and rule_against(state, "spare palm") == "lake.3"
    assert goods(play(state, "spare clay"), 0) == {}


def test_a_priest_spares_neither_two_tokens_nor_fish_nor_the_last_token() -> None:
    """§lake.3"""
    assert rule_against(at_lake(palm=1, fish=2).player(0, islanders=["P1"]).state, "tribute banyu") == "lake.1"
    assert rule_against(at_lake(palm=2, clay=1, fish=1).player(0, islanders=["P1"]).state, "tribute banyu") == "lake.1"
    cheap = '[[tributes]]\nid = "banyu"\nsource = "rulebook"\ncost = { palm = 1 }\n'
    builder = a_state(2, cheap).player(0, islanders=["P1"])
    assert rule_against(builder.at(LAKE, 0, space("L5")), "tribute banyu") == "lake.1"
    twice = '[[islanders]]\nid = "P2"\nsource = "rulebook"\nspirit = "banyu"\n'
    builder = a_state(2, twice).player(0, islanders=["P1", "P2"], palm=1, fish=2)
    assert rule_against(builder.at(LAKE, 0, space("L5")), "tribute banyu") == "lake.1"


@pytest.mark.parametrize(
    ("id_", "spirit", "good", "n"),
    [("P4", "banyu", "esteem", 1), ("P5", "gunung", "clay", 1), ("P6", "manuk", "esteem", 2)],
)
def test_a_singer_brings_goods_for_tributes_to_one_spirit(id_: str, spirit: str, good: str, n: int) -> None:
    """§islander.singer, §islander.continuing"""
    for paid, cost in COST.items():
        state = at_lake(**cost).player(0, islanders=[id_]).state
        lines = told(state, f"tribute {paid}")
        assert goods(state, 0) == ({good: n} if paid == spirit else {})
        assert any("Singer" in line for line in lines) == (paid == spirit)


def test_the_lake_keeper_fishes_before_the_tribute() -> None:
    """§islander.lake; "P7" """
    builder = a_state(2).player(0, islanders=["P7"], palm=2, clay=1)
    state = builder.at(SPACE, 0, 3)
    assert told(state, "space L5") == [
        "P0 takes the fifth Sacred Lake space",
        "P0 gains 2 fish thanks to the Lake Keeper",
    ]
    assert goods(play(state, "tribute banyu"), 0) == {}


@pytest.mark.parametrize(("holder", "esteem"), [(1, 2), (2, 0), (0, 0)])
def test_the_medium_profits_from_others(holder: int, esteem: int) -> None:
    """§islander.medium, §totem.2; "P9" """
    state = at_lake(**COST["manuk"]).player(1, islanders=["P9"]).totem("manuk", holder).state
    play(state, "tribute manuk")
    assert goods(state, 1).get("esteem", 0) == esteem


def test_the_medium_gets_nothing_for_an_own_tribute() -> None:
    """§islander.medium"""
    state = at_lake(**COST["manuk"]).player(0, islanders=["P9"]).totem("manuk", 0).state
    assert goods(play(state, "tribute manuk"), 0) == {"esteem": 1}
