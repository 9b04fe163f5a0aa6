"""Signs of life: what the others know of a process."""

import asyncio
import os
import platform

from skerry.server.runtime import machine_clock
from skerry.server.store.processes import ProcessInfo, write_process
from skerry.server.store.store import Store, durable


async def show_life(store: Store, kind: str, started: float) -> None:
    number = await asyncio.to_thread(store.engine.holder_number)
    name = f"{platform.node()} {os.getpid()}"
    now = ProcessInfo(store.engine.process, kind, name, number, started, machine_clock.wall())
    await durable(store.put(lambda db: write_process(db, now)))
