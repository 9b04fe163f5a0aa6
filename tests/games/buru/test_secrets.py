"""What lies face down stays secret: views, fancies, the log."""

from collections import Counter

import pytest

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR
from skerry.games.buru.game import BuruGame
from skerry.games.buru.state import GO, REGION, Buru
from skerry.games.buru.view import View
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from tests.games.buru.builder import GAME, a_state, elder
from tests.laws import laws


def two_in_the_forest() -> Buru:
    builder = a_state(3).explorers(1, forest=[5, 2], lake=[3]).explorers(0, forest=[1]).forest("f1", "f2", "f3")
    return builder.at(GO, 0)


def test_others_see_how_many_explorers_lie_where_but_not_their_power() -> None:
    """§morning.1, §morning.2"""
    state = two_in_the_forest()
    for seat, shown in ((0, None), (1, ["2", "5"]), (2, None), (SPECTATOR, None)):
        stack = GAME.view(state, seat).regions[0].stacks[1]
        assert (stack.player, stack.explorers, stack.shown) == (1, 2, shown)
        assert GAME.view(state, seat).players[1].mat == (["1", "4"] if seat == 1 else None)


def test_others_guess_among_the_powers_not_yet_seen() -> None:
    """§morning.2"""
    state = two_in_the_forest()
    rng = Rng(5)
    found = Counter(int(GAME.imagine(state, 0, rng).players[1].explorers_in(0)) for _ in range(2_000))
    assert len(found) == 10 and min(found.values()) > 5, "every pair of five Powers may lie there"
    assert found.most_common(1)[0][0] == 0b11000, "strong Explorers usually go first"
    state.players[1].kept, state.players[1].mat = 0, 0b01000
    state.players[1].placed |= 0b01000 << 5
    state.players[1].n_placed += 1 << 4
    state.players[1].sent |= 2 << 12
    state.players[1].mat = 0
    state.flipped = 0b1000  # the Lake showed 3, Noon showed 1: 2, 4, 5 are left for Forest and Shore
    found = Counter(int(GAME.imagine(state, 0, rng).players[1].explorers_in(0)) for _ in range(500))
    assert set(found) == {0b01010, 0b10010, 0b11000}


def test_flipped_explorers_are_open_to_all() -> None:
    """§region.1"""
    builder = a_state(2).explorers(1, forest=[5, 2]).forest("f1", "f2")
    state = builder.then(REGION, 0)
    assert [s.total for s in GAME.view(state, 0).regions[0].stacks] == [None, 7]
    assert GAME.imagine(state, 0, Rng(1)).players[1].explorers_in(0) == 0b10010


def test_elders_of_others_are_guessed() -> None:
    """§elder.1"""
    builder = a_state(3).player(0, elders=["E1", "E2"]).player(1, elders=["E3"])
    state = builder.at(GO, 0)
    state.players[0].elders_out = builder.from_elders("E4")
    state.players[1].elders_out = builder.from_elders("E5")
    held: set[int] = set()
    out: set[int] = set()
    for seed in range(300):
        fancy = GAME.imagine(state, 0, Rng(seed))
        assert fancy.players[0].elders == state.players[0].elders
        assert fancy.players[0].elders_out == state.players[0].elders_out
        assert bits.count(fancy.players[1].elders) == bits.count(fancy.players[1].elders_out) == 1
        held |= {int(bits.lowest(fancy.players[1].elders))}
        out |= {int(bits.lowest(fancy.players[1].elders_out))}
    unknown = {number for number in range(14) if number not in (0, 1, 3)}
    assert held == out == unknown
    assert GAME.view(state, 1).players[0].elders is None and GAME.view(state, 1).players[0].elder_count == 2
    assert GAME.view(state, 0).players[0].elders_discarded == ["E4"]


def test_nobody_imagines_ones_own_discard_in_a_hand_that_is_older() -> None:
    """§elder.2: after a reshuffle a discard of mine can only be with those who have drawn since"""
    builder = a_state(3).player(1, elders=["E3", "E6"]).player(2, elders=["E8", "E9"])
    state = builder.at(GO, 0)
    mine = 1 << elder("E4")  # in the deck again
    state.players[0].elders_back = mine
    state.players[1].elders_new, state.players[2].elders_new = 0, 1
    holders = Counter(
        next((seat for seat in (1, 2) if fancy.players[seat].elders & mine), 0)
        for fancy in (GAME.imagine(state, 0, Rng(seed)) for seed in range(400))
    )
    assert holders[1] == 0 and holders[2] > 0 and holders[0] > 0


def test_at_the_end_all_hands_lie_open() -> None:
    """§score.2"""
    state = a_state(2).player(1, elders=["E3"]).with_(over=True).state
    shown = GAME.view(state, 0).players[1].elders
    assert shown is not None and [card.id for card in shown] == ["E3"]
    assert GAME.imagine(state, 0, Rng(3)).players[1].elders == state.players[1].elders


@pytest.mark.parametrize("seats", [1, 3])
def test_the_log_keeps_face_down_powers_until_they_are_flipped(seats: int) -> None:
    """§morning.2, §region.1"""
    match = Match("buru", [SeatPlan(f"P{seat}") for seat in range(seats)], seed="secret")
    match.begin()
    mover = match.to_move
    assert mover is not None
    match.play(mover, "go shore")
    match.play(mover, "lay 4")
    own = [line.words for line in picture(match, mover).lines]
    assert f"P{mover} places Power 4 at the Shore, face down" in own
    for other in [SPECTATOR, *(seat for seat in range(seats) if seat != mover)]:
        lines = [line.words for line in picture(match, other).lines]
        assert f"P{mover} places an Explorer at the Shore, face down" in lines
        assert not any("Power 4" in line for line in lines)


class ShowsTheMat(BuruGame):
    """A leak: which Explorers are still at home tells which are out."""

    def view(self, state: Buru, seat: int) -> View:
        return (super().view(state, seat), [int(p.mat) for p in state.players])  # type: ignore[return-value]


class ShowsElders(BuruGame):
    """A leak: everybody sees the Elders of player 0."""

    def view(self, state: Buru, seat: int) -> View:
        return (super().view(state, seat), int(state.players[0].elders))  # type: ignore[return-value]


@pytest.mark.parametrize("game", [ShowsTheMat(), ShowsElders()])
def test_the_leak_law_covers_explorers_and_elders(game: BuruGame) -> None:
    """§morning.2, §elder.1"""
    rng = Rng(1)
    with pytest.raises(AssertionError, match="leaks"):
        for state, _ in laws.states(game, 3, 2, game.complete_options({})):
            laws.no_view_tells_truth_from_fancy(game, state, rng)
