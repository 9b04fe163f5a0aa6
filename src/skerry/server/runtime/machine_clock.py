"""The machine's clocks, in one place, so that tests can set them."""

import time


def wall() -> float:
    """The time of day, in seconds since 1970.  Somebody may set it, and it goes on while the machine sleeps."""
    return time.time()


def monotonic() -> float:
    """Never goes back.  Whether it goes on while the machine sleeps depends on the system."""
    return time.monotonic()
