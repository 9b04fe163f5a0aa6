"""Notices where processes are killed, and where several share a database.  bench/notices.py tries 200 times."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cluster import Cluster
from tests.server.houses import House
from tests.server.notice_trials import KillTrials
from tests.server.receivers import Receiver, wait_until

TRIES = 5


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.stop()


def started_houses(database: str, folder: Path, receiver: Receiver, count: int) -> list[House]:
    return [House(database, folder / f"data{n}", webhook_hosts=[receiver.origin]) for n in range(count)]


def try_it(houses: list[House], receiver: Receiver) -> None:
    trials = KillTrials(houses, receiver)
    try:
        for _ in range(TRIES):
            trials.one()
        time.sleep(3)  # for what should not come
        assert trials.received == trials.expected and trials.doubled == 0
    finally:
        trials.leave()
        for house in houses:
            house.end()


def test_a_kill_between_move_and_notice_loses_and_doubles_none(tmp_path: Path, receiver: Receiver) -> None:
    try_it(started_houses("", tmp_path, receiver, 1), receiver)


def test_two_processes_send_each_notice_once_while_one_is_killed(
    tmp_path: Path, receiver: Receiver, cluster: Cluster
) -> None:
    try_it(started_houses(cluster.new_database(), tmp_path, receiver, 2), receiver)


def test_two_processes_send_each_notice_once(tmp_path: Path, receiver: Receiver, cluster: Cluster) -> None:
    houses = started_houses(cluster.new_database(), tmp_path, receiver, 2)
    trials = KillTrials(houses, receiver)
    try:
        for _ in range(TRIES):
            trials.sit_down()
            trials.play_a_turn()
            for guest in trials.guests:
                guest.lines.close()
            trials.expected += 1
            wait_until(lambda: trials.received >= trials.expected)
        time.sleep(3)  # for what should not come
        assert trials.received == trials.expected and trials.doubled == 0
    finally:
        trials.leave()
        for house in houses:
            house.end()
