"""Which spaces are free, blocked and possible: the sets agree with the spaces one by one."""

import pytest

from skerry.core.playout import play_some
from skerry.core.rng import Rng
from skerry.core.state import seat_of, step_of
from skerry.games.nusfjord import GAME
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import TURN, Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, possible_spaces, to_copy

ALL_SPACES = 0o1111111111111111


def turns(players: int, count: int) -> list[Nusfjord]:
    """Positions of random games in which somebody has a turn."""
    found: list[Nusfjord] = []
    kit = GAME.load_kit()
    rng = Rng(players)
    while len(found) < count:
        state = GAME.new(kit, players, GAME.complete_options({}))
        state.settle()
        while not state.over and len(found) < count:
            if step_of(state.ask_now()) == TURN:
                found.append(state.clone())
            play_some(state, 1, rng)
    return found


def members(spaces: int) -> set[int]:
    return {space for space in range(A.N_SPACES) if spaces >> 3 * space & 1}


@pytest.mark.parametrize("players", [1, 3, 5])
def test_sets_of_spaces_agree_with_single_spaces(players: int) -> None:
    """§work.3, §work.5, §copy.1, §copy.2"""
    for state in turns(players, 400):
        seat = seat_of(state.ask_now())
        spaces, board = range(A.N_SPACES), range(A.N_BOARD)
        free = {space for space in spaces if state.workers_on(space) < state.cap_of(space)}
        blocked = {space for space in spaces if 0 < state.cap_of(space) <= state.workers_on(space)}
        possible = {space for space in board if can_do(state, seat, A.kind_of(space))}
        assert members(state.free_spaces()) == free and members(state.blocked_spaces()) == blocked
        assert members(possible_spaces(state, seat, ALL_SPACES)) == possible
        for column in range(4):
            there = {space for space in board if column in (0, state.kit.column[space] + 1)}
            assert members(to_copy(state, seat, column)) == blocked & possible & there


def test_a_set_asked_for_only_some_spaces_has_no_others() -> None:
    """§work.5"""
    state = turns(3, 1)[0]
    assert members(possible_spaces(state, 0, A.AT_GOLD | A.AT_ISSUE)) <= {A.S_GOLD, A.S_ISSUE}
