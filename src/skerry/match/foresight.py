"""What a decision would lead to, as far as the one who decides may know: hidden cards and luck are made up.

From the real ones nothing is read here: whether a turn is held back tells nobody what would come up.
"""

from typing import Any

from msgspec import Struct

from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, EVERYBODY, State
from skerry.match.match import Match, unasked

MOST_STEPS = 200  # forced decisions and draws that are followed; far more than ever come in a row
LONG_TURN = 4  # decisions after which a turn is worth a look


class Foresight(Struct, frozen=True):
    """What follows a decision before anybody has a choice again."""

    ends: bool  # it is the last one of this turn
    ends_round: bool  # … and of the round
    at_once: bool  # the decision itself brings what cannot be undone; else that comes after it
    matters: bool  # something comes to light, a round or the game ends, or it was a long turn


NOTHING_ENDS = Foresight(False, False, False, False)


def foresee(match: Match, seat: int, text: str) -> Foresight:
    """The text is a legal decision of this seat."""
    game = match.game
    *first, action = [match.actions.number(part) for part in match.parts_of(text)]
    state: State = game.imagine(match.state, seat, Rng(0))
    for part in first:
        state.apply(part)
    is_secret = int(state.witnesses(action)) != EVERYBODY
    before, news = game.round(state), state.news
    state.apply(action)
    at_once = state.over or state.news != news
    is_final = at_once or run_to_choice(state, game)
    ends_round = state.over or game.round(state) != before
    ends = ends_round or state.to_move() != seat or (is_secret and is_final)
    is_long = turn_length(match, seat) + 1 >= LONG_TURN
    return Foresight(ends, ends_round, at_once, ends_round or is_final or is_long)


def run_to_choice(state: State, game: Game[Any]) -> bool:
    """Play on until somebody has a choice.  Has anything come to light on the way, or has chance spoken?"""
    is_final, news = False, state.news
    for _ in range(MOST_STEPS):
        if state.over:
            break
        is_chance = state.to_move() == CHANCE
        action = state.legal_actions()[0] if is_chance else unasked(game, state)
        if action is None:
            break
        is_final = is_final or is_chance
        state.apply(action)
    return is_final or state.over or state.news != news


def turn_length(match: Match, seat: int) -> int:
    """How many decisions the seat has made since somebody else made one."""
    count = 0
    for move in reversed(match.moves):
        if move.entry.seat not in (seat, CHANCE):
            break
        count += move.entry.seat == seat and not move.entry.forced
    return count
