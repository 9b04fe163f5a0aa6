"""A clock of processor time, so that a busy machine does not cut work short."""

import time
from collections.abc import Callable


def processor_clock(spent: Callable[[], float], patience: float) -> Callable[[], float]:
    """Seconds from now on, as counted by `spent`.  To bound the wait, `patience` seconds of wall time count as one."""
    began, before = time.monotonic(), spent()
    return lambda: max(spent() - before, (time.monotonic() - began) / patience)
