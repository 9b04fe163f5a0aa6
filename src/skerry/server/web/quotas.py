"""May somebody make another table?  Not too many in an hour, not too many unfinished, and not on a full disk."""

import asyncio
import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request

from skerry.server.errors import FULL
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import PER_ADDRESS, Settings
from skerry.server.store.store import Store
from skerry.server.web.bodies import address

log = logging.getLogger("skerry.server")


class Making:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        per_hour = settings.tables_per_hour
        self.by_person = Allowance(per_hour / 3600, per_hour)
        self.by_address = Allowance(PER_ADDRESS * per_hour / 3600, PER_ADDRESS * per_hour)

    def check_pace(self, request: Request, person: str) -> None:
        if not (self.by_address.take(address(request)) and self.by_person.take(person)):
            raise HTTPException(429, "You have started a lot of games this hour. Please try again later.")

    async def check_room(self, person: str) -> None:
        most = self.settings.open_tables
        if await asyncio.to_thread(self.store.count_open, person) >= most:
            raise HTTPException(
                409, f"You have {most} unfinished games. Finish or delete one before you start another."
            )
        await asyncio.to_thread(self.check_space)

    def check_space(self) -> None:
        used, free = self.store.sizes()
        if used > self.settings.disk or free < self.settings.spare or self.store.count() >= self.settings.tables:
            log.error("no room for another game: the database has %d bytes, %d bytes are free", used, free)
            raise HTTPException(507, FULL)
