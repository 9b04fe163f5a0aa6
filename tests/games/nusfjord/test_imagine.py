"""What a seat imagines of the others' hands can be played out."""

from collections.abc import Callable

import pytest

from skerry.core.playout import play_out
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR, new_buffer, step_of
from skerry.games.nusfjord.state import BUILDING, COPY, ELDER_DO, MAY, TURN, WHICH_ELDER, Nusfjord
from tests.games.nusfjord.builder import GAME, a_state, do


def only_a_hand_card(**has: int) -> a_state:
    """Of all Buildings player 0 can pay the Building 143 of the hidden hand alone: 6 wood."""
    scene = a_state(3, round=4).hand(0, "143", "149").hand(1, "152", "141").hand(2, "145")
    return scene.player(0, wood=6).player(0, **has)


def building() -> Nusfjord:
    return do(only_a_hand_card().at(TURN, 0), "place build")


def copying() -> Nusfjord:
    scene = only_a_hand_card().elders(0, elder_17=0).plates(2)
    scene.workers(1, "build", "build").workers(2, "build")
    return do(scene.at(TURN, 0), "place elder_17")


def after_the_surveyor() -> Nusfjord:
    scene = only_a_hand_card(wood=5).elders(0, elder_18=0).plates(2)
    return do(scene.at(TURN, 0), "place elder_18", "double r0c2")


def contractor() -> Nusfjord:
    """Both of his actions are possible: a Ship, too."""
    scene = only_a_hand_card(fish=2).elders(0, elder_1=0).plates(2)
    return do(scene.at(TURN, 0), "place elder_1")


def which_elder() -> Nusfjord:
    scene = only_a_hand_card(wood=5).elders(0, elder_7=0).plates(2)
    state = scene.at(TURN, 0)
    state.ask(WHICH_ELDER, 0)
    return state


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        (building, BUILDING),
        (copying, COPY),
        (after_the_surveyor, MAY),
        (contractor, ELDER_DO),
        (which_elder, WHICH_ELDER),
    ],
)
def test_an_open_question_that_rests_on_a_hidden_hand_has_an_answer_in_every_fancy(
    position: Callable[[], Nusfjord], asked: int
) -> None:
    """§home.5, §building.1"""
    state = position()
    assert step_of(state.ask_now()) == asked
    buffers = new_buffer(), new_buffer()
    for seed in range(50):
        for seat in (SPECTATOR, 0, 1, 2):
            fancy = GAME.imagine(state, seat, Rng(seed))
            assert GAME.problems(fancy) == [] and GAME.view(fancy, seat) == GAME.view(state, seat)
            assert fancy.legal_actions()
            for action in fancy.legal_actions():
                after = fancy.clone()
                after.apply(action)
                play_out(after, Rng(seed), *buffers)


def test_a_fancy_does_not_depend_on_the_true_hands() -> None:
    """§home.5"""
    state = building()
    for seed in range(50):
        fancy = GAME.imagine(state, 1, Rng(seed))
        again, once = GAME.imagine(fancy, 1, Rng(seed + 1)), GAME.imagine(state, 1, Rng(seed + 1))
        assert [p.hand for p in again.players] == [p.hand for p in once.players]
