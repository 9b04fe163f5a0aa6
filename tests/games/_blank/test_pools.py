"""Pools: chosen in secret, shown at once."""

import pytest

from skerry.core.state import EVERYBODY
from skerry.games._blank.state import GULL, POOL, REVEAL, ROUND
from tests.games._blank.builder import GAME, a_state, do, options

POOLS = ["rock", "sand", "kelp"]
ROCK, SAND, KELP = range(3)


def test_a_choice_is_hidden_until_the_last_one_has_chosen() -> None:
    """§pool.1"""
    builder = a_state(2).player(0, shells=0).player(1, shells=0)
    state = builder.state
    state.then(REVEAL)
    state.ask(POOL, 1)
    state.ask(POOL, 0)
    assert options(state) == [f"hide {pool}" for pool in ("rock", "sand", "kelp")]
    assert state.witnesses(state.legal_actions()[0]) == 0b01
    do(state, "hide rock")
    assert GAME.view(state, 0).players[0].pool == "rock"
    assert GAME.view(state, 1).players[0].pool is None and GAME.view(state, 1).players[0].has_chosen
    assert state.witnesses(state.legal_actions()[0]) == EVERYBODY
    news = state.news
    do(state, "hide kelp")
    assert GAME.view(state, 1).players[0].pool == "rock" and state.news == news + 1


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ([ROCK, SAND, KELP], [4, 3, 2]),
        ([ROCK, ROCK, KELP], [0, 0, 2]),
        ([SAND, SAND, SAND], [1, 1, 1]),
        ([KELP, ROCK, KELP], [1, 4, 1]),
    ],
)
def test_alone_one_finds_more_than_in_company(choices: list[int], found: list[int]) -> None:
    """§pool.2"""
    builder = a_state(3)
    for seat, pool in enumerate(choices):
        builder.player(seat, shells=0, pool=pool)
    builder.state.then(REVEAL)
    builder.state.settle()
    assert [p.shells for p in builder.state.players] == found


def test_the_first_player_takes_first_when_the_supply_runs_out() -> None:
    """§pool.2"""
    builder = a_state(2).player(0, shells=18, pool=ROCK).player(1, shells=5, pool=SAND).with_(first=1)
    builder.state.then(REVEAL)
    builder.state.settle()
    assert [p.shells for p in builder.state.players] == [18, 6]


@pytest.mark.parametrize(("gull", "found"), [("rock", 0), ("sand", 4), ("kelp", 4)])
def test_in_the_solo_game_a_gull_is_company(gull: str, found: int) -> None:
    """§pool.3"""
    builder = a_state(1).player(0, shells=0)
    state = builder.state
    state.then(REVEAL)
    state.ask(GULL, 15)
    state.ask(POOL, 0)
    do(state, "hide rock", f"gull {gull}")
    assert state.players[0].shells == found


def test_the_next_player_leads_the_next_tide() -> None:
    """§pool.4"""
    builder = a_state(3).with_(first=2)
    builder.state.then(ROUND)
    builder.state.settle()
    assert builder.state.first == 0 and builder.state.round == 2
    assert options(builder.state) == ["tide low", "tide half", "tide high"]
