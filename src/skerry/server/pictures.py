"""What is sent to a screen: the table as those who sit there may see it."""

import msgspec

from skerry.core.state import CHANCE, SPECTATOR
from skerry.match import Match
from skerry.match.picture import picture as seen_by
from skerry.match.picture import reads_chance
from skerry.match.series import Standing
from skerry.server.protocol import Update


def bot_to_move(match: Match) -> int | None:
    seat = match.to_move
    return seat if seat is not None and seat != CHANCE and match.seats[seat].bot is not None else None


def picture(match: Match, seats: list[int], held: int | None, standing: Standing | None = None) -> bytes:
    """`held` is the seat that looks over its turn before anybody goes on."""
    shown = held if held in seats else seat_shown(match, seats)
    thinking = bot_to_move(match) if held is None else None
    return msgspec.json.encode(
        Update(seen_by(match, shown), match.game.catalogue(match.state), seats, thinking, held, standing)
    )


def seat_shown(match: Match, seats: list[int]) -> int:
    """The one that must decide, else the one that decided last."""
    if not seats:
        return SPECTATOR
    if match.to_move in seats:
        return match.to_move
    last = next((move.entry.seat for move in reversed(match.moves) if move.entry.seat in seats), seats[0])
    if match.to_move == CHANCE:
        return next((seat for seat in (last, *seats) if reads_chance(match, seat)), last)
    return last
