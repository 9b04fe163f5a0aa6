"""A finished match cut into turns: what one seat decided in one go, with what it knew before."""

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.levels import judgement_of
from skerry.core.state import CHANCE
from skerry.match import Match


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


def known_before(match: Match, turn: PlayedTurn) -> Observer:
    """What the seat knew when its turn began."""
    return Observer(match.game, match.at(turn.first), turn.seat)
