"""Leagues as the database has them.

Whoever changes a league says which revision they have seen; if it is another one by now, nothing is written (Conflict).
So a step that another process has done already is not done twice.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from skerry.server.errors import Conflict
from skerry.server.protocol.competition_calls import LeaguePlan, LeagueState
from skerry.server.store.engine.db import Db, RowValues, insert, is_in
from skerry.server.store.outcomes import Outcome
from skerry.server.store.records import json
from skerry.server.store.store import Store

log = logging.getLogger("skerry.store")

COLUMNS_OF_LEAGUE = ("id", "host", "name", "plan", "code", "state", "seed", "created", "revision")
SELECT_LEAGUE = f"SELECT {', '.join(COLUMNS_OF_LEAGUE)} FROM leagues"
COUNT_ENTRIES = "SELECT league, count(*) FROM league_entries WHERE withdrew IS NULL AND {} GROUP BY league"
INSERT_LEAGUE = insert("leagues", COLUMNS_OF_LEAGUE)
INSERT_ENTRY_OF_LEAGUE = insert("league_entries", ("league", "person", "name", "at"))
INSERT_ROUND = insert("league_rounds", ("league", "round", "began", "deadline"))
INSERT_LEAGUE_TABLE = insert("league_tables", ("league", "round", "number"))
INSERT_LEAGUE_SEAT = insert("league_seats", ("league", "round", "person", "number", "seat"))
BYE = 0  # the number of the table without a match


class StoredLeague(Struct, frozen=True, array_like=True):
    id: str
    host: str
    name: str
    plan: LeaguePlan
    code: str
    state: LeagueState
    seed: str
    created: float
    revision: int = 0


class LeagueEntry(Struct, frozen=True):
    person: str
    name: str
    at: float
    withdrew: int | None = None  # after this round


class RoundTable(Struct, frozen=True):
    """A table of a round: who sits there, and how it ended."""

    number: int
    match: str | None
    is_void: bool
    seats: dict[int, str]  # the people by seat; bots have the others
    outcome: list[Outcome]  # empty until the match is over

    @property
    def is_over(self) -> bool:
        return self.number == BYE or self.is_void or bool(self.outcome)


class StoredRound(Struct, frozen=True):
    number: int
    began: float
    deadline: float
    tables: list[RoundTable]

    @property
    def is_over(self) -> bool:
        return all(table.is_over for table in self.tables)


class LeagueRecord(Struct, frozen=True):
    """All that is known of a league."""

    league: StoredLeague
    entries: list[LeagueEntry]  # in the order in which they came
    rounds: list[StoredRound]


# ---- reading; these wait for the database


def read_league(store: Store, id_: str) -> LeagueRecord | None:
    found = leagues_from(store.read(f"{SELECT_LEAGUE} WHERE id = ?", id_))
    if not found:
        return None
    query = "SELECT person, name, at, withdrew FROM league_entries WHERE league = ? ORDER BY at, person"
    entries = [LeagueEntry(*row) for row in store.read(query, id_)]
    return LeagueRecord(found[0], entries, read_rounds(store, id_))


def read_rounds(store: Store, id_: str) -> list[StoredRound]:
    seats: dict[tuple[int, int], dict[int, str]] = {}
    query = "SELECT round, number, seat, person FROM league_seats WHERE league = ?"
    for round_, number, seat, person in store.read(query, id_):
        seats.setdefault((round_, number), {})[seat] = person
    outcomes: dict[str, list[Outcome]] = {}
    query = (
        "SELECT outcomes.match, seat, player, place, points FROM league_tables "
        "JOIN outcomes ON outcomes.match = league_tables.match WHERE league = ? ORDER BY outcomes.match, seat"
    )
    for match, *outcome in store.read(query, id_):
        outcomes.setdefault(match, []).append(Outcome(*outcome))
    tables: dict[int, list[RoundTable]] = {}
    query = "SELECT round, number, match, void FROM league_tables WHERE league = ? ORDER BY round, number"
    for round_, number, match, void in store.read(query, id_):
        row = RoundTable(number, match, bool(void), seats.get((round_, number), {}), outcomes.get(match, []))
        tables.setdefault(round_, []).append(row)
    query = "SELECT round, began, deadline FROM league_rounds WHERE league = ? ORDER BY round"
    return [StoredRound(n, began, ends, tables.get(n, [])) for n, began, ends in store.read(query, id_)]


def leagues_from(rows: Sequence[RowValues]) -> list[StoredLeague]:
    """A damaged row costs one league, and none of the others."""
    found = []
    for id_, host, name, plan, *more in rows:
        try:
            decoded = msgspec.json.decode(plan, type=LeaguePlan)
            found.append(msgspec.convert([id_, host, name, decoded, *more], StoredLeague))
        except msgspec.MsgspecError as error:
            log.error("league %s is damaged: %s", id_, error)
    return found


def running_to_look_at(store: Store, now: float) -> list[str]:
    """Running leagues where something is to be done: a table has no match yet, or none is played before a deadline."""
    of_league = "SELECT 1 FROM league_tables WHERE league = leagues.id AND number != ? AND void = 0"
    playing = (
        f"{of_league} AND NOT EXISTS (SELECT 1 FROM outcomes WHERE outcomes.match = league_tables.match) AND EXISTS "
        "(SELECT 1 FROM league_rounds WHERE league_rounds.league = leagues.id "
        "AND league_rounds.round = league_tables.round AND deadline > ?)"
    )
    query = (
        f"SELECT id FROM leagues WHERE state = 'running' AND (EXISTS ({of_league} AND match IS NULL) "
        f"OR NOT EXISTS ({playing})) ORDER BY created, id"
    )
    return [row[0] for row in store.read(query, BYE, BYE, now)]


def open_leagues(store: Store) -> list[StoredLeague]:
    return leagues_from(store.read(f"{SELECT_LEAGUE} WHERE state = 'open' ORDER BY created, id"))


def listed_leagues(store: Store, person: str, most: int) -> list[StoredLeague]:
    """Those that anybody may enter, and those that this person hosts or has entered; the newest first."""
    query = (
        f"{SELECT_LEAGUE} WHERE code = '' OR host = ? OR id IN (SELECT league FROM league_entries WHERE person = ?) "
        "ORDER BY CASE WHEN state = 'over' THEN 1 ELSE 0 END, created DESC, id LIMIT ?"
    )
    return leagues_from(store.read(query, person, person, most))


def entry_counts(store: Store, ids: Sequence[str]) -> dict[str, int]:
    """Of these leagues, how many play in each."""
    return dict(store.read(COUNT_ENTRIES.format(is_in("league", ids)), *ids))


def last_rounds(store: Store, ids: Sequence[str]) -> dict[str, int]:
    query = f"SELECT league, max(round) FROM league_rounds WHERE {is_in('league', ids)} GROUP BY league"
    return dict(store.read(query, *ids))


def leagues_entered(store: Store, person: str) -> set[str]:
    return {row[0] for row in store.read("SELECT league FROM league_entries WHERE person = ?", person)}


def count_unfinished_entries(store: Store, person: str) -> int:
    query = (
        "SELECT count(*) FROM league_entries JOIN leagues ON leagues.id = league "
        "WHERE person = ? AND state != 'over' AND withdrew IS NULL"
    )
    return int(store.read(query, person)[0][0])


def count_unfinished(store: Store, host: str) -> tuple[int, int]:
    """Leagues that are not over: of this host, and in all."""
    query = "SELECT count(*), coalesce(sum(CASE WHEN host = ? THEN 1 ELSE 0 END), 0) FROM leagues WHERE state != 'over'"
    in_all, mine = store.read(query, host)[0]
    return int(mine), int(in_all)


# ---- in a transaction


def add_league(db: Db, league: StoredLeague) -> None:
    row = (league.id, league.host, league.name, json(league.plan), league.code, league.state, league.seed)
    db.execute(INSERT_LEAGUE, (*row, league.created, league.revision))


def take_league(db: Db, league: StoredLeague, state: LeagueState | None = None) -> None:
    """Before anything else of it is written."""
    query = "UPDATE leagues SET revision = revision + 1, state = ? WHERE id = ? AND revision = ? AND state = ?"
    row = (state or league.state, league.id, league.revision, league.state)
    if db.execute(query, row).rowcount != 1:
        raise Conflict(f"league {league.id} has changed")


def changed_league(
    league: StoredLeague, more: Callable[[Db], object], state: LeagueState | None = None
) -> Callable[[Db], None]:
    def work(db: Db) -> None:
        take_league(db, league, state)
        more(db)

    return work


def add_entry(db: Db, league: StoredLeague, entry: LeagueEntry) -> None:
    """Somebody who has withdrawn may come back."""
    query = "UPDATE league_entries SET withdrew = NULL, name = ? WHERE league = ? AND person = ?"
    if db.execute(query, (entry.name, league.id, entry.person)).rowcount != 1:
        db.execute(INSERT_ENTRY_OF_LEAGUE, (league.id, entry.person, entry.name, entry.at))


def withdraw_entry(db: Db, league: StoredLeague, person: str, after: int) -> None:
    """Before the first round there is nothing to remember."""
    if after:
        row = (after, league.id, person)
        db.execute("UPDATE league_entries SET withdrew = ? WHERE league = ? AND person = ?", row)
    else:
        db.execute("DELETE FROM league_entries WHERE league = ? AND person = ?", (league.id, person))


def add_round(db: Db, league: StoredLeague, new: StoredRound) -> None:
    """The whole draw at once, so that nobody draws again."""
    db.execute(INSERT_ROUND, (league.id, new.number, new.began, new.deadline))
    db.executemany(INSERT_LEAGUE_TABLE, [(league.id, new.number, table.number) for table in new.tables])
    rows = [
        (league.id, new.number, person, table.number, seat)
        for table in new.tables
        for seat, person in table.seats.items()
    ]
    db.executemany(INSERT_LEAGUE_SEAT, rows)


def leave_leagues(db: Db, person: str, nameless: str, name: str) -> None:
    """Of somebody who is forgotten: what was played stays in the standings, under this name.

    The leagues they host are over.  Whoever is about to write one of their leagues has to look again.
    """
    theirs = "(host = ? OR id IN (SELECT league FROM league_entries WHERE person = ?))"
    db.execute(f"UPDATE leagues SET revision = revision + 1 WHERE {theirs}", (person, person))
    db.execute("UPDATE leagues SET host = ?, state = 'over' WHERE host = ?", (nameless, person))
    rounds = "FROM league_rounds WHERE league_rounds.league = league_entries.league"
    db.execute(f"DELETE FROM league_entries WHERE person = ? AND NOT EXISTS (SELECT 1 {rounds})", (person,))
    db.execute(
        f"UPDATE league_entries SET withdrew = (SELECT max(round) {rounds}) WHERE person = ? AND withdrew IS NULL "
        "AND league IN (SELECT id FROM leagues WHERE state != 'over')",
        (person,),
    )
    db.execute("UPDATE league_entries SET person = ?, name = ? WHERE person = ?", (nameless, name, person))
    db.execute("UPDATE league_seats SET person = ? WHERE person = ?", (nameless, person))


def set_up_table(db: Db, league: StoredLeague, round_: int, number: int, match: str) -> None:
    """Conflict if it has a match already; then this one is not made."""
    query = "UPDATE league_tables SET match = ? WHERE league = ? AND round = ? AND number = ? AND match IS NULL"
    if db.execute(query, (match, league.id, round_, number)).rowcount != 1:
        raise Conflict(f"table {number} of round {round_} of league {league.id} is set up")


def void_table(db: Db, league: StoredLeague, round_: int, number: int) -> None:
    row = (league.id, round_, number)
    db.execute("UPDATE league_tables SET void = 1 WHERE league = ? AND round = ? AND number = ?", row)
