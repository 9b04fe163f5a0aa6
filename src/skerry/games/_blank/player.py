"""What one player has."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

NO_POOL: Final = -1


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.shells: i64 = 0
        self.hand: i64 = 0  # cards, as a set
        self.played: i64 = 0  # cards, as a set
        self.n_hand: i64 = 0
        self.n_played: i64 = 0
        self.pool: i64 = NO_POOL  # chosen face down

    def clone(self) -> "Player":
        p = Player()
        p.shells = self.shells
        p.hand = self.hand
        p.played = self.played
        p.n_hand = self.n_hand
        p.n_played = self.n_played
        p.pool = self.pool
        return p


NO_PLAYERS: Final = vec[Player]()
