"""`skerry admin`: what an operator does beside a running server, on both engines; those at the tables notice."""

import contextlib
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running, Seat, play, play_on, possible
from tests.server.cluster import Cluster
from tests.terminal import command

Run = Callable[..., Running]
Visit = Callable[[Running], Guest]


class Operator:
    """Somebody at the command line of this server."""

    def __init__(self, data: Path, database: str) -> None:
        self.place = ["--database", database] if database else ["--data", str(data)]

    def __call__(self, *words: object, code: int = 0) -> str:
        done = command.run("admin", *self.place, *words)
        assert done.returncode == code, (done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


@pytest.fixture(autouse=True)
def read_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.server.people.house_rules.RULES_READ_EVERY", 0.1)


@pytest.fixture
def served(run: Run, database: str) -> tuple[Running, Operator]:
    running = run(database=database)
    return running, Operator(running.data, database)


def until(is_so: Callable[[], bool]) -> None:
    """The server reads the operator's rules again and again."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError


def farewell(seat: Seat) -> str:
    """The last words before the line is closed for good."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            seat.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    return str(seat.problems[-1]["words"])


def person_of(operator: Operator, name: str) -> str:
    (line,) = [line for line in operator("people").splitlines() if f" {name} " in line]
    return line.split()[0]


def friends_table(ann: Guest, ben: Guest) -> tuple[str, list[Seat]]:
    """Ann and Ben play; both have said something."""
    table = ann.start("Ann open")
    host = ann.gather(table)
    assert ben.take_seat(table, host.friends["invitation"], "Ben").status_code == 200
    other = ben.gather(table, host.friends["invitation"])
    for seat in (host, other):
        seat.send(type="say", words="hello there")
        seat.send(type="ready", ready=True)
    host.until(lambda update: True)
    other.until(lambda update: True)
    return table, [host, other]


def names_in_chat(guest: Guest, table: str) -> list[str]:
    """Whose words somebody reads who comes now; nobody's if the server sends everybody there to come again."""
    seat = Seat(guest.line(table))
    with seat.socket, contextlib.suppress(ConnectionClosed):
        seat.until_said("hello there")
    return [said["name"] for said in seat.talk if said["kind"] == "words"]


# ---- tables


def test_a_table_is_listed_ended_and_opened_again(served: tuple[Running, Operator], visit: Visit) -> None:
    running, operator = served
    ann = visit(running)
    table = ann.start("Ann bot")
    seat = ann.sit(table)
    assert table in operator("tables") and "Ann, Robin (random)" in operator("tables")
    operator("end", table, "--reason", "it is late")
    assert farewell(seat) == "The host has ended this game. Reason: It is late."
    assert "ended this game" in json.loads(ann.line(table).recv())["words"]
    assert re.search(rf"{table}.* ended ", operator("tables"))
    operator("reopen", table)

    def goes_on() -> bool:
        return json.loads(ann.line(table).recv())["type"] != "problem"

    until(goes_on)
    assert "was not ended" in operator("reopen", table, code=2)
    assert "no table 'xyz'" in operator("end", "xyz", code=2)


def test_what_other_commands_ask_for_is_listed_whole(served: tuple[Running, Operator], visit: Visit) -> None:
    running, operator = served
    ann = visit(running)
    ann.http.post("/api/me/tokens", json={"name": "P" * 40}).raise_for_status()
    wish = {"game": "_blank", "seats": [{"name": "A" * 40}, {"name": "[/b] " + "B" * 35}, {"name": "C" * 40}]}
    table = ann.http.post("/api/tables", json=wish).raise_for_status().json()["id"]
    assert table in operator("tables")
    operator("end", table)
    assert re.search(r"^program-[0-9a-f]{24} +P{40} ", operator("people"), re.MULTILINE)


# ---- who may come in


def test_a_banned_person_is_put_out_told_why_and_let_in_again(served: tuple[Running, Operator], visit: Visit) -> None:
    running, operator = served
    ann, ben = visit(running), visit(running)
    table = ann.start("Ann bot")
    seat = ann.sit(table)
    person = re.findall(r"(?m)^([0-9a-f]{16,})", operator("people"))[0]
    assert f"{person} is banned until" in operator("ban", person, "--reason", "rude", "--days", 2)
    assert re.fullmatch(
        r"The host has banned you from this server until [-0-9]+ [:0-9]+ UTC. Reason: Rude.", farewell(seat)
    )
    answer = ann.http.get("/api/home")
    assert answer.status_code == 403 and "Reason: Rude." in answer.json()["words"]
    assert ann.ask_for().status_code == 403 and ann.http.get("/").status_code in (200, 503)
    assert "banned" in json.loads(ann.line(table).recv())["words"]
    assert ben.ask_for().status_code == 201  # nobody else is concerned
    assert "Rude." in operator("bans")
    operator("unban", person)
    until(lambda: ann.http.get("/api/home").status_code == 200)
    assert "There are none." in operator("bans")
    for words in (["ban", "nobody-here"], ["unban", "10.0.0.1"]):
        assert operator(*words, code=2)


def test_a_banned_network_is_kept_out_and_the_rest_of_the_world_is_not(run: Run, tmp_path: Path) -> None:
    running = run(trust=("127.0.0.1",))
    operator = Operator(running.data, "")
    ann, ben = Guest(running.host), Guest(running.host)
    ann.http.headers["X-Forwarded-For"] = "203.0.113.77"
    ben.http.headers["X-Forwarded-For"] = "203.0.114.77"
    seat = Seat(ann.line(ann.start("Ann bot"), **{"X-Forwarded-For": "203.0.113.77"}))
    seat.receive()
    operator("ban", "203.0.113.9/24", "--reason", "noise")
    assert "Reason: Noise." in farewell(seat)
    assert "203.0.113.0/24" in operator("bans")
    assert ann.http.get("/api/home").status_code == 403 and ben.http.get("/api/home").status_code == 200
    ann.leave()
    ben.leave()


def test_on_a_server_by_invitation_only_known_and_invited_people_play(
    served: tuple[Running, Operator], visit: Visit
) -> None:
    running, operator = served
    ann, ben, eve = visit(running), visit(running), visit(running)
    table = ann.start("Ann bot")
    operator("invite-only", "on")
    until(lambda: ben.home()["uninvited"])
    assert not ann.home()["uninvited"] and ann.ask_for().status_code == 201
    for answer in (ben.ask_for(), ben.http.get(f"/api/tables/{table}/log"), ben.http.get("/api/practice")):
        assert answer.status_code == 403 and "by invitation" in answer.json()["words"]
    assert "by invitation" in json.loads(ben.line(table).recv())["words"]
    assert ben.home()["open"] == []
    secret = re.findall(r"/invited#(\S+)", operator("invite"))[0]
    assert ben.http.post("/api/me/invited", json={"secret": "wrong"}).status_code == 403
    assert ann.http.post("/api/me/invited", json={"secret": secret}).status_code == 204  # it is not used up by this
    assert ben.http.post("/api/me/invited", json={"secret": secret}).status_code == 204
    assert ben.ask_for().status_code == 201 and not ben.home()["uninvited"]
    assert "used up" in eve.http.post("/api/me/invited", json={"secret": secret}).json()["words"]
    operator("invite-only", "off")
    until(lambda: not eve.home()["uninvited"])
    assert eve.ask_for().status_code == 201


def test_everybody_sees_the_message_of_the_day(served: tuple[Running, Operator], visit: Visit) -> None:
    running, operator = served
    ann = visit(running)
    operator("message", "Club evening on Friday <b>at eight</b>")
    until(lambda: ann.home()["message"] == "Club evening on Friday <b>at eight</b>")
    operator("message")
    until(lambda: ann.home()["message"] == "")
    assert "more than 500" in operator("message", "x" * 501, code=2)


# ---- a person's data


def test_a_person_gets_their_data_and_nothing_hidden_of_a_game_that_goes_on(
    served: tuple[Running, Operator], visit: Visit, tmp_path: Path
) -> None:
    running, operator = served
    ann, ben = visit(running), visit(running)
    table, _ = friends_table(ann, ben)
    alone = ben.start("Ben bot")
    play_on(ben.sit(alone))
    operator("export", person_of(operator, "Ben"), tmp_path / "ben.json")
    found = json.loads((tmp_path / "ben.json").read_text())
    games = {game["id"]: game for game in found["games"]}
    assert found["person"]["name"] == "Ben" and set(games) == {table, alone}
    assert games[alone]["saved"]["log"] and "saved" not in games[table]
    assert [said["words"] for said in games[table]["you_said"]] == ["hello there"]
    assert len(found["results"]) == 1 and (tmp_path / "ben.json").stat().st_mode & 0o77 == 0
    assert "exists already" in operator("export", person_of(operator, "Ben"), tmp_path / "ben.json", code=2)


def test_a_person_who_is_deleted_is_gone_and_the_others_play_on(
    served: tuple[Running, Operator], visit: Visit, tmp_path: Path
) -> None:
    running, operator = served
    ann, ben = visit(running), visit(running)
    table, seats = friends_table(ann, ben)
    play(seats, 4, Random(1))
    alone = ben.start("Ben bot")
    play_on(ben.sit(alone))
    ben_id = person_of(operator, "Ben")
    assert "--yes" in operator("forget", ben_id, code=2)
    assert "with 1 game. 1 game with others" in operator("forget", ben_id, "--yes")
    until(lambda: names_in_chat(ann, table) == ["Ann"])
    screen = ann.gather(table)
    screen.until(lambda update: True)
    assert [seat["name"] for seat in screen.picture["seats"]] == ["Ann", "Somebody"]
    assert [seat["name"] for seat in screen.friends["seats"]] == ["Ann", "Somebody"]
    assert "hello there" in str(screen.talk) and "Ben" not in str(screen.talk)
    assert "Ben" not in operator("people") and "nobody" in operator("export", ben_id, tmp_path / "x", code=2)
    until(lambda: ben.home()["tables"] == [])
    operator("backup", tmp_path / "after.zip")
    assert "1 game replayed, none of them wrong" in operator("verify")
    assert "deleted" in json.loads(ben.line(alone).recv())["words"]


# ---- backup, restore, verify


def test_a_backup_of_either_engine_comes_back_into_either_and_every_game_replays(
    run: Run, cluster: Cluster, visit: Visit, tmp_path: Path
) -> None:
    places = [cluster.new_database(), "", cluster.new_database()]
    running = run(database=places[0], data=tmp_path / "0")
    ann = visit(running)
    seat = ann.sit(ann.start("Ann bot"))
    for number, address in enumerate(places):
        if number:
            operator = Operator(tmp_path / str(number), address)
            assert "restored 1 game (1 unfinished) of 1 person" in operator("restore", tmp_path / f"{number - 1}.zip")
            running = run(database=address, data=tmp_path / str(number))
            ann.host, ann.http.base_url = running.host, f"http://{running.host}"
            (listed,) = ann.home()["tables"]  # the cookie is still good
            seat = ann.sit(listed["id"])
        else:
            operator = Operator(tmp_path / "0", address)
        seat.my_turn()
        move = seat.picture["move"]
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update, move=move: update["picture"]["move"] > move)
        assert "1 game (1 unfinished) of 1 person" in operator("backup", tmp_path / f"{number}.zip")  # while it runs
        assert "1 game replayed, none of them wrong" in operator("verify")
        running.stop()
    assert "not empty" in Operator(tmp_path, places[0])("restore", tmp_path / "0.zip", code=2)


def test_verifying_finds_a_game_that_was_changed(served: tuple[Running, Operator], database: str, visit: Visit) -> None:
    running, operator = served
    ann = visit(running)
    good, bad = ann.start("Ann bot"), ann.start("Ann bot")
    with contextlib.closing(Store(open_engine(running.data, database))) as store:
        store.put(lambda db: db.execute("UPDATE matches SET log_sum = log_sum + 1 WHERE id = ?", (bad,))).result()
    said = operator("verify", code=1)
    assert f"WRONG table {bad}" in said and good not in said and "2 games replayed, 1 of them wrong" in said


def test_commands_say_what_is_missing(tmp_path: Path) -> None:
    operator = Operator(tmp_path / "nothing", "")
    for words in (["tables"], ["verify"], ["message", "x"], ["backup", tmp_path / "x.zip"]):
        assert "no such file" in operator(*words, code=2) and not (tmp_path / "nothing").exists()


# ---- the operator's page


def test_only_the_token_shows_how_the_server_is_doing_and_it_shows_no_positions(
    served: tuple[Running, Operator], visit: Visit
) -> None:
    running, operator = served
    ann = visit(running)
    table = ann.start("Ann bot")
    ann.sit(table)

    def ask(token: str) -> httpx.Response:
        return ann.http.get("/api/operator", headers={"Authorization": f"Bearer {token}"})

    assert ann.http.get("/api/operator").status_code == 403 and ask("x").status_code == 403
    old, new = (operator("token").split()[0] for _ in range(2))
    until(lambda: ask(new).status_code == 200)
    found = ask(new).json()
    (listed,) = found["tables"]
    assert (listed["id"], listed["sockets"], listed["state"]) == (table, 1, "running")
    assert found["games"] == 1 and found["process"] and found["bytes"] > 0
    assert set(listed) == {"id", "game", "names", "entries", "changed", "state", "sockets"}
    assert ask(old).status_code in (403, 429)
    while ask("guess").status_code == 403:
        pass
    assert ask("guess").status_code == 429 and ask(new).status_code == 200  # guessing keeps nobody else out
