"""The review of a finished match: how the expected end went up and down, luck apart from decisions, and what a better
move would have brought.

Every turn has two values: what its seat could expect before it, played on as the bots would, and after what it did.
The first difference is its decision.  What lies between the end of one turn and the beginning of the next is luck:
dice, draws, and what came to light.  The sums add up by construction: luck + decisions = end − start.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future

from msgspec import Struct

from skerry.core.rng import Rng
from skerry.match import Match
from skerry.teacher.pairs import Ending, Estimate, Gap, ending, estimate
from skerry.teacher.turns import knowledge, turns_of
from skerry.teacher.values import Better, Worth, better, worth

BATCH = 4  # pairs of one job
STRONG = 12  # simulations of the player who confirms a better move
CONFIRMED_BY = 10  # pairs
MOMENTS = 3  # turning points
LARGEST = 5  # better moves told for one seat


class Spot(Struct, frozen=True):
    """A point of the curves: after a turn, by the knowledge of the seat that played it."""

    move: int
    seat: int
    points: list[Estimate]  # expected at the end, by seat
    win: list[Estimate]


class Account(Struct, frozen=True):
    """Where a seat's result came from; the columns add up."""

    start: float
    own: float  # own decisions; 0 if played as the bots would
    others: float  # what the others decided
    luck: float  # dice, draws and what came to light
    end: float


class Missed(Struct, frozen=True):
    """A turn that could have begun better."""

    move: int
    seat: int
    played: str
    better: str
    text: str  # of the better move
    gap: Gap


class Review(Struct, frozen=True):
    start: Spot
    spots: list[Spot]
    end: Ending
    points: list[Account]  # by seat
    win: list[Account]
    missed: list[Missed]  # largest first for each seat
    turning: list[int]  # numbers of the spots that moved a chance to win most
    playouts: int


Progress = Callable[[int, int], None]


def review(
    match: Match,
    seats: Sequence[int],
    seconds: float,
    seed: int,
    jobs: Executor,
    tell: Progress = lambda done, of: None,
) -> Review:
    """Look for so long, for better moves of these seats in particular; `tell` hears how far it has come."""
    reviewing = Reviewing(match, seed, jobs)
    began = time.monotonic()
    reviewing.weigh_turns(lambda: time.monotonic() - began < seconds * 0.55, tell)
    missed = reviewing.find_better(seats, lambda: time.monotonic() - began < seconds, tell)
    return reviewing.review(missed)


class Reviewing:
    """A review in the making."""

    def __init__(self, match: Match, seed: int, jobs: Executor) -> None:
        self.match = match
        self.jobs = jobs
        self.rng = Rng(seed)
        self.turns = turns_of(match)
        self.known = [knowledge(match, turn) for turn in self.turns]
        self.worths = [Worth([], []) for _ in self.turns]
        self.end = ending(match.game, match.state)

    def seed(self) -> int:
        return int(self.rng.word())

    def weigh_turns(self, goes_on: Callable[[], bool], tell: Progress) -> None:
        """Playouts before and after every turn, all turns alike, at least one batch each."""
        done = 0
        while done == 0 or goes_on():
            waiting: list[Future[Worth]] = [
                self.jobs.submit(worth, observer, turn.actions, BATCH, 0, self.seed())
                for turn, observer in zip(self.turns, self.known, strict=True)
            ]
            for number, future in enumerate(waiting):
                found = future.result()
                self.worths[number].before.extend(found.before)
                self.worths[number].after.extend(found.after)
                tell(number + 1, len(self.turns))
            done += 1

    def find_better(self, seats: Sequence[int], goes_on: Callable[[], bool], tell: Progress) -> list[Missed]:
        """The turns that cost most are looked at first."""
        own = [number for number, turn in enumerate(self.turns) if turn.seat in seats]
        own.sort(key=self.cost)
        found: list[Missed] = []
        for start in range(0, len(own), 4):
            if start > 0 and not goes_on():
                break
            chunk = own[start : start + 4]
            waiting: list[tuple[int, Future[Better | None]]] = [
                (
                    number,
                    self.jobs.submit(
                        better, self.known[number], self.turns[number].actions[0], CONFIRMED_BY, STRONG, self.seed()
                    ),
                )
                for number in chunk
            ]
            for number, future in waiting:
                missed = self.missed(number, future.result())
                if missed is not None:
                    found.append(missed)
            tell(min(len(own), start + 4), len(own))
        return largest_first(found)

    def cost(self, number: int) -> float:
        """What the turn changed for its seat, by the quick playouts; negative if it lost something."""
        seat, seen = self.turns[number].seat, self.worths[number]
        change = difference(seen, lambda end: end.points[seat])
        return change.mean + 20 * difference(seen, lambda end: end.wins[seat]).mean

    def missed(self, number: int, found: Better | None) -> Missed | None:
        """Only what the stronger playouts can tell from noise, and worth a word."""
        if found is None:
            return None
        turn, game = self.turns[number], self.match.game
        gap = found.gap
        by_points = gap.points.mean > max(gap.points.half, game.least_gap) and gap.win.mean > -gap.win.half
        by_wins = gap.win.mean > max(gap.win.half, 0.1)
        if not by_points and not by_wins:
            return None
        state = self.match.at(turn.first)
        names = self.match.names
        return Missed(
            move=turn.first,
            seat=turn.seat,
            played=game.label(state, turn.actions[0]).format(*names),
            better=game.label(state, found.action).format(*names),
            text=self.match.actions.text(found.action),
            gap=gap,
        )

    # ---- sums
    def review(self, missed: list[Missed]) -> Review:
        spots = [spot(turn.after, turn.seat, seen.after) for turn, seen in zip(self.turns, self.worths, strict=True)]
        start = spot(0, self.turns[0].seat, self.worths[0].before)
        return Review(
            start=start,
            spots=spots,
            end=self.end,
            points=self.accounts(lambda end: end.points),
            win=self.accounts(lambda end: end.wins),
            missed=missed,
            turning=self.turning_points(spots, start),
            playouts=sum(2 * len(seen.before) for seen in self.worths),
        )

    def accounts(self, of: Callable[[Ending], Sequence[float]]) -> list[Account]:
        seats = len(self.match.seats)
        start = [mean(self.worths[0].before, of, seat) for seat in range(seats)]
        own, others, luck, now = [0.0] * seats, [0.0] * seats, [0.0] * seats, list(start)
        for turn, seen in zip(self.turns, self.worths, strict=True):
            for seat in range(seats):
                before, after = mean(seen.before, of, seat), mean(seen.after, of, seat)
                luck[seat] += before - now[seat]
                (own if seat == turn.seat else others)[seat] += after - before
                now[seat] = after
        end = [float(of(self.end)[seat]) for seat in range(seats)]
        return [
            Account(start[seat], own[seat], others[seat], luck[seat] + end[seat] - now[seat], end[seat])
            for seat in range(seats)
        ]

    def turning_points(self, spots: list[Spot], start: Spot) -> list[int]:
        """The turns after which some chance to win had moved most, beyond what noise does; one a seat and time."""
        moved: list[tuple[float, int]] = []
        before = start
        for number, now in enumerate(spots):
            steps = [abs(b.mean - a.mean) - (a.half + b.half) / 2 for a, b in zip(before.win, now.win, strict=True)]
            moved.append((max(steps), number))
            before = now
        best = sorted((row for row in moved if row[0] > 0), reverse=True)[:MOMENTS]
        return sorted(number for _, number in best)


def spot(move: int, seat: int, ends: list[Ending]) -> Spot:
    seats = range(len(ends[0].points))
    return Spot(
        move=move,
        seat=seat,
        points=[estimate([float(end.points[number]) for end in ends]) for number in seats],
        win=[estimate([end.wins[number] for end in ends]) for number in seats],
    )


def mean(ends: list[Ending], of: Callable[[Ending], Sequence[float]], seat: int) -> float:
    return sum(float(of(end)[seat]) for end in ends) / len(ends)


def difference(seen: Worth, of: Callable[[Ending], float]) -> Estimate:
    return estimate([of(after) - of(before) for before, after in zip(seen.before, seen.after, strict=True)])


def largest_first(missed: list[Missed]) -> list[Missed]:
    """The few largest of each seat."""
    ordered = sorted(missed, key=lambda row: -(row.gap.points.mean + 20 * row.gap.win.mean))
    kept: dict[int, int] = {}
    found = []
    for row in ordered:
        kept[row.seat] = kept.get(row.seat, 0) + 1
        if kept[row.seat] <= LARGEST:
            found.append(row)
    return found
