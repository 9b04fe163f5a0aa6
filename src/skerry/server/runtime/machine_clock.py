"""The machine's clocks, in one place, so that tests can set them."""

import time

NOTICED = 0.2  # seconds by which the clock of the database must differ to be followed


class ClockDifference:
    """Between the clock that all processes go by, and that of this machine."""

    seconds = 0.0


def follow(difference: float) -> None:
    """Go by another machine's time of day, which is so many seconds ahead."""
    if abs(difference - ClockDifference.seconds) > NOTICED:
        ClockDifference.seconds = difference if abs(difference) > NOTICED else 0.0


def wall() -> float:
    """The time of day, in seconds since 1970.  Somebody may set it, and it goes on while the machine sleeps."""
    return time.time() + ClockDifference.seconds


def monotonic() -> float:
    """Never goes back.  Whether it goes on while the machine sleeps depends on the system."""
    return time.monotonic()
