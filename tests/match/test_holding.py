"""A turn that is checked: nothing that could not be undone happens before it is confirmed."""

import random
from pathlib import Path

import pytest

from skerry.core.game import Reason
from skerry.games import GAMES
from skerry.match import Match, MatchError, Refused, SeatPlan, load_match, save_match
from skerry.match.asides import RECONSIDERED, TURN_DONE
from skerry.match.holding import confirmed, has_offer, play_and_hold
from skerry.match.picture import picture
from tests.laws.laws import position
from tests.match.test_match import a_match, first

NAMES = ["Anna", "Bo", "Cy"]


def a_game(name: str, seed: str = "3") -> Match:
    match = Match(name, [SeatPlan(player) for player in NAMES], seed=seed)
    match.begin()
    return match


def take_back(match: Match, seat: int) -> None:
    if match.pending.meant:
        match.aside(seat, RECONSIDERED)
    else:
        match.undo(seat)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "_blank"])
def test_every_turn_can_be_undone_until_it_is_done_and_then_goes_on_as_ever(name: str, tmp_path: Path) -> None:
    match, plain, chance = a_game(name), a_game(name), random.Random(4)
    held = last_of_round = 0
    while not match.over:
        seat, before, round_ = first(match), match.state, match.game.round(match.state)
        text = match.actions.text(chance.choice(match.state.legal_actions()))
        plain.play(seat, text)
        play_and_hold(match, seat, text)
        if match.pending.held is not None:
            assert match.pending.held == seat
            held += 1
            if not has_offer(match, seat):  # the turn is not over yet: chance may have spoken in the middle of it
                assert picture(match, seat).undo
                take_back(match, seat)
                assert position(match.state) == position(before)
                play_and_hold(match, seat, text)
            if held % 10 == 0:
                save_match(match, tmp_path / "held.json")
                match = load_match(tmp_path / "held.json")
            assert match.pending.held == seat
            if has_offer(match, seat):
                plain.play(seat, match.pending.meant)
            confirmed(match, seat, is_shared=False)
        elif match.to_move != seat or match.over:
            raise AssertionError(f"{text} ended the turn, and nobody could look it over")
        assert match.pending.held is None
        last_of_round += match.game.round(match.state) != round_
        assert position(match.state) == position(plain.state)
    assert held > 20 and last_of_round > 2
    save_match(match, tmp_path / "over.json")
    assert position(load_match(tmp_path / "over.json").state) == position(plain.state)


def hold_the_last_leader() -> tuple[Match, int, str]:
    """Everybody has chosen a Leader face down but the last one, whose choice reveals them all."""
    match = a_game("tungaru")
    while True:
        seat, question = first(match), match.game.question(match.state).kind
        text = match.actions.text(match.state.legal_actions()[0])
        play_and_hold(match, seat, text)
        if match.pending.meant and question == "leader":
            return match, seat, text
        if match.pending.held is not None:
            confirmed(match, seat, is_shared=False)


def test_the_last_leader_lies_face_down_until_it_is_confirmed() -> None:
    match, seat, text = hold_the_last_leader()
    news = match.state.news
    seen = picture(match, seat)
    assert seen.meant is not None and seen.meant.text == text and seen.undo and seen.choices == []
    others = [picture(match, other) for other in range(3) if other != seat]
    assert [other.meant for other in others] == [None, None]
    assert all(text not in str(other.lines) for other in others)
    confirmed(match, seat, is_shared=False)
    assert match.state.news > news


def test_a_decision_that_was_meant_is_made_by_the_bot_that_sits_in_and_not_after_resigning() -> None:
    match, seat, text = hold_the_last_leader()
    match.aside(seat, "(bot: easy)")
    assert match.pending.held is None and any(entry.text == text for entry in match.log[-40:])
    match, seat, _ = hold_the_last_leader()
    moves = len(match.moves)
    match.aside(seat, "(resigns)")
    assert match.pending.held is None and len(match.moves) == moves


def test_a_log_cannot_mean_what_is_not_possible() -> None:
    match = a_match()
    seat = first(match)
    for wrong_seat, text in ((1 - seat, "rest"), (seat, "fly"), (seat, "play rake")):
        with pytest.raises((MatchError, Refused)):
            match.aside(wrong_seat, f"(means: {text})")
    assert match.pending.held is None


def test_what_was_meant_and_not_done_uses_up_the_budget() -> None:
    match, seat, text = hold_the_last_leader()
    while not match.log_use.is_used_up(seat):
        match.aside(seat, RECONSIDERED)
        play_and_hold(match, seat, text)
        assert match.pending.meant or match.log_use.is_used_up(seat)
    assert isinstance(match.undo_or_reason(seat), Reason) and match.pending.held is None


def test_done_without_a_turn_to_check_changes_nothing() -> None:
    match = a_match()
    before = position(match.state)
    match.aside(first(match), TURN_DONE)
    assert position(match.state) == before


def test_the_chief_may_swap_after_an_action_but_need_not_say_no() -> None:
    match, chance = a_game("tungaru"), random.Random(1)
    offered = 0
    while not match.over and offered < 2:
        seat = first(match)
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        play_and_hold(match, seat, "leader chief" if "leader chief" in texts else chance.choice(texts))
        if match.pending.held is not None and has_offer(match, seat):
            assert {choice.text for choice in picture(match, seat).choices} >= {"swap", "skip"}
            offered += 1
        if match.pending.held is not None:
            confirmed(match, seat, is_shared=False)
            assert match.game.question(match.state).kind != "after_action"
    assert offered == 2


def test_several_decisions_in_one_step_are_checked_like_one() -> None:
    """Paying with goods of any kind: all of them at once, also in a turn that is held."""
    match, plain, chance, bundles = a_game("tungaru"), a_game("tungaru"), random.Random(4), 0
    while not match.over and bundles < 3:
        seat = first(match)
        ways = [match.bundle_text(way) for way in match.game.bundles(match.state)]
        bundles += bool(ways)
        text = chance.choice(ways or [match.actions.text(action) for action in match.state.legal_actions()])
        with pytest.raises(MatchError):
            play_and_hold(match, seat, f"{text}; {text}; {text}")
        plain.play(seat, text)
        play_and_hold(match, seat, text)
        if has_offer(match, seat):
            match.aside(seat, RECONSIDERED)
        elif match.pending.held is not None:
            confirmed(match, seat, is_shared=False)
        assert position(match.state) == position(plain.state)
    assert bundles == 3
