"""This process among the others that share its database.

What others have written reaches us as a notice, which is a hint only: every few seconds we look for ourselves.
| notice | what has happened |
|---|---|
| `table ID REV` | something about the table was written; this is its revision |
| `chat ID` | somebody has said something there |
| `gallery ID` | somebody who watches has |
| `plan ID` | somebody there has planned a move, or dropped a plan |
| `block PERSON` | the person has blocked somebody, or no longer |
| `presence ID` | somebody has come or gone at another process |
| `deleted ID` | the table is gone |
| `replays ID` | the link to its replay was revoked |
| `session ID` | it was signed out |
| `job KIND` | there is something to do (think_process.py) |
| `done KIND ABOUT` | a job is done, such as a bot's decision |
| `lost` | a process is gone, and what it did is to be done by others |
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial

from skerry.server.cluster.following import Follower
from skerry.server.cluster.heartbeat import show_life
from skerry.server.cluster.remote_thinking import SharedThinking
from skerry.server.people.sessions import People
from skerry.server.practice.job_runner import JobRunner
from skerry.server.runtime import machine_clock, supervise
from skerry.server.store.people import ended_among
from skerry.server.store.processes import delete_gone, delete_process, has_thinkers
from skerry.server.store.store import Store, durable
from skerry.server.tables.registry import Tables

log = logging.getLogger("skerry.cluster")

BEAT = 2.0  # seconds between two signs of life
SWEEP = 5.0  # seconds between two looks for what no notice told us
SESSIONS = 12  # sweeps between two looks at the sessions: a minute
LEADER_LOCK = "leader"  # the lock of the process that does what one does for all


class Cluster:
    def __init__(self, tables: Tables, people: People, runners: Sequence[JobRunner]) -> None:
        self.tables = tables
        self.people = people
        self.runners = runners  # of jobs that any process may do
        self.store: Store = tables.store
        self.follower = Follower(tables)
        self.started = machine_clock.wall()
        self.hurried = asyncio.Event()  # to sweep now
        self.tasks: set[asyncio.Task[None]] = set()  # that end by themselves

    def start(self) -> "list[asyncio.Task[None]]":
        """Where there are no other processes, there is nothing to do."""
        if not self.store.is_shared:
            return []
        loop = asyncio.get_running_loop()

        def heard(line: str) -> None:
            with contextlib.suppress(RuntimeError):  # the server is gone
                loop.call_soon_threadsafe(self.hear, line)

        self.store.engine.listen(heard)
        return [
            supervise.start_task("signs of life", self.beat),
            supervise.start_task("what other processes have done", self.sweep),
        ]

    async def leave(self) -> None:
        """The others need not wait until they miss us."""
        if self.store.is_shared:
            await self.follower.close()
            process = self.store.engine.process
            await durable(self.store.put(lambda db: delete_process(db, process)))
            self.store.tell("lost")

    # ---- hearing
    def hear(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        id_, _, rev = rest.partition(" ")
        if kind in ("", "lost"):  # something may have been told that we have not heard
            self.tables.orphaned.set()
            self.hurried.set()
        elif kind == "session":
            self.tables.end_sessions(self.people.hear([id_]))
        elif kind == "done" and isinstance(self.tables.thinking, SharedThinking):
            self.tables.thinking.hear(rest)
        elif kind == "block":
            task = supervise.start_task("blocks of a person", partial(self.tables.read_blocks, id_), ends=True)
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        elif kind == "deleted":
            self.tables.forget(id_)
        else:
            if kind == "table":
                self.tables.news.tell_of_table(id_)
            self.follower.hear(kind, id_, rev)

    # ---- looking for ourselves
    async def sweep(self) -> None:
        number = 0
        while True:
            try:
                await asyncio.wait_for(self.hurried.wait(), SWEEP)
            except TimeoutError:
                number += 1
            self.hurried.clear()
            await self.follower.look_at_all()
            for runner in self.runners:
                await runner.look()
            if number % SESSIONS == 0:
                await self.check_sessions()

    async def check_sessions(self) -> None:
        self.people.read_again()
        sockets = (socket for table in self.tables.live.values() for socket in table.sockets)
        ids = sorted({socket.session for socket in sockets if socket.session is not None})
        for first in range(0, len(ids), 500):
            ended = await asyncio.to_thread(ended_among, self.store, ids[first : first + 500])
            self.tables.end_sessions(self.people.hear(ended))

    # ---- signs of life, and who leads
    async def beat(self) -> None:
        while True:
            await show_life(self.store, "serve", self.started)
            await self.lead()
            await self.find_thinkers()
            await asyncio.sleep(BEAT)

    async def find_thinkers(self) -> None:
        """If there are any, what takes long is left to them."""
        found = await asyncio.to_thread(has_thinkers, self.store, machine_clock.wall())
        for runner in self.runners:
            runner.is_left = found
        if isinstance(self.tables.thinking, SharedThinking):
            self.tables.thinking.has_thinkers = found

    async def lead(self) -> None:
        """One process looks after clocks, lost processes and tables where nobody is; which one, the database says."""
        engine, led = self.store.engine, self.tables.leads
        self.tables.leads = await asyncio.to_thread(engine.hold, LEADER_LOCK)
        if not self.tables.leads:
            return
        if not led:
            log.info("This process leads now.")
            self.tables.orphaned.set()
        await self.tables.uptime.note()
        now = machine_clock.wall()
        gone = await durable(self.store.put(lambda db: delete_gone(db, now)))
        for number in gone:
            await asyncio.to_thread(engine.end_holder, number)
        if gone:
            log.warning("Processes that are gone, and whose work others do: %d.", len(gone))
            self.tables.orphaned.set()
            self.hurried.set()
            self.store.tell("lost")
