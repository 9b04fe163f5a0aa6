"""Planning ahead: what a seat has decided in advance is kept in secret, and done as soon as the seat is asked.

Whoever writes the move that makes it the planner's turn goes on with the plan; the leading process finds what was
left lying by one that has ended.  A planned move is written together with what is left of the plan, so that each is
made once; to everybody else it is a move like any other.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.core.state import CHANCE
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.match.planning import TurnPlan, play_planned, verdict_on
from skerry.server.errors import Refusal, StoreError, as_sentence
from skerry.server.protocol.messages import PlanNow, PlanStep
from skerry.server.store import plans
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.plans import StoredPlan
from skerry.server.store.seats import Place
from skerry.server.store.store import durable
from skerry.server.tables.following import retrying

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

PAUSE = (0.6, 2.0)  # seconds before a plan is taken up, so that it looks like a move that somebody makes now
PLAN_LOOKS = 3.0  # seconds between looks for plans that nobody goes on with
RESUMED_AFTER = 100  # looks after which one that did not go on is tried again
PLAN_PATIENCE = 60.0  # seconds until one of them is given up for the moment
OVERTAKEN = "The game has moved on. Please look at your plan again."


class PlansAtTable:
    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.known: dict[int, StoredPlan] = {}  # by seat, as last read; what is shown
        self.task: asyncio.Task[None] | None = None
        self.is_woken = False  # somebody may have to be taken up

    @property
    def busy(self) -> bool:
        return self.task is not None

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()

    async def load(self) -> None:
        self.known = await asyncio.to_thread(plans.read_plans, self.table.store, self.table.id)

    def waiting(self, seat: int | None) -> StoredPlan | None:
        found = None if seat is None else self.known.get(seat)
        return found if found is not None and found.ended is None else None

    # ---- showing
    def seen_by(self, match: Match, seat: int) -> PlanNow | None:
        """What the seat's own player sees of it."""
        found = self.known.get(seat)
        if found is None:
            return None
        plan, is_playing = found.plan, False
        if found.ended is None:
            verdict = verdict_on(match, seat, plan)
            if verdict.kind == "over":
                return None
            plan, is_playing = verdict.plan, verdict.kind == "play"
        steps = [PlanStep(step.text, step.label, step.at) for step in plan.steps]
        return PlanNow(steps, list(plan.only_if), plan.past_news, plan.stands, is_playing, found.words)

    def show(self, match: Match, seat: int) -> None:
        """To its own player, at every screen; nobody else is sent anything."""
        builder = self.table.push_builder(match)
        for socket in self.table.sockets:
            if seat in socket.seats:
                socket.show(builder.push)

    async def hear(self) -> None:
        """Another process has written a plan.  Only under the lock."""
        before, match = self.known, self.table.match
        await self.load()
        for seat in {*before, *self.known}:
            if match is not None and before.get(seat) != self.known.get(seat):
                self.show(match, seat)

    # ---- going on
    def wake(self, match: Match) -> None:
        """The match has changed."""
        if is_asked(match):
            self.is_woken = True
            if self.task is None:
                self.task = asyncio.create_task(self.run(), name=f"plans of table {self.table.id}")

    async def run(self) -> None:
        try:
            while self.is_woken:
                self.is_woken = False
                await self.take_up()
        except StoreError as error:  # the leading process finds it
            log.error("Table %s: %s", self.table.id, error)
        except Exception:
            log.exception("Table %s: a plan cannot go on.", self.table.id)
        finally:
            self.task = None

    async def take_up(self) -> None:
        await self.load()
        match = self.table.match
        found = None if match is None else self.waiting(match.to_move)
        if match is None or found is None:
            return
        is_played = verdict_on(match, found.seat, found.plan).kind == "play"
        if is_played and match.game.question(match.state).kind not in match.game.together:
            await asyncio.sleep(random.uniform(*PAUSE))
        await self.go_on()

    async def go_on(self) -> None:
        """As far as the plan of the seat that is asked goes."""
        async with self.table.lock:
            await retrying(self.table, self.play_all)

    async def play_all(self) -> None:
        seat = (await self.table.current()).to_move
        while await self.play_one(seat):
            pass

    async def play_one(self, seat: int | None) -> bool:
        """Whether the seat has decided something.  Only under the lock."""
        match = await self.table.current()
        await self.load()
        found = None if self.table.is_paused else self.waiting(seat)
        if seat is None or found is None or match.to_move != seat or not is_asked(match):
            return False
        verdict = verdict_on(match, seat, found.plan)
        if verdict.kind == "play":
            move = PlannedMove(self, match, found, verdict.plan)
            try:
                await self.table.change(match, move.act, move.write)
            except MatchError as error:
                await self.end(match, found, verdict.plan, as_sentence(error))
            except BaseException:
                self.known = {}  # what was to be shown is not stored
                raise
            return True
        if verdict.kind != "wait":
            await self.end(match, found, verdict.plan, verdict.words)
        return False

    async def end(self, match: Match, old: StoredPlan, rest: TurnPlan, words: str) -> None:
        record = self.table.record
        await durable(self.table.store.put(lambda db: plans.end_plan(db, record, old, rest, words)))
        await self.tell(match, old.seat)

    async def tell(self, match: Match, seat: int) -> None:
        """A plan was made or dropped."""
        await self.load()
        self.table.store.tell(f"plan {self.table.id}")
        self.show(match, seat)

    # ---- when the seats change
    def after_seating(self, seats: Sequence[SeatPlan], places: Sequence[Place]) -> Work | None:
        """What is written with the new seats: a plan is one person's, and ends when a bot sits in."""
        table = self.table
        before, bots = table.places, [plan.bot for plan in table.record.plans()]
        gone = [seat for seat, place in enumerate(places) if place.person != before[seat].person]
        dropped = [seat for seat, plan in enumerate(seats) if plan.bot is not None and bots[seat] is None]
        if not table.begun or not gone + dropped:
            return None

        def write(db: Db) -> None:
            plans.drop_plans(db, table.id, dropped, "A bot is playing for you.")
            plans.forget_plans(db, table.id, gone)

        return write


class PlannedMove:
    """A planned decision, and what it leaves of the plan; both are written together."""

    def __init__(self, of: PlansAtTable, match: Match, old: StoredPlan, plan: TurnPlan) -> None:
        self.of = of
        self.match = match
        self.old = old
        self.plan = self.rest = plan
        self.words = ""  # why the rest is dropped

    def act(self) -> list[Entry]:
        entries, self.rest, self.words = play_planned(self.match, self.old.seat, self.plan)
        shown = replace(self.old, plan=self.rest, ended=0.0 if self.words else None, words=self.words)
        self.of.known = {**self.of.known, self.old.seat: shown}
        return entries

    def write(self, db: Db) -> None:
        plans.replace_plan(db, self.of.table.id, self.old, self.rest, self.words)


def is_asked(match: Match) -> bool:
    """Does the match wait for the decision of a person?"""
    seat = match.to_move
    waits = seat is not None and seat != CHANCE and match.pending.held is None
    return waits and match.seats[seat or 0].bot is None


# ---- plans that nobody goes on with, because a process has ended


async def watch_plans(tables: "Tables") -> None:
    """A table that is due at two looks in a row is left lying; after that, it has another time when it has changed."""
    seen: dict[str, tuple[int, int]] = {}  # revisions, and how often each was seen
    while True:
        await asyncio.sleep(PLAN_LOOKS)
        due = await asyncio.to_thread(plans.due_tables, tables.store) if tables.leads else {}
        seen = {id_: (rev, seen[id_][1] + 1 if id_ in seen and seen[id_][0] == rev else 0) for id_, rev in due.items()}
        for id_, (_, count) in seen.items():
            if count % RESUMED_AFTER == 1:
                await resume_plan(tables, id_)


async def resume_plan(tables: "Tables", id_: str) -> None:
    try:
        async with asyncio.timeout(PLAN_PATIENCE):
            await (await tables.open(id_)).plans.go_on()
    except (StoreError, Refusal, TimeoutError) as error:
        log.warning("Table %s: a plan cannot go on: %s", id_, error)
    except Exception:
        log.exception("Table %s: a plan cannot go on.", id_)
