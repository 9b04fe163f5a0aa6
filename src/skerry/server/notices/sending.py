"""Sends what waits in the outbox.  One process at a time sends to a channel, all that is due as one message."""

import asyncio
import contextlib
import hashlib
import logging
import secrets

from msgspec import Struct

from skerry.server.errors import StoreError
from skerry.server.notices.due import must_answer, read_here
from skerry.server.notices.outlets import MINUTES_BETWEEN_TRIES, Outlets
from skerry.server.notices.quiet_hours import end_of_quiet
from skerry.server.notices.words import Message, NoticeText, event_kind, notice_text
from skerry.server.protocol.notice_calls import NOTICE_EVENTS
from skerry.server.runtime import machine_clock
from skerry.server.runtime.figures import FIGURES
from skerry.server.store import channels, outbox, seats, waiting
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.outbox import Claimed, OutboxRow, SendOutcome
from skerry.server.store.store import Store, durable
from skerry.server.store.waiting import WatchedTable
from skerry.server.tables.clock import MINUTE
from skerry.server.tables.registry import Tables

log = logging.getLogger("skerry.notices")

SEND_LOOK = 2.0  # seconds between two looks into the outbox
AT_A_TIME = 8  # messages under way
REST_MINUTES = 10.0  # until a notice about a game that rests is looked at again
GIVEN_UP = 24 * 3600.0  # seconds after which a message is given up, however often it could be tried


class CheckedRows(Struct):
    """What is still true of what was to be told, and what is not."""

    texts: list[NoticeText]
    good: list[OutboxRow]
    seen: list[OutboxRow]  # by somebody who has the table open
    resting: list[OutboxRow]  # of games that are paused and the like: to be looked at again
    void: list[OutboxRow]


class NoticeSender:
    def __init__(self, tables: Tables, outlets: Outlets) -> None:
        self.tables = tables
        self.store: Store = tables.store
        self.outlets = outlets
        self.holder = secrets.token_hex(8)
        self.woken = asyncio.Event()
        self.under_way: set[asyncio.Task[None]] = set()

    async def watch(self) -> None:
        if not self.store.is_shared:  # what this process held before it was started again
            await durable(self.store.put(outbox.release_all))
        while True:
            await self.send_due()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), SEND_LOOK)
            self.woken.clear()

    async def close(self) -> None:
        """What is under way gets a moment; the rest waits in the outbox."""
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=SEND_LOOK)
        for task in self.under_way:
            task.cancel()
        await self.outlets.close()

    async def send_due(self) -> None:
        while len(self.under_way) < AT_A_TIME:
            now = machine_clock.wall()
            if not await asyncio.to_thread(outbox.has_due, self.store, now):
                return
            claimed = await durable(self.store.put(lambda db, at=now: self.claim(db, at)))  # type: ignore[misc]
            if claimed is None:
                return
            task = asyncio.create_task(self.deliver(claimed), name=f"notice to {claimed.channel.kind}")
            self.under_way.add(task)
            task.add_done_callback(self.finish)

    def claim(self, db: Db, now: float) -> Claimed | None:
        return outbox.claim_channel(db, self.store.engine.skip_locked, self.holder, now)

    def finish(self, task: "asyncio.Task[None]") -> None:
        self.under_way.discard(task)
        self.woken.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            is_bug = not isinstance(error, StoreError)
            log.error("A notice could not be sent: %r", error, exc_info=error if is_bug else None)

    # ---- one message
    async def deliver(self, claimed: Claimed) -> None:
        now = machine_clock.wall()
        if (end := end_of_quiet(claimed.choices.quiet, now)) is not None and not claimed.channel.match:
            await self.write(claimed, lambda db: outbox.put_off(db, claimed.rows, end, 0), 0.0)
            return
        here = await read_here(self.tables, now)
        checked = await asyncio.to_thread(check_outbox, self.store, claimed, here, now)
        outcome = SendOutcome(sent=True)
        if checked.good:
            message = Message(message_id(checked.good), claimed.channel.id, checked.texts, now)
            outcome = await self.outlets.send(claimed.channel, message)
            count_outcome(claimed, outcome)
        free = self.free_again(claimed, outcome, bool(checked.good))
        await self.write(claimed, lambda db: write_send_outcome(db, claimed, checked, outcome), free)

    def free_again(self, claimed: Claimed, outcome: SendOutcome, was_sent: bool) -> float:
        """When the channel may be used next."""
        now = machine_clock.wall()
        if outcome.is_waiting:
            return now + (outcome.again or 0.0)
        grouped = 0 if claimed.channel.match else claimed.choices.grouped
        return now + MINUTE * grouped if was_sent and outcome.sent else 0.0

    async def write(self, claimed: Claimed, work: Work, free: float) -> None:
        def settle(db: Db) -> None:
            work(db)
            outbox.release_channel(db, claimed.channel.id, self.holder, free)

        await durable(self.store.put(settle))


def message_id(rows: list[OutboxRow]) -> str:
    """The same for the same events, so that whoever gets them twice after a crash can tell."""
    words = "\n".join(f"{row.channel} {row.match} {row.event} {row.turn}" for row in rows)
    return hashlib.sha256(words.encode()).hexdigest()[:24]


def write_send_outcome(db: Db, claimed: Claimed, checked: CheckedRows, outcome: SendOutcome) -> None:
    channel = claimed.channel
    outbox.settle_rows(db, checked.seen, "seen")
    outbox.settle_rows(db, checked.void, "void")
    now = machine_clock.wall()
    outbox.put_off(db, checked.resting, now + MINUTE * REST_MINUTES, 0)
    if not checked.good:
        return
    tries = checked.good[0].tries
    is_old = now - checked.good[0].made > GIVEN_UP
    if outcome.sent:
        outbox.settle_rows(db, checked.good, "sent")
        outbox.note_success(db, channel.id)
    elif outcome.is_gone:
        outbox.settle_rows(db, checked.good, "failed")
        if channel.kind == "push":
            channels.delete_channel(db, channel.id)
        else:
            outbox.drop_channel(db, channel.id, outcome.problem)
    elif outcome.is_waiting and not is_old:
        outbox.put_off(db, checked.good, now + (outcome.again or 0.0), 0, outcome.problem)
    elif outcome.again is not None and tries < len(MINUTES_BETWEEN_TRIES) and not is_old:
        outbox.put_off(db, checked.good, now + MINUTE * MINUTES_BETWEEN_TRIES[tries], 1, outcome.problem)
        outbox.note_problem(db, channel.id, outcome.problem)
    else:
        outbox.settle_rows(db, checked.good, "failed")
        if outbox.note_failure(db, channel.id, outcome.problem, outcome.counts):
            log.warning("Nothing more is sent to a channel that failed too often (%s).", channel.kind)


def count_outcome(claimed: Claimed, outcome: SendOutcome) -> None:
    became = "sent" if outcome.sent else "failed"
    FIGURES.notices[f"{claimed.channel.kind} {became}"] += 1
    if not outcome.sent:
        log.info("A notice did not get through (%s): %s", claimed.channel.kind, outcome.problem)


# ---- is it still true?


def check_outbox(store: Store, claimed: Claimed, here: set[tuple[str, str]], now: float) -> CheckedRows:
    """Waits for the database."""
    found = CheckedRows([], [], [], [], [])
    channel, choices = claimed.channel, claimed.choices
    wanted = NOTICE_EVENTS if channel.match else choices.events
    for row in claimed.rows:
        table = waiting.read_watched_table(store, row.match)
        is_muted = not channel.match and waiting.is_muted(store, channel.person, row.match)
        if table is None or is_muted or event_kind(row.event) not in wanted or not is_true(table, row, now):
            found.void.append(row)
        elif table.is_resting and event_kind(row.event) in ("turn", "time"):
            found.resting.append(row)
        elif (row.match, row.person) in here and (row.event != "turn" or choices.after):
            found.seen.append(row)
        else:
            mine = table.seats_of(row.person) if row.person else []
            by = seats.speaker(store, row.match, row.turn) if row.event == "mention" else ""
            found.texts.append(notice_text(table, row.event, mine, now, by))
            found.good.append(row)
    return found


def is_true(table: WatchedTable, row: OutboxRow, now: float) -> bool:
    """As the table is now."""
    kind, turn, player = event_kind(row.event), table.turn, table.person_to_tell()
    if row.person and not table.seats_of(row.person):
        return False
    if kind in ("turn", "time"):
        is_theirs = player == row.person if row.person else player is not None
        is_late = kind == "time" and (table.due is None or table.due <= now)
        return is_theirs and turn.began == row.turn and not is_late
    if kind == "start":
        return table.to_move is not None
    if kind == "end":
        return table.to_move is None
    if kind == "take_back":
        return turn.asks is not None and turn.asks[0] == row.turn and must_answer(table, row.person)
    return True
