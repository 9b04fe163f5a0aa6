"""Making a plan, and dropping it.  What becomes of it is in `tables/planning.py`."""

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.match.planning import MOST_PLANNED, PlanRecorder, TurnPlan
from skerry.server.errors import TableError
from skerry.server.protocol.messages import DropPlan, MakePlan
from skerry.server.store import plans
from skerry.server.store.store import durable
from skerry.server.tables.following import retrying
from skerry.server.tables.messages.rows import ABOUT_MATCH, ABOUT_TABLE, FREE, LOCK, LOOK, MOVE, SEATED, row
from skerry.server.tables.messages.what_if import seed_for, try_out
from skerry.server.tables.planning import OVERTAKEN
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def answer_make_plan(table: "LiveTable", socket: Socket, message: MakePlan) -> None:
    async with table.lock:
        match = await retrying(table, lambda: check_planner(table, socket, message))
        real = match.snapshot()
    plan = await asyncio.to_thread(planned, real, message, seed_for(socket, real))
    async with table.lock:
        await retrying(table, lambda: keep_plan(table, socket, message, plan))


async def check_planner(table: "LiveTable", socket: Socket, message: MakePlan) -> Match:
    """The match as the plan was made for it.  Only under the lock."""
    match, seat = await table.current(), message.seat
    if message.seat not in socket.seats:
        raise TableError("You can only plan for your own seat.")
    if len(socket.seats) > 1:
        raise TableError("On a shared screen, everybody would see your plan.")
    if match.over or match.seats[seat].bot is not None:
        raise TableError("There is nothing to plan now.")
    if not match.stands_since(message.version):
        raise TableError(OVERTAKEN)
    if match.to_move == CHANCE:
        raise TableError("There is nothing to plan until the dice or cards are entered.")
    if match.to_move == seat and match.pending.held in (None, seat):
        raise TableError("It is your turn, so you can simply decide.")
    return match


def planned(real: Match, message: MakePlan, seed: str) -> TurnPlan:
    """The plan, with what is known about each decision now."""
    recorder = PlanRecorder(message.seat)
    _, count = try_out(real, message, seed, recorder.note)
    steps = tuple(recorder.steps)
    if count < len(message.moves) or not steps:
        raise TableError("Part of this plan is not possible." if steps else "This plan decides nothing.")
    if len(steps) > MOST_PLANNED:
        raise TableError(f"A plan may have {MOST_PLANNED} decisions.")
    if message.skips and "others" in message.only_if:
        raise TableError("The others' moves were made up, so your plan cannot depend on them.")
    only_if = tuple(dict.fromkeys(message.only_if))
    if not message.stands:
        return TurnPlan(steps, len(real.log), only_if, message.past_news)
    is_turn = steps[0].kind in real.game.telling.begins and steps[0].text in real.game.passes
    if len(steps) > 1 or not is_turn or recorder.round < 1:
        raise TableError("Only passing a turn can go on until the round ends.")
    return TurnPlan(steps, len(real.log), until=recorder.round)


async def keep_plan(table: "LiveTable", socket: Socket, message: MakePlan, plan: TurnPlan) -> None:
    match = await check_planner(table, socket, message)
    record, seat, now = table.record, message.seat, replace(plan, version=len(match.log))
    await durable(table.store.put(lambda db: plans.write_plan(db, record, seat, now)))
    await table.plans.tell(match, seat)


async def drop_plan(table: "LiveTable", socket: Socket, message: DropPlan) -> None:
    if message.seat not in socket.seats:
        raise TableError("You can only drop your own plan.")
    match, seat = await table.current(), message.seat
    await durable(table.store.put(lambda db: plans.forget_plans(db, table.id, [seat])))
    await table.plans.tell(match, seat)


ROWS = (
    row(MakePlan, SEATED, ABOUT_TABLE, FREE, LOOK, answer_make_plan),
    row(DropPlan, SEATED, ABOUT_MATCH, LOCK, MOVE, drop_plan),
)
