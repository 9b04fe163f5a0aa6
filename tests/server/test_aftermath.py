"""What comes after a game and goes with it: a rematch, what a take-back undoes, private notes, a link to the replay."""

import json
from typing import Any

from skerry.server.protocol.aftermath_calls import REPLAY_HEADER
from tests.server.browser import PATIENCE, Guest, Running, Seat, join, play_on, possible
from tests.server.test_friends import Visit, all_ready, gathered, invitation, play_together


def wish(guest: Guest, table: str, yes: bool = True, start: bool = False) -> Any:
    answer = guest.http.post(f"/api/tables/{table}/rematch", json={"yes": yes, "start": start})
    return answer.json()["table"] if answer.status_code == 200 else answer.json()["words"]


def finished(*guests: Guest, seats: str = "", **more: Any) -> tuple[str, list[Seat]]:
    table, screens = gathered(*guests, seats=seats, **more)
    all_ready(screens)
    play_together(screens)
    return table, screens


# ---- the rematch


def test_a_rematch_begins_when_all_are_in(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    cleo = visit(server)
    table, screens = finished(ann, ben, cleo)
    assert wish(ben, table) is None
    asked = screens[0].until_friends(lambda friends: friends["rematch"])["rematch"]
    assert asked == {"by": 1, "yes": [1], "no": []}
    screens[0].until_said("F1 would like a rematch")
    assert wish(ann, table, yes=False) is None
    screens[1].until_friends(lambda friends: friends["rematch"] == {"by": 1, "yes": [1], "no": [0]})
    assert wish(cleo, table) is None and wish(cleo, table) is None
    screens[1].until_friends(lambda friends: friends["rematch"] == {"by": 1, "yes": [1, 2], "no": [0]})
    again = wish(ann, table)
    for screen in screens:
        screen.until_friends(lambda friends: friends["next"] == again)
    one = ben.gather(again)
    assert one.friends["begun"] and one.friends["seats"][0]["name"] == "F1" and one.friends["seats"][0]["host"]
    assert wish(ann, table) == again


def test_who_asked_starts_with_those_who_are_in(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    cleo = visit(server)
    table, _ = finished(ann, ben, cleo)
    wish(ann, table)
    assert wish(ann, table, start=True) == "Nobody else is in yet."
    wish(ben, table)
    assert wish(ben, table, start=True) is None, "only the one who asked"
    again = wish(ann, table, start=True)
    names = [sitter["name"] for sitter in ann.gather(again).friends["seats"]]
    assert sorted(names) == ["Ann", "F1"] and ann.gather(again).friends["begun"]
    assert wish(cleo, table) == again
    assert not any(sitter["mine"] for sitter in cleo.gather(again).friends["seats"])


def test_who_takes_it_back_asks_no_more(ann: Guest, ben: Guest) -> None:
    table, screens = finished(ann, ben)
    wish(ann, table)
    screens[1].until_friends(lambda friends: friends["rematch"])
    wish(ann, table, yes=False)
    screens[1].until_friends(lambda friends: friends["rematch"] is None)
    assert wish(ben, table) is None
    screens[0].until_friends(lambda friends: friends["rematch"] == {"by": 1, "yes": [1], "no": [0]})


def test_among_bots_nobody_has_to_be_asked(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open bot")
    host = ann.gather(table)
    ben.take_seat(table, invitation(host), "Ben")
    host.send(type="seating", seat=1, bot="random")
    host.send(type="ready", ready=True)
    host.until(lambda update: True)
    play_on(host)
    assert ann.gather(wish(ann, table)).friends["begun"]


def test_who_wants_a_rematch_outlives_the_server(run: Any, visit: Visit) -> None:
    server = run()
    ann, ben = visit(server), visit(server)
    table, _ = finished(ann, ben)
    wish(ann, table)
    server.stop()
    server = run()
    for guest in (ann, ben):
        guest.host = server.host
        guest.http.base_url = f"http://{server.host}"
        guest.http.headers["Origin"] = f"http://{server.host}"
    assert ben.gather(table).friends["rematch"]["by"] == 0
    assert ben.gather(wish(ben, table)).friends["begun"]


# ---- what a take-back undoes


def test_a_request_names_every_decision_that_it_undoes(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    made: list[int] = []
    while len(set(made)) < 2 or len(made) < 4 or made[-1] == screens[0].picture["to_move"]:
        acting, move = screens[screens[0].picture["to_move"]], screens[0].picture["move"]
        acting.until(lambda update: bool(update["picture"]["choices"]))
        made.append(acting.picture["to_move"])
        acting.play(possible(acting.picture)[0])
        for screen in screens:
            screen.until(lambda update, move=move: update["picture"]["move"] > move)
    seat = next(seat for seat in reversed(made) if seat != made[-1])
    asker, other = screens[seat], screens[1 - seat]
    version = max(screen.picture["version"] for screen in screens)
    asker.send(type="ask_back", seat=seat, version=version)
    asked = other.until(lambda update: update["asked"])["asked"]
    last = len(made) - 1 - made[::-1].index(seat)
    assert [move["seat"] for move in asked["undoes"]] == made[last:]
    assert asked["undoes"][0]["move"] == asked["move"]
    assert {move["move"] for move in asked["undoes"]} <= {line["move"] for line in other.picture["lines"]}


# ---- those who watch


def test_who_watches_may_react_at_the_end_and_not_before(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    watcher = visit(server).gather(table)
    watcher.send(type="react", reaction="nice")
    assert "once the game is over" in watcher.problem()["words"]
    play_together(screens)
    watcher.send(type="react", reaction="well played", n=3)
    said = screens[0].until_said("well played")
    assert (said["seat"], said["name"]) == (None, "Somebody watching")


# ---- notes


def test_a_note_is_kept_and_nobody_else_reads_it(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    secret = "Save the fish for the last round."
    note = f"/api/tables/{table}/note"
    assert ann.http.post(note, json={"words": f"  {secret}\n"}).json() == {"words": secret}
    assert ann.http.get(note).json() == {"words": secret}
    assert ben.http.get(note).json() == {"words": ""}
    all_ready(screens)
    play_together(screens)
    assert ann.http.get(note).json() == {"words": secret}
    assert not any(secret in heard for screen in screens for heard in screen.heard)
    ann.http.post(note, json={"words": ""})
    assert ann.http.get(note).json() == {"words": ""}


def test_a_note_has_limits(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    assert ann.http.post(f"/api/tables/{table}/note", json={"words": "x" * 4_001}).status_code == 400
    assert ben.http.post(f"/api/tables/{table}/note", json={"words": "I am not here"}).status_code == 403
    foreign = {"Origin": "http://elsewhere.example"}
    assert ann.http.post(f"/api/tables/{table}/note", json={"words": "x"}, headers=foreign).status_code == 403


# ---- the link to the replay


def link_of(guest: Guest, table: str) -> str:
    return str(guest.http.post(f"/api/tables/{table}/replay-link").json()["secret"])


def watch(guest: Guest, secret: str) -> Seat:
    return guest.sit("replay", join(replay=secret))


def dismissed(guest: Guest, secret: str, table: str = "replay") -> str:
    line = guest.line(table, join(replay=secret))
    return str(json.loads(line.recv(PATIENCE))["words"])


def test_a_stranger_with_the_link_sees_the_whole_game(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, _ = finished(ann, ben, watching=False)
    secret = link_of(ann, table)
    assert len(secret) >= 24 and link_of(ben, table) == secret
    stranger = visit(server)
    seen = watch(stranger, secret)
    assert seen.picture["to_move"] is None and seen.update["seats"] == []
    seen.send(type="look", seat=0, move=3)
    past = seen.letter()
    assert past["picture"]["move"] == 3 and past["picture"]["view"]["players"][0]["hand"] is not None
    assert seen.friends == {} and seen.talk == [] and table not in "".join(seen.heard)
    curve = stranger.http.get("/api/replay/curve", headers={REPLAY_HEADER: secret})
    assert curve.json()["rounds"] == ann.http.get(f"/api/tables/{table}/curve").json()["rounds"]
    for message in ({"type": "say", "words": "hello"}, {"type": "react", "reaction": "nice"}):
        seen.send(**message)
        assert "watching the replay only" in seen.problem()["words"]
    assert "players only" in json.loads(stranger.line(table).recv(PATIENCE))["words"]


def test_a_link_can_be_revoked_by_a_player_only(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, _ = finished(ann, ben)
    secret, stranger = link_of(ann, table), visit(server)
    seen = watch(stranger, secret)
    assert stranger.http.delete(f"/api/tables/{table}/replay-link").status_code == 403
    assert stranger.http.get(f"/api/tables/{table}/replay-link").status_code == 403
    assert ben.http.get(f"/api/tables/{table}/replay-link").json()["secret"] == secret
    assert ben.http.delete(f"/api/tables/{table}/replay-link").json() == {"secret": ""}
    assert "no longer valid" in seen.problem()["words"]
    assert "no longer valid" in dismissed(stranger, secret)
    assert stranger.http.get("/api/replay/curve", headers={REPLAY_HEADER: secret}).status_code == 404
    assert link_of(ann, table) != secret


def test_a_running_game_has_no_link_and_shows_nothing(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    assert ann.http.post(f"/api/tables/{table}/replay-link").status_code == 409
    all_ready(screens)
    assert "once the game is over" in ann.http.post(f"/api/tables/{table}/replay-link").json()["words"]
    for secret, place in (("guessed", "replay"), ("", "replay"), ("guessed", table), ("é" * 50, "replay")):
        assert "no longer valid" in dismissed(ben, secret, place)


def test_a_game_of_ones_own_can_be_shared_and_the_link_goes_with_it(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    play_on(ann.sit(table))
    secret = link_of(ann, table)
    assert watch(ben, secret).picture["seats"][0]["name"] == "Ann"
    assert ben.http.post(f"/api/tables/{table}/replay-link").status_code == 403
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert "no longer valid" in dismissed(ben, secret)
