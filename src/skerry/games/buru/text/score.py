"""The score sheet."""

from skerry.core.game import ScoreLine
from skerry.games.buru import scoring
from skerry.games.buru.cards import ESTEEM
from skerry.games.buru.state import Buru


def breakdown(state: Buru, seat: int) -> list[ScoreLine]:
    """People only; before the end everyone knows the own Elders alone."""
    seats = range(state.seats)
    players = [state.players[number] for number in seats]
    elders = [int(scoring.elder_points(state, number)) if state.over or number == seat else 0 for number in seats]
    islanders = [int(p.goods[ESTEEM] - p.from_decrees - p.from_totems) for p in players]
    return [
        ScoreLine(
            "Tributes",
            [int(scoring.tribute_points(state, number)) for number in seats],
            "score.1",
        ),
        ScoreLine("Islanders", islanders, "village.1"),
        ScoreLine("Decrees", [int(p.from_decrees) for p in players], "decree.1"),
        ScoreLine("Totems", [int(p.from_totems) for p in players], "totem.2"),
        ScoreLine("Elders", elders, "score.2"),
    ]
