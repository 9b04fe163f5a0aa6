"""The calls of the API: whole games through it, and everything that is refused with words and a code."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from skerry.server.errors import TooMany
from skerry.server.programs.events import MAX_STREAMS, EventStreams
from skerry.server.runtime.wake_ups import WakeUps
from skerry.server.store.store import Store
from skerry.server.store.tokens import Token
from tests.server.browser import PATIENCE, Guest, Running, possible
from tests.server.programs.program import Program, token_of
from tests.server.test_friends import all_ready, gathered, invitation

Visit = Callable[[Running], Guest]


@pytest.fixture
def gull(server: Running, ann: Guest) -> Iterator[Program]:
    """A program of Ann's."""
    program = Program(server, token_of(ann))
    yield program
    program.http.close()


def new_table(program: Program, seats: list[dict[str, Any]], game: str = "_blank", **more: Any) -> dict[str, Any]:
    answer = program.post("tables", game=game, seats=seats, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()


ALONE = [{"name": "Gull"}, {"name": "Robin", "bot": "random"}]
TWO = [{"name": "Gull"}, {"name": "Tern"}]


def play_out(program: Program, id_: str) -> dict[str, Any]:
    """The first possible decision, until the game is over."""
    while (state := program.get(f"tables/{id_}").json())["now"]["to_move"] is not None:
        choices = program.get(f"tables/{id_}/choices").json()
        if choices["choices"]:
            move = {"version": choices["version"], "text": choices["choices"][0]["text"], "seat": choices["seat"]}
            assert program.post(f"tables/{id_}/play", **move).status_code == 200
    return state


def test_a_program_makes_a_table_and_plays_it_to_the_end(gull: Program) -> None:
    made = new_table(gull, ALONE)
    assert made["begun"] and made["seats"] == [0] and made["players"][0]["program"]
    end = play_out(gull, made["id"])
    assert end["now"]["winners"] and end["now"]["seed"]
    (listed,) = gull.get("tables").json()
    assert (listed["id"], listed["over"]) == (made["id"], True)
    saved = gull.get(f"tables/{made['id']}/match").json()
    assert saved["seed"] == end["now"]["seed"] and saved["seats"][0]["program"]
    assert [result["match"] for result in gull.get("me/results").json()] == [made["id"]]
    assert gull.http.delete(f"tables/{made['id']}").status_code == 204
    assert gull.get(f"tables/{made['id']}").status_code == 404


def test_a_program_sits_down_with_a_person_and_everybody_sees_what_it_is(gull: Program, ben: Guest) -> None:
    table, (host,) = gathered(ben, seats="Ann open", programs=True)
    taken = gull.post(f"tables/{table}/seat", invitation=invitation(host)).json()
    assert taken["seat"] == 1 and not taken["state"]["begun"]
    host.until_friends(lambda friends: friends["seats"][1]["ready"])
    sitter = host.friends["seats"][1]
    assert (sitter["name"], sitter["program"], sitter["person"]) == ("Gull", True, True)
    host.send(type="ready", ready=True)
    host.until(lambda update: True)
    assert [player["program"] for player in host.picture["seats"]] == [False, True]
    state = gull.get(f"tables/{table}").json()
    assert state["seats"] == [1] and state["now"]["view"]["players"][0]["hand"] is None


def test_a_table_says_whether_programs_may_join(gull: Program, ben: Guest) -> None:
    table, (host,) = gathered(ben, seats="Ann open", listed=True)
    assert "no programs" in host.friends["terms"]
    refused = gull.post(f"tables/{table}/seat", invitation=invitation(host))
    assert refused.status_code == 409 and "Programs may not join" in refused.json()["error"]
    assert table not in [found["id"] for found in gull.get("tables/open").json()]
    host.send(type="agree", programs=True)
    host.until_friends(lambda friends: friends["programs"])
    assert table in [found["id"] for found in gull.get("tables/open", game="_blank").json()]
    assert gull.get("tables/open", game="buru").json() == []
    assert gull.post(f"tables/{table}/seat").status_code == 200  # it is listed


def test_a_decision_on_an_old_state_changes_nothing(gull: Program) -> None:
    made = new_table(gull, TWO)
    first = gull.get(f"tables/{made['id']}/choices").json()
    move = {"version": first["version"], "text": first["choices"][0]["text"], "seat": first["seat"]}
    after = gull.post(f"tables/{made['id']}/play", **move).json()["now"]["version"]
    late = gull.post(f"tables/{made['id']}/play", **move)
    assert late.status_code == 409 and late.json()["code"] == "moved_on"
    assert "moved on" in late.json()["error"]
    again = gull.post(f"tables/{made['id']}/play", **move)  # without a number it is no repeat
    assert again.status_code == 409
    assert gull.get(f"tables/{made['id']}").json()["now"]["version"] == after


def test_a_call_that_is_repeated_under_its_number_is_done_once(gull: Program) -> None:
    made = new_table(gull, TWO)
    first = gull.get(f"tables/{made['id']}/choices").json()
    move = {"version": first["version"], "text": first["choices"][0]["text"], "seat": first["seat"], "n": 7}
    answers = [gull.post(f"tables/{made['id']}/play", **move) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["now"]["version"] == answers[1].json()["now"]["version"]


def test_a_refusal_names_the_rule(gull: Program) -> None:
    made = new_table(gull, TWO)
    impossible = [choice for choice in made["now"]["choices"] if "reason" in choice]
    move = {"version": made["now"]["version"], "seat": made["now"]["to_move"]}
    for text in [*(choice["text"] for choice in impossible), "nonsense"]:
        refused = gull.post(f"tables/{made['id']}/play", text=text, **move)
        assert refused.status_code == 409 and refused.json()["error"]
    assert impossible or refused.json()["code"]


def test_undo_hold_and_confirm(gull: Program) -> None:
    made = new_table(gull, ALONE)
    while not (choices := gull.get(f"tables/{made['id']}/choices").json())["choices"]:
        pass
    move = {"version": choices["version"], "text": choices["choices"][-1]["text"], "hold": True}
    state = gull.post(f"tables/{made['id']}/play", **move).json()
    if state["now"]["undo"]:
        undone = gull.post(f"tables/{made['id']}/undo", version=state["now"]["version"])
        assert undone.status_code == 200 and undone.json()["now"]["move"] < state["now"]["move"]
        move["version"] = undone.json()["now"]["version"]
        state = gull.post(f"tables/{made['id']}/play", **move).json()
    assert state["waiting"] == 0
    done = gull.post(f"tables/{made['id']}/confirm", version=state["now"]["version"])
    assert done.status_code == 200 and done.json()["waiting"] is None


def test_the_log_comes_in_pieces_that_fit(gull: Program) -> None:
    made = new_table(gull, TWO)
    whole: list[dict[str, Any]] = []
    version = 0
    for _ in range(6):
        part = gull.get(f"tables/{made['id']}/log", since=version, seat=-1).json()
        whole = [line for line in whole if line["move"] < part["kept"]] + part["lines"]
        version = part["version"]
        choices = gull.get(f"tables/{made['id']}/choices").json()
        move = {"version": choices["version"], "text": choices["choices"][0]["text"], "seat": choices["seat"]}
        gull.post(f"tables/{made['id']}/play", **move)
    part = gull.get(f"tables/{made['id']}/log", since=version, seat=-1).json()
    whole = [line for line in whole if line["move"] < part["kept"]] + part["lines"]
    assert whole == gull.get(f"tables/{made['id']}/log", seat=-1).json()["lines"] != []


def test_games_rules_schemas_and_catalogue(gull: Program) -> None:
    offered = gull.get("games").json()
    assert {"buru", "nusfjord", "tungaru"} <= {game["name"] for game in offered["games"]}
    assert "easy" in offered["bots"] and "programs" in {row["name"] for row in offered["settings"]}
    assert gull.get("games/buru/rules").json()["paragraphs"]
    schema = gull.get("games/buru/schema").json()
    assert "properties" in json.dumps(schema["view"])
    made = new_table(gull, ALONE)
    assert gull.get(f"tables/{made['id']}/catalogue").json()["catalogue"]
    assert gull.get("games/chess/rules").status_code == 404
    assert gull.get("me").json()["name"] == "Gull"


# ---- who may not


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic eA=="}])
def test_without_a_good_token_nothing_is_answered(server: Running, header: dict[str, str]) -> None:
    stranger = Program(server, "")
    for path in ("me", "tables", "events", "tables/abc", "games"):
        answer = stranger.http.get(path, headers=header)
        assert answer.status_code == 401 and set(answer.json()) == {"error", "code"}
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_is_no_token(ann: Guest) -> None:
    assert ann.http.get("/api/v1/tables").status_code == 401


def test_another_site_is_refused(gull: Program) -> None:
    for origin in ("http://evil.example", "null"):
        assert gull.http.get("me", headers={"Origin": origin}).status_code == 403


def test_a_token_to_read_reads_what_its_owner_sees_and_changes_nothing(ann: Guest, server: Running) -> None:
    reader = Program(server, token_of(ann, scope="read"))
    table = ann.start("Ann Ben")
    state = reader.get(f"tables/{table}").json()
    assert [found["id"] for found in reader.get("tables").json()] == [table]
    assert state["now"]["choices"] and state["now"]["view"]["players"][state["now"]["seat"]]["hand"] is not None
    move = {"version": state["now"]["version"], "text": state["now"]["choices"][0]["text"]}
    for path, body in (("play", move), ("undo", move), ("resign", move), ("seat", {}), ("leave", {}), ("ready", {})):
        refused = reader.post(f"tables/{table}/{path}", **body)
        assert refused.status_code == 403 and refused.json()["code"] == "not_allowed"
    assert reader.post("tables", game="_blank", seats=TWO).status_code == 403
    assert reader.http.delete(f"tables/{table}").status_code == 403
    assert reader.get(f"tables/{table}").json() == state


def test_nobody_plays_or_sees_through_anothers_seat(gull: Program, ben: Guest, server: Running) -> None:
    table, screens = gathered(ben, seats="Ann open", programs=True)
    gull.post(f"tables/{table}/seat", invitation=invitation(screens[0]))
    all_ready(screens)
    version = gull.get(f"tables/{table}").json()["now"]["version"]
    for path in ("", "/choices", "/log"):
        refused = gull.get(f"tables/{table}{path}", seat=0)
        assert refused.status_code == 403, path
    assert gull.post(f"tables/{table}/play", version=version, text="rest", seat=0).status_code == 409
    assert gull.get(f"tables/{table}/match").status_code == 409
    watcher = Program(server, token_of(ben, "Tern"))  # another program of the host's is not the host
    seen = watcher.get(f"tables/{table}").json()
    assert seen["seats"] == [] and seen["now"]["seat"] == -1 and seen["now"]["choices"] == []
    assert all(player["hand"] is None for player in seen["now"]["view"]["players"])
    assert watcher.post(f"tables/{table}/play", version=version, text="rest").status_code == 409
    assert watcher.http.delete(f"tables/{table}").status_code == 403


def test_a_table_that_is_not_watched_is_not_there(gull: Program, ben: Guest) -> None:
    table, _ = gathered(ben, seats="Ann open", watching=False)
    for path in ("", "/choices", "/log", "/catalogue", "/match"):
        assert gull.get(f"tables/{table}{path}").status_code == 404


def test_a_program_that_was_removed_sees_nothing_more(gull: Program, ben: Guest) -> None:
    table, screens = gathered(ben, seats="Ann open", programs=True, watching=False)
    gull.post(f"tables/{table}/seat", invitation=invitation(screens[0]))
    all_ready(screens)
    assert gull.get(f"tables/{table}").json()["seats"] == [1]
    screens[0].send(type="seating", seat=1, bot="easy")
    screens[0].until_friends(lambda friends: friends["seats"][1]["bot"] == "easy")
    assert not screens[0].friends["seats"][1]["program"]
    assert gull.get(f"tables/{table}").status_code == 404
    assert gull.get(f"tables/{table}/log").status_code == 404
    assert gull.post(f"tables/{table}/seat", invitation=invitation(screens[0])).status_code == 409


def test_a_program_leaves_and_a_bot_finishes(gull: Program, ben: Guest) -> None:
    table, screens = gathered(ben, seats="Ann open", programs=True)
    gull.post(f"tables/{table}/seat", invitation=invitation(screens[0]))
    all_ready(screens)
    assert gull.post(f"tables/{table}/leave", bot="nobody").status_code == 409
    assert gull.post(f"tables/{table}/leave", bot="random").status_code == 204
    screens[0].until_friends(lambda friends: friends["seats"][1]["bot"] == "random")
    assert gull.get("tables").json() == []


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "nowhere", 404),
        ("GET", "tables/not%20there", 404),
        ("GET", "tables/a%00b", 404),
        ("GET", "tables/zzzzzzzzzzzz", 404),
        ("PUT", "tables", 405),
        ("PATCH", "tables/abc/play", 405),
        ("GET", "tables/abc/play", 405),
        ("GET", "tables/open?game=" + "x" * 101, 400),
        ("GET", "tables/open?games=buru", 400),
        ("GET", "tables/zzzzzzzzzzzz/log?since=-1", 400),
        ("GET", "tables/zzzzzzzzzzzz?seat=first", 400),
        ("POST", "tables", 415),
    ],
)
def test_every_error_has_one_form(gull: Program, method: str, path: str, status: int) -> None:
    answer = gull.http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".") and answer.json()["code"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"version": "x"}', b'{"version": 1e400, "text": "a"}', b"\xff", b"[" * 9000]
)
def test_a_body_that_makes_no_sense_is_told(gull: Program, body: bytes) -> None:
    made = new_table(gull, TWO)
    headers = {"Content-Type": "application/json"}
    answer = gull.http.post(f"tables/{made['id']}/play", content=body, headers=headers)
    assert answer.status_code == 400 and answer.json()["code"] == "not_valid"


def test_a_program_that_asks_too_often_is_slowed_down(run: Callable[..., Running], visit: Visit) -> None:
    server = run(calls_per_second=2)
    owner = visit(server)
    first, second, third = (Program(server, token_of(owner, name)) for name in ("One", "Two", "Three"))
    answers = [first.get("me") for _ in range(12)]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert next(answer for answer in answers if answer.status_code == 429).headers["retry-after"]
    assert second.get("me").status_code == 200  # each has its own
    codes = [program.get("me").status_code for _ in range(20) for program in (second, third)]
    assert codes.count(200) < 20  # but all of one person not much more than two


# ---- people and programs at one table


def test_people_need_not_wait_for_the_consent_of_a_program(gull: Program, ben: Guest) -> None:
    """It cannot read what they ask: like a bot, it agrees unless something was revealed."""
    table, screens = gathered(ben, seats="Ann open", programs=True)
    gull.post(f"tables/{table}/seat", invitation=invitation(screens[0]))
    all_ready(screens)
    host = screens[0]
    for _ in range(40):
        now = gull.get(f"tables/{table}/choices").json()
        if now["choices"]:
            gull.post(f"tables/{table}/play", version=now["version"], text=now["choices"][0]["text"])
        host.until(lambda update, now=now: update["picture"]["version"] >= now["version"])
        if host.picture["to_move"] == 0:
            move = host.picture["move"]
            host.play(possible(host.my_turn()["picture"])[0])
            host.until(lambda update, move=move: update["picture"]["move"] > move)
            host.send(type="ask_back", seat=0, version=host.picture["version"])
            while not host.problems:
                host.receive()
                if host.picture["move"] <= move:
                    return  # granted at once
            assert "bots do not agree" in host.problem()["words"]
    raise AssertionError("nothing could be taken back")


# ---- events


class Listener:
    """Reads a stream of events in a thread."""

    def __init__(self, program: Program) -> None:
        self.events: list[dict[str, Any]] = []
        self.news = threading.Condition()
        self.is_over = False
        self.thread = threading.Thread(target=self.read, args=[program], daemon=True)
        self.thread.start()

    def read(self, program: Program) -> None:
        http = httpx.Client(trust_env=False, timeout=PATIENCE, headers=program.http.headers)
        with http, http.stream("GET", f"{program.http.base_url}events") as answer:
            for line in filter(None, answer.iter_lines()):
                with self.news:
                    self.events.append(json.loads(line))
                    self.news.notify_all()
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def until(self, good: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        with self.news:
            assert self.news.wait_for(lambda: good(self.events), PATIENCE), self.events
            return self.events


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def test_events_tell_of_a_whole_game_between_friends(gull: Program, ben: Guest) -> None:
    table, (host,) = gathered(ben, seats="Ann open", programs=True)
    heard = Listener(gull)
    gull.post(f"tables/{table}/seat", invitation=invitation(host), ready=False)
    heard.until(lambda events: kinds(events) == ["invited"])
    gull.post(f"tables/{table}/ready")
    host.send(type="ready", ready=True)
    heard.until(lambda events: "started" in kinds(events))
    host.until(lambda update: True)
    while host.picture["to_move"] is not None:
        if host.picture["to_move"] == 0:
            choices = [choice["text"] for choice in host.my_turn()["picture"]["choices"] if "reason" not in choice]
            if not choices:
                break
            host.play(choices[0])
        else:
            turn = heard.until(
                lambda events: events[-1]["event"] == "turn" and events[-1]["version"] >= host.picture["version"]
            )[-1]
            state = gull.get(f"tables/{table}/choices").json()
            assert state["version"] == turn["version"] and state["choices"]
            gull.post(f"tables/{table}/play", version=turn["version"], text=state["choices"][0]["text"])
        move = host.picture["move"]
        host.until(lambda update, move=move: update["picture"]["move"] > move)
    over = heard.until(lambda events: events[-1]["event"] == "over")[-1]
    assert over["table"] == table and len(over["points"]) == 2
    gull.post(f"tables/{table}/rematch")
    assert heard.until(lambda events: events[-1]["event"] == "invited")[-1]["table"] != table


def test_a_stream_begins_with_all_that_is_open(gull: Program, ben: Guest) -> None:
    mine = new_table(gull, TWO)
    gathering, (host,) = gathered(ben, seats="Ann open", programs=True)
    gull.post(f"tables/{gathering}/seat", invitation=invitation(host), ready=False)
    heard = Listener(gull).until(lambda events: len(events) == 3)
    assert [(event["event"], event["table"]) for event in heard] == [
        ("started", mine["id"]),
        ("turn", mine["id"]),
        ("invited", gathering),
    ]


def test_a_revoked_token_ends_its_streams(ann: Guest, server: Running) -> None:
    program = Program(server, token_of(ann))
    made = new_table(program, TWO)
    heard = Listener(program)
    heard.until(lambda events: "turn" in kinds(events))
    (info,) = ann.http.get("/api/me/tokens").json()
    ann.http.delete(f"/api/me/tokens/{info['id']}")
    with heard.news:
        assert heard.news.wait_for(lambda: heard.is_over, PATIENCE)
    assert program.get(f"tables/{made['id']}").status_code == 401


def test_streams_end_when_the_server_stops_and_there_are_not_too_many(
    run: Callable[..., Running], visit: Visit
) -> None:
    server = run()
    program = Program(server, token_of(visit(server)))
    new_table(program, TWO)
    heard = [Listener(program) for _ in range(5)]
    for listener in heard:
        listener.until(lambda events: "turn" in kinds(events))
    assert program.get("events").status_code == 429
    server.stop()
    for listener in heard:
        with listener.news:
            assert listener.news.wait_for(lambda listener=listener: listener.is_over, PATIENCE)


# ---- what describes it


def test_the_api_describes_itself(server: Running, gull: Program) -> None:
    with httpx.Client(base_url=f"http://{server.host}", trust_env=False) as http:
        document = http.get("/api/openapi.json").json()
        assert document["openapi"].startswith("3.1") and "/api/v1/tables/{id}/play" in document["paths"]
        page = http.get("/api")
        assert page.headers["content-type"].startswith("text/html")
        for path in document["paths"]:
            assert path in page.text
        assert "src=" not in page.text and "http" not in page.text.replace("http-equiv", "")


def test_a_call_that_cannot_be_read_is_told_why(server: Running, ann: Guest) -> None:
    program = Program(server, token_of(ann))
    wrong = {
        "Object missing required field `text`": {"version": 1},
        "Expected `int`, got `str` - at `$.version`": {"version": "1", "text": "rest"},
        "unknown field `seed`": {"version": 1, "text": "rest", "seed": 1},
    }
    for words, body in wrong.items():
        answer = program.post("tables/abc/play", **body)
        assert answer.status_code == 400 and words in answer.json()["error"], answer.text
        assert "reload" not in answer.json()["error"]


def test_streams_count_from_the_moment_they_are_allowed(store: Store) -> None:
    """Not only once somebody reads them: else many that are asked for together are all within the limit."""
    streams = EventStreams(store, WakeUps())
    token = Token("id", "ann", "program-1", "Gull", "read", 1.0)
    opened = [streams.open(token, "127.0.0.1") for _ in range(MAX_STREAMS)]
    with pytest.raises(TooMany):
        streams.open(token, "127.0.0.1")
    opened[0].close()
    opened[0].close()  # twice is once
    streams.open(token, "127.0.0.1")
    with pytest.raises(TooMany):
        streams.open(token, "127.0.0.1")
