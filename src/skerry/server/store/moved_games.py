"""Games that a guest gave to somebody, as the database has them: to be taken back within some days."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from skerry.server.runtime import machine_clock
from skerry.server.store.aftermath import move_notes
from skerry.server.store.engine.db import Db, RowValues, is_in, upsert
from skerry.server.store.records import Record, json
from skerry.server.store.store import Store

DAYS = 14
COLUMNS_OF_MOVED = "match, guest, person, seats, owned, at"
WRITE_MOVED = upsert("brought", ("match", "guest", "person"), ("seats", "owned", "at"))


class GameTransfer(Struct, frozen=True):
    match: str
    guest: str
    person: str
    seats: list[int]  # that changed hands
    owned: bool  # it was the guest's own game
    at: float

    @property
    def until(self) -> float:
        """When it can no longer be taken back."""
        return self.at + DAYS * 24 * 3600


def moved_by(store: Store, guests: Sequence[str]) -> list[GameTransfer]:
    """The last first."""
    return moved_where(store, is_in("guest", guests), guests)


def moved_of_match(store: Store, id_: str) -> list[GameTransfer]:
    return moved_where(store, "match = ?", [id_])


def moved_where(store: Store, condition: str, values: Sequence[str]) -> list[GameTransfer]:
    query = f"SELECT {COLUMNS_OF_MOVED} FROM brought WHERE at > ? AND {condition} ORDER BY at DESC"
    return [moved_from(row) for row in store.read(query, machine_clock.wall() - DAYS * 24 * 3600, *values)]


def moved_from(row: RowValues) -> GameTransfer:
    match, guest, person, seats, owned, at = row
    return GameTransfer(match, guest, person, msgspec.json.decode(seats, type=list[int]), bool(owned), at)


# ---- in a transaction


def write_moved(db: Db, moved: GameTransfer) -> None:
    db.execute("DELETE FROM brought WHERE at < ?", (moved.at - DAYS * 24 * 3600,))
    values = (moved.match, moved.guest, moved.person, json(moved.seats), int(moved.owned), moved.at)
    db.execute(WRITE_MOVED, values)


def delete_moved(db: Db, id_: str, guest: str) -> None:
    db.execute("DELETE FROM brought WHERE match = ? AND guest = ?", (id_, guest))


def move_results(db: Db, record: Record, old: str, new: str) -> None:
    """Result and notes of a game that is over, and the series whose next game it is, unless the new owner has one."""
    db.execute("UPDATE results SET person = ? WHERE person = ? AND match = ?", (new, old, record.id))
    move_notes(db, record.id, old, new)
    if book := record.book():
        db.execute(
            "UPDATE series SET owner = ? WHERE owner = ? AND game = ? AND kind = ? AND book = ? AND NOT EXISTS "
            "(SELECT 1 FROM series AS other WHERE other.owner = ? AND other.game = ? AND other.kind = ?)",
            (new, old, book.game, book.kind, record.series, new, book.game, book.kind),
        )
