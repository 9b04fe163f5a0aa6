"""Whoever takes nothing of what is sent is let go; until then, it costs next to nothing and holds nobody up."""

import contextlib
import socket
import struct
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from skerry.server.web import connections, serve
from tests.server.browser import PATIENCE, Guest, Running, play
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]
MOST = 500_000  # bytes that may wait for one who takes nothing: what asyncio lets wait, and one push
LARGE = "nusfjord"  # its pushes are many kilobytes


class Deaf:
    """A browser that says much and reads nothing after the handshake."""

    def __init__(self, guest: Guest, table: str) -> None:
        host, _, port = guest.host.partition(":")
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self.line.settimeout(PATIENCE)
        self.line.connect((host, int(port)))
        cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        head = [
            f"GET /ws/{table} HTTP/1.1",
            f"Host: {guest.host}",
            f"Cookie: {cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        self.line.sendall("\r\n".join([*head, "\r\n"]).encode())
        assert self.line.recv(12) == b"HTTP/1.1 101"
        self.say(self.frame(1, b'{"type": "join"}'))

    def frame(self, opcode: int, data: bytes, is_last: bool = True) -> bytes:
        """With a mask of zeros, so that the data stay as they are."""
        length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        return bytes([opcode | (0x80 if is_last else 0)]) + length + bytes(4) + data

    def say(self, *frames: bytes) -> None:
        self.line.sendall(b"".join(frames))

    def stall(self, server: Running) -> None:
        """Ask for long pushes until one cannot be sent."""
        asks = self.frame(1, b'{"type": "outline", "wanted": true}')

        def is_stalled() -> bool:
            self.say(asks)
            return waiting(server) > 0

        until(is_stalled)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system keeps for each connection is soon full."""
    monkeypatch.setattr(serve, "SEND_BUFFER", 5_000)


@pytest.fixture
def deaf() -> Iterator[Callable[[Guest, str], Deaf]]:
    with contextlib.ExitStack() as stack:

        def sit(guest: Guest, table: str) -> Deaf:
            made = Deaf(guest, table)
            stack.enter_context(made.line)
            return made

        yield sit


def waiting(server: Running) -> int:
    """Bytes that the server keeps for somebody who does not take them."""
    open_ = server.server.config.app.state.gate.open  # type: ignore[union-attr]
    return max((line.get_write_buffer_size() for line in list(open_)), default=0)


def until(good: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not good():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_takes_nothing_is_let_go_and_the_others_play_on(
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., Running],
    visit: Visit,
    deaf: Callable[[Guest, str], Deaf],
) -> None:
    monkeypatch.setattr(connections, "STALLED", 2.0)
    monkeypatch.setattr(serve, "PING", 2 * PATIENCE)  # this would find it too
    server = run(messages_per_second=10_000)
    ann, ben, cleo = visit(server), visit(server), visit(server)
    table, screens = gathered(ann, ben, game=LARGE)
    all_ready(screens)
    stalled = deaf(cleo, table)
    screens[0].until_friends(lambda friends: friends["watchers"] == 1)
    stalled.stall(server)
    play(screens, 20, Random(1))
    while screens[0].friends["watchers"]:
        assert waiting(server) < MOST
        screens[0].receive()


def test_pings_of_one_who_takes_nothing_fill_no_memory(
    run: Callable[..., Running], visit: Visit, deaf: Callable[[Guest, str], Deaf]
) -> None:
    server = run(messages_per_second=10_000)
    ann = visit(server)
    stalled = deaf(ann, ann.start(game=LARGE))
    stalled.stall(server)
    ping = stalled.frame(9, b"x" * 125) * 1_000
    for _ in range(40):
        with contextlib.suppress(TimeoutError):
            stalled.say(ping)
        assert waiting(server) < MOST
    assert ann.home()["tables"]


def test_a_message_in_endless_pieces_ends_the_line(server: Running, ann: Guest, deaf: Callable[..., Deaf]) -> None:
    line = deaf(ann, ann.start("Ann Ben"))
    line.say(line.frame(1, b"{", is_last=False))
    with pytest.raises(ConnectionError):
        for _ in range(200):
            line.say(*[line.frame(0, b"", is_last=False)] * 100)
            time.sleep(0.01)
    assert ann.home()["tables"]


def test_an_answer_that_nobody_takes_is_not_kept_for_ever(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    """It is too short to stall the sending, so only the closing of the connection waits for it."""
    monkeypatch.setattr(connections, "STALLED", 0.5)
    server = run()
    guest = visit(server)
    host, _, port = server.host.partition(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.connect((host, int(port)))
        mine = line.getsockname()[1]
        head = f"GET /api/games/{LARGE}/rules HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n"
        line.sendall(head.encode())
        until(lambda: waiting(server) > 0)
        guest.home()
        until(lambda: mine not in ports(server))


def ports(server: Running) -> set[int]:
    open_ = server.server.config.app.state.gate.open  # type: ignore[union-attr]
    return {line.get_extra_info("peername", ("", 0))[1] for line in list(open_)}
