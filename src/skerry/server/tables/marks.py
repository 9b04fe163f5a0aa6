"""The colours and shapes of the seats: everybody gets the one they like, or the nearest that is free."""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from skerry.server.store.people import read_marks
from skerry.server.store.seats import Place
from skerry.server.store.store import Store

# For each mark the others, the most similar colour first: blue, red, green, amber, violet, teal, pink, grey.
NEAREST = (
    (5, 4, 7, 2, 6, 3, 1),
    (6, 3, 4, 7, 0, 2, 5),
    (5, 3, 0, 7, 4, 6, 1),
    (1, 2, 6, 7, 5, 4, 0),
    (6, 0, 5, 1, 7, 2, 3),
    (2, 0, 4, 7, 3, 6, 1),
    (1, 4, 3, 0, 7, 5, 2),
    (0, 5, 4, 2, 6, 3, 1),
)


async def with_liked_marks(store: Store, places: Sequence[Place], newcomers: Sequence[int]) -> list[Place]:
    """The newcomers, by seat, get theirs in this order; those who sit here already keep what they have."""
    people = sorted({place.person for seat in newcomers if (place := places[seat]).person is not None})
    liked = await asyncio.to_thread(read_marks, store, people) if people else {}
    found = list(places)
    settled = [seat for seat, place in enumerate(places) if place.person is not None and seat not in newcomers]
    for seat in newcomers:
        if (mark := liked.get(places[seat].person or "")) is not None and 0 <= mark < len(NEAREST):
            found = with_mark(found, seat, free_mark(mark, {found[other].mark for other in settled}))
        settled.append(seat)
    return found


def free_mark(liked: int, taken: set[int]) -> int:
    return next((mark for mark in (liked, *NEAREST[liked]) if mark not in taken), liked)


def with_mark(places: Sequence[Place], seat: int, mark: int) -> list[Place]:
    """Whoever has it gets mine."""
    mine = places[seat].mark
    swapped = [replace(place, mark=mine) if place.mark == mark else place for place in places]
    swapped[seat] = replace(places[seat], mark=mark)
    return swapped
