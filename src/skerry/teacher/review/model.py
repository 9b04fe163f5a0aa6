"""What a review says, and how it is put together from what was measured."""

from msgspec import Struct

from skerry.match import Match
from skerry.match.picture import whole_story
from skerry.teacher.pairs import NORMAL90, Ending, Estimate, Gap, size
from skerry.teacher.review.chain import Link
from skerry.teacher.review.turns import Turn

NOBODY = -1  # the seat of dice and draws
MOMENTS = 3  # turning points
TOLD = 0.05  # of a victory, beyond the noise: less is no turning point
LEAST_MOVED = 0.1  # the same with the noise
LARGEST = 5  # better moves told for one seat
MOST_WORDS = 240  # of what happened in a turn


class Spot(Struct, frozen=True):
    """A point of the curves: after a turn, or after dice and draws."""

    move: int  # how many moves stand then
    first: int  # the first of the moves that led here
    seat: int  # who decided; -1 for dice and draws
    round: int
    words: str  # what happened
    points: list[Estimate]  # expected at the end, by seat
    win: list[Estimate]
    changed: list[float]  # the chance to win, by seat, by this step alone
    gained: list[float]  # the points to expect, likewise


class Ledger(Struct, frozen=True):
    """Where a seat's result came from; the columns add up."""

    start: float
    own: float  # own decisions; 0 if played as the bots would
    others: float  # what the others decided
    luck: float  # dice and draws
    end: float


class Missed(Struct, frozen=True):
    """A turn that could have begun better."""

    move: int
    seat: int
    round: int
    played: str
    better: str
    text: str  # of the better move
    gap: Gap


class Review(Struct, frozen=True):
    start: Spot
    spots: list[Spot]
    end: Ending
    points: list[Ledger]  # by seat
    win: list[Ledger]
    missed: list[Missed]  # largest first for each seat
    turning: list[int]  # places of the spots that moved a chance to win most
    best: list[int | None]  # by seat: the place of the turn that gained most over what the bots would have done
    playouts: int  # games played to their end
    looks: int  # a few turns ahead
    deep: bool = False
    hurried: bool = False  # the machine was so busy that little could be looked at
    broken_off: bool = False  # the end is then what could be expected when somebody gave up


def accounts(turns: list[Turn], links: list[Link]) -> list[Ledger]:
    """For every seat; position 2i of the chain is the one before turn i, 2i + 1 the one after it."""
    found = []
    for seat in range(len(links[0].mean)):
        value = [link.mean[seat] for link in links]
        own = others = chance = 0.0
        for number, turn in enumerate(turns):
            step = value[2 * number + 1] - value[2 * number]
            own, others = (own + step, others) if turn.seat == seat else (own, others + step)
            chance += value[2 * number + 2] - value[2 * number + 1]
        found.append(Ledger(value[0], own, others, chance, value[-1]))
    return found


def rounded(account: Ledger) -> list[int]:
    """Start, own decisions, luck, the others, end in whole points; what rounding leaves over goes to the largest part,
    so that the column adds up."""
    exact = [account.start, account.own, account.luck, account.others]
    whole = [round(part) for part in exact]
    most = max(range(1, 4), key=lambda place: abs(exact[place]))
    whole[most] += round(account.end) - sum(whole)
    return [*whole, round(account.end)]


class Story:
    """What happened, in the words of the log."""

    def __init__(self, match: Match) -> None:
        self.words: dict[int, list[str]] = {}
        for line in whole_story(match):
            self.words.setdefault(line.move, []).append(line.words)

    def between(self, first: int, after: int) -> str:
        lines = [words for move in range(first, after) for words in self.words.get(move, [])]
        told = ""
        for line in dict.fromkeys(lines):
            if told and len(told) + len(line) > MOST_WORDS:
                return f"{told} …"
            told += f"{' ' if told else ''}{line}{'' if line.endswith(('.', '!', '?')) else '.'}"
        return told


def moved_by(spot: Spot, seat: int) -> float:
    """The change of a chance to win, from 0 to 1 and no further: the fit knows no such bounds."""
    after = spot.win[seat].mean
    return min(1.0, max(0.0, after)) - min(1.0, max(0.0, after - spot.changed[seat]))


def turning_points(spots: list[Spot], variances: list[float]) -> list[int]:
    """The steps that moved some chance to win most, beyond what noise does; one for each round and seat."""
    moved = []
    for place, (spot, variance) in enumerate(zip(spots, variances, strict=True)):
        most = max(abs(moved_by(spot, seat)) for seat in range(len(spot.win)))
        if most >= LEAST_MOVED:
            moved.append((most - NORMAL90 * variance**0.5, place))
    kept: dict[tuple[int, int], int] = {}
    for beyond, place in sorted(moved, reverse=True):
        where = (spots[place].round, spots[place].seat)
        if beyond > TOLD and where not in kept and len(kept) < MOMENTS:
            kept[where] = place
    return sorted(kept.values())


def best_turn(spots: list[Spot], seat: int, least: float) -> int | None:
    """The place of the turn by which the seat gained most, if that is worth a word."""
    own = [(size(spot.gained[seat], spot.changed[seat], least), n) for n, spot in enumerate(spots) if spot.seat == seat]
    most, place = max(own, default=(0.0, 0))
    return place if most > 3 else None


def largest_first(missed: list[Missed], least: float) -> list[Missed]:
    """The few largest of each seat."""
    ordered = sorted(missed, key=lambda row: -size(row.gap.points.mean, row.gap.win.mean, least))
    kept: dict[int, int] = {}
    found = []
    for row in ordered:
        kept[row.seat] = kept.get(row.seat, 0) + 1
        if kept[row.seat] <= LARGEST:
            found.append(row)
    return found
