"""The bots of Tungaru: clear cases are played well, Leaders that lie face down tell nothing."""

import pytest

from skerry.bots import Budget, Observer, make_bot
from skerry.bots.training import TrainingPlan, training_start
from skerry.brain.search import Search
from skerry.core.rng import Rng
from skerry.core.state import CHANCE
from skerry.games.tungaru.kit.load import ACTIONS
from skerry.games.tungaru.state import (
    BENEFITS,
    CLEANUP,
    LEADER,
    NEXT_TURN,
    OVERFLOW,
    REVEAL,
    ROUND_END,
    TURN,
    Tungaru,
)
from tests.bots.judged import features, judgement
from tests.games.tungaru.builder import GAME, LEADERS, a_state

FEW = Budget(simulations=8)


def choice(state: Tungaru, level: str = "medium") -> str:
    """What it likes best: its errors left out."""
    likings = make_bot(level, "tungaru", 1, FEW).advise(Observer(GAME, state, int(state.to_move())))
    return ACTIONS.text(max(likings, key=lambda liking: liking[1])[0])


def last_round(**player: object) -> a_state:
    """Seat 0 beside A and B; the other one has passed and is ahead."""
    builder = a_state(2).player(0, ground="g1", **player).player(1, points=9)  # type: ignore[arg-type]
    builder.migration(M1=None, M2=None, M3=None, M4=None)
    for step in (ROUND_END, CLEANUP, NEXT_TURN):
        builder.state.then(step)
    return builder.with_(ending=True, passed=2, turn=0)


def choosing_leaders(seats: int) -> Tungaru:
    """Nobody has chosen yet."""
    builder = a_state(seats).with_(phase=2, shown=False)
    for step in (ROUND_END, CLEANUP, NEXT_TURN, BENEFITS, REVEAL):
        builder.state.then(step)
    for seat in reversed(range(1, seats)):
        builder.state.ask(LEADER, seat)
    for seat in range(seats):
        builder.player(seat, dice=[2, 3, 3])
    return builder.at(LEADER, 0)


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_the_last_die_recruits(level: str) -> None:
    state = last_round(goods=(1, 0, 1, 2), dice=[2]).nomad("A", "N09").nomad("B", "N22").at(TURN, 0)
    assert choice(state, level) == "recruit A"


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_of_two_nomads_the_one_that_scores_more(level: str) -> None:
    """A third colour is worth more than a Nomad that counts Settlers of which there are none."""
    mine = last_round(goods=(1, 2, 2, 1), dice=[2], nomads=["N01", "N05"]).player(1, points=14)
    assert choice(mine.nomad("A", "N03").nomad("B", "N21").at(TURN, 0), level) == "recruit A"
    mine = last_round(goods=(1, 2, 2, 1), dice=[2], settlers="CD", exhausted="CD")
    assert choice(mine.nomad("A", "N03").nomad("B", "N21").at(TURN, 0), level) == "recruit B"


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_goods_that_score_are_not_given_away(level: str) -> None:
    """The only Fish, Shell, Coconut and Pearl before a Nomad that counts them: pass rather than trade."""
    state = last_round(goods=(1, 1, 1, 1), dice=[4], nomads=["N07", "N09"]).no_nomad("AB").with_(pile=0).at(TURN, 0)
    assert not choice(state, level).startswith(("trade", "settle"))


@pytest.mark.parametrize("level", ["medium", "expert"])
@pytest.mark.parametrize("nomads", [["N07", "N09"], ["N03", "N13"]])
def test_whoever_is_sure_to_win_brings_the_end_nearer(level: str, nomads: list[str]) -> None:
    """Among people who only pass, the last Nomads are recruited although they cost more than they score."""
    builder = last_round(goods=(1, 1, 0, 0), dice=[6], nomads=nomads, points=275).player(1, points=0)
    builder.migration(M1="N14").nomad("A", "N20").nomad("B", "N18").with_(ending=False, quiet=2, pile=0)
    assert choice(builder.at(TURN, 0), level) == "recruit A"


def test_what_is_returned_is_there_twice() -> None:
    state = last_round(goods=(1, 1, 1, 3), dice=[], nomads=["N07"]).at(OVERFLOW, 0)
    assert choice(state) == "return pearl"


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_leaders_that_lie_face_down_tell_nothing(level: str) -> None:
    """Whatever seat 0 has chosen, seat 1 chooses the same."""
    chosen = set()
    for leader in LEADERS:
        state = choosing_leaders(3)
        state.apply(ACTIONS.number(f"leader {leader}"))
        chosen.add(choice(state, level))
    assert len(chosen) == 1


def test_dice_of_one_who_has_passed_are_worth_nothing() -> None:
    state = a_state(2).player(0, dice=[2, 3], ground="g1", settlers="A").at(TURN, 1)
    before = features("tungaru", state, 0)
    assert before["dice"] == 2 and before["ready"] == 1 and before["harvest"] > 0
    state.passed = 1
    after = features("tungaru", state, 0)
    assert after["dice"] == after["ready"] == after["harvest"] == after["now"] == 0


@pytest.mark.parametrize(("leader", "feature"), [("worker", "dice"), ("fisher", "fish"), ("beggar", "less")])
def test_a_leader_counts_as_soon_as_it_is_chosen(leader: str, feature: str) -> None:
    state = choosing_leaders(2)
    before = features("tungaru", state, 0)[feature]
    state.apply(ACTIONS.number(f"leader {leader}"))
    assert features("tungaru", state, 0)[feature] > before


def test_progress_follows_the_migration() -> None:
    state = GAME.new(GAME.load_kit(), 2, GAME.complete_options({}))
    state.settle()
    assert state.to_move() == CHANCE and judgement("tungaru").progress(state) == 0.0
    assert judgement("tungaru").progress(last_round().at(TURN, 0)) == 1.0
    half = a_state(2).player(0, nomads=["N20", "N21", "N22"]).at(TURN, 0)
    assert 0.1 < judgement("tungaru").progress(half) < 0.3


def test_the_kit_without_an_owners_file_is_loaded_once() -> None:
    assert GAME.load_kit() is GAME.load_kit()


def test_training_plays_with_the_end_of_a_standstill() -> None:
    """Weights of nothing would go on for ever."""
    plan = TrainingPlan("tungaru", (2,))
    starts = [training_start(plan, 2, Rng(seed)) for seed in range(20)]
    assert {state.stall for state in starts} == {3}  # type: ignore[attr-defined]
    assert {state.deluxe for state in starts} == {False, True}  # type: ignore[attr-defined]


def test_a_search_meets_moves_that_were_another_seats_before() -> None:
    """Behind Leaders that lie face down either player may be asked next, and for the same actions."""
    state = choosing_leaders(2)
    search = Search(Observer(GAME, state, 0).imagine, 0, 1, judgement("tungaru"))
    search.run(60)
    assert search.best() in state.legal_actions()
    met = [search.root]
    for node in met:  # what the other seat did has branches of its own, without a prior
        met += node.children
        own = [child for child in node.children if child.action >= 0]
        assert all(child.prior > 0 for child in own)
