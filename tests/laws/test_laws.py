"""The laws over every registered game, number of players and variant.

The compiled build tries all of them when all tests are asked for.  Else, and uncompiled, where it takes minutes, a
variant is tried with one number of players only, the largest; `SKERRY_FULL=1`, set before a release, tries all.
"""

import os
from typing import Any

import pytest

from skerry.core import state as engine
from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, EVERYBODY, step_of
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture
from skerry.match.save import decode_match, encode_match
from tests.laws import laws

COMPILED = not str(engine.__file__).endswith(".py")
ALL = bool(os.environ.get("SKERRY_FULL")) or (COMPILED and os.environ.get("SKERRY_LONG") != "")


def seats_to_try(game: Game[Any], options: dict[str, str]) -> list[int]:
    """Some variants are for certain numbers of players only."""
    possible = [seats for seats in game.seats if laws.start(game, seats, options) is not None]
    return possible if ALL or options == game.complete_options({}) else possible[-1:]


CASES = [
    pytest.param(game, seats, options, id=f"{game.name}-{seats}-{'-'.join(options.values())}")
    for game in GAMES.values()
    for options in laws.variants(game)
    for seats in seats_to_try(game, options)
]
PLAIN = [
    pytest.param(game, seats, game.complete_options({}), id=f"{game.name}-{seats}")
    for game in GAMES.values()
    for seats in game.seats
]
Options = dict[str, str]
LONG = 300  # moves


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_variant_can_be_played_by_some_number_of_players(game: Game[Any]) -> None:
    for options in laws.variants(game):
        assert laws.is_playable(game, options), options


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_random_play_ends_and_nothing_is_lost(game: Game[Any], seats: int, options: Options) -> None:
    for seed in range(3):
        laws.ends_without_problem(game, seats, seed, options)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_refusal_names_its_rule(game: Game[Any], seats: int, options: Options) -> None:
    for state, _ in laws.some_states(game, seats, seats, options, 60):
        laws.options_are_in_order(game, state)
        laws.legal_means_no_reason(game, state)


@pytest.mark.parametrize(("game", "seats", "options"), PLAIN)
def test_clones_and_pickles_are_true_copies(game: Game[Any], seats: int, options: Options) -> None:
    for state, action in laws.some_states(game, seats, 1, options, 25):
        laws.clone_is_equal_and_independent(game, state, action)
        laws.pickle_and_copy_work(game, state)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_views_leak_nothing(game: Game[Any], seats: int, options: Options) -> None:
    rng = Rng(seats)
    for state, action in laws.some_states(game, seats, 3, options, 30):
        laws.no_view_tells_truth_from_fancy(game, state, rng)
        laws.secret_moves_stay_secret(game, state, action, rng)
        laws.news_are_announced(game, state, action, rng)


@pytest.mark.parametrize(("game", "seats", "options"), PLAIN)
def test_secret_moves_stay_secret(game: Game[Any], seats: int, options: Options) -> None:
    """Every kind of secret move of a game, a few times each: hidden draws and choices are rarer than other moves."""
    rng = Rng(seats)
    tried: dict[int, int] = {}
    for state, action in laws.states(game, seats, 5, options):
        step = int(step_of(state.ask_now()))
        if state.witnesses(action) != EVERYBODY and tried.get(step, 0) < 6:
            tried[step] = tried.get(step, 0) + 1
            laws.secret_moves_stay_secret(game, state, action, rng)


@pytest.mark.parametrize(("game", "seats", "options"), PLAIN)
def test_fancies_are_fair_and_sound(game: Game[Any], seats: int, options: Options) -> None:
    for number, (state, _) in enumerate(laws.some_states(game, seats, 4, options, 30)):
        laws.fancy_does_not_depend_on_the_truth(game, state, number)
        if number % 10 == 0:
            laws.fancy_can_be_played_out(game, state, Rng(number))


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_match_is_its_log(game: Game[Any], seats: int, options: Options) -> None:
    """Random decisions and undos; then save, load, and every point of the match is the same again."""
    match = Match(game.name, [SeatPlan(f"P{seat}") for seat in range(seats)], options=options, seed="law")
    match.begin()
    rng = Rng(9)
    undone = 0
    while not match.over:
        seat = match.to_move
        assert seat is not None and seat != CHANCE
        actions = match.state.legal_actions()
        news = match.state.news
        match.play(seat, game.actions.text(actions[int(rng.below(len(actions)))]))
        if undone < 25 and isinstance(target := match.undo_or_reason(seat), int):
            crossed = match.moves[target:]
            assert all(move.entry.seat == seat for move in crossed)
            assert match.state.news == news
            match.undo(seat)
            undone += 1
        if len(match.moves) % 40 == 0 or match.over:
            for viewer in laws.seats_and_spectator(match.state):
                picture(match, viewer)
    again = decode_match(encode_match(match))
    assert laws.position(again.state) == laws.position(match.state)
    assert again.log == match.log and again.names == match.names
    for number in range(0, len(match.moves), 29):
        assert laws.position(again.at(number)) == laws.position(match.at(number))
    assert picture(again, 0) == picture(match, 0)


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_options_promise_what_they_do(game: Game[Any], seats: int, options: Options) -> None:
    for state, _ in laws.some_states(game, seats, seats + 7, options, 80):
        laws.options_can_be_told_apart(game, state)
        if state.to_move() != CHANCE:
            for action in state.legal_actions():
                laws.terms_are_true(game, state, action)


@pytest.mark.quick  # views and words are never compiled, and what they are made of is the same in all golden games
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_what_is_named_can_be_seen(game: Game[Any], seats: int, options: Options) -> None:
    match = Match(game.name, [SeatPlan(f"P{seat}") for seat in range(seats)], options=options, seed="named")
    match.begin()
    rng = Rng(seats)
    lately: dict[int, dict[int, set[str]]] = {}
    while not match.over:
        seat = match.to_move
        assert seat is not None
        if int(rng.below(4 if len(match.moves) < LONG else 20)) == 0:  # the rest of a long game is more of the same
            last = range(max(0, len(match.moves) - 3), len(match.moves) + 1)
            lately = {at: lately.get(at) or laws.pieces_seen(game, match.at(at)) for at in last}
            laws.named_pieces_are_seen(game, match, lately)
        actions = match.state.legal_actions()
        match.play(seat, match.actions.text(actions[int(rng.below(len(actions)))]))
    laws.catalogue_never_changes(game, match)
