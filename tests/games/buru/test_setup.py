"""Setup: seats, fish, the row, the Emissary."""

import pytest

from skerry.core import bits
from skerry.core.game import OptionError
from skerry.core.state import CHANCE
from skerry.games.buru.cards import FISH
from skerry.games.buru.kit import load_kit
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


def test_the_emissary_starts_without_fish_and_the_others_with_three() -> None:
    """E11; §setup.1, §setup.2, §setup.3, §dawn.1, §dawn.2"""
    state = play(begin(3), "emissary 1")
    assert [p.goods[FISH] for p in state.players] == [3, 0, 3]
    to_morning(state)
    assert (state.n_forest, state.n_row, bits.count(state.decrees), state.round) == (3, 5, 2, 1)
    assert all(p.tokens() == 0 and p.mat == 0b11111 for p in state.players)
    assert list(state.totems) == [-1, -1, -1]
    assert [load_kit().start_fish[place] for place in range(4)] == [0, 3, 3, 3]


def test_start_fish_follow_the_seats_from_the_emissary_on() -> None:
    """§setup.3; rows "start_fish_1", "start_fish_2", "start_fish_3", "start_fish_4" """
    from skerry.core.components import Overlay

    rows = "".join(f'[[numbers]]\nid = "start_fish_{n}"\nsource = "rulebook"\nvalue = {n}\n' for n in (1, 2, 3, 4))
    state = GAME.new(load_kit(Overlay("mine.toml", rows)), 4, GAME.complete_options({}))
    assert [p.goods[FISH] for p in play(state, "emissary 2").players] == [3, 4, 1, 2]


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
    with pytest.raises(OptionError, match="room for 4"):
        begin(4, lawan="yes")
    assert begin(3, lawan="yes").n == 4
