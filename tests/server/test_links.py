"""A link to another device signs a browser in, and nothing else: what was played there before stays whose it was."""

import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browser import Guest, Running, Seat, play_on, possible
from tests.server.test_friends import all_ready, gathered, invitation, play_together
from tests.server.test_people import a_pass, account, move_here, tables

Visit = Callable[[Running], Guest]


@pytest.fixture
def server(run: Callable[..., Running]) -> Running:
    """One for each test: tries are limited."""
    return run()


def post(guest: Guest, call: str, **wish: Any) -> httpx.Response:
    return guest.http.post(f"/api/me/{call}", json=wish)


def earlier(guest: Guest) -> dict[str, Any]:
    return dict(guest.http.get("/api/me/earlier").json())


def could_bring(guest: Guest) -> dict[str, str]:
    """Games of earlier guests, and why they cannot be moved."""
    return {game["id"]: game["why_not"] for one in earlier(guest)["guests"] for game in one["games"]}


def bring(guest: Guest, *games: str) -> list[str]:
    answer = post(guest, "bring", to=earlier(guest)["me"]["who"], games=games)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


def take_back(guest: Guest, *games: str) -> list[str]:
    return list(post(guest, "take-back", games=games).json()["games"])


def go_back(guest: Guest) -> None:
    (one,) = guest.home()["me"]["earlier"]
    assert post(guest, "back", who=one["who"]).status_code == 200


# ---- looking before leaping


def test_a_link_says_whose_it_is_before_anything_happens(ann: Guest, ben: Guest) -> None:
    ann.start("Wren bot"), ann.start("Wren bot"), ben.start("Ben bot")
    secret = a_pass(ann)
    for _ in range(2):
        seen = post(ben, "pass/look", secret=secret).json()
        assert (seen["name"], seen["account"], seen["games"], seen["mine"]) == ("Wren", None, 2, False)
        assert abs(seen["made"] - time.time()) < 600
        assert (seen["here"]["name"], seen["here"]["games"], seen["comes_back"]) == ("Ben", 1, True)
    assert post(ann, "pass/look", secret=secret).json()["mine"]
    assert len(tables(ben)) == 1
    assert move_here(ben, secret) == 200
    assert post(ben, "pass/look", secret=secret).status_code == 403


def test_guessing_links_soon_ends(run: Callable[..., Running], visit: Visit) -> None:
    ann = visit(run())
    codes = [post(ann, "pass/look", secret=f"guess {n}").status_code for n in range(12)]
    assert codes[0] == 403 and codes[-1] == 429


# ---- nothing moves by itself


def test_whoever_opens_a_strangers_link_hands_over_nothing(ann: Guest, ben: Guest) -> None:
    mine, other = ann.start("Mallory bot"), ben.start("Ben bot")
    open_there = ben.sit(other)
    assert move_here(ben, a_pass(ann)) == 200
    assert tables(ben) == tables(ann) == [mine]
    assert ann.sit(other).update["seats"] == []
    open_there.my_turn()
    open_there.play(possible(open_there.picture)[0])  # a page that is open goes on
    open_there.until(lambda update: update["picture"]["move"] > 0)
    assert post(ann, "sign-out", everywhere=True).status_code == 204
    assert tables(ben) == []
    go_back(ben)
    assert tables(ben) == [other]
    assert ben.sit(other).update["seats"] == [0]
    assert ben.home()["me"]["earlier"] == []


def test_a_table_for_friends_does_not_move_by_a_link_even_if_only_bots_have_come(ann: Guest, ben: Guest) -> None:
    ann.start("Mallory bot")
    alone, waits = ben.start("Ben bot"), ben.start("Ben open")
    assert move_here(ben, a_pass(ann)) == 200
    why = could_bring(ben)
    assert why[alone] == "" and "Sign in with a password" in why[waits]
    assert bring(ben, alone, waits) == [alone]


def test_a_guest_who_goes_back_leaves_nobody_signed_in_behind(ann: Guest, ben: Guest) -> None:
    ann.start("Ann bot"), ben.start("Ben bot")
    assert move_here(ben, a_pass(ann)) == 200
    assert ann.home()["me"]["browsers"] == 2
    stolen = dict(ben.http.cookies)
    go_back(ben)
    assert ann.home()["me"]["browsers"] == 1
    ben.http.cookies.update(stolen)
    assert tables(ben) == []


def test_a_forged_cookie_names_no_earlier_guest(ann: Guest, ben: Guest) -> None:
    ann.start("Ann bot"), ben.start("Ben bot")
    (name,) = ben.http.cookies
    session = ann.http.cookies[name].partition(".")[0]
    for forged in (session, ann.http.cookies[name], f"{session}.x"):
        ben.http.cookies.set(f"{name}_earlier", forged)
        assert ben.home()["me"]["earlier"] == [] and earlier(ben)["guests"] == []


def test_signing_in_with_a_password_moves_nothing_either(run: Callable[..., Running], visit: Visit) -> None:
    pytest.importorskip("argon2")
    server = run()
    ann, ben = visit(server), visit(server)
    ann.start("Ann bot")
    other = ben.start("Ben bot")
    assert account(ann, "account") == 200 and account(ben, "sign-in") == 200
    assert other not in tables(ben)
    go_back(ben)
    assert tables(ben) == [other]


# ---- bringing games along


def test_only_what_was_listed_and_chosen_moves_and_to_whom_was_shown(ann: Guest, ben: Guest) -> None:
    one, two = ben.start("Ben bot"), ben.start("Ben bot")
    mine = ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    shown = earlier(ben)
    assert shown["me"]["name"] == "Ann" and shown["guests"][0]["name"] == "Ben"
    assert could_bring(ben) == {one: "", two: ""}
    assert post(ben, "bring", to="somebody", games=[one]).status_code == 409
    assert bring(ben, one, mine, "nowhere") == [one]
    assert earlier(ben)["me"]["name"] == "Ann"  # and not as the guest was called there
    assert set(tables(ben)) == {mine, one}
    seat = ben.sit(one)
    seat.my_turn()
    seat.play(possible(seat.picture)[0])
    seat.until(lambda update: update["picture"]["move"] > 0 and update["seats"] == [0])
    go_back(ben)
    assert tables(ben) == [two]


def test_a_running_game_with_others_never_moves_by_a_link(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    """The one with the link may be the other player, under a second name."""
    second = visit(server)
    second.start("Mallory bot")
    table, screens = gathered(ann, ben)
    gathering = gathered(ann, ben)[0]
    all_ready(screens)
    assert move_here(ben, a_pass(second)) == 200
    assert "Others play in it" in could_bring(ben)[table] and "Others play in it" in could_bring(ben)[gathering]
    assert bring(ben, table, gathering) == []
    assert second.gather(table).until(lambda update: True)["seats"] == []
    screens[0].send(type="leave", bot="random")  # that changes nothing: they have seen a hand
    screens[1].until(lambda update: update["picture"]["seats"][0]["bot"] is not None)
    assert bring(ben, table) == []


def test_a_finished_game_with_others_may_be_brought(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    play_together(screens)
    other = visit(server)
    other.start("Wren bot")
    assert move_here(ben, a_pass(other)) == 200
    assert bring(ben, table) == [table]
    assert [result["match"] for result in ben.http.get("/api/me/results").json()] == [table]
    assert take_back(ben, table) == [table]
    assert ben.http.get("/api/me/results").json() == []


def test_after_a_password_a_running_game_with_others_moves_too(run: Callable[..., Running], visit: Visit) -> None:
    pytest.importorskip("argon2")
    server = run()
    ann, ben, wren = visit(server), visit(server), visit(server)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    assert account(wren, "account") == 200 and account(ben, "sign-in") == 200
    assert could_bring(ben) == {table: ""}
    assert bring(ben, table) == [table]
    assert ben.gather(table).until(lambda update: True)["seats"] == [1]
    assert wren.gather(table).until(lambda update: True)["seats"] == [1]
    play_together([screens[0], wren.gather(table)]) if screens[0].update else None


def test_nobody_gets_two_hands_by_bringing(run: Callable[..., Running], visit: Visit) -> None:
    pytest.importorskip("argon2")
    server = run()
    ann, ben = visit(server), visit(server)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    left, others = gathered(ann, ben)
    all_ready(others)
    others[0].send(type="leave", bot="random")
    others[1].until(lambda update: update["picture"]["seats"][0]["bot"] is not None)
    assert account(ann, "account") == 200 and account(ben, "sign-in") == 200
    assert "both" in could_bring(ben)[table] and "both" in could_bring(ben)[left]
    assert bring(ben, table, left) == []


# ---- taking it back


def test_what_was_brought_is_taken_back_whatever_the_other_did(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    ann.start("Mallory bot")
    one, two, three = (ben.start("Ben bot") for _ in range(3))
    assert move_here(ben, a_pass(ann)) == 200
    assert set(bring(ben, one, two, three)) == {one, two, three}
    assert ben.home()["me"]["moved"] == 3
    assert ann.http.delete(f"/api/tables/{one}").status_code == 204
    third = visit(server)
    third.start("Malwina bot")
    assert move_here(ann, a_pass(third)) == 200
    assert bring(ann, two) == [two]  # passed on
    assert post(ann, "sign-out", everywhere=True).status_code == 204
    assert one not in tables(ben)
    assert {two, three} <= {game["id"] for game in earlier(ben)["moved"]}
    assert set(take_back(ben, two, three)) == {two, three}
    go_back(ben)
    assert set(tables(ben)) == {one, two, three}
    assert two not in tables(third)
    play_on(ben.sit(two))


def test_a_stranger_takes_nothing_back(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    one = ben.start("Ben bot")
    ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    assert bring(ben, one) == [one]
    assert take_back(visit(server), one) == take_back(ann, one) == []
    assert one in tables(ann)


def test_after_two_weeks_it_stays_where_it_is(ann: Guest, ben: Guest, server: Running) -> None:
    one = ben.start("Ben bot")
    ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    assert bring(ben, one) == [one]
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("UPDATE brought SET at = at - 15 * 24 * 3600 WHERE match = ?", (one,))
    assert take_back(ben, one) == []
    assert ann.http.delete(f"/api/tables/{one}").status_code == 204
    assert ann.http.get(f"/api/tables/{one}/log").status_code == 404


def test_brought_taken_back_and_brought_again(ann: Guest, ben: Guest) -> None:
    one = ben.start("Ben bot")
    ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    assert bring(ben, one) == [one] == take_back(ben, one) == bring(ben, one)


def test_of_a_damaged_game_nobody_is_told_that_it_has_moved(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    guests = visit(first), visit(first)
    guests[0].start("Ann bot")
    kept, brought = guests[1].start("Ben bot"), guests[1].start("Ben bot")
    assert move_here(guests[1], a_pass(guests[0])) == 200
    assert bring(guests[1], brought) == [brought]
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        db.execute("UPDATE matches SET seed = seed || 'x' WHERE id IN (?, ?)", (kept, brought))
    again = run()
    ann, ben = visit(again), visit(again)
    for guest, before in zip((ann, ben), guests, strict=True):
        guest.http.cookies = before.http.cookies
    assert bring(ben, kept) == [] and kept not in tables(ann)
    assert take_back(ben, brought) == [] and brought in tables(ann)
    assert ann.http.delete(f"/api/tables/{brought}").status_code == 204
    assert brought not in tables(ann)


# ---- who else is signed in


def test_the_device_that_made_a_link_notices_and_signs_the_others_out(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    before = dict(ann.http.cookies)
    assert ann.home()["me"]["browsers"] == 1
    assert move_here(ben, a_pass(ann)) == 200
    assert ann.home()["me"]["browsers"] == 2
    seat = ben.sit(table)
    unused = a_pass(ann)
    assert post(ann, "sign-out", others=True).status_code == 204
    with pytest.raises(ConnectionClosed):
        while True:
            seat.receive()
    assert tables(ann) == [table] and ann.home()["me"]["browsers"] == 1
    assert tables(ben) == []
    assert move_here(ben, unused) == 403
    copied = Guest(ann.host)
    copied.http.cookies.update(before)  # of this browser's own cookie
    assert tables(copied) == []
    copied.leave()


def test_a_look_at_the_list_undoes_no_new_session(ann: Guest) -> None:
    """The page asks again every few seconds: if it did so while others were signed out, a guest lost everything."""
    table = ann.start("Ann bot")
    before = dict(ann.http.cookies)
    assert post(ann, "sign-out", others=True).status_code == 204
    late = Guest(ann.host)
    for look in ("/api/home", "/api/practice", "/"):
        late.http.cookies.update(before)
        assert "set-cookie" not in late.http.get(look).headers
    assert tables(ann) == [table] and tables(late) == []
    other = late.start("Ann bot")  # whoever goes on with an ended session is a guest like any other
    assert tables(late) == [other]
    late.leave()


def test_nobody_fills_the_disk_by_signing_others_out(ann: Guest) -> None:
    """Every session is kept for ever, so that its cookie is refused."""
    ann.start("Ann bot")
    codes = [post(ann, "sign-out", others=True).status_code for _ in range(80)]
    assert codes[0] == 204 and codes[-1] == 429
    assert post(ann, "sign-out", everywhere=True).status_code == 204  # that is always possible
    assert tables(ann) == []


# ---- seats are written one at a time


def clicks(screen: Seat, until: threading.Event) -> None:
    mark = 0
    while not until.is_set():
        mark = 1 - mark
        screen.send(type="mark", mark=6 + mark)
        time.sleep(0.004)


def test_no_seat_is_lost_when_games_move_while_others_click(run: Callable[..., Running], visit: Visit) -> None:
    pytest.importorskip("argon2")
    server = run(messages_per_second=1000)
    host, wren = visit(server), visit(server)
    assert account(wren, "account") == 200
    friends = [visit(server) for _ in range(4)]
    table = host.start("Ann open open open open")
    screen = host.gather(table)
    for number, friend in enumerate(friends):
        assert friend.take_seat(table, invitation(screen), f"F{number}").status_code == 200
    for friend in friends:
        assert account(friend, "sign-in") == 200
    done = threading.Event()
    clicking = threading.Thread(target=clicks, args=(screen, done))
    clicking.start()
    try:
        for _ in range(5):
            for friend in friends:
                assert bring(friend, table) == [table]
                assert take_back(friend, table) == [table]
    finally:
        done.set()
        clicking.join()
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        people = [row[0] for row in db.execute("SELECT person FROM seats WHERE match = ? ORDER BY seat", (table,))]
    assert len(set(people)) == 5 and None not in people


# ---- after a restart


def test_games_sessions_and_accounts_go_on(run: Callable[..., Running], visit: Visit) -> None:
    pytest.importorskip("argon2")
    first = run()
    guests = [visit(first) for _ in range(3)]
    table, screens = gathered(*guests[:2])
    all_ready(screens)
    waits = gathered(*guests[:2])[0]
    assert account(guests[2], "account", name="Alice") == 200
    first.stop()
    again = run()
    ann, ben, cleo = (visit(again) for _ in guests)
    for guest, before in zip((ann, ben, cleo), guests, strict=True):
        guest.http.cookies = before.http.cookies
    assert set(tables(ann)) == set(tables(ben)) == {table, waits}
    seats = [guest.gather(table) for guest in (ann, ben)]
    for seat in seats:
        seat.until(lambda update: True)
    play_together(seats)
    all_ready([guest.gather(waits) for guest in (ann, ben)])
    assert cleo.home()["me"]["account"] == "alice"
    assert account(ann, "account", name="alicе") == 403  # with a Cyrillic letter
    assert account(ann, "account", name="a1ice") == 403
