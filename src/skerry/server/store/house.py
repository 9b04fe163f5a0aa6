"""What the operator has decided, as the database has it: bans, ended tables, invitations, the message of the day.

The command line writes it, and running servers read it again every few seconds.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from skerry.match import SeatPlan
from skerry.server.store.engine.db import Db, RowValues, upsert
from skerry.server.store.store import Store

# message, invite_only, token: one row each.  ban: `name` is a person or a network.  ended: a match.
# forgotten: a person whose data was deleted.  invitation: the hash of its secret.
RuleKind = Literal["message", "invite_only", "token", "ban", "ended", "forgotten", "invitation"]
WRITE_RULE = upsert("house_rules", ("kind", "name"), ("words", "made", "ends", "uses"))
NAME_PLACES = 60  # letters of the names of a table's players that are listed


class HouseRule(Struct, frozen=True, array_like=True):
    """A row of the table."""

    kind: RuleKind
    name: str
    words: str
    made: float
    ends: float | None = None
    uses: int | None = None


class OperatedTable(Struct, frozen=True):
    """A table as the operator sees it: nothing of the position."""

    id: str
    game: str
    names: str
    entries: int
    changed: float
    state: Literal["gathering", "running", "over", "ended"]


class ListedPerson(Struct, frozen=True):
    id: str
    name: str
    account: str | None
    games: int
    created: float


# ---- reading; these wait for the database


def read_house_rules(store: Store, now: float) -> list[HouseRule]:
    """All that hold now, without invitations."""
    query = (
        "SELECT kind, name, words, made, ends, uses FROM house_rules "
        "WHERE kind != 'invitation' AND (ends IS NULL OR ends > ?) ORDER BY kind, name"
    )
    return [HouseRule(*row) for row in store.read(query, now)]


def tables_for_operator(store: Store, most: int, with_over: bool = False) -> list[OperatedTable]:
    """The last changed first."""
    query = (
        "SELECT id, game, matches.seats, (SELECT count(*) FROM entries WHERE match = id), changed, to_move, "
        "with_friends = 1 AND (SELECT begun FROM shared_tables WHERE match = id) IS NULL, "
        "EXISTS (SELECT 1 FROM house_rules WHERE kind = 'ended' AND name = id) FROM matches "
        f"{'' if with_over else 'WHERE to_move IS NOT NULL '}ORDER BY changed DESC LIMIT ?"
    )
    return [listed_table(row) for row in store.read(query, most)]


def listed_table(row: RowValues) -> OperatedTable:
    id_, game, plans, entries, changed, to_move, is_gathering, is_ended = row
    try:
        seats = msgspec.json.decode(plans, type=list[SeatPlan])
        names = ", ".join(f"{seat.name} ({seat.bot})" if seat.bot else seat.name for seat in seats)[:NAME_PLACES]
    except msgspec.MsgspecError:
        names = "(damaged)"
    state: Literal["gathering", "running", "over", "ended"] = "running"
    if is_ended:
        state = "ended"
    elif to_move is None:
        state = "over"
    elif is_gathering:
        state = "gathering"
    return OperatedTable(id_, game, names, entries, changed, state)


def people_for_operator(store: Store, word: str, most: int) -> list[ListedPerson]:
    """Those whose id, name or account has the word in it, the newest first."""
    query = (
        "SELECT id, name, account, (SELECT count(DISTINCT match) FROM seats WHERE person = people.id), created "
        "FROM people WHERE ? = '' OR id = ? OR lower(name) LIKE ? OR account LIKE ? ORDER BY created DESC LIMIT ?"
    )
    pattern = f"%{word.lower()}%"
    return [ListedPerson(*row) for row in store.read(query, word, word, pattern, pattern, most)]


def find_person(store: Store, word: str) -> str | None:
    """By id or account."""
    rows = store.read("SELECT id FROM people WHERE id = ? OR account = ?", word, word.lower())
    return str(rows[0][0]) if rows else None


# ---- writing


def write_rules(store: Store, rules: Iterable[HouseRule]) -> None:
    rows = [msgspec.structs.astuple(rule) for rule in rules]
    store.put(lambda db: db.executemany(WRITE_RULE, rows)).result()


def drop_rule(store: Store, kind: RuleKind, name: str) -> bool:
    """False if there was none."""
    query = "DELETE FROM house_rules WHERE kind = ? AND name = ?"
    return store.put(lambda db: db.execute(query, (kind, name)).rowcount).result() > 0


def use_invitation(db: Db, secret_hash: str, now: float) -> bool:
    query = (
        "UPDATE house_rules SET uses = uses - 1 WHERE kind = 'invitation' AND name = ? AND uses > 0 "
        "AND (ends IS NULL OR ends > ?)"
    )
    return db.execute(query, (secret_hash, now)).rowcount == 1
