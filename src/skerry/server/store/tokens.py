"""The tokens of programs, as the database has them.  A token's secret is stored hashed."""

from typing import Literal

from msgspec import Struct

from skerry.server.store.engine.db import Db, insert
from skerry.server.store.store import Store

PROGRAM_MARK = "program-"  # what the id of every program begins with; no person's does
COLUMNS_OF_TOKEN = ("id", "owner", "player", "name", "scope", "created", "used")

TokenScope = Literal["read", "play"]


class Token(Struct, frozen=True):
    """What a program shows to be let in."""

    id: str
    owner: str
    player: str
    name: str
    scope: TokenScope
    created: float
    used: float | None = None

    @property
    def person(self) -> str:
        """Who it is to the rest of the server: a player of its own, or, if it only reads, its owner."""
        return self.player if self.scope == "play" else self.owner

    @property
    def session(self) -> str:
        return f"token {self.id}"


def is_program(person: str | None) -> bool:
    return person is not None and person.startswith(PROGRAM_MARK)


# ---- reading; these wait for the database


def read_token(store: Store, secret_hash: str) -> Token | None:
    rows = store.read(f"SELECT {', '.join(COLUMNS_OF_TOKEN)} FROM tokens WHERE secret = ?", secret_hash)
    return Token(*rows[0]) if rows else None


def tokens_of(store: Store, owner: str) -> list[Token]:
    query = f"SELECT {', '.join(COLUMNS_OF_TOKEN)} FROM tokens WHERE owner = ? ORDER BY created, id"
    return [Token(*row) for row in store.read(query, owner)]


def token_named(store: Store, id_: str) -> Token | None:
    rows = store.read(f"SELECT {', '.join(COLUMNS_OF_TOKEN)} FROM tokens WHERE id = ?", id_)
    return Token(*rows[0]) if rows else None


# ---- writing


def write_token(db: Db, token: Token, secret_hash: str, most: int) -> bool:
    """False if the owner has so many already."""
    row = db.execute("SELECT count(*) FROM tokens WHERE owner = ?", (token.owner,)).fetchone()
    if row is None or int(row[0]) >= most:
        return False
    values = (token.id, token.owner, token.player, token.name, token.scope, token.created, token.used, secret_hash)
    db.execute(insert("tokens", (*COLUMNS_OF_TOKEN, "secret")), values)
    db.execute(
        "INSERT INTO people (id, name, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (token.player, token.name, token.created),
    )
    return True


def note_use(db: Db, id_: str, now: float) -> None:
    db.execute("UPDATE tokens SET used = ? WHERE id = ?", (now, id_))


def delete_token(db: Db, owner: str, id_: str) -> bool:
    return db.execute("DELETE FROM tokens WHERE owner = ? AND id = ?", (owner, id_)).rowcount == 1
