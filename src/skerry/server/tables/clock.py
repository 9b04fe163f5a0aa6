"""Time at a table for friends: who has used how much of it.  The engine knows nothing of it."""

from collections.abc import Sequence

from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.match.manners import DONE, LATE, is_aside
from skerry.match.match import Entry
from skerry.server.protocol.pace import Clock, Pace
from skerry.server.runtime import machine_clock
from skerry.server.store import seats
from skerry.server.store.store import Store
from skerry.server.store.uptime import Due, Uptime

GRACE = 15.0  # seconds of each turn that a live clock does not count
MINUTE = 60.0
DAY = 24 * 3600.0


def acting(match: Match) -> int | None:
    """The person whose time passes."""
    seat = match.manners.held if match.manners.held is not None else match.to_move
    return None if seat is None or seat == CHANCE or match.seats[seat].bot is not None else seat


class Timer:
    """The clocks of one table.  What was used is in the log; when the turn began is as well."""

    def __init__(self, pace: Pace, used: list[float], uptime: Uptime, since: float | None = None) -> None:
        self.pace = pace
        self.uptime = uptime
        self.used = used
        self.actor: int | None = None
        self.began = self.now() if since is None else since  # when the time that is not charged yet began to pass
        self.grace = GRACE
        self.is_late = False  # this turn; it happens once

    def now(self) -> float:
        """Days go by the calendar, minutes by the time in which people could have moved."""
        return machine_clock.wall() if self.pace.kind == "slow" else self.uptime.ran()

    def charge(self, actor: int | None, entries: Sequence[Entry], match: Match) -> tuple[int, float]:
        """Somebody has acted: return which of the entries ends a stretch of thinking, and how long it was counted."""
        now = self.now()
        found = (-1, 0.0)
        if actor is not None:
            place = next((n for n, entry in enumerate(entries) if entry.seat == actor and counts(entry)), -1)
            if place >= 0:
                found = place, self.spend(actor, now)
        self.pass_on(match)
        return found

    def spend(self, seat: int, now: float) -> float:
        free = min(max(0.0, now - self.began), self.grace) if self.pace.kind == "live" else 0.0
        spent = max(0.0, now - self.began) - free
        self.grace -= free
        self.used[seat] += spent
        self.began = now
        return spent

    def pass_on(self, match: Match) -> None:
        """Somebody else may be on turn by now."""
        actor = acting(match)
        if actor != self.actor:
            self.actor, self.grace, self.is_late = actor, GRACE, False
            self.began = self.now()

    def take_up(self, match: Match) -> None:
        """From the store: this seat has been on turn since the last entry, or since the server started."""
        self.actor = acting(match)
        said = match.log[match.moves[-1].place + 1 if match.moves else 0 :]
        was_late = any(entry.seat == self.actor and entry.text == LATE for entry in said)
        self.is_late = was_late and self.pace.late == "nothing"  # else it has yet to happen

    # ---- how much is left
    def left(self, seat: int) -> float:
        return max(0.0, MINUTE * self.pace.amount - self.used[seat])

    def remaining(self) -> float | None:
        """Seconds until the turn is late."""
        if self.actor is None or self.is_late or self.pace.kind == "none":
            return None
        if self.pace.kind == "live":
            return self.began + self.grace + self.left(self.actor) - self.now()
        return max(self.began + DAY * self.pace.amount, self.uptime.earliest) - self.now()

    def due(self) -> Due:
        remaining = self.remaining()
        return Due(None if remaining is None else machine_clock.wall() + remaining, self.began)

    def shown(self) -> Clock:
        passed = max(0.0, self.now() - self.began)
        used, actor = list(self.used), self.actor
        over_grace = max(0.0, passed - (self.grace if self.pace.kind == "live" else 0.0))
        if actor is not None:
            used[actor] += over_grace
        due = self.remaining()
        if self.pace.kind == "live":
            left = [max(0.0, MINUTE * self.pace.amount - one) for one in used]
            return Clock(rounded(used), actor, rounded(left), round(max(0.0, self.grace - passed), 1))
        return Clock(rounded(used), actor, due=None if due is None else round(due))


def counts(entry: Entry) -> bool:
    """Does it end a stretch of thinking?"""
    return entry.text in (DONE, LATE) or not is_aside(entry.text)


def rounded(seconds: Sequence[float]) -> list[float]:
    return [round(one, 1) for one in seconds]


def read_timer(store: Store, id_: str, count: int, pace: Pace, uptime: Uptime) -> Timer:
    """The clocks as the store has them, of so many seats.  While the server was down, no live clock ran."""
    used, began = seats.read_times(store, id_, count)
    if began is None:
        began = machine_clock.wall() if pace.kind == "slow" else uptime.seconds
    elif pace.kind == "slow":
        began = min(began, machine_clock.wall())
    return Timer(pace, used, uptime, began)
