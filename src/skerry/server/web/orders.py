"""What the operator decides while the server runs: it reaches those who are here already."""

import asyncio
import logging

from skerry.server.errors import NotFound
from skerry.server.people.house_rules import HouseRules, ban_words, ending_words
from skerry.server.people.sessions import People
from skerry.server.programs.events import EventStreams
from skerry.server.store.house import HouseRule
from skerry.server.store.seats import read_chat
from skerry.server.tables.following import refresh
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.operator")


class OperatorOrders:
    def __init__(self, rules: HouseRules, people: People, tables: Tables, streams: EventStreams) -> None:
        self.rules = rules
        self.people = people
        self.tables = tables
        self.streams = streams

    async def apply(self, rule: HouseRule) -> None:
        if rule.kind == "ended":
            self.end_table(rule)
        elif rule.kind == "ban":
            self.turn_out(rule)
        elif rule.kind == "forgotten":
            await self.forget(rule)

    def end_table(self, rule: HouseRule) -> None:
        log.info("Table %s was ended.", rule.name)
        if live := self.tables.live.pop(rule.name, None):
            live.close(ending_words(rule))

    def turn_out(self, rule: HouseRule) -> None:
        """What programs of a banned person have open is closed, too."""
        log.info("A ban begins.")
        for live in self.tables.live.values():
            for socket in list(live.sockets):
                if rule in self.rules.bans_on((socket.person, socket.owner), socket.host):
                    socket.end(ban_words(rule))
        for stream in self.streams.streams:
            if rule in self.rules.bans_on((stream.token.person, stream.token.owner), stream.host):
                stream.end()

    async def forget(self, rule: HouseRule) -> None:
        """The database has nothing of the person any more; what is in memory follows."""
        log.info("The data of a person was deleted.")
        sessions = [session.id for session in self.people.known.values() if session.person == rule.name]
        self.tables.end_sessions(self.people.forget(sessions))
        for id_ in rule.words.split():
            if live := self.tables.live.get(id_):
                await self.read_anew(live)

    async def read_anew(self, live: LiveTable) -> None:
        async with live.lock:
            try:
                await refresh(live)
            except NotFound:  # it was the person's alone
                self.tables.live.pop(live.id, None)
                return
            if live.lobby is not None:
                live.lobby.chat = await asyncio.to_thread(read_chat, live.store, live.id)
            for socket in live.sockets:
                socket.fail()  # they come again, and find it as it is now
