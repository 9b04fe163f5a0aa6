"""Nobody can fill the log of a game so that it cannot go on."""

import pytest

from skerry.core.state import CHANCE
from skerry.match import Match, MatchError, Refused, log_limits
from skerry.match.asides import CHECKING, REFUSAL, TAKE_BACK, TURN_DONE
from skerry.match.match import MAX_ENTRIES, RESERVED_ENTRIES
from skerry.match.picture import picture
from skerry.match.save import decode_match, encode_match
from tests.match.test_match import a_match, first, play_to_the_end


def play_and_undo(match: Match, seat: int, text: str = "gather") -> bool:
    """Once; False if the undo was refused."""
    match.play(seat, text)
    try:
        match.undo(seat)
    except Refused as error:
        assert error.reason.rule == "undo.often"
        return False
    return True


def test_who_has_undone_very_often_cannot_undo_any_more_but_everybody_plays_on() -> None:
    """§undo.often"""
    match = a_match()
    seat, before = first(match), len(match.log)
    cycles = 0
    while play_and_undo(match, seat):
        cycles += 1
    assert 500 < cycles <= log_limits.MAX_IDLE_ENTRIES
    assert len(match.log) - before < 2 * log_limits.MAX_IDLE_ENTRIES
    assert not picture(match, seat).undo
    reason = picture(match, seat).undo_reason
    assert reason is not None and reason.rule == "undo.often"
    other = 1 - seat
    while first(match) != other:
        match.play(first(match), match.actions.text(match.state.legal_actions()[0]))
    assert play_and_undo(match, other), "the others undo as ever"
    play_to_the_end(match)
    again = decode_match(encode_match(match))
    assert again.log == match.log and again.log_use == match.log_use


def test_what_has_been_used_up_stays_used_up_in_a_saved_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 10)
    match = a_match()
    while play_and_undo(match, first(match)):
        pass
    again = decode_match(encode_match(match))
    seat = again.moves[-1].entry.seat
    with pytest.raises(Refused, match=r"undo limit \(§undo\.often\)"):
        again.undo(seat)
    play_to_the_end(again)


def test_requests_that_come_to_nothing_are_counted_and_answers_are_not_the_answerers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 10)
    match = a_match()
    seat = first(match)
    match.play(seat, "gather")
    for _ in range(5):
        match.aside(seat, TAKE_BACK)
        match.aside(1 - seat, REFUSAL)
    with pytest.raises(MatchError, match="asked the others very often"):
        match.aside(seat, TAKE_BACK)
    assert match.log_use.idle[1 - seat] == 0
    play_to_the_end(match)


def test_what_all_agree_to_take_back_is_charged_to_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 10)
    match = a_match()
    seat = first(match)
    asked = 0
    while not match.log_use.is_used_up(seat):
        match.play(seat, "gather")
        match.aside(seat, TAKE_BACK)
        match.aside(seat, f"(taken back to {match.last_decision(seat)})")
        asked += 1
    assert asked == 4  # three entries each: the question, the decision, the taking back
    play_to_the_end(match)


def test_turns_that_are_checked_cost_nothing_but_undoing_them_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 10)
    match = a_match()
    while not match.over:
        seat = first(match)
        match.play(seat, match.actions.text(match.state.legal_actions()[0]))
        if not match.over:
            match.aside(seat, CHECKING)
            match.aside(seat, TURN_DONE)
    assert match.log_use == log_limits.no_log_use(2)
    assert decode_match(encode_match(match)).log == match.log


def test_typed_in_rolls_are_corrected_at_the_cost_of_who_corrects_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 6)
    match = a_match(table_mode=True)
    cycles = 0
    while True:
        match.play(CHANCE, match.actions.text(match.state.legal_actions()[0]))
        if not isinstance(match.undo_or_reason(0), int):
            break
        match.undo(0)
        cycles += 1
    assert cycles == 3 and isinstance(match.undo_or_reason(1), int)
    play_to_the_end(match)


def test_a_log_that_was_full_can_be_read_and_goes_on() -> None:
    """Logs had 20,000 entries at most, and a player could fill one by playing and undoing."""
    match = a_match(seed="7")
    lines = encode_match(match).decode().split('"log": [\n')
    seat = first(match)
    filler = f',\n  "{seat}: gather",\n  "{seat}: undo"' * 9_900
    head, tail = lines[1].split("\n ]", 1)
    full = decode_match(f'{lines[0]}"log": [\n{head}{filler}\n ]{tail}'.encode())
    assert len(full.log) > 19_000
    play_to_the_end(full)
    assert decode_match(encode_match(full)).log == full.log


def test_all_budgets_together_leave_room_for_any_game() -> None:
    seats = 8
    undone = 3 * seats * log_limits.MAX_IDLE_ENTRIES  # with a turn checked and a hint asked for at each
    seatings = 3 * seats * 2 * log_limits.MAX_SEATINGS
    assert undone + seatings + 20_000 < MAX_ENTRIES - RESERVED_ENTRIES
