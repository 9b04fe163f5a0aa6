"""`skerry serve --processes N`: all at one port, one that ends is started again, and all end together."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.browser import PATIENCE, Guest
from tests.server.cluster import Cluster


def command(data: Path, *words: str) -> "subprocess.Popen[str]":
    line = [sys.executable, "-m", "skerry", "serve", "--data", str(data), "--processes", "2", *words]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def children(process: "subprocess.Popen[str]") -> set[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return {int(number) for number in listed}


def wait_for_new(process: "subprocess.Popen[str]", before: set[int], count: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(children(process)) < 2 or len(children(process) - before) < count:
        assert time.monotonic() < until
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    process = command(tmp_path)
    words, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode != 0 and "Add --database postgresql://" in words and "Traceback" not in words


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes by Linux's /proc")
def test_a_process_that_is_killed_or_stands_still_is_replaced_and_all_end_together(
    cluster: Cluster, tmp_path: Path
) -> None:
    port = free_port()
    process = command(tmp_path, "--database", cluster.new_database(), "--port", str(port))
    assert process.stdout is not None
    assert "with 2 processes" in process.stdout.readline()
    try:
        guest = Guest(f"127.0.0.1:{port}")
        table = guest.start("me bot")
        seat = guest.sit(table)
        seat.my_turn()
        first = children(process)
        assert len(first) == 2
        os.kill(min(first), signal.SIGSTOP)
        wait_for_new(process, first, 1)
        second = children(process)
        for number in second:
            os.kill(number, signal.SIGKILL)
        wait_for_new(process, second, 2)
        again = guest.sit(table)  # waits in the queue of the socket, which has stayed open
        assert again.my_turn()["picture"]["version"] >= seat.picture["version"]
        guest.leave()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
