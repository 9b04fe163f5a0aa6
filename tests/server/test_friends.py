"""A table that several people share: invited, seated, ready, away and back."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browser import PATIENCE, Guest, Running, Seat, is_over, join, play, play_on, possible

Visit = Callable[[Running], Guest]


def invitation(host: Seat) -> str:
    return str(host.friends["invitation"])


def gathered(host: Guest, *friends: Guest, seats: str = "", **more: Any) -> tuple[str, list[Seat]]:
    """A table where all sit, nobody is ready, and the seats in order: Ann's, then F1's and so on."""
    table = host.start(seats or " ".join(["Ann", *["open"] * len(friends)]), **more)
    screens = [host.gather(table)]
    for number, friend in enumerate(friends):
        answer = friend.take_seat(table, invitation(screens[0]), f"F{number + 1}")
        assert answer.status_code == 200, answer.text
        screens.append(friend.gather(table))
    return table, screens


def all_ready(screens: list[Seat]) -> None:
    for screen in screens:
        screen.send(type="ready", ready=True)
    for screen in screens:
        screen.until_friends(lambda friends: friends["begun"])
        screen.until(lambda update: True)


def play_together(screens: list[Seat]) -> None:
    while not is_over(screens[0].update):
        move = screens[0].picture["move"]
        acting = screens[screens[0].picture["to_move"]]
        acting.until(lambda update: bool(update["picture"]["choices"]))
        acting.play(possible(acting.picture)[0])
        for screen in screens:
            screen.until(lambda update, move=move: update["picture"]["move"] > move)
        version = max(screen.picture["version"] for screen in screens)
        for screen in screens:
            screen.until(lambda update, version=version: update["picture"]["version"] >= version)


# ---- sitting down


def test_friends_join_by_a_link_get_ready_and_play_to_the_end(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    assert [sitter["name"] for sitter in screens[1].friends["seats"]] == ["Ann", "F1"]
    assert [sitter["mine"] for sitter in screens[1].friends["seats"]] == [False, True]
    assert not screens[1].friends["hosting"] and not screens[1].update
    all_ready(screens)
    assert [screen.update["seats"] for screen in screens] == [[0], [1]]
    play_together(screens)
    assert screens[0].picture["winners"] == screens[1].picture["winners"] != []
    for guest in (ann, ben):
        assert [(info["id"], info["over"]) for info in guest.home()["tables"]] == [(table, True)]


def test_each_sees_only_the_own_hand(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    for seat, screen in enumerate(screens):
        players = screen.picture["view"]["players"]
        assert players[seat]["hand"] is not None
        assert players[1 - seat]["hand"] is None


def test_nobody_decides_for_another_person(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    to_move = screens[0].picture["to_move"]
    assert "not playing on this screen" in screens[1 - to_move].refused("rest", seat=to_move)["words"]


@pytest.mark.parametrize("wrong", ["", "guessed", "é"])
def test_without_the_invitation_nobody_gets_a_seat(ann: Guest, ben: Guest, wrong: str) -> None:
    table = ann.start("Ann open")
    host = ann.gather(table)
    assert len(invitation(host)) >= 12
    refused = ben.take_seat(table, wrong, "Ben")
    assert refused.status_code == 409 and "invitation" in refused.json()["words"]
    assert ben.gather(table).friends["invitation"] == ""
    assert ben.home()["tables"] == []


def test_a_new_link_ends_the_old_one(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    host = ann.gather(table)
    old = invitation(host)
    host.send(type="renew")
    host.until_friends(lambda friends: friends["invitation"] != old)
    assert ben.take_seat(table, old, "Ben").status_code == 409
    assert ben.take_seat(table, invitation(host), "Ben").status_code == 200


def test_a_seat_is_taken_once_and_a_name_is_told_apart(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table = ann.start("Ann open open")
    host, cleo, dora = ann.gather(table), visit(server), visit(server)
    secret = invitation(host)
    assert "already" in ben.take_seat(table, secret, "ann").json()["words"]
    assert ben.take_seat(table, secret, "Ben", seat=2).status_code == 200
    assert "taken" in cleo.take_seat(table, secret, "Cleo", seat=2).json()["words"]
    assert "taken" in cleo.take_seat(table, secret, "Cleo", seat=0).json()["words"]
    assert cleo.take_seat(table, secret, "Cleo").status_code == 200
    assert "All seats" in dora.take_seat(table, secret, "Dora").json()["words"]
    host.until_friends(lambda friends: friends["seats"][1]["name"] == "Cleo")
    assert [sitter["name"] for sitter in host.friends["seats"]] == ["Ann", "Cleo", "Ben"]
    ben.take_seat(table, secret, "Ben again")  # whoever has a seat gets no second one
    assert [sitter["mine"] for sitter in ben.gather(table).friends["seats"]] == [False, False, True]


def test_the_game_waits_for_everybody_and_says_for_whom(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open bot")
    host = ann.gather(table)
    assert host.friends["missing"] == "One seat is open and Ann is not ready yet."
    host.send(type="ready", ready=True)
    host.until_friends(lambda friends: friends["missing"] == "One seat is open.")
    ben.take_seat(table, invitation(host), "Ben")
    host.until_friends(lambda friends: friends["missing"] == "Ben is not ready yet.")
    assert not host.update
    host.send(type="play", seat=0, version=0, text="rest")
    assert "not started" in host.problem()["words"]
    assert ann.home()["tables"][0]["gathering"]
    friend = ben.gather(table)
    friend.send(type="ready", ready=True)
    friend.until(lambda update: True)
    assert not ben.home()["tables"][0]["gathering"]


def test_the_host_seats_bots_opens_seats_and_removes_people(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben, seats="Ann open open")
    friend.send(type="seating", seat=2, bot="easy")
    assert "Only the host" in friend.problem()["words"]
    host.send(type="seating", seat=2, bot="easy")
    host.until_friends(lambda friends: friends["seats"][2]["bot"] == "easy")
    host.send(type="seating", seat=2, bot="deep")
    assert "no bot 'deep'" in host.problem()["words"]
    host.send(type="seating", seat=0, bot=None)
    assert "somebody else" in host.problem()["words"]
    host.send(type="seating", seat=1, bot=None)
    host.until_friends(lambda friends: not friends["seats"][1]["person"])
    friend.until_friends(lambda friends: not any(sitter["mine"] for sitter in friends["seats"]))
    assert ben.home()["tables"] == []
    host.until_said("removed F1")


def test_everybody_may_leave_and_the_next_person_is_host(ann: Guest, ben: Guest) -> None:
    table, (host, friend) = gathered(ann, ben)
    host.send(type="leave", bot="easy")
    friend.until_friends(lambda friends: friends["hosting"])
    assert [sitter["person"] for sitter in friend.friends["seats"]] == [False, True]
    assert ann.home()["tables"] == []
    assert ann.take_seat(table, invitation(friend), "Ann").status_code == 200


def test_colours_are_chosen_once(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben, seats="Ann open bot")
    host.send(type="mark", mark=2)
    host.until_friends(lambda friends: [sitter["mark"] for sitter in friends["seats"]] == [2, 1, 0])
    friend.send(type="mark", mark=2)
    assert "already" in friend.problem()["words"]


def test_a_table_where_nobody_may_watch_lets_in_players_only(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open", watching=False)
    host = ann.gather(table)
    assert "players only" in json.loads(ben.line(table).recv(PATIENCE))["words"]
    assert ben.gather(table, invitation(host)).friends["invitation"] == invitation(host)
    assert ben.http.get(f"/api/tables/{table}/log").status_code == 404


# ---- away and back


def test_presence_is_shown_to_all(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben)
    host.until_friends(lambda friends: friends["seats"][1]["presence"] == "here")
    friend.send(type="away", away=True)
    host.until_friends(lambda friends: friends["seats"][1]["presence"] == "away")
    friend.socket.close()
    host.until_friends(lambda friends: friends["seats"][1]["presence"] == "gone")


def test_a_bot_sits_in_and_hands_back(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    host, friend = screens
    friend.send(type="stand_in", bot="random")
    friend.until(lambda update: update["picture"]["seats"][1]["bot"] == "random")
    while host.my_turn()["picture"]["move"] < 12 and not is_over(host.update):
        host.play(possible(host.picture)[0])
        host.receive()
    friend.until(lambda update: update["picture"]["version"] >= host.picture["version"])
    assert friend.picture["view"]["players"][1]["hand"] is not None
    assert friend.picture["choices"] == []
    assert "bot is playing for you" in friend.refused("rest", seat=1)["words"]
    assert ben.home()["tables"][0]["your_turn"] is False
    friend.send(type="stand_in", bot=None)
    friend.until(lambda update: update["picture"]["seats"][1]["bot"] is None)
    play_together(screens)


def test_who_gives_up_a_seat_is_replaced_and_cannot_look_any_more(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    host, friend = screens
    friend.send(type="leave", bot="random")
    friend.until(lambda update: update["seats"] == [])
    assert all(player["hand"] is None for player in friend.picture["view"]["players"])
    friend.send(type="look", seat=1, move=0)
    assert "eyes once the game is over" in friend.problem()["words"]
    play_on(host)
    assert host.picture["winners"]


def test_whoever_has_seen_one_hand_does_not_get_another(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    cleo = visit(server)
    table, screens = gathered(ann, ben, cleo)
    all_ready(screens)
    host, friend, third = screens
    friend.send(type="leave", bot="random")
    friend.until(lambda update: update["seats"] == [])
    old = invitation(host)
    host.send(type="seating", seat=2, bot=None)
    third.until(lambda update: update["seats"] == [])
    host.until_friends(lambda friends: friends["invitation"] != old)
    assert "know its secrets" in ben.take_seat(table, invitation(host), "Ben").json()["words"]
    assert cleo.take_seat(table, invitation(host), "Cleo").status_code == 200
    third.until(lambda update: update["seats"] == [2])


def test_seats_and_talk_survive_a_restart(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    screens[0].send(type="say", words="Good luck!")
    screens[1].until_said("Good luck!")
    screens[1].send(type="stand_in", bot="random")
    screens[0].until_friends(lambda friends: friends["seats"][1]["bot"] == "random")
    first.stop()
    again = run()
    for number, old in enumerate((ann, ben)):
        guest = visit(again)
        guest.http.cookies = old.http.cookies
        seat = guest.gather(table)
        seat.until(lambda update: True)
        assert seat.update["seats"] == [number]
        assert seat.friends["seats"][1]["bot"] == "random"
        seat.until_said("Good luck!")


# ---- talking


def test_players_talk_and_watchers_listen(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, (host, friend) = gathered(ann, ben)
    watching = visit(server).gather(table)
    friend.send(type="say", words="  Hello {0}!\nWhich deck? ")
    assert (watching.until_said("Which deck?")["seat"], watching.talk[-1]["name"]) == (1, "F1")
    host.send(type="react", reaction="nice")
    assert friend.until_said("nice")["kind"] == "reaction"
    watching.send(type="say", words="psst")
    assert "watching" in watching.problem()["words"]
    for bad in ({"words": ""}, {"words": "x" * 301}, {"words": " "}, {"words": "a\x00b"}, {"words": 5}):
        host.send(type="say", **bad)
        host.problem()
    host.send(type="react", reaction="boo")
    host.problem()
    late = ann.gather(table)
    late.until_said("nice")


def test_who_talks_without_end_is_stopped_and_the_table_keeps_only_the_last(
    run: Callable[..., Running], visit: Visit
) -> None:
    server = run(chats_per_minute=8)
    ann, ben = visit(server), visit(server)
    _, (host, _) = gathered(ann, ben)
    for number in range(3):
        host.send(type="say", words=f"number {number}")
    assert "Too many requests" in host.problem()["words"]
    host.until_said("number 1")
    assert not [said for said in host.talk if said["words"] == "number 2"]


# ---- the rematch


def test_the_same_people_play_again_with_the_next_seat_first(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    assert ann.http.post(f"/api/tables/{table}/rematch", json={}).status_code == 409
    play_together(screens)
    assert ben.http.post(f"/api/tables/{table}/rematch", json={}).json()["table"] is None
    again = ann.http.post(f"/api/tables/{table}/rematch", json={}).json()["table"]
    screens[0].until_friends(lambda friends: friends["next"] == again)
    seats = [guest.gather(again) for guest in (ben, ann)]
    assert [sitter["name"] for sitter in seats[0].friends["seats"]] == ["F1", "Ann"]
    assert [sitter["mine"] for sitter in seats[0].friends["seats"]] == [True, False]
    assert seats[0].friends["begun"]


def test_a_stranger_gets_no_rematch(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, _ = gathered(ann, ben)
    assert visit(server).http.post(f"/api/tables/{table}/rematch", json={}).status_code == 403


# ---- the list


def test_the_list_says_whose_turn_it_is(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    turn = screens[0].picture["to_move"]
    infos = [guest.home()["tables"][0] for guest in (ann, ben)]
    assert infos[turn]["your_turn"] and not infos[1 - turn]["your_turn"]
    assert infos[1 - turn]["waits_for"] == ["Ann", "F1"][turn]
    assert [info["mine"] for info in infos] == [False, False]  # nobody deletes what others play


def test_a_table_for_friends_needs_its_host_and_is_no_series(ann: Guest) -> None:
    assert "Take a seat yourself" in ann.ask_for("open bot").json()["words"]
    assert ann.ask_for("Ann open", series="campaign").status_code == 400


def test_a_socket_whose_person_was_removed_is_sent_away_where_nobody_watches(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben, watching=False)
    host.send(type="seating", seat=1, bot="random")
    with pytest.raises(ConnectionClosed):
        while True:
            friend.receive()
    assert "no longer have a seat" in friend.problems[-1]["words"]


# ---- open tables


def test_an_open_table_is_listed_and_anybody_may_join_until_it_starts(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open bot", listed=True, watching=False, hints=False)
    (info,) = [one for one in ben.home()["open"] if one["id"] == table]
    assert (info["host"], info["players"], info["free"], info["hints"]) == ("Ann", ["Ann", "Robin"], 1, False)
    assert table not in [one["id"] for one in ann.home()["open"]]  # it is in the own list
    looking = ben.gather(table)
    assert looking.friends["listed"] and looking.friends["invitation"] == ""
    assert ben.take_seat(table, "", "Ben").status_code == 200
    assert table not in [one["id"] for one in ben.home()["open"]]


def test_the_host_decides_who_may_come_and_watch(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    host = ann.gather(table)
    assert table not in [one["id"] for one in ben.home()["open"]]
    ben.gather(table).send(type="agree", listed=True, watching=True, hints=True)
    host.send(type="agree", listed=True, watching=False, hints=False)
    host.until_friends(lambda friends: friends["listed"] and not friends["watching"] and not friends["hints"])
    assert table in [one["id"] for one in ben.home()["open"]]
    host.send(type="agree", listed=False, watching=False, hints=False)
    host.until_friends(lambda friends: not friends["listed"])
    assert ben.take_seat(table, "", "Ben").status_code == 409
    assert ben.take_seat(table, invitation(host), "Ben").status_code == 200
    friend = ben.gather(table)
    friend.send(type="agree", listed=True, watching=True, hints=True)
    assert "Only the host" in friend.problem()["words"]
    all_ready([host, friend])
    host.send(type="agree", listed=True, watching=True, hints=True)
    assert "has started" in host.problem()["words"]


def test_everybody_sees_who_asks_for_a_hint(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    turn = int(screens[0].picture["to_move"])
    for _ in range(2):
        screens[turn].send(type="ask", seat=turn, version=screens[turn].picture["version"])
        advice = screens[turn].letter()
        assert advice["version"] == screens[turn].until(lambda update: True)["picture"]["version"]
    name = ["Ann", "F1"][turn]
    for screen in screens:
        screen.until(lambda update: update["picture"]["lines"][-1]["words"] == f"{name} asked for a hint")
        assert sum("asked for a hint" in line["words"] for line in screen.picture["lines"]) == 1


def test_who_watches_is_sent_away_when_the_host_wants_no_watchers(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    host, watching = ann.gather(table), ben.gather(table)
    host.send(type="agree", listed=False, watching=False, hints=True)
    with pytest.raises(ConnectionClosed):
        while True:
            watching.receive()
    assert "no longer allows watching" in watching.problems[-1]["words"]


def test_results_are_kept_for_each_person_and_outlive_the_table(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben, seats="Ann open bot:random")
    all_ready(screens)
    play(screens, 5_000, Random(1))
    for seat, (guest, screen) in enumerate(zip((ann, ben), screens, strict=True)):
        screen.until(is_over)
        (result,) = guest.http.get("/api/me/results").json()
        assert (result["match"], result["game"], result["players"], result["level"]) == (table, "_blank", 3, "random")
        assert result["points"] == screen.picture["scores"][seat] == sum(result["parts"].values())
        assert result["won"] is (seat in screen.picture["winners"])
    ann.http.delete(f"/api/tables/{table}").raise_for_status()
    assert len(ben.http.get("/api/me/results").json()) == 1


def test_several_people_at_one_screen_have_no_results(ann: Guest) -> None:
    play_on(ann.sit(ann.start("Ann Ben")))
    assert ann.http.get("/api/me/results").json() == []


def test_somebody_at_the_hosts_screen_plays_with_friends_elsewhere(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben, seats="Ann Ida open")
    all_ready([host, friend])
    assert (host.update["seats"], friend.update["seats"]) == ([0, 1], [2])
    play([host, host, friend], 5_000, Random(3))
    assert is_over(host.update)
    assert ann.http.get("/api/me/results").json() == []
    assert len(ben.http.get("/api/me/results").json()) == 1


def test_two_people_at_one_screen_come_back_in_the_plural(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben, seats="Ann Ida open")
    all_ready([host, friend])
    host.send(type="stand_in", bot="random")
    friend.until_said("A bot (random) plays for Ann and Ida")
    host.send(type="stand_in", bot=None)
    friend.until_said("Ann and Ida are back")


def test_nobody_fills_the_list_of_open_tables_alone(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    mine = {ann.start("Ann open", listed=True) for _ in range(4)}
    other = ben.start("Ben open", listed=True)
    shown = [one["id"] for one in visit(server).home()["open"]]
    assert other in shown and len(mine & set(shown)) == 2


def test_an_invitation_does_not_count_for_whoever_was_removed(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table = ann.start("Ann open open", watching=False)
    host = ann.gather(table)
    link = invitation(host)
    ben.take_seat(table, link, "Ben")
    cleo = visit(server)
    cleo.take_seat(table, link, "Cleo")
    removed, stays = ben.gather(table, link), cleo.gather(table, link)
    host.send(type="seating", seat=1, bot="random")
    with pytest.raises(ConnectionClosed):
        while True:
            removed.receive()
    assert "no longer have a seat" in removed.problems[-1]["words"]
    assert "players only" in Seat(ben.line(table, join(invitation=link))).problem()["words"]
    host.until_friends(lambda friends: friends["invitation"] != link)
    host.send(type="seating", seat=1, bot=None)
    stays.until_friends(lambda friends: friends["seats"][1]["bot"] is None and not friends["seats"][1]["person"])
    assert ben.take_seat(table, link, "Ben").status_code == 409
    assert stays.friends["invitation"] == invitation(host)  # who has a seat may still invite others
