"""The position: data and queries, no rules."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.state import State, Step, Steps, step_of, zeros
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import scoring
from skerry.games.tungaru.cards import CHIEF, NO_BENEFIT, Nomad, Offer, Side, TungaruKit
from skerry.games.tungaru.player import CLOSED, NO_PLAYERS, NONE, STORE, Player

# the questions
BEGINNER: Final = 0
LAY_TILE: Final = 1
DRAW: Final = 2
BOAT: Final = 3
RESERVE: Final = 4
MONUMENT: Final = 5
ROLL: Final = 6
LEADER: Final = 7
WORKER_DIE: Final = 8
GIFT_TO: Final = 9
GIFT: Final = 10
TRADER_TRADE: Final = 11
TURN: Final = 12
MEANS: Final = 13
SAIL_TO: Final = 14
HARVEST_TWICE: Final = 15
COST: Final = 16
SPEND: Final = 17
TRADE_WHAT: Final = 18
TRAVEL_TO: Final = 19
KEEP: Final = 20
REFILL: Final = 21
SELL: Final = 22
FLIP_SAIL: Final = 23
FLIP_SETTLE: Final = 24
SWAP_FROM: Final = 25
SWAP_WITH: Final = 26
AFTER_ACTION: Final = 27
OVERFLOW: Final = 28
# the steps that run by themselves
BOATS: Final = 29
ROUND: Final = 30
REVEAL: Final = 31
BEG: Final = 32
FISHER_FISH: Final = 33
TRADER: Final = 34
BENEFITS: Final = 35
NEXT_TURN: Final = 36
AFTERWARDS: Final = 37
ARRIVE: Final = 38
PLACE_SETTLER: Final = 39
RECRUITED: Final = 40
REFILL_ISLAND: Final = 41
CLEANUP: Final = 42
ROUND_END: Final = 43

# notes for the log beside the decisions
NOTE_ROUND: Final = 0  # (round)
NOTE_INCOME: Final = 1  # (goods)
NOTE_LEADER: Final = 2  # (leader)
NOTE_FISH: Final = 3  # the Fisher's Fish
NOTE_NO_GIFT: Final = 4  # (beggar, why: 0 immune, 1 nothing to give, 2 gives to the other Beggar)
NOTE_NO_TRADE: Final = 5  # the Trader finds no trade
NOTE_QUIET: Final = 6  # (rounds without a recruit, rounds that end the game or 0)
NOTE_EXPIRED: Final = 7  # (nomad, island): free for all again
NOTE_MOVED_MONUMENT: Final = 8  # (island): the reservation Monument is placed
NOTE_LOOSE: Final = 9  # (island): the reservation Monument is kept
NOTE_NO_REFILL: Final = 10  # (island)
NOTE_LAST_ROUND: Final = 11
NOTE_FISH_STORED: Final = 12  # (1 there is room): the Fisher's Fish at the end of the round
NOTE_START: Final = 13  # (how many Chiefs were shown): new starting player
NOTE_PASSED_ON: Final = 14  # (leader, to seat)
NOTE_END: Final = 15
NOTE_STALL: Final = 16  # (rounds without a recruit)
NOTE_TILE: Final = 17  # (island): the sixth tile is replaced
NOTE_AGREED: Final = 18  # (rounds without a recruit): the players have agreed to end
NOTE_GIFT_LOST: Final = 19  # (good): a Beggar has no room for it

__all__ = ["NONE", "Player", "Tungaru"]

STEPS: Final = Steps()  # filled by steps/__init__.py, in the order of the numbers above

ENTRY: Final = 6  # bits of a die on an island: its seat + 1 and its face
QUIET_ROUNDS: Final = 2  # rounds in a row without a recruit that make a standstill
BY_SETTLER: Final = 7  # an action is paid with a Settler …
BY_BENEFIT: Final = 8  # … or with the Leader's benefit, instead of a die


@final
@mypyc_attr(acyclic=True)
class Tungaru(State):
    def __init__(self, seats: i64 = 2) -> None:
        super().__init__(seats)
        self.kit: TungaruKit = NO_KIT
        self.side: Side = NO_SIDE
        self.players: vec[Player] = NO_PLAYERS
        self.first: i64 = 0  # the starting player
        self.round: i64 = 0
        self.phase: i64 = 0  # 0 setup, 1 roll, 2 Leaders, 3 actions, 4 cleanup
        self.turn: i64 = NONE  # who acted last in phase 3
        self.passed: i64 = 0  # seats
        self.shown: bool = True  # the chosen Leaders lie face up
        self.roll: i64 = 0  # the shared dice of this round, packed
        self.doing: i64 = NONE  # the action under way, or the last one
        self.means: i64 = 0  # it is paid with this face of a die, BY_SETTLER or BY_BENEFIT; 0: not yet, or nothing
        self.ending: bool = False  # this is the last round
        self.recruits: i64 = 0  # in this round
        self.quiet: i64 = 0  # successive rounds without a recruit
        self.stall: i64 = 0  # rounds without a recruit that end the game; 0: never
        self.deluxe: bool = False  # deluxe Nomads are mixed in
        self.gifts_swap: bool = False  # a gift may replace another good in a Beggar's full storage
        self.trader_may: bool = False  # a Trader may decline a Trade that is possible
        self.hides: bool = False  # the view does not show the others' Traveller piles and hands
        self.tiles: i64 = 0  # Island tiles of the chosen set that are not laid
        self.pile: i64 = 0  # undrawn Nomads, as a set: they have no order
        self.migration: vec[i64] = NO_PLACES
        self.nomad: vec[i64] = NO_PLACES  # on each island
        self.offer: vec[i64] = NO_PLACES  # Harvest and Trade of each island
        self.market: vec[i64] = NO_PLACES  # packed goods on each island
        self.dice: vec[i64] = NO_PLACES  # dice on each island, ENTRY bits each
        # sets of islands and grounds, kept up to date
        self.nomads: i64 = 0  # islands with a Nomad
        self.reserved: i64 = 0  # islands whose Nomad is reserved
        self.dice_full: i64 = 0
        self.market_full: i64 = 0
        self.settlers_full: i64 = 0
        self.monuments_full: i64 = 0
        self.grounds_full: i64 = 0

    def step_at(self, ask: i64) -> Step[Any]:
        step = step_of(ask)
        return STEPS.table[step]

    def clone(self) -> "Tungaru":
        s = Tungaru(0)
        self.copy_base(s)
        s.kit = self.kit
        s.side = self.side
        s.players = vec[Player]([p.clone() for p in self.players])
        s.first = self.first
        s.round = self.round
        s.phase = self.phase
        s.turn = self.turn
        s.passed = self.passed
        s.shown = self.shown
        s.roll = self.roll
        s.doing = self.doing
        s.means = self.means
        s.ending = self.ending
        s.recruits = self.recruits
        s.quiet = self.quiet
        s.stall = self.stall
        s.deluxe = self.deluxe
        s.gifts_swap = self.gifts_swap
        s.trader_may = self.trader_may
        s.hides = self.hides
        s.tiles = self.tiles
        s.pile = self.pile
        s.migration = self.migration[:]
        s.nomad = self.nomad[:]
        s.offer = self.offer[:]
        s.market = self.market[:]
        s.dice = self.dice[:]
        s.nomads = self.nomads
        s.reserved = self.reserved
        s.dice_full = self.dice_full
        s.market_full = self.market_full
        s.settlers_full = self.settlers_full
        s.monuments_full = self.monuments_full
        s.grounds_full = self.grounds_full
        return s

    def score(self, seat: i64) -> i64:
        """The score track and what the recruited Nomads are worth now."""
        return scoring.score(self.kit, self.players[seat])

    def winners(self) -> i64:
        """The most points; a tie goes to the tied player last in turn order.  §goal.1, §score.tie"""
        best: i64 = -1
        winner: i64 = 0
        for k in range(self.seats):
            seat = (self.first + k) % self.seats
            points = self.score(seat)
            if points >= best:
                best = points
                winner = seat
        return 1 << winner

    # ---- queries
    def offer_at(self, island: i64) -> Offer:
        number = self.offer[island]
        return self.kit.offers[number]

    def nomad_at(self, island: i64) -> Nomad:
        number = self.nomad[island]
        return self.kit.nomads[number]

    def settlers_at(self, island: i64) -> i64:
        n: i64 = 0
        for p in self.players:
            n += (p.settlers >> island) & 1
        return n

    def monuments_at(self, island: i64) -> i64:
        n: i64 = 0
        for p in self.players:
            n += ((p.monuments >> island) & 1) + ((p.seconds >> island) & 1)
        return n

    def boats_at(self, ground: i64) -> i64:
        n: i64 = 0
        for p in self.players:
            if p.ground == ground:
                n += 1
        return n

    def can_trade(self, p: Player, island: i64) -> bool:
        """There is a good to take from the market, or one to put on it.  §trade.2, §trade.3"""
        if self.market[island] != 0:
            return True
        return p.can_pay(G.one(self.offer_at(island).pays))

    def gift_is_lost(self, beggar: i64) -> bool:
        """No storage space is free for what a neighbour gives.  §leader.beggar"""
        p = self.players[beggar]
        return not self.gifts_swap and p.stored() >= p.capacity

    def is_blocked(self, p: Player, island: i64) -> bool:
        """Somebody else has reserved the Nomad here.  §setup.7"""
        return (self.reserved >> island) & 1 != 0 and p.reserved != island

    def sail_targets(self, p: Player) -> i64:
        """Grounds that a Sail may end on.  §sail.2, §sail.3"""
        targets = self.side.near[p.ground]
        if p.can_pay(self.kit.sail_fish):
            targets |= self.side.far[p.ground]
        return targets & ~self.grounds_full

    def settle_targets(self, p: Player) -> i64:
        """Islands beside the boat where this player may settle.  §settle.1, §settle.3"""
        if p.reserve == 0 or (self.goes_to_islet(p) and self.islet_is_full()):
            return 0
        return self.side.beside[p.ground] & ~p.settlers & ~self.settlers_full

    def goes_to_islet(self, p: Player) -> bool:
        """The third Settler placed, with two or three players.  §settle.3"""
        return self.seats <= 3 and p.placed_settlers() >= 2

    def islet_is_full(self) -> bool:
        used: i64 = 0
        for p in self.players:
            used += p.islet
        return used >= self.side.islet

    def can_place_monument(self, p: Player, island: i64) -> bool:
        """There is room, and the player has none there yet, or one on every island.  §recruit.2, §recruit.7"""
        if (self.monuments_full >> island) & 1:
            return False
        if (p.monuments >> island) & 1 == 0:
            return True
        everywhere = (1 << self.side.islands) - 1
        return self.seats <= 3 and p.monuments == everywhere and (p.seconds >> island) & 1 == 0

    def has_monument(self, p: Player) -> bool:
        """One on the Culture board that can be taken, or a loose one.  §monument.1"""
        return p.nomad_monuments + p.storage_monument + p.loose > 0 or p.track < len(self.kit.track)

    def nomad_room(self, p: Player) -> bool:
        """§recruit.4"""
        return bits.count(p.face_up) < self.kit.nomad_spaces - p.nomad_monuments

    def swappable(self) -> i64:
        """Islands whose Nomad a Chief may swap.  §benefit.swap"""
        return self.nomads & ~self.reserved

    def is_quiet(self) -> bool:
        """A standstill: nobody has recruited for some rounds.  §end.3"""
        return self.quiet >= QUIET_ROUNDS

    def next_start(self) -> i64:
        """The last Chief in turn order, or nobody new.  §cleanup.3, §leader.chief"""
        start = self.first
        for k in range(self.seats):
            seat = (self.first + k) % self.seats
            if self.players[seat].leader == CHIEF:
                start = seat
        return start

    def open_spaces(self, p: Player) -> i64:
        """Unused dice spaces of the own Leader.  §space.1, §space.2"""
        if p.leader == NONE:
            return 0
        card = self.kit.leaders[p.leader]
        return (card.open_with_two if self.seats == 2 else card.open) & ~p.spaces_used

    # ---- moves of goods and pieces
    def pay(self, p: Player, cost: i64) -> None:
        """The Fish on the Fisher is spent last: the storage spaces are worth more.  §leader.fisher"""
        p.goods -= cost
        p.take_goods(cost)
        if p.fisher_fish > p.fish():
            p.fisher_fish = 0

    def gain(self, seat: i64, goods: i64) -> None:
        """Take goods; if they do not fit, the player chooses what is returned.  §storage.2"""
        p = self.players[seat]
        p.goods += goods
        p.put_goods(goods)
        if p.stored() > p.capacity:
            self.ask(OVERFLOW, seat)

    def use_benefit(self, seat: i64) -> None:
        """§benefit.1"""
        self.players[seat].benefit = NO_BENEFIT

    def set_nomads(self, p: Player) -> None:
        """Follows from face-up Nomads and open spaces.  §nomad.shift, §nomad.storage, §storage.1, §storage.3"""
        p.shift = bits.count(p.face_up & self.kit.shift_nomads)
        storage = bits.count(p.face_up & self.kit.storage_nomads)
        p.capacity = self.kit.storage_spaces - p.storage_monument + storage * self.kit.nomad_storage
        last = STORE * (self.kit.storage_spaces - 1)
        if p.storage_monument == 0 and (p.store >> last) & CLOSED == CLOSED:
            p.store -= p.closed_space(self.kit.storage_spaces)
        p.move_up()

    def put_nomad(self, island: i64, nomad: i64) -> None:
        self.nomad[island] = nomad
        if nomad == NONE:
            self.nomads &= ~(1 << island)
        else:
            self.nomads |= 1 << island

    def put_die(self, island: i64, seat: i64, face: i64) -> None:
        lying = (self.dice[island] << ENTRY) | ((seat + 1) << 3) | face
        self.dice[island] = lying
        if lying >> (ENTRY * (self.side.dice_spaces[island] - 1)) != 0:
            self.dice_full |= 1 << island

    def put_goods(self, island: i64, goods: i64) -> None:
        """What lies on the market from now on."""
        self.market[island] = goods
        if G.total(goods) >= self.side.market_spaces[island]:
            self.market_full |= 1 << island
        else:
            self.market_full &= ~(1 << island)

    def move_settler(self, p: Player, island: i64, target: i64) -> None:
        """From island to island; it stays as it is, ready or exhausted.  §travel.2"""
        tired = (p.exhausted >> island) & 1
        p.settlers &= ~(1 << island)
        p.exhausted &= ~(1 << island)
        p.exhausted |= tired << target
        self.settlers_full &= ~(1 << island)
        self.put_settler(p, target)

    def put_settler(self, p: Player, island: i64) -> None:
        p.settlers |= 1 << island
        if self.settlers_at(island) >= self.side.settler_spaces[island]:
            self.settlers_full |= 1 << island

    def put_monument(self, p: Player, island: i64) -> None:
        if (p.monuments >> island) & 1:
            p.seconds |= 1 << island
        else:
            p.monuments |= 1 << island
        if self.monuments_at(island) >= self.side.monument_spaces[island]:
            self.monuments_full |= 1 << island

    def put_boat(self, p: Player, ground: i64) -> None:
        if p.ground != NONE:
            self.grounds_full &= ~(1 << p.ground)
        p.ground = ground
        if self.boats_at(ground) >= self.side.boats:
            self.grounds_full |= 1 << ground

    def take_die(self, p: Player, face: i64) -> None:
        p.dice -= D.single_die(face)


NO_KIT: Final = TungaruKit()
NO_SIDE: Final = Side()
NO_PLACES: Final = zeros(0)
