"""The components as the rules read them: Nomads, islands, grounds, Leaders, and the Kit that holds them all."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.state import Kit

# what a Nomad does while it lies face up
FLIP_SAIL: Final = 0
FLIP_SETTLE: Final = 1
SHIFT: Final = 2
STORAGE: Final = 3
INCOME: Final = 4
MATCH_ONE: Final = 5
MATCH_MANY: Final = 6
ANY_ONE: Final = 7
ANY_MANY: Final = 8

# what a Nomad scores for
PER_STORAGE: Final = 0
PER_MONUMENT: Final = 1
PER_SETTLER: Final = 2
PER_NOMAD: Final = 3
PER_GOODS: Final = 4
PER_FLOWER: Final = 5
N_TILE_COLOURS: Final = 5

# the Leaders in the order of their numbers
WORKER: Final = 0
BEGGAR: Final = 1
FISHER: Final = 2
TRADER: Final = 3
CHIEF: Final = 4

# their benefits
NO_BENEFIT: Final = -1
TWICE: Final = 0
LESS: Final = 1
SAIL: Final = 2
EQUAL: Final = 3
SWAP: Final = 4


@final
@mypyc_attr(acyclic=True)
class Nomad:
    """A Nomad tile."""

    def __init__(self, id: str = "", players: i64 = 2, deluxe: bool = False, cost: i64 = 0, benefit: i64 = 0) -> None:
        self.id: str = id
        self.name: str = ""
        self.source: str = ""
        self.players: i64 = players
        self.deluxe: bool = deluxe
        self.cost: i64 = cost  # packed goods
        self.benefit: i64 = benefit
        self.good: i64 = 0  # sold or brought in
        self.amount: i64 = 1  # most goods sold at once
        self.price: i64 = 0  # points for each
        self.dice: i64 = 63  # faces that activate it, as a set
        self.scores: i64 = 0
        self.colour: i64 = 0
        self.points: i64 = 0
        self.goods_points: vec[i64] = vec[i64]()  # by kind of good

    def is_flip(self) -> bool:
        return self.benefit <= FLIP_SETTLE

    def is_sale(self) -> bool:
        return self.benefit >= MATCH_ONE


@final
@mypyc_attr(acyclic=True)
class Offer:
    """A Harvest and a Trade: printed on an island or on the Island tile that covers it."""

    def __init__(self, id: str = "", dice: i64 = 0, good: i64 = 0, pays: i64 = 0, gives: i64 = 0) -> None:
        self.id: str = id
        self.source: str = ""
        self.dice: i64 = dice  # faces that harvest, as a set
        self.good: i64 = good  # harvested
        self.pays: i64 = pays  # the kind of good left of the arrow
        self.gives: i64 = gives  # packed goods right of it


@final
@mypyc_attr(acyclic=True)
class Leader:
    """A Leader card; the same card exists once in every colour."""

    def __init__(self, name: str = "", benefit: i64 = 0) -> None:
        self.id: str = ""
        self.name: str = name
        self.source: str = ""
        self.benefit: i64 = benefit
        self.dice: vec[i64] = vec[i64]()  # faces of each dice space
        self.gives: vec[i64] = vec[i64]()  # packed goods of each
        self.open: i64 = 0  # spaces for three and more players, as a set
        self.open_with_two: i64 = 0


@final
@mypyc_attr(acyclic=True)
class Side(Kit):
    """One side of the game board.  Islands and grounds by number, neighbourhoods as sets."""

    def __init__(self) -> None:
        super().__init__()
        self.large: bool = False
        self.islands: i64 = 0
        self.names: list[str] = []
        self.places: list[tuple[int, int]] = []  # where an island is drawn, in percent
        self.first_offer: i64 = 0  # the printed Offer of island 0
        self.dice_spaces: vec[i64] = vec[i64]()
        self.market_spaces: vec[i64] = vec[i64]()
        self.monument_spaces: vec[i64] = vec[i64]()
        self.settler_spaces: vec[i64] = vec[i64]()
        self.walkways: vec[i64] = vec[i64]()  # islands that a walkway leads to
        self.migration: vec[i64] = vec[i64]()  # connected Migration spaces
        self.grounds: i64 = 0
        self.ground_places: list[tuple[int, int]] = []
        self.sections: list[str] = []  # of each ground
        self.waters: list[tuple[str, list[str]]] = []  # every section of the sea and those it borders on
        self.beside: vec[i64] = vec[i64]()  # the two islands of a ground
        self.near: vec[i64] = vec[i64]()  # grounds within the free borders
        self.far: vec[i64] = vec[i64]()  # grounds that cost Fish
        self.borders: vec[i64] = vec[i64]()  # from ground a to b at a * MAX_GROUNDS + b
        self.boats: i64 = 1  # how many a ground takes
        self.islet: i64 = 0  # Settler spaces beside the islands, for third Settlers


@final
@mypyc_attr(acyclic=True)
class TungaruKit(Kit):
    """All components, and the numbers of the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.small: Side = Side()
        self.large: Side = Side()
        self.offers: vec[Offer] = vec[Offer]()
        self.first_tile: i64 = 0  # the Offer of Island tile 0
        self.tile_sets: vec[i64] = vec[i64]()  # the tiles of each set
        self.set_is_small: vec[i64] = vec[i64]()  # 1: a set for 2 and 3 players only
        self.nomads: vec[Nomad] = vec[Nomad]()
        self.shift_nomads: i64 = 0
        self.storage_nomads: i64 = 0
        self.income_nomads: i64 = 0
        self.active_nomads: i64 = 0  # those that are flipped or take a die
        self.leaders: vec[Leader] = vec[Leader]()
        self.track: vec[i64] = vec[i64]()  # rewards of the Culture track, top to bottom, packed goods
        self.start_goods: i64 = 0
        self.settlers: i64 = 3
        self.storage_spaces: i64 = 6  # the one below a Monument included
        self.nomad_spaces: i64 = 5  # the two below Monuments included
        self.nomad_storage: i64 = 2
        self.sail_fish: i64 = 1
        self.settle_fish: i64 = 2
        self.flip_settle_fish: i64 = 1
        self.gift_points: i64 = 3
        self.stall_rounds: i64 = 3
        self.roll_dice: vec[i64] = vec[i64]()  # packed dice of each result
        self.roll_weight: vec[i64] = vec[i64]()
