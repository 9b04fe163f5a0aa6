"""Work on very long games runs in one thread of its own, so that it delays other games' moves as little as possible.

Hardly any game has more than 1,500 entries; a log may have 100,000, that of a saved game 20,000.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

LONG_LOG = 2_500  # entries of a log
LONG_THREAD = ThreadPoolExecutor(1, "long")

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(entries: int, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Run work on a log with this number of entries in a thread."""
    if entries <= LONG_LOG:
        return await asyncio.to_thread(work, *arguments, **more)
    return await asyncio.get_running_loop().run_in_executor(LONG_THREAD, lambda: work(*arguments, **more))
