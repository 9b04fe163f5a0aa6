"""Which tables wait for whom, and since when: what notices are made from.

Everything is read from what moves have stored, so that a process that ends between a move and its notice loses none.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from skerry.core.state import CHANCE
from skerry.match import SeatPlan
from skerry.match.asides import CHECKING, CONSENT, MEANT, REFUSAL, TAKE_BACK, is_aside
from skerry.server.protocol.pace import Pace
from skerry.server.runtime import machine_clock
from skerry.server.store.channels import IS_USABLE, notice_choices_of
from skerry.server.store.clocks import GOES_ON
from skerry.server.store.engine.db import RowValues
from skerry.server.store.processes import GONE, WATCHERS
from skerry.server.store.store import Store

TAIL = 40  # entries of a log that are read first; a turn is rarely longer
COLUMNS = "matches.id, matches.rev, game, matches.seats, to_move, changed, begun, due, pace"
WATCHED = f"""
WITH reached AS (SELECT DISTINCT person FROM channels WHERE match = '' AND {IS_USABLE}),
watched AS (
    SELECT seats.match AS id FROM seats JOIN reached ON reached.person = seats.person
    UNION SELECT match FROM channels WHERE match != '' AND {IS_USABLE}
)
SELECT {COLUMNS}, seats.seat, seats.person
FROM watched JOIN matches ON matches.id = watched.id JOIN shared_tables ON shared_tables.match = matches.id
JOIN seats ON seats.match = matches.id
WHERE begun IS NOT NULL AND changed > ? AND (to_move IS NOT NULL OR changed > ?) AND {GOES_ON}
ORDER BY matches.id, seats.seat
"""
ONE_TABLE = f"""
SELECT {COLUMNS}, seats.seat, seats.person
FROM matches JOIN shared_tables ON shared_tables.match = matches.id JOIN seats ON seats.match = matches.id
WHERE matches.id = ? AND begun IS NOT NULL AND {GOES_ON} ORDER BY seats.seat
"""


class WaitingTurn(Struct, frozen=True):
    """Who must act, as the log has it."""

    seat: int | None  # None: the game is over, or dice and cards are typed in
    began: int  # the place in the log after which this turn began; -1 at the start of the game
    since: float  # when
    moved: int | None  # the seat that moved last before it
    ended: float | None  # when the game ended
    asks: tuple[int, int] | None  # an open request to take something back: its place in the log, and whose it is
    answered: tuple[int, ...] = ()  # seats that have answered that


class WatchedTable(Struct):
    """A table for friends, as notices see it: nothing of the position."""

    id: str
    rev: int
    game: str
    plans: list[SeatPlan]
    to_move: int | None
    changed: float
    begun: float
    due: float | None
    pace: Pace
    people: dict[int, str]  # by seat
    turn: WaitingTurn
    # What is written without a new revision, and so is read every time:
    planned: frozenset[int] = frozenset()  # seats whose plan answers for them
    unplanned: frozenset[int] = frozenset()  # seats whose plan was dropped, and who have not seen it
    away: frozenset[str] = frozenset()  # people whose vacation stops the clock here
    is_paused: bool = False

    @property
    def is_resting(self) -> bool:
        """Need nobody act now, though it is somebody's turn?"""
        return self.is_paused or self.turn.seat in self.planned or self.person_to_tell() in self.away

    def person_to_tell(self) -> str | None:
        """Whose turn it is, if that is a person's, and no bot sits in."""
        seat = self.turn.seat
        is_here = seat is not None and seat in self.people and seat < len(self.plans) and not self.plans[seat].bot
        return self.people[seat] if is_here and seat is not None else None

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, who in self.people.items() if who == person]


TailRow = tuple[int, int, str, float]  # place, seat, text, time


def read_watched(store: Store, since: float, over_since: float, known: dict[str, WatchedTable]) -> list[WatchedTable]:
    """Tables of people who can be reached; what is `known` and has not changed is not read again."""
    return with_rest(store, tables_of_rows(store, store.read(WATCHED, since, over_since), known))


def read_watched_table(store: Store, id_: str) -> WatchedTable | None:
    """One that goes on or is over, as it is now."""
    found = with_rest(store, tables_of_rows(store, store.read(ONE_TABLE, id_), {}))
    return found[0] if found else None


def read_tables_of(store: Store, person: str, since: float) -> list[WatchedTable]:
    """All tables for friends where this person sits, for the person's feed."""
    query = (
        "SELECT DISTINCT seats.match FROM seats JOIN matches ON matches.id = seats.match "
        "JOIN shared_tables ON shared_tables.match = matches.id "
        "WHERE person = ? AND changed > ? AND seats.match NOT IN (SELECT match FROM muted WHERE person = ?) LIMIT 100"
    )
    found = (read_watched_table(store, row[0]) for row in store.read(query, person, since, person))
    return [table for table in found if table is not None]


def tables_of_rows(store: Store, rows: Sequence[RowValues], known: dict[str, WatchedTable]) -> list[WatchedTable]:
    by_match: dict[str, list[RowValues]] = {}
    for row in rows:
        by_match.setdefault(row[0], []).append(row)
    found = (table_of_rows(store, rows, known) for rows in by_match.values())
    return [table for table in found if table is not None]


def table_of_rows(store: Store, rows: list[RowValues], known: dict[str, WatchedTable]) -> WatchedTable | None:
    """None if it is damaged: then nobody is told anything."""
    id_, rev, game, seats, to_move, changed, begun, due, pace, *_ = rows[0]
    before = known.get(id_)
    if before is not None and before.rev == rev and before.due == due:
        return before
    try:
        plans = msgspec.json.decode(seats, type=list[SeatPlan])
        people = {row[-2]: row[-1] for row in rows if row[-1] is not None}
        turn = read_turn_of(store, id_, to_move, begun)
        agreed = msgspec.json.decode(pace, type=Pace)
        return WatchedTable(id_, rev, game, plans, to_move, changed, begun, due, agreed, people, turn)
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None


def with_rest(store: Store, tables: list[WatchedTable]) -> list[WatchedTable]:
    """With plans, pauses and vacations.  There are few of them, so all are read."""
    if not tables:
        return []
    planned: dict[str, set[int]] = {}
    unplanned: dict[str, set[int]] = {}
    for id_, seat, is_dropped in store.read("SELECT match, seat, ended IS NOT NULL FROM plans"):
        (unplanned if is_dropped else planned).setdefault(id_, set()).add(seat)
    now = machine_clock.wall()
    paused = {row[0] for row in store.read("SELECT match FROM pauses WHERE ended IS NULL")}
    away = frozenset(
        row[0] for row in store.read("SELECT person FROM vacations WHERE began <= ? AND ends > ?", now, now)
    )
    for table in tables:
        table.planned = frozenset(planned.get(table.id, ()))
        table.unplanned = frozenset(unplanned.get(table.id, ()))
        table.is_paused = table.id in paused
        table.away = away if table.pace.kind == "slow" else frozenset()
    return tables


# ---- what a log says


def read_turn_of(store: Store, id_: str, to_move: int | None, begun: float) -> WaitingTurn:
    count = TAIL
    while True:
        query = "SELECT seq, seat, text, at FROM entries WHERE match = ? ORDER BY seq DESC LIMIT ?"
        tail: list[TailRow] = [(seq, seat, text, at) for seq, seat, text, at in store.read(query, id_, count)]
        found = turn_of(tail, to_move, begun)
        if found.began >= 0 or len(tail) < count:
            return found
        count *= 8


def turn_of(tail: Sequence[TailRow], to_move: int | None, begun: float) -> WaitingTurn:
    """From the last entries, the newest first."""
    asks, answered = open_request_of(tail)
    if to_move is None:
        return WaitingTurn(None, 0, begun, last_mover(tail, None), tail[0][3] if tail else begun, None)
    seat = held_seat(tail)
    seat = to_move if seat is None else seat
    if seat == CHANCE:
        return WaitingTurn(None, 0, begun, last_mover(tail, None), None, asks, answered)
    for place, who, text, at in tail:
        if who not in (seat, CHANCE) and not is_aside(text):
            return WaitingTurn(seat, place, at, who, None, asks, answered)
    return WaitingTurn(seat, -1, begun, None, None, asks, answered)


def held_seat(tail: Sequence[TailRow]) -> int | None:
    """The seat that has yet to confirm its turn."""
    if not tail:
        return None
    _, seat, text, _ = tail[0]
    return seat if text == CHECKING or MEANT.fullmatch(text) else None


def last_mover(tail: Sequence[TailRow], but: int | None) -> int | None:
    return next((who for _, who, text, _ in tail if who not in (but, CHANCE) and not is_aside(text)), None)


def open_request_of(tail: Sequence[TailRow]) -> tuple[tuple[int, int] | None, tuple[int, ...]]:
    """A request to take something back that has been neither granted nor refused; it lapses with the next move."""
    answered: list[int] = []
    for place, seat, text, _ in tail:
        if text == TAKE_BACK:
            return (place, seat), tuple(answered)
        if text == CONSENT:
            answered.append(seat)
        elif text == REFUSAL or not is_aside(text) or text.startswith("(taken back"):
            break
    return None, ()


# ---- who can be reached, and who is there


class Recipients(Struct, frozen=True):
    """The channels of those who can be reached, and what they want."""

    channels: dict[str, tuple[str, ...]]  # by person
    of_tables: dict[str, tuple[str, ...]]  # webhooks by table
    choices: dict[str, tuple[tuple[str, ...], int]]  # by person: events, and minutes without an open page
    muted: frozenset[tuple[str, str]]
    since: dict[str, float]  # by person, and by table: when the first channel was added


def read_recipients(store: Store) -> Recipients:
    people: dict[str, list[str]] = {}
    tables: dict[str, list[str]] = {}
    choices: dict[str, tuple[tuple[str, ...], int]] = {}
    since: dict[str, float] = {}
    query = (
        "SELECT channels.id, channels.person, match, created, choices FROM channels LEFT JOIN notice_choices "
        f"ON notice_choices.person = channels.person WHERE {IS_USABLE} ORDER BY created DESC, channels.id"
    )
    for id_, person, match, created, text in store.read(query):
        if match:
            tables.setdefault(match, []).append(id_)
            since[match] = created
        else:
            people.setdefault(person, []).append(id_)
            since[person] = created
            if person not in choices:
                wanted = notice_choices_of(text)
                choices[person] = (tuple(wanted.events), wanted.after)
    muted = frozenset((person, match) for person, match in store.read("SELECT person, match FROM muted"))
    channels = {person: tuple(ids) for person, ids in people.items()}
    return Recipients(channels, {match: tuple(ids) for match, ids in tables.items()}, choices, muted, since)


def read_all_here(store: Store, now: float) -> set[tuple[str, str]]:
    """Tables and the people who have them open and look at them, at any process that shares the database."""
    query = (
        "SELECT match, person FROM presence JOIN processes ON processes.id = presence.process "
        "WHERE state = 'here' AND person != ? AND seen > ?"
    )
    return {(match, person) for match, person in store.read(query, WATCHERS, now - GONE)}


def is_muted(store: Store, person: str, match: str) -> bool:
    return bool(store.read("SELECT 1 FROM muted WHERE person = ? AND match = ?", person, match))
