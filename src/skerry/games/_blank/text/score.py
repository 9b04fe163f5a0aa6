"""The score sheet."""

from skerry.core.answers import ScoreLine
from skerry.games._blank import scoring
from skerry.games._blank.state import Blank


def breakdown(state: Blank) -> list[ScoreLine]:
    """Nothing that scores is hidden: cards in hand do not."""
    players = state.players
    return [
        ScoreLine("Shells", [scoring.shell_points(state.kit, p) for p in players], "score.1"),
        ScoreLine("Cards", [scoring.card_points(state.kit, p) for p in players], "score.2"),
        ScoreLine("Collections", [scoring.bonus_points(state.kit, p) for p in players], "card.collect"),
    ]
