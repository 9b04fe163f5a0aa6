"""Traveller piles and hands lie open; a variant takes those of the others out of sight."""

from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR
from skerry.games.tungaru.state import LEADER, Tungaru
from tests.games.tungaru.builder import GAME, a_state


def a_table(**options: str) -> Tungaru:
    """Seat 1 has two Travellers of eight points each and one Nomad that works."""
    builder = a_state(3, **options).player(1, nomads=["N14"], travellers=["N21", "N16"], settlers="A", points=4)
    return builder.player(0, travellers=["N15"]).at(LEADER, 0)


def seen(state: Tungaru, seat: int, viewer: int) -> tuple[list[str | None], list[str | None]]:
    p = GAME.view(state, viewer).players[seat]
    return p.hand, p.travellers


ALL = ["worker", "beggar", "fisher", "trader", "chief"]


def test_hands_and_traveller_piles_are_open() -> None:
    """§open.1"""
    state = a_table()
    for viewer in (0, 1, SPECTATOR):
        assert seen(state, 1, viewer) == (ALL, ["N16", "N21"])


def test_as_a_variant_only_their_owner_sees_them() -> None:
    """§open.2"""
    state = a_table(piles="hidden")
    assert seen(state, 1, 1) == (ALL, ["N16", "N21"])
    for viewer in (0, 2, SPECTATOR):
        assert seen(state, 1, viewer) == ([None] * 5, [None, None])
    words = str(GAME.outline(GAME.view(state, 0), GAME.catalogue(state)))
    assert "2 Nomads, face down" in words and "'5 cards'" in words


def test_at_the_end_all_is_shown() -> None:
    """§open.2"""
    state = a_table(piles="hidden")
    state.over = True
    assert seen(state, 1, SPECTATOR) == (ALL, ["N16", "N21"])


def test_neither_the_pile_nor_the_points_give_them_away() -> None:
    """§open.2"""
    state, plain = a_table(piles="hidden"), a_table()
    assert {"N16", "N21"} <= set(GAME.view(state, 0).pile) and "N15" not in GAME.view(state, 0).pile
    assert not {"N16", "N21"} & set(GAME.view(plain, 0).pile)
    assert GAME.view(state, 0).refills == GAME.view(plain, 0).refills
    full = int(state.score(1))
    without = 4 + 1  # the score track, and the working Nomad counts itself
    assert full > without
    assert [GAME.view(state, viewer).players[1].score for viewer in (0, 1, SPECTATOR)] == [without, full, without]
    sums = [sum(line.points[1] for line in GAME.breakdown(state, viewer)) for viewer in (0, 1, SPECTATOR)]
    assert sums == [without, full, without]


def test_whoever_remembers_knows_them_so_they_are_not_imagined() -> None:
    """§open.1"""
    state = a_table(piles="hidden")
    fancy = GAME.imagine(state, 0, Rng(3))
    assert fancy.players[1].nomads == state.players[1].nomads and fancy.players[1].hand == state.players[1].hand
