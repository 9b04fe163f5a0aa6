"""Every level plays legally, fairly, the same every time, and better than the one below."""

import pickle
import time
from typing import Any

import pytest

from skerry.bots import LEVELS, OTHER_BOTS, Bot, Budget, Observer, levels, make_bot, search_bot
from skerry.bots.bot import run_simulations
from skerry.bots.levels import UNCOMPILED, affordable_budget, judgement_of
from skerry.bots.search_bot import SearchBot
from skerry.brain.search import Search
from skerry.core.game import Game
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.games import GAMES
from tests.laws.laws import position, start, states, variants

FEW = Budget(simulations=2)
KINDS = [*LEVELS, *OTHER_BOTS]
CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES.values() for seats in game.seats]


def decisions(game: Game[Any], seats: int, seed: int, count: int) -> list[State]:
    """Some positions of a random game where a seat has a choice, spread over the game."""
    found = [state for state, _ in states(game, seats, seed, game.complete_options({}))]
    choices = [state for state in found if state.to_move() != CHANCE and len(state.legal_actions()) > 1]
    return choices[:: max(1, len(choices) // count)]


def play(game: Game[Any], bots: list[Bot], seed: int) -> State:
    """A game between bots; the luck depends on the seed alone."""
    state = game.new(game.load_kit(), len(bots), game.complete_options({}))
    state.settle()
    luck = Rng(seed)
    buffers = new_buffer(), new_buffer()
    while not state.over:
        seat = int(state.to_move())
        action = (
            random_action(state, *buffers, luck) if seat == CHANCE else bots[seat].choose(Observer(game, state, seat))
        )
        state.step(action)
    return state


def victories(one: str, other: str, games: int, budget: Budget | None = None) -> float:
    """Of the first level against the second, every deal played from both seats."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        bots = [make_bot(other, "_blank", number, budget) for _ in range(2)]
        bots[seat] = make_bot(one, "_blank", number, budget)
        winners = int(play(GAMES["_blank"], bots, number // 2).winners())
        won += (winners >> seat & 1) / winners.bit_count()
    return won


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_every_level_answers_legally_wherever_a_game_may_lead(game: Game[Any], seats: int) -> None:
    for number, state in enumerate(decisions(game, seats, 5, len(KINDS))):
        seat = int(state.to_move())
        level = KINDS[number % len(KINDS)]
        chosen = make_bot(level, game.name, number, FEW).choose(Observer(game, state, seat))
        assert chosen in state.legal_actions(), level


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_variant_is_played(game: Game[Any]) -> None:
    """Rivals that are no seats, other decks, other boards: also there an answer is found."""
    for options in variants(game):
        for seats in game.seats:
            state = start(game, seats, options)
            if state is None:
                continue
            luck = Rng(3)
            buffers = new_buffer(), new_buffer()
            for _ in range(40):
                if not state.over:
                    state.apply(random_action(state, *buffers, luck))
            while not state.over and state.to_move() == CHANCE:
                state.apply(random_action(state, *buffers, luck))
            if not state.over:
                for level in ("easy", "expert"):
                    choice = make_bot(level, game.name, 1, FEW).choose(Observer(game, state, int(state.to_move())))
                    assert choice in state.legal_actions()


@pytest.mark.parametrize("level", KINDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_choice_is_the_same_whatever_the_hidden_truth_is(game: Game[Any], level: str) -> None:
    """Truths that look alike to a seat."""
    checked = 0
    for state in decisions(game, 3, 8, 1000):
        seat = int(state.to_move())
        other = game.imagine(state, seat, Rng(1))
        if position(other) != position(state):
            observers = Observer(game, state, seat), Observer(game, other, seat)
            first, second = (make_bot(level, game.name, 4, FEW).choose(observer) for observer in observers)
            assert first == second
            checked += 1
            if checked == 4:
                return
    assert checked > 0


@pytest.mark.parametrize("level", KINDS)
def test_the_same_seed_and_simulations_give_the_same_game(level: str) -> None:
    ends = [play(GAMES["_blank"], [make_bot(level, "_blank", 3, Budget(simulations=10))] * 2, 1) for _ in range(2)]
    assert position(ends[0]) == position(ends[1])


def test_both_builds_play_the_same_game() -> None:
    """Golden: final scores of a game of each level against itself; new weights of Tidepool change them."""
    scores = {
        level: play(
            GAMES["_blank"], [make_bot(level, "_blank", seat, Budget(simulations=12)) for seat in range(3)], 7
        ).scores()
        for level in KINDS
    }
    assert scores == GOLDEN


GOLDEN = {
    "random": [3, 8, 9],
    "novice": [7, 8, 9],
    "easy": [7, 9, 7],
    "medium": [8, 7, 4],
    "hard": [10, 7, 5],
    "expert": [10, 7, 5],
    "uct": [9, 6, 6],
}


def test_a_new_bot_for_every_decision_plays_as_legally_as_one_that_remembers() -> None:
    game = GAMES["_blank"]

    class Forgetful:
        def choose(self, observer: Observer) -> int:
            return make_bot("expert", "_blank", 1, Budget(simulations=20)).choose(pickle.loads(pickle.dumps(observer)))

    assert play(game, [Forgetful(), make_bot("expert", "_blank", 2, Budget(simulations=20))], 5).over


class CountingBot(SearchBot):
    kept = 0  # decisions that found visits in their tree

    def resume(self, observer: Observer) -> Search | None:
        search = super().resume(observer)
        self.kept += search is not None and search.root.visits > 0
        return search


def test_within_a_turn_the_tree_is_kept() -> None:
    """The second decision finds visits of the first one in its tree."""
    game = GAMES["_blank"]
    bot = CountingBot(1, Budget(simulations=200))
    for seed in range(6):
        state = game.new(game.load_kit(), 1, {})
        state.settle()
        luck = Rng(seed)
        buffers = new_buffer(), new_buffer()
        while not state.over:
            if state.to_move() == CHANCE:
                state.apply(random_action(state, *buffers, luck))
                continue
            chosen = bot.choose(Observer(game, state, 0))
            assert chosen in state.legal_actions()  # a branch of many draws holds actions of all of them
            state.apply(chosen)
    assert bot.kept > 5


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        make_bot("grandmaster", "_blank", 1)


def test_players_are_offered_the_rungs_only() -> None:
    assert list(LEVELS) == ["random", "novice", "easy", "medium", "hard", "expert"]
    assert "uct" in OTHER_BOTS


def test_little_time_on_the_clock_makes_a_bot_hurry() -> None:
    """It still answers with nothing left."""
    game = GAMES["_blank"]
    [state, *_] = decisions(game, 2, 1, 9)
    hurried = Observer(game, state, int(state.to_move()), time_left=0.0)
    assert make_bot("expert", "_blank", 1, Budget(seconds=600.0)).choose(hurried) in hurried.legal


def test_a_bot_stops_thinking_when_the_rest_could_not_change_its_mind() -> None:
    """Its choice is the one of the whole time; over some positions it looks less often."""
    game = GAMES["_blank"]
    looked = 0
    places = decisions(game, 3, 2, 12)
    for state in places:
        observer = Observer(game, state, int(state.to_move()))
        search = SearchBot(6, Budget(simulations=160), judgement_of(game.name)).search(observer, decide=True)
        chosen = search.best(observer.legal)
        looked += int(search.root.visits)
        whole = SearchBot(6, Budget(simulations=160), judgement_of(game.name)).search(observer)
        assert whole.root.visits == 160
        assert whole.best(observer.legal) == chosen
    assert looked < 160 * len(places)


@pytest.mark.parametrize(("of_processor", "looks"), [(False, 8), (True, 16)])
def test_waiting_counts_on_the_wall_clock_only(of_processor: bool, looks: int) -> None:
    """So results of the arena are the same on a busy machine; a person is not kept waiting by one."""
    game = GAMES["_blank"]
    [state, *_] = decisions(game, 2, 1, 9)
    observer = Observer(game, state, int(state.to_move()))

    def imagine_late(rng: Rng) -> State:
        time.sleep(0.02)
        return observer.imagine(rng)

    search = Search(imagine_late, observer.seat)
    run_simulations(Budget(0.1, 16, of_processor), observer, search.run, 8)
    assert search.root.visits == looks


def test_easy_beats_random() -> None:
    assert victories("easy", "random", 20) >= 17


def test_medium_beats_novice() -> None:
    assert victories("medium", "novice", 20) >= 13


def test_searching_with_judgement_beats_playing_at_random() -> None:
    assert victories("expert", "random", 12, Budget(simulations=40)) >= 11


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_tells_what_it_thinks_of_the_options(level: str) -> None:
    """Shares of one whole; what a bot that makes no errors likes best is what it takes."""
    for state in decisions(GAMES["_blank"], 2, 4, 3):
        observer = Observer(GAMES["_blank"], state, int(state.to_move()))
        likings = make_bot(level, "_blank", 5, Budget(simulations=24)).advise(observer)
        assert {action for action, _, _ in likings} <= set(observer.legal)
        assert sum(share for _, share, _ in likings) == pytest.approx(1)
        assert all(value is None or 0 <= value <= 1 for _, _, value in likings)
        if level in ("hard", "expert"):
            best = max(likings, key=lambda liking: liking[1])
            assert best[0] == make_bot(level, "_blank", 5, Budget(simulations=24)).choose(observer)


@pytest.mark.parametrize("level", LEVELS)
def test_uncompiled_no_level_thinks_longer_than_people_like_to_wait(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "COMPILED", False)
    budget = affordable_budget(LEVELS[level].budget)
    assert budget.seconds is None or budget.seconds <= UNCOMPILED
    assert budget.simulations == LEVELS[level].budget.simulations
    monkeypatch.setattr(levels, "COMPILED", True)
    assert affordable_budget(LEVELS[level].budget) == LEVELS[level].budget


def test_uncompiled_the_clock_is_looked_at_after_every_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "COMPILED", False)
    done = []
    monkeypatch.setattr(Search, "run", lambda search, count: done.append(count))
    state = decisions(GAMES["_blank"], 2, 1, 1)[0]
    SearchBot(1, Budget(seconds=0.0)).search(Observer(GAMES["_blank"], state, int(state.to_move())))
    assert done == [1]
