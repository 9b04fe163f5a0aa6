"""Elders: drawing, discarding, a short deck."""

from skerry.core import bits
from skerry.games.buru.state import ELDER, SPACE
from tests.games.buru.builder import GAME, a_state, elder, legal, play, rule_against

ALL = [f"E{n}" for n in range(1, 15)]


def at_lake(*held: str) -> a_state:
    builder = a_state(2).player(0, elders=list(held))
    builder.state.ask(SPACE, 1, 2)
    builder.state.ask(SPACE, 0, 3)
    return builder


def test_four_elders_are_seen_and_three_kept() -> None:
    """E8; §elder.1; number "elders_drawn" """
    state = play(at_lake("E1", "E2").state, "space L3", "done", "elder E5", "elder E6")
    assert legal(state) == ["discard E1", "discard E2", "discard E5", "discard E6"]
    assert rule_against(state, "discard E9") == "elder.1"
    play(state, "discard E2")
    assert state.players[0].elders == sum(1 << elder(id_) for id_ in ("E1", "E5", "E6"))
    assert state.to_move() == 1 and GAME.problems(state) == []


def test_statistics_count_the_elders_kept_of_those_seen() -> None:
    """§elder.1"""
    state = play(at_lake("E1", "E2").state, "space L3", "done", "elder E5", "elder E6")
    seen = ["Elder of the Springs", "Elder of the Peaks", "Elder of the Harvest", "Elder of the Crafts"]
    assert GAME.offered(state) == seen
    play(state, "discard E1")
    assert GAME.kept(state, 0) == seen[1:] and GAME.kept(state, 1) == []


def test_draw_and_discard_are_seen_by_their_player_alone() -> None:
    """§elder.1"""
    state = a_state(3).at(ELDER, arg=1)
    assert state.witnesses(state.legal_actions()[0]) == 0b010
    state = play(at_lake().state, "space L3", "done", "elder E5", "elder E6")
    assert state.witnesses(state.legal_actions()[0]) == 0b001


def empty_deck(discards: list[str], held: list[str]) -> a_state:
    """All Elders that are neither held nor discarded are with player 1."""
    builder = at_lake(*held)
    builder.player(1, elders=[id_ for id_ in ALL if id_ not in discards + held])
    for id_ in discards:
        builder.state.players[1].elders_out |= builder.from_elders(id_)
    return builder


def test_an_empty_deck_is_made_from_the_discards() -> None:
    """§elder.2"""
    state = play(empty_deck(["E1", "E2", "E3"], ["E4"]).state, "space L3", "done")
    assert legal(state) == ["elder E1", "elder E2", "elder E3"]
    play(state, "elder E1", "elder E3", "discard E4")
    assert state.elder_deck == 1 << elder("E2") and state.elders_discarded() == 1 << elder("E4")
    assert GAME.problems(state) == []


def test_a_short_deck_gives_what_it_has() -> None:
    """§elder.2"""
    state = play(empty_deck(["E1"], []).state, "space L3", "done", "elder E1")
    assert legal(state) == ["discard E1"]


def test_who_draws_nothing_discards_nothing() -> None:
    """§elder.2"""
    state = play(empty_deck([], ["E4"]).state, "space L3", "done")
    assert state.to_move() == 1 and bits.count(state.players[0].elders) == 1


def test_a_draw_that_finds_nothing_makes_nobody_forget() -> None:
    """§elder.2: what I discarded before the last reshuffle can still be only with those who have drawn since"""
    builder = empty_deck([], ["E4"])
    me, other = builder.state.players[0], builder.state.players[1]
    me.elders_back, other.elders_new = 1 << elder("E1"), 2
    play(builder.state, "space L3", "done")
    assert me.elders_back == 1 << elder("E1") and other.elders_new == 2
    assert GAME.problems(builder.state) == []
