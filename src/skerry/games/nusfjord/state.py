"""The position: data and queries, no rules."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.numbers import positive
from skerry.core.state import CHANCE, State, Step, Steps, step_of
from skerry.games.nusfjord import scoring
from skerry.games.nusfjord.actions import A_CARDS, B_CARDS, N_STACKS
from skerry.games.nusfjord.box import Deck, NusfjordKit
from skerry.games.nusfjord.player import NO_PLAYERS, OWN_SHARES_FREE, Player

# the questions, and the steps that run by themselves; those of the Buildings begin at 50
BEGINNER: Final = 0
REVEAL: Final = 1
DRAW_C: Final = 2
TURN_UP: Final = 3
ROUND: Final = 4
FISHING: Final = 5
HUNGRY: Final = 6
FEED: Final = 7
NEXT_TURN: Final = 8
TURN: Final = 9
AFTER: Final = 10
HOME: Final = 11
COPY: Final = 12
SERVE: Final = 13
BUILDING: Final = 14
LOT: Final = 15
OWN_EFFECT: Final = 16
DEFOREST: Final = 17
REFOREST: Final = 18
SHIP: Final = 19
TAKE: Final = 20
USE_NOW: Final = 21
ELDER_ACT: Final = 22
ELDER_DONE: Final = 23
ELDER_DO: Final = 24
UPGRADE: Final = 25
GROW: Final = 26
THEN_MAY: Final = 27
MAY: Final = 28
WHICH_ELDER: Final = 29
LAST_USES: Final = 30
FINAL_USE: Final = 31
END: Final = 32
EVERYONE: Final = 33
FIRST_EFFECT: Final = 50

# arguments of ELDER_DO: which two actions to choose from
DO_BUILD: Final = 0
DO_FOREST: Final = 1

# Notes for the log.  Goods are packed by 8 bits: wood, fish, gold.  A slot + 1 names the Building that is the cause,
# 0 none.  What a decision itself says is not noted; text/labels.py tells it.
NOTE_ROUND: Final = 0  # (round)
NOTE_START: Final = 1  # (goods)
NOTE_CATCH: Final = 2  # (haul, where it went: see `pack_catch`)
NOTE_COLLECT: Final = 3  # (fish from Shares)
NOTE_CLEAR: Final = 4  # (Elder, fish returned)
NOTE_GAIN: Final = 5  # (goods, slot + 1)
NOTE_TRADE: Final = 6  # (goods gained, slot + 1 | goods paid << 8 | those from the Reserve << 32)
NOTE_ISSUED: Final = 7  # (goods gained)
NOTE_FOREST_GONE: Final = 8  # (goods gained, slot + 1 | double space << 8)
NOTE_BOUGHT: Final = 9  # (Shares, gold)
NOTE_RESERVE: Final = 10  # (goods put into the Reserve, slot + 1)
NOTE_FROM_RESERVE: Final = 11  # (goods that reach the supply | wood that is lost << 24, slot + 1)
NOTE_WOOD_LOST: Final = 12  # (wood above the limit)
NOTE_FOREST: Final = 13  # (new Forests, double space)
NOTE_FOREST_MOVED: Final = 14  # (from, to: double spaces)
NOTE_SHARE_KEPT: Final = 15  # (slot + 1, gold paid)
NOTE_PLATE: Final = 16  # (plates filled, or emptied if less than 0, slot + 1)
NOTE_UPGRADE: Final = 17  # (new type, goods paid)
NOTE_TABLE_FISH: Final = 18  # (Elder, the plate it came from)
NOTE_OWN_FISH: Final = 19  # (Elder), a fish of the supply instead
NOTE_RETIRED: Final = 20  # (Elder, fish on the card)
NOTE_HAND: Final = 21  # (slot), a card nobody else sees
NOTE_SHOWN: Final = 22  # (slot), a hand card revealed
NOTE_HOME: Final = 23  # (colour that comes back, in the solo game)
NOTE_END: Final = 24
TAKES_GOODS: Final = 1 << NOTE_GAIN | 1 << NOTE_TRADE | 1 << NOTE_ISSUED | 1 << NOTE_FOREST_GONE  # gains join these

SLOT_BITS: Final = 6  # of a slot + 1, in `places_a`


ONE_BIT_EACH: Final = 0o1111111111111111  # the lowest of the 3 bits of each space


def marked(packed: i64) -> i64:
    """The spaces whose 3 bits are not all 0."""
    return (packed | packed >> 1 | packed >> 2) & ONE_BIT_EACH


def pack_goods(wood: i64, fish: i64, gold: i64) -> i64:
    return wood | fish << 8 | gold << 16


def pack_catch(elders: i64, market: i64, away: i64, own: i64, stored: i64, left: i64) -> i64:
    """Where a haul went, 6 bits each: Elders, Shares on the board, with others and one's own, Reserve, nowhere."""
    return elders | market << 6 | away << 12 | own << 18 | stored << 24 | left << 30


__all__ = ["Nusfjord", "Player"]

STEPS: Final = Steps()  # filled by steps/__init__.py, in the order of the numbers above


@final
@mypyc_attr(acyclic=True)
class Nusfjord(State):
    def __init__(self, seats: i64 = 2) -> None:
        super().__init__(seats)
        self.kit: NusfjordKit = NO_KIT
        self.deck: Deck = NO_DECK
        self.caps: i64 = 0  # Workers that each space can hold, 3 bits each
        self.players: vec[Player] = NO_PLAYERS
        self.colours: i64 = 1  # sets of Workers: 2 or 3 in the solo game
        self.round: i64 = 0
        self.first: i64 = 0
        self.turn: i64 = 0  # turns taken in this round, by all
        self.workers: i64 = 0  # on each space, 3 bits each
        self.plates: i64 = 0  # with a fish: always the first ones
        self.market: i64 = 0  # Shares on the Action board, 3 bits for each colour
        self.n_market: i64 = 0
        self.stock: i64 = 0  # Ships on the supply board, 4 bits for each type
        self.tops: i64 = 0  # the Elder on top of each stack + 1, 5 bits each
        self.face_down: i64 = 0  # stacks with a face-down third card, as a set
        self.unseen_elders: i64 = 0  # face down, as a set: which lies where has no meaning before it is turned
        self.last_taken: i64 = 0  # the last Elder taken from each stack + 1, 5 bits each; for the view
        self.display: i64 = 0  # open Buildings, as a set of slots
        self.places_a: i64 = 0  # slot + 1 of the A Building last revealed on each space of its board; for the view
        self.places_b: i64 = 0
        self.open_c: i64 = 0  # C Buildings that are or were on display
        self.pile_a: i64 = 0  # undrawn cards, as sets: they have no order
        self.pile_b: i64 = 0
        self.pile_c: i64 = 0
        self.cards_in_game: i64 = 0

    def step_at(self, ask: i64) -> Step[Any]:
        step = step_of(ask)
        return STEPS.table[step]

    def clone(self) -> "Nusfjord":
        s = Nusfjord(0)
        self.copy_base(s)
        s.kit = self.kit
        s.deck = self.deck
        s.caps = self.caps
        s.players = vec[Player]([p.clone() for p in self.players])
        s.colours = self.colours
        s.round = self.round
        s.first = self.first
        s.turn = self.turn
        s.workers = self.workers
        s.plates = self.plates
        s.market = self.market
        s.n_market = self.n_market
        s.stock = self.stock
        s.tops = self.tops
        s.face_down = self.face_down
        s.unseen_elders = self.unseen_elders
        s.last_taken = self.last_taken
        s.display = self.display
        s.places_a = self.places_a
        s.places_b = self.places_b
        s.open_c = self.open_c
        s.pile_a = self.pile_a
        s.pile_b = self.pile_b
        s.pile_c = self.pile_c
        s.cards_in_game = self.cards_in_game
        return s

    def score(self, seat: i64) -> i64:
        """§solo.7"""
        return scoring.score(self, seat)

    # ---- queries
    def haul(self, p: Player) -> i64:
        return self.kit.haul[p.track] + p.haul_bonus

    def workers_on(self, space: i64) -> i64:
        return (self.workers >> (3 * space)) & 7

    def cap_of(self, space: i64) -> i64:
        return (self.caps >> (3 * space)) & 7

    def free_spaces(self) -> i64:
        """The spaces with room for another Worker, as a set with 3 bits for each space.  §work.3"""
        return marked(self.caps ^ self.workers)

    def blocked_spaces(self) -> i64:
        """The fully occupied ones; a space the table does not have is not blocked."""
        return marked(self.caps) & ~self.free_spaces()

    def is_blocked(self, space: i64) -> bool:
        return (self.blocked_spaces() >> (3 * space)) & 1 != 0

    def market_of(self, colour: i64) -> i64:
        return (self.market >> (3 * colour)) & 7

    def stock_of(self, ship: i64) -> i64:
        return (self.stock >> (4 * ship)) & 15

    def top_elder(self, stack: i64) -> i64:
        """The open Elder on top of a stack, or -1."""
        return ((self.tops >> (5 * stack)) & 31) - 1

    def stack_of(self, elder: i64) -> i64:
        """The stack that has this Elder on top, or -1."""
        for stack in range(i64(N_STACKS)):
            if ((self.tops >> (5 * stack)) & 31) == elder + 1:
                return stack
        return -1

    def colour(self) -> i64:
        """The set of Workers in play: always 0 but in the solo game.  §solo.2"""
        return (self.round - 1) % self.colours

    def own_shares_away(self, seat: i64) -> i64:
        """Own Shares on the Action board and with other players."""
        p = self.players[seat]
        return self.kit.shares - p.unissued - p.shares_of(seat)

    def share_cost(self, seat: i64, off: i64) -> i64:
        """What Buy All Shares costs the player now.  §buy.2, R22"""
        kit = self.kit
        p = self.players[seat]
        count = self.n_market
        if p.abilities & OWN_SHARES_FREE:
            count -= self.market_of(seat)
        return positive(count * kit.share_price - kit.share_off[self.round] - p.buy_off - off)

    # ---- moves of goods; `slot` is the Building that causes it, or -1
    def gain_wood(self, seat: i64, wood: i64, slot: i64 = -1) -> i64:
        """Into the supply, up to the limit; return how much.  §goods.2"""
        p = self.players[seat]
        room = p.wood_limit - p.wood
        gained = wood if wood <= room else room
        if gained < 0:
            gained = 0
        p.wood += gained
        if self.noting:
            if gained > 0:
                self.note_gain(seat, gained, slot)
            if gained < wood:
                self.note(NOTE_WOOD_LOST, seat, wood - gained)
        return gained

    def gain_fish(self, seat: i64, fish: i64, slot: i64 = -1) -> None:
        if fish > 0:
            self.players[seat].fish += fish
            self.note_gain(seat, fish << 8, slot)

    def gain_gold(self, seat: i64, gold: i64, slot: i64 = -1) -> None:
        if gold > 0:
            self.players[seat].gold += gold
            self.note_gain(seat, gold << 16, slot)

    def note_gain(self, seat: i64, gained: i64, slot: i64) -> None:
        """Goods gained together, and what brings them, make one line."""
        if not self.noting:
            return
        if len(self.notes) > 0:
            kind, who, had, cause = self.notes[-1]
            if TAKES_GOODS >> kind & 1 and who == seat and cause & 255 == slot + 1:
                self.notes[-1] = (kind, who, had + gained, cause)
                return
        self.note(NOTE_GAIN, seat, gained, slot + 1)

    def reserve_add_fish(self, seat: i64, fish: i64, slot: i64 = -1) -> None:
        """By an effect: the limit of the Fishing Phase does not matter."""
        if fish > 0:
            self.players[seat].reserve_fish += fish
            self.note(NOTE_RESERVE, seat, fish << 8, slot + 1)

    def reserve_add_wood(self, seat: i64, wood: i64, slot: i64 = -1) -> None:
        if wood > 0:
            self.players[seat].reserve_wood += wood
            self.note(NOTE_RESERVE, seat, wood, slot + 1)

    def reserve_add_gold(self, seat: i64, gold: i64, slot: i64 = -1) -> None:
        if gold > 0:
            self.players[seat].reserve_gold += gold
            self.note(NOTE_RESERVE, seat, gold << 16, slot + 1)

    def reserve_to_supply(self, seat: i64, wood: i64, fish: i64, gold: i64, slot: i64 = -1) -> None:
        """Goods of the Reserve into the supply; wood above the limit is lost."""
        p = self.players[seat]
        p.reserve_wood -= wood
        p.reserve_fish -= fish
        p.reserve_gold -= gold
        p.fish += fish
        p.gold += gold
        room = p.wood_limit - p.wood
        kept = wood if wood <= room else max(room, 0)
        p.wood += kept
        self.note(NOTE_FROM_RESERVE, seat, pack_goods(kept, fish, gold) | (wood - kept) << 24, slot + 1)

    def pay(self, seat: i64, wood: i64, fish: i64, gold: i64) -> None:
        """To the general supply; fish the supply lacks come from the Reserve, where an ability allows it.
        §goods.1"""
        p = self.players[seat]
        p.wood -= wood
        p.fish -= fish
        p.gold -= gold
        if p.fish < 0:
            p.reserve_fish += p.fish
            p.fish = 0

    def keep_share(self, seat: i64, slot: i64 = -1) -> None:
        """Turn an unissued Share and keep it."""
        p = self.players[seat]
        p.unissued -= 1
        p.shares += 1 << (3 * seat)
        p.n_shares += 1
        self.note(NOTE_SHARE_KEPT, seat, slot + 1)

    def take_back_share(self, seat: i64, price: i64) -> None:
        """A Share from the Action board back to its owner; the price is paid."""
        self.market -= 1 << (3 * seat)
        self.n_market -= 1
        p = self.players[seat]
        p.shares += 1 << (3 * seat)
        p.n_shares += 1
        self.note(NOTE_SHARE_KEPT, seat, 0, price)

    def remove_elder(self, seat: i64, elder: i64) -> None:
        """An Elder goes back to the box; the fish on the card go to the supply.  In older matches only: §card.retire"""
        p = self.players[seat]
        fish = p.elder_fish(elder)
        p.elders &= ~(1 << elder)
        p.n_elders -= 1
        p.fish_on_elders -= fish << (2 * elder)
        p.fish += fish
        self.note(NOTE_RETIRED, seat, elder, fish)

    def can_move_forest(self, p: Player, source: i64, target: i64) -> bool:
        """To a double space that is free or holds exactly one Forest."""
        if source == target or (self.kit.doubles >> target) & 1 == 0 or p.forests_on(source) == 0:
            return False
        if p.forests_on(target) == 1:
            return True
        free = p.free | self.kit.pair[source] if p.forests_on(source) == 1 else p.free
        pair = self.kit.pair[target]
        return p.forests_on(target) == 0 and free & pair == pair

    def move_forest(self, seat: i64, source: i64, target: i64) -> None:
        """The top Forest to another double space; no removal."""
        self.lift_forest(seat, source)
        self.put_forest(seat, target)
        self.note(NOTE_FOREST_MOVED, seat, source, target)

    def add_forests(self, seat: i64, double: i64, count: i64) -> None:
        for _forest in range(count):
            self.put_forest(seat, double)
        self.note(NOTE_FOREST, seat, count, double)

    def take_forest(self, seat: i64, double: i64, slot: i64 = -1) -> None:
        self.lift_forest(seat, double)
        self.note(NOTE_FOREST_GONE, seat, 0, (slot + 1) | double << 8)

    def put_forest(self, seat: i64, double: i64) -> None:
        p = self.players[seat]
        if p.forests_on(double) == 0:
            p.free &= ~self.kit.pair[double]
            p.n_free -= 2
        p.forests += 1 << (3 * double)
        p.n_forests += 1

    def lift_forest(self, seat: i64, double: i64) -> None:
        """A lone Forest frees its two Building spaces.  R27"""
        p = self.players[seat]
        p.forests -= 1 << (3 * double)
        p.n_forests -= 1
        if p.forests_on(double) == 0:
            p.free |= self.kit.pair[double]
            p.n_free += 2

    def draw_c(self, seat: i64, cards: i64) -> None:
        """Chance deals C Buildings into a hand, as long as there are any."""
        for _card in range(min(cards, bits.count(self.pile_c))):
            self.ask(DRAW_C, CHANCE, seat)

    def hide_back(self, seat: i64, slot: i64) -> None:
        """A hand card goes back among the undrawn C Buildings."""
        self.players[seat].hand &= ~bits.bit(slot)
        self.pile_c |= bits.bit(slot)

    def show_hand(self, seat: i64) -> None:
        """The C Buildings in a hand are revealed.  §home.7, R33"""
        p = self.players[seat]
        if p.hand == 0:
            return
        self.news += 1
        hand = p.hand
        p.hand = 0
        while hand != 0:
            slot = bits.lowest(hand)
            hand &= hand - 1
            self.lay_open(slot)
            self.note(NOTE_SHOWN, seat, slot)

    def lay_open(self, slot: i64) -> None:
        """A Building joins the display, on the first space of its board that is empty."""
        card = bits.bit(slot)
        self.display |= card
        if card & A_CARDS:
            self.places_a = self.place(self.places_a, slot)
        elif card & B_CARDS:
            self.places_b = self.place(self.places_b, slot)
        else:
            self.open_c |= card

    def place(self, places: i64, slot: i64) -> i64:
        """An emptied space remembers the card that was built from there until another is laid on it."""
        at: i64 = 0
        if self.round == 0:  # all spaces fill up in order
            while (places >> at) & 63 != 0:
                at += SLOT_BITS
            return places | (slot + 1) << at
        while True:
            old = ((places >> at) & 63) - 1
            if old < 0 or old == slot or (self.display >> old) & 1 == 0:
                return (places & ~(63 * bits.bit(at))) | (slot + 1) * bits.bit(at)
            at += SLOT_BITS

    def fill_plates(self, seat: i64, count: i64, slot: i64 = -1) -> None:
        """The smallest empty plates get a fish from the general supply."""
        self.plates += count
        self.note(NOTE_PLATE, seat, count, slot + 1)

    def take_plate_fish(self, seat: i64, count: i64, slot: i64) -> None:
        """Fish from the largest plates into the supply."""
        self.plates -= count
        self.players[seat].fish += count
        self.note(NOTE_PLATE, seat, -count, slot + 1)


NO_KIT: Final = NusfjordKit()
NO_DECK: Final = Deck()
