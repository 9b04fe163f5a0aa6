"""What is to be sent to people, what was sent, and what did not get through.

A row for each channel and event: its key makes sure that nothing is sent twice.  One process at a time sends to a
channel: it claims the channel for a minute, and if it falls silent, another one takes over.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from skerry.server.protocol.notice_calls import ChannelKind, NoticeChoices
from skerry.server.store.channels import (
    IS_USABLE,
    MOST_FAILURES,
    NAMES_OF_CHANNEL,
    StoredChannel,
    notice_choices_of,
)
from skerry.server.store.engine.db import Db, RowValues, insert
from skerry.server.store.store import Store

SENDING_LEASE = 60.0  # seconds that a process may take to send one message
KEPT_OUTBOX = 60 * 24 * 3600.0  # seconds that is known what was sent
COUNTED_WITHIN = 7 * 24 * 3600.0  # seconds that the operator sees
MOST_AT_ONCE = 20  # events in one message
COLUMNS_OF_OUTBOX = ("channel", "match", "event", "turn", "person", "made", "due", "state")
INSERT_OUTBOX = f"{insert('outbox', COLUMNS_OF_OUTBOX)} ON CONFLICT DO NOTHING"


class OutboxRow(Struct, frozen=True):
    """Something to be told over one channel."""

    channel: str
    match: str
    event: str
    turn: int
    person: str
    made: float
    tries: int = 0


class DueEvent(Struct, frozen=True):
    """What somebody should be told, over all of their channels; `is_seen` if they know already."""

    match: str
    event: str
    turn: int
    person: str
    channels: tuple[str, ...]
    is_seen: bool = False


class SendOutcome(Struct, frozen=True):
    """What became of one message."""

    sent: bool = False
    problem: str = ""  # why not, as the person reads it
    again: float | None = None  # try again in so many seconds
    is_waiting: bool = False  # it was not the channel's fault, and is no try
    counts: bool = True  # a failure counts against the channel
    is_gone: bool = False  # there is nobody behind this address any more


class Claimed(Struct, frozen=True):
    channel: StoredChannel
    choices: NoticeChoices
    rows: list[OutboxRow]


class SentCount(Struct, frozen=True):
    """Of one kind of channel, for the operator."""

    kind: ChannelKind
    sent: int
    failed: int
    waiting: int
    channels: int
    dropped: int


# ---- reading; these wait for the database


def has_due(store: Store, now: float) -> bool:
    return bool(store.read("SELECT 1 FROM outbox WHERE state = 'waiting' AND due <= ? LIMIT 1", now))


def count_sent(store: Store, now: float) -> list[SentCount]:
    found: dict[str, dict[str, int]] = {}
    own = "SELECT kind, count(*), sum(dropped) FROM channels WHERE token IS NULL GROUP BY kind ORDER BY kind"
    for kind, count, dropped in store.read(own):
        found[kind] = {"channels": int(count), "dropped": int(dropped or 0)}
    query = (
        "SELECT channels.kind, outbox.state, count(*) FROM outbox JOIN channels ON channels.id = outbox.channel "
        "WHERE made > ? GROUP BY channels.kind, outbox.state"
    )
    for kind, state, count in store.read(query, now - COUNTED_WITHIN):
        found.setdefault(kind, {})[state] = int(count)
    return [
        SentCount(
            kind,  # type: ignore[arg-type]
            of.get("sent", 0),
            of.get("failed", 0),
            of.get("waiting", 0),
            of.get("channels", 0),
            of.get("dropped", 0),
        )
        for kind, of in found.items()
    ]


# ---- in a transaction: what is due


def add_due(db: Db, events: Iterable[DueEvent], now: float) -> int:
    """Those that are not known yet; return how many rows wait now.  What was settled once stays so."""
    added = 0
    known = "SELECT 1 FROM outbox WHERE person = ? AND match = ? AND event = ? AND turn = ? LIMIT 1"
    for event in events:
        key = (event.person, event.match, event.event, event.turn)
        if db.execute(known, key).fetchone() is not None:  # a channel that came later is not told of it
            continue
        state = "seen" if event.is_seen else "waiting"
        for channel in event.channels:
            row = (channel, event.match, event.event, event.turn, event.person, now, now, state)
            added += db.execute(INSERT_OUTBOX, row).rowcount
    return added


def add_mentions(db: Db, match: str, people: Sequence[str], number: int, now: float) -> None:
    """Written with the message of the chat, so that none is lost."""
    for person in people:
        query = f"SELECT id FROM channels WHERE person = ? AND match = '' AND {IS_USABLE}"
        for (channel,) in db.execute(query, (person,)).fetchall():
            db.execute(INSERT_OUTBOX, (channel, match, "mention", number, person, now, now, "waiting"))


# ---- in a transaction: sending


def claim_channel(db: Db, skip_locked: str, holder: str, now: float) -> Claimed | None:
    """The next channel that something is due for, with all that is."""
    is_due = "SELECT 1 FROM outbox WHERE outbox.channel = channels.id AND state = 'waiting' AND due <= ?"
    first = f"SELECT id FROM channels WHERE until < ? AND free <= ? AND {IS_USABLE} AND EXISTS ({is_due}) LIMIT 1"
    query = f"UPDATE channels SET holder = ?, until = ? WHERE id = ({first} {skip_locked}) RETURNING {NAMES_OF_CHANNEL}"
    found: RowValues | None = db.execute(query, (holder, now + SENDING_LEASE, now, now, now)).fetchone()
    if found is None:
        return None
    channel = StoredChannel(*found)
    choices = db.execute("SELECT choices FROM notice_choices WHERE person = ?", (channel.person,)).fetchone()
    waiting = (
        "SELECT channel, match, event, turn, person, made, tries FROM outbox WHERE channel = ? AND state = 'waiting' "
        "AND due <= ? ORDER BY made, match, event LIMIT ?"
    )
    rows = [OutboxRow(*row) for row in db.execute(waiting, (channel.id, now, MOST_AT_ONCE)).fetchall()]
    return Claimed(channel, notice_choices_of(choices[0] if choices else None), rows)


def settle_rows(db: Db, rows: Iterable[OutboxRow], state: str) -> None:
    query = "UPDATE outbox SET state = ? WHERE channel = ? AND match = ? AND event = ? AND turn = ?"
    for row in rows:
        db.execute(query, (state, row.channel, row.match, row.event, row.turn))


def put_off(db: Db, rows: Iterable[OutboxRow], due: float, tries: int, problem: str = "") -> None:
    query = (
        "UPDATE outbox SET due = ?, tries = tries + ?, problem = ? "
        "WHERE channel = ? AND match = ? AND event = ? AND turn = ?"
    )
    for row in rows:
        db.execute(query, (due, tries, problem, row.channel, row.match, row.event, row.turn))


def release_channel(db: Db, channel: str, holder: str, free: float) -> bool:
    """False if another process has taken over meanwhile."""
    query = "UPDATE channels SET until = 0, free = ? WHERE id = ? AND holder = ?"
    return db.execute(query, (free, channel, holder)).rowcount == 1


def note_success(db: Db, channel: str) -> None:
    db.execute("UPDATE channels SET failures = 0, dropped = 0, problem = '' WHERE id = ?", (channel,))


def note_failure(db: Db, channel: str, problem: str, counts: bool) -> bool:
    """A message was given up.  True if nothing more is sent there from now on."""
    by = int(counts)
    query = "UPDATE channels SET failures = failures + ?, problem = ? WHERE id = ? RETURNING failures"
    row = db.execute(query, (by, problem, channel)).fetchone()
    if row is None or row[0] < MOST_FAILURES:
        return False
    drop_channel(db, channel, problem)
    return True


def drop_channel(db: Db, channel: str, problem: str) -> None:
    """Nothing more is sent there; its owner sees why."""
    query = "UPDATE channels SET dropped = 1, problem = ? WHERE id = ?"
    db.execute(query, (problem, channel))
    db.execute("UPDATE outbox SET state = 'failed' WHERE channel = ? AND state = 'waiting'", (channel,))


def note_problem(db: Db, channel: str, problem: str) -> None:
    db.execute("UPDATE channels SET problem = ? WHERE id = ?", (problem, channel))


def release_all(db: Db) -> None:
    """Where there is only one process: what it held before it was started again."""
    db.execute("UPDATE channels SET until = 0 WHERE until > 0")


def delete_old(db: Db, now: float) -> None:
    db.execute("DELETE FROM outbox WHERE made < ?", (now - KEPT_OUTBOX,))
