"""Setup, tide, and the numbers in the component files."""

import pytest

from skerry.core.components import ComponentError, Overlay
from skerry.core.state import CHANCE, new_buffer
from skerry.games._blank.kit import load_kit
from skerry.games._blank.state import TIDE
from tests.games._blank.builder import GAME, a_state, do, options


@pytest.mark.parametrize("seats", range(1, 6))
def test_everyone_starts_with_two_shells_and_two_hidden_cards(seats: int) -> None:
    """§setup.1, §setup.2, §setup.3"""
    state = GAME.new(load_kit(), seats, {})
    assert state.to_move() == CHANCE
    assert options(state) == [f"begin {seat}" for seat in range(seats)]
    do(state, f"begin {seats - 1}")
    assert state.first == seats - 1
    for card in ["rake", "bucket", "heron", "museum", "driftwood", "crab_pot", "tide_tax", "wide_net"][: 2 * seats]:
        do(state, f"deal {card}")
    assert state.supply == 10 * seats
    for p in state.players:
        assert p.shells == 2
        if seats < 5:
            assert p.n_hand == 2
    assert state.players[0].hand == (1 << state.kit.ids.index("rake")) | (1 << state.kit.ids.index("bucket"))


def test_a_card_that_is_out_cannot_be_drawn_again() -> None:
    """§setup.2"""
    state = do(GAME.new(load_kit(), 2, {}), "begin 0", "deal rake")
    assert "deal rake" not in options(state) and len(options(state)) == 15


def test_the_tide_is_low_half_or_high_with_three_two_and_one_chances() -> None:
    """§tide.1"""
    state = a_state(2).at(TIDE)
    weights = new_buffer()
    assert options(state) == ["tide low", "tide half", "tide high"]
    assert state.weights_into(weights) == 6 and [weights[i] for i in range(3)] == [3, 2, 1]
    assert [state.kit.tide_shells[i] for i in range(3)] == [1, 2, 3]
    assert [row for row in ("low", "half", "high") if f"tide {row}" in options(state)] == ["low", "half", "high"]


def test_an_owner_may_replace_any_row() -> None:
    cards = '[[cards]]\nid = "rake"\nsource = "reported"\ncost = 0\n'
    numbers = '[[numbers]]\nid = "tides"\nsource = "reported"\nvalue = 2\n'
    kit = load_kit(Overlay("mine.toml", cards + numbers))
    assert kit.cards[kit.ids.index("rake")].cost == 0 and kit.tides == 2
    assert kit.names == load_kit().names and kit.hash != load_kit().hash


NUMBERS = {
    "tides": 4,
    "shells_per_player": 12,
    "start_shells": 2,
    "start_cards": 2,
    "hand_limit": 3,
    "draw_cost": 1,
    "shells_per_point": 2,
}


@pytest.mark.parametrize(("name", "value"), NUMBERS.items())
def test_the_numbers_come_from_the_component_file(name: str, value: int) -> None:
    assert getattr(load_kit(), name) == value
    changed = load_kit(
        Overlay("mine.toml", f'[[numbers]]\nid = "{name}"\nsource = "rulebook"\nvalue = {value - 1 or 2}\n')
    )
    assert getattr(changed, name) == (value - 1 or 2)


@pytest.mark.parametrize(
    ("overlay", "error"),
    [
        (
            '[[cards]]\nid = "rake"\ncost = 1',
            r"mine.toml: \[\[cards\]\] rake field source: is missing; allowed are: rulebook",
        ),
        ('[[cards]]\nid = "rake"\nsource = "me"', r"rake field source: .*allowed: rulebook, reported, reconstructed"),
        (
            '[[cards]]\nid = "rake"\nsource = "reported"\ncost = 21',
            r"rake field cost: .*whole number at least 0 at most 20",
        ),
        ('[[cards]]\nid = "rake"\nsource = "reported"\ncost = "x"', r"rake field cost: expected `int`"),
        ('[[cards]]\nid = "rake"\nsource = "reported"\neffect = "fly"', r"rake field effect: .*allowed: gain, toll"),
        (
            '[[cards]]\nid = "rake"\nsource = "reported"\nprice = 1',
            r"rake field price: unknown field; this table has: id, source",
        ),
        (
            '[[cards]]\nid = "rakes"\nsource = "reported"',
            r"rakes field id: there is no such row; the nearest are: rake",
        ),
        ('[[boats]]\nid = "x"\nsource = "reported"', r"\[\[boats\]\]: unknown table; allowed are: cards, tides, pools"),
        ("[cards]\nid = 1", r"must be rows: begin each with \[\[cards\]\]"),
        ("[[cards]]\nname = 1", r"row 1 field id: every row needs an id"),
        ("[[cards]]\nid = ?\n", r"mine.toml: is not valid TOML: .*line 2"),
        (
            '[[numbers]]\nid = "tides"\nsource = "reported"\nvalue = 99',
            r"tides field value: 99 is not allowed; allowed are 1 to 10",
        ),
    ],
)
def test_a_wrong_row_is_told_with_file_row_field_and_what_is_allowed(overlay: str, error: str) -> None:
    with pytest.raises(ComponentError, match=error):
        load_kit(Overlay("mine.toml", overlay))
