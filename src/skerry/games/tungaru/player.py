"""What belongs to one player: goods, dice, Leaders, pieces, Nomads."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import EQUAL, LESS, NO_BENEFIT

NONE: Final = -1  # no Nomad, ground, island, Leader, seat


@final
@mypyc_attr(acyclic=True)
class Player:
    def __init__(self) -> None:
        self.points: i64 = 0  # on the score track
        self.goods: i64 = 0  # packed; the Fisher's Fish included
        self.fisher_fish: i64 = 0  # 1 while a Fish lies on the Fisher
        self.capacity: i64 = 0  # open storage spaces
        self.dice: i64 = 0  # unused dice, packed
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
        self.exhausted: i64 = 0  # those that lie flat
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
        self.nomad_dice: i64 = 0  # Nomads that took a die this round

    def clone(self) -> "Player":
        p = Player()
        p.points = self.points
        p.goods = self.goods
        p.fisher_fish = self.fisher_fish
        p.capacity = self.capacity
        p.dice = self.dice
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
