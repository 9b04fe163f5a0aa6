"""The figures of a tournament: shares of wins, points by category, decision times, ratings."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from math import isfinite
from statistics import fmean

from msgspec import Struct

from skerry.arena.intervals import Clusters, Estimate, mean_interval, share_interval
from skerry.arena.job import GameResult
from skerry.arena.plan import Plan
from skerry.arena.rating import Rating, places, ratings
from skerry.arena.saves import file_name
from skerry.core.words import plural
from skerry.games import GAMES


class Times(Struct, frozen=True):
    """Milliseconds per decision."""

    decisions: int
    mean: float
    most: float  # 95 % are faster
    slowest: float


class BotLine(Struct, frozen=True):
    """One bot.  Shares are per seat it played."""

    name: str
    games: int
    rating: Rating | None  # None in solo games, and without the extra `play`
    wins: Estimate | None
    points: Estimate
    categories: dict[str, float]
    times: Times
    ahead: dict[str, Estimate]  # how often it finishes ahead of each other bot; a tie counts half


class SeatLine(Struct, frozen=True):
    """A place in the order of play, counted from the player who goes first."""

    place: int
    wins: Estimate
    over_even: float  # the share of wins, where 1 is an even share
    points: Estimate


class Highlight(Struct, frozen=True):
    """A game worth watching."""

    what: str
    bots: list[str]
    scores: list[int]
    file: str


class Summary(Struct, frozen=True):
    game: str
    title: str
    players: int
    options: dict[str, str]  # that differ from the defaults
    seed: str
    deals: int
    games: int
    bots: list[BotLine]  # the best first
    seats: list[SeatLine]
    highlights: list[Highlight]
    path: list[dict[str, float]]  # strengths after each deal

    def __getitem__(self, name: str) -> BotLine:
        """The line of this bot."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        raise KeyError(f"{name} did not play; there are: {', '.join(bot.name for bot in self.bots)}")

    def __str__(self) -> str:
        """Wins and points of every bot, with their 95 % intervals."""
        width = max(len(bot.name) for bot in self.bots)
        lines = [f"{self.title}, {self.field}", self.extent]
        for bot in self.bots:
            wins = f"wins {percent_with_interval(bot.wins)}   " if bot.wins else ""
            lines.append(f"{bot.name:{width}}   {wins}points {points_with_interval(bot.points)}")
        return "\n".join(lines)

    @property
    def field(self) -> str:
        """Who played."""
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        names = ", ".join(bot.name for bot in self.bots) + (" against itself" if self.is_selfplay else "")
        return f"{plural(self.players, 'player')}{options}: {names}"

    @property
    def extent(self) -> str:
        """How much was played."""
        deals = f"{plural(self.deals, 'deal')} × {plural(self.games // self.deals, 'seating')}"
        return f"{deals} = {plural(self.games, 'game')}, seed {self.seed}"

    @property
    def is_selfplay(self) -> bool:
        return len(self.bots) == 1 < self.players


def percent_with_interval(wins: Estimate) -> str:
    return f"{wins.value:4.0%} ({wins.low:.0%} to {wins.high:.0%})"


def points_with_interval(mean: Estimate) -> str:
    bounds = f" ({mean.low:.1f} to {mean.high:.1f})" if isfinite(mean.low) else ""
    return f"{mean.value:.1f}{bounds}"


def summarise(plan: Plan, results: list[GameResult]) -> Summary:
    names = [bot.name for bot in plan.bots]
    solo = plan.setting.players == 1
    rated, path = ({}, []) if solo or len(names) == 1 else ratings(results, names)
    lines = [bot_line(name, names, results, rated.get(name)) for name in names]
    lines.sort(key=standing_of, reverse=True)
    return Summary(
        game=plan.setting.game,
        title=GAMES[plan.setting.game].title,
        players=plan.setting.players,
        options=chosen_options(plan),
        seed=plan.seed,
        deals=plan.deals,
        games=len(results),
        bots=lines,
        seats=seat_lines(plan.setting.players, results),
        highlights=highlighted_games(results),
        path=path,
    )


def standing_of(line: BotLine) -> tuple[float, float, float]:
    """By rating where there is one, then by wins and points."""
    return (
        line.rating.strength if line.rating else 0.0,
        line.wins.value if line.wins else 0.0,
        line.points.value,
    )


def chosen_options(plan: Plan) -> dict[str, str]:
    """The variants that differ from the defaults."""
    usual = {option.name: option.default for option in GAMES[plan.setting.game].options}
    return {name: value for name, value in plan.setting.options.items() if usual.get(name) != value}


def by_deal(results: Iterable[GameResult], measure: Callable[[GameResult], Iterable[float]]) -> Clusters:
    """For each deal, the sum and the number of the values measured in its games."""
    clusters = []
    for _, games in groupby(results, key=lambda result: result.deal):
        values = [value for game in games for value in measure(game)]
        clusters.append((sum(values), len(values)))
    return clusters


def seats_played(name: str, result: GameResult) -> list[int]:
    return [seat for seat, sitting in enumerate(result.bots) if sitting == name]


def bot_line(name: str, names: list[str], results: list[GameResult], rating: Rating | None) -> BotLine:
    def won(result: GameResult) -> Iterable[float]:
        return (result.won[seat] for seat in seats_played(name, result))

    def scores(result: GameResult) -> Iterable[float]:
        return (result.scores[seat] for seat in seats_played(name, result))

    points = mean_interval(by_deal(results, scores))
    assert points is not None  # everybody sits in every seat
    categories: dict[str, list[int]] = defaultdict(list)
    for result in results:
        for label, column in result.points.items():
            categories[label] += [column[seat] for seat in seats_played(name, result)]
    games = sum(len(seats_played(name, result)) for result in results)
    solo = len(results[0].bots) == 1
    return BotLine(
        name=name,
        games=games,
        rating=rating,
        wins=None if solo else share_interval(by_deal(results, won)),
        points=points,
        categories={label: sum(column) / games for label, column in categories.items()},
        times=times_of([ms for result in results for seat in seats_played(name, result) for ms in result.times[seat]]),
        ahead={} if solo else ahead_shares(name, names, results),
    )


def ahead_shares(name: str, names: list[str], results: list[GameResult]) -> dict[str, Estimate]:
    estimates = {
        other: share_interval(by_deal(results, partial(duels, name, other))) for other in names if other != name
    }
    return {other: estimate for other, estimate in estimates.items() if estimate is not None}


def duels(name: str, other: str, result: GameResult) -> Iterable[float]:
    """For each pair of seats of the two bots: 1 if the first is ahead, ½ for a tie."""
    place = places(result)
    for own in seats_played(name, result):
        for seat in seats_played(other, result):
            yield 1.0 if place[own] < place[seat] else 0.5 if place[own] == place[seat] else 0.0


def times_of(times: list[float]) -> Times:
    times = sorted(times) or [0.0]
    return Times(len(times), fmean(times), times[min(len(times) - 1, len(times) * 19 // 20)], times[-1])


def seat_lines(players: int, results: list[GameResult]) -> list[SeatLine]:
    lines = []
    for place in range(players if players > 1 else 0):
        points = mean_interval(by_deal(results, partial(score_at, place)))
        wins = share_interval(by_deal(results, partial(won_at, place)))
        assert points is not None and wins is not None
        lines.append(SeatLine(place + 1, wins, wins.value * players, points))
    return lines


def score_at(place: int, result: GameResult) -> list[float]:
    return [result.scores[(result.first + place) % len(result.bots)]]


def won_at(place: int, result: GameResult) -> list[float]:
    return [result.won[(result.first + place) % len(result.bots)]]


def highlighted_games(results: list[GameResult]) -> list[Highlight]:
    def margin(result: GameResult) -> int:
        best = sorted(result.scores)
        return best[-1] - best[-2]

    chosen = [("Most points", max(results, key=lambda result: max(result.scores)))]
    if len(results[0].bots) > 1:
        chosen += [
            ("Clearest victory", max(results, key=margin)),
            ("Closest finish", min(results, key=lambda result: (margin(result), -max(result.scores)))),
        ]
    chosen.append(("Fewest points", min(results, key=lambda result: max(result.scores))))
    return [Highlight(what, game.bots, game.scores, file_name(game) if game.log else "") for what, game in chosen]
