"""How long the others wait for somebody who checks a turn; when the time is up, the turn is done.

Only in memory: after a restart, the wait begins again.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

from skerry.match import Match
from skerry.match.asides import TURN_DONE
from skerry.server.errors import StoreError
from skerry.server.store.seats import seats_of
from skerry.server.tables import following

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

MOMENT = 2.0  # seconds in which a turn that nobody should regret can be undone …
OFFER_MOMENT = 5.0  # … or in which an offer can be taken up
CHECKING_SECONDS = {"5": 5.0, "10": 10.0, "30": 30.0, "none": None}  # that other people wait, by the table's setting


class Checking:
    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.is_brief = False  # the next turn that is held back is held for a moment only
        self.held: int | None = None  # the seat that is waited for …
        self.until: float | None = None  # … and until when, by the clock of the event loop
        self.task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self.task is not None

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
        self.task = self.until = self.held = None

    def seconds_left(self) -> float | None:
        if self.until is None:
            return None
        return round(max(0.0, self.until - asyncio.get_running_loop().time()), 1)

    def follow(self, match: Match) -> None:
        """A turn is held back, or no longer."""
        held, is_brief = match.pending.held, self.is_brief
        self.is_brief = False
        if held is not None and held == self.held:
            return
        self.stop()
        self.held = held
        moment = OFFER_MOMENT if match.pending.meant else MOMENT
        seconds = moment if is_brief else self.patience(held)
        if held is not None and seconds is not None:
            self.until = asyncio.get_running_loop().time() + seconds
            self.task = asyncio.create_task(self.wait(seconds, held), name=f"a turn at table {self.table.id}")

    def patience(self, held: int | None) -> float | None:
        """For how many seconds other people wait; None: bots have time."""
        table = self.table
        if table.lobby is None or held is None:
            return None
        mine = seats_of(table.places, table.places[held].person)
        plans = table.record.plans()
        others = [n for n, place in enumerate(table.places) if place.person and plans[n].bot is None and n not in mine]
        return CHECKING_SECONDS[table.lobby.terms.checking] if others else None

    async def let_go(self, held: int) -> None:
        """Time is up: the turn is done."""
        match = await self.table.current()
        if match.pending.held == held:
            await self.table.change(match, lambda: match.aside(held, TURN_DONE))

    async def wait(self, seconds: float, held: int) -> None:
        await asyncio.sleep(seconds)
        self.task = self.until = self.held = None
        table = self.table
        try:
            async with table.lock:
                await following.retrying(table, lambda: self.let_go(held))
        except StoreError as error:
            log.error("Table %s: %s", table.id, error)
        except Exception:
            log.exception("Table %s: a turn that was checked cannot go on.", table.id)
