"""The dice of a player in this round: which is which, and where the used ones lie."""

from msgspec import Struct

from skerry.games.tungaru import dice as D
from skerry.games.tungaru.actions import MAX_SPACES
from skerry.games.tungaru.kit.rows import ISLANDS
from skerry.games.tungaru.player import AT_NOMAD, AT_SAIL, AT_SPACE, SPENT, Player
from skerry.games.tungaru.state import Tungaru


class DieView(Struct, frozen=True):
    face: int
    at: str  # the piece it lies on; empty while it is unused


def faces_of(dice: int) -> list[int]:
    return [face for face in range(1, 7) for _ in range(D.dice_showing(dice, face))]


def spent(p: Player) -> list[tuple[int, int]]:
    """(place, face) of the used dice, the first one first."""
    found = []
    left = int(p.spent)
    while left:
        found.append((left >> 3 & 127, left & 7))
        left >>= SPENT
    return found[::-1]


def lying_at(p: Player, kind: str, number: int) -> int:
    """The face of the die that lies there; 0: none."""
    wanted = {"sail": AT_SAIL, "space": AT_SPACE, "nomad": AT_NOMAD}[kind] + number
    return next((face for place, face in spent(p) if place == wanted), 0)


def dice_view(state: Tungaru, seat: int) -> list[DieView]:
    """In the order of the roll, the Worker's last: a die keeps its place all round."""
    p = state.players[seat]
    used = spent(p)
    left = faces_of(p.dice) + [face for _, face in used]
    rolled = faces_of(state.roll) + ([int(p.worker_die)] if p.worker_die else [])
    faces = []
    for face in [*rolled, *sorted(left)]:
        if face in left:
            left.remove(face)
            faces.append(face)
    places = [""] * len(faces)
    for place, face in used:
        number = next(n for n, other in enumerate(faces) if other == face and not places[n])
        places[number] = place_piece(state, seat, place)
    return [DieView(face, place) for face, place in zip(faces, places, strict=True)]


def place_piece(state: Tungaru, seat: int, place: int) -> str:
    if place < AT_SAIL:
        return f"island:{ISLANDS[place]}"
    if place == AT_SAIL:
        return f"sail:{seat}"
    if place < AT_SPACE + MAX_SPACES:
        return f"space:{seat}.{place - AT_SPACE + 1}"
    return f"nomad:{state.kit.nomads[place - AT_NOMAD].id}"


def unused_die(state: Tungaru, seat: int, face: int) -> str:
    """The piece that a die of this face is: the first unused one."""
    for number, die in enumerate(dice_view(state, seat), 1):
        if die.face == face and not die.at:
            return f"die:{seat}.{number}"
    raise LookupError(f"seat {seat} has no unused {face}")


def last_die(state: Tungaru, seat: int, face: int) -> str:
    """The piece that the last used die of this face is; empty if none is used."""
    used = sum(other == face for _, other in spent(state.players[seat]))
    alike = [number for number, die in enumerate(dice_view(state, seat), 1) if die.face == face]
    return f"die:{seat}.{alike[used - 1]}" if used else ""
