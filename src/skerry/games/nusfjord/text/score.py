"""The score sheet."""

from skerry.core.answers import ScoreLine
from skerry.games.nusfjord import scoring
from skerry.games.nusfjord.state import Nusfjord

AIMS = {
    "Gold": ("more gold", "less gold"),
    "Free Building spaces": ("fewer free spaces", "more free spaces"),
    "Unissued Shares": ("fewer unissued Shares", "more unissued Shares"),
}


def breakdown(state: Nusfjord) -> list[ScoreLine]:
    """Nothing that scores is hidden: cards in hand do not."""
    seats = range(state.seats)
    players = state.players
    return [
        ScoreLine("Ships", [scoring.ship_points(state, seat) for seat in seats], "score.1"),
        ScoreLine("Buildings", [p.printed for p in players], "score.1"),
        ScoreLine("Building conditions", [scoring.condition_points(state, seat) for seat in seats], "score.2"),
        ScoreLine("Shares", [p.n_shares for p in players], "score.3"),
        ScoreLine("Gold", [p.gold for p in players], "score.3"),
        ScoreLine("Free Building spaces", [-p.n_free for p in players], "score.4"),
        ScoreLine("Unissued Shares", [-p.unissued for p in players], "score.4"),
    ]
