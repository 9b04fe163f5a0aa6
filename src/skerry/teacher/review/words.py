"""A review in words: what was, what was possible, what it would have brought.  No blame, no praise."""

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

from skerry.core.words import capital, join_words
from skerry.match import Match
from skerry.match.picture import Line, result_of, whole_story
from skerry.teacher.hints.phrases import points_text
from skerry.teacher.hints.sums import Aims, parts_words
from skerry.teacher.review.better import LEAST_CHANCE, tells_points
from skerry.teacher.review.model import CHANCE_SEAT, Ledger, Missed, Review, Turning
from skerry.teacher.review.scene import Scene, scene

NOT_SMALL = 1.0  # points: less is not worth a sentence about luck
PLAINLY = 4  # times what a hint would mention: all decisions of a game together are not known better


class TurningPoint(Struct, frozen=True):
    """A turning point in words."""

    spot: int
    title: str
    words: str
    scene: Scene


NOTHING_STANDS_OUT = "No single turn stands out: other moves would have done about as well."
NOT_LOOKED = "The computer was too busy to look closely. A deep review takes its time."
LEDGER_ROWS = ("Expected at the start", "Own decisions", "Dice and draws", "What the others did", "Not explained")


class ReviewWords(Struct, frozen=True):
    """All the sentences of a review, for one reader."""

    headline: str
    luck: list[str]
    moments: list[TurningPoint]
    best: str  # the reader's best turn; empty if none stands out
    missed: list[str]  # as the review lists them
    none: str  # what to say if it lists nothing
    rows: list[str]  # the names of the rows that add up: from the start to the end
    note: str  # how all of this is meant


class ReaderNames:
    """Players as this reader calls them; `me` is the reader's own seat, None for a reader with none or several."""

    def __init__(self, names: Sequence[str], me: int | None) -> None:
        self.names = names
        self.me = me

    def __call__(self, seat: int) -> str:
        return "you" if seat == self.me else self.names[seat]

    def first(self, seat: int) -> str:
        """At the beginning of a sentence."""
        return "You" if seat == self.me else self.names[seat]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.me else f"{self.names[seat]}’s"


def review_words(match: Match, found: Review, me: int | None) -> ReviewWords:
    names = ReaderNames(match.names, me)
    story = whole_story(match) if found.turning else []
    return ReviewWords(
        headline=review_headline(match, found, names),
        luck=luck_words(found, names, match.game.least_gap),
        moments=[moment(found, turning, names, story) for turning in found.turning],
        best=best_words(found, me),
        missed=[missed_words(missed, match.game.aims, match.game.least_gap) for missed in found.missed],
        none=NOT_LOOKED if found.hurried else NOTHING_STANDS_OUT,
        rows=[*LEDGER_ROWS, "Expected at the end" if found.broken_off else "Final points"],
        note=review_note(found),
    )


def review_headline(match: Match, found: Review, names: ReaderNames) -> str:
    """Who won, and how far ahead of whom."""
    ends = found.end.points
    if match.resigned:
        return f"{result_of(match)}.{f' Had play gone on, {hopes(ends, names)}.' if found.broken_off else ''}"
    winners = [seat for seat, won in enumerate(found.end.wins) if won]
    level = len(winners) == 1 and any(p >= ends[winners[0]] for s, p in enumerate(ends) if s != winners[0])
    if len(ends) == 1 or len(winners) != 1 or level:
        return f"{match.game.result(match.state).format(*match.names)}."
    best = winners[0]
    others = sorted((seat for seat in range(len(ends)) if seat != best), key=lambda seat: -ends[seat])
    ahead = [f"{ends[best] - ends[seat]} ahead of {names(seat)}" for seat in others]
    return f"{names.first(best)} won with {ends[best]} points, {join_words(ahead)}."


def hopes(ends: Sequence[int], names: ReaderNames) -> str:
    first, *rest = [(names(seat), end) for seat, end in enumerate(ends)]
    return join_words(
        [f"{first[0]} could have expected about {first[1]} points", *(f"{who} about {n}" for who, n in rest)]
    )


def luck_words(found: Review, names: ReaderNames, least: float) -> list[str]:
    """What dice and draws brought whom, and whether that decided the game: only what is known beyond its error."""
    if not any(spot.seat == CHANCE_SEAT for spot in found.spots):
        return ["There were no dice or draws after the deal: the players decided everything."]
    felt = max(NOT_SMALL, least)
    rows = sorted(enumerate(found.points), key=lambda row: -abs(row[1].luck))
    lines = [one_luck(names(seat), one) for seat, one in rows if abs(one.luck) >= max(felt, one.luck_half)][:2]
    if len(rows) == 1:
        return lines or ["Dice and draws were about average."]
    if not lines:
        lines.append("Luck was about even.")
    elif not found.broken_off:
        lines.append(decided_by_luck(found.points, names, felt))
    return lines if found.broken_off else [*lines, *decided_by_play(found.points, names, least)]


def one_luck(name: str, account: Ledger) -> str:
    verb = "brought" if account.luck > 0 else "cost"
    return f"Dice and draws {verb} {name} about {points_text(abs(account.luck))}."


def decided_by_luck(accounts: Sequence[Ledger], names: ReaderNames, felt: float) -> str:
    """Only where somebody else would have been plainly ahead."""
    without = [account.end - account.luck for account in accounts]
    best = max(account.end for account in accounts)
    won = max(without[seat] for seat, account in enumerate(accounts) if account.end == best)
    apart = max(range(len(accounts)), key=lambda seat: without[seat])
    if without[apart] == won:
        return "That was not enough to decide the game."
    winner = next(account for account in accounts if account.end == best)
    error = hypot(winner.luck_half, accounts[apart].luck_half)
    if without[apart] - won < max(felt, error):
        return "Without it, the game would have been even closer."
    return f"Without that, {names(apart)} would have been ahead: luck decided this one."


def decided_by_play(accounts: Sequence[Ledger], names: ReaderNames, least: float) -> list[str]:
    """The winner's decisions beside those of the next, if they are plainly better and luck is not what decided."""
    seats = range(len(accounts))
    won, second = sorted(seats, key=lambda seat: -accounts[seat].end)[:2]
    better = accounts[won].own - accounts[second].own
    lucky = accounts[won].luck - accounts[second].luck
    error = hypot(accounts[won].own_half, accounts[second].own_half)
    if better < max(PLAINLY * least, lucky, error) or accounts[won].end == accounts[second].end:
        return []
    own, other = names.whose(won), names.whose(second)
    than = "yours" if second == names.me else other
    return [f"{own[0].upper()}{own[1:]} decisions made the difference: about {points_text(better)} better than {than}."]


def moment(found: Review, turning: Turning, names: ReaderNames, story: Sequence[Line]) -> TurningPoint:
    """Who did what, and what it did to the chances."""
    spot = found.spots[turning.spot]
    when = f"Round {spot.round}, " if spot.round else ""
    who = "dice and draws" if spot.seat == CHANCE_SEAT else f"{names.whose(spot.seat)} turn"
    title = f"{when}{who}"
    words = " ".join(chance_words(turning, seat, names) for seat in most_felt(turning))
    seen = scene((line for line in story if spot.first <= line.move < spot.move), spot.seat)
    return TurningPoint(turning.spot, capital(title), words, seen)


def most_felt(turning: Turning) -> list[int]:
    """The two seats whose chances moved most."""
    return sorted(range(len(turning.after)), key=lambda seat: -abs(turning.after[seat] - turning.before[seat]))[:2]


def chance_words(turning: Turning, seat: int, names: ReaderNames) -> str:
    before, after = turning.before[seat], turning.after[seat]
    chance = f"{names.whose(seat)} chance to win"
    chance = f"{chance[0].upper()}{chance[1:]}"
    if tenths(before) == tenths(after):
        return f"{chance} hardly changes."
    return f"{chance} {'rises' if after > before else 'falls'} from {tenths(before)} to {tenths(after)}."


def tenths(chance: float) -> str:
    """In games of ten: the estimate is no better than that."""
    whole = min(10, max(0, round(10 * chance)))
    return {0: "next to nothing", 10: "almost certain"}.get(whole, f"{whole} in 10")


def best_words(found: Review, me: int | None) -> str:
    best = None if me is None else found.best[me]
    if best is None:
        return ""
    spot = found.spots[best.spot]
    when = f" in round {spot.round}" if spot.round else ""
    if best.points >= NOT_SMALL:
        return f"Your best turn{when}: about {points_text(best.points)} more than our bots would have made of it."
    return f"Your best turn{when}: a better chance to win than our bots would have had."


def missed_words(missed: Missed, aims: Aims, least: float) -> str:
    """The better turn, what it would have brought, and from what: points, chances or both, whichever stand out."""
    gap = missed.gap
    by_points = tells_points(gap, least)
    about = "" if gap.points.mean > 3 * gap.points.half else "about "
    brought = f"brought {about}{points_text(gap.points.mean)} more"
    if not by_points or gap.win.mean > max(gap.win.half, LEAST_CHANCE):
        more = max(1, round(gap.win.mean * 10))
        wins = f"won about {more} more game{'' if more == 1 else 's'} in 10"
        brought = f"{brought} and {wins}" if by_points else wins
    why = parts_words(missed.parts, aims)
    return f"“{missed.better}” would have {brought}.{' ' + why if why else ''}"


def review_note(found: Review) -> str:
    return (
        f"Based on {found.playouts:,} games played to the end and {found.looks:,} short look-aheads. All of it "
        "assumes that bots play out the rest; decisions are measured by what the player knew, and count 0 where "
        "the bots would have done the same. What neither decisions nor luck account for is not explained. Better moves "
        "were checked by stronger play."
    )
