"""How the parts of a review are put together from what was measured."""

from math import sqrt

from skerry.match import Match
from skerry.match.picture import whole_story
from skerry.teacher.pairs import NORMAL90, chance, size
from skerry.teacher.review.chain import Link, Measure
from skerry.teacher.review.measure import Swing
from skerry.teacher.review.model import Best, Ledger, Missed, Spot, Turning
from skerry.teacher.review.turns import PlayedTurn

TURNING_POINTS = 3  # at most
LEAST_BEYOND_NOISE = 0.05  # of a win: less is no turning point
LEAST_CHANGE = 0.1  # the same, noise included
TRIED = 6  # steps that are measured again by themselves
BETTER_MOVES = 5  # of one seat, at most
MOST_CHARACTERS = 240  # of what happened in a turn


def ledgers(turns: list[PlayedTurn], steps: list[Measure], links: list[Link]) -> list[Ledger]:
    """One for every seat; step 2i of the chain is turn i, and 2i + 1 the dice and draws that follow it."""
    found = []
    for seat in range(len(links[0].mean)):
        own = others = luck = own_variance = luck_variance = 0.0
        for number, turn in enumerate(turns):
            decided, drawn = steps[2 * number], steps[2 * number + 1]
            luck += drawn.mean[seat]
            luck_variance += drawn.variance
            if turn.seat == seat:
                own += decided.mean[seat]
                own_variance += decided.variance
            else:
                others += decided.mean[seat]
        start, end = links[0].mean[seat], links[-1].mean[seat]
        rest = end - start - own - others - luck
        halves = NORMAL90 * own_variance**0.5, NORMAL90 * luck_variance**0.5
        found.append(Ledger(start, own, others, luck, end, rest, *halves))
    return found


def whole_points(ledger: Ledger) -> list[int]:
    """Start, own decisions, luck, the others, what is not explained, end: in whole points.  What rounding leaves over
    is not explained, so that the column adds up."""
    whole = [round(part) for part in (ledger.start, ledger.own, ledger.luck, ledger.others)]
    return [*whole, round(ledger.end) - sum(whole), round(ledger.end)]


class TurnTexts:
    """What happened in a turn, in the words of the log."""

    def __init__(self, match: Match) -> None:
        self.words: dict[int, list[str]] = {}
        for line in whole_story(match):
            self.words.setdefault(line.move, []).append(line.words)

    def between(self, first: int, after: int) -> str:
        lines = [words for move in range(first, after) for words in self.words.get(move, [])]
        text = ""
        for line in dict.fromkeys(lines):
            if text and len(text) + len(line) > MOST_CHARACTERS:
                return f"{text} …"
            text += f"{' ' if text else ''}{line}{'' if line.endswith(('.', '!', '?')) else '.'}"
        return text


def swings(turns: list[PlayedTurn], steps: list[Measure]) -> list[int]:
    """The steps of the chain that may have moved a chance to win most, the likeliest first: one for each turn and what
    followed it."""
    moved = [(max(abs(change) for change in step.mean), place) for place, step in enumerate(steps)]
    likely = sorted((row for row in moved if row[0] >= LEAST_CHANGE / 2), reverse=True)
    return [place for _, place in likely[:TRIED]]


def turning(spot: int, seen: Swing) -> Turning:
    """What was measured of one step: before and after in the same games."""
    seats = range(len(seen.before[0]))
    games = len(seen.before)
    before = [sum(row[seat] for row in seen.before) / games for seat in seats]
    after = [sum(row[seat] for row in seen.after) / games for seat in seats]
    changes = [chance([b[seat] - a[seat] for a, b in zip(seen.before, seen.after, strict=True)]) for seat in seats]
    return Turning(spot, before, after, max(change.half for change in changes))


def turning_points(spots: list[Spot], tried: list[Turning]) -> list[Turning]:
    """Those that moved a chance to win most, plainly beyond the error of their own measurement; one for each round and
    seat."""
    kept: dict[tuple[int, int], Turning] = {}
    for turning in sorted(tried, key=most_moved, reverse=True):
        spot = spots[turning.spot]
        moved = most_moved(turning)
        is_plain = moved >= LEAST_CHANGE and moved - turning.half > LEAST_BEYOND_NOISE
        if is_plain and (spot.round, spot.seat) not in kept and len(kept) < TURNING_POINTS:
            kept[spot.round, spot.seat] = turning
    return sorted(kept.values(), key=lambda turning: turning.spot)


def most_moved(turning: Turning) -> float:
    return max(abs(after - before) for before, after in zip(turning.before, turning.after, strict=True))


def best_turn(
    turns: list[PlayedTurn], steps: tuple[list[Measure], list[Measure]], seat: int, least: float
) -> Best | None:
    """The turn by which the seat gained most, if that is enough to mention and plainly beyond its error.  `steps` are
    those of points and of chances; the place is that of the turn."""
    points, wins = steps
    found = [
        (size(points[2 * n].mean[seat], wins[2 * n].mean[seat], least), n)
        for n, turn in enumerate(turns)
        if turn.seat == seat and is_plain(points[2 * n], seat) | is_plain(wins[2 * n], seat)
    ]
    most, number = max(found, default=(0.0, 0))
    return Best(number, points[2 * number].mean[seat], wins[2 * number].mean[seat]) if most > 3 else None


def is_plain(step: Measure, seat: int) -> bool:
    return step.mean[seat] > NORMAL90 * sqrt(step.variance)


def largest_first(missed: list[Missed], least: float) -> list[Missed]:
    """The largest few of each seat."""
    ordered = sorted(missed, key=lambda row: -size(row.gap.points.mean, row.gap.win.mean, least))
    kept: dict[int, int] = {}
    found = []
    for row in ordered:
        kept[row.seat] = kept.get(row.seat, 0) + 1
        if kept[row.seat] <= BETTER_MOVES:
            found.append(row)
    return found
