"""The edges of the server: whoever is slow, loud or many does not keep others from playing."""

import contextlib
import socket
from collections.abc import Callable, Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from skerry.server.runtime.rate_limits import Allowance
from skerry.server.web import connections
from tests.server.browser import PATIENCE, Guest, Running, play_on, possible


@pytest.fixture
def knock() -> Iterator[Callable[..., socket.socket]]:
    """Open a connection and send these bytes, no more."""
    with contextlib.ExitStack() as stack:

        def connect(server: Running, data: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
            host, _, port = server.host.partition(":")
            made = socket.create_connection((host, int(port)), PATIENCE, source_address=(address, 0))
            stack.enter_context(made)
            made.sendall(data)
            return made

        yield connect


def rest(line: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while data := line.recv(65536):
            found += data
    return found


HALF = [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"\r\n\r\n"]


@pytest.mark.parametrize("data", HALF, ids=["silence", "half a line", "half a header", "empty lines"])
def test_half_a_request_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., Running],
    visit: Callable[..., Guest],
    knock: Callable[..., socket.socket],
    data: bytes,
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIME", 0.5)
    server = run()
    lines = [knock(server, data) for _ in range(20)]
    ann = visit(server)
    play_on(ann.sit(ann.start("Ann Ben")))
    assert [rest(line) for line in lines] == [b""] * 20


def test_half_a_body_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], knock: Callable[..., socket.socket]
) -> None:
    monkeypatch.setattr(connections, "BODY_TIME", 0.5)
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
    )
    assert rest(knock(run(), head + b'{"game":')) == b""


def test_a_second_request_on_a_connection_must_be_whole_too(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], knock: Callable[..., socket.socket]
) -> None:
    monkeypatch.setattr(connections, "HEAD_TIME", 0.5)
    line = knock(run(), b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert line.recv(65536).startswith(b"HTTP/1.1 200")
    line.sendall(b"GET /api/ho")
    rest(line)  # it ends


@pytest.mark.parametrize("pieces", [1, 40])
def test_an_endless_header_is_refused(
    server: Running, ann: Guest, knock: Callable[..., socket.socket], pieces: int
) -> None:
    line = knock(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    with contextlib.suppress(ConnectionError):
        for number in range(pieces):
            line.sendall(b"X-%d: " % number + b"x" * (40_000 // pieces) + b"\r\n")
        line.sendall(b"\r\n")
    assert rest(line).startswith(b"HTTP/1.1 431")


def test_when_the_server_is_full_those_who_say_nothing_make_room(
    run: Callable[..., Running], visit: Callable[..., Guest], knock: Callable[..., socket.socket]
) -> None:
    server = run(connections=10)
    silent = [knock(server) for _ in range(30)]
    ann = visit(server)
    seat = ann.sit(ann.start("Ann Ben"))
    more = [knock(server) for _ in range(30)]
    play_on(seat)
    assert [rest(line) for line in silent] == [b""] * 30
    assert len(more) == 30


def test_one_address_has_so_many_connections_and_others_have_theirs(
    run: Callable[..., Running], visit: Callable[..., Guest], knock: Callable[..., socket.socket]
) -> None:
    server = run(connections_each=5)
    greedy = [knock(server, address="127.0.0.2") for _ in range(6)]
    assert rest(greedy[5]).startswith(b"HTTP/1.1 503")
    visit(server).home()


def test_the_server_answers_to_its_own_names_only(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    server = run(allow_host=("play.example.org",))
    ann = visit(server)
    table = ann.start("Ann Ben")
    for name, status in {
        "evil.example": 421,
        "": 421,
        "localhost": 200,
        "game.localhost:8470": 200,
        "192.168.1.7:8470": 200,
        "[::1]:8470": 200,
        "Play.Example.org": 200,
        "play.example.org.evil.example": 421,
    }.items():
        assert ann.http.get("/api/home", headers={"Host": name}).status_code == status, name
    with pytest.raises(InvalidStatus):
        ann.line(table, Host="evil.example", Origin="http://evil.example")


def test_a_proxy_is_believed_only_if_it_is_known(run: Callable[..., Running]) -> None:
    """Whether the cookie is for encrypted lines only depends on what the proxy says about the line."""
    for proxies, is_believed in (((), False), (("127.0.0.1",), True)):
        server = run(trust=proxies)
        said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        answer = httpx.get(f"http://{server.host}/api/home", headers=said, trust_env=False)
        assert ("secure" in answer.headers["set-cookie"].lower()) == is_believed
        server.stop()


@pytest.mark.parametrize("limit", [{"tables": 1}, {"disk": 1}, {"spare": 10**18}])
def test_a_full_server_makes_no_new_game_but_the_others_go_on(
    run: Callable[..., Running], visit: Callable[..., Guest], limit: dict[str, int]
) -> None:
    first = run()
    ann = visit(first)
    table = ann.start("Ann Ben")
    first.stop()
    ann.host = run(**limit).host
    ann.http.base_url = httpx.URL(f"http://{ann.host}")
    ann.http.headers["Origin"] = f"http://{ann.host}"
    refused = ann.ask_for()
    assert refused.status_code == 507 and "no space" in refused.json()["words"]
    play_on(ann.sit(table))


def test_what_is_dear_costs_more() -> None:
    allowed = Allowance(0, 10)
    assert allowed.take("Ann", 8) and not allowed.take("Ann", 8)
    assert allowed.take("Ann") and allowed.take("Ben", 8)
    assert Allowance(0, 3).take("Ann", 20)  # nothing is so dear that it can never be had


def test_whoever_leafs_through_the_past_waits_instead_of_being_refused(
    run: Callable[..., Running], visit: Callable[..., Guest]
) -> None:
    ann = visit(run(messages_per_second=10))
    seat = ann.sit(ann.start("Ann Ben"))
    seat.play(possible(seat.picture)[0])
    seat.receive()
    for move in range(12):
        seat.send(type="look", seat=-1, move=move % 2)
        assert seat.letter()["picture"]["move"] == move % 2
    assert not seat.problems


def test_files_are_dear(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(reads_per_second=1))
    table = ann.start("Ann Ben")
    answers = [ann.http.get(f"/api/tables/{table}/log").status_code for _ in range(3)]
    assert answers[-1] == 429


def test_the_rest_of_a_body_that_was_answered_already_is_no_head_of_the_next_request(server: Running) -> None:
    host, _, port = server.host.partition(":")
    head = f"Host: {server.host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(f"POST /api/v1/tables HTTP/1.1\r\n{head}Content-Length: 100000\r\n\r\n{{".encode())
        assert b"401" in line.recv(65536)  # without a token nobody reads it
        for _ in range(3):
            line.sendall(b" " * 33_333)
        line.sendall(f"GET /api/v1/me HTTP/1.1\r\n{head}\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 401")
