from collections.abc import Callable
from itertools import count

import pytest

from skerry.bots.observer import Observer
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.teacher.hints.hint import Hint, HintMemory, hint, widen_gap, word_hint
from skerry.teacher.hints.phrases import (
    Phrases,
    certainty,
    either_of,
    how_much,
    in_kind,
    main_categories,
    word_move,
    word_nudge,
)
from skerry.teacher.pairs import Ending, Gap, MeanEstimate, Pairs
from skerry.teacher.review.measure import player_of
from tests.teacher.positions import a_match, knows


def ticking() -> Callable[[], float]:
    """A clock that runs by being looked at, so that hints do not depend on the machine."""
    ticks = count()
    return lambda: next(ticks) * 0.1


def test_a_hint_names_legal_options_and_says_why() -> None:
    match = a_match(3)
    found = hint(knows(match), 2.0, 7, ticking())
    assert found is not None
    legal = [match.actions.text(action) for action in match.state.legal_actions()]
    assert set(found.best) <= set(legal)
    assert all(words.endswith((".", "?")) for words in (found.nudge, found.move, found.why))
    assert found.pairs >= 6


def test_there_is_no_hint_where_there_is_nothing_to_decide() -> None:
    match = a_match()
    observer = knows(match)
    observer.legal = observer.legal[:1]
    assert hint(observer, 1.0, 1) is None


def test_a_hint_knows_no_more_than_the_seat() -> None:
    match = a_match(3)
    assert match.to_move is not None
    fancy = match.game.imagine(match.state, match.to_move, Rng(4))
    truth, guess = knows(match), type(knows(match))(match.game, fancy, match.to_move)
    first, second = hint(truth, 1.0, 3, ticking()), hint(guess, 1.0, 3, ticking())
    assert first is not None and first == second


def a_gap(points: MeanEstimate, win: MeanEstimate | None = None, **categories: float) -> Gap:
    parts = {label.replace("_", " "): MeanEstimate(mean, 0.1) for label, mean in categories.items()}
    return Gap(20, win or MeanEstimate(0.0, 0.1), points, parts, 0.0)


def test_words_get_more_careful_as_the_interval_widens() -> None:
    assert certainty(a_gap(MeanEstimate(3.0, 0.8)), 1.0) == 3
    assert certainty(a_gap(MeanEstimate(3.0, 1.5)), 1.0) == 2
    assert certainty(a_gap(MeanEstimate(3.0, 2.5)), 1.0) == 1
    assert certainty(a_gap(MeanEstimate(3.0, 3.5)), 1.0) == 0
    assert certainty(a_gap(MeanEstimate(0.4, 0.1)), 1.0) == 0, "too small to be worth a word"
    assert certainty(a_gap(MeanEstimate(0.0, 1.0), MeanEstimate(0.4, 0.1)), 1.0) == 3, "a chance to win speaks, too"


def test_a_chance_that_is_only_probable_is_not_counted() -> None:
    nothing = MeanEstimate(0.0, 1.0)
    assert (
        how_much(a_gap(nothing, MeanEstimate(0.5, 0.4)), "Rest", 1.0) == "You probably win more often than with Rest."
    )
    assert (
        how_much(a_gap(nothing, MeanEstimate(0.5, 0.1)), "Rest", 1.0)
        == "You win about 5 more games in 10 than with Rest."
    )


def test_a_rival_who_ends_lower_is_named() -> None:
    nothing, more = MeanEstimate(0.2, 1.0), MeanEstimate(0.2, 0.05)
    lower = (2, MeanEstimate(-2.1, 0.5))
    assert how_much(a_gap(nothing, more), "Rest", 1.0, lower).format("Ann", "Bo", "Runa") == (
        "Your own points hardly change, but Runa ends about 2 points lower. You win about 2 more games in 10."
    )
    unclear = (2, MeanEstimate(-2.1, 3.0))
    assert "Runa" not in how_much(a_gap(nothing, more), "Rest", 1.0, unclear).format("Ann", "Bo", "Runa")


def test_more_victories_and_fewer_points_are_both_told() -> None:
    assert how_much(a_gap(MeanEstimate(-3.0, 1.0), MeanEstimate(0.3, 0.1)), "Rest", 1.0) == (
        "It is the safer way to win: about 3 more games in 10. On average Rest scores more."
    )


def ended(observer: Observer, points: list[int]) -> list[Ending]:
    return [Ending((1.0, 0.0), (own, 5), ((own, 5), (0, 0), (0, 0))) for own in points]


def test_of_two_equals_the_one_that_varies_less_is_called_safer() -> None:
    match = a_match()
    observer = knows(match)
    first, second = observer.legal[:2]
    pairs = Pairs(observer, [first, second], player_of(match.game), 1)
    pairs.endings = {first: ended(observer, [9, 11] * 10), second: ended(observer, [1, 19] * 10)}
    phrase = Phrases(observer)
    told = in_kind(phrase, a_gap(MeanEstimate(0.0, 1.0)), [second, first], pairs)
    assert told.startswith(f"{phrase.option(first)} is safer")
    pairs.endings[second] = ended(observer, [9, 11] * 10)
    assert in_kind(phrase, a_gap(MeanEstimate(0.0, 1.0)), [second, first], pairs) == "Take the one you like."


def test_the_best_of_three_is_told_with_a_wider_interval_than_the_better_of_two() -> None:
    match = a_match()
    observer = knows(match)
    first, second, third = observer.legal[:3]
    two = Pairs(observer, [first, second], player_of(match.game), 1)
    two.run(6)
    three = Pairs(observer, [first, second, third], player_of(match.game), 1)
    three.endings = {**two.endings, third: two.endings[second]}
    narrow, wide = (widen_gap(pairs, first, second).points for pairs in (two, three))
    assert narrow == two.gap(first, second).points
    assert wide.mean == narrow.mean and wide.half == pytest.approx(1.25 * narrow.half)


def a_hint(*best: str) -> Hint:
    return Hint(best, (), 3, "Look.", "Gather.", "Why.", (), 20)


def test_the_same_advice_in_the_same_turn_says_so() -> None:
    match, memory = a_match(), HintMemory()
    seat = match.to_move
    assert seat is not None
    assert memory.tell(a_hint("gather"), match, seat).move == "Gather."
    assert memory.tell(a_hint("gather"), match, seat).move == "As before: Gather."
    assert memory.tell(a_hint("rest"), match, seat).move == "Gather."
    while match.to_move == seat:
        match.play(seat, match.actions.text(match.state.legal_actions()[0]))
    while match.to_move != seat:
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    assert memory.tell(a_hint("rest"), match, seat).move == "Gather.", "another turn"


def test_a_question_that_is_another_one_is_not_answered_as_before() -> None:
    match, memory = a_match(), HintMemory()
    seat = match.to_move
    assert seat is not None
    memory.tell(a_hint("yes"), match, seat)
    words = match.game.question(match.state).words
    while match.to_move == seat and match.game.question(match.state).words == words:
        match.play(seat, match.actions.text(match.state.legal_actions()[0]))
    if match.to_move == seat:
        assert memory.tell(a_hint("yes"), match, seat).move == "Gather."
    changed = Hint(("yes",), (), 0, "Look.", "Gather or Rest: too close to call. My pick: Rest.", "Why.", (), 20)
    memory.tell(a_hint("yes"), match, seat)
    assert not memory.tell(changed, match, seat).move.startswith("As before"), "the advice has changed"


def test_what_loses_points_is_told_as_more_or_fewer_of_it() -> None:
    aims = GAMES["nusfjord"].aims
    ahead = MeanEstimate(2.0, 0.5)
    assert main_categories(a_gap(ahead, Gold=2.0, Unissued_Shares=1.0, Shares=-2.0), aims) == (
        "More gold and fewer unissued Shares, less from Shares."
    )
    assert main_categories(a_gap(ahead, Ships=2.0, Building_conditions=3.0), aims) == (
        "Mostly from Building conditions and Ships."
    )
    assert main_categories(a_gap(ahead, Ships=2.0, Buildings=1.0, Free_Building_spaces=-1.0), aims) == (
        "More from Ships and Buildings, more free spaces."
    )


def test_every_aim_is_a_line_of_the_score() -> None:
    for game in GAMES.values():
        match = Match(game.name, [SeatPlan(f"P{seat}") for seat in range(game.seats[-1])], seed="aims")
        assert set(game.aims) <= {line.label for line in game.breakdown(match.state, SPECTATOR)}


def test_nothing_brings_more_in_all_if_the_points_do_not() -> None:
    level = a_gap(MeanEstimate(0.2, 0.6), MeanEstimate(0.3, 0.1), Shares=-1.5)
    assert "in all" not in main_categories(level, {})
    assert main_categories(a_gap(MeanEstimate(2.0, 0.5), Shares=-1.5), {}) == "Less from Shares, but more overall."


def test_a_nudge_does_not_send_anybody_after_what_sets_two_equals_apart() -> None:
    observer = knows(a_match())
    best, equal, worse = observer.legal[:3]
    gaps = {equal: a_gap(MeanEstimate(0.0, 2.0), Shells=2.0), worse: a_gap(MeanEstimate(3.0, 0.5), Cards=2.0)}
    assert word_nudge(Phrases(observer), [best, equal], gaps)[1].endswith("which option would mean more from Cards?")


def test_a_chance_is_told_where_the_points_say_little() -> None:
    both = a_gap(MeanEstimate(0.7, 0.6), MeanEstimate(0.3, 0.1))
    assert how_much(both, "Rest", 0.5) == "You win about 3 more games in 10 than with Rest."


def test_an_uncertain_number_is_told_in_fives() -> None:
    assert how_much(a_gap(MeanEstimate(26.7, 25.5)), "Rest", 5.0) == "Probably 25 points more than Rest by the end."
    assert how_much(a_gap(MeanEstimate(26.7, 3.0)), "Rest", 5.0) == "27 points more than Rest by the end."


def test_names_with_commas_are_kept_apart() -> None:
    assert either_of(["Sail", "Pass"]) == "Sail or Pass"
    assert either_of(["Row 1, space 2", "Row 2, space 1", "Pass"]) == "Row 1, space 2; Row 2, space 1; or Pass"


def test_options_are_named_as_one_would_say_them() -> None:
    match = Match("nusfjord", [SeatPlan("Ann")], seed="lots")
    match.begin()
    match.play(0, "place take_elder")
    while match.game.question(match.state).kind != "lot":
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        match.play(0, "take elder_7" if "take elder_7" in texts else "yes" if "yes" in texts else texts[0])
    assert Phrases(knows(match)).option(match.state.legal_actions()[0]).startswith("Row 1, space 2")


def test_the_pick_among_equals_reads_as_a_sentence() -> None:
    observer = knows(a_match())
    first, second = observer.legal[:2]
    gaps = {second: a_gap(MeanEstimate(0.0, 2.0))}
    phrase = Phrases(observer)
    told = word_move(phrase, [first, second], gaps, second, False)
    assert told.endswith(f": too close to call. My pick: {phrase.option(second)}.")


def test_a_hint_compares_with_the_closest_option_also_if_that_was_left_out_early() -> None:
    match = a_match()
    observer = knows(match)
    best, near, far = observer.legal[:3]
    pairs = Pairs(observer, [best, near, far], player_of(match.game), 1)
    pairs.endings = {action: ended(observer, [own] * 20) for action, own in ((best, 20), (near, 17), (far, 12))}
    pairs.dropped.add(near)
    found = word_hint(observer, pairs, pairs, best)
    assert Phrases(observer).option(near) in found.why


def test_a_hint_without_a_rival_does_not_look_unsure() -> None:
    match = a_match()
    observer = knows(match)
    alone = Pairs(observer, observer.legal[:1], player_of(match.game), 1)
    alone.endings = {observer.legal[0]: ended(observer, [9] * 20)}
    found = word_hint(observer, alone, alone, observer.legal[0])
    assert found.why == "Nothing else comes near it." and found.certainty == 2
