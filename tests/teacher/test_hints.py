from collections.abc import Callable
from itertools import combinations, count
from random import Random

import pytest
from msgspec.structs import replace

from skerry.bots.observer import Observer
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.teacher.claims import wrong_hint
from skerry.teacher.hints.hint import HintMemory, brings_more, hint, word_hint
from skerry.teacher.hints.model import Hint
from skerry.teacher.hints.phrases import (
    CERTAIN,
    FAIRLY_SURE,
    PROBABLY,
    UNDECIDED,
    Phrases,
    clarity,
    either_of,
    main_categories,
    points_text,
    state_number,
    stated_words,
    word_nudge,
)
from skerry.teacher.hints.reasons import TurnYield, brought_words, scored_words, taken_words, turn_yield
from skerry.teacher.hints.shrink import Prior, shrunk, shrunk_gap
from skerry.teacher.hints.sums import PointsPart, parts_words, score_parts
from skerry.teacher.hints.thought import ENOUGH_PAIRS, Liked, Thought, first_thought, think_on
from skerry.teacher.pairs import Ending, Gap, MeanEstimate
from tests.teacher.positions import a_match, knows


def ticking() -> Callable[[], float]:
    """A clock that runs by being looked at, so that hints do not depend on the machine."""
    ticks = count()
    return lambda: next(ticks) * 0.02


def lines_of(match: Match) -> list[str]:
    return [line.label for line in match.game.breakdown(match.state, SPECTATOR)]


# ---- a whole hint


def test_a_hint_names_legal_options_and_says_why() -> None:
    match = a_match(3)
    found = hint(knows(match), 4.0, 7, ticking())
    assert found is not None
    legal = [match.actions.text(action) for action in match.state.legal_actions()]
    assert set(found.best) <= set(legal)
    assert all(words.endswith((".", "?")) for words in (found.nudge, found.move, found.why))
    assert found.pairs >= ENOUGH_PAIRS and not found.thinking
    assert wrong_hint(found, lines_of(match)) == []


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


def test_a_first_answer_comes_without_playouts_and_is_refined_until_nothing_would_change() -> None:
    observer = knows(a_match(3))
    thought = first_thought(observer, 5)
    assert thought is not None
    first = word_hint(observer, thought)
    assert first.thinking and first.pairs == 0 and first.stated is None
    steps = [thought]
    while not steps[-1].is_done:
        steps.append(think_on(observer, steps[-1], 10.0, ticking()))
    assert [step.pairs for step in steps] == sorted(step.pairs for step in steps)
    assert len(steps) > 2 and not word_hint(observer, steps[-1]).thinking


def test_what_a_hint_says_in_any_step_agrees_with_itself() -> None:
    match, chance = a_match(3, "claims"), Random(3)
    while not match.over:
        observer = knows(match)
        thought = first_thought(observer, chance.randrange(10**6)) if chance.random() < 0.3 else None
        while thought is not None:
            assert wrong_hint(word_hint(observer, thought), lines_of(match)) == []
            thought = None if thought.is_done else think_on(observer, thought, 6.0, ticking())
        match.play(observer.seat, match.actions.text(chance.choice(observer.legal)))


# ---- what may be told


def ended(points: list[int], wins: list[float] | None = None, gold: int = 0) -> list[Ending]:
    wins = wins or [1.0] * len(points)
    return [
        Ending((win, 1 - win), (own, 5), ((own - gold, 5), (gold, 0), (0, 0)))
        for own, win in zip(points, wins, strict=True)
    ]


def thought_of(observer: Observer, endings: dict[int, list[Ending]], *, share: float = 0.5) -> Thought:
    best = next(iter(endings))
    liked = tuple(Liked(action, share if action == best else 0.1) for action in endings)
    return Thought(1, liked, is_searched=True, is_done=True, compared=tuple(endings)[:2], endings=endings)


def told(endings: dict[int, list[Ending]], observer: Observer, share: float = 0.5) -> Hint:
    found = word_hint(observer, thought_of(observer, endings, share=share))
    labels = [line.label for line in observer.game.breakdown(observer.imagine(Rng(0)), SPECTATOR)]
    assert wrong_hint(found, labels) == []
    return found


def test_few_games_are_no_number_however_plain_they_look() -> None:
    observer = knows(a_match())
    best, other = observer.legal[:2]
    few = told({best: ended([20, 21] * 4), other: ended([16, 17] * 4)}, observer)
    assert few.stated is None and few.certainty == FAIRLY_SURE
    assert "4" not in few.why and few.why.endswith("as far as I can see.")
    many = told({best: ended([20, 21] * 40), other: ended([16, 17] * 40)}, observer)
    assert many.stated is not None and many.stated.number == 4
    assert "4 points more than" in many.why


def test_what_is_too_close_to_call_has_no_number_beside_it() -> None:
    observer = knows(a_match())
    best, other = observer.legal[:2]
    found = told({best: ended([9, 11] * 40), other: ended([11, 9] * 40)}, observer)
    assert found.certainty == UNDECIDED and found.stated is None
    assert "is about as good" in found.move and set(found.best) == {
        observer.game.actions.text(action) for action in (best, other)
    }


def test_points_and_games_are_never_told_beside_each_other() -> None:
    observer = knows(a_match())
    best, other = observer.legal[:2]
    safer = told({best: ended([10] * 80, [1.0] * 80), other: ended([12] * 80, [0.0] * 80)}, observer)
    assert safer.stated is not None and safer.stated.kind == "games"
    assert "more games in 10" in safer.why and "point" not in safer.why
    worse = told({best: ended([12] * 80, [0.0] * 80), other: ended([10] * 80, [1.0] * 80)}, observer)
    assert worse.stated is None and worse.certainty == UNDECIDED, "more points, and fewer victories"
    assert "I keep changing my mind" in worse.move


def test_a_search_that_the_playouts_contradict_names_no_number() -> None:
    observer = knows(a_match())
    best, other = observer.legal[:2]
    found = told({best: ended([10, 11] * 40), other: ended([20, 21] * 40)}, observer, share=0.9)
    assert found.stated is None and found.certainty == UNDECIDED and "changing my mind" in found.move


def test_options_that_end_alike_are_told_as_one() -> None:
    observer = knows(a_match())
    turns = {action: turn_yield(observer, (action,)) for action in observer.legal}
    best, same = next(
        (one, other)
        for one, other in combinations(turns, 2)
        if not brings_more(turns[one], turns[other]) and not brings_more(turns[other], turns[one])
    )
    worse = next(action for action in turns if action not in (best, same))
    endings = ended([20, 22] * 40)
    found = told({best: endings, same: endings, worse: ended([12, 14] * 40)}, observer)
    assert found.move.endswith(": no difference here.") and len(found.best) == 2
    assert found.stated is not None and found.stated.against == observer.game.actions.text(worse)


def test_of_options_that_end_alike_the_one_that_gives_more_at_once_is_better() -> None:
    """In Buru, without Islanders: a space for two tasks, and one for two tasks that brings a fish as well."""
    match, chance = Match("buru", [SeatPlan(name) for name in ("Ann", "Bo", "Cleo")], seed="spaces"), Random(1)
    match.begin()
    while True:
        assert match.to_move is not None and not match.over
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        if {"space V2", "space V3"} <= set(texts):
            break
        dull = [text for text in texts if not text.startswith("recruit")]
        match.play(match.to_move, chance.choice([text for text in dull if text == "go village"] or dull or texts))
    observer, endings = knows(match), [Ending((1.0, 0.0, 0.0), (9, 5, 5), ((9, 5, 5),) * 5)] * 60
    plain, richer = (match.actions.number(text) for text in ("space V3", "space V2"))
    found = word_hint(observer, thought_of(observer, {plain: endings, richer: endings}))
    assert found.best == ("space V2",) and "1 fish" in found.why


def test_the_largest_of_many_is_told_smaller_the_less_is_known() -> None:
    """In Tungaru a gap of 25 points from a few games was really one of 3."""
    vague, known = MeanEstimate(25.0, 25.0), MeanEstimate(25.0, 2.0)
    least = GAMES["tungaru"].least_gap
    assert shrunk(vague, spread(3.0), least).mean < 15 < 20 < shrunk(known, spread(3.0), least).mean
    nothing = shrunk(MeanEstimate(3.0, float("inf")), spread(3.0))
    assert nothing.mean == 0.0 and nothing.half == pytest.approx(1.645 * 3.0)


def spread(points: float) -> Prior:
    return Prior(points, 0.0)


def test_a_prior_makes_bands_hold_although_only_large_gaps_are_told() -> None:
    chance = Random(5)
    held: list[bool] = []
    while len(held) < 400:
        truth = chance.gauss(0, 3)
        seen = shrunk(MeanEstimate(truth + chance.gauss(0, 2), 1.645 * 2), spread(3.0))
        if seen.mean > seen.half:  # what is clear is told
            held.append(abs(seen.mean - truth) <= seen.half)
    assert 0.85 <= sum(held) / len(held) <= 0.95


def a_gap(points: MeanEstimate, win: MeanEstimate | None = None, **categories: float) -> Gap:
    parts = {label.replace("_", " "): MeanEstimate(mean, 0.1) for label, mean in categories.items()}
    return Gap(80, win or MeanEstimate(0.0, 0.1), points, parts, 0.0)


def test_a_shrunk_gap_still_adds_up() -> None:
    gap = shrunk_gap(a_gap(MeanEstimate(4.0, 2.0), Ships=5.0, Gold=-1.0), GAMES["nusfjord"])
    assert 0 < gap.points.mean < 4
    assert sum(part.mean for part in gap.categories.values()) == pytest.approx(gap.points.mean)


def test_words_get_more_careful_as_the_interval_widens() -> None:
    assert clarity(MeanEstimate(3.0, 0.8), 1.0) == CERTAIN
    assert clarity(MeanEstimate(3.0, 1.5), 1.0) == FAIRLY_SURE
    assert clarity(MeanEstimate(3.0, 2.5), 1.0) == PROBABLY
    assert clarity(MeanEstimate(3.0, 3.5), 1.0) == UNDECIDED
    assert clarity(MeanEstimate(0.4, 0.1), 1.0) == UNDECIDED, "too small to be worth a word"


# ---- sums


def test_rows_add_up_to_what_is_told_with_a_row_for_the_rest() -> None:
    rows = score_parts(
        {"Ships": MeanEstimate(2.6, 0.5), "Gold": MeanEstimate(-0.9, 0.2), "Shares": MeanEstimate(0.6, 2.0)}, 3
    )
    assert rows == (PointsPart("Ships", 3.0), PointsPart("Gold", -1.0), PointsPart("All else", 1.0))
    assert score_parts({"Ships": MeanEstimate(3.2, 0.5)}, 3) == (PointsPart("Ships", 3.0),)
    assert sum(part.points for part in score_parts({"Ships": MeanEstimate(0.8, 0.1)}, 1.5)) == 1.5


def test_what_loses_points_is_told_as_more_or_fewer_of_it() -> None:
    aims = GAMES["nusfjord"].aims
    ahead = MeanEstimate(2.0, 0.5)
    assert main_categories(a_gap(ahead, Gold=2.0, Unissued_Shares=2.0, Shares=-2.0), aims) == (
        "More gold and fewer unissued Shares, less from Shares."
    )
    assert main_categories(a_gap(MeanEstimate(5.0, 0.5), Ships=2.0, Building_conditions=3.0), aims) == (
        "Mostly from Building conditions and Ships."
    )


def test_mostly_is_said_of_what_makes_up_most() -> None:
    rows = (PointsPart("Ships", 1.0), PointsPart("All else", 3.0))
    assert parts_words(rows, {}) == "More from Ships."
    assert parts_words((PointsPart("Ships", 3.0), PointsPart("All else", 1.0)), {}) == "Mostly from Ships."


def test_every_aim_is_a_line_of_the_score() -> None:
    for game in GAMES.values():
        match = Match(game.name, [SeatPlan(f"P{seat}") for seat in range(game.seats[-1])], seed="aims")
        assert set(game.aims) <= {line.label for line in game.breakdown(match.state, SPECTATOR)}


def test_a_number_is_told_with_its_bounds() -> None:
    stated = state_number(a_gap(MeanEstimate(2.8, 1.6), Ships=2.8), "rest", 1.0)
    assert stated is not None
    assert stated_words(stated, "“Rest”", FAIRLY_SURE, {}) == (
        "About 3 points more than “Rest” by the end, most likely between 1 and 5. Mostly from Ships."
    )
    small = state_number(a_gap(MeanEstimate(1.6, 0.7)), "rest", 0.5)
    assert small is not None and (small.number, small.low, small.high) == (1.5, 0.5, 2.5)
    assert "most likely between ½ and 2½" in stated_words(small, "“Rest”", PROBABLY, {})
    assert points_text(0.4) == "half a point" and points_text(1.4) == "1½ points"


# ---- reasons in terms of the game


def test_what_a_turn_scores_at_once_adds_up() -> None:
    aims = {"Free spaces": ("fewer free spaces", "more free spaces")}
    turn = TurnYield({"Buildings": 3, "Free spaces": 1, "Gold": -2}, {})
    assert scored_words(turn, aims) == "It is worth 2 points at once: Buildings +3, fewer free spaces +1 and Gold −2."
    assert scored_words(TurnYield({"Gold": -2}, {}), {}) == ""


def test_a_rival_who_would_be_faster_is_named() -> None:
    assert taken_words({1: 0.8}).format("Ann", "Bo") == "If you leave it, Bo will probably do it before you can."
    assert taken_words({1: 0.4, 2: 0.4}) == "If you leave it, somebody else will probably do it before you can."
    assert taken_words({1: 0.5}) == ""


def test_what_costs_nothing_says_so_unless_the_move_is_called_that() -> None:
    names = {"fish": ("fish", "fish"), "shell": ("Shell", "Shells")}
    turn = TurnYield({}, {"fish": 2, "shell": 1})
    assert brought_words(turn, names, "Serve") == "It brings 2 fish and 1 Shell at once, and you pay nothing."
    assert brought_words(TurnYield({}, {"shell": 2}), names, "Gather 2 Shells") == ""
    assert brought_words(TurnYield({}, {"fish": 2, "shell": -1}), names, "Trade") == ""


# ---- the words around it


def a_hint(*best: str) -> Hint:
    return Hint(best, (), (), CERTAIN, "Look.", "Gather.", "Why.", (), 60)


def test_the_same_advice_in_the_same_turn_says_so() -> None:
    match, memory = a_match(), HintMemory()
    seat = match.to_move
    assert seat is not None
    assert memory.tell(a_hint("gather"), match, seat).move == "Gather."
    assert memory.tell(a_hint("gather"), match, seat, is_refined=True).move == "Gather.", "the same hint, thought over"
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
    memory.tell(a_hint("yes"), match, seat)
    changed = replace(a_hint("yes"), move="Gather; “Rest” is about as good.")
    assert not memory.tell(changed, match, seat).move.startswith("As before"), "the advice has changed"


def test_a_nudge_does_not_send_anybody_after_what_sets_two_equals_apart() -> None:
    observer = knows(a_match())
    best, equal = observer.legal[:2]
    clear = a_gap(MeanEstimate(3.0, 0.5), Cards=2.0)
    assert word_nudge(Phrases(observer), [best], clear)[1].endswith("which option would mean more from Cards?")
    assert "Cards" not in word_nudge(Phrases(observer), [best, equal], None)[1]


def test_names_with_commas_are_kept_apart() -> None:
    assert either_of(["Sail", "Pass"]) == "Sail or Pass"
    assert either_of(["Row 1, space 2", "Row 2, space 1", "Pass"]) == "Row 1, space 2; Row 2, space 1; or Pass"


def test_a_hint_without_a_rival_does_not_look_unsure() -> None:
    observer = knows(a_match())
    alone = Thought(1, (Liked(observer.legal[0], 1.0),), is_searched=True, is_done=True, compared=(observer.legal[0],))
    found = word_hint(observer, alone)
    assert found.why.endswith("Nothing else comes near it.") and found.certainty == FAIRLY_SURE


# ---- names

SAYS_NOTHING = {"yes", "no", "done", "none", "not at all", "skip", "pay", "use"}


@pytest.mark.parametrize(("game", "players"), [("nusfjord", 3), ("tungaru", 2), ("buru", 3)])
def test_every_option_is_named_by_what_it_is(game: str, players: int) -> None:
    for seed in range(3):
        match, chance = (
            Match(game, [SeatPlan(f"P{seat}") for seat in range(players)], seed=f"names-{seed}"),
            Random(seed),
        )
        match.begin()
        while not match.over:
            assert match.to_move is not None
            state, question = match.state, match.game.question(match.state)
            legal = state.legal_actions()
            for action in legal:
                name = match.game.naming(state, action)
                assert name[0].isupper() and name.casefold() not in SAYS_NOTHING, (question.words, name)
                assert len(name.split()) > 1 or question.kind == "turn", (question.words, name)
                assert "(" not in name or match.game.label(state, action).startswith(name), name
                assert not name.endswith("?") and ": " not in name.partition(": ")[2], name
            match.play(match.to_move, match.actions.text(chance.choice(legal)))


def test_a_whole_turn_is_named_step_by_step() -> None:
    match = Match("nusfjord", [SeatPlan("Ann"), SeatPlan("Bo")], seed="line")
    match.begin()
    observer = knows(match)
    elder = next(text for text in match.actions.texts if text == "place take_elder")
    state = match.state.clone()
    state.apply(match.actions.number(elder))
    taken = state.legal_actions()[0]
    name = match.game.naming(state, taken)
    turn = Phrases(observer).turn(match.actions.number(elder), (taken,))
    assert turn.endswith(f", then {name[0].lower()}{name[1:]}") and turn.startswith("Take an Elder")
