"""Whoever sends us much, or half of something, takes no memory from others and leaves no trace in the log."""

import contextlib
import socket
import time
from collections.abc import Callable

import pytest

from skerry.server.runtime import rate_limits
from skerry.server.runtime.rate_limits import Bodies, network_of
from skerry.server.settings import Settings
from skerry.server.web import connections
from skerry.server.web.connections import Gate
from tests.server.browser import PATIENCE, Guest, Running
from tests.server.test_saved import bring

Visit = Callable[[Running], Guest]


@contextlib.contextmanager
def uploading(server: Running, size: int, sent: int, address: str = "127.0.0.1"):  # type: ignore[no-untyped-def]
    host, _, port = server.host.partition(":")
    head = f"POST /api/matches HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port)), PATIENCE, source_address=(address, 0)) as line:
        line.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode() + b" " * sent)
        yield line


def bodies(server: Running) -> Bodies:
    found = server.server.config.app.state.bodies  # type: ignore[union-attr]
    assert isinstance(found, Bodies)
    return found


def wait_for(good: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not good():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_half_uploads_of_one_address_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BODIES_EACH", 1_000_000)
    server = run()
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(uploading(server, 900_000, 400_000, "127.0.0.2")) for _ in range(5)]
        refused = [line for line in lines if refusal(line)]
        assert len(refused) >= 2
        assert bodies(server).in_all <= 1_000_000
        assert visit(server).ask_for().status_code == 201
    wait_for(lambda: bodies(server).in_all == 0)


def refusal(line: socket.socket) -> bytes:
    """What the server says before everything has arrived; nothing if it waits for the rest."""
    line.settimeout(0.5)
    with contextlib.suppress(TimeoutError):
        answer = line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 429") and b"uploading too much" in answer
        return answer
    return b""


def test_when_all_together_send_too_much_they_are_told_and_others_play(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BODIES", 500_000)
    server = run()
    ann = visit(server)
    with uploading(server, 900_000, 450_000, "127.0.0.2"):
        wait_for(lambda: bodies(server).in_all > 400_000)
        answer = bring(ann, b" " * 200_000)
        assert answer.status_code == 503 and "try again" in answer.json()["words"]
        assert ann.ask_for().status_code == 201
    wait_for(lambda: bodies(server).in_all == 0)
    assert bring(ann, b" " * 200_000).status_code == 400  # not a saved game, but read


def test_nobody_goes_on_sending_without_end_after_the_answer(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running]
) -> None:
    monkeypatch.setattr(connections, "UNWANTED", 1_000_000)
    with uploading(run(), 10**12, 6_000_000) as line, pytest.raises(ConnectionError):  # 5 MB are read
        for _ in range(10_000):
            line.sendall(b" " * 100_000)


def test_whoever_breaks_off_leaves_no_trace(
    server: Running, ann: Guest, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with uploading(server, 900_000, 200_000):
        wait_for(lambda: bodies(server).in_all > 0)
    wait_for(lambda: bodies(server).in_all == 0)
    assert ann.ask_for().status_code == 201
    told = capfd.readouterr()
    assert "Traceback" not in caplog.text + told.err + told.out


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
        ("", ""),
    ],
)
def test_limits_count_an_ipv6_network_as_one_address(host: str, place: str) -> None:
    assert network_of(host) == place


def test_one_ipv6_network_has_so_many_connections(tmp_path_factory: pytest.TempPathFactory) -> None:
    doors = Gate(Settings(data=tmp_path_factory.getbasetemp(), connections_each=3))
    entered = [doors.enter(object(), (f"2001:db8::{number:x}", 1)) for number in range(5)]  # type: ignore[arg-type]
    assert entered == [True, True, True, False, False]
    assert doors.enter(object(), ("2001:db8:0:1::1", 1))  # type: ignore[arg-type]
