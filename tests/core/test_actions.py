"""A number for the engine, a line of text for everyone else."""

import pytest

from skerry.core.actions import Actions, UnknownAction
from skerry.core.state import IllegalAction
from skerry.games import GAMES
from skerry.games._blank.kit import load_kit


def test_every_action_has_a_text_and_back() -> None:
    table = Actions(3, (0, "place", ["fish", "wood"]), (2, "pass", None))
    assert [table.text(i) for i in range(3)] == ["place fish", "place wood", "pass"]
    assert table.number("pass") == 2


def test_a_near_miss_is_named() -> None:
    table = Actions(2, (0, "place", ["fish", "wood"]))
    with pytest.raises(UnknownAction, match="did you mean 'place wood'"):
        table.number("place woods")
    with pytest.raises(UnknownAction, match="no action is called 'zzz'$"):
        table.number("zzz")
    with pytest.raises(UnknownAction) as raised:
        table.number("x" * 100_000)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("size", "blocks", "error"),
    [
        (2, [(1, "a", None)], "begins at 1"),
        (3, [(0, "a", ["x", "y"])], "has 2 actions, not 3"),
        (2, [(0, "a", None), (1, "a", None)], "same text"),
    ],
)
def test_a_table_that_does_not_fit_its_numbers_is_an_error(
    size: int, blocks: list[tuple[int, str, None]], error: str
) -> None:
    with pytest.raises(ValueError, match=error):
        Actions(size, *blocks)


def test_step_checks_what_apply_does_not() -> None:
    game = GAMES["_blank"]
    state = game.new(load_kit(), 2, {})
    with pytest.raises(IllegalAction, match="not among"):
        state.step(48)
    state.step(0)
    state.over = True
    with pytest.raises(IllegalAction, match="over"):
        state.step(0)


def test_an_action_number_out_of_range_is_an_error_not_a_crash() -> None:
    state = GAMES["_blank"].new(load_kit(), 2, {})
    for action in (-1, 10_000, 2**62):
        with pytest.raises(IllegalAction):
            state.step(action)
