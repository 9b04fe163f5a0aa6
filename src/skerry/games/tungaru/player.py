"""What belongs to one player: goods, dice, Leaders, pieces, Nomads."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import EQUAL, LESS, NO_BENEFIT

NONE: Final = -1  # no Nomad, ground, island, Leader, seat

# the storage spaces from left to right, three bits each: empty, a good + 1, or closed by a Monument
STORE: Final = 3
MOST_STORED: Final = 21  # more spaces than that have no place of their own
FIRST_BITS: Final = 0x1249249249249249  # the lowest bit of every storage space
CLOSED: Final = 7
SLOT: Final = 6  # bits of a Nomad space: the Nomad + 1
# the dice used this round, in the order of use: where they lie, and their face in the lowest three bits
SPENT: Final = 10
AT_SAIL: Final = 10  # an island is its own number
AT_SPACE: Final = 11  # + dice space of the Leader
AT_NOMAD: Final = 16  # + Nomad


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.points: i64 = 0  # on the score track
        self.goods: i64 = 0  # packed; the Fisher's Fish included
        self.fisher_fish: i64 = 0  # 1 while a Fish lies on the Fisher
        self.store: i64 = 0  # which good lies in which storage space
        self.capacity: i64 = 0  # open storage spaces
        self.dice: i64 = 0  # unused dice, packed
        self.spent: i64 = 0  # where the used dice lie
        self.worker_die: i64 = 0  # the face rolled for the 4th die this round
        self.shift: i64 = 0  # face-up Nomads that turn dice
        self.hand: i64 = 0  # Leaders: four bits count each kind; one chosen face down is still counted
        self.leader: i64 = NONE  # chosen this round
        self.benefit: i64 = NO_BENEFIT  # of that Leader, while it can be used
        self.spaces_used: i64 = 0  # dice spaces of the Leader, as a set
        self.gives_to: i64 = NONE  # between two Beggars: the one who gets the good
        self.ground: i64 = NONE  # of the boat
        self.sailed: i64 = 0  # 1 while a die lies on the Sailing space
        self.settlers: i64 = 0  # islands with an own Settler
        self.exhausted: i64 = 0  # those of them that are exhausted
        self.islet: i64 = 0  # Settlers on the islet
        self.reserve: i64 = 0  # Settlers not yet placed
        self.track: i64 = 0  # Monuments gone from the Culture track
        self.nomad_monuments: i64 = 2  # those still on Nomad spaces
        self.storage_monument: i64 = 1  # 1 while it closes the 6th storage space
        self.monuments: i64 = 0  # islands with an own Monument
        self.seconds: i64 = 0  # islands with two
        self.reserved: i64 = NONE  # the island of the reserved Nomad
        self.loose: i64 = 0  # 1 while the reservation Monument waits for room
        self.nomads: i64 = 0  # all recruited, as a set
        self.face_up: i64 = 0
        self.slots: i64 = 0  # which of them lies in which Nomad space
        self.nomad_dice: i64 = 0  # Nomads that took a die this round

    def clone(self) -> "Player":
        p = Player()
        p.points = self.points
        p.goods = self.goods
        p.fisher_fish = self.fisher_fish
        p.store = self.store
        p.capacity = self.capacity
        p.dice = self.dice
        p.spent = self.spent
        p.worker_die = self.worker_die
        p.shift = self.shift
        p.hand = self.hand
        p.leader = self.leader
        p.benefit = self.benefit
        p.spaces_used = self.spaces_used
        p.gives_to = self.gives_to
        p.ground = self.ground
        p.sailed = self.sailed
        p.settlers = self.settlers
        p.exhausted = self.exhausted
        p.islet = self.islet
        p.reserve = self.reserve
        p.track = self.track
        p.nomad_monuments = self.nomad_monuments
        p.storage_monument = self.storage_monument
        p.monuments = self.monuments
        p.seconds = self.seconds
        p.reserved = self.reserved
        p.loose = self.loose
        p.nomads = self.nomads
        p.face_up = self.face_up
        p.slots = self.slots
        p.nomad_dice = self.nomad_dice
        return p

    # ---- queries
    def stored(self) -> i64:
        """Goods in storage: a Fish on the Fisher lies outside.  §leader.fisher"""
        return G.total(self.goods) - self.fisher_fish

    def fish(self) -> i64:
        return self.goods & 0xFF

    def can_pay(self, cost: i64) -> bool:
        """With the printed goods, or with any when all goods are equal.  §benefit.equal"""
        if G.covers(self.goods, cost):
            return True
        return self.benefit == EQUAL and G.total(self.goods) >= G.total(cost)

    def can_recruit_for(self, cost: i64) -> bool:
        """§recruit.1, §benefit.less"""
        if self.can_pay(cost):
            return True
        return self.benefit == LESS and G.missing(self.goods, cost) <= 1

    def placed_monuments(self) -> i64:
        return bits.count(self.monuments) + bits.count(self.seconds)

    def placed_settlers(self) -> i64:
        return bits.count(self.settlers) + self.islet

    def has_leader(self, leader: i64) -> bool:
        return (self.hand >> (4 * leader)) & 15 != 0

    # ---- where things lie on the Culture board: for the eye only, the rules count goods and Nomads
    def put_goods(self, goods: i64) -> None:
        """Each into the first empty storage space."""
        store = self.store
        good: i64 = 1
        while goods != 0:
            number = goods & 0xFF
            while number > 0:
                empty = FIRST_BITS & ~(store | (store >> 1) | (store >> 2))
                store |= (empty & -empty) * good
                number -= 1
            goods >>= 8
            good += 1
        self.store = store

    def take_goods(self, goods: i64) -> None:
        """Out of the storage; what is not there lay on the Fisher."""
        store = self.store
        good: i64 = 1
        while goods != 0:
            number = goods & 0xFF
            while number > 0:
                other = store ^ (FIRST_BITS * good)
                same = FIRST_BITS & ~(other | (other >> 1) | (other >> 2))
                store &= ~((same & -same) * CLOSED)
                number -= 1
            goods >>= 8
            good += 1
        self.store = store

    def closed_space(self, spaces: i64) -> i64:
        """The mark of the last printed storage space while its Monument stands there."""
        closed: i64 = CLOSED
        return closed << (STORE * (spaces - 1))

    def move_up(self) -> None:
        """Goods beyond the last storage space move to empty ones before it."""
        space = self.capacity + self.storage_monument
        if space >= MOST_STORED:
            return
        inside = bits.bit(STORE * space) - 1
        beyond = self.store >> (STORE * space)
        while beyond != 0:
            good = beyond & 7
            if good != 0:
                taken = self.store | (self.store >> 1) | (self.store >> 2)
                empty = FIRST_BITS & ~taken & inside
                if empty == 0:
                    return
                self.store += ((empty & -empty) - bits.bit(STORE * space)) * good
            beyond >>= STORE
            space += 1

    def show_nomad(self, nomad: i64) -> None:
        """Face up in the first empty Nomad space."""
        self.face_up |= bits.bit(nomad)
        at: i64 = 0
        while (self.slots >> at) & 63 != 0:
            at += SLOT
        self.slots |= (nomad + 1) << at

    def hide_nomad(self, nomad: i64) -> None:
        """To the Traveller pile."""
        self.face_up &= ~bits.bit(nomad)
        at: i64 = 0
        while at < 60 and (self.slots >> at) & 63 != nomad + 1:
            at += SLOT
        if at < 60:
            self.slots -= (nomad + 1) << at

    def spend_die(self, face: i64, place: i64) -> None:
        self.spent = (self.spent << SPENT) | (place << 3) | face


NO_PLAYERS: Final = vec[Player]()
