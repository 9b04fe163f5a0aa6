"""When no time passes at a table: while it is paused, and for those who are on vacation."""

from collections.abc import Sequence

from msgspec import Struct, field

from skerry.server.store.clocks import SLOW_PACE
from skerry.server.store.engine.db import Db, upsert
from skerry.server.store.seats import Place, TableTerms
from skerry.server.store.store import Store

Span = tuple[float, float]  # from when until when

KEPT_VACATIONS = 400 * 24 * 3600.0  # seconds after which nobody asks any more
MOST_VACATIONS = 60  # that are kept of one person
RUNNING_SLOW = (
    "SELECT shared_tables.match FROM shared_tables JOIN seats ON seats.match = shared_tables.match "
    "JOIN matches ON matches.id = shared_tables.match "
    "WHERE seats.person = ? AND shared_tables.pace LIKE ? AND begun IS NOT NULL AND matches.to_move IS NOT NULL"
)
WRITE_PAUSE = upsert("pauses", ("match", "began"), ("ended", "at", "person"))
WRITE_VACATION = upsert("vacations", ("person", "began"), ("ends",))


class PauseSpan(Struct, frozen=True):
    """A pause of the turn under way, by the clock of the table."""

    began: float
    ended: float | None  # None: the game is paused now
    at: float  # when it was paused, by the calendar
    person: str  # who did it


class TimeOff(Struct, frozen=True):
    """Of one table, as the database has it."""

    pauses: Sequence[PauseSpan] = ()
    vacations: dict[str, list[Span]] = field(default_factory=dict)  # by person, the oldest first

    @property
    def pause(self) -> PauseSpan | None:
        """The one that lasts."""
        return next((pause for pause in self.pauses if pause.ended is None), None)


# ---- reading; these wait for the database


def read_time_off(store: Store, id_: str) -> TimeOff:
    pauses = store.read("SELECT began, ended, at, person FROM pauses WHERE match = ? ORDER BY began", id_)
    query = (
        "SELECT DISTINCT vacations.person, vacations.began, vacations.ends FROM vacations "
        "JOIN seats ON seats.person = vacations.person WHERE seats.match = ? ORDER BY vacations.began"
    )
    vacations: dict[str, list[Span]] = {}
    for person, began, ends in store.read(query, id_):
        vacations.setdefault(person, []).append((began, ends))
    return TimeOff([PauseSpan(*row) for row in pauses], vacations)


def vacations_of(store: Store, time_off: TimeOff, places: Sequence[Place]) -> TimeOff:
    """The same, for those who are about to sit here."""
    people = sorted({place.person for place in places if place.person is not None})
    return TimeOff(time_off.pauses, {person: read_vacations(store, person) for person in people})


def read_vacations(store: Store, person: str) -> list[Span]:
    """The oldest first."""
    query = "SELECT began, ends FROM vacations WHERE person = ? ORDER BY began"
    return [(began, ends) for began, ends in store.read(query, person)]


# ---- in a transaction


def write_pause(db: Db, id_: str, pause: PauseSpan, turn_began: float) -> None:
    """Begin or end one.  Those before the turn do not matter any more."""
    db.execute("DELETE FROM pauses WHERE match = ? AND ended IS NOT NULL AND ended < ?", (id_, turn_began))
    db.execute(WRITE_PAUSE, (id_, pause.began, pause.ended, pause.at, pause.person))


def write_vacation(db: Db, person: str, now: float, ends: float) -> list[tuple[str, int]]:
    """The person is away until then; not at all, if that is now.

    Return the tables over days whose clocks have to be looked at, and their new revisions.
    """
    db.execute("DELETE FROM vacations WHERE person = ? AND ends < ?", (person, now - KEPT_VACATIONS))
    running = db.execute("SELECT began FROM vacations WHERE person = ? AND ends > ?", (person, now)).fetchall()
    if running:
        db.execute("UPDATE vacations SET ends = ? WHERE person = ? AND ends > ?", (ends, person, now))
    elif ends > now:
        db.execute(WRITE_VACATION, (person, now, ends))
    slow = f"({RUNNING_SLOW})"
    values = (person, SLOW_PACE)
    db.execute(f"UPDATE shared_tables SET due = ? WHERE due IS NOT NULL AND match IN {slow}", (now, *values))
    changed = db.execute(f"UPDATE matches SET rev = rev + 1 WHERE id IN {slow} RETURNING id, rev", values).fetchall()
    return [(id_, rev) for id_, rev in changed]


# ---- spans of time


def counted_vacation(time_off: TimeOff, person: str | None, terms: TableTerms | None, day: float) -> list[Span]:
    """When the person is away, as far as the table allows it: from its start on, and for so many days in all."""
    if terms is None or terms.begun is None or terms.pace.kind != "slow":
        return []
    return used_from(time_off.vacations.get(person or "", ()), terms.begun, day * int(terms.vacation))


def used_from(spans: Sequence[Span], begin: float, allowed: float) -> list[Span]:
    """The parts after `begin`, as long as all of them together last no longer than allowed."""
    found: list[Span] = []
    for start, end in sorted(spans):
        first = max(start, begin)
        last = min(end, first + allowed)
        if last > first:
            found.append((first, last))
            allowed -= last - first
    return found


def overlap(spans: Sequence[Span], begin: float, end: float) -> float:
    """How much of the time between the two they cover; spans may overlap each other."""
    covered, reached = 0.0, begin
    for start, stop in sorted(spans):
        first, last = max(start, reached), min(stop, end)
        if last > first:
            covered += last - first
            reached = last
    return covered


def moment_after(spans: Sequence[Span], begin: float, seconds: float) -> float:
    """When so many seconds have passed since `begin` that no span covers; perhaps never (infinity)."""
    moment = begin
    for start, stop in sorted(spans):
        if stop <= moment:
            continue
        if start - moment >= seconds:
            break
        seconds -= max(0.0, start - moment)
        moment = stop
    return moment + seconds
