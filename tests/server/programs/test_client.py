"""skerry.client: whole games through it, and nothing is lost or done twice when connections break."""

import asyncio
import inspect
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from skerry.client import AsyncClient, Client, MovedOn, NotReached, ServerRefusal, TurnEvent, possible, view_of
from skerry.client import requests as wire
from skerry.games import GAMES
from skerry.match.views import struct_of
from skerry.server.protocol.calls import NewSeat
from tests.loop import finished
from tests.server.browser import PATIENCE, Guest, Running
from tests.server.programs.program import token_of
from tests.server.test_friends import gathered, invitation

EXAMPLE = Path(__file__).parents[3] / "examples" / "remote_bot.py"
GUIDE = Path(__file__).parents[3] / "docs" / "api.md"
ALONE = [NewSeat("Gull"), NewSeat("Robin", "random")]
TWO = [NewSeat("Gull"), NewSeat("Tern")]


@pytest.fixture
def me(server: Running, ann: Guest) -> Iterator[Client]:
    with Client(f"http://{server.host}", token_of(ann)) as client:
        yield client


def play_here(me: Client, table: str, chance: Random) -> None:
    for state in me.turns(table):
        me.play(state, chance.choice(possible(state)).text)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_against_a_bot(me: Client, game: str) -> None:
    made = me.new_table(game, ALONE)
    play_here(me, made.id, Random(1))
    end = me.state(made.id)
    assert end.now is not None and end.now.to_move is None and end.now.result
    assert msgspec.json.decode(me.download(made.id))["game"] == game
    assert me.results()[-1].match == made.id
    assert isinstance(view_of(end), struct_of(game, "view") or type(None))
    assert me.log(made.id).lines and me.catalogue(made.id).game == game
    me.delete(made.id)
    with pytest.raises(ServerRefusal, match="deleted"):
        me.state(made.id)


def test_an_asynchronous_program_plays_two_tables_at_once(server: Running, ann: Guest) -> None:
    async def play() -> list[str]:
        async with AsyncClient(f"http://{server.host}", token_of(ann)) as me:

            async def one(seed: int) -> str:
                chance, made = Random(seed), await me.new_table("_blank", ALONE)
                async for state in me.turns(made.id):
                    await me.play(state, chance.choice(possible(state)).text)
                now = (await me.state(made.id)).now
                assert now is not None
                return now.result

            return list(await asyncio.gather(one(1), one(2)))

    assert all(finished(play()))


def test_both_clients_offer_the_same(server: Running) -> None:
    def offered(kind: type) -> dict[str, list[str]]:
        found = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(one).parameters) for name, one in found if not name.startswith("_")}

    assert offered(Client) == offered(AsyncClient)


@pytest.mark.parametrize("where", ["examples/remote_bot.py", "docs/api.md"])
def test_the_remote_bot_plays_with_a_person_and_a_bot(
    where: str, ann: Guest, ben: Guest, server: Running, tmp_path: Path
) -> None:
    table, (host,) = gathered(ben, seats="Ann open bot", programs=True)
    link, token = f"http://{server.host}/t/{table}#i={invitation(host)}", token_of(ann, "Remote")
    if where == "docs/api.md":
        words = [sys.executable, str(bot_of_the_guide(f"http://{server.host}", token, link, tmp_path))]
    else:
        words = [sys.executable, str(EXAMPLE), f"http://{server.host}", token, link]
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    bot = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=path)
    host.send(type="ready", ready=True)
    host.until_friends(lambda friends: friends["begun"])
    assert [sitter["program"] for sitter in host.friends["seats"]] == [False, True, False]
    while host.my_turn()["picture"]["to_move"] is not None:
        choices = [choice["text"] for choice in host.picture["choices"] if "reason" not in choice]
        move = host.picture["move"]
        host.play(choices[0])
        host.until(lambda update, move=move: update["picture"]["move"] > move)
    said, errors = bot.communicate(timeout=PATIENCE)
    assert (said.strip(), errors) == (host.picture["result"], "")


def bot_of_the_guide(server: str, token: str, link: str, folder: Path) -> Path:
    """The example of docs/api.md, with what its reader fills in."""
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for placeholder, value in (
        ("http://localhost:8470/t/abcd#i=secret", link),
        ("http://localhost:8470", server),
        ("skerry_…", token),
    ):
        assert placeholder in code
        code = code.replace(placeholder, value)
    path = folder / "bot.py"
    path.write_text(code, encoding="utf-8")
    return path


def test_the_example_is_twenty_lines() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").split('"""')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20


# ---- when something breaks


class Unsure(httpx.BaseTransport):
    """Every other answer gets lost on the way."""

    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport()
        self.calls = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.inner.handle_request(request)
        self.calls += 1
        if self.calls % 2:
            answer.read()
            raise httpx.ReadError("gone", request=request)
        return answer


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.client.client.pause_before", lambda *_: 0.001)


def test_a_decision_whose_answer_was_lost_is_made_once(me: Client, in_a_hurry: None) -> None:
    made = me.new_table("_blank", TWO)
    state = me.state(made.id)
    me.http._transport = Unsure()
    for _ in range(5):
        assert state.now is not None
        before = state.now.move
        moved = me.play(state, possible(state)[0].text)
        assert moved.now is not None and moved.now.move > before
        state = me.state(made.id)
        log = me.log(made.id, seat=-1)
        assert state.now is not None and log.version == state.now.version


def test_what_may_have_been_done_is_not_done_again_in_silence(me: Client, in_a_hurry: None) -> None:
    before = len(me.tables())
    me.http._transport = Unsure()
    with pytest.raises(NotReached, match="may have been done"):
        me.new_table("_blank", TWO)
    assert len(me.tables()) == before + 1


def test_a_server_that_is_not_there_is_told_in_words(in_a_hurry: None) -> None:
    with Client("http://127.0.0.1:9", "skerry_x") as nobody, pytest.raises(NotReached, match="cannot be reached"):
        nobody.me()


def test_an_old_state_is_told_apart_from_a_wrong_move(me: Client) -> None:
    first = me.new_table("_blank", TWO)
    me.play(first, possible(first)[0].text)
    with pytest.raises(MovedOn):
        me.play(first, possible(first)[-1].text)
    with pytest.raises(ServerRefusal) as refused:
        me.play(me.state(first.id), "nonsense")
    assert refused.value.status == 409 and not isinstance(refused.value, MovedOn)


def test_events_go_on_after_a_restart_and_tell_what_ended_meanwhile(
    run: Callable[..., Running], visit: Callable[[Running], Guest], in_a_hurry: None, tmp_path: Path
) -> None:
    first = run()
    with Client(f"http://{first.host}", token_of(visit(first))) as me:
        made, other = me.new_table("_blank", TWO), me.new_table("_blank", TWO)
        heard = me.events()
        seen = [next(heard) for _ in range(4)]
        assert {event.table for event in seen} == {made.id, other.id}
        first.stop()
        second = run()
        me.http.base_url = httpx.URL(f"http://{second.host}/api/v1")
        me.delete(other.id)
        later = [next(heard) for _ in range(3)]
        assert [type(event).__name__ for event in later] == ["OverEvent", "StartedEvent", "TurnEvent"]
        assert later[0].table == other.id and later[2].table == made.id


def test_a_revoked_token_ends_the_events(server: Running, ann: Guest) -> None:
    with Client(f"http://{server.host}", token_of(ann)) as me:
        me.new_table("_blank", TWO)
        heard = me.events()
        while not isinstance(next(heard), TurnEvent):
            pass
        (info,) = ann.http.get("/api/me/tokens").json()
        threading.Timer(0.1, lambda: ann.http.delete(f"/api/me/tokens/{info['id']}")).start()
        with pytest.raises(ServerRefusal) as refused:
            for _ in heard:
                pass
        assert refused.value.status == 401


def test_a_link_is_as_good_as_an_id() -> None:
    assert wire.table_and_invitation("https://x.example/t/abc#i=s3-cr_et", "") == ("abc", "s3-cr_et")
    assert wire.table_and_invitation("abc", "secret") == ("abc", "secret")


def test_every_call_of_the_table_has_a_method() -> None:
    from skerry.server.programs.calls import CALLS

    calls: list[Any] = []
    for name, made in inspect.getmembers(wire.Calls):
        if isinstance(made, wire.Wanted):
            calls.append((made.method, made.path))
        elif not name.startswith("_"):
            calls.append(name)
    assert len(calls) == len(CALLS) - 1  # events
