"""Whether it matters where a new Building stands: only if that leaves less room for Forests.

Nothing else depends on the place (§building.3), and a Building can never be moved.
"""

from skerry.core.state import seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.player import Player
from skerry.games.nusfjord.state import LOT, Nusfjord


def any_lot(state: Nusfjord) -> int | None:
    """The first free Building space, if all of them are alike."""
    ask = state.ask_now()
    if step_of(ask) != LOT:
        return None
    player = state.players[seat_of(ask)]
    cells = [action - A.LOT for action in state.legal_actions()]
    rooms = {room_without(state, player, cell) for cell in cells}
    return A.LOT + cells[0] if len(rooms) == 1 else None


def room_without(state: Nusfjord, player: Player, cell: int) -> tuple[int, ...]:
    """How many double spaces would be free without this cell, whichever of the Forests are removed later."""
    woods = [int(state.kit.pair[double]) for double in range(A.N_DOUBLES) if player.forests_on(double) > 0]
    rooms = []
    for removed in range(1 << len(woods)):
        free = int(player.free) & ~(1 << cell)
        for number, pair in enumerate(woods):
            if removed >> number & 1:
                free |= pair
        rooms.append(most_pairs(state, free))
    return tuple(rooms)


def most_pairs(state: Nusfjord, free: int) -> int:
    """The pairs lie in rows, so taking the first that fits leaves room for the most."""
    count = 0
    for double in range(A.N_DOUBLES):
        pair = int(state.kit.pair[double])
        if state.kit.doubles >> double & 1 and free & pair == pair:
            free &= ~pair
            count += 1
    return count
