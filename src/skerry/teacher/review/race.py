"""The race for better moves: which turns get how much of the time, until it is up.

A turn whose gap has become plain, or could no longer be told of, makes room for the next.  What is about to be told is
checked by a stronger player.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from skerry.bots import Observer
from skerry.teacher.review.better import Better, confirmed, glance, is_told, size_of
from skerry.teacher.review.crew import Crew
from skerry.teacher.review.depth import Depth, Progress
from skerry.teacher.review.turns import Turn

OPEN, HAD_ITS_SHARE, TOLD = range(3)  # whose turn it is to be compared, first ones first
SLICES = 4  # of the seconds for one turn: after each, another one may look costlier
STRONGER = 3  # times as many simulations, for the player who checks

# What a turn is thought to cost before anything is played, in units of `least_gap`: the most doubted one all of this,
# the next ones a half, a third and so on.  It counts for so many pairs.
DOUBT, BEFOREHAND = 2.0, 12

LEAST_CHECK = 0.05  # of the time for all checks together, even if it is late
TOO_LITTLE = 0.02  # of the time: not worth another lap


class Race:
    """Turns go by their numbers in the match."""

    def __init__(
        self,
        turns: Sequence[Turn],
        known: Sequence[Observer],
        depth: Depth,
        jobs: Crew,
        seed: Callable[[], int],
        tell: Progress,
    ) -> None:
        self.turns = turns
        self.known = known
        self.depth = depth
        self.jobs = jobs
        self.at_once = max(
            2, jobs.workers
        )  # turns that are compared closely at one time: with more, the last begins late
        self.seed = seed
        self.tell = tell
        self.least = known[0].game.least_gap
        self.worth = depth.worth_telling(self.least)
        self.proposed: dict[int, list[int]] = {}  # other moves, by turn
        self.beforehand: dict[int, float] = {}  # what a turn is thought to cost before any pair is played
        self.sizes: dict[int, float] = {}  # and now
        self.waits: dict[int, int] = {}
        self.shown: dict[int, Better] = {}
        self.checked: set[int] = set()
        self.playouts = 0
        self.left: Callable[[], float] = lambda: 0.0  # seconds
        self.all_of_it = 1e-9  # seconds there were at the start

    def run(self, turns: Sequence[int], doubted: Sequence[int], left: Callable[[], float]) -> dict[int, Better]:
        """What was seen of these turns, the likeliest first, as far as there was time.  `doubted` are the same, those
        first that a search doubts most.  `left` says how many seconds there are."""
        self.left, self.all_of_it = left, max(left(), 1e-9)
        self.glance(turns[: self.depth.glances])
        self.beforehand = {number: DOUBT / (1 + n) for n, number in enumerate(doubted) if number in self.proposed}
        self.sizes = dict(self.beforehand)
        self.waits = dict.fromkeys(self.beforehand, OPEN)
        while self.waits and (not self.shown or left() > TOO_LITTLE * self.all_of_it):
            self.lap(for_checks=self.depth.checks * max(0.0, left()))
            self.check()
        return self.shown

    def glance(self, turns: Sequence[int]) -> None:
        """What to compare at these turns; this may take a third of the time that is left."""
        enough = self.left() * 2 / 3
        for start in range(0, len(turns), 2 * self.at_once):
            if start > 0 and self.left() < enough:
                break
            waiting = []
            for number in turns[start : start + 2 * self.at_once]:
                taken, seed = self.turns[number].actions[0], self.seed()
                how = self.depth.searched, self.depth.simulations
                waiting.append((number, self.jobs.submit(glance, self.known[number], taken, *how, seed)))
            self.proposed |= {number: others for number, future in waiting if (others := future.result())}
            self.tell("Looking for better moves", 0.55 + 0.1 * min(1.0, (start + 2 * self.at_once) / len(turns)))

    def lap(self, for_checks: float) -> None:
        """Playouts for the turns that look costliest at the moment, a few at a time.  A turn that has had its share
        waits until no other one is open; what will be told is made surer if time is left.

        The largest of many noisy gaps is mostly noise, so what the search thought of a turn beforehand counts, too.
        """
        depth = self.depth
        while self.waits and (not self.shown or self.left() > for_checks):
            waiting: list[tuple[int, Future[Better]]] = []
            for number in sorted(self.waits, key=lambda number: (self.waits[number], -self.sizes[number]))[
                : self.at_once
            ]:
                seconds = min(depth.each / SLICES, self.left() - for_checks)
                others, before = self.proposed[number], self.shown.get(number)
                job = self.confirm(number, others, depth.pairs, depth.simulations, seconds, before)
                waiting.append((number, job))
            for number, future in waiting:
                self.note(number, future.result())
                self.sort(number)
            self.tell_how_far("Looking for better moves")

    def note(self, number: int, better: Better) -> None:
        before = self.shown.get(number)
        pairs, seen = better.gap.pairs, size_of(better.gap, self.least)
        self.playouts += better.games - (sum(len(before.endings[action]) for action in better.endings) if before else 0)
        self.shown[number] = better
        self.sizes[number] = (pairs * seen + BEFOREHAND * self.beforehand[number]) / (pairs + BEFOREHAND)

    def sort(self, number: int) -> None:
        """Does it go on, and before which others?"""
        better, depth = self.shown[number], self.depth
        if better.gap.pairs >= depth.pairs or (better.is_plain and not is_told(better.gap, self.worth)):
            del self.waits[number]
        elif better.is_plain:
            self.waits[number] = TOLD
        else:
            self.waits[number] = HAD_ITS_SHARE if better.seconds >= depth.each else OPEN

    def check(self) -> None:
        """A weak player may misjudge a move again and again, and no interval says so.  So what is about to be told is
        also played on by one three times as strong, and told only if all games together still say so."""
        told = [number for number, better in self.shown.items() if is_told(better.gap, self.worth)]
        told = [number for number in told if number not in self.checked]
        if not told:
            return
        seconds = min(self.depth.each, self.at_once * max(LEAST_CHECK * self.all_of_it, self.left()) / len(told))
        waiting = []
        for number in told:
            better, simulations = self.shown[number], STRONGER * self.depth.simulations
            before, pairs = better.to_be_checked(self.turns[number].actions[0]), better.gap.pairs + self.depth.pairs
            waiting.append((number, self.confirm(number, [better.action], pairs, simulations, seconds, before)))
        for number, future in waiting:
            self.note(number, future.result())
            self.checked.add(number)
            self.waits.pop(number, None)
            self.tell_how_far("Checking what was found")

    def tell_how_far(self, what: str) -> None:
        self.tell(what, 1.0 - 0.35 * max(0.0, min(1.0, self.left() / self.all_of_it)))

    def confirm(
        self, number: int, others: Sequence[int], pairs: int, simulations: int, seconds: float, before: Better | None
    ) -> Future[Better]:
        observer, taken, seed = self.known[number], self.turns[number].actions[0], self.seed()
        limits = pairs, seconds, self.worth
        return self.jobs.submit(confirmed, observer, taken, others, simulations, *limits, seed, before)
