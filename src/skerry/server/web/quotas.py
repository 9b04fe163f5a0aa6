"""Limits on new tables: per hour, unfinished at one time, and disk space."""

import asyncio
import logging

from starlette.requests import Request

from skerry.server.errors import NO_SPACE, NoSpace, Refusal, TooMany
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import ADDRESS_FACTOR, Settings
from skerry.server.store.store import Store
from skerry.server.web.bodies import address

log = logging.getLogger("skerry.server")


class TableQuota:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        per_hour = settings.tables_per_hour
        self.by_person = Allowance(per_hour / 3600, per_hour)
        self.by_address = Allowance(ADDRESS_FACTOR * per_hour / 3600, ADDRESS_FACTOR * per_hour)

    def check_rate(self, request: Request, person: str) -> None:
        if not (self.by_address.take(address(request)) and self.by_person.take(person)):
            raise TooMany("You have started a lot of games this hour. Please try again later.")

    async def check_space(self, person: str) -> None:
        self.store.check_load()
        most = self.settings.open_tables
        if await asyncio.to_thread(self.store.count_open, person) >= most:
            raise Refusal(f"You have {most} unfinished games. Finish or delete one before you start another.")
        await asyncio.to_thread(self.check_disk)

    def check_disk(self) -> None:
        used, free = self.store.sizes()
        is_full = used > self.settings.disk or (free is not None and free < self.settings.spare)
        if is_full or self.store.count() >= self.settings.tables:
            log.error("No space for another game: the database has %d bytes, %s bytes are free.", used, free)
            raise NoSpace(NO_SPACE)
