"""The score sheet."""

from skerry.core.answers import ScoreLine
from skerry.games.tungaru import scoring
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.view.hiding import in_sight

LINES = (
    ("Storage Nomads", scoring.storage_points, "score.storage"),
    ("Monuments", scoring.monument_points, "score.monument"),
    ("Settlers", scoring.settler_points, "score.settler"),
    ("Nomads", scoring.nomad_points, "score.nomad"),
    ("Goods", scoring.goods_points, "score.goods"),
    ("Flowers", scoring.flower_points, "score.flower"),
)

AIMS = {
    "Score track": ("more from the score track", "less from the score track"),
    "Goods": ("more from stored goods", "less from stored goods"),
    "Flowers": ("more from flowers", "less from flowers"),
}


def breakdown(state: Tungaru, seat: int) -> list[ScoreLine]:
    """Without the Traveller piles that are not shown; all others were seen by all.  §open.2"""
    players = [in_sight(state, number, seat) for number in range(state.seats)]
    lines = [ScoreLine("Score track", [p.points for p in players], "score.1")]
    for title, points, rule in LINES:
        lines.append(ScoreLine(title, [points(state.kit, p) for p in players], rule))
    return lines
