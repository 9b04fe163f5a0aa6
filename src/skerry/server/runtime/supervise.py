"""Work in the background: if it fails, the log says so, and it starts again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock

log = logging.getLogger("skerry.server")

TASK_RETRY, TASK_RETRY_MOST = 1.0, 60.0  # seconds before it starts again: twice as long each time it fails


class Pause:
    """How long to wait before something that failed is tried again: longer each time, up to a limit."""

    def __init__(self, first: float, longest: float) -> None:
        self.first, self.longest = first, longest
        self.next = first

    @property
    def is_first(self) -> bool:
        return self.next == self.first

    def take(self) -> float:
        now, self.next = self.next, min(2 * self.next, self.longest)
        return now

    def reset(self) -> None:
        self.next = self.first


def start_task(name: str, work: Callable[[], Awaitable[None]], ends: bool = False) -> "asyncio.Task[None]":
    return asyncio.create_task(keep_going(name, work, ends), name=name)


async def keep_going(name: str, work: Callable[[], Awaitable[None]], ends: bool = False) -> None:
    """Until it is cancelled; work that `ends` may also come to its end."""
    pause = Pause(TASK_RETRY, TASK_RETRY_MOST)
    while True:
        began = machine_clock.monotonic()
        try:
            await work()
            if ends:
                return
            log.error("Background task ended, and starts again: %s.", name)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            log.exception("Background task waited for something that was cancelled, and starts again: %s.", name)
        except StoreError as error:  # none of its own: the disk is full, or the database away
            log.error("Background task failed, and starts again: %s: %s", name, error)
        except Exception:
            log.exception("Background task failed, and starts again: %s.", name)
        if machine_clock.monotonic() - began > TASK_RETRY_MOST:
            pause.reset()
        await asyncio.sleep(pause.take())
