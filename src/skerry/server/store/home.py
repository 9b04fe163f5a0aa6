"""What the home page shows of a person, in two queries: tables to continue or to join, and who the person is."""

from collections.abc import Sequence

from msgspec import Struct, field

from skerry.match.asides import CHECKING, MEANT_PATTERN
from skerry.server.runtime import machine_clock
from skerry.server.store.contacts import SELECT_INVITATIONS, OpenInvitation, values_of_invitations
from skerry.server.store.engine.db import RowValues, is_in
from skerry.server.store.moved_games import DAYS
from skerry.server.store.people import ENDED, name_in
from skerry.server.store.records import Record
from skerry.server.store.seats import COLUMNS_OF_TERMS, FRESH, Place, places_of
from skerry.server.store.store import COLUMNS_OF_MATCH, HAS_COMPONENTS, Store

# Somebody has yet to confirm a turn there: the last entry says who.
HELD_SEAT = (
    "(SELECT entries.seat FROM entries WHERE entries.match = matches.id AND "
    "(entries.text = ? OR entries.text LIKE ?) AND entries.seq = "
    "(SELECT max(last.seq) FROM entries AS last WHERE last.match = matches.id))"
)
MATCH_COLUMNS = ", ".join(f"matches.{name}" for name in COLUMNS_OF_MATCH.split(", "))
WIDTH_OF_MATCH, WIDTH_OF_TERMS = len(COLUMNS_OF_MATCH.split(", ")) + 1, len(COLUMNS_OF_TERMS.split(", "))
SELECT_LISTED = f"""
WITH mine AS (
    SELECT id FROM matches WHERE owner = ? OR id IN (SELECT match FROM seats WHERE person = ?)
    ORDER BY changed DESC LIMIT ?
),
joinable AS (
    SELECT id FROM shared_tables JOIN matches ON matches.id = shared_tables.match
    WHERE listed = 1 AND begun IS NULL AND changed > ? AND id NOT IN (SELECT match FROM seats WHERE person = ?)
    ORDER BY created DESC LIMIT ?
),
shown AS (SELECT id, 1 AS is_mine FROM mine UNION ALL SELECT id, 0 AS is_mine FROM joinable)
SELECT is_mine, {HELD_SEAT}, {MATCH_COLUMNS}, {HAS_COMPONENTS}, shared_tables.match, shared_tables.due,
{COLUMNS_OF_TERMS},
(SELECT count(*) FROM pauses WHERE pauses.match = matches.id AND ended IS NULL),
seats.seat, seats.person, seats.mark, seats.ready,
(SELECT max(ends) FROM vacations WHERE vacations.person = seats.person AND began <= ? AND ends > ?)
FROM shown JOIN matches ON matches.id = shown.id
LEFT JOIN shared_tables ON shared_tables.match = matches.id LEFT JOIN seats ON seats.match = matches.id
"""


class ListedTable(Struct):
    """A match as lists show it."""

    record: Record
    held: int | None  # the seat that has yet to confirm a turn
    terms: RowValues | None  # of a table for friends, not read yet: they may be damaged
    due: float | None  # when somebody's time is up
    is_paused: bool = False
    known: dict[int, Place] = field(default_factory=dict)
    vacations: dict[int, float] = field(default_factory=dict)  # until when the person of a seat is away

    @property
    def is_gathering(self) -> bool:
        return self.terms is not None and self.terms[4] is None

    @property
    def places(self) -> list[Place]:
        return places_of(self.record, self.known)

    def seats_of(self, person: str) -> list[int]:
        return sorted(seat for seat, place in self.known.items() if place.person == person)

    def is_shared(self, person: str) -> bool:
        """Is it a game of friends that has begun, where others have a seat, too?"""
        others = {place.person for place in self.known.values()} - {None, person}
        return self.terms is not None and not self.is_gathering and bool(others) and bool(self.seats_of(person))


class ListedTables(Struct):
    mine: list[ListedTable]  # the last changed first
    joinable: list[ListedTable]  # by anybody, the newest first; not those where the person sits


def read_listed(store: Store, person: str, most_mine: int, most_joinable: int) -> ListedTables:
    now = machine_clock.wall()
    wanted = (person, person, most_mine, now - FRESH, person, most_joinable, CHECKING, MEANT_PATTERN, now, now)
    found: dict[tuple[int, str], ListedTable] = {}
    for is_mine, held, *row in store.read(SELECT_LISTED, *wanted):
        table = found.get((is_mine, row[0]))
        if table is None:
            record, rest = Record(*row[:WIDTH_OF_MATCH]), row[WIDTH_OF_MATCH:]
            room, due, *terms = rest[: WIDTH_OF_TERMS + 2]
            is_paused = bool(rest[WIDTH_OF_TERMS + 2])
            table = ListedTable(record, held, None if room is None else tuple(terms), due, is_paused)
            found[is_mine, row[0]] = table
        seat, who, mark, ready, away = row[-5:]
        if seat is not None:
            table.known[seat] = Place(who, mark, bool(ready))
        if away is not None:
            table.vacations[seat] = away
    mine = [table for (is_mine, _), table in found.items() if is_mine]
    joinable = [table for (is_mine, _), table in found.items() if not is_mine]
    return ListedTables(
        sorted(mine, key=lambda table: number_of_time(table.record.changed), reverse=True),
        sorted(joinable, key=lambda table: number_of_time(table.record.created), reverse=True),
    )


def number_of_time(value: object) -> float:
    """Also of a row that is damaged."""
    return value if isinstance(value, float) else 0.0


class AboutPerson(Struct):
    name: str = ""  # the person's own
    account: str | None = None
    called: str = ""  # in the last game
    mark: int | None = None  # colour and shape
    recovery_made: float | None = None  # when the recovery code was made; None: there is none
    is_warned: bool = False  # the card about lost games was put away
    has_friends: bool = False  # has begun a game with others, or over days
    vacation: float | None = None  # away until then
    browsers: int = 0  # that are signed in
    moved: int = 0  # games that changed hands and may be taken back
    apart: set[str] = field(default_factory=set)  # people who were blocked, or have blocked this one
    invited: list[OpenInvitation] = field(default_factory=list)  # to tables that have not started
    books: list[str] = field(default_factory=list)  # where the series stand
    begun: dict[str, str] = field(default_factory=dict)  # unfinished matches of series, by the book they began with


def read_about(store: Store, person: str, guests: Sequence[str]) -> AboutPerson:
    """`guests` are all whose games may have been moved by this browser."""
    now = machine_clock.wall()
    last = (
        "SELECT 'called' AS kind, matches.seats AS words, '' AS more, seats.seat AS number FROM seats "
        "JOIN matches ON matches.id = seats.match WHERE seats.person = ? AND seats.match NOT IN "
        "(SELECT match FROM brought WHERE person = ?) ORDER BY matches.changed DESC, seats.seat LIMIT 1"
    )
    parts: dict[str, list[object]] = {
        "SELECT 'person' AS kind, name AS words, account AS more, 0 AS number FROM people WHERE id = ?": [person],
        "SELECT 'browsers', '', '', count(*) FROM sessions WHERE person = ? AND expires > ? AND expires != ?": [
            person,
            now,
            ENDED,
        ],
        f"SELECT 'moved', '', '', count(*) FROM brought WHERE at > ? AND {is_in('guest', guests)}": [
            now - DAYS * 24 * 3600,
            *guests,
        ],
        "SELECT 'mark', '', '', mark FROM people WHERE mark IS NOT NULL AND id = ?": [person],
        "SELECT 'recovery', '', '', recovery_made FROM people WHERE recovery IS NOT NULL AND id = ?": [person],
        "SELECT 'warned', '', '', warned FROM people WHERE warned IS NOT NULL AND id = ?": [person],
        "SELECT 'friends', '', '', count(*) FROM sat JOIN shared_tables ON shared_tables.match = sat.match "
        "WHERE sat.person = ?": [person],
        "SELECT 'vacation', '', '', ends FROM vacations WHERE person = ? AND began <= ? AND ends > ?": [
            person,
            now,
            now,
        ],
        "SELECT 'apart', blocked, '', 0 FROM blocks WHERE person = ?": [person],
        "SELECT 'apart', person, '', 0 FROM blocks WHERE blocked = ?": [person],
        f"SELECT 'invited', match, host, at FROM ({SELECT_INVITATIONS}) AS invited": values_of_invitations(person, now),
        "SELECT 'book', book, '', 0 FROM series WHERE owner = ?": [person],
        "SELECT 'begun', series, id, created FROM matches "
        "WHERE owner = ? AND series IS NOT NULL AND to_move IS NOT NULL": [person],
        f"SELECT kind, words, more, number FROM ({last}) AS last": [person, person],
    }
    rows = store.read(" UNION ALL ".join(parts), *(value for values in parts.values() for value in values))
    return about_from(rows)


def about_from(rows: Sequence[RowValues]) -> AboutPerson:
    found = AboutPerson()
    for kind, words, more, number in sorted(rows, key=lambda row: (-number_of_time(row[3]), str(row[2]))):
        if kind == "person":
            found.name, found.account = words, more
        elif kind == "called":
            found.called = name_in(words, int(number))
        elif kind == "browsers":
            found.browsers = int(number)
        elif kind == "moved":
            found.moved = int(number)
        elif kind == "mark":
            found.mark = int(number)
        elif kind == "recovery":
            found.recovery_made = number
        elif kind == "warned":
            found.is_warned = True
        elif kind == "friends":
            found.has_friends = bool(number)
        elif kind == "vacation":
            found.vacation = number
        elif kind == "apart":
            found.apart.add(words)
        elif kind == "invited":
            found.invited.append(OpenInvitation(words, more, number))
        elif kind == "book":
            found.books.append(words)
        else:
            found.begun[words] = more  # the first of several: the others come before it
    return found
