from concurrent.futures import Future
from typing import Any

import pytest
from msgspec.structs import replace

from skerry.core.answers import Moved
from skerry.core.state import CHANCE
from skerry.core.words import plain_name
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.asides import AGREED_END, RESIGNS
from skerry.match.picture import Line
from skerry.teacher.claims import wrong_review
from skerry.teacher.pairs import PRIOR, Gap, MeanEstimate, estimate
from skerry.teacher.review.better import ComparisonLimits, all_settled, combined, compare_moves, is_reportable
from skerry.teacher.review.chain import Link, Measure
from skerry.teacher.review.depth import DEEP, QUICK, Depth
from skerry.teacher.review.findings import ledgers, turning, turning_points, whole_points
from skerry.teacher.review.measure import Swing
from skerry.teacher.review.model import CHANCE_SEAT, Ledger, Missed, Review, Spot, Turning
from skerry.teacher.review.race import Race
from skerry.teacher.review.run import review
from skerry.teacher.review.scene import Scene, scene
from skerry.teacher.review.turns import PlayedTurn, known_before, turn_name, turns_of
from skerry.teacher.review.words import (
    ReaderNames,
    chance_words,
    decided_by_luck,
    decided_by_play,
    missed_words,
    review_words,
)
from skerry.workers import InlinePool
from tests.teacher.positions import a_match, late, played_out

WORTH = 2.0  # points worth telling


def reviewed(
    match: Match,
    seats: list[int],
    seed: int = 1,
    depth: Depth = QUICK,
    luck: float = 0.3,
    seconds: float = 1.0,
    in_a_hurry: bool = True,
) -> Review:
    """In a hurry, every measurement is made once, and then the clock says it is late.  Otherwise it stands still."""
    ticks = iter([0.0])
    pairs, candidates, late = (6, 4, 100 * seconds) if in_a_hurry else (30, 60, 0.0)
    small = {"simulations": 4, "pairs": pairs, "candidates": candidates, "each": 0.5, "searched": 40, "batches": 1}
    depth = replace(depth, seconds=seconds, luck=luck, **small)
    return review(match, seats, depth, seed, InlinePool(), clock=lambda: next(ticks, late))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_luck_and_decisions_add_up_to_the_result(players: int) -> None:
    match = played_out(a_match(players))
    found = reviewed(match, list(range(players)))
    for accounts, ends in ((found.points, found.end.points), (found.win, found.end.wins)):
        for seat, account in enumerate(accounts):
            whole = account.start + account.own + account.others + account.luck + account.unexplained
            assert whole == pytest.approx(account.end)
            assert account.end == ends[seat]
    assert found.end.points == tuple(match.state.scores())


def test_turns_hold_every_decision_once() -> None:
    match = played_out(a_match(3))
    turns = turns_of(match)
    inside = [number for turn in turns for number in range(turn.first, turn.after)]
    assert len(inside) == len(set(inside))
    chosen = [number for number, move in enumerate(match.moves) if move.entry.seat != CHANCE and not move.entry.forced]
    assert set(chosen) <= set(inside)
    for turn in turns:
        assert {match.moves[number].entry.seat for number in range(turn.first, turn.after)} == {turn.seat}


def test_the_curve_goes_from_the_start_through_every_turn_to_the_end() -> None:
    match = played_out(a_match(3))
    found = reviewed(match, [0])
    moves = [spot.move for spot in found.spots]
    assert moves == sorted(moves) and moves[-1] == len(match.moves)
    assert [spot.first for spot in found.spots if spot.seat >= 0] == [turn.first for turn in turns_of(match)]
    before = found.start
    for spot in found.spots:
        assert spot.words and spot.round >= before.round
        assert sum(chance.mean for chance in spot.win) == pytest.approx(1.0)
        for seat in range(3):
            assert before.win[seat].mean + spot.changed[seat] == pytest.approx(spot.win[seat].mean, abs=1e-6)
            assert before.points[seat].mean + spot.gained[seat] == pytest.approx(spot.points[seat].mean, abs=1e-6)
        before = spot
    assert [chance.mean for chance in before.win] == pytest.approx(found.end.wins, abs=1e-6)


def test_luck_repeats_with_another_seed() -> None:
    match = played_out(a_match(2, "luck"))
    # With all the time in the world, how far luck is followed does not depend on how busy the machine is.
    first, second = (reviewed(match, [], seed, luck=0.04, seconds=1e6) for seed in (1, 2))
    assert first.win != second.win
    for one, other in zip(first.win, second.win, strict=True):
        assert abs(one.luck - other.luck) <= 0.05


@pytest.mark.parametrize("depth", [QUICK, DEEP])
def test_a_better_move_is_legal_and_told_in_words(depth: Depth) -> None:
    match = played_out(a_match(2, "blunders"))
    found = reviewed(match, [0, 1], 2, depth)
    assert found.deep == depth.deep
    for missed in found.missed:
        state = match.at(missed.move)
        assert match.actions.number(missed.text) in state.legal_actions()
        assert missed.better and missed.played and missed.better != missed.played
        assert missed.gap.points.mean > 0 or missed.gap.win.mean > 0


def test_playouts_of_a_turn_go_on_from_those_before() -> None:
    match = played_out(a_match(2, "blunders"))
    turn = next(turn for turn in turns_of(match) if len(known_before(match, turn).legal) > 1)
    observer, taken = known_before(match, turn), turn.actions[0]
    others = [action for action in observer.legal if action != taken][:1]
    first = compare_moves(observer, taken, others, ComparisonLimits(2, 4, 0.0, WORTH), 1)
    assert first.gap.pairs == 4, "as many as there may be"
    second = compare_moves(observer, taken, others, ComparisonLimits(2, 6, 100.0, WORTH), 2, first)
    assert second.gap.pairs == 6 or second.is_settled
    assert second.endings[taken][:4] == first.endings[taken] and second.looks[taken][:4] == first.looks[taken]


def test_what_is_about_to_be_told_is_played_on_however_plain() -> None:
    match = played_out(a_match(2, "blunders"))
    turn = next(turn for turn in turns_of(match) if len(known_before(match, turn).legal) > 2)
    observer, taken = known_before(match, turn), turn.actions[0]
    others = [action for action in observer.legal if action != taken][:2]
    first = compare_moves(observer, taken, others, ComparisonLimits(2, 4, 0.0, WORTH), 1)
    checked = compare_moves(
        observer, taken, [first.action], ComparisonLimits(6, 9, 100.0, WORTH), 2, first.for_check(taken)
    )
    assert checked.gap.pairs >= 9 and set(checked.endings) == {taken, first.action}
    assert checked.endings[taken][:4] == first.endings[taken], "all games together speak"


def test_points_are_told_by_the_size_of_the_game() -> None:
    def is_worth_telling(points: float, least: float, depth: Depth = QUICK) -> bool:
        gap = Gap(20, MeanEstimate(0.0, 0.05), MeanEstimate(points, 0.1), {}, 0.0)
        return is_reportable(gap, depth.least_points(least))

    assert not is_worth_telling(1.4, 0.5) and is_worth_telling(1.6, 0.5), "as in Nusfjord"
    assert not is_worth_telling(9.0, 5.0) and is_worth_telling(11.0, 5.0), "as in Tungaru"
    assert not is_worth_telling(5.5, 5.0, DEEP) and is_worth_telling(9.0, 5.0, DEEP), "a deep review knows more surely"


def test_what_the_judgement_saw_on_the_way_counts_less_the_better_the_endings_are_known() -> None:
    calm, wild = [2.5, 3.5] * 8, [-17.0, 23.0] * 8  # games that end 3 points better on average
    ends, looks = combined(calm, [1.0] * 16, 1.0), combined(wild, [1.0] * 16, 1.0)
    assert 2.8 < ends.mean < 3.0 and 1.0 < looks.mean < 1.2
    assert ends.half < looks.half < estimate(wild).half, "two ways to look know more than one"
    assert looks.half > 1.5, "but the judgement may be off, however often it is asked"
    assert combined([3.0] * 16, [1.0] * 16, 1.0) == MeanEstimate(3.0, 0.0), "all ended alike: there is nothing to add"
    assert combined([1.0] * 6, [0.2] * 6, 0.1, PRIOR).half > 0.05, "a few victories are no certainty"


def test_a_gap_that_could_not_be_told_any_more_is_plain() -> None:
    def a_gap(points: float, half: float) -> Gap:
        return Gap(20, MeanEstimate(0.1, 0.05), MeanEstimate(points, half), {}, 0.0)

    assert all_settled([a_gap(1.2, 0.6)], 2.0), "worth a hint, but no word in a review"
    assert not all_settled([a_gap(1.2, 1.0)], 2.0), "it could be 2"
    assert all_settled([a_gap(4.0, 1.0)], 2.0), "large"


def test_only_what_a_reader_may_be_told_is_looked_for() -> None:
    match = played_out(late(a_match(2)))  # everybody rested for whole rounds
    for seat in (0, 1):
        found = reviewed(match, [seat], in_a_hurry=False)
        assert {missed.seat for missed in found.missed} == {seat}


def test_a_game_that_is_not_over_keeps_its_secrets() -> None:
    with pytest.raises(MatchError, match="not over"):
        reviewed(a_match(), [0])


def test_decisions_are_said_to_have_decided_only_where_they_plainly_did() -> None:
    names = ReaderNames(["Ann", "Bo"], 0)
    ann, bo = Ledger(30, -6, 2, 0, 26), Ledger(30, 0, 1, 1, 32)
    assert decided_by_play([ann, bo], names, 0.5) == [
        "Bo’s decisions made the difference: about 6 points better than yours."
    ]
    assert decided_by_play([ann, bo], names, 5.0) == [], "in such a game that is not much"
    lucky = Ledger(30, 0, -7, 9, 32)
    assert decided_by_play([ann, lucky], names, 0.5) == [], "luck did more"


class Broken(InlinePool):
    def submit(self, job: Any, /, *args: Any, **names: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(OSError("gone"))
        return future


def test_a_process_that_dies_ends_the_review() -> None:
    with pytest.raises(OSError, match="gone"):
        review(played_out(a_match(2)), [0], QUICK, 1, Broken())


def test_all_that_is_told_was_checked_by_a_stronger_player() -> None:
    match = played_out(late(a_match(2)))  # after whole rounds of resting
    turns = turns_of(match)
    passed = iter(range(10**6))
    depth = replace(QUICK, simulations=2, pairs=30, candidates=60, each=0.1, searched=20)
    known, shares = [known_before(match, turn) for turn in turns], []
    race = Race(turns, known, depth, InlinePool(), lambda: 7, lambda what, share: shares.append(share))
    shown = race.run(range(len(turns)), range(len(turns)), lambda: 200.0 - next(passed))
    assert shares == sorted(shares), "the bar never goes back"
    reported = {number for number, better in shown.items() if is_reportable(better.gap, race.threshold)}
    assert reported and reported <= race.checked
    assert race.playouts >= sum(better.games for better in shown.values())


def test_a_better_turn_is_named_as_a_whole_and_without_what_its_cards_say() -> None:
    assert plain_name("Contractor (0 fish so far): Build a Ship or Build a Building") == "Contractor"
    assert plain_name("Recruit the Shell Carver on Tarawa for 2 Shells (sell 1 Shell (once); red flower)") == (
        "Recruit the Shell Carver on Tarawa for 2 Shells"
    )
    match = Match("nusfjord", [SeatPlan("Ann"), SeatPlan("Bo")], seed="whole turns")
    match.begin()
    state, turn = match.state.clone(), [match.actions.number("place take_elder")]
    state.apply(turn[0])
    turn.append(state.legal_actions()[0])
    named = match.game.naming(state, turn[1])
    assert turn_name(match.game, match.state, turn) == f"Take an Elder, then t{named[1:]}"


def test_a_turning_point_shows_what_its_player_used_paid_and_gained() -> None:
    lines = [
        Line(
            4, "Ann builds the Mill", 0, about=("space:build",), moved=(Moved("worker:0", "player:0", "space:build"),)
        ),
        Line(4, "Ann pays 3 wood", 0, about=("player:0",), moved=(Moved("wood", "player:0", "", 3),)),
        Line(5, "Ann gains 1 wood", 0, about=("card:7",), moved=(Moved("wood", "", "player:0"), Moved("gold", "", ""))),
        Line(5, "Ben gains 2 fish", 0, about=("card:8", "player:1"), moved=(Moved("fish", "", "player:1", 2),)),
        Line(5, "A new round begins", 0, about=("card:9",)),
    ]
    assert scene(lines, 0) == Scene(["worker:0", "space:build", "card:7"], {"wood": -2})
    drawn = Line(
        6, "The Dyer joins the row", CHANCE, about=("islander:A8",), moved=(Moved("islander:A8", "deck", "row"),)
    )
    assert scene([drawn], CHANCE_SEAT) == Scene(["islander:A8"], {})


def test_a_game_that_was_broken_off_is_reviewed_up_to_there() -> None:
    match = a_match(2, "given up")
    while len(turns_of(match)) < 6:
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    ahead = int(match.state.score(1)) > int(match.state.score(0))
    match.aside(int(ahead), RESIGNS)
    match.aside(int(ahead), AGREED_END)
    assert match.over and match.winners == [1 - ahead]
    found = reviewed(match, [0, 1])
    assert found.broken_off and sum(found.end.wins) == pytest.approx(1.0) and 0 < found.end.wins[0] < 1
    for seat, account in enumerate(found.points):
        whole = account.start + account.own + account.others + account.luck + account.unexplained
        assert whole == pytest.approx(account.end)
        assert account.end > match.state.score(seat), "play would have gone on"
    headline = review_words(match, found, 1 - ahead).headline
    assert headline.startswith(f"P{1 - ahead} wins: P{int(ahead)} resigned.")
    assert not any("luck decided" in line for line in review_words(match, found, 0).luck)


def test_luck_is_said_to_have_decided_only_where_somebody_else_would_plainly_have_won() -> None:
    names = ReaderNames(["Ann", "Bo"], 0)
    ann, bo = Ledger(30, 0, 0, -4, 27), Ledger(30, 0, 0, 2, 32)
    assert decided_by_luck([ann, bo], names, 2.0) == "Without it, the game would have been even closer."
    assert decided_by_luck([ann, bo], names, 0.5) == "Without that, you would have been ahead: luck decided this one."
    level = Ledger(30, 0, 0, 0, 32)
    assert decided_by_luck([level, bo], names, 0.5) == "That was not enough to decide the game.", "two winners"


def test_a_better_move_is_told_for_what_it_brings() -> None:
    def words(points: float, win: float) -> str:
        gap = Gap(40, MeanEstimate(win, 0.1), MeanEstimate(points, 0.4), {}, 0.0)
        return missed_words(Missed(3, 0, 1, "Rest", "Fish", "fish", gap), {}, 0.5)

    assert words(0.6, 0.3) == "“Fish” would have won about 3 more games in 10."
    assert words(3.0, 0.05) == "“Fish” would have brought 3 points more."
    assert words(3.0, 0.4) == "“Fish” would have brought 3 points more and won about 4 more games in 10."


def test_a_review_that_had_no_time_does_not_say_that_there_was_nothing_to_find() -> None:
    match = played_out(a_match(2))
    found = reviewed(match, [0], seconds=4.0)
    assert found.hurried
    busy = "The computer was too busy to look closely. A deep review takes its time."
    assert review_words(match, found, 0).none == busy
    calm = replace(found, hurried=False)
    assert review_words(match, calm, 0).none == "No single turn stands out: other moves would have done about as well."


def a_spot(round_: int) -> Spot:
    even = [MeanEstimate(0.5, 0.05)] * 2
    return Spot(2, 1, 0, round_, "", [], even, [0.0, 0.0], [])


def test_a_turning_point_is_plainly_beyond_its_own_error() -> None:
    spots = [a_spot(1), a_spot(2), a_spot(3), a_spot(3)]
    plain, vague = Turning(1, [0.5, 0.5], [0.8, 0.2], 0.1), Turning(0, [0.5, 0.5], [0.9, 0.1], 0.38)
    small = Turning(2, [0.5, 0.5], [0.58, 0.42], 0.01)
    assert turning_points(spots, [vague, small, plain]) == [plain]
    larger, smaller = Turning(3, [0.2, 0.8], [0.7, 0.3], 0.1), Turning(2, [0.5, 0.5], [0.8, 0.2], 0.1)
    assert turning_points(spots, [smaller, larger, plain]) == [plain, larger], "one for each round and seat, in order"


def test_before_and_after_come_from_the_same_games() -> None:
    seen = Swing([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [[1.0, 0.0]] * 4)
    found = turning(3, seen)
    assert (found.spot, found.before, found.after) == (3, [0.5, 0.5], [1.0, 0.0])
    assert found.half > 0.4, "four games are few"
    words = chance_words(found, 0, ReaderNames(["Ann", "Bo"], 0))
    assert words == "Your chance to win rises from 5 in 10 to almost certain."


def test_what_neither_decisions_nor_luck_account_for_is_not_explained() -> None:
    turns = [PlayedTurn(0, 0, 1, (1,)), PlayedTurn(1, 1, 2, (1,))]
    steps = [Measure([1.0, -1.0], 4.0), Measure([0.5, -0.5], 1.0), Measure([-2.0, 2.0], 9.0), Measure([0.0, 0.0], 0.0)]
    links = [Link([20.0, 20.0], 1.0)] * 4 + [Link([25.0, 18.0], 0.0)]
    ann, bo = ledgers(turns, steps, links)
    assert (ann.own, ann.others, ann.luck, ann.unexplained) == (1.0, -2.0, 0.5, 5.5)
    assert (bo.own, bo.others, bo.luck, bo.unexplained) == (2.0, -1.0, -0.5, -2.5)
    assert ann.own_half == pytest.approx(1.645 * 2) and ann.luck_half == pytest.approx(1.645)
    assert sum(whole_points(ann)[:-1]) == whole_points(ann)[-1] == 25


def test_nothing_is_said_of_luck_or_decisions_that_may_be_measured_wrong() -> None:
    names = ReaderNames(["Ann", "Bo"], 0)
    unsure = [Ledger(30, 8, 0, 0, 40, own_half=9), Ledger(30, 0, 0, -4, 27, luck_half=9)]
    assert decided_by_play(unsure, names, 0.5) == []
    assert decided_by_play([replace(ledger, own_half=1) for ledger in unsure], names, 0.5) != []
    lucky = [Ledger(30, 0, 0, -4, 27, luck_half=5), Ledger(30, 0, 0, 2, 32, luck_half=5)]
    assert decided_by_luck(lucky, names, 0.5) == "Without it, the game would have been even closer."


def test_bots_that_play_alike_are_not_told_that_their_decisions_mattered() -> None:
    owns = []
    for number in range(6):
        match = played_out(a_match(2, f"alike-{number}"))
        found = reviewed(match, [], number, in_a_hurry=False)
        owns += [abs(ledger.own) <= ledger.own_half for ledger in found.points]
    assert sum(owns) >= 0.75 * len(owns)


@pytest.mark.parametrize("seed", range(4))
def test_what_a_review_says_agrees_with_its_tables(seed: int) -> None:
    match = played_out(a_match(3, f"claims-{seed}"))
    found = reviewed(match, [0], seed, in_a_hurry=seed % 2 == 0)
    words = review_words(match, found, 0)
    assert wrong_review(found, words, {"you": 0, match.names[1]: 1, match.names[2]: 2}) == []


def test_a_review_with_nothing_left_to_look_at_was_not_in_a_hurry() -> None:
    assert not reviewed(played_out(a_match(2)), [0], in_a_hurry=False).hurried
