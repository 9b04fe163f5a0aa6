"""What one player has: a person or a Lawan."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.buru.cards import CLAY, EBONY, PALM

ALL_EXPLORERS: Final = 31
NONE: Final = -1
NO_HIRING: Final[vec[i64]] = vec[i64]()


@final
@mypyc_attr(acyclic=True)
class Player:
    """A person or a Lawan."""

    def __init__(self) -> None:
        self.goods: vec[i64] = NO_HIRING
        self.tributes: vec[i64] = NO_HIRING  # cards by spirit
        self.islanders: i64 = 0  # as a set
        self.tasked: i64 = 0
        self.decrees: i64 = 0  # collected
        self.elders: i64 = 0  # as a set; a Lawan's are only counted
        self.n_elders: i64 = 0
        self.elders_out: i64 = 0  # those this player has discarded, face down
        self.elders_back: i64 = 0  # of those, which the last reshuffle took into the deck
        self.elders_new: i64 = 0  # drawn since the last reshuffle
        self.elders_drawn: i64 = 0  # just drawn, before one is discarded; as a set
        self.mat: i64 = ALL_EXPLORERS  # Explorers on the mat; of a Lawan: those nobody has seen yet
        self.placed: i64 = 0  # Explorers in the regions: five bits for each
        self.n_placed: i64 = 0  # how many: four bits for each region
        self.sent: i64 = 0  # the regions they went to, in order: four bits each, region + 1; not of a Lawan
        self.kept: i64 = NONE  # the Explorer revealed at Noon
        self.possible_plots: i64 = 0  # of a Lawan: the Plot cards that it may have this round
        self.plot: i64 = NONE  # of a Lawan, from Noon on
        self.from_decrees: i64 = 0  # Esteem by origin, for the score sheet
        self.from_totems: i64 = 0

    def clone(self) -> "Player":
        p = Player()
        p.goods = self.goods[:]
        p.tributes = self.tributes[:]
        p.islanders = self.islanders
        p.tasked = self.tasked
        p.decrees = self.decrees
        p.elders = self.elders
        p.n_elders = self.n_elders
        p.elders_out = self.elders_out
        p.elders_back = self.elders_back
        p.elders_new = self.elders_new
        p.elders_drawn = self.elders_drawn
        p.mat = self.mat
        p.placed = self.placed
        p.n_placed = self.n_placed
        p.sent = self.sent
        p.kept = self.kept
        p.possible_plots = self.possible_plots
        p.plot = self.plot
        p.from_decrees = self.from_decrees
        p.from_totems = self.from_totems
        return p

    # ---- queries
    def explorers_in(self, region: i64) -> i64:
        """As a set; of a Lawan, only those revealed."""
        return (self.placed >> (5 * region)) & ALL_EXPLORERS

    def how_many_in(self, region: i64) -> i64:
        return (self.n_placed >> (4 * region)) & 15

    def how_many_placed(self) -> i64:
        n = self.n_placed
        return (n & 15) + ((n >> 4) & 15) + ((n >> 8) & 15) + ((n >> 12) & 15)

    def tokens(self) -> i64:
        return self.goods[PALM] + self.goods[CLAY] + self.goods[EBONY]

    def tribute_cards(self) -> i64:
        return self.tributes[0] + self.tributes[1] + self.tributes[2]


NO_PLAYERS: Final = vec[Player]()
