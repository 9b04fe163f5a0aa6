"""Everything that is stored about one person: to hand it out, and to delete it."""

import contextlib
import secrets

import msgspec
from msgspec.structs import replace

from skerry.server.errors import Conflict, StoreError
from skerry.server.runtime import machine_clock
from skerry.server.store import aftermath, channels, contacts, house, leagues, people, results, seats, tokens
from skerry.server.store.engine.db import Db
from skerry.server.store.house import HouseRule
from skerry.server.store.plans import forget_plans, read_plans
from skerry.server.store.records import Record
from skerry.server.store.seats import Place
from skerry.server.store.store import SELECT_RECORD, Store

NOBODY = "Somebody"  # what others read where a person's name was
ERASING_TRIES = 20  # of a game that others are writing to
NOTICED_WITHIN = 24 * 3600.0  # seconds in which every running server notices that somebody is forgotten


def export_person(store: Store, person: str) -> bytes:
    """All that is known of the person, as JSON.  Of games that go on, nothing that is hidden from them."""
    known = people.read_person(store, person)
    created = store.read("SELECT created FROM people WHERE id = ?", person)
    sessions = store.read("SELECT expires, proof FROM sessions WHERE person = ? ORDER BY expires", person)
    tries = store.read("SELECT day, game, match, name, at, points, won FROM tries WHERE person = ?", person)
    found = {
        "person": {"id": known.id, "name": known.name, "account": known.account},
        "created": created[0][0] if created else None,
        "mark": people.read_marks(store, [person]).get(person),
        "people": contacts.export_contacts(store, person),
        "sessions": [{"expires": expires, "began_with": proof or "guest"} for expires, proof in sessions],
        "results": results.read_results(store, person),
        "daily": [
            dict(zip(("day", "game", "match", "name", "at", "points", "won"), row, strict=True)) for row in tries
        ],
        "ratings": [
            dict(zip(("game", "players", "mu", "sigma", "games"), row, strict=True))
            for row in store.read("SELECT game, players, mu, sigma, games FROM ratings WHERE player = ?", person)
        ],
        "leagues": [
            dict(zip(("league", "name", "at"), row, strict=True))
            for row in store.read("SELECT league, name, at FROM league_entries WHERE person = ?", person)
        ],
        "tokens": [
            {"name": token.name, "scope": token.scope, "created": token.created, "used": token.used}
            for token in tokens.tokens_of(store, person)
        ],
        "notices": channels.export_notices(store, person),
        "notes": aftermath.notes_of(store, person),
        "series": [msgspec.Raw(book.encode()) for book in store.books_of(person)],
        "games": [exported_game(store, record, person) for record in records_of_person(store, person)],
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def exported_game(store: Store, record: Record, person: str) -> dict[str, object]:
    mine = seats.seats_of(seats.read_places(store, record), person)
    said = [line for line in seats.read_chat(store, record.id) if line.seat in mine]
    game: dict[str, object] = {
        "id": record.id,
        "game": record.game,
        "created": record.created,
        "changed": record.changed,
        "names": [plan.name for plan in record.plans()],
        "your_seats": mine,
        "you_said": [{"at": line.at, "words": line.words} for line in said],
        "your_plans": [
            {"made": plan.made, "decisions": [step.label for step in plan.plan.steps], "dropped": plan.words}
            for seat, plan in read_plans(store, record.id).items()
            if seat in mine
        ],
        "is_over": record.to_move is None,
    }
    if record.to_move is None and record.commitment:
        game["saved"] = store.saved(record)
    return game


def records_of_person(store: Store, person: str) -> list[Record]:
    where = "owner = ? OR id IN (SELECT match FROM seats WHERE person = ?)"
    return [Record(*row) for row in store.read(f"{SELECT_RECORD} WHERE {where} ORDER BY created, id", person, person)]


def forget_person(store: Store, person: str) -> tuple[int, int]:
    """Delete the person's data.  Games that are theirs alone go; in others, a nameless seat is left.

    Returns how many games were deleted, and how many are left to others.
    """
    nameless = f"gone-{secrets.token_hex(8)}"
    store.put(lambda db: leagues.leave_leagues(db, person, nameless, NOBODY)).result()  # before they deal new games
    ids = [record.id for record in records_of_person(store, person)]
    left = sum(give_up_game(store, id_, person) for id_ in ids)
    store.put(lambda db: erase(db, person, nameless)).result()
    now = machine_clock.wall()
    house.write_rules(store, [HouseRule("forgotten", person, " ".join(ids), now, now + NOTICED_WITHIN)])
    return len(ids) - left, left


def give_up_game(store: Store, id_: str, person: str) -> bool:
    """Whether it is left to others.  A server may write to it meanwhile, and then this begins anew."""
    for _ in range(ERASING_TRIES):
        record = store.record(id_)
        if record is None:
            return False
        places = seats.read_places(store, record)
        heir = next((place.person for place in places if place.person not in (None, person)), None)
        with contextlib.suppress(Conflict):
            if heir is None:
                store.delete(record).result()
                return False
            leave_game(store, record, places, person, heir)
            return True
    raise StoreError(f"table {id_} is in use; try again")


def leave_game(store: Store, record: Record, places: list[Place], person: str, heir: str) -> None:
    mine = seats.seats_of(places, person)
    plans = [replace(plan, name=NOBODY) if n in mine else plan for n, plan in enumerate(record.plans())]
    emptied = [replace(place, person=None) if n in mine else place for n, place in enumerate(places)]
    seated = record.seated(plans, heir if record.owner == person else record.owner)

    def erase_words(db: Db) -> None:
        forget_plans(db, record.id, mine)
        for seat in mine:
            db.execute("DELETE FROM chat WHERE match = ? AND seat = ?", (record.id, seat))
            values = (record.id, f"%{record.plans()[seat].name}%")
            db.execute("DELETE FROM chat WHERE match = ? AND kind = 'event' AND words LIKE ?", values)

    terms = seats.read_terms(store, record.id)
    seats.write_seating(store, seated, emptied, terms, more=erase_words).result()


def erase(db: Db, person: str, nameless: str) -> None:
    """What is left besides games.  Ended sessions stay without a name, so that their cookies are refused.

    Others' ratings and standings stay as they are: what they count goes on as somebody without a name.
    """
    db.execute("UPDATE outcomes SET player = ? WHERE player = ?", (nameless, person))
    db.execute("UPDATE rated_games SET roster = replace(roster, ?, ?)", (person, nameless))
    leagues.leave_leagues(db, person, nameless, NOBODY)  # those of the last moment
    for table in ("ratings", "rating_changes"):
        db.execute(f"DELETE FROM {table} WHERE player = ?", (person,))
    contacts.forget_contacts(db, person)
    people.end_sessions(db, person)
    db.execute("UPDATE sessions SET person = '' WHERE person = ?", (person,))
    db.execute("UPDATE tries SET person = NULL, name = ? WHERE person = ?", (NOBODY, person))
    db.execute("DELETE FROM brought WHERE guest = ? OR person = ?", (person, person))
    db.execute("DELETE FROM series WHERE owner = ?", (person,))
    db.execute("UPDATE jobs SET person = '', address = '' WHERE person = ?", (person,))  # others may wait for them
    for table in ("results", "sat", "passes", "presence"):
        db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
    channels.forget_notices(db, person)
    aftermath.erase_aftermath(db, person)
    db.execute("DELETE FROM tokens WHERE owner = ?", (person,))  # what their programs played stays the programs'
    db.execute("DELETE FROM people WHERE id = ?", (person,))
    db.execute("DELETE FROM house_rules WHERE kind = 'ban' AND name = ?", (person,))
