"""How people want to be told that something has happened: their channels and choices, as the database has them."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from skerry.server.protocol.notice_calls import DEFAULT_CHOICES, MAX_CHANNELS, ChannelKind, NoticeChoices
from skerry.server.store.engine.db import Db, RowValues, insert, upsert
from skerry.server.store.store import Store

CONFIRM_WITHIN = 3 * 24 * 3600.0  # seconds in which an address must be confirmed
MOST_FAILURES = 3  # messages in a row that were given up; then nothing more is sent there
NAMES_OF_CHANNEL = "id, person, match, kind, address, name, created, token, failures, dropped, problem"
COLUMNS_OF_CHANNEL = NAMES_OF_CHANNEL.split(", ")
SELECT_CHANNEL = f"SELECT {NAMES_OF_CHANNEL} FROM channels"
INSERT_CHANNEL = insert("channels", COLUMNS_OF_CHANNEL)
WRITE_CHOICES = upsert("notice_choices", ("person",), ("choices",))
IS_USABLE = "channels.token IS NULL AND channels.dropped = 0"


class StoredChannel(Struct, frozen=True):
    id: str
    person: str
    match: str  # of a table's webhook; else empty
    kind: ChannelKind
    address: str
    name: str
    created: float
    token: str | None = None
    failures: int = 0
    dropped: int = 0
    problem: str = ""


class PersonNotices(Struct, frozen=True):
    """What one person has chosen."""

    channels: list[StoredChannel]
    choices: NoticeChoices
    feed: str
    muted: list[str]


# ---- reading; these wait for the database


def read_person_notices(store: Store, person: str) -> PersonNotices:
    rows = store.read("SELECT choices, feed FROM notice_choices WHERE person = ?", person)
    choices, feed = rows[0] if rows else (None, None)
    muted = store.read("SELECT match FROM muted WHERE person = ? ORDER BY match", person)
    return PersonNotices(channels_of(store, person), notice_choices_of(choices), feed or "", [row[0] for row in muted])


def notice_choices_of(text: str | None) -> NoticeChoices:
    """Also of a row that is damaged, or that a newer version has written."""
    try:
        return DEFAULT_CHOICES if text is None else msgspec.json.decode(text, type=NoticeChoices)
    except msgspec.MsgspecError:
        return DEFAULT_CHOICES


def channels_of(store: Store, person: str) -> list[StoredChannel]:
    query = f"{SELECT_CHANNEL} WHERE person = ? AND match = '' ORDER BY created, id"
    return [StoredChannel(*row) for row in store.read(query, person)]


def read_channel(store: Store, id_: str) -> StoredChannel | None:
    rows = store.read(f"{SELECT_CHANNEL} WHERE id = ?", id_)
    return StoredChannel(*rows[0]) if rows else None


def channel_with_token(store: Store, token_hash: str, now: float) -> StoredChannel | None:
    """The one that this link confirms."""
    rows = store.read(f"{SELECT_CHANNEL} WHERE token = ? AND created > ?", token_hash, now - CONFIRM_WITHIN)
    return StoredChannel(*rows[0]) if rows else None


def webhook_of_table(store: Store, match: str) -> StoredChannel | None:
    rows = store.read(f"{SELECT_CHANNEL} WHERE match = ? AND match != '' LIMIT 1", match)
    return StoredChannel(*rows[0]) if rows else None


def person_of_feed(store: Store, secret: str) -> str | None:
    rows = store.read("SELECT person FROM notice_choices WHERE feed = ?", secret)
    return str(rows[0][0]) if rows else None


def channels_to_look_after(store: Store, most: int) -> list[RowValues]:
    """For the operator: kind, person, failures, dropped and problem of those that do not work."""
    query = (
        "SELECT kind, person, failures, dropped, problem FROM channels WHERE problem != '' "
        "ORDER BY dropped DESC, failures DESC, id LIMIT ?"
    )
    return store.read(query, most)


# ---- in a transaction


def add_channel(db: Db, channel: StoredChannel) -> bool:
    """In the place of one with the same address.  False if the person has so many already."""
    same = (channel.person, channel.match, channel.kind, channel.address)
    old = "SELECT id FROM channels WHERE person = ? AND match = ? AND kind = ? AND address = ?"
    for (id_,) in db.execute(old, same).fetchall():
        delete_channel(db, id_)
    count = db.execute("SELECT count(*) FROM channels WHERE person = ? AND match = ''", (channel.person,)).fetchone()
    if not channel.match and count is not None and int(count[0]) >= MAX_CHANNELS:
        return False
    db.execute(INSERT_CHANNEL, msgspec.structs.astuple(channel))
    return True


def delete_channel(db: Db, id_: str) -> bool:
    """What waits for it is not sent any more."""
    db.execute("UPDATE outbox SET state = 'void' WHERE channel = ? AND state = 'waiting'", (id_,))
    return db.execute("DELETE FROM channels WHERE id = ?", (id_,)).rowcount == 1


def delete_endpoint(db: Db, endpoint: str) -> None:
    """A browser's subscription belongs to whoever uses the browser now, and to nobody who did before."""
    first = f'{{"endpoint":{msgspec.json.encode(endpoint).decode()},'
    query = "SELECT id FROM channels WHERE kind = 'push' AND substr(address, 1, ?) = ?"
    for (id_,) in db.execute(query, (len(first), first)).fetchall():
        delete_channel(db, id_)


def set_table_webhook(db: Db, match: str, channel: StoredChannel | None) -> None:
    """The one of this table, or none."""
    for (id_,) in db.execute("SELECT id FROM channels WHERE match = ? AND match != ''", (match,)).fetchall():
        delete_channel(db, id_)
    if channel is not None:
        add_channel(db, channel)


def confirm_channel(db: Db, token_hash: str, now: float) -> bool:
    query = "UPDATE channels SET token = NULL WHERE token = ? AND created > ?"
    return db.execute(query, (token_hash, now - CONFIRM_WITHIN)).rowcount == 1


def write_choices(db: Db, person: str, choices: NoticeChoices) -> None:
    """What waits for the end of quiet hours or of a group is looked at anew."""
    db.execute(WRITE_CHOICES, (person, msgspec.json.encode(choices).decode()))
    db.execute("UPDATE outbox SET due = made WHERE person = ? AND state = 'waiting' AND tries = 0", (person,))
    db.execute("UPDATE channels SET free = 0 WHERE person = ?", (person,))


def write_feed(db: Db, person: str, secret: str | None) -> None:
    """The choices stay as they are."""
    row = (person, msgspec.json.encode(DEFAULT_CHOICES).decode(), secret)
    query = (
        f"{insert('notice_choices', ('person', 'choices', 'feed'))} "
        "ON CONFLICT (person) DO UPDATE SET feed = excluded.feed"
    )
    db.execute(query, row)


def write_muted(db: Db, person: str, match: str, is_muted: bool) -> None:
    if is_muted:
        db.execute(f"{insert('muted', ('person', 'match'))} ON CONFLICT DO NOTHING", (person, match))
    else:
        db.execute("DELETE FROM muted WHERE person = ? AND match = ?", (person, match))


def delete_unconfirmed(db: Db, now: float) -> None:
    db.execute("DELETE FROM channels WHERE token IS NOT NULL AND created < ?", (now - CONFIRM_WITHIN,))


def forget_notices(db: Db, person: str) -> None:
    """All that is known of how to reach somebody."""
    for table in ("channels", "notice_choices", "muted", "outbox"):
        db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))


def export_notices(store: Store, person: str) -> dict[str, object]:
    """For the person: where and what they are told, and what was sent."""
    known = read_person_notices(store, person)
    query = "SELECT match, event, made, state FROM outbox WHERE person = ? ORDER BY made"
    names: Sequence[str] = ("table", "event", "at", "state")
    own = "SELECT kind, address, name, created, match FROM channels WHERE person = ? ORDER BY created, id"
    keys: Sequence[str] = ("kind", "address", "name", "created", "table")
    return {
        "channels": [dict(zip(keys, row, strict=True)) for row in store.read(own, person)],
        "choices": known.choices,
        "muted": known.muted,
        "feed": bool(known.feed),
        "sent": [dict(zip(names, row, strict=True)) for row in store.read(query, person)],
    }
