"""A match as the list of matches knows it: without its log."""

import time

import msgspec
from msgspec import Struct

from skerry.core.state import SPECTATOR
from skerry.match import Match, SeatPlan
from skerry.match.picture import points_of
from skerry.match.series import Book


class Glance(Struct, frozen=True):
    """How a match stands, as far as anybody may know."""

    round: int  # 0 in a game without rounds
    points: list[int]
    rounds: int = 0  # of how many, if that is known


def glance_at(match: Match) -> str:
    game, state = match.game, match.state
    return json(Glance(game.round(state), points_of(match, SPECTATOR).scores, game.rounds(state)))


class Record(Struct, frozen=True):
    """A match without its log: the columns of the table in order, and one that is computed."""

    id: str
    owner: str
    game: str
    rules: int
    components: str
    seats: str
    options: str
    is_table: int
    commitment: str
    seed: str
    created: float
    changed: float
    to_move: int | None
    series: str | None = None
    glance: str | None = None
    seating: int = 0  # how often seats or terms have changed: nobody writes over what they have not seen
    has_components: int = 1  # 0 for an old match whose components we do not have

    def plans(self) -> list[SeatPlan]:
        return msgspec.json.decode(self.seats, type=list[SeatPlan])

    def look(self) -> Glance:
        """How it stands; unknown for an older match until its next move."""
        return Glance(0, []) if self.glance is None else msgspec.json.decode(self.glance, type=Glance)

    def book(self) -> Book | None:
        """What was known of its series when the match began."""
        return None if self.series is None else msgspec.json.decode(self.series, type=Book)


def record_of(id_: str, owner: str, match: Match, book: Book | None = None) -> Record:
    now = time.time()
    return Record(
        id=id_,
        owner=owner,
        game=match.game.name,
        rules=match.rules,
        components=match.components.hash,
        seats=json(match.seats),
        options=json(match.options),
        is_table=int(match.typed_in),
        commitment=match.commitment,
        seed=match.seed,
        created=now,
        changed=now,
        to_move=match.to_move,
        series=None if book is None else json(book),
        glance=glance_at(match),
    )


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()
