"""Time at a table for friends: who has used how much of it.  The engine knows nothing of it."""

import math
from collections.abc import Mapping, Sequence

from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.match.asides import TIME_UP, TURN_DONE, is_aside, target_of
from skerry.match.match import UNDO, Entry
from skerry.server.protocol.pace import Clock, Pace
from skerry.server.runtime import machine_clock
from skerry.server.store import clocks
from skerry.server.store.entries import Due
from skerry.server.store.store import Store
from skerry.server.store.time_off import Span, moment_after, overlap
from skerry.server.store.uptime import Uptime

GRACE = 15.0  # seconds of each turn that a live clock does not count
MINUTE = 60.0
DAY = 24 * 3600.0


def person_to_act(match: Match) -> int | None:
    """The person whose time passes."""
    seat = match.pending.held if match.pending.held is not None else match.to_move
    return None if seat is None or seat == CHANCE or match.seats[seat].bot is not None else seat


class Timer:
    """The clocks of one table.  What was used is in the log; when the turn began is as well."""

    def __init__(
        self, pace: Pace, used: list[float], uptime: Uptime, since: float | None = None, grace: float = GRACE
    ) -> None:
        self.pace = pace
        self.uptime = uptime
        self.used = used
        self.actor: int | None = None
        self.began = self.now() if since is None else since  # when the time that is not charged yet began to pass
        self.grace = grace
        self.is_late = False  # this turn; it happens once
        self.pauses: Sequence[Span] = ()  # when no time passes for anybody, by this clock …
        self.vacations: Mapping[int, Sequence[Span]] = {}  # … and for which seat

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
        return self.with_increment(actor, found, entries) if self.pace.increment else found

    def with_increment(
        self, before: int | None, charged: tuple[int, float], entries: Sequence[Entry]
    ) -> tuple[int, float]:
        """A turn that is done gives its seat some time; who takes the turn back by undoing gives it back."""
        place, spent = charged
        if place >= 0 and before is not None and self.actor != before:
            self.used[before] -= self.pace.increment
            return place, spent - self.pace.increment
        back = next((n for n, entry in enumerate(entries) if entry.seat == self.actor and takes_back(entry)), -1)
        if place < 0 and back >= 0 and self.actor is not None and self.actor != before:
            self.used[self.actor] += self.pace.increment
            return back, float(self.pace.increment)
        return charged

    def passed(self, now: float) -> float:
        """Seconds of this turn that are not charged yet, without those that do not count."""
        return max(0.0, now - self.began - overlap(self.time_off(), self.began, now))

    def time_off(self) -> list[Span]:
        """When no time passes for the seat on turn."""
        mine = () if self.actor is None else self.vacations.get(self.actor, ())
        return sorted([*self.pauses, *mine])

    @property
    def is_paused(self) -> bool:
        return any(end == math.inf for _, end in self.pauses)

    def spend(self, seat: int, now: float) -> float:
        passed = self.passed(now)
        free = min(passed, self.grace) if self.pace.kind == "live" else 0.0
        spent = passed - free
        self.grace -= free
        self.used[seat] += spent
        self.began = now
        return spent

    def pass_on(self, match: Match) -> None:
        """Somebody else may be on turn by now."""
        actor = person_to_act(match)
        if actor != self.actor:
            self.actor, self.grace, self.is_late = actor, GRACE, False
            self.began = self.now()

    def take_up(self, match: Match) -> None:
        """From the store: this seat has been on turn since the last entry, or since the server started."""
        self.actor = person_to_act(match)
        said = match.log[match.moves[-1].place + 1 if match.moves else 0 :]
        was_late = any(entry.seat == self.actor and entry.text == TIME_UP for entry in said)
        self.is_late = was_late and self.pace.late == "nothing"  # else it has yet to happen

    def follow(self, match: Match, spent: Sequence[tuple[int, float]], began: float, grace: float) -> None:
        """Another process has written: seats have used so much more, and the turn now began then."""
        for seat, seconds in spent:
            self.used[seat] += seconds
        self.began, self.grace = began, grace
        self.take_up(match)

    # ---- how much is left
    def left(self, seat: int) -> float:
        return max(0.0, MINUTE * self.pace.amount - self.used[seat])

    def remaining(self) -> float | None:
        """Seconds until the turn is late; None: it is already, or no time passes."""
        if self.actor is None or self.is_late or self.is_paused or self.pace.kind == "none":
            return None
        if self.pace.kind == "live":
            return moment_after(self.time_off(), self.began, self.grace + self.left(self.actor)) - self.now()
        ends = moment_after(self.time_off(), self.began, DAY * self.pace.amount)
        return max(ends, self.uptime.earliest) - self.now()

    def due(self) -> Due:
        remaining = self.remaining()
        return Due(None if remaining is None else machine_clock.wall() + remaining, self.began, self.grace)

    def shown(self) -> Clock:
        passed = self.passed(self.now())
        used, actor = list(self.used), self.actor
        over_grace = max(0.0, passed - (self.grace if self.pace.kind == "live" else 0.0))
        if actor is not None:
            used[actor] += over_grace
        due, is_paused = self.remaining(), self.is_paused
        is_late = actor is not None and (self.is_late or (due is not None and due <= 0))
        running = None if is_paused else actor
        if self.pace.kind == "live":
            left = [max(0.0, MINUTE * self.pace.amount - seconds) for seconds in used]
            grace = round(max(0.0, self.grace - passed), 1)
            return Clock(rounded(used), running, rounded(left), grace, late=is_late, paused=is_paused)
        return Clock(rounded(used), running, due=None if due is None else round(due), late=is_late, paused=is_paused)


def counts(entry: Entry) -> bool:
    """Does it end a stretch of thinking?"""
    return entry.text in (TURN_DONE, TIME_UP) or not is_aside(entry.text)


def takes_back(entry: Entry) -> bool:
    return entry.text == UNDO or target_of(entry.text) is not None


def rounded(times: Sequence[float]) -> list[float]:
    return [round(seconds, 1) for seconds in times]


def read_timer(store: Store, id_: str, count: int, pace: Pace, uptime: Uptime) -> Timer:
    """The clocks of `count` seats as the store has them.  While the server was down, no live clock ran."""
    used, began, grace = clocks.read_times(store, id_, count)
    if began is None:
        began = machine_clock.wall() if pace.kind == "slow" else uptime.seconds
    elif pace.kind == "slow":
        began = min(began, machine_clock.wall())
    return Timer(pace, used, uptime, began, GRACE if grace is None else grace)
