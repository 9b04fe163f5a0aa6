"""The command that serves: it keeps to what it was told, or says why it cannot."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import skerry
from skerry.server.web import static
from skerry.server.web.proxies import Proxies, ProxyError
from skerry.server.web.serve import bind
from tests.server.browser import Guest, Running
from tests.terminal import command

Run = Callable[..., Running]


# ---- the port


def test_a_port_that_was_asked_for_is_used_or_refused(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = command.run("serve", "--port", port, "--data", tmp_path)
    assert done.returncode != 0 and done.stdout == ""
    assert f"Port {port} is in use" in done.stderr and "--port" in done.stderr
    assert "Traceback" not in done.stderr


# ---- proxies


@pytest.mark.parametrize("words", ["localhost", "*", "10.0.0.0/40", "proxy.example.org", "10.0.0", "", "1.2.3.4:80"])
def test_what_is_no_proxy_is_refused(tmp_path: Path, words: str) -> None:
    done = command.run("serve", "--port", 0, "--trust", words, "--data", tmp_path)
    assert done.returncode != 0 and done.stdout == ""
    assert repr(words) in done.stderr and "10.0.0.0/8" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "inside", "outside"),
    [
        ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
        ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
        ("10.0.0.0/8", "10.200.3.4", "11.0.0.1"),
        ("10.1.2.3/8", "10.200.3.4", "11.0.0.1"),
        ("10.0.0.0/8", "::ffff:10.0.0.1", "::ffff:11.0.0.1"),
        ("::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.1"),
        ("fd00::/8", "fd12::1", "fe80::1"),
        ("::1", "0:0:0:0:0:0:0:1", "::2"),
    ],
)
def test_a_proxy_is_an_address_or_a_network(words: str, inside: str, outside: str) -> None:
    proxies = Proxies([words])
    assert inside in proxies and outside not in proxies and "nonsense" not in proxies
    with pytest.raises(ProxyError):
        Proxies([words, "nonsense"])


@pytest.mark.parametrize("trusted", ["127.0.0.0/8", "127.0.0.1"])
def test_a_proxy_of_a_network_is_believed_and_not_counted(run: Run, trusted: str) -> None:
    server = run(trust=(trusted,), connections_each=2)
    lines = [httpx.Client(base_url=f"http://{server.host}", trust_env=False) for _ in range(5)]
    for line in lines:
        said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        answer = line.get("/api/home", headers=said)
        assert answer.status_code == 200 and "secure" in answer.headers["set-cookie"].lower()
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    ("chains", "is_same"),
    [
        (("203.0.113.7, 10.0.0.2", "198.51.100.1, 203.0.113.7, 10.0.0.2"), True),  # the left is made up
        (("203.0.113.7, 10.0.0.2", "203.0.113.7"), True),
        (("203.0.113.7", "203.0.113.7, ::ffff:10.0.0.2"), True),
        (("2001:db8::7, 10.0.0.2", "evil, 2001:db8::7"), True),
        (("203.0.113.7", "203.0.113.8"), False),
        (("203.0.113.7, 198.51.100.1", "203.0.113.7, 198.51.100.2"), False),
        (("2001:db8::7", "2001:db8::8"), True),  # one network
        (("2001:db8:0:1::7", "2001:db8:0:2::7"), False),
    ],
)
def test_who_asks_is_the_last_in_the_chain_who_is_no_proxy(run: Run, chains: tuple[str, str], is_same: bool) -> None:
    """What one address asks for, and what another may still ask for."""
    server = run(trust=("127.0.0.1", "10.0.0.0/8"), reads_per_second=1)
    with httpx.Client(base_url=f"http://{server.host}", trust_env=False) as line:

        def ask(chain: str) -> int:
            return line.get("/api/home", headers={"X-Forwarded-For": chain}).status_code

        while ask(chains[0]) == 200:
            pass
        assert (ask(chains[1]) == 429) == is_same


# ---- the terminal is gone


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs SIGHUP, which Windows does not have")
@pytest.mark.parametrize("is_ignored", [False, True])
def test_when_the_terminal_is_gone_the_server_ends_as_it_should_or_goes_on_under_nohup(
    tmp_path: Path, is_ignored: bool
) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(skerry.__file__).parents[1])}
    serve = [sys.executable, "-m", "skerry", "serve", "--port", "0", "--data", str(tmp_path)]
    ignore = f"import os, signal, sys; signal.signal(signal.SIGHUP, signal.{'SIG_IGN' if is_ignored else 'SIG_DFL'})"
    started = [sys.executable, "-c", f"{ignore}; os.execv(sys.argv[1], sys.argv[1:])", *serve]
    with subprocess.Popen(
        started, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        guest = Guest(server.stdout.readline().split("/")[2])
        guest.sit(guest.start("me bot:medium"))
        server.send_signal(signal.SIGHUP)
        if is_ignored:
            assert guest.home()["tables"]
            server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=command.PATIENCE)
        guest.leave()
    assert errors == ""
    assert not (tmp_path / "matches.sqlite3-wal").exists()  # the database was closed


# ---- the documentation


def test_the_documentation_is_found_from_the_sources_and_from_what_is_compiled_of_them() -> None:
    root = Path("/home/ann/skerry")
    site = root / "build" / "docs" / "site"
    for file in ("src/skerry/server/web/static.py", "build/package/0123abcd/skerry/server/web/static.py"):
        assert static.docs_folder(root / file) == site
