"""The outbox and the channels, as both kinds of databases keep them."""

import json
import time

from skerry.server.protocol.notice_calls import DEFAULT_CHOICES
from skerry.server.store import channels, outbox, seats
from skerry.server.store.channels import StoredChannel
from skerry.server.store.engine.db import Db
from skerry.server.store.erasure import export_person, forget_person
from skerry.server.store.outbox import Claimed, DueEvent, OutboxRow
from skerry.server.store.people import keep_session
from skerry.server.store.store import Store
from tests.server.test_erasure import tables_naming

NOW = 1_700_000_000.0
BEN = "ben-who-is-told"


def channel(id_: str = "c1", person: str = BEN, **more: object) -> StoredChannel:
    known = {"id": id_, "person": person, "match": "", "kind": "json", "address": f"https://h/{id_}", "name": ""}
    return StoredChannel(**(known | {"created": NOW} | more))  # type: ignore[arg-type]


def add(store: Store, *found: StoredChannel) -> None:
    for one in found:
        assert store.put(lambda db, one=one: channels.add_channel(db, one)).result(30)  # type: ignore[misc]


def due(store: Store, *events: DueEvent) -> int:
    return store.put(lambda db: outbox.add_due(db, events, NOW)).result(30)


def claim(store: Store, holder: str = "one", now: float = NOW) -> Claimed | None:
    return store.put(lambda db: outbox.claim_channel(db, store.engine.skip_locked, holder, now)).result(30)


def turn(number: int, *ids: str, match: str = "t") -> DueEvent:
    return DueEvent(match, "turn", number, BEN, ids)


def test_what_is_due_is_written_once_for_each_channel(store: Store) -> None:
    add(store, channel("c1"), channel("c2"))
    assert due(store, turn(5, "c1", "c2")) == 2
    assert due(store, turn(5, "c1", "c2"), turn(6, "c1")) == 1
    assert due(store, turn(5, "c1", "c2", "c3")) == 0, "a channel that came later"


def test_one_process_at_a_time_sends_to_a_channel(store: Store) -> None:
    add(store, channel())
    due(store, turn(5, "c1"), turn(6, "c1"))
    first = claim(store)
    assert first is not None and [row.turn for row in first.rows] == [5, 6]
    assert first.choices == DEFAULT_CHOICES
    assert claim(store, "two") is None
    after = claim(store, "two", NOW + outbox.SENDING_LEASE + 1)  # the first has fallen silent
    assert after is not None and after.rows == first.rows
    assert store.put(lambda db: outbox.release_channel(db, "c1", "one", 0)).result(30) is False


def test_what_was_settled_is_not_sent_again(store: Store) -> None:
    add(store, channel())
    due(store, turn(5, "c1"))
    first = claim(store)
    assert first is not None

    def done(db: Db) -> None:
        outbox.settle_rows(db, first.rows, "sent")
        outbox.release_channel(db, "c1", "one", 0)

    store.put(done).result(30)
    assert claim(store) is None and due(store, turn(5, "c1")) == 0
    assert not outbox.has_due(store, NOW)


def test_three_failures_in_a_row_end_a_channel_and_one_success_forgives(store: Store) -> None:
    add(store, channel())

    def fail(counts: bool = True) -> bool:
        return store.put(lambda db: outbox.note_failure(db, "c1", "No.", counts)).result(30)

    assert [fail(), fail(), fail(counts=False)] == [False, False, False]
    store.put(lambda db: outbox.note_success(db, "c1")).result(30)
    assert [fail(), fail(), fail()] == [False, False, True]
    due(store, turn(5, "c1"))
    assert claim(store) is None
    (counted,) = outbox.count_sent(store, NOW)
    assert (counted.channels, counted.dropped) == (1, 1)
    assert [row[0] for row in channels.channels_to_look_after(store, 10)] == ["json"]


def test_a_mention_waits_for_every_channel_that_counts(store: Store) -> None:
    add(store, channel("c1"), channel("c2"), channel("c3", token="not confirmed"), channel("c4", "ann"))
    for _ in range(2):
        store.put(lambda db: outbox.add_mentions(db, "t", [BEN], 3, NOW)).result(30)
    assert store.read("SELECT channel FROM outbox ORDER BY channel") == [("c1",), ("c2",)]


def test_an_endpoint_belongs_to_one_person_and_no_pattern_reaches_others(store: Store) -> None:
    def push(id_: str, person: str, endpoint: str) -> StoredChannel:
        address = json.dumps({"endpoint": endpoint, "keys": {}}, separators=(",", ":"))
        return channel(id_, person, kind="push", address=address)

    add(store, push("c1", "ann", "https://h/one"), push("c2", "eve", "https://h/one-more"))
    for pattern in ("%", "https://h/%", "https://h/on_", "https://h"):
        store.put(lambda db, words=pattern: channels.delete_endpoint(db, words)).result(30)  # type: ignore[misc]
    assert store.read("SELECT count(*) FROM channels") == [(2,)]
    store.put(lambda db: channels.delete_endpoint(db, "https://h/one")).result(30)
    assert store.read("SELECT id FROM channels") == [("c2",)]


def test_a_link_confirms_within_three_days(store: Store) -> None:
    add(store, channel("c1", kind="mail", token="hash"), channel("c2", kind="mail", address="x", token="other"))
    late = NOW + channels.CONFIRM_WITHIN + 1
    assert store.put(lambda db: channels.confirm_channel(db, "hash", late)).result(30) is False
    assert store.put(lambda db: channels.confirm_channel(db, "hash", NOW + 1)).result(30) is True
    store.put(lambda db: channels.delete_unconfirmed(db, late)).result(30)
    assert store.read("SELECT id FROM channels") == [("c1",)]


def test_new_choices_are_not_held_up_by_the_old_hours(store: Store) -> None:
    add(store, channel())
    due(store, turn(5, "c1"))
    found = claim(store)
    assert found is not None

    def put_off(db: Db) -> None:
        outbox.put_off(db, found.rows, NOW + 9999, 0)
        outbox.release_channel(db, "c1", "one", NOW + 9999)

    store.put(put_off).result(30)
    assert claim(store) is None
    store.put(lambda db: channels.write_choices(db, BEN, DEFAULT_CHOICES)).result(30)
    assert claim(store) is not None


def test_what_is_known_of_how_to_reach_a_person_is_given_out_and_deleted(store: Store) -> None:
    add(store, channel(), channel("c9", match="a game", address="https://h/table"))

    def come(db: Db) -> None:
        keep_session(db, "session", BEN, "Ben", 1.0, time.time() + 99)
        channels.write_choices(db, BEN, DEFAULT_CHOICES)
        channels.write_feed(db, BEN, "secret")
        channels.write_muted(db, BEN, "a game", True)

    store.put(come).result(30)
    due(store, turn(5, "c1"))
    found = json.loads(export_person(store, BEN))["notices"]
    assert [one["address"] for one in found["channels"]] == ["https://h/c1", "https://h/table"]
    assert found["muted"] == ["a game"] and found["feed"] and found["sent"][0]["event"] == "turn"
    assert found["choices"]["after"] == 2
    forget_person(store, BEN)
    assert tables_naming(store, BEN) == ["house_rules"]
    assert store.read("SELECT count(*) FROM channels") == [(0,)]


def test_who_spoke_is_known_as_long_as_the_message_is_kept(store: Store) -> None:
    assert seats.speaker(store, "t", 3) == ""
    assert OutboxRow("c", "t", "mention", 3, BEN, NOW).tries == 0
