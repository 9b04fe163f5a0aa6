"""The position: data and queries, no rules."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.state import CHANCE, State, Step, Steps, step_of, zeros
from skerry.games.nusfjord import scoring
from skerry.games.nusfjord.actions import N_SPACES, N_STACKS
from skerry.games.nusfjord.effects.box import Deck, NusfjordKit
from skerry.games.nusfjord.player import OWN_SHARES_FREE, Player

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
FIRST_EFFECT: Final = 50

# arguments of ELDER_DO: which two actions to choose from
DO_BUILD: Final = 0
DO_FOREST: Final = 1

# what the log is told
NOTE_ROUND: Final = 0  # (round)
NOTE_CATCH: Final = 1  # (haul, where it went, packed by 6 bits)
NOTE_COLLECT: Final = 2  # (fish from Shares)
NOTE_CLEAR: Final = 3  # (Elder, fish)
NOTE_WOOD: Final = 4  # (wood, slot + 1 of the Building that brings it)
NOTE_FISH: Final = 5
NOTE_GOLD: Final = 6
NOTE_RESERVE_FISH: Final = 7
NOTE_RESERVE_WOOD: Final = 8
NOTE_FROM_RESERVE: Final = 9  # (wood, fish)
NOTE_PAID: Final = 10  # (wood, fish, gold packed by 8 bits)
NOTE_HOME: Final = 11  # (colour that comes back, for the solo game)
NOTE_HAND: Final = 12  # (slot), a card nobody else sees
NOTE_SHOWN: Final = 13  # (slot), a hand card laid open
NOTE_END: Final = 14
NOTE_WOOD_LOST: Final = 15  # (wood above the limit)
NOTE_FOREST: Final = 16  # (Forests more or less, double space)
NOTE_SHARE_KEPT: Final = 17
NOTE_PLATE: Final = 18  # (plates filled or emptied, filled ones now)
NOTE_UPGRADE: Final = 19  # (new type)
NOTE_TABLE_FISH: Final = 20  # (Elder, filled plates left)
NOTE_RESERVE_PAID: Final = 21  # (fish of the Reserve, 1 if they are the whole price)
NOTE_RETIRED: Final = 22  # (Elder, fish on him)
NOTE_FOREST_MOVED: Final = 23  # (from, to: double spaces)
NOTE_START: Final = 24  # (goods at the start, packed like NOTE_PAID)

__all__ = ["Nusfjord", "Player"]

STEPS: Final = Steps()  # filled by steps/__init__.py, in the order of the numbers above


@final
@mypyc_attr(acyclic=True)
class Nusfjord(State):
    def __init__(self, seats: i64 = 2) -> None:
        super().__init__(seats)
        self.kit: NusfjordKit = NO_KIT
        self.deck: Deck = NO_DECK
        self.caps: vec[i64] = NO_CAPS  # Workers that each space can hold
        self.players: list[Player] = []
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
        self.display: i64 = 0  # open Buildings, as a set of slots
        self.pile_a: i64 = 0  # undrawn cards, as sets: they have no order
        self.pile_b: i64 = 0
        self.pile_c: i64 = 0
        self.cards_in_game: i64 = 0

    def step_at(self, ask: i64) -> Step[Any]:
        return STEPS.table[step_of(ask)]

    def clone(self) -> "Nusfjord":
        s = Nusfjord(self.seats)
        self.copy_base(s)
        s.kit = self.kit
        s.deck = self.deck
        s.caps = self.caps
        s.players = [p.clone() for p in self.players]
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
        s.display = self.display
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

    def is_blocked(self, space: i64) -> bool:
        """Fully occupied; a space the table does not have is not blocked."""
        return self.caps[space] > 0 and (self.workers >> (3 * space)) & 7 >= self.caps[space]

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
        cost = count * kit.share_price - kit.share_off[self.round] - p.buy_off - off
        return cost if cost > 0 else 0

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
                self.note(NOTE_WOOD, seat, gained, slot + 1)
            if gained < wood:
                self.note(NOTE_WOOD_LOST, seat, wood - gained, slot + 1)
        return gained

    def gain_fish(self, seat: i64, fish: i64, slot: i64 = -1) -> None:
        if fish > 0:
            self.players[seat].fish += fish
            self.note(NOTE_FISH, seat, fish, slot + 1)

    def gain_gold(self, seat: i64, gold: i64, slot: i64 = -1) -> None:
        if gold > 0:
            self.players[seat].gold += gold
            self.note(NOTE_GOLD, seat, gold, slot + 1)

    def reserve_add_fish(self, seat: i64, fish: i64, slot: i64 = -1) -> None:
        """By an effect: the limit of the Fishing Phase does not matter."""
        if fish > 0:
            self.players[seat].reserve_fish += fish
            self.note(NOTE_RESERVE_FISH, seat, fish, slot + 1)

    def reserve_add_wood(self, seat: i64, wood: i64, slot: i64 = -1) -> None:
        if wood > 0:
            self.players[seat].reserve_wood += wood
            self.note(NOTE_RESERVE_WOOD, seat, wood, slot + 1)

    def reserve_to_supply(self, seat: i64, wood: i64, fish: i64, slot: i64 = -1) -> None:
        """Goods of the Reserve into the supply; wood above the limit is lost."""
        p = self.players[seat]
        p.reserve_wood -= wood
        p.reserve_fish -= fish
        p.fish += fish
        room = p.wood_limit - p.wood
        kept = wood if wood <= room else max(room, 0)
        p.wood += kept
        self.note(NOTE_FROM_RESERVE, seat, kept, fish)
        if kept < wood:
            self.note(NOTE_WOOD_LOST, seat, wood - kept)

    def pay(self, seat: i64, wood: i64, fish: i64, gold: i64) -> None:
        """To the general supply; fish the supply lacks come from the Reserve, where an ability allows it.
        §goods.1"""
        p = self.players[seat]
        p.wood -= wood
        p.fish -= fish
        p.gold -= gold
        if self.noting and wood + fish + gold > 0:
            self.note(NOTE_PAID, seat, wood | fish << 8 | gold << 16)
        if p.fish < 0:
            p.reserve_fish += p.fish
            self.note(NOTE_RESERVE_PAID, seat, -p.fish)
            p.fish = 0

    def keep_share(self, seat: i64, slot: i64 = -1) -> None:
        """Turn an unissued Share and keep it."""
        p = self.players[seat]
        p.unissued -= 1
        p.shares += 1 << (3 * seat)
        p.n_shares += 1
        self.note(NOTE_SHARE_KEPT, seat, slot + 1)

    def take_back_share(self, seat: i64) -> None:
        """An own Share from the Action board to the own supply."""
        self.market -= 1 << (3 * seat)
        self.n_market -= 1
        p = self.players[seat]
        p.shares += 1 << (3 * seat)
        p.n_shares += 1
        self.note(NOTE_SHARE_KEPT, seat)

    def remove_elder(self, seat: i64, elder: i64) -> None:
        """An Elder leaves to the box; the fish on him go to the supply."""
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

    def add_forest(self, seat: i64, double: i64) -> None:
        self.put_forest(seat, double)
        self.note(NOTE_FOREST, seat, 1, double)

    def take_forest(self, seat: i64, double: i64) -> None:
        self.lift_forest(seat, double)
        self.note(NOTE_FOREST, seat, -1, double)

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

    def reserve_pay_fish(self, seat: i64, fish: i64) -> None:
        self.players[seat].reserve_fish -= fish
        self.note(NOTE_RESERVE_PAID, seat, fish, 1)

    def draw_c(self, seat: i64, cards: i64) -> None:
        """Chance deals so many C Buildings into a hand, as far as there are any."""
        for _ in range(min(cards, bits.count(self.pile_c))):
            self.ask(DRAW_C, CHANCE, seat)

    def hide_back(self, seat: i64, slot: i64) -> None:
        """A hand card goes back among the undrawn C Buildings."""
        self.players[seat].hand &= ~bits.bit(slot)
        self.pile_c |= bits.bit(slot)

    def fill_plates(self, seat: i64, count: i64) -> None:
        """The smallest empty plates get a fish from the general supply."""
        self.plates += count
        self.note(NOTE_PLATE, seat, count, self.plates)

    def take_plate_fish(self, seat: i64, count: i64) -> None:
        """Fish from the largest plates into the supply."""
        self.plates -= count
        self.players[seat].fish += count
        self.note(NOTE_PLATE, seat, -count, self.plates)


NO_KIT: Final = NusfjordKit()
NO_DECK: Final = Deck()
NO_CAPS: Final = zeros(N_SPACES)
