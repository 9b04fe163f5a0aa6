"""Paired playouts: options are compared by how games end that begin with them, in the same imagined states with the
same luck.  A gap holds under the assumption that bots play out the rest, and starts from what the seat can know."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from skerry.bots.observer import Observer
from skerry.brain.continuation import Continuation
from skerry.brain.judgement import Judgement
from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import SPECTATOR, State

# Two-sided quantiles of Student's t for 90 %, by degrees of freedom; beyond the last, the normal one.
T90 = (6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753)
NORMAL90 = 1.645
WIN_SIZE = 20  # what a win counts, in units of `least_gap`
PRIOR = 0.5  # added to the sum of squares: a few equal results are no certainty

Outlook = tuple[float, float]  # points and chance to win of the seat, as the judgement sees them on the way


class Ending(Struct, frozen=True):
    """How one game ended."""

    wins: tuple[float, ...]  # by seat; a shared victory is shared
    points: tuple[int, ...]  # by seat
    categories: tuple[tuple[int, ...], ...]  # by category of the score sheet, then by seat


class MeanEstimate(Struct, frozen=True):
    """A mean and half of its 90 % interval."""

    mean: float
    half: float

    @property
    def is_clear(self) -> bool:
        return abs(self.mean) > self.half


class Gap(Struct, frozen=True):
    """How much better one option does than another, for the seat that chooses."""

    pairs: int
    win: MeanEstimate
    points: MeanEstimate
    categories: dict[str, MeanEstimate]
    alike: float  # the share of pairs that end the same


class Pairs:
    """Playouts of several options of one decision; call `run` as long as there is time.

    With `ahead`, the judgement is also asked after that many turns of each seat.  `follow` has the rest of the turn
    after an option, as far as it is planned.
    """

    def __init__(
        self,
        observer: Observer,
        actions: Sequence[int],
        player: Continuation,
        seed: int,
        ahead: int = 0,
        follow: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self.observer = observer
        self.player = player
        self.follow = follow or {}
        self.rng = Rng(seed)
        self.ahead = ahead
        self.endings: dict[int, list[Ending]] = {action: [] for action in actions}
        self.looks: dict[int, list[Outlook]] = {action: [] for action in actions}
        self.dropped: set[int] = set()  # clearly worse, no longer played

    def run(self, pairs: int) -> None:
        for _ in range(pairs):
            world = self.observer.imagine(self.rng)
            seeds = int(self.rng.word()), int(self.rng.word())
            rest = (int(self.rng.word()), int(self.rng.word())) if self.ahead else seeds
            for action, endings in self.endings.items():
                if action not in self.dropped:
                    state = self.after(world, action)
                    if self.ahead:
                        self.looks[action].append(self.look(state, *seeds))
                    self.player.play(state, *rest)
                    endings.append(ending(self.observer.game, state))

    def after(self, world: State, action: int) -> State:
        """The state after an option and the planned rest of its turn, as far as that is possible in this world."""
        state = world.clone()
        state.apply(action)
        for planned in self.follow.get(action, ()):
            if state.over or state.to_move() != self.observer.seat or planned not in state.legal_actions():
                break
            state.apply(planned)
        return state

    def look(self, state: State, luck_seed: int, policy_seed: int) -> Outlook:
        self.player.play(state, luck_seed, policy_seed, self.ahead * state.seats)
        points, wins = self.player.outlook(state)
        return points[self.observer.seat], wins[self.observer.seat]

    def win(self, action: int) -> MeanEstimate:
        return chance([end.wins[self.observer.seat] for end in self.endings[action]])

    def points(self, action: int) -> MeanEstimate:
        return estimate([float(end.points[self.observer.seat]) for end in self.endings[action]])

    def gap(self, action: int, other: int) -> Gap:
        """From the pairs that both options have played."""
        return gap_between(self.observer, self.endings[action], self.endings[other])

    def ranking(self) -> list[int]:
        """The options still in play, best first: by the chance to win, with a little weight on points."""
        scale = 1.0 if len(self.endings_of_first().points) == 1 else 0.02
        playing = [action for action in self.endings if action not in self.dropped]
        return sorted(playing, key=lambda action: -(self.win(action).mean + scale * self.points(action).mean))

    def endings_of_first(self) -> Ending:
        return next(iter(self.endings.values()))[0]

    def drop_clearly_worse(self, times: float = 2.0) -> None:
        """Stop playing options that are behind the best by more than `times` half-intervals."""
        best, *others = self.ranking()
        for other in others:
            gap = self.gap(best, other)
            worse_points = gap.points.mean > times * gap.points.half > 0
            worse_wins = gap.win.mean > times * gap.win.half > 0
            if (worse_points and gap.win.mean >= 0) or (worse_wins and gap.points.mean >= 0):
                self.dropped.add(other)


def gap_between(observer: Observer, better: Sequence[Ending], worse: Sequence[Ending]) -> Gap:
    """From the pairs that both options have played."""
    seat = observer.seat
    both = list(zip(better, worse, strict=False))
    return Gap(
        pairs=len(both),
        win=chance([a.wins[seat] - b.wins[seat] for a, b in both]),
        points=estimate([float(a.points[seat] - b.points[seat]) for a, b in both]),
        categories={
            label: estimate([float(a.categories[row][seat] - b.categories[row][seat]) for a, b in both])
            for row, label in enumerate(categories(observer))
        },
        alike=sum(a == b for a, b in both) / max(1, len(both)),
    )


def most_hurt_rival(seat: int, better: Sequence[Ending], worse: Sequence[Ending]) -> tuple[int, MeanEstimate] | None:
    """The rival who loses most if the first is played instead of the second, and the change of their points."""
    both = list(zip(better, worse, strict=False))
    changes = {
        rival: estimate([float(a.points[rival] - b.points[rival]) for a, b in both])
        for rival in range(len(better[0].points) if better else 0)
        if rival != seat
    }
    return min(changes.items(), key=lambda row: row[1].mean, default=None)


def deviation(seat: int, endings: Sequence[Ending]) -> float:
    """The standard deviation of the seat's final points."""
    own = [float(end.points[seat]) for end in endings]
    mean = sum(own) / len(own)
    return sqrt(sum((points - mean) ** 2 for points in own) / len(own))


def size(points: float, win: float, least: float) -> float:
    """One number for points and chances, to compare gaps with each other: in units of `least`."""
    return points / least + WIN_SIZE * win


def new_continuation(game: Game[Any], judgement: Judgement[Any], simulations: int = 0) -> Continuation:
    return Continuation(judgement, game.imagine, simulations)


def ending(game: Game[Any], state: State) -> Ending:
    won = int(state.winners())
    winners = won.bit_count()
    return Ending(
        wins=tuple(1 / winners if won >> seat & 1 else 0.0 for seat in range(state.seats)),
        points=tuple(state.scores()),
        categories=tuple(tuple(line.points) for line in game.breakdown(state, SPECTATOR)),
    )


def categories(observer: Observer) -> list[str]:
    state = observer.imagine(Rng(0))
    return [line.label for line in observer.game.breakdown(state, observer.seat)]


def chance(values: Sequence[float]) -> MeanEstimate:
    """The mean of wins, which are 0 or 1 and often all alike, with its interval (see `estimate`)."""
    return estimate(values, PRIOR)


def estimate(values: Sequence[float], prior: float = 0.0) -> MeanEstimate:
    """The mean with its 90 % interval, which is infinite for fewer than two values."""
    n = len(values)
    if n < 2:
        return MeanEstimate(sum(values), float("inf"))
    quantile = T90[n - 2] if n - 2 < len(T90) else NORMAL90
    return MeanEstimate(sum(values) / n, quantile * sqrt(variance_of_mean(values, prior)))


def variance_of_mean(values: Sequence[float], prior: float = 0.0) -> float:
    n = len(values)
    if n < 2:
        return float("inf")
    mean = sum(values) / n
    return (sum((value - mean) ** 2 for value in values) + prior) / (n - 1) / n
