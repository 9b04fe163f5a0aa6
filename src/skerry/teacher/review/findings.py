"""How the parts of a review are put together from what was measured."""

from skerry.match import Match
from skerry.match.picture import whole_story
from skerry.teacher.pairs import NORMAL90, size
from skerry.teacher.review.chain import Link
from skerry.teacher.review.model import Ledger, Missed, Spot
from skerry.teacher.review.turns import PlayedTurn

TURNING_POINTS = 3  # at most
LEAST_BEYOND_NOISE = 0.05  # of a win: less is no turning point
LEAST_CHANGE = 0.1  # the same, noise included
BETTER_MOVES = 5  # of one seat, at most
MOST_CHARACTERS = 240  # of what happened in a turn


def ledgers(turns: list[PlayedTurn], links: list[Link]) -> list[Ledger]:
    """One for every seat; position 2i of the chain is the one before turn i, 2i + 1 the one after it."""
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


def whole_points(ledger: Ledger) -> list[int]:
    """Start, own decisions, luck, the others, end in whole points; the rounding error goes to the largest part, so that
    the column adds up."""
    exact = [ledger.start, ledger.own, ledger.luck, ledger.others]
    whole = [round(part) for part in exact]
    most = max(range(1, 4), key=lambda place: abs(exact[place]))
    whole[most] += round(ledger.end) - sum(whole)
    return [*whole, round(ledger.end)]


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


def chance_change(spot: Spot, seat: int) -> float:
    """The change of a chance to win, kept between 0 and 1, which the fit does not guarantee."""
    after = spot.win[seat].mean
    return min(1.0, max(0.0, after)) - min(1.0, max(0.0, after - spot.changed[seat]))


def turning_points(spots: list[Spot], variances: list[float]) -> list[int]:
    """The steps that changed a chance to win most, beyond the noise; one for each round and seat."""
    moved = []
    for place, (spot, variance) in enumerate(zip(spots, variances, strict=True)):
        most = max(abs(chance_change(spot, seat)) for seat in range(len(spot.win)))
        if most >= LEAST_CHANGE:
            moved.append((most - NORMAL90 * variance**0.5, place))
    kept: dict[tuple[int, int], int] = {}
    for beyond, place in sorted(moved, reverse=True):
        where = (spots[place].round, spots[place].seat)
        if beyond > LEAST_BEYOND_NOISE and where not in kept and len(kept) < TURNING_POINTS:
            kept[where] = place
    return sorted(kept.values())


def best_turn(spots: list[Spot], seat: int, least: float) -> int | None:
    """The place of the turn by which the seat gained most, if it gained enough to mention."""
    own = [(size(spot.gained[seat], spot.changed[seat], least), n) for n, spot in enumerate(spots) if spot.seat == seat]
    most, place = max(own, default=(0.0, 0))
    return place if most > 3 else None


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
