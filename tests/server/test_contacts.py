"""People one has played with: name and colour, recovery codes, invitations, history, blocks."""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest

from skerry.server.people.contacts import head_to_head, list_people
from skerry.server.store.contacts import (
    SharedResult,
    blocked_by,
    games_by_name,
    games_together,
    has_blocked,
    kept_apart,
    read_contacts,
    read_invitations,
    write_block,
    write_invitation,
)
from skerry.server.store.engine.db import Db
from skerry.server.store.erasure import export_person, forget_person
from skerry.server.store.people import keep_session
from skerry.server.store.results import write_results
from skerry.server.store.store import Store
from skerry.server.tables.marks import NEAREST, free_mark
from tests.server.browser import Guest, Running, Seat
from tests.server.test_erasure import tables_naming
from tests.server.test_friends import all_ready, gathered, invitation, play_together

Visit = Callable[[Running], Guest]


def post(guest: Guest, path: str, **body: Any) -> Any:
    answer = guest.http.post(f"/api/{path}", json=body)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def people(guest: Guest) -> dict[str, Any]:
    return dict(guest.http.get("/api/people").raise_for_status().json())


def played(*guests: Guest) -> tuple[str, list[Seat]]:
    table, screens = gathered(*guests)
    all_ready(screens)
    play_together(screens)
    return table, screens


def who(guest: Guest, name: str) -> str:
    return next(str(person["who"]) for person in people(guest)["people"] if person["name"] == name)


# ---- name and colour


def test_name_and_colour_are_the_persons_on_every_device_and_at_every_table(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    me = post(ann, "me/preferences", name="Anneke", mark=4)
    assert (me["player"], me["mark"]) == ("Anneke", 4)
    post(ben, "me/preferences", mark=4)
    other = visit(server)
    post(other, "me/move", secret=post(ann, "me/pass")["secret"])
    assert other.home()["me"]["player"] == "Anneke" and other.home()["me"]["mark"] == 4
    table, screens = gathered(ann, ben)
    assert [sitter["mark"] for sitter in screens[1].friends["seats"]] == [4, 6], "the nearest that is free"
    all_ready(screens)
    play_together(screens)
    assert post(ben, f"tables/{table}/rematch")["table"] is None, "Ann has not agreed yet"
    again = post(ann, f"tables/{table}/rematch")["table"]
    marks = [sitter["mark"] for sitter in ann.gather(again).friends["seats"]]
    assert marks == [4, 6], "the first seat is Ben's, and he likes it as well"
    assert ben.home()["me"]["mark"] == 4, "what he likes stays"
    assert ann.sit(ann.start("Ann bot")).kept.welcome["marks"][0] == 4


def test_a_colour_that_is_chosen_at_a_table_is_kept(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    screens[1].send(type="mark", mark=5)
    screens[0].until_friends(lambda friends: friends["seats"][1]["mark"] == 5)
    assert ben.home()["me"]["mark"] == 5
    _, screens = gathered(ann, ben)
    assert [sitter["mark"] for sitter in screens[1].friends["seats"]] == [0, 5]


@pytest.mark.parametrize("bad", [{"name": ""}, {"name": "a\x00"}, {"mark": 8}, {"mark": -1}, {"colour": 1}])
def test_preferences_that_make_no_sense_are_refused(ann: Guest, bad: dict[str, Any]) -> None:
    assert ann.http.post("/api/me/preferences", json=bad).status_code in (400, 409)


def test_every_colour_has_all_others_as_neighbours() -> None:
    for mark, others in enumerate(NEAREST):
        assert sorted((mark, *others)) == list(range(8))
    assert free_mark(1, {1, 6}) == 3 and free_mark(2, set()) == 2


# ---- what a guest is warned of, and recovery codes


def recover(guest: Guest, code: str) -> int:
    return guest.http.post("/api/me/recover", json={"code": code}).status_code


def test_a_guest_is_warned_after_the_first_table_with_friends_and_never_again(ann: Guest, ben: Guest) -> None:
    ann.start()
    assert not ann.home()["me"]["warn"], "a game alone"
    _, screens = gathered(ann, ben)
    assert not ann.home()["me"]["warn"], "it has not started"
    all_ready(screens)
    assert ann.home()["me"]["warn"] and ben.home()["me"]["warn"]
    assert ann.http.post("/api/me/warned", json={}).status_code == 204
    assert not ann.home()["me"]["warn"] and ben.home()["me"]["warn"]
    post(ben, "me/recovery")
    assert not ben.home()["me"]["warn"], "the games are safe"


def test_a_recovery_code_signs_a_browser_in_and_moves_no_game(ann: Guest, ben: Guest, server: Running) -> None:
    mine, theirs = ann.start(), ben.start()
    code = post(ann, "me/recovery")["code"]
    assert len(code.replace("-", "")) == 20 and ann.home()["me"]["recovery"] > time.time() - 60
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert code not in "".join(db.iterdump()) and code.replace("-", "") not in "".join(db.iterdump())
    assert recover(ben, f" {code.upper().replace('-', ' ')} ") == 200, "however it is typed"
    assert [row["id"] for row in ben.home()["tables"]] == [mine]
    assert [guest["games"] for guest in ben.home()["me"]["earlier"]] == [1], "and the guest can come back"
    ben.http.post("/api/me/back", json={"who": ben.home()["me"]["earlier"][0]["who"]}).raise_for_status()
    assert [row["id"] for row in ben.home()["tables"]] == [theirs]


def test_a_new_code_ends_the_old_one_and_it_can_be_revoked(ann: Guest, ben: Guest) -> None:
    ann.start()
    old, new = post(ann, "me/recovery")["code"], post(ann, "me/recovery")["code"]
    assert recover(ben, old) == 403
    assert ann.http.delete("/api/me/recovery").json()["recovery"] is None
    assert recover(ben, new) == 403


def test_signing_out_all_others_ends_the_code(ann: Guest, ben: Guest) -> None:
    ann.start()
    code = post(ann, "me/recovery")["code"]
    assert ann.http.post("/api/me/sign-out", json={"others": True}).status_code == 204
    assert ann.home()["me"]["recovery"] is None and recover(ben, code) == 403


def test_a_code_brings_a_guest_back_who_has_signed_out_everywhere(ann: Guest) -> None:
    table = ann.start()
    code = post(ann, "me/recovery")["code"]
    assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
    assert ann.home()["tables"] == []
    assert recover(ann, code) == 200 and [row["id"] for row in ann.home()["tables"]] == [table]


def test_guessing_codes_soon_ends_and_with_it_guessing_passwords(run: Callable[..., Running], visit: Visit) -> None:
    ann = visit(run())
    codes = [recover(ann, f"guess {number}") for number in range(12)]
    assert codes[0] == 403 and codes[-1] == 429
    assert ann.http.post("/api/me/sign-in", json={"name": "x", "password": "four salty seals"}).status_code == 429
    assert ann.http.post("/api/me/move", json={"secret": "x"}).status_code == 429


def test_a_code_hands_over_no_seat(ann: Guest, ben: Guest) -> None:
    """Somebody's code, entered by the person they play against, gives that person their own seat and no other."""
    _, screens = gathered(ann, ben)
    all_ready(screens)
    code = post(ann, "me/recovery")["code"]
    assert recover(ben, code) == 200
    earlier = ben.http.get("/api/me/earlier").json()
    assert all(game["why_not"] for guest in earlier["guests"] for game in guest["games"])
    screens[1].send(type="say", words="I am still Ben here")
    screens[0].until_said("still Ben")


# ---- contacts


def test_those_who_have_played_know_each_other_and_nobody_else(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    cleo = visit(server)
    assert people(ann) == {"people": [], "blocked": []}
    gathered(ann, cleo)
    assert people(ann)["people"] == [], "the game has not started"
    table, screens = played(ann, ben)
    [contact] = people(ann)["people"]
    assert (contact["name"], contact["games"]) == ("F1", 1)
    profile = ann.http.get(f"/api/people/{contact['who']}").json()
    assert profile["person"]["name"] == "F1" and not profile["blocked"] and profile["ratings"] == []
    [row] = profile["together"]
    assert (row["title"], row["played"]) == ("Tidepool", 1)
    assert row["i_won"] == int(0 in screens[0].picture["winners"])
    assert profile["last"][0]["id"] == table and profile["games"][0]["played"] == 1
    assert cleo.http.get(f"/api/people/{contact['who']}").status_code == 404
    assert ann.http.get("/api/people/0123456789abcdef").status_code == 404
    assert all(cookie not in str(profile) for cookie in ben.http.cookies.values())


def test_history_outlives_the_game(ann: Guest, ben: Guest) -> None:
    table, _ = played(ann, ben)
    for guest in (ann, ben):
        assert guest.http.delete(f"/api/tables/{table}").status_code == 204
    profile = ann.http.get(f"/api/people/{who(ann, 'F1')}").json()
    assert profile["together"][0]["played"] == 1 and profile["last"][0]["id"] == ""


def test_results_of_two_people_are_counted_by_game() -> None:
    games = [
        SharedResult("a", "nusfjord", 1.0, 30, 20, True, False, True),
        SharedResult("b", "nusfjord", 2.0, 10, 20, False, False, True),
        SharedResult("c", "_blank", 3.0, 10, 10, True, True, False),
    ]
    first, second = head_to_head(games)
    assert (first.game, first.played, first.i_won, first.they_won, first.ahead, first.behind) == (
        "nusfjord",
        2,
        1,
        0,
        1,
        1,
    )
    assert (second.i_won, second.they_won, second.ahead, second.behind) == (1, 1, 0, 0)


# ---- invitations


def test_somebody_i_have_played_with_finds_my_invitation_on_the_front_page(ann: Guest, ben: Guest) -> None:
    played(ann, ben)
    table = ann.start("Ann open")
    ann.gather(table)
    [row] = ann.http.get(f"/api/tables/{table}/invite").json()
    assert (row["person"]["name"], row["invited"]) == ("F1", False)
    [row] = post(ann, f"tables/{table}/invite", who=[row["person"]["who"]])
    assert row["invited"] and not row["declined"]
    [invited] = ben.home()["invited"]
    assert (invited["id"], invited["host"], invited["free"], invited["players"]) == (table, "Ann", 1, ["Ann"])
    assert ben.take_seat(table, invited["invitation"], "Ben").status_code == 200
    assert ben.home()["invited"] == []


def test_an_invitation_is_declined_once_and_for_all(ann: Guest, ben: Guest) -> None:
    played(ann, ben)
    table = ann.start("Ann open")
    other = who(ann, "F1")
    post(ann, f"tables/{table}/invite", who=[other])
    assert ben.http.post(f"/api/tables/{table}/decline", json={}).status_code == 204
    assert ben.home()["invited"] == []
    [row] = post(ann, f"tables/{table}/invite", who=[other])
    assert row["declined"] and ben.home()["invited"] == []


def test_strangers_and_those_without_a_seat_invite_nobody(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    played(ann, ben)
    cleo = visit(server)
    table = cleo.start("Cleo open")
    for person in (who(ann, "F1"), "0123456789abcdef"):
        assert cleo.http.post(f"/api/tables/{table}/invite", json={"who": [person]}).status_code == 404
    assert ann.http.post(f"/api/tables/{table}/invite", json={"who": [who(ann, "F1")]}).status_code == 403
    begun, screens = gathered(ann, ben)
    all_ready(screens)
    assert ann.http.post(f"/api/tables/{begun}/invite", json={"who": [who(ann, "F1")]}).status_code == 409
    assert ben.home()["invited"] == []


def test_nobody_is_flooded_with_invitations(run: Callable[..., Running], visit: Visit) -> None:
    server = run(tables_per_hour=1000)
    ann, ben = visit(server), visit(server)
    played(ann, ben)
    other = who(ann, "F1")
    asked = [ann.http.post(f"/api/tables/{ann.start('Ann open')}/invite", json={"who": [other]}) for _ in range(6)]
    assert asked[0].status_code == 200 and asked[-1].status_code == 429
    assert len(ben.home()["invited"]) == 4


# ---- blocks


def test_who_is_blocked_does_not_reach_me(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    blocked = post(ann, f"people/{who(ann, 'F1')}/block", blocked=True)
    assert blocked["people"] == [] and blocked["blocked"][0]["name"] == "F1"
    screens[1].send(type="say", words="Do you hear me?")
    screens[1].until_said("hear me")
    screens[0].send(type="say", words="Nobody there?")
    screens[0].until_said("Nobody there")
    assert not [line for line in screens[0].talk if "hear me" in line["words"]]
    later = ann.gather(table)
    later.until_said("Nobody there")
    assert not [line for line in later.talk if "hear me" in line["words"]]
    assert people(ben)["people"] == []
    theirs = ben.start("Ben open", listed=True)
    assert theirs not in [row["id"] for row in ann.home()["open"]]
    mine = ann.start("Ann open", listed=True)
    assert mine not in [row["id"] for row in ben.home()["open"]]
    assert ben.take_seat(mine, "", "Ben").status_code == 409
    assert ben.take_seat(mine, invitation(ann.gather(mine)), "Ben").status_code == 409
    assert visit(server).take_seat(mine, "", "Cleo").status_code == 200


def test_a_rematch_takes_along_nobody_who_has_not_agreed(ann: Guest, ben: Guest) -> None:
    """Those who have blocked whoever asks need not do anything."""
    table, _ = played(ann, ben)
    post(ann, f"people/{who(ann, 'F1')}/block", blocked=True)
    before = [row["id"] for row in ann.home()["tables"]]
    refused = ben.http.post(f"/api/tables/{table}/rematch", json={"yes": True, "start": True})
    assert (refused.status_code, refused.json()["words"]) == (409, "Nobody else is in yet.")
    assert [row["id"] for row in ann.home()["tables"]] == before


def test_a_block_is_taken_back(ann: Guest, ben: Guest) -> None:
    played(ann, ben)
    other, me = who(ann, "F1"), who(ben, "Ann")
    post(ann, f"people/{other}/block", blocked=True)
    assert ann.http.get(f"/api/people/{other}").json()["blocked"]
    assert ben.http.get(f"/api/people/{me}").status_code == 404
    back = post(ann, f"people/{other}/block", blocked=False)
    assert [person["who"] for person in back["people"]] == [other] and back["blocked"] == []
    assert [person["name"] for person in people(ben)["people"]] == ["Ann"]


def test_an_invitation_by_somebody_i_have_blocked_is_not_shown(store: Store) -> None:
    assert has_blocked(store, "ann", "ben") is False
    store.put(lambda db: write_block(db, "ann", "ben", 1.0)).result(30)
    store.put(lambda db: write_block(db, "ann", "ben", 2.0)).result(30)
    assert blocked_by(store, "ann") == {"ben"} == kept_apart(store, "ann")
    assert blocked_by(store, "ben") == set() and kept_apart(store, "ben") == {"ann"}
    store.put(lambda db: write_invitation(db, "none", "ben", "ann", 3.0)).result(30)
    assert store.read("SELECT * FROM invitations") == [] == read_invitations(store, "ann", 4.0)


# ---- the database: both engines, export and erasure


def test_the_store_knows_who_has_played_with_whom(store: Store) -> None:
    def row(match: str, seat: int, person: str, points: int, won: int) -> tuple[Any, ...]:
        return (match, seat, person, "nusfjord", 2, "", points, won, "{}", 1.0)

    rows = [row("a", 0, "ann", 9, 1), row("a", 1, "ben", 5, 0), row("b", 0, "ann", 3, 0), row("b", 1, "ben", 5, 1)]
    store.put(lambda db: write_results(db, [*rows, row("c", 0, "cleo", 3, 1)])).result(30)
    [contact] = read_contacts(store, "ann")
    assert (contact.person, contact.games) == ("ben", 2) and read_contacts(store, "cleo") == []
    assert [(game.mine, game.theirs, game.i_won, game.is_there) for game in games_together(store, "ben", "ann")] == [
        (5, 9, False, False),
        (5, 3, True, False),
    ]
    assert [(count.game, count.played, count.won) for count in games_by_name(store, "ann")] == [("nusfjord", 2, 1)]
    assert [person.name for person in list_people(store, "ann").people] == ["Somebody"]


def test_what_is_kept_about_people_is_handed_out_and_erased(store: Store) -> None:
    me = "ben-who-leaves"

    def come(db: Db) -> None:
        keep_session(db, "session", me, "Ben", 1.0, 2.0)
        write_block(db, me, "ann", 1.0)
        write_block(db, "ann", me, 1.0)
        db.execute("INSERT INTO vacations (person, began, ends) VALUES (?, 1, 2)", (me,))
        db.execute("UPDATE people SET mark = 3, recovery = 'hash', recovery_made = 1, warned = 1 WHERE id = ?", (me,))

    store.put(come).result(30)
    assert set(tables_naming(store, me)) >= {"people", "blocks", "vacations"}
    found = export_person(store, me).decode()
    assert '"mark": 3' in found and '"vacations"' in found and '"ann"' not in found and "hash" not in found
    forget_person(store, me)
    assert tables_naming(store, me) == ["house_rules"]
