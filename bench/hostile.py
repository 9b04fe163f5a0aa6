"""100,000 hostile messages to the API and the socket; says how many of each answer there were, and how fast it was.

python3 play.py python bench/hostile.py
python3 play.py python bench/hostile.py --messages 5000 --seed 7
python3 play.py python bench/hostile.py --postgresql
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server import cluster
from tests.server.browser import Running
from tests.server.programs.conftest import BUSY
from tests.server.programs.hostile import Hostile

from skerry.server.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="with a PostgreSQL of its own instead of SQLite")
    wish = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder, database = stack.enter_context(tempfile.TemporaryDirectory()), ""
        if wish.postgresql:
            programs = cluster.programs() or sys.exit("PostgreSQL is not installed: apt-get install postgresql")
            database = stack.enter_context(cluster.running_cluster(programs)).new_database()
        settings = {**BUSY, "tables_per_hour": 10**6, "open_tables": 10**6, "messages_per_second": 10**4}
        server = Running(Settings(data=Path(folder), database=database, **settings))
        hostile, began = Hostile(server, wish.seed), time.monotonic()
        asyncio.run(hostile.send(wish.messages))
        seconds = time.monotonic() - began
        hostile.check()
        server.stop()
    for name, count in sorted(hostile.counts.items()):
        print(f"{name:12} {count:8,}")
    print(f"{sum(hostile.counts.values()):,} in {seconds:,.0f} s; nothing broke, and the other game is as it was.")


if __name__ == "__main__":
    main()
