"""The seats of a person in games that are not over, with what it takes to know whose turn it is."""

import msgspec
from msgspec import Struct

from skerry.core.state import CHANCE
from skerry.match import SeatPlan
from skerry.match.asides import CHECKING
from skerry.server.store.records import Glance
from skerry.server.store.store import Store

MAX_OPEN_SEATS = 2_000


class OpenSeat(Struct, frozen=True):
    """A seat of somebody in a game that is not over."""

    match: str
    seat: int
    ready: int
    game: str
    plans: str
    is_table: int
    to_move: int
    with_friends: int
    begun: float | None
    last: int | None  # the last entry of the log: its place, seat and text
    last_seat: int | None
    last_text: str | None

    @property
    def has_begun(self) -> bool:
        return not self.with_friends or self.begun is not None

    @property
    def version(self) -> int:
        return 0 if self.last is None else self.last + 1

    @property
    def is_to_confirm(self) -> bool:
        return self.last_text == CHECKING and self.last_seat == self.seat

    @property
    def must_act(self) -> bool:
        """Does the game wait for this seat, and for the person, not a bot that sits in?"""
        acting = self.last_seat if self.last_text == CHECKING else self.to_move
        is_asked = acting == self.seat or (acting == CHANCE and bool(self.is_table))
        return self.has_begun and is_asked and not msgspec.json.decode(self.plans, type=list[SeatPlan])[self.seat].bot


def open_seats(store: Store, person: str) -> list[OpenSeat]:
    """The oldest game first."""
    query = (
        "SELECT seats.match, seats.seat, seats.ready, matches.game, matches.seats, matches.is_table, matches.to_move, "
        "matches.with_friends, shared_tables.begun, entries.seq, entries.seat, entries.text FROM seats "
        "JOIN matches ON matches.id = seats.match LEFT JOIN shared_tables ON shared_tables.match = seats.match "
        "LEFT JOIN entries ON entries.match = seats.match "
        "AND entries.seq = (SELECT max(seq) FROM entries WHERE match = seats.match) "
        "WHERE seats.person = ? AND matches.to_move IS NOT NULL "
        "ORDER BY matches.created, seats.match, seats.seat LIMIT ?"
    )
    return [OpenSeat(*row) for row in store.read(query, person, MAX_OPEN_SEATS)]


def final_points(store: Store, match: str, person: str) -> list[int]:
    """By seat, if the match is over and the person has a seat in it; else empty."""
    query = (
        "SELECT glance FROM matches WHERE id = ? AND to_move IS NULL AND "
        "EXISTS (SELECT 1 FROM seats WHERE seats.match = matches.id AND person = ?)"
    )
    rows = store.read(query, match, person)
    return msgspec.json.decode(rows[0][0], type=Glance).points if rows and rows[0][0] else []
