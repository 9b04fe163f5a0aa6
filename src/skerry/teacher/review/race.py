"""Shares out the time for finding better moves among the turns.

A turn whose gap is settled, or can no longer become reportable, makes way for the next.  What is about to be reported
is checked by a stronger player.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from skerry.bots import Observer
from skerry.teacher.review.better import Better, ComparisonLimits, Lines, compare_moves, is_reportable, propose, size_of
from skerry.teacher.review.depth import Depth, Progress
from skerry.teacher.review.turns import PlayedTurn
from skerry.workers import Pool

OPEN, HAD_ITS_SHARE, REPORTABLE = range(3)  # in this order turns are compared further
SLICES = 4  # of the seconds for one turn: after each, another turn may look costlier
STRONGER = 3  # times as many simulations for the player who checks

# The prior cost of a turn in units of `least_gap`: the most regretted one has all of it, the next a half, a third and
# so on.  It counts as much as this many pairs.
PRIOR_COST, PRIOR_PAIRS = 2.0, 12

LEAST_CHECK = 0.05  # of the time, for all checks together, even if it is late
TOO_LITTLE = 0.02  # of the time: not worth another round


class Race:
    """Turns are known by their number in the match."""

    def __init__(
        self,
        turns: Sequence[PlayedTurn],
        known: Sequence[Observer],
        depth: Depth,
        pool: Pool,
        seed: Callable[[], int],
        tell: Progress,
    ) -> None:
        self.turns = turns
        self.known = known
        self.depth = depth
        self.pool = pool
        # With more turns at one time, the last would begin late.
        self.at_once = max(2, pool.count)
        self.seed = seed
        self.tell = tell
        self.least = known[0].game.least_gap
        self.threshold = depth.least_points(self.least)
        self.proposed: dict[int, Lines] = {}  # other turns, by turn
        self.prior: dict[int, float] = {}  # the prior cost of a turn
        self.sizes: dict[int, float] = {}  # its cost as estimated now
        self.waiting: dict[int, int] = {}  # turns to be compared further, and in which order
        self.found: dict[int, Better] = {}
        self.checked: set[int] = set()
        self.playouts = 0
        self.left: Callable[[], float] = lambda: 0.0  # seconds
        self.total = 1e-9  # seconds at the start

    def run(self, turns: Sequence[int], regretted: Sequence[int], left: Callable[[], float]) -> dict[int, Better]:
        """Compare these turns, the likeliest first, as far as there is time.  `regretted` has the same turns ordered by
        how much a search regrets them.  `left` returns the seconds that remain."""
        self.left, self.total = left, max(left(), 1e-9)
        self.propose(turns[: self.depth.candidates])
        self.prior = {number: PRIOR_COST / (1 + n) for n, number in enumerate(regretted) if number in self.proposed}
        self.sizes = dict(self.prior)
        self.waiting = dict.fromkeys(self.prior, OPEN)
        while self.waiting and (not self.found or left() > TOO_LITTLE * self.total):
            self.compare_round(for_checks=self.depth.checks * max(0.0, left()))
            self.check()
        return self.found

    def propose(self, turns: Sequence[int]) -> None:
        """Find what to compare at these turns; this may take a third of the time that is left."""
        enough = self.left() * 2 / 3
        for start in range(0, len(turns), 2 * self.at_once):
            if start > 0 and self.left() < enough:
                break
            waiting = []
            for number in turns[start : start + 2 * self.at_once]:
                taken, seed = self.turns[number].actions[0], self.seed()
                how = self.depth.searched, self.depth.simulations
                waiting.append((number, self.pool.submit(propose, self.known[number], taken, *how, seed)))
            self.proposed |= {number: others for number, future in waiting if (others := future.result())}
            self.tell("Looking for better moves", 0.55 + 0.1 * min(1.0, (start + 2 * self.at_once) / len(turns)))

    def compare_round(self, for_checks: float) -> None:
        """Play the turns that look costliest at the moment, a few at a time.  A turn that has had its share waits until
        no other is open; what is reportable is played further if time is left.

        The largest of many noisy gaps is mostly noise, so the prior cost of a turn counts, too.
        """
        depth = self.depth
        while self.waiting and (not self.found or self.left() > for_checks):
            waiting: list[tuple[int, Future[Better]]] = []
            order = sorted(self.waiting, key=lambda number: (self.waiting[number], -self.sizes[number]))
            for number in order[: self.at_once]:
                seconds = min(depth.each / SLICES, self.left() - for_checks)
                others, before = list(self.proposed[number]), self.found.get(number)
                limits = ComparisonLimits(depth.simulations, depth.pairs, seconds, self.threshold)
                waiting.append((number, self.submit_comparison(number, others, limits, before)))
            for number, future in waiting:
                self.note(number, future.result())
                self.sort(number)
            self.tell_progress("Looking for better moves")

    def note(self, number: int, better: Better) -> None:
        before = self.found.get(number)
        pairs, seen = better.gap.pairs, size_of(better.gap, self.least)
        self.playouts += better.games - (sum(len(before.endings[action]) for action in better.endings) if before else 0)
        self.found[number] = better
        self.sizes[number] = (pairs * seen + PRIOR_PAIRS * self.prior[number]) / (pairs + PRIOR_PAIRS)

    def sort(self, number: int) -> None:
        """Decide whether it is compared further, and in which order."""
        better, depth = self.found[number], self.depth
        if better.gap.pairs >= depth.pairs or (better.is_settled and not is_reportable(better.gap, self.threshold)):
            del self.waiting[number]
        elif better.is_settled:
            self.waiting[number] = REPORTABLE
        else:
            self.waiting[number] = HAD_ITS_SHARE if better.seconds >= depth.each else OPEN

    def check(self) -> None:
        """A weak player may misjudge a move again and again, and no interval shows it.  So what is about to be reported
        is also played by one three times as strong, and reported only if all games together still support it."""
        unchecked = [
            number
            for number, better in self.found.items()
            if is_reportable(better.gap, self.threshold) and number not in self.checked
        ]
        if not unchecked:
            return
        seconds = min(self.depth.each, self.at_once * max(LEAST_CHECK * self.total, self.left()) / len(unchecked))
        waiting = []
        for number in unchecked:
            better, simulations = self.found[number], STRONGER * self.depth.simulations
            before, pairs = better.for_check(self.turns[number].actions[0]), better.gap.pairs + self.depth.pairs
            limits = ComparisonLimits(simulations, pairs, seconds, self.threshold)
            waiting.append((number, self.submit_comparison(number, [better.action], limits, before)))
        for number, future in waiting:
            self.note(number, future.result())
            self.checked.add(number)
            self.waiting.pop(number, None)
            self.tell_progress("Checking what was found")

    def tell_progress(self, what: str) -> None:
        self.tell(what, 1.0 - 0.35 * max(0.0, min(1.0, self.left() / self.total)))

    def submit_comparison(
        self, number: int, others: Sequence[int], limits: ComparisonLimits, before: Better | None
    ) -> Future[Better]:
        observer, (taken, *rest) = self.known[number], self.turns[number].actions
        lines = {**self.proposed[number], taken: tuple(rest)}
        return self.pool.submit(compare_moves, observer, taken, others, limits, self.seed(), before, lines)
