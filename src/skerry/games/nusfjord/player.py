"""What belongs to one player: goods, Shares, Ships, Elders, Workers, Forests, Buildings."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits

# standing abilities of Buildings, bits of Player.abilities
SERVE_FROM_RESERVE: Final = 1  # fish for plates that are missing in the supply come from the Reserve
FISH_FROM_RESERVE: Final = 2  # the same for the fish of a Building or Ship
OWN_SHARES_FREE: Final = 4  # own Shares cost nothing in Buy All Shares
STACK_FORESTS: Final = 8  # Reforest may also go on top of one or two Forests
OWN_ELDER_FISH: Final = 16  # with an empty table the fish for an Elder comes from the supply


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.wood: i64 = 0
        self.fish: i64 = 0
        self.gold: i64 = 0
        self.reserve_fish: i64 = 0
        self.reserve_wood: i64 = 0
        self.reserve_gold: i64 = 0
        self.dividend: i64 = 0  # fish on Shares next to the supply, during the Fishing Phase
        self.unissued: i64 = 0
        self.shares: i64 = 0  # issued Shares held, 3 bits for each colour
        self.n_shares: i64 = 0
        self.ships: i64 = 0  # 4 bits for each type
        self.n_ships: i64 = 0
        self.fleet: i64 = 0  # type + 1 of each Ship in the order built, 2 bits each; for the view
        self.track: i64 = 0  # covered spaces
        self.elders: i64 = 0  # as a set
        self.n_elders: i64 = 0
        self.fish_on_elders: i64 = 0  # 2 bits each
        self.elder_workers: i64 = 0  # Elders with a Worker on them, as a set
        self.placed: i64 = 0  # where the Workers stand, 6 bits each: space + 1, Elder + 17
        self.n_placed: i64 = 0
        self.forests: i64 = 0  # 3 bits for each double space
        self.n_forests: i64 = 0
        self.free: i64 = 0  # Building spaces, as a set of cells
        self.n_free: i64 = 0
        self.lots_low: i64 = 0  # slot + 1 of the Building on each cell, 6 bits each; cells 0-5
        self.lots_high: i64 = 0  # cells 6-11
        self.built: i64 = 0  # slots, as a set
        self.n_built: i64 = 0
        self.printed: i64 = 0  # their printed points
        self.hand: i64 = 0
        self.turned: i64 = 0  # Once cards that are used up
        self.used_low: i64 = 0  # uses of each card in this round, two bits in two sets
        self.used_high: i64 = 0
        self.n_builds: i64 = 0  # Buildings and Ships built in this round
        # standing abilities
        self.abilities: i64 = 0
        self.wood_limit: i64 = 0
        self.reserve_limit: i64 = 0
        self.haul_bonus: i64 = 0
        self.ship_wood_off: i64 = 0
        self.buy_off: i64 = 0
        self.plate_off: i64 = 0

    def clone(self) -> "Player":
        p = Player()
        p.wood = self.wood
        p.fish = self.fish
        p.gold = self.gold
        p.reserve_fish = self.reserve_fish
        p.reserve_wood = self.reserve_wood
        p.reserve_gold = self.reserve_gold
        p.dividend = self.dividend
        p.unissued = self.unissued
        p.shares = self.shares
        p.n_shares = self.n_shares
        p.ships = self.ships
        p.n_ships = self.n_ships
        p.fleet = self.fleet
        p.track = self.track
        p.elders = self.elders
        p.n_elders = self.n_elders
        p.fish_on_elders = self.fish_on_elders
        p.elder_workers = self.elder_workers
        p.placed = self.placed
        p.n_placed = self.n_placed
        p.forests = self.forests
        p.n_forests = self.n_forests
        p.free = self.free
        p.n_free = self.n_free
        p.lots_low = self.lots_low
        p.lots_high = self.lots_high
        p.built = self.built
        p.n_built = self.n_built
        p.printed = self.printed
        p.hand = self.hand
        p.turned = self.turned
        p.used_low = self.used_low
        p.used_high = self.used_high
        p.n_builds = self.n_builds
        p.abilities = self.abilities
        p.wood_limit = self.wood_limit
        p.reserve_limit = self.reserve_limit
        p.haul_bonus = self.haul_bonus
        p.ship_wood_off = self.ship_wood_off
        p.buy_off = self.buy_off
        p.plate_off = self.plate_off
        return p

    def stored(self) -> i64:
        """Goods in the Reserve, of any kind.  §transfer.1"""
        return self.reserve_fish + self.reserve_wood + self.reserve_gold

    def can(self, ability: i64) -> bool:
        return self.abilities & ability != 0

    def shares_of(self, colour: i64) -> i64:
        """Issued Shares of this colour that the player holds."""
        return (self.shares >> (3 * colour)) & 7

    def ships_of(self, ship: i64) -> i64:
        return (self.ships >> (4 * ship)) & 15

    def add_ship(self, ship: i64) -> None:
        self.ships += 1 << (4 * ship)
        self.fleet |= (ship + 1) << (2 * self.n_ships)
        self.n_ships += 1

    def enlarge_ship(self, ship: i64) -> None:
        """The first Ship of this type makes room for one of the next type."""
        self.ships += (1 << (4 * (ship + 1))) - (1 << (4 * ship))
        at: i64 = 0
        while (self.fleet >> at) & 3 != ship + 1:
            at += 2
        self.fleet += bits.bit(at)

    def elder_fish(self, elder: i64) -> i64:
        return (self.fish_on_elders >> (2 * elder)) & 3

    def forests_on(self, double: i64) -> i64:
        return (self.forests >> (3 * double)) & 7

    def building_at(self, cell: i64) -> i64:
        """The slot of the Building on this cell, or -1."""
        if cell < 6:
            return ((self.lots_low >> (6 * cell)) & 63) - 1
        return ((self.lots_high >> (6 * (cell - 6))) & 63) - 1

    def cell_of(self, slot: i64) -> i64:
        """The cell of this Building, or -1."""
        for cell in range(i64(12)):
            if self.building_at(cell) == slot:
                return cell
        return -1

    def put_building(self, cell: i64, slot: i64) -> None:
        if cell < 6:
            self.lots_low |= (slot + 1) << (6 * cell)
        else:
            self.lots_high |= (slot + 1) << (6 * (cell - 6))
        self.free &= ~(1 << cell)
        self.n_free -= 1
        self.built |= bits.bit(slot)
        self.n_built += 1

    def uses(self, slot: i64) -> i64:
        """How often this card was used in this round."""
        return ((self.used_low >> slot) & 1) + 2 * ((self.used_high >> slot) & 1)

    def add_use(self, slot: i64) -> None:
        bit = bits.bit(slot)
        self.used_high ^= self.used_low & bit
        self.used_low ^= bit

    def worker_at(self, worker: i64) -> i64:
        """Where this Worker stands: space + 1, Elder + 17, 0 at home."""
        return (self.placed >> (6 * worker)) & 63


NO_PLAYERS: Final = vec[Player]()
