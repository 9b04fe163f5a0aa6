"""Around a table for friends: coming, sitting down, getting ready, leaving, talking."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skerry.match import Match, SeatPlan, budget
from skerry.match.manners import BACK
from skerry.match.match import check_seat
from skerry.match.names import look
from skerry.server.errors import Conflict, NotFound, TableError
from skerry.server.protocol.calls import TakeSeat
from skerry.server.protocol.messages import (
    Agree,
    Away,
    Leave,
    Mark,
    React,
    Ready,
    Renew,
    Said,
    Say,
    Seating,
    StandIn,
)
from skerry.server.store import seats
from skerry.server.store.seats import MAX_CHAT, Place, Terms, seats_of
from skerry.server.store.store import durable
from skerry.server.tables.chat import clean
from skerry.server.tables.lobby_view import Around
from skerry.server.tables.socket import Socket
from skerry.server.tables.table_bots import check_level

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

BOT_NAMES = ["Runa", "Eskil", "Tove", "Halvard", "Signe", "Ivar", "Maren", "Leif"]
TURNS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
CLOSED = "To sit down here, you need an invitation from the host."
OVER = "This invitation is no longer good. Ask your friend for a new link."


def new_invitation() -> str:
    return secrets.token_urlsafe(9)


def open_seat(seat: int) -> SeatPlan:
    return SeatPlan(f"{TURNS[seat].capitalize()} seat")


class Room:
    """The people around one live table.  Everything here happens under the table's lock."""

    def __init__(self, table: "LiveTable", terms: Terms, chat: Sequence[Said]) -> None:
        self.table = table
        self.terms = terms
        self.chat = list(chat)

    # ---- who may come in
    def check_entry(self, mine: list[int], invitation: str) -> None:
        if not mine and not self.terms.watching and not self.fits(invitation) and not self.is_open():
            raise NotFound("This game is for its players only. Ask them for an invitation.")

    def fits(self, invitation: str) -> bool:
        kept = self.terms.invitation
        return bool(kept) and secrets.compare_digest(kept.encode(), invitation.encode())

    def is_open(self) -> bool:
        """May anybody sit down?  Not once the cards are dealt."""
        return self.terms.listed and self.terms.begun is None

    def check_hints(self) -> None:
        if not self.terms.hints:
            raise TableError("This game is played without hints.")

    # ---- sitting down and standing up
    async def take(self, person: str, wish: TakeSeat) -> int:
        """Seat somebody who was invited; return the seat."""
        if not self.fits(wish.invitation) and not self.is_open():
            raise TableError(OVER if wish.invitation else CLOSED)
        plans, places = self.table.record.plans(), list(self.table.places)
        if mine := seats_of(places, person):
            return mine[0]
        free = [seat for seat, plan in enumerate(plans) if plan.bot is None and places[seat].person is None]
        if wish.seat is not None and wish.seat not in free:
            raise TableError("This seat is taken. Choose another.")
        if not free:
            raise TableError("All seats are taken. You can still watch, if the host allows it.")
        seat = free[0] if wish.seat is None else wish.seat
        if self.terms.begun is not None:
            sat = await asyncio.to_thread(seats.has_sat, self.table.store, self.table.id, person)
            if set(sat) - {seat}:
                raise TableError("You have already played another seat of this game and know its secrets.")
        self.check_name(plans, seat, wish.name)
        plans[seat] = check_seat(SeatPlan(wish.name))
        places[seat] = replace(places[seat], person=person, ready=False)
        await self.seat(plans, places, f"{wish.name} took the {TURNS[seat]} seat")
        return seat

    def check_name(self, plans: Sequence[SeatPlan], seat: int, name: str) -> None:
        """Nobody is to be taken for somebody else."""
        for number, plan in enumerate(plans):
            if number != seat and look(plan.name) == look(name):
                raise TableError(f"Somebody here is called {plan.name} already. Choose another name.")

    async def seat(
        self,
        plans: Sequence[SeatPlan],
        places: list[Place],
        event: str,
        owner: str = "",
        asides: Sequence[tuple[int, str]] = (),
        terms: Terms | None = None,
    ) -> None:
        """Keep it, tell of it, show it to all; and start if nobody is missing any more."""
        said = self.event(event)
        if not asides and self.terms.begun is not None:
            asides = self.asides(plans, places)
        before = self.terms.invitation
        await self.table.seat(plans, places, owner or self.table.record.owner, said, asides, terms)
        self.pass_on(before)
        self.hear(said)
        self.send_away("You no longer have a seat in this game.")
        await self.start_if_ready()
        self.show()

    def send_away(self, words: str) -> None:
        """Those who may not watch."""
        if self.terms.watching or self.is_open():
            return
        for socket in list(self.table.sockets):
            if not socket.seats and not self.fits(socket.invitation):
                socket.end(words)

    def asides(self, plans: Sequence[SeatPlan], places: Sequence[Place]) -> list[tuple[int, str]]:
        """What the log tells of bots that sit down and people who come back."""
        found = []
        for seat, (before, now) in enumerate(zip(self.table.record.plans(), plans, strict=True)):
            if before.bot != now.bot:
                kind = "bot" if places[seat].person else "left"
                found.append((seat, BACK if now.bot is None else f"({kind}: {now.bot})"))
        return found

    async def is_over(self) -> bool:
        return self.terms.begun is not None and (await self.table.current()).over

    async def look_away(self, socket: Socket, message: Away) -> None:
        socket.is_away = message.away

    async def ready(self, socket: Socket, message: Ready) -> None:
        if self.terms.begun is not None:
            raise TableError("The game has started.")
        places = list(self.table.places)
        for seat in socket.seats:
            places[seat] = replace(places[seat], ready=message.ready)
        await self.table.seat(self.table.record.plans(), places, self.table.record.owner)
        await self.start_if_ready()

    async def choose_mark(self, socket: Socket, message: Mark) -> None:
        mark, places = message.mark, list(self.table.places)
        mine = socket.seats[0]
        for seat, place in enumerate(places):
            if place.mark == mark and seat != mine:
                if place.person is not None:
                    raise TableError("Somebody has chosen this colour already.")
                places[seat] = replace(place, mark=places[mine].mark)
        places[mine] = replace(places[mine], mark=mark)
        await self.table.seat(self.table.record.plans(), places, self.table.record.owner)

    async def stand_in(self, socket: Socket, message: StandIn) -> None:
        """A bot plays for this person, or hands back."""
        level = message.bot
        if self.terms.begun is None:
            raise TableError("The game has not started yet, so nobody needs to play for you.")
        match = await self.table.current()
        changes = max(match.spent.seatings[seat] for seat in socket.seats)
        if level is not None:
            self.check_bots(level)
            if changes >= budget.SEATINGS:
                raise TableError("A bot has sat in for you very often in this game. Play on, or leave your seat to it.")
        elif set(match.resigned) & set(socket.seats):
            raise TableError("You have resigned, so the bot plays to the end.")
        elif changes >= 2 * budget.SEATINGS:
            raise TableError("A bot has sat in for you very often in this game, so this one plays to the end.")
        plans = self.table.record.plans()
        for seat in socket.seats:
            plans[seat] = replace(plans[seat], bot=level)
        names = " and ".join(plans[seat].name for seat in socket.seats)
        event = f"{names} is back" if level is None else f"A bot ({level}) plays for {names}"
        await self.seat(plans, self.table.places, event)

    async def leave(self, socket: Socket, message: Leave) -> None:
        """Seats are given back; in a running game a bot finishes it.  If the host leaves, the next person is host."""
        if self.terms.begun is not None:
            self.check_bots(message.bot)
        plans, places = self.table.record.plans(), list(self.table.places)
        names = " and ".join(plans[seat].name for seat in socket.seats)
        for seat in socket.seats:
            self.vacate(plans, places, seat, message.bot)
        others = [place.person for place in places if place.person is not None]
        owner = self.table.record.owner
        if socket.person == owner and others:
            owner = others[0]
        await self.seat(plans, places, f"{names} left the table", owner)

    async def seat_bot(self, socket: Socket, message: Seating) -> None:
        """By the host: a bot sits down there, or the seat is open again."""
        plans, places = self.table.record.plans(), list(self.table.places)
        seat = message.seat
        if not 0 <= seat < len(plans) or seat in socket.seats:
            raise TableError("Choose somebody else's seat.")
        gone = plans[seat].name if places[seat].person else ""
        changes = (await self.table.current()).spent.seatings[seat] if self.terms.begun is not None else 0
        if not gone and changes >= budget.SEATINGS:
            raise TableError("This seat has changed hands very often in this game, so it stays as it is.")
        places[seat] = Place(None, places[seat].mark)
        if message.bot is None:
            plans[seat] = open_seat(seat)
        else:
            self.check_bots(message.bot)
            is_running = self.terms.begun is not None
            plans[seat] = SeatPlan(plans[seat].name if is_running else self.bot_name(plans), message.bot)
        now = (
            f"A bot ({message.bot}) plays the {TURNS[seat]} seat" if message.bot else f"The {TURNS[seat]} seat is open"
        )
        if not gone:
            await self.seat(plans, places, now)
            return
        terms = replace(self.terms, invitation=new_invitation())  # whoever was removed knows the old one
        await self.seat(plans, places, f"The host removed {gone}. {now}. The invitation link is new", terms=terms)

    def vacate(self, plans: list[SeatPlan], places: list[Place], seat: int, level: str) -> None:
        places[seat] = Place(None, places[seat].mark)
        plans[seat] = open_seat(seat) if self.terms.begun is None else replace(plans[seat], bot=level)

    def check_bots(self, level: str) -> None:
        check_level(level)
        if self.table.record.is_table:
            raise TableError("With real dice and cards, a bot cannot look at its cards.")

    def bot_name(self, plans: Sequence[SeatPlan]) -> str:
        taken = {plan.name for plan in plans}
        return next(name for name in BOT_NAMES if name not in taken)

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
        if self.terms.begun is not None or self.missing():
            return
        record = self.table.record
        options = msgspec.json.decode(record.options, type=dict[str, str])
        match = await asyncio.to_thread(
            Match, record.game, record.plans(), options=options, typed_in=bool(record.is_table)
        )
        match.begin()
        said = self.event("The game starts")
        await self.table.start(match, replace(self.terms, begun=time.time()), list(self.table.places), said)
        self.hear(said)
        self.send_away("The game has started, and nobody watches it.")

    # ---- the link, the rematch
    async def renew(self, _: Socket, __: Renew) -> None:
        """By the host: a new invitation, which ends the old one."""
        before = self.terms.invitation
        await self.agree(replace(self.terms, invitation=new_invitation()))
        self.pass_on(before)
        self.send_away(OVER)

    def pass_on(self, before: str) -> None:
        """Those who have a seat may go on inviting others when there is a new invitation."""
        for socket in self.table.sockets:
            if socket.seats and socket.invitation == before:
                socket.invitation = self.terms.invitation

    async def change_terms(self, _: Socket, message: Agree) -> None:
        if self.terms.begun is not None:
            raise TableError("The game has started, so these settings stay as they are.")
        listed, watching, hints = message.listed, message.watching, message.hints
        await self.agree(replace(self.terms, listed=listed, watching=watching, hints=hints))
        self.send_away("The host has decided that nobody watches this game.")

    async def agree(self, terms: Terms) -> None:
        table = self.table
        due = table.timer.due() if table.timer else None
        try:
            await durable(seats.keep(table.store, table.record, table.places, terms, due=due))
        except Conflict:
            await table.read_again()
            raise
        table.sit(replace(table.record, seating=table.record.seating + 1), table.places, terms)

    # ---- talking
    async def say(self, socket: Socket, message: Say) -> None:
        await self.keep_said(socket, message.n, "words", clean(message.words))

    async def react(self, socket: Socket, message: React) -> None:
        await self.keep_said(socket, message.n, "reaction", message.reaction)

    async def keep_said(self, socket: Socket, number: int, kind: str, words: str) -> None:
        seat = socket.seats[0]
        if number and any((said.seat, said.n) == (seat, number) for said in self.chat):
            return  # sent again, because the answer to it was lost
        said = Said(self.next_seq(), time.time(), seat, self.table.record.plans()[seat].name, kind, words, number)
        await durable(seats.say(self.table.store, self.table.id, said))
        self.hear([said])

    def next_seq(self) -> int:
        return self.chat[-1].seq + 1 if self.chat else 0

    def event(self, words: str) -> list[Said]:
        return [Said(self.next_seq(), time.time(), None, "", "event", words)]

    def hear(self, said: Sequence[Said]) -> None:
        self.chat = [*self.chat, *said][-MAX_CHAT:]
        for socket in self.table.sockets:
            socket.show_talk(said)

    # ---- showing
    def greet(self, socket: Socket) -> None:
        if self.chat:
            socket.show_talk(self.chat)
        self.show()

    def show(self) -> None:
        around = Around(self)
        for socket in self.table.sockets:
            socket.show_friends(around.seen_by(socket))
