"""Setup: seats, fish, the row, the Emissary."""

import pytest

from skerry.core import bits
from skerry.core.components import ComponentError, Overlay
from skerry.core.game import OptionError
from skerry.core.state import CHANCE
from skerry.games.buru.cards import CLAY, EBONY, FISH, PALM
from skerry.games.buru.kit.load import load_kit
from skerry.games.buru.state import Buru
from tests.games.buru.builder import GAME, legal, play


def begin(seats: int, **options: str) -> Buru:
    state = GAME.new(load_kit(), seats, GAME.complete_options(options))
    state.settle()
    return state


def to_morning(state: Buru) -> Buru:
    while state.phase < 2:
        state.apply(state.legal_actions()[0])
    return state


def with_starts(**rows: str) -> Overlay:
    text = "".join(f'[[starts]]\nid = "{id_}"\nsource = "rulebook"\n{goods}\n' for id_, goods in rows.items())
    return Overlay("mine.toml", text)


def test_the_emissary_starts_without_fish_and_the_others_with_three() -> None:
    """E11; §setup.1, §setup.2, §setup.3, §dawn.1, §dawn.2"""
    state = play(begin(3), "emissary 1")
    assert [p.goods[FISH] for p in state.players] == [3, 0, 3]
    to_morning(state)
    assert (state.n_forest, state.n_row, bits.count(state.decrees), state.round) == (3, 5, 2, 1)
    assert all(p.tokens() == 0 and p.mat == 0b11111 for p in state.players)
    assert list(state.totems) == [-1, -1, -1]


@pytest.mark.parametrize(("seats", "lawan"), [(1, "no"), (2, "no"), (2, "yes"), (3, "no"), (3, "yes"), (4, "no")])
def test_nobody_starts_with_anything_but_the_reported_fish(seats: int, lawan: str) -> None:
    """§setup.3: the text is the default for every number of players"""
    state = to_morning(begin(seats, lawan=lawan))
    assert sorted(sum(p.goods) for p in state.players) == [0] + [3] * (state.n - 1)
    assert sum(state.players[state.emissary].goods) == 0 and all(p.tokens() == 0 for p in state.players)


def test_two_players_may_choose_an_even_start() -> None:
    """§setup.3; option "start", rows "even_1" and "even_2" """
    state = play(begin(2, start="even"), "emissary 1")
    assert [list(p.goods) for p in state.players] == [[3, 1, 1, 0, 0], [0, 0, 0, 0, 0]]
    for seats, lawan in ((3, "no"), (1, "no"), (2, "yes")):
        with pytest.raises(OptionError, match="two players"):
            begin(seats, start="even", lawan=lawan)


@pytest.mark.parametrize(
    ("players", "lawan", "rows"),
    [
        (2, "no", ["two_1", "two_2"]),
        (3, "no", ["three_1", "three_2", "three_3"]),
        (4, "no", ["four_1", "four_2", "four_3", "four_4"]),
        (1, "no", ["lawan_1", "lawan_2", "lawan_3"]),
        (3, "yes", ["lawan_1", "lawan_2", "lawan_3", "lawan_4"]),
    ],
)
def test_goods_at_the_start_follow_the_places_from_the_emissary_on(players: int, lawan: str, rows: list[str]) -> None:
    """§setup.3, §lawan.setup"""
    goods = {id_: f"fish = {10 + k}\npalm = {k}\nclay = 1\nebony = 2" for k, id_ in enumerate(rows)}
    state = GAME.new(load_kit(with_starts(**goods)), players, GAME.complete_options({"lawan": lawan}))
    state.settle()
    first = 0 if players == 1 else 1
    if players > 1:
        play(state, "emissary 1")
    for k in range(len(rows)):
        p = state.players[(first + k) % len(rows)]
        assert [p.goods[FISH], p.goods[PALM], p.goods[CLAY], p.goods[EBONY]] == [10 + k, k, 1, 2]


def test_nobody_starts_with_more_fish_than_the_limit() -> None:
    """§limit.1"""
    small = '[[numbers]]\nid = "fish_limit"\nsource = "rulebook"\nvalue = 9\n'
    rows = with_starts(two_2="fish = 12")
    with pytest.raises(ComponentError, match=r"mine.toml: \[\[starts\]\] two_2 field fish: 12 .* allowed are 0 to 9"):
        load_kit(Overlay("mine.toml", small + rows.text))


def test_chance_chooses_among_the_people() -> None:
    """§setup.3, §lawan.setup"""
    state = begin(2, lawan="yes")
    assert state.to_move() == CHANCE and legal(state) == ["emissary 0", "emissary 1"]
    assert state.n == 3 and not state.is_lawan(1) and state.is_lawan(2)


def test_a_person_alone_is_emissary_against_two_lawan() -> None:
    """§lawan.setup"""
    state = to_morning(begin(1))
    assert (state.seats, state.n, state.emissary, state.n_forest) == (1, 3, 0, 3)
    assert [p.goods[FISH] for p in state.players] == [0, 3, 3]


def test_four_people_have_no_room_for_a_lawan() -> None:
    """§lawan.setup"""
    with pytest.raises(OptionError, match="no room for a Lawan"):
        begin(4, lawan="yes")
    assert begin(3, lawan="yes").n == 4
