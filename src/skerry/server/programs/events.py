"""The stream of events of a program: its turns, games that start and end, tables that wait for it.

What is open comes first.  A stream is woken when something changes at a table of the program, and looks by itself from
time to time: another process may have changed something.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator

import msgspec

from skerry.server.errors import StoreError, TooMany
from skerry.server.protocol.program_calls import InvitedEvent, OverEvent, ProgramEvent, StartedEvent, TurnEvent
from skerry.server.runtime.wake_ups import WakeUps
from skerry.server.store.open_seats import OpenSeat, final_points, open_seats
from skerry.server.store.store import Store
from skerry.server.store.tokens import Token

log = logging.getLogger("skerry.server")

STREAM_LOOKS = 5.0  # seconds after which a stream that nobody woke looks by itself
QUIET_LINE = 20.0  # seconds after which an empty line shows that the stream is alive
MAX_STREAMS = 5  # of one token
MAX_STREAMS_OF_OWNER = 20


class EventStreams:
    """All streams of this process."""

    def __init__(self, store: Store, news: WakeUps) -> None:
        self.store = store
        self.news = news
        self.streams: set[EventStream] = set()
        self.counts: Counter[str] = Counter()  # by session of the token, and by owner
        self.are_closing = False

    def open(self, token: Token, host: str) -> "EventStream":
        """From an address.  It counts from now on, until it is closed."""
        if self.counts[token.session] >= MAX_STREAMS or self.counts[token.owner] >= MAX_STREAMS_OF_OWNER:
            raise TooMany("You have too many streams of events open. Please close some of them.")
        stream = EventStream(self, token, host)
        self.streams.add(stream)
        self.counts.update((token.session, token.owner))
        return stream

    def drop(self, stream: "EventStream") -> None:
        if stream in self.streams:
            self.streams.discard(stream)
            self.counts.subtract((stream.token.session, stream.token.owner))
            self.counts += Counter()  # drops the zeros

    def end_sessions(self, sessions: list[str]) -> None:
        for stream in self.streams:
            if stream.token.session in sessions:
                stream.end()

    def close(self) -> None:
        """End all streams because the server is stopping; programs then reconnect."""
        self.are_closing = True
        for stream in self.streams:
            stream.end()


class EventStream:
    def __init__(self, streams: EventStreams, token: Token, host: str) -> None:
        self.streams = streams
        self.token = token
        self.host = host
        self.wake: asyncio.Event | None = None
        self.has_ended = False
        self.seen: dict[str, list[OpenSeat]] = {}  # by match

    def end(self) -> None:
        self.has_ended = True
        if self.wake is not None:
            self.wake.set()

    def close(self) -> None:
        """Nobody reads it any more, or nobody ever did."""
        self.end()
        self.streams.drop(self)

    async def lines(self) -> AsyncIterator[bytes]:
        """JSON, a line for each event; an empty line when there was none for long."""
        with self.streams.news.listening(self.token.person) as self.wake:
            loop = asyncio.get_running_loop()
            said = loop.time()
            yield b"\n"  # so that the other side knows that it is connected
            while not self.has_ended and not self.streams.are_closing:
                self.wake.clear()
                for event in await self.news():
                    yield msgspec.json.encode(event) + b"\n"
                    said = loop.time()
                if loop.time() - said >= QUIET_LINE:
                    yield b"\n"
                    said = loop.time()
                try:
                    await asyncio.wait_for(self.wake.wait(), STREAM_LOOKS)
                except TimeoutError:
                    continue

    async def news(self) -> list[ProgramEvent]:
        try:
            return await asyncio.to_thread(self.look)
        except StoreError as error:
            log.error("%s", error)
            return []  # the next look finds it

    def look(self) -> list[ProgramEvent]:
        """What has happened since the last look.  Waits for the database."""
        now: dict[str, list[OpenSeat]] = {}
        for seat in open_seats(self.streams.store, self.token.person):
            now.setdefault(seat.match, []).append(seat)
        found: list[ProgramEvent] = []
        for match, seats in self.seen.items():
            if match not in now:
                points = final_points(self.streams.store, match, self.token.person)
                found.append(OverEvent(match, seats[0].game, points))
        for match, seats in now.items():
            found += events_between(self.seen.get(match, []), seats)
        self.seen = now
        return found


def events_between(before: list[OpenSeat], now: list[OpenSeat]) -> list[ProgramEvent]:
    """What has happened at one table, by the seats a program had there before and has now."""
    first = now[0]
    had = {seat.seat: seat for seat in before}
    if not first.has_begun:
        return [
            InvitedEvent(first.match, first.game, seat.seat)
            for seat in now
            if not seat.ready and (seat.seat not in had or had[seat.seat].ready)
        ]
    found: list[ProgramEvent] = []
    if not any(seat.has_begun for seat in before):
        found.append(StartedEvent(first.match, first.game, [seat.seat for seat in now]))
    for seat in now:
        old = had.get(seat.seat)
        if seat.must_act and not (old and old.must_act and old.version == seat.version):
            found.append(TurnEvent(seat.match, seat.game, seat.seat, seat.version, seat.is_to_confirm))
    return found
