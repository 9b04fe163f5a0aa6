"""What the Lawan of Buru will score, judging by their level, their goods and their Islanders."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.buru_round import stage
from skerry.core import bits
from skerry.games.buru.cards import FISH
from skerry.games.buru.scoring import elder_points
from skerry.games.buru.state import Buru

IN_A_ROUND: Final = vec[float]([4.8, 6.1, 7.4, 9.4])  # points, by level
BETTER: Final = 1.5  # more points per round for the better one of two
ISLANDER: Final = 0.3  # points per round for each
TOKEN: Final = 0.4
A_FISH: Final = 0.35


def lawan_estimate(state: Buru, lawan: i64) -> float:
    """Its score at the end of the game."""
    points = float(state.score(lawan))
    if state.over:
        return points
    p = state.players[lawan]
    points += float(elder_points(state, lawan))
    left = float(state.kit.rounds - state.round) + 1.0 - stage(state)
    if state.n - state.seats > 1:
        points += left * BETTER
    points += left * (IN_A_ROUND[state.level] + ISLANDER * float(bits.count(p.islanders)))
    return points + TOKEN * float(p.tokens()) + A_FISH * float(p.goods[FISH])
