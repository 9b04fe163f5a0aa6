"""The figures of a ladder: every bot has played every other on the same deals, and has a strength on Elo's scale."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import fmean

from msgspec import Struct

from skerry.arena.elo import ANCHORED, Duel, elo
from skerry.arena.intervals import Estimate, share_interval
from skerry.arena.job import GameResult
from skerry.core.words import plural

ANCHOR = "easy"

Pair = tuple[str, str]


class LadderLine(Struct, frozen=True):
    """One bot.  `against` has its share of the victories against each other bot."""

    name: str
    elo: Estimate
    games: int
    wins: float  # of all its games, whoever they were against
    ms: float  # processor time of a decision
    against: dict[str, Estimate]
    is_entry: bool  # somebody's file, not one of the levels


class Ladder(Struct, frozen=True):
    game: str
    title: str
    players: int
    options: dict[str, str]  # that differ from the defaults
    seed: str
    games: int  # of each pair
    lines: list[LadderLine]  # the strongest first
    left_out: dict[str, str]  # bots that failed, and why

    def __getitem__(self, name: str) -> LadderLine:
        for line in self.lines:
            if line.name == name:
                return line
        raise KeyError(f"{name} is not on the ladder; there are: {', '.join(line.name for line in self.lines)}")

    def __str__(self) -> str:
        width = max(len(line.name) for line in self.lines)
        rows = [f"{self.title}, {self.field}", self.extent]
        for place, line in enumerate(self.lines, 1):
            rows.append(f"{place:3}  {line.name:{width}}  {line.elo.value:5.0f}  {interval_words(line.elo)}")
        return "\n".join([*rows, *(f"     {name}: left out: {why}" for name, why in self.left_out.items())])

    @property
    def field(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{plural(self.players, 'player')}{options}: {plural(len(self.lines), 'bot')}"

    @property
    def extent(self) -> str:
        each = f"every pair {plural(self.games, 'game')}"
        return f"{each}, seed {self.seed}; {ANCHOR} is {ANCHORED:.0f}"


def interval_words(strength: Estimate) -> str:
    """`940 to 1,020`; nothing for the anchor"""
    return "" if strength.low == strength.high else f"{strength.low:.0f} to {strength.high:.0f}"


def ladder_lines(played: Mapping[Pair, Sequence[GameResult]], entries: set[str]) -> list[LadderLine]:
    """The strongest first."""
    duels = [duel_of(pair, results) for pair, results in played.items()]
    lines = []
    for name, strength in elo(duels, ANCHOR).items():
        own = [(duel, duel.one == name) for duel in duels if name in (duel.one, duel.other)]
        games = sum(duel.games for duel, _ in own)
        won = sum(duel.won if first else duel.games - duel.won for duel, first in own)
        times = [ms for results in played.values() for result in results for ms in times_of_bot(name, result)]
        lines.append(
            LadderLine(
                name=name,
                elo=strength,
                games=games,
                wins=won / games,
                ms=fmean(times or [0.0]),
                against={duel.other if first else duel.one: share_of(duel, first) for duel, first in own},
                is_entry=name in entries,
            )
        )
    return sorted(lines, key=lambda line: (-line.elo.value, line.name))


def duel_of(pair: Pair, results: Sequence[GameResult]) -> Duel:
    one, other = pair
    deals = {}
    for deal, games in groupby(results, key=lambda result: result.deal):
        won = [won_by(one, result) for result in games]
        deals[deal] = (sum(won), len(won))
    return Duel(one, other, deals)


def won_by(name: str, result: GameResult) -> float:
    return sum(won for won, sitting in zip(result.won, result.bots, strict=True) if sitting == name)


def times_of_bot(name: str, result: GameResult) -> list[float]:
    return [ms for times, sitting in zip(result.times, result.bots, strict=True) if sitting == name for ms in times]


def share_of(duel: Duel, first: bool) -> Estimate:
    clusters = [(won if first else games - won, games) for won, games in duel.deals.values()]
    found = share_interval(clusters)
    assert found is not None  # a pair without games is none
    return found
