"""The lobby of a table for friends: who may come in, the settings, the invitation, the start.

Who sits down is in `seating.py`; what people do here with a message of the page is in `messages/`.
Everything here happens under the table's lock.
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skerry.match import Match, SeatPlan
from skerry.match.asides import RETURNED
from skerry.match.names import lookalike_key
from skerry.server.errors import NotFound, TableError
from skerry.server.runtime import machine_clock
from skerry.server.store import seats
from skerry.server.store.aftermath import RematchVote
from skerry.server.store.engine.db import Work
from skerry.server.store.seats import MAX_CHAT, Place, Spoken, TableTerms
from skerry.server.store.store import durable
from skerry.server.tables.following import retrying
from skerry.server.tables.gallery import WatchersGallery
from skerry.server.tables.ids import new_code
from skerry.server.tables.lobby_view import LobbyView
from skerry.server.tables.socket import Socket
from skerry.server.tables.table_bots import check_level

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

NOT_COUNTED = -1  # the number of a message that is not stored yet
INVITATION_OVER = "This invitation is no longer valid. Ask your friend for a new link."


class Lobby:
    """The people at one live table."""

    def __init__(
        self, table: "LiveTable", terms: TableTerms, chat: Sequence[Spoken], votes: Sequence[RematchVote] = ()
    ) -> None:
        self.table = table
        self.terms = terms
        self.chat = list(chat)
        self.gallery = WatchersGallery(table)
        self.votes = list(votes)  # for a rematch, the first who answered first

    # ---- who may come in
    @property
    def has_begun(self) -> bool:
        return self.terms.begun is not None

    def check_entry(self, mine: list[int], invitation: str) -> None:
        if not mine and not self.terms.watching and not self.is_invitation(invitation) and not self.is_open():
            raise NotFound("This game is for its players only. Ask them for an invitation.")

    def is_invitation(self, secret: str) -> bool:
        """Is this the secret of the link?"""
        invitation = self.terms.invitation
        return bool(invitation) and secrets.compare_digest(invitation.encode(), secret.encode())

    def is_open(self) -> bool:
        """May anybody sit down?  Not once the cards are dealt."""
        return self.terms.listed and not self.has_begun

    def check_hints(self) -> None:
        if not self.terms.hints:
            raise TableError("This game is played without hints.")

    def check_name(self, plans: Sequence[SeatPlan], seat: int, name: str) -> None:
        """No two players may have names that look alike."""
        for number, plan in enumerate(plans):
            if number != seat and lookalike_key(plan.name) == lookalike_key(name):
                raise TableError(f"Somebody here is already called {plan.name}. Choose another name.")

    def check_bots(self, level: str) -> None:
        check_level(level)
        if self.table.record.is_table:
            raise TableError("With real dice and cards, a bot cannot play, because it cannot see its cards.")

    def check_roster(self) -> None:
        """Who plays a rated game is settled when it starts."""
        if self.terms.rated and self.has_begun:
            raise TableError("This game is rated, so only those who started it play.")

    async def is_over(self) -> bool:
        return self.has_begun and (await self.table.current()).over

    # ---- who sits where
    async def seat(
        self,
        plans: Sequence[SeatPlan],
        places: list[Place],
        event: str,
        owner: str = "",
        asides: Sequence[tuple[int, str]] = (),
        terms: TableTerms | None = None,
    ) -> None:
        """Store it, say it in the chat, show it to all; and start if nobody is missing any more."""
        if not asides and self.has_begun:
            asides = self.asides(plans, places)
        before = self.terms.invitation
        said = self.event(event)
        said = await self.table.seat(plans, places, owner or self.table.record.owner, said, asides, terms)
        self.pass_on_invitation(before)
        await self.add_to_chat(said)
        self.send_away("You no longer have a seat in this game.")
        await self.start_if_ready()
        self.show()

    def asides(self, plans: Sequence[SeatPlan], places: Sequence[Place]) -> list[tuple[int, str]]:
        """What the log says of bots that sit down and people who come back."""
        found = []
        for seat, (before, now) in enumerate(zip(self.table.record.plans(), plans, strict=True)):
            if before.bot != now.bot:
                kind = "bot" if places[seat].person else "left"
                found.append((seat, RETURNED if now.bot is None else f"({kind}: {now.bot})"))
        return found

    def send_away(self, words: str) -> None:
        """Close the connections of those who may not watch."""
        if self.terms.watching or self.is_open():
            return
        for socket in list(self.table.sockets):
            if socket.is_replay:  # the game is over, and whoever has the link may look at it
                continue
            if not socket.seats and not self.is_invitation(socket.invitation):
                socket.end(words)

    # ---- starting
    def missing(self) -> str:
        """Why the game does not start yet, in words; empty if nothing is missing."""
        plans, places = self.table.record.plans(), self.table.places
        opened = sum(1 for plan, place in zip(plans, places, strict=True) if plan.bot is None and place.person is None)
        waits = [plan.name for plan, place in zip(plans, places, strict=True) if place.person and not place.ready]
        words = []
        if opened:
            words.append("One seat is open" if opened == 1 else f"{opened} seats are open")
        if waits:
            names = waits[0] if len(waits) == 1 else f"{', '.join(waits[:-1])} and {waits[-1]}"
            words.append(f"{names} {'is' if len(waits) == 1 else 'are'} not ready yet")
        if not any(place.person for place in places):
            words.append("nobody is here to play")
        joined = " and ".join(words)
        return joined and f"{joined[0].upper()}{joined[1:]}."

    async def start_if_ready(self) -> None:
        await retrying(self.table, self.try_to_start)

    async def try_to_start(self) -> None:
        if self.has_begun or self.missing():
            return
        record = self.table.record
        options = msgspec.json.decode(record.options, type=dict[str, str])
        match = await asyncio.to_thread(
            Match, record.game, record.plans(), options=options, typed_in=bool(record.is_table)
        )
        match.begin()
        terms, said = replace(self.terms, begun=machine_clock.wall(), code=""), self.event("The game starts")
        await self.add_to_chat(await self.table.start(match, terms, list(self.table.places), said))
        self.send_away("The game has started, and watching is not allowed.")

    # ---- settings and the invitation
    def pass_on_invitation(self, before: str) -> None:
        """Those who have a seat may still invite others when the invitation is new."""
        for socket in self.table.sockets:
            if socket.seats and socket.invitation == before:
                socket.invitation = self.terms.invitation

    def fresh_code(self) -> str:
        """Another code for a new invitation; none once the game has begun."""
        return "" if self.has_begun else new_code()

    async def save_terms(self, terms: TableTerms, more: Work | None = None, event: str = "") -> None:
        """`more` is written with them, and the `event` said in the chat."""
        table = self.table
        due = table.timer.due() if table.timer else None
        said = self.event(event) if event else []
        numbered = await durable(
            seats.write_seating(table.store, table.record, table.places, terms, said, due=due, more=more)
        )
        table.sit(table.record.advanced(), table.places, terms)
        table.tell_others()
        await self.add_to_chat(numbered)

    # ---- the chat
    def event(self, words: str) -> list[Spoken]:
        return [Spoken(NOT_COUNTED, machine_clock.wall(), None, "", "event", words)]

    @property
    def last_said(self) -> int:
        return self.chat[-1].seq if self.chat else -1

    async def add_to_chat(self, said: Sequence[Spoken]) -> None:
        """What is stored already.  If somebody at another process was faster, that comes first."""
        if said and said[0].seq != self.last_said + 1:
            said = await asyncio.to_thread(seats.read_chat, self.table.store, self.table.id, self.last_said)
        self.show_said(said)

    def show_said(self, said: Sequence[Spoken]) -> None:
        self.chat = [*self.chat, *said][-MAX_CHAT:]
        for socket in self.table.sockets:
            if not socket.is_replay:
                socket.show_talk(said)

    # ---- showing
    async def greet(self, socket: Socket) -> None:
        if self.gallery.lines is None or self.table.store.is_shared:
            await self.gallery.read()
        if self.chat:
            socket.show_talk(self.chat)
        self.show()

    def show(self) -> None:
        self.table.presence.tell()
        self.gallery.show()
        view = LobbyView(self)
        for socket in self.table.sockets:
            if not socket.is_replay:
                socket.show_friends(view.seen_by(socket))
