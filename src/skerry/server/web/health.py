"""Is the server alive, and should a proxy send people here?"""

import asyncio
import contextlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock
from skerry.server.store import clocks
from skerry.server.store.store import Store

ANSWER_SOON = 1.0  # seconds in which the database must answer
STILL_TRUE = 0.5  # seconds an answer of the database counts, so that nobody keeps it busy with questions
NO_STORE = {"Cache-Control": "no-store"}


class Health:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.is_leaving = False  # the server shuts down: it still answers, but nobody new should come
        self.asking: asyncio.Task[bool] | None = None  # at most one question at a time
        self.answered = -STILL_TRUE

    async def live(self, request: Request) -> Response:
        return PlainTextResponse("live\n", headers=NO_STORE)

    async def ready(self, request: Request) -> Response:
        problem = "leaving" if self.is_leaving else "" if await self.has_database() else "the database does not answer"
        return PlainTextResponse(f"{problem or 'ready'}\n", 503 if problem else 200, NO_STORE)

    async def has_database(self) -> bool:
        is_old = machine_clock.monotonic() - self.answered > STILL_TRUE
        if self.asking is None or (self.asking.done() and is_old):
            self.asking = asyncio.create_task(self.ask())
        await asyncio.wait([self.asking], timeout=ANSWER_SOON)
        return self.asking.done() and self.asking.result()

    async def ask(self) -> bool:
        try:
            await asyncio.to_thread(clocks.read_uptime, self.store)
        except StoreError:
            return False
        finally:
            self.answered = machine_clock.monotonic()
        return True

    async def close(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.asking
