"""What those who watch a game say to each other, as the database has it."""

from concurrent.futures import Future

from msgspec import Struct
from msgspec.structs import replace

from skerry.server.store.engine.db import Db, insert
from skerry.server.store.store import Store

MAX_GALLERY = 200  # messages that are kept of a table
COLUMNS_OF_GALLERY = ("match", "seq", "at", "person", "name", "words", "n")
INSERT_GALLERY = insert("gallery", COLUMNS_OF_GALLERY)


class GalleryLine(Struct, frozen=True):
    """A message, with the person behind it, which browsers never get."""

    seq: int
    at: float
    person: str
    name: str
    words: str
    n: int = 0


def read_gallery(store: Store, id_: str, after: int = -1) -> list[GalleryLine]:
    """What was said after the message of that number; this waits for the database."""
    query = "SELECT seq, at, person, name, words, n FROM gallery WHERE match = ? AND seq > ? ORDER BY seq"
    return [GalleryLine(*row) for row in store.read(query, id_, after)]


def say_in_gallery(store: Store, id_: str, line: GalleryLine) -> "Future[GalleryLine | None]":
    """Behind no fence.  What comes twice is said once: then it is None.

    The row of the table is written first, so that two processes do not count the same number.
    """

    def work(db: Db) -> GalleryLine | None:
        counted = db.execute(
            "UPDATE shared_tables SET gallery_said = gallery_said + 1 WHERE match = ? RETURNING gallery_said", (id_,)
        ).fetchone()
        query = "SELECT 1 FROM gallery WHERE match = ? AND person = ? AND n = ?"
        if counted is None or (line.n and db.execute(query, (id_, line.person, line.n)).fetchone()):
            return None
        numbered = replace(line, seq=counted[0] - 1)
        row = (id_, numbered.seq, line.at, line.person, line.name, line.words, line.n)
        db.execute(INSERT_GALLERY, row)
        db.execute("DELETE FROM gallery WHERE match = ? AND seq <= ?", (id_, numbered.seq - MAX_GALLERY))
        return numbered

    return store.put(work)
