"""A review in words: what was, what was possible, what it would have brought.  No blame, no praise."""

from skerry.match import Match
from skerry.teacher.hints import main_categories, points
from skerry.teacher.review import Missed, Review

CLOSE = 0.25  # of a victory: less, and luck did not decide the game


def headline(match: Match, found: Review) -> str:
    """Who won, and whether luck decided it."""
    result = match.game.result(match.state).format(*match.names)
    winners = [seat for seat, won in enumerate(found.end.wins) if won]
    if len(match.seats) > 1 and winners and found.win[winners[0]].luck > 1 - CLOSE:
        return f"{result}. Luck had a large part in it."
    return f"{result}."


def missed_words(missed: Missed) -> str:
    """The better move, what it would have brought, and from what."""
    gap = missed.gap
    if gap.points.mean > gap.points.half:
        about = "" if gap.points.mean > 3 * gap.points.half else "about "
        brought = f"would have brought {about}{points(gap.points.mean)} more"
    else:
        tenths = max(1, round(gap.win.mean * 10))
        brought = f"would have won about {tenths} more games in 10"
    why = main_categories(gap)
    return f"{missed.better} {brought}.{' ' + why if why else ''}"
