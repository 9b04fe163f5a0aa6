"""Match and Rematch, the campaign."""

import pytest

from skerry.core import bits
from skerry.core.game import OptionError
from skerry.games.nusfjord import series
from skerry.games.nusfjord.series import SeriesResult, campaign_terms, new_rank, rematch_terms
from skerry.games.nusfjord.state import NEXT_TURN, Nusfjord
from tests.games.nusfjord.builder import GAME, a_state
from tests.games.nusfjord.test_setup import dealt, start

A = list(range(18))
B = list(range(18, 30))
C = list(range(30, 44))


def played(shown: list[int], built: list[int], points: int = 30) -> SeriesResult:
    return SeriesResult([points], shown, built, 0)


def cards(state: Nusfjord) -> list[int]:
    return series.numbers(state, state.cards_in_game)


def test_a_result_tells_what_lay_open_and_what_was_built() -> None:
    """§campaign.1"""
    scene = a_state(1, round=7).display("101", "121", "141").own(0, "102", "142")
    found = series.played_game(scene.run(NEXT_TURN))
    assert found.shown == [0, 1, 18] and found.built == [1, 31] and found.points == scene.state.scores()


def test_the_second_game_uses_other_a_and_b_and_the_unbuilt_c() -> None:
    """§campaign.1, §campaign.2"""
    first = played(A[:9] + B[:6], [A[0], B[1], C[2]])
    state = start(1, series=campaign_terms([first]))
    assert cards(state) == A[9:] + B[6:] + [card for card in C if card != C[2]]
    assert GAME.catalogue(state).left_out == 16 and GAME.catalogue(start(1)).left_out == 0


def test_the_third_game_uses_what_was_not_built_and_may_show_fewer() -> None:
    """§campaign.3"""
    first = played(A[:9] + B[:6], [*A[:6], B[0], C[0]])
    second = played(A[9:] + B[6:], [*A[9:14], *B[6:12], C[1]])
    state = start(1, series=campaign_terms([first, second]))
    assert cards(state) == [*A[6:9], *A[14:], *B[1:6], *C[2:]]
    view = GAME.view(dealt(state), 0)
    assert [sum(place.card is not None for place in view.display[letter]) for letter in "AB"] == [7, 5]


def test_the_catalogue_says_how_many_buildings_are_left_out() -> None:
    """§campaign.2"""
    first = played(A[:9] + B[:6], [A[0], B[1], C[2]])
    assert GAME.catalogue(start(1, series=campaign_terms([first]))).left_out == 16
    mixed = start(3, deck="mixed")
    assert GAME.catalogue(mixed).left_out == GAME.catalogue(dealt(mixed)).left_out == 0


def test_fewer_c_buildings_are_added_in_round_six() -> None:
    """§campaign.3, R34"""
    few = SeriesResult([30], A + B, C[:9], 0)
    state = dealt(start(1, series=campaign_terms([few, few])))
    assert bits.count(state.pile_c) == 5


@pytest.mark.parametrize(
    ("rank", "total", "expected"),
    [
        (0, 77, 0),
        (0, 100, 0),
        (0, 112, 12),
        (12, 105, 12),
        (12, 103, 12),
        (12, 102, 11),
        (12, 60, 11),
        (12, 120, 20),
        (1, 91, 0),
    ],
)
def test_the_rank_after_a_campaign(rank: int, total: int, expected: int) -> None:
    """§campaign.4, R42"""
    assert new_rank(rank, total) == expected


def test_the_rematch_has_other_cards_and_the_other_player_begins() -> None:
    """§variant.1"""
    first = SeriesResult([20, 30], A[:9] + B[:6], [A[0], C[0]], 1)
    state = start(2, series=rematch_terms([first]))
    assert cards(state) == A[9:] + B[6:] + C
    while state.depth and state.to_move() == 15:
        state.apply(state.legal_actions()[0])
    assert (state.first, state.to_move(), state.round) == (0, 0, 1)


def test_a_result_knows_who_began() -> None:
    """§variant.1"""
    scene = a_state(2, round=7).with_(first=1)
    assert series.played_game(scene.state).starter == 1
    assert series.played_game(a_state(2, round=6).with_(first=1).state).starter == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("without", "not of the form"),
        ("without 999", "there is no Building 999"),
        ("without 160", "there is no Building 160"),
        ("x" * 500, "not of the form"),
        ("", "not of the form"),
    ],
)
def test_a_wrong_series_option_is_refused(text: str, words: str) -> None:
    """§variant.1"""
    with pytest.raises(OptionError, match=words):
        GAME.complete_options({"series": text})


def test_a_series_fits_its_deck_and_seats() -> None:
    """§variant.1, §variant.2"""
    with pytest.raises(OptionError, match="201 is not a Building of this deck"):
        start(1, series="without 201")
    with pytest.raises(OptionError, match="there is no Building 119"):
        start(1, series="without 119")
    with pytest.raises(OptionError, match="seat 1 cannot go first in a game for 1"):
        start(1, series="seat 1 begins")
    with pytest.raises(OptionError, match="played with one deck"):
        start(2, deck="mixed", series="seat 1 begins")
    with pytest.raises(OptionError, match="works only with deck=mixed"):
        start(2, later="cod")


def test_the_option_reads_what_it_writes() -> None:
    """§campaign.2, §variant.1"""
    for listed, starter in (([], -1), ([0, 43], -1), ([], 1), ([5, 131], 0)):
        terms = series.parse_terms(series.terms_text(listed, starter))
        assert ([series.PRINTED_NUMBERS.index(card) for card in terms.cards], terms.starter) == (listed, starter)
