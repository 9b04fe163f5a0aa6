"""The bots of one table: they decide in turn, sit in for people, and give hints."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.bots import LEVELS, Observer
from skerry.match import Match
from skerry.match.asides import ASKED_HINT, target_of
from skerry.match.match import UNDO
from skerry.server.bots.fair_queue import Errand
from skerry.server.bots.kept_bots import Position
from skerry.server.bots.thinking import HINTS_LAST
from skerry.server.errors import BOT_LOST, BUG, DISK, MOVED_ON, Conflict, Damaged, StoreError, TableError, as_sentence
from skerry.server.protocol.messages import Advice, Ask, Problem
from skerry.server.runtime.supervise import Pause
from skerry.server.tables.following import refresh, retrying
from skerry.server.tables.push import bot_to_move
from skerry.server.tables.socket import Socket
from skerry.teacher.hints.hint import word_hint
from skerry.teacher.hints.model import Hint
from skerry.teacher.hints.thought import Thought
from skerry.teacher.lessons.courses import lesson_bot_seed
from skerry.teacher.lessons.guided_hint import guided_hint

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

WAITS_FOR_OTHERS = (0.1, 0.3, 1.0)  # seconds between tries to decide in the place of another process
LATE_LEVEL = "easy"  # of the bot that moves for somebody whose time is up
BOT_RETRY, BOT_RETRY_MOST = 2.0, 300.0  # seconds until bots that failed try again: first, and at most


def check_level(level: str) -> str:
    if level not in LEVELS:
        raise TableError(f"There is no bot {level!r}. Choose from: {', '.join(LEVELS)}.")
    return level


def taken_back(match: Match) -> int:
    """The length of the log after something was last taken back, or 0."""
    places = range(len(match.log) - 1, -1, -1)
    texts = ((place, match.log[place].text) for place in places)
    return next((place + 1 for place, text in texts if text == UNDO or target_of(text) is not None), 0)


class BotsAtTable:
    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.task: asyncio.Task[None] | None = None
        self.nudged = asyncio.Event()  # somebody has joined or moved: what failed is tried again now
        self.in_hurry = False  # the game is to be finished, though only bots are left and nobody watches
        self.late: int | None = None  # a person whose time is up: a bot ends the turn

    @property
    def busy(self) -> bool:
        return self.task is not None

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    # ---- hints
    def ask(self, socket: Socket, message: Ask) -> None:
        """Thinking takes a while; meanwhile the connection stays responsive.  A new question ends the last thought."""
        if socket.errand is not None and not socket.errand.done():
            if message.version <= socket.asked_at:
                socket.tell(Problem("Still working on your last hint."))
                return
            socket.errand.cancel()
        socket.asked_at = message.version
        socket.errand = asyncio.create_task(self.advise(socket, message))

    async def advise(self, socket: Socket, message: Ask) -> None:
        table = self.table
        try:
            async with table.lock:
                match = await retrying(table, lambda: self.check_question(socket, message))
                version = len(match.log)
                observer = Observer(match.game, match.state, message.seat)
            if (taught := self.taught(match, observer)) is not None:
                socket.tell(Advice(version, socket.hints.tell(taught, match, observer.seat)))
                return
            thought = await self.think_on(socket, observer, None)
            if thought is None:
                raise TableError("The bot ran out of time. Please try again.")
            version = self.tell_hint(socket, match, version, observer, thought)
            while not thought.is_done and match.stands_since(version):
                refined = await self.think_on(socket, observer, thought)
                thought = refined or replace(thought, is_done=True)
                version = self.tell_hint(socket, match, version, observer, thought, is_refined=True)
        except TableError as error:
            socket.tell(Problem(str(error)))
        except StoreError as error:
            log.error("Table %s: %s", table.id, error)
            socket.tell(Problem(DISK))
        except Exception:
            log.exception("Table %s: a %s failed.", table.id, type(message).__name__)
            socket.tell(Problem(BUG))

    def taught(self, match: Match, observer: Observer) -> Hint | None:
        """What the guide of a first game suggests at this question, as a hint."""
        guide = self.table.guide
        return None if guide is None else guided_hint(observer, guide.now(match))

    async def think_on(self, socket: Socket, observer: Observer, before: Thought | None) -> Thought | None:
        """One step: others may have a hint in between."""
        thinking = self.table.thinking
        errand = Errand(socket.person or "", self.table.id, thinking.deadline * HINTS_LAST, is_hint=True)
        return await thinking.advise(observer, before, errand)

    def tell_hint(
        self, socket: Socket, match: Match, version: int, observer: Observer, thought: Thought, is_refined: bool = False
    ) -> int:
        """The version of the table that the hint is for: what others said meanwhile does not matter."""
        if match.stands_since(version):
            version = len(match.log)
        elif is_refined:
            return version  # too late: the question has been answered
        found = word_hint(observer, thought)
        socket.tell(Advice(version, socket.hints.tell(found, match, observer.seat, is_refined)))
        return version

    async def check_question(self, socket: Socket, message: Ask) -> Match:
        """The match about which this hint may be given.  Only under the lock."""
        table = self.table
        match = await table.current()
        if not match.stands_since(message.version):
            raise TableError(MOVED_ON)
        if message.seat not in socket.seats or message.seat != match.to_move:
            raise TableError("You can ask for a hint when it is your turn.")
        if len(match.state.legal_actions()) < 2:
            raise TableError("There is nothing to decide here.")
        if table.lobby is not None:
            table.lobby.check_hints()
            await self.tell_of_hint(match, message.seat)
        return match

    async def tell_of_hint(self, match: Match, seat: int) -> None:
        """Everybody sees that somebody asks; once for each decision."""
        said = match.log[match.moves[-1].place + 1 if match.moves else 0 :]
        if not any(entry.seat == seat and entry.text == ASKED_HINT for entry in said):
            await self.table.change(match, lambda: match.aside(seat, ASKED_HINT))

    # ---- deciding
    def move_for(self, match: Match, seat: int) -> None:
        """Until the turn has passed on."""
        self.late = seat
        self.wake(match)

    def to_play(self, match: Match) -> tuple[int, str] | None:
        """The seat that a bot decides for now, and how well.  While the game is paused, none does."""
        if self.table.is_paused:
            return None
        seat = match.to_move
        if self.late is not None and seat != self.late:
            self.late = None
        if self.late is not None:
            return self.late, match.seats[self.late].bot or LATE_LEVEL
        bot = bot_to_move(match)
        return None if bot is None else (bot, match.seats[bot].bot or "")

    def wake(self, match: Match) -> None:
        self.nudged.set()
        if self.task is None and self.may_go_on(match):
            self.task = asyncio.create_task(self.run(), name=f"bots of table {self.table.id}")

    def may_go_on(self, match: Match) -> bool:
        return self.table.held is None and self.to_play(match) is not None and self.is_wanted()

    def is_wanted(self) -> bool:
        """Bots among themselves wait while nobody watches, also those that sit in for people."""
        table = self.table
        if table.sockets or table.match is None:
            return bool(table.sockets)
        if self.in_hurry:
            return True
        return any(
            place.person and plan.bot is None for place, plan in zip(table.places, table.match.seats, strict=True)
        )

    async def run(self) -> None:
        """Bots move until it is a person's turn.  What fails they try again, after a while or when somebody joins.

        If another process does that already, it is left to it.
        """
        pause, engine = Pause(BOT_RETRY, BOT_RETRY_MOST), self.table.store.engine
        name = f"bots of table {self.table.id}"
        is_ours = False
        try:
            is_ours = await self.take_over(name)
            while is_ours and (problem := await self.go_on(pause)) is not None:
                if pause.is_first:
                    self.table.tell_all(problem)
                await asyncio.sleep(BOT_RETRY)  # in any case, for the log's sake
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.nudged.wait(), pause.take() - BOT_RETRY)
        finally:
            self.task = None
            if is_ours and engine.process:
                await asyncio.to_thread(engine.release, name)

    async def take_over(self, name: str) -> bool:
        """Another process that has just decided lets go in a moment; one that thinks does not."""
        engine = self.table.store.engine
        for seconds in WAITS_FOR_OTHERS if engine.process else ():
            if await asyncio.to_thread(engine.hold, name):
                return True
            await asyncio.sleep(seconds)
        return not engine.process

    async def go_on(self, pause: Pause) -> Problem | None:
        """What is in the way, if anything."""
        self.nudged.clear()
        try:
            while await self.decide():
                pause.reset()
        except Damaged as error:  # trying again would not help
            log.error("Table %s: %s", self.table.id, error)
            self.table.tell_all(Problem(as_sentence(error)))
        except StoreError as error:
            log.error("Table %s: %s", self.table.id, error)
            return Problem(BOT_LOST)
        except Exception:
            log.exception("Table %s: a bot cannot decide.", self.table.id)
            return Problem(BUG)
        return None

    async def decide(self) -> bool:
        table = self.table
        async with table.lock:
            match = await table.current()
            plays = self.to_play(match)
            if plays is None or not self.may_go_on(match):
                return False
            (seat, level), length = plays, len(match.log)
            observer = Observer(match.game, match.state, seat)
            position = Position(table.id, length, taken_back(match))
            seed = None if table.guide is None else lesson_bot_seed(match, seat)
        errand = Errand(table.record.owner, table.id, table.thinking.deadline, is_wanted=self.is_wanted)
        chosen = await table.thinking.choose(level, observer, errand, position, seed)
        if chosen is None:  # nobody was there when its turn came
            return self.is_wanted()
        async with table.lock:
            is_due = match.stands_since(length) and self.to_play(match) == plays
            if table.match is match and is_due:  # otherwise somebody has undone something, or is back
                if chosen.trouble:
                    name = match.seat_name(seat)
                    table.tell_all(Problem(f"{name}'s bot {chosen.trouble}, so an easy bot made this move."))
                text = match.actions.text(chosen.action)
                try:
                    await table.change(match, lambda: match.play(seat, text))
                except Conflict:  # somebody was faster: look again
                    await refresh(table)
        return True
