"""A live table.  A decision is checked, stored, then shown: in that order, and one at a time for each match."""

import asyncio
import logging
from collections.abc import Callable

from skerry.bots import LEVELS, Observer
from skerry.core.state import CHANCE
from skerry.match import Match, MatchError, Refused, SeatPlan
from skerry.match.match import Entry, check_seat, ends_turn
from skerry.match.picture import Line, lines, may_look, past, points_by_round, reads_chance, whole_story
from skerry.match.save import encode, write
from skerry.match.series import Book, Series, Standing
from skerry.server.pictures import Showing, bot_to_move, welcome
from skerry.server.protocol import (
    WHOLE_STORY,
    Act,
    Advice,
    Ask,
    Confirm,
    Join,
    Liking,
    Look,
    Outline,
    Past,
    Play,
    Problem,
    Rename,
    Undo,
)
from skerry.server.sockets import Socket
from skerry.server.store import Conflict, Damaged, Record, Store, StoreError
from skerry.server.thinking import Thinking

log = logging.getLogger("skerry.tables")

MAX_WATCHING = 200  # sockets of one table
MOVED_ON = "The game has moved on. Take another look."
BUG = "Something went wrong on the server. Reload the page to continue; the server's log has the details."


class TableError(Exception):
    """A request that makes no sense at this table; the words are for the person who made it."""


class Stale(TableError):
    """A click on an old picture."""


class LiveTable:
    def __init__(self, record: Record, store: Store, thinking: Thinking) -> None:
        self.id = record.id
        self.record = record
        self.store = store
        self.thinking = thinking
        self.persons = [number for number, plan in enumerate(record.plans()) if plan.bot is None]
        self.match: Match | None = None  # None: to be read from the store again
        self.welcome = b""  # to it
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.bots: asyncio.Task[None] | None = None
        self.rounds: tuple[int, list[list[int]]] | None = None  # points by round of a log of that length
        self.held: int | None = None  # the seat that is checking its turn before bots or the next person go on

    @property
    def idle(self) -> bool:
        return not self.sockets and self.bots is None and not self.lock.locked()

    # ---- coming and going
    def join(self, guest: str | None, join: Join) -> Socket:
        """For now, the owner's screen has all the people's seats, and everybody else watches."""
        if len(self.sockets) >= MAX_WATCHING:
            raise TableError(f"{MAX_WATCHING} people are watching this game already. Please try again later.")
        socket = Socket(guest, self.persons if guest == self.record.owner else [], join, self.catch_up)
        self.sockets.add(socket)
        return socket

    async def greet(self, socket: Socket) -> None:
        """What never changes, and the first picture, up to date with the store whoever has written there."""
        async with self.lock:
            if self.match is not None and await asyncio.to_thread(self.store.length, self.id) != len(self.match.log):
                self.match = None
            await self.current()
            socket.greet(self.welcome)
            await self.show_again(socket)

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        if socket.errand is not None:
            socket.errand.cancel()

    def close(self, farewell: str) -> None:
        """The table is gone: tell everybody who is there why."""
        if self.bots is not None:
            self.bots.cancel()
        for socket in self.sockets:
            socket.end(farewell)

    # ---- deciding
    async def handle(self, socket: Socket, message: Act | Look | Rename | Outline) -> None:
        """Do as the browser asks, or tell it why not."""
        try:
            if isinstance(message, Look):
                await self.look(socket, message)
                return
            async with self.lock:
                try:
                    if isinstance(message, Rename):
                        await self.rename(await self.current(), socket, message)
                    elif isinstance(message, Outline):
                        socket.outline = message.wanted
                        await self.show_again(socket)
                    else:
                        await self.decide(socket, message)
                except (Stale, Conflict):
                    socket.tell(Problem(MOVED_ON))
                    await self.show_again(socket)
        except Refused as error:
            socket.tell(Problem(error.reason.words, error.reason))
        except (TableError, MatchError, Damaged) as error:
            socket.tell(Problem(str(error)))
        except StoreError as error:
            log.error("table %s: %s", self.id, error)
            socket.tell(Problem(f"Your move could not be saved, so it does not count: {error}"))
        except Exception:
            log.exception("table %s: %r", self.id, message)
            socket.tell(Problem(BUG))

    async def decide(self, socket: Socket, message: Act) -> None:
        match = await self.current()
        if not socket.seats:
            raise TableError("You are watching. Only the players can make moves.")
        if message.version != len(match.log):
            raise Stale
        if isinstance(message, Play) and match.typed_in and match.to_move == CHANCE:
            await self.read_in(match, socket, message)
            return
        self.check_seat(match, socket, message.seat)
        if isinstance(message, Play):
            holds = message.seat if message.hold else None
            await self.change(match, lambda: match.play(message.seat, message.text), holds, len(socket.seats) > 1)
        elif isinstance(message, Undo):
            await self.change(match, lambda: match.undo(message.seat))
        else:
            self.confirm(match, message)

    def check_seat(self, match: Match, socket: Socket, seat: int) -> None:
        if seat not in socket.seats:
            raise TableError(f"{match.seat_name(seat)} is not playing on this screen.")

    async def rename(self, match: Match, socket: Socket, message: Rename) -> None:
        self.check_seat(match, socket, message.seat)
        plans = list(match.seats)
        plans[message.seat] = check_seat(SeatPlan(message.name))
        await asyncio.wrap_future(self.store.rename(self.id, plans))
        match.seats = plans
        self.show_all(match)

    def confirm(self, match: Match, message: Confirm) -> None:
        if self.held == message.seat:
            self.held = None
        self.show_all(match)
        self.wake_bots(match)

    async def read_in(self, match: Match, socket: Socket, message: Play) -> None:
        """A roll or a draw at the real table, typed in by one who may see it."""
        if not any(reads_chance(match, seat) for seat in socket.seats if message.seat in (seat, CHANCE)):
            name = match.seat_name(message.seat)
            raise TableError(f"{name} cannot see this roll or card, so somebody else has to enter it.")
        try:
            await self.change(match, lambda: match.play(CHANCE, message.text))
        except Refused as error:  # why not may be what somebody else holds
            raise TableError("That cannot come up now. Check the dice or cards on your table.") from error

    async def change(
        self, match: Match, act: Callable[[], list[Entry]], holds: int | None = None, is_shared: bool = False
    ) -> None:
        """Act, store it, show it.  If it cannot be stored, nobody ever sees it.

        The seat that `holds` may look over a turn that this ended; at a shared screen also what chance gave it.
        """
        first = len(match.log)
        try:
            entries = act()
            book = self.told(match)[1] if match.over else None
            await asyncio.wrap_future(self.store.append(self.record, first, entries, match.to_move, book))
        except MatchError:  # raised before anything has changed
            raise
        except BaseException:
            self.match = None
            raise
        self.held = holds if holds is not None and ends_turn(match, holds, is_shared) else None
        self.show_all(match)
        self.wake_bots(match)

    # ---- showing
    def show_all(self, match: Match) -> None:
        showing = Showing(match, self.held, self.told(match)[0], self.thinking.hurries(match))
        for socket in self.sockets:
            socket.show(showing.push)

    def told(self, match: Match) -> tuple[Standing | None, Book | None]:
        """Where the series of this match stands, with its result if it is over; and what is to be kept of that."""
        book = self.record.book()
        if book is None:
            return None, None
        series = Series(book)
        return series.record(match) if match.over else series.standing, series.book

    async def show_again(self, socket: Socket) -> None:
        """The picture for this one; for all, if the store knows more than we did."""
        known = self.match is not None
        match = await self.current()
        if known:
            showing = Showing(match, self.held, self.told(match)[0], self.thinking.hurries(match))
            socket.show(showing.push)
        else:
            self.show_all(match)
        self.wake_bots(match)

    async def catch_up(self, socket: Socket) -> None:
        async with self.lock:  # what has not been stored yet is shown to nobody
            await self.show_again(socket)

    async def current(self) -> Match:
        """The match as the store has it.  Only under the lock."""
        if self.match is None:
            match = await asyncio.to_thread(read, self.store, self.record)
            for warning in match.warnings:
                log.warning("table %s: %s", self.id, warning)
            self.match = match
            self.welcome = welcome(match)
            self.held = None
        return self.match

    # ---- looking back: on a snapshot and off the event loop, so that nobody's move waits for it
    async def look(self, socket: Socket, message: Look) -> None:
        match = await self.seen_by(socket.seats, message.seat)
        story = WHOLE_STORY if match.over else message.seat
        seen, points, words = await asyncio.to_thread(past, match, message.seat, message.move)
        socket.tell(Past(seen, points, story, len(match.moves), words if socket.outline else None))
        async with self.lock:
            socket.follows = story
            if socket.told.logs.get(story) != len(match.log):
                await self.show_again(socket)

    async def seen_by(self, seats: list[int], seat: int) -> Match:
        """A snapshot for a browser with these `seats` that wants to see through the eyes of this seat."""
        async with self.lock:
            match = await self.current()
            if not may_look(match, seat, seats):
                raise TableError("You can see through this player's eyes once the game is over.")
            return match.snapshot()

    async def saved(self, guest: str | None) -> bytes | None:
        """The match as a file; None before the end, for seed and hidden decisions are in it.

        The owner of a match that cannot be played here gets its file at any time.
        """
        async with self.lock:
            try:
                match = (await self.current()).snapshot()
            except Damaged:
                is_open = self.record.to_move is None or guest == self.record.owner
                return write(await asyncio.to_thread(self.store.saved, self.record)) if is_open else None
        return await asyncio.to_thread(encode, match) if match.over else None

    async def curve(self) -> list[list[int]]:
        """Points by round, worked out when first asked for.  Before the end they would give away what is hidden."""
        async with self.lock:
            match = (await self.current()).snapshot()
        if not match.over:
            raise TableError("Points by round are shown once the game is over.")
        if self.rounds is None or self.rounds[0] != len(match.log):
            self.rounds = len(match.log), await asyncio.to_thread(points_by_round, match)
        return self.rounds[1]

    async def story(self, guest: str | None, seat: int) -> list[Line]:
        """The log as this guest may read it through the eyes of the seat."""
        match = await self.seen_by(self.persons if guest == self.record.owner else [], seat)
        return (
            await asyncio.to_thread(whole_story, match) if match.over else await asyncio.to_thread(lines, match, seat)
        )

    # ---- hints
    def ask(self, socket: Socket, message: Ask) -> None:
        """Thinking takes a while; meanwhile the connection stays responsive."""
        if socket.errand is not None and not socket.errand.done():
            socket.tell(Problem("Still working on your last hint."))
        else:
            socket.errand = asyncio.create_task(self.advise(socket, message))

    async def advise(self, socket: Socket, message: Ask) -> None:
        try:
            async with self.lock:
                match = await self.current()
                if message.version != len(match.log):
                    raise TableError(MOVED_ON)
                if message.seat not in socket.seats or message.seat != match.to_move:
                    raise TableError("You can ask for a hint when it is your turn.")
                if message.level not in LEVELS:
                    raise TableError(f"there is no bot {message.level!r}; there are: {', '.join(LEVELS)}")
                observer = Observer(match.game, match.state, message.seat)
            rows = await self.thinking.advise(message.level, observer)
            if rows is None:
                raise TableError("The bot ran out of time. Try again, or pick a faster level.")
            options = [Liking(match.actions.text(action), share, value) for action, share, value in rows]
            socket.tell(Advice(message.version, message.level, options))
        except (TableError, StoreError) as error:
            socket.tell(Problem(str(error)))
        except Exception:
            log.exception("table %s: %r", self.id, message)
            socket.tell(Problem(BUG))

    # ---- bots
    def wake_bots(self, match: Match) -> None:
        if self.bots is None and self.held is None and bot_to_move(match) is not None:
            self.bots = asyncio.create_task(self.run_bots(), name=f"bots of table {self.id}")

    async def run_bots(self) -> None:
        """Bots move until it is a person's turn.  They stop if the disk fails, and go on when somebody joins."""
        try:
            while await self.let_bot_decide():
                pass
        except StoreError as error:
            log.error("table %s: %s", self.id, error)
            words = f"A bot's move could not be saved, so it does not count: {error}."
            self.tell_all(Problem(f"{words} Reload the page to continue."))
        except Exception:
            log.exception("table %s: a bot cannot decide", self.id)
            self.tell_all(Problem(BUG))
        finally:
            self.bots = None

    async def let_bot_decide(self) -> bool:
        async with self.lock:
            match = await self.current()
            seat = bot_to_move(match)
            if seat is None or self.held is not None:
                return False
            length = len(match.log)
            observer = Observer(match.game, match.state, seat)
        action = await self.thinking.choose(match.seats[seat].bot or "", observer)
        async with self.lock:
            if self.match is match and len(match.log) == length:  # otherwise somebody has undone something
                text = match.actions.text(action)
                try:
                    await self.change(match, lambda: match.play(seat, text))
                except Conflict:
                    self.show_all(await self.current())
        return True

    def tell_all(self, problem: Problem) -> None:
        for socket in self.sockets:
            socket.tell(problem)


def read(store: Store, record: Record) -> Match:
    """A broken game must not look like a broken server."""
    try:
        return store.load(record)
    except Damaged as error:
        log.warning("table %s: %s", record.id, error.__cause__ or error)
        raise
    except StoreError:
        raise
    except Exception as error:
        log.exception("table %s", record.id)
        raise Damaged(f"table {record.id}: cannot be continued; see the server's log") from error
