"""A finished match cut into turns: what one seat decided in one go, with what it knew before."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.levels import judgement_of
from skerry.core.game import Game
from skerry.core.state import CHANCE, State
from skerry.match import Match
from skerry.teacher.hints.phrases import STEPS_TOLD, inner


class PlayedTurn(Struct, frozen=True):
    """Consecutive decisions of one seat, without other seats or chance in between."""

    seat: int
    first: int  # the number of its first move
    after: int  # the number of the move that follows its last one
    actions: tuple[int, ...]


def turns_of(match: Match) -> list[PlayedTurn]:
    """Turns in which something was decided; moves that were forced belong to the turn they follow."""
    judgement = judgement_of(match.game.name)
    found: list[PlayedTurn] = []
    seat, first, actions, chose = CHANCE, 0, [0], False
    for number, (move, state) in enumerate(match.positions()):
        mover, chooses = move.entry.seat, not move.entry.forced
        begins = chooses and judgement is not None and mover != CHANCE and judgement.begins_turn(state, state.ask_now())
        if mover != seat or seat == CHANCE or begins:
            if chose:
                found.append(PlayedTurn(seat, first, number, tuple(actions)))
            seat, first, actions, chose = mover, number, [], False
        actions.append(move.action)
        chose = chose or (seat != CHANCE and chooses)
    if chose:
        found.append(PlayedTurn(seat, first, len(match.moves), tuple(actions)))
    return found


def turn_name(game: Game[Any], state: State, actions: Sequence[int]) -> str:
    """A whole turn: `Take an Elder, then take the Builder`.  What was forced is left out."""
    names: list[str] = []
    state = state.clone()
    for place, action in enumerate(actions):
        legal = [] if state.over else state.legal_actions()
        if action not in legal:
            break
        if place == 0 or (len(legal) > 1 and state.to_move() != CHANCE):
            name = game.naming(state, action)
            names.append(inner(name) if names else name)
        state.apply(action)
    shown = names[: 1 + STEPS_TOLD]
    return ", then ".join(shown) + (" …" if len(names) > len(shown) else "")


def known_before(match: Match, turn: PlayedTurn) -> Observer:
    """What the seat knew when its turn began."""
    return Observer(match.game, match.at(turn.first), turn.seat)
