"""Work on very long games waits in a lane of its own: at most one such piece takes time from everybody's moves.

Hardly any game has more than 1,500 entries; a log may have 20,000.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

LONG = 2_500  # entries of a log
LANE = ThreadPoolExecutor(1, "long")

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(entries: int, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
    """Do work on a log with so many entries beside the loop."""
    if entries <= LONG:
        return await asyncio.to_thread(work, *arguments, **more)
    return await asyncio.get_running_loop().run_in_executor(LANE, lambda: work(*arguments, **more))
