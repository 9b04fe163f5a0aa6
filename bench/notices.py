"""Kills a server between a move and its notice, again and again, and counts what was lost and what came twice.

.venv/bin/python bench/notices.py                  200 tries with SQLite
.venv/bin/python bench/notices.py --postgresql     two processes on one PostgreSQL database
.venv/bin/python bench/notices.py --tries 20
"""

import argparse
import contextlib
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.cluster import programs, running_cluster
from tests.server.houses import House
from tests.server.notice_trials import KillTrials
from tests.server.receivers import Receiver

AFTERWARDS = 5.0  # seconds for what should not come


def main(tries: int, with_postgresql: bool) -> int:
    receiver = Receiver()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = ""
        if with_postgresql:
            found = programs()
            if found is None:
                sys.exit("PostgreSQL is not installed.")
            database = stack.enter_context(running_cluster(found)).new_database()
        count = 2 if with_postgresql else 1
        houses = [House(database, folder / f"data{n}", webhook_hosts=[receiver.origin]) for n in range(count)]
        trials, began = KillTrials(houses, receiver, "bench"), time.monotonic()
        try:
            for number in range(tries):
                try:
                    trials.one()
                except AssertionError as error:
                    print(f"try {number + 1}: {error}")
                if (number + 1) % 20 == 0:
                    print(f"{number + 1} tries, {time.monotonic() - began:.0f} s", flush=True)
            time.sleep(AFTERWARDS)
        finally:
            trials.leave()
            for house in houses:
                house.end()
    lost = trials.expected - trials.received
    print(f"{tries} kills: {trials.received} notices, {lost} lost, {trials.doubled} sent again under the same id")
    return 1 if lost or trials.doubled else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args()
    sys.exit(main(chosen.tries, chosen.postgresql))
