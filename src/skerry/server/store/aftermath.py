"""What is kept around a match for its people: who wants a rematch, private notes, the link to its replay."""

from msgspec import Struct

from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, upsert
from skerry.server.store.store import Store

WRITE_VOTE = upsert("rematch_votes", ("match", "person"), ("wants", "at"))
WRITE_NOTE = upsert("notes", ("match", "person"), ("words", "changed"))


class RematchVote(Struct, frozen=True):
    person: str
    wants: bool
    at: float


# ---- the rematch


def read_votes(store: Store, id_: str) -> list[RematchVote]:
    """The first who answered comes first."""
    query = "SELECT person, wants, at FROM rematch_votes WHERE match = ? ORDER BY at, person"
    return [RematchVote(person, bool(wants), at) for person, wants, at in store.read(query, id_)]


def write_vote(db: Db, id_: str, vote: RematchVote) -> None:
    db.execute(WRITE_VOTE, (id_, vote.person, int(vote.wants), vote.at))


# ---- private notes


def read_note(store: Store, id_: str, person: str) -> str:
    rows = store.read("SELECT words FROM notes WHERE match = ? AND person = ?", id_, person)
    return str(rows[0][0]) if rows else ""


def write_note(db: Db, id_: str, person: str, words: str) -> None:
    """An empty one is deleted.  Of a match that is gone, nothing is written."""
    if not db.execute("SELECT 1 FROM matches WHERE id = ?", (id_,)).fetchone():
        return
    if words:
        db.execute(WRITE_NOTE, (id_, person, words, machine_clock.wall()))
    else:
        db.execute("DELETE FROM notes WHERE match = ? AND person = ?", (id_, person))


def notes_of(store: Store, person: str) -> list[dict[str, object]]:
    """All of this person, for the export."""
    rows = store.read("SELECT match, words, changed FROM notes WHERE person = ? ORDER BY changed", person)
    return [{"game": match, "words": words, "changed": changed} for match, words, changed in rows]


def move_notes(db: Db, id_: str, old: str, new: str) -> None:
    """The game is somebody else's from now on, and the notes go with it, unless the new person has some."""
    db.execute(
        "UPDATE notes SET person = ? WHERE match = ? AND person = ? AND NOT EXISTS "
        "(SELECT 1 FROM notes AS other WHERE other.match = ? AND other.person = ?)",
        (new, id_, old, id_, new),
    )


# ---- the link to the replay


def read_replay_secret(store: Store, id_: str) -> str:
    """Empty if there is no link."""
    rows = store.read("SELECT secret FROM replay_links WHERE match = ?", id_)
    return str(rows[0][0]) if rows else ""


def find_replay(store: Store, secret: str) -> str | None:
    """The match behind a link."""
    rows = store.read("SELECT match FROM replay_links WHERE secret = ?", secret)
    return str(rows[0][0]) if rows else None


def write_replay_secret(db: Db, id_: str, secret: str, person: str) -> str:
    """The secret of the link; an older one stays."""
    values = (id_, secret, person, machine_clock.wall())
    statement = "INSERT INTO replay_links (match, secret, person, made) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    db.execute(statement, values)
    row = db.execute("SELECT secret FROM replay_links WHERE match = ?", (id_,)).fetchone()
    return "" if row is None else str(row[0])


def delete_replay_secret(db: Db, id_: str) -> None:
    db.execute("DELETE FROM replay_links WHERE match = ?", (id_,))


# ---- a person who is forgotten


def erase_aftermath(db: Db, person: str) -> None:
    """With the links that this person has made: nobody else could know who has them."""
    for table in ("rematch_votes", "notes", "replay_links"):
        db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
