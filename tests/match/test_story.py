"""The log cut into turns, each told in a few words."""

from functools import cache
from itertools import pairwise

import pytest

from skerry.bots import Observer, make_bot
from skerry.core.state import CHANCE, SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.picture import full_recaps, log_lines, recaps_for, whole_story
from skerry.match.story import stops_between

SEATS = (0, 1, 2, SPECTATOR)


@cache
def finished(game: str) -> Match:
    match = Match(game, [SeatPlan(name) for name in ("Anna", "Bo", "Cleo")], seed="7")
    match.begin()
    bot = make_bot("random", game, 3)
    while not match.over and len(match.moves) < 400:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.actions.text(bot.choose(Observer(match.game, match.state, seat))))
    return match


@pytest.fixture(params=sorted(GAMES))
def match(request: pytest.FixtureRequest) -> Match:
    return finished(request.param)


def test_every_line_belongs_to_a_turn_that_is_told(match: Match) -> None:
    for seat in SEATS:
        recaps = {one.turn: one for one in recaps_for(match, seat)}
        for line in log_lines(match, seat):
            assert recaps[line.turn].first <= line.move <= recaps[line.turn].last
        assert [one.turn for one in recaps.values()] == sorted(recaps)


def test_a_turn_is_one_players_and_all_else_is_nobodys(match: Match) -> None:
    recaps = recaps_for(match, 0)
    assert {one.kind for one in recaps} <= {"turn", "reveal", "round", "chance"}
    assert all((one.seat == CHANCE) == (one.kind != "turn") for one in recaps)
    for one in recaps:
        seats = {match.moves[number].entry.seat for number in range(one.first, one.last + 1)}
        assert one.kind != "turn" or one.seat in seats
    assert any(one.kind == "round" for one in recaps)


def test_the_end_of_the_story_is_the_same_wherever_one_begins_to_read(match: Match) -> None:
    whole = recaps_for(match, 1)
    for first in range(0, len(match.moves), 11):
        rest = recaps_for(match, 1, first)
        assert rest == [one for one in whole if one.turn >= rest[0].turn]
        assert first == 0 or rest[0].first < first


def test_what_a_seat_does_not_see_stands_in_nothing_it_is_told(match: Match) -> None:
    """A bit that only some may know is in what those are told, and in the whole story at the end."""
    everything = {one.turn: one for one in full_recaps(match)}
    assert {line.turn for line in whole_story(match)} <= set(everything)
    for seat in SEATS:
        for one in recaps_for(match, seat):
            moves = match.moves[one.first : one.last + 1]
            hidden = {
                move.bit.format(*match.names)
                for move in moves
                if move.unseen is not None and move.unseen.audience >> (CHANCE if seat == SPECTATOR else seat) & 1
            }
            seen = {move.bit.format(*match.names) for move in moves if move.unseen is None}
            assert one.kind != "turn" or not (hidden - seen) & set(one.bits)


def test_between_two_turns_there_is_a_position_to_show(match: Match) -> None:
    stops = stops_between(match, 0)
    recaps = full_recaps(match)
    for before, after in pairwise(recaps):
        is_split = after.first == before.last
        assert (before.last if is_split else after.first) in stops or before.last == 0
    assert all(0 < stop < len(match.moves) for stop in stops)


def test_a_turn_with_several_decisions_is_told_as_one() -> None:
    match = Match("nusfjord", [SeatPlan("Anna"), SeatPlan("Bo")], seed="1")
    match.begin()
    seat = match.to_move
    assert seat is not None
    match.play(seat, "place build")
    building = next(text for text in map(match.actions.text, match.state.legal_actions()) if text.startswith("build "))
    match.play(seat, building)
    if match.game.question(match.state).kind == "lot":
        match.play(seat, match.actions.text(match.state.legal_actions()[0]))
    recap = recaps_for(match, seat)[-1]
    assert recap.seat == seat and recap.bits[0] == "Build a Building" and len(recap.bits) == 2
    assert recap.gains and all(change < 0 for change in recap.gains.values())
    assert any(piece.startswith("card:") for piece in recap.about)


def test_an_undone_turn_is_told_no_more() -> None:
    match = Match("nusfjord", [SeatPlan("Anna"), SeatPlan("Bo")], seed="1")
    match.begin()
    seat = match.to_move
    assert seat is not None
    before = recaps_for(match, seat)
    match.play(seat, "place gold")
    assert recaps_for(match, seat)[-1].bits == ("+1 gold",)
    match.undo(seat)
    assert recaps_for(match, seat) == before
