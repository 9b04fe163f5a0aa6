"""A match as the list of matches knows it: without its log."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skerry.core.state import CHANCE, SPECTATOR
from skerry.match import Match, SeatPlan
from skerry.match.picture import log_lines, points_of
from skerry.match.series import Book
from skerry.server.errors import HARMED, Damaged
from skerry.server.runtime import machine_clock
from skerry.server.store import checksums

LOOKED_BACK = 12  # moves that are looked at for the last one of a player
LAST_LETTERS = 160


class Glance(Struct, frozen=True):
    """How a match stands, as far as anybody may know."""

    round: int  # 0 in a game without rounds
    points: list[int]
    rounds: int = 0  # of how many, if that is known
    last: str = ""  # what somebody did last, in words


def glance_at(match: Match) -> str:
    game, state = match.game, match.state
    return json(Glance(game.round(state), points_of(match, SPECTATOR).scores, game.rounds(state), last_words(match)))


def last_words(match: Match) -> str:
    """What a player did last, as everybody may know it; the rest of a move is left out."""
    for number in range(len(match.moves) - 1, max(-1, len(match.moves) - 1 - LOOKED_BACK), -1):
        move = match.moves[number].entry
        lines = [] if move.seat == CHANCE or move.forced else log_lines(match, SPECTATOR, number)
        said = [line.words for line in lines if line.move == number and not line.aside]
        if said:
            return said[0][:LAST_LETTERS]
    return ""


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
    sum: int | None = None  # of what stays as it is, see checksums.py
    now_sum: int | None = None  # of what changes with every move
    log_sum: int = 0  # of all entries
    with_friends: int = 0  # there is a row in `shared_tables`, too
    rev: int = 0  # how often anything about the table was written: nobody writes over what they have not seen
    has_components: int = 1  # 0 if they are missing, and then it is listed as unplayable

    def fixed(self) -> int:
        """The checksum of what a match is made from."""
        made = (self.game, self.rules, self.components, self.seats, self.options, self.is_table)
        return checksums.of(self.id, *made, self.commitment, self.seed, self.series, self.with_friends)

    @property
    def is_damaged(self) -> bool:
        return not checksums.is_right(self.sum, self.fixed())

    @property
    def is_up_to_date(self) -> bool:
        """Does the checksum of its state (whose turn, points) match?"""
        return checksums.is_right(self.now_sum, now_sum(self.id, self.to_move, self.glance))

    def seated(self, plans: Sequence[SeatPlan], owner: str) -> "Record":
        """With these at the table from now on; Damaged if nothing should be written there."""
        self.check()
        changed = replace(self, seats=json(plans), owner=owner)
        return replace(changed, sum=changed.fixed())

    def advanced(self) -> "Record":
        """After one more write.  Not as a new look at the store would have it: others may have written since."""
        return replace(self, rev=self.rev + 1)

    def check(self) -> None:
        if self.is_damaged:
            raise Damaged(HARMED)

    def plans(self) -> list[SeatPlan]:
        return msgspec.json.decode(self.seats, type=list[SeatPlan])

    def look(self) -> Glance:
        """How it stands, as far as that is known."""
        return Glance(0, []) if self.glance is None else msgspec.json.decode(self.glance, type=Glance)

    def book(self) -> Book | None:
        """What was known of its series when the match began."""
        return None if self.series is None else msgspec.json.decode(self.series, type=Book)


def now_sum(id_: str, to_move: int | None, glance: str | None) -> int:
    return checksums.of(id_, to_move, glance)


def record_of(id_: str, owner: str, match: Match, book: Book | None = None, with_friends: bool = False) -> Record:
    now, glance = machine_clock.wall(), glance_at(match)
    record = Record(
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
        glance=glance,
        now_sum=now_sum(id_, match.to_move, glance),
        with_friends=int(with_friends),
    )
    return replace(record, sum=record.fixed())


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()
