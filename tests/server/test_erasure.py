"""Of a person who is deleted, no table of the database keeps anything."""

import json

from skerry.server.store import aftermath
from skerry.server.store.engine.db import Db
from skerry.server.store.erasure import export_person, forget_person
from skerry.server.store.jobs import QueuedJob, add_job, fail_job
from skerry.server.store.people import keep_session
from skerry.server.store.processes import write_presence
from skerry.server.store.records import record_of
from skerry.server.store.schema import columns_by_table
from skerry.server.store.store import Store
from tests.match.test_match import a_match

LEFT = ("notes", "rematch_votes", "replay_links")
PERSON, ADDRESS = "ben-who-leaves", "192.0.2.7"


def test_what_processes_share_about_a_person_goes_with_the_person(store: Store) -> None:
    failed = QueuedJob("review", "a game", 1.0, PERSON, ADDRESS, 0, "")
    waiting = QueuedJob("review", "another game", 1.0, PERSON, ADDRESS, 0, "")

    def come(db: Db) -> None:
        keep_session(db, "session", PERSON, "Ben", 1.0, 2.0)
        write_presence(db, "a game", "a process", {PERSON: "here"})
        add_job(db, failed)
        fail_job(db, failed, "", "It took too long.")
        add_job(db, waiting)
        leave_things(db)

    store.create(record_of("their game", "ann", match := a_match()), match).result(30)
    store.put(come).result(30)
    assert json.loads(export_person(store, PERSON))["notes"][0]["words"] == "Remember the herring."
    assert set(tables_naming(store, PERSON)) >= {"people", "sessions", "presence", "jobs", *LEFT}
    forget_person(store, PERSON)
    assert tables_naming(store, PERSON) == ["house_rules"], "for the running servers, and for a day"
    assert tables_naming(store, ADDRESS) == []
    assert store.read("SELECT count(*) FROM jobs WHERE about = ?", waiting.about) == [(1,)], "others may wait for it"


def leave_things(db: Db) -> None:
    """What is kept around somebody else's game."""
    aftermath.write_vote(db, "their game", aftermath.RematchVote(PERSON, True, 1.0))
    aftermath.write_note(db, "their game", PERSON, "Remember the herring.")
    aftermath.write_replay_secret(db, "their game", "a secret", PERSON)


def tables_naming(store: Store, words: str) -> list[str]:
    return [table for table in columns_by_table() if words in str(store.read(f"SELECT * FROM {table}"))]
