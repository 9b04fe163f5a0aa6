"""The operator's page: figures of this process, sampled every few seconds, for whoever has the token."""

import asyncio
import os
import time
from collections import deque

from starlette.requests import Request
from starlette.responses import Response

from skerry.server.errors import TOO_MANY, Denied, TooMany
from skerry.server.people.house_rules import HouseRules
from skerry.server.protocol.operator_calls import (
    FigureSample,
    OperatorNotices,
    OperatorNow,
    OperatorProblem,
    OperatorTable,
)
from skerry.server.runtime import machine_clock
from skerry.server.runtime.figures import FIGURES, Gauges
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.store.house import tables_for_operator
from skerry.server.store.outbox import count_sent
from skerry.server.tables.registry import Tables
from skerry.server.web.bodies import address, json_response
from skerry.version import __version__

EVERY = 5.0  # seconds between two samples
KEPT_SAMPLES = 360  # half an hour
SHOWN_PROBLEMS = 20
SHOWN_TABLES_TO_OPERATOR = 50
MAX_WRONG = 10  # tokens that one address may try at once; one more every 30 s
WRONG_TOKEN = "This is not the operator's token. `skerry admin token` makes a new one."


class OperatorCalls:
    def __init__(self, rules: HouseRules, tables: Tables, gauges: Gauges) -> None:
        self.rules = rules
        self.tables = tables
        self.gauges = gauges
        self.started = machine_clock.wall()
        self.trying = Allowance(1 / 30, MAX_WRONG)
        self.samples: deque[FigureSample] = deque(maxlen=KEPT_SAMPLES)

    async def watch(self) -> None:
        """Take samples, for ever."""
        before = totals()
        while True:
            began = time.monotonic()
            await asyncio.sleep(EVERY)
            before = self.take_sample(before, time.monotonic() - began)

    def take_sample(self, before: tuple[int, int, float, int], seconds: float) -> tuple[int, int, float, int]:
        now = totals()
        moves, writes, waited, errors = (new - old for new, old in zip(now, before, strict=True))
        self.samples.append(
            FigureSample(
                at=machine_clock.wall(),
                moves=moves / seconds,
                durable=1000 * waited / writes if writes else 0.0,
                sockets=int(self.gauges["sockets"]()),
                tables=int(self.gauges["live_tables"]()),
                bots=int(self.gauges["bots_waiting"]()),
                errors=int(errors),
            )
        )
        return now

    async def show(self, request: Request) -> Response:
        self.check_token(request)
        store = self.tables.store
        used, free = await asyncio.to_thread(store.sizes)
        tables = await asyncio.to_thread(tables_for_operator, store, SHOWN_TABLES_TO_OPERATOR, True)
        live = self.tables.live
        problems = list(FIGURES.problems)[-SHOWN_PROBLEMS:]
        return json_response(
            OperatorNow(
                version=__version__,
                process=os.getpid(),
                started=self.started,
                games=await asyncio.to_thread(store.count),
                bytes=used,
                free=free,
                connections=int(self.gauges["connections"]()),
                bots_thinking=int(self.gauges["bots_thinking"]()),
                moves=dict(FIGURES.moves),
                bans=len(self.rules.banned),
                invite_only=self.rules.is_invite_only,
                message=self.rules.message,
                every=EVERY,
                samples=list(self.samples),
                problems=[OperatorProblem(found.at, found.level.lower(), found.words) for found in reversed(problems)],
                tables=[
                    OperatorTable(
                        found.id,
                        found.game,
                        found.names,
                        found.entries,
                        found.changed,
                        found.state,
                        len(live[found.id].sockets) if found.id in live else 0,
                    )
                    for found in tables
                ],
                notices=[
                    OperatorNotices(of.kind, of.channels, of.dropped, of.sent, of.failed, of.waiting)
                    for of in await asyncio.to_thread(count_sent, store, machine_clock.wall())
                ],
            )
        )

    def check_token(self, request: Request) -> None:
        """Who tries many tokens has to wait."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self.rules.is_operator(token.strip()):
            return
        if not self.trying.take(address(request)):
            raise TooMany(TOO_MANY)
        raise Denied(WRONG_TOKEN)


def totals() -> tuple[int, int, float, int]:
    """Moves, writes, seconds they took, errors."""
    return FIGURES.moves.total(), FIGURES.durable.count, FIGURES.durable.total, FIGURES.errors.total()
