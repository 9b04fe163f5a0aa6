"""The HTTP calls about what goes with a game and what comes after it: notes, a rematch, a link to the replay."""

import asyncio
import secrets

from starlette.requests import Request
from starlette.responses import Response

from skerry.core.game import OptionError
from skerry.match import MatchError
from skerry.server.errors import TOO_MANY, Denied, NotFound, Refusal, TableError, TooMany, as_sentence
from skerry.server.protocol.aftermath_calls import REPLAY_HEADER, PrivateNote, RematchMade, RematchWish, ReplayLink
from skerry.server.protocol.calls import Curve
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import Settings
from skerry.server.store import aftermath
from skerry.server.store.seats import has_sat, seats_of
from skerry.server.store.store import durable
from skerry.server.tables import history
from skerry.server.tables.registry import Tables
from skerry.server.tables.rematches import vote
from skerry.server.tables.table import REPLAY_OVER, LiveTable
from skerry.server.web.bodies import json_response, read_call
from skerry.server.web.quotas import TableQuota
from skerry.server.web.visitors import FILE_COST, Visitor, Visitors, check_origin

LINK_SECRET_BYTES = 18


class AftermathCalls:
    def __init__(self, settings: Settings, tables: Tables, visitors: Visitors, quota: TableQuota) -> None:
        self.tables = tables
        self.store = tables.store
        self.visitors = visitors
        self.quota = quota
        self.writing = Allowance(settings.chats_per_minute / 60, settings.chats_per_minute)

    async def rematch(self, request: Request) -> Response:
        visitor = await self.changing(request)
        wish = await read_call(request, RematchWish)
        if wish.yes:
            self.quota.check_rate(request, visitor.person)
            await self.quota.check_space(visitor.person)
        try:
            made = await vote(self.tables, visitor.person, request.path_params["id"], wish)
        except (MatchError, OptionError) as error:
            raise Refusal(as_sentence(error)) from error
        return json_response(RematchMade(made))

    # ---- private notes
    async def note(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        table = await self.tables.open(request.path_params["id"])
        table.check_entry(person)
        words = await asyncio.to_thread(aftermath.read_note, self.store, table.id, person) if person else ""
        return json_response(PrivateNote(words))

    async def write_note(self, request: Request) -> Response:
        visitor = await self.changing(request)
        note = await read_call(request, PrivateNote)
        table = await self.tables.open(request.path_params["id"])
        if not await self.has_played(table, visitor.person):
            raise Denied("Notes are for those who play. Take a seat first.")
        self.store.check_load()
        words = note.words.strip()
        await durable(
            self.store.put(lambda db: aftermath.write_note(db, table.id, visitor.person, words)),
        )
        return json_response(PrivateNote(words))

    # ---- a link to the replay
    async def replay_link(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        table = await self.tables.open(request.path_params["id"])
        await self.check_player(table, person)
        return json_response(ReplayLink(await asyncio.to_thread(aftermath.read_replay_secret, self.store, table.id)))

    async def make_replay_link(self, request: Request) -> Response:
        visitor = await self.changing(request)
        table = await self.tables.open(request.path_params["id"])
        await self.check_player(table, visitor.person)
        async with table.lock:
            if not (await table.current()).over:
                raise TableError("You can share the replay once the game is over.")
        secret, person = secrets.token_urlsafe(LINK_SECRET_BYTES), visitor.person
        made = await durable(
            self.store.put(lambda db: aftermath.write_replay_secret(db, table.id, secret, person)),
        )
        return json_response(ReplayLink(made))

    async def revoke_replay_link(self, request: Request) -> Response:
        """Whoever looks at the replay with it is sent away."""
        visitor = await self.changing(request)
        table = await self.tables.open(request.path_params["id"])
        await self.check_player(table, visitor.person)
        await durable(self.store.put(lambda db: aftermath.delete_replay_secret(db, table.id)))
        table.end_replays()
        self.store.tell(f"replays {table.id}")
        return json_response(ReplayLink(""))

    async def replay_curve(self, request: Request) -> Response:
        """Points by round, for somebody with the link."""
        self.visitors.check_reads(request, FILE_COST)
        await self.visitors.known(request)
        table = await self.table_of_link(request.headers.get(REPLAY_HEADER, ""))
        return json_response(Curve(await history.points_curve(table)))

    async def table_of_link(self, secret: str) -> LiveTable:
        found = await asyncio.to_thread(aftermath.find_replay, self.store, secret[:100]) if secret else None
        if found is None:
            raise NotFound(REPLAY_OVER)
        return await self.tables.open(found)

    # ---- who may
    async def changing(self, request: Request) -> Visitor:
        """Whoever wants to change something, at most so often."""
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        if not self.writing.take(visitor.person):
            raise TooMany(TOO_MANY)
        return visitor

    async def check_player(self, table: LiveTable, person: str | None) -> None:
        if person is None or not await self.has_played(table, person):
            raise Denied("Only the players can share the replay of their game.")

    async def has_played(self, table: LiveTable, person: str) -> bool:
        if seats_of(table.places, person):
            return True
        return bool(await asyncio.to_thread(has_sat, self.store, table.id, person))
