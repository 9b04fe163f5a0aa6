"""What an operator relies on: health, figures, the log, leaving in good order, systemd."""

import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.browser import Guest, Running, possible
from tests.server.cluster import programs as postgres_programs
from tests.server.cluster import running_cluster
from tests.server.serving import ENVIRONMENT, Serving, free_port, serving
from tests.terminal import command

Run = Callable[..., Running]


# ---- health


def test_a_server_is_live_and_ready_and_neither_answer_is_kept(run: Run) -> None:
    server = run()
    for path in ("/live", "/ready"):
        answer = httpx.get(f"http://{server.host}{path}", trust_env=False)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert "set-cookie" not in answer.headers


def test_a_server_without_its_database_is_live_but_not_ready_until_it_is_back(run: Run) -> None:
    found = postgres_programs()
    if found is None:
        assert not os.environ.get("SKERRY_REQUIRE_POSTGRESQL")
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with running_cluster(found) as cluster:
        server = run(database=cluster.new_database())
        guest = Guest(server.host)
        table = guest.start("me bot")
        seat = guest.sit(table)
        seat.my_turn()
        cluster.stop()
        with httpx.Client(base_url=f"http://{server.host}", trust_env=False, timeout=30) as line:
            assert line.get("/live").status_code == 200
            answer = line.get("/ready")
            assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
            move = seat.picture["move"]
            seat.play(possible(seat.picture)[0])  # waits until the database is back: nothing is lost
            cluster.start()
            while line.get("/ready").status_code != 200:
                time.sleep(0.1)
        seat.until(lambda update: update["picture"]["move"] > move)
        assert seat.problems == []
        guest.leave()
        server.stop()


def test_a_server_that_is_stopped_says_so_first_and_serves_on_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path, SKERRY_DRAIN="30") as server:
        guest = Guest(server.host)
        seat = guest.sit(guest.start("me bot"))
        server.process.send_signal(signal.SIGTERM)
        while (answer := server.get("/ready")).status_code == 200:
            pass
        assert (answer.status_code, answer.text) == (503, "leaving\n") and server.get("/live").status_code == 200
        seat.my_turn()
        move = seat.picture["move"]
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update: update["picture"]["move"] > move)
        server.process.send_signal(signal.SIGINT)  # Ctrl-C: not so patient
        server.process.wait(command.PATIENCE)
        guest.leave()


# ---- figures


def test_prometheus_gets_figures_on_an_address_of_their_own(tmp_path: Path) -> None:
    metrics = f"127.0.0.1:{free_port()}"
    with serving(tmp_path, "--metrics", metrics) as server:
        before = figures(server, metrics)
        guest = Guest(server.host)
        seat = guest.sit(guest.start("me bot:medium"))
        seat.my_turn()
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update: update["picture"]["move"] > 0)
        after = figures(server, metrics)
        name = 'skerry_moves_total{game="_blank"}'
        assert after[name] > before.get(name, 0)
        assert after["skerry_sockets"] == after["skerry_live_tables"] == 1.0
        for name in ("durable_seconds", "batch_size"):
            assert after[f"skerry_{name}_count"] > before[f"skerry_{name}_count"]
            assert after[f'skerry_{name}_bucket{{le="+Inf"}}'] == after[f"skerry_{name}_count"]
        assert {"skerry_bots_waiting", "skerry_thinking_seconds_count", "process_resident_memory_bytes"} <= set(after)
        assert "skerry_moves" not in server.get("/metrics").text  # the page of Skerry, like every unknown address
        guest.leave()


def figures(server: Serving, address: str) -> dict[str, float]:
    text = server.get("/metrics", address).text
    return {name: float(value) for name, value in re.findall(r"(?m)^([^#\s]\S*) (\S+)$", text)}


@pytest.mark.parametrize("words", ["9470", "localhost", "127.0.0.1:http", "127.0.0.1:70000"])
def test_an_address_for_figures_that_is_none_is_refused(tmp_path: Path, words: str) -> None:
    done = command.run("serve", "--port", 0, "--data", tmp_path, "--metrics", words)
    assert done.returncode == 2 and repr(words) in done.stderr and "127.0.0.1:9470" in done.stderr


# ---- the log


def test_the_log_in_json_has_a_line_for_each_event_and_no_secrets(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "json", SKERRY_DATABSE="x") as server:
        guest = Guest(server.host)
        table = guest.start("me bot")
        guest.leave()
        with contextlib.closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as db:
            db.execute("UPDATE matches SET log_sum = 1 WHERE id = ?", (table,))  # damage, which its owner will find
            db.commit()
        again = Guest(server.host)
        again.http.cookies.update(guest.http.cookies)
        assert "damaged" in again.line(table).recv()
        again.leave()
        lines = [json.loads(line) for line in server.stop()]
    words = {line["words"]: line for line in lines}
    assert all(list(line)[:4] == ["time", "level", "logger", "process"] for line in lines)
    assert all(line["process"] == server.process.pid for line in lines)
    assert words[f"Skerry is at http://{server.host}/"]["level"] == "info"
    assert words["SKERRY_DATABSE is set, but there is no such setting."]["level"] == "warning"
    of_table = [line for line in lines if line.get("table") == table]
    assert of_table and of_table[0]["level"] == "warning"
    secret = (tmp_path / "secret").read_text()
    cookies = list(guest.http.cookies.values())
    assert cookies and not any(word in str(lines) for word in (secret, *cookies))


# ---- systemd


def test_systemd_learns_that_the_server_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(command.PATIENCE)
        told: list[str] = []
        with serving(tmp_path / "data", NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="200000") as server:
            while told.count("WATCHDOG=1") < 3 or "READY=1" not in told:
                told.append(systemd.recv(100).decode())
            assert "STOPPING=1" not in told
            server.process.send_signal(signal.SIGTERM)
            while told[-1] != "STOPPING=1":
                told.append(systemd.recv(100).decode())


def test_a_socket_of_systemd_s_is_used_and_nobody_is_refused_during_a_restart(tmp_path: Path) -> None:
    """The listener stays open between two servers, as systemd keeps it: who comes meanwhile waits."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        host = f"127.0.0.1:{listener.getsockname()[1]}"
        first = activated(tmp_path, listener)
        assert httpx.get(f"http://{host}/live", trust_env=False, timeout=60).status_code == 200
        answers: list[int] = []
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                answers.append(httpx.get(f"http://{host}/live", trust_env=False, timeout=60).status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        first.send_signal(signal.SIGTERM)
        first.wait(command.PATIENCE)
        second = activated(tmp_path, listener)
        count = len(answers)
        while len(answers) < count + 3:
            time.sleep(0.01)
        stop.set()
        asking.join()
        assert set(answers) == {200}
        second.send_signal(signal.SIGTERM)
        _, errors = second.communicate(timeout=command.PATIENCE)
        assert errors == ""


def activated(data: Path, listener: socket.socket) -> "subprocess.Popen[str]":
    """Started as systemd does it: the socket is file 3, and LISTEN_PID is the server's own number."""
    become = (
        f"import os, sys; os.dup2({listener.fileno()}, 3); "
        "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1'); "
        "os.execv(sys.executable, [sys.executable, '-m', 'skerry', 'serve', '--data', sys.argv[1]])"
    )
    return subprocess.Popen(
        [sys.executable, "-c", become, str(data)],
        env=ENVIRONMENT,
        pass_fds=[listener.fileno()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
