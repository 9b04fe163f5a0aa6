"""The parts of one server, put together, and what goes on in the background while it runs."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from skerry.server.bots.thinking import Thinking
from skerry.server.cluster.cluster import Cluster
from skerry.server.cluster.remote_thinking import SharedThinking
from skerry.server.errors import StoreError
from skerry.server.notices.due import DueNotices
from skerry.server.notices.my_notices import MyNotices
from skerry.server.notices.outlets import Outlets, check_notice_settings
from skerry.server.notices.sending import NoticeSender
from skerry.server.people.cookie import Cookies, read_secret
from skerry.server.people.house_rules import HouseRules
from skerry.server.people.sessions import People
from skerry.server.programs.tokens import REVOKED, Tokens
from skerry.server.runtime import supervise
from skerry.server.runtime.figures import Gauges
from skerry.server.runtime.garbage import collecting_garbage
from skerry.server.settings import Settings
from skerry.server.store import bulk
from skerry.server.store.copies import legacy_files
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.engine.folder import hold
from skerry.server.store.engine.lite import disk_errors
from skerry.server.store.store import Store, durable
from skerry.server.tables import planning, waking
from skerry.server.tables.registry import Tables
from skerry.server.tables.timeouts import Lateness
from skerry.server.web import systemd
from skerry.server.web.aftermath import AftermathCalls
from skerry.server.web.competition import CompetitionCalls
from skerry.server.web.connections import Gate
from skerry.server.web.health import Health
from skerry.server.web.invitations import InvitationCalls
from skerry.server.web.me import MeCalls
from skerry.server.web.notice_calls import NoticeCalls
from skerry.server.web.operator import OperatorCalls
from skerry.server.web.orders import OperatorOrders
from skerry.server.web.people_calls import PeopleCalls
from skerry.server.web.practice import PracticeCalls
from skerry.server.web.previews import page_with, preview_of
from skerry.server.web.program_api import ProgramApi
from skerry.server.web.quotas import TableQuota
from skerry.server.web.static import page_file, page_folder
from skerry.server.web.table_calls import TableCalls
from skerry.server.web.token_calls import TokenCalls
from skerry.server.web.visitors import Visitors, new_visitor
from skerry.server.web.websocket import TableSockets

PAGE_COST = 0.1  # of reading: a page has dozens of files, and many people may share an address
SWEEP_TOKENS = 10  # seconds between two looks for revoked tokens
LAST_NOTE = 3.0  # seconds for the last thing that is written
THREADS = 24  # for reading and for computing, where several processes share a database
FIRST_PAGE = 2  # seconds in which only the first page is served


class Site:
    """The parts of one server, put together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        check_notice_settings(settings)
        with disk_errors(settings.data):
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder = None if settings.database else hold(settings.data)
        engine = open_engine(settings.data, settings.database)
        with disk_errors(settings.data):
            secret = engine.secret() or read_secret(settings.data / "secret")
        cookies = Cookies(secret)
        self.store = Store(engine)
        if self.folder is not None:
            legacy_files.take_over(self.store, settings.data)
        self.people = People(self.store)
        self.rules = HouseRules(self.store)
        self.thinking: Thinking = SharedThinking(self.store, settings.deadline, bot_processes(settings.processes))
        self.tables = Tables(self.store, self.thinking)
        self.tables.check_open = self.rules.check_table
        self.lateness = Lateness(self.tables)
        self.tokens = Tokens(self.store)
        self.visitors = Visitors(cookies, self.people, self.tokens, self.rules, settings.reads_per_second)
        self.me = MeCalls(self.visitors, self.tables)
        quota = TableQuota(settings, self.store)
        self.practice = PracticeCalls(secret, self.tables, self.visitors, quota)
        self.api = ProgramApi(settings, self.visitors, self.tables, self.practice.reviews, quota)
        self.token_calls = TokenCalls(settings, self.visitors, self.end_tokens)
        self.competition = CompetitionCalls(settings, self.tables, self.visitors, quota)
        self.people_calls = PeopleCalls(self.me, self.competition)
        self.calls = TableCalls(settings, self.tables, self.me, self.practice, self.competition, quota)
        self.invitations = InvitationCalls(settings, self.tables, self.visitors)
        self.aftermath = AftermathCalls(settings, self.tables, self.visitors, quota)
        self.sockets = TableSockets(settings, self.visitors, self.tables, self.aftermath.table_of_link)
        self.operator = OperatorOrders(self.rules, self.people, self.tables, self.api.streams)
        self.outlets = Outlets(settings, secret)
        self.sender = NoticeSender(self.tables, self.outlets)
        self.due = DueNotices(self.tables, self.sender.woken.set)
        self.notice_calls = NoticeCalls(self.visitors, MyNotices(self.store, self.outlets))
        self.cluster = Cluster(self.tables, self.people, self.practice.runners)
        self.sockets.closing.streams = self.api.streams
        self.health = Health(self.store)
        self.gate = gate = Gate(settings)
        turns = self.thinking.turns
        self.gauges: Gauges = {
            "sockets": lambda: len(self.sockets.closing.sockets),
            "connections": lambda: len(gate.open),
            "live_tables": lambda: len(self.tables.live),
            "bots_waiting": lambda: len(turns.waiting),
            "bots_thinking": lambda: len(turns.running),
        }
        self.operator_calls = OperatorCalls(self.rules, self.tables, self.gauges)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await durable(self.store.put(partial(bulk.delete_unfinished, only_old=self.store.is_shared)))
        if self.store.is_shared:  # a database that hangs must not keep other work from getting a thread
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "skerry"))
        for runner in self.practice.runners:  # what was left to do before the last end
            await runner.look()
        uptime = self.tables.uptime
        tasks = [
            supervise.start_task("the machine's clocks", uptime.tick),
            supervise.start_task("the uptime", uptime.watch),
            supervise.start_task("the clocks of the tables", self.lateness.watch),
            supervise.start_task("plans left lying", partial(planning.watch_plans, self.tables)),
            supervise.start_task("bots after a start", partial(waking.watch, self.tables)),
            supervise.start_task("stalled connections", app.state.gate.sweep),
            supervise.start_task("revoked tokens", self.end_revoked),
            supervise.start_task("the operator's rules", partial(self.rules.watch, self.operator.apply)),
            supervise.start_task("the operator's figures", self.operator_calls.watch),
            *self.cluster.start(),
            supervise.start_task("the watchdog", systemd.watchdog, ends=True),
        ]
        tasks += self.competition.start_tasks()
        if self.outlets.has_packages:
            tasks.append(supervise.start_task("notices that are due", self.due.watch))
            tasks.append(supervise.start_task("sending notices", self.sender.watch))
        if self.settings.warm:
            tasks.append(supervise.start_task("the bots' processes", self.warm_up, ends=True))
        if self.settings.package:
            change_over = partial(self.change_over, self.settings.package)
            tasks.append(supervise.start_task("the compiled engine", change_over, ends=True))
        async with collecting_garbage():
            yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.sender.close()
        await self.health.close()
        await self.tables.close()
        await self.practice.close()
        with contextlib.suppress(StoreError, TimeoutError):  # the database may be away, and we should be, too
            await asyncio.wait_for(uptime.note(), LAST_NOTE)
            await asyncio.wait_for(self.cluster.leave(), LAST_NOTE)
        self.thinking.close()
        await asyncio.to_thread(self.store.close)
        if self.folder is not None:
            self.folder.close()

    async def end_revoked(self) -> None:
        """Another process may have revoked a token that something here was opened with."""
        while True:
            await asyncio.sleep(SWEEP_TOKENS)
            sockets = [socket for table in self.tables.live.values() for socket in table.sockets]
            opened = {socket.session for socket in sockets if socket.session is not None}
            opened |= {stream.token.session for stream in self.api.streams.streams}
            self.end_tokens(await self.tokens.revoked(opened))

    def end_tokens(self, sessions: list[str]) -> None:
        self.tables.end_sessions(sessions, REVOKED)
        self.api.streams.end_sessions(sessions)

    async def warm_up(self) -> None:
        await asyncio.sleep(FIRST_PAGE)
        self.thinking.warm_up()

    async def change_over(self, package: Path) -> None:
        await self.thinking.wait_for(package)
        with contextlib.suppress(OSError):  # the terminal may be gone by now
            print("The engine is compiled. Bots think faster now.", flush=True)

    # ---- HTTP
    async def table_page(self, request: Request) -> Response:
        """The same page, and for a table where people gather, what programs that preview links show of it."""
        return await self.page(request, await preview_of(self.store, request))

    async def page(self, request: Request, preview: str = "") -> Response:
        self.visitors.check_reads(request, PAGE_COST)
        folder = page_folder(self.settings.page)
        response = await (page_with(folder, preview) if folder and preview else page_file(request, folder))
        if response.media_type == "text/html":
            visitor = await self.visitors.anybody(request) or new_visitor()
            if self.visitors.cookies.of(request) in (None, visitor.session):  # else it has ended, see Visitors.greet
                self.visitors.cookies.welcome(visitor.session, request, response)
        return response


def bot_processes(servers: int) -> int:
    """All cores but one, shared by the servers on this machine."""
    return max(1, ((os.cpu_count() or 2) - 1) // servers)
