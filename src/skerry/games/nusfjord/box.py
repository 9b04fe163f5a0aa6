"""The box: everything printed, loaded once by kit/load.py and shared by all states."""

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.state import Kit, zeros
from skerry.games.nusfjord.actions import (
    DECK_ROOM,
    MAX_DECKS,
    MAX_SEATS,
    MAX_TRACK,
    MIXED_DECKS,
    N_CELLS,
    N_DOUBLES,
    N_SLOTS,
    N_SPACES,
)
from skerry.games.nusfjord.buildings.card import N_MOMENTS, Building

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord

NO_CARD: Final = -1
MAX_PRICE: Final = 20  # of one good
NO_BUILDING: Final = Building()


@mypyc_attr(acyclic=True)
class Elder:
    """An Elder's action.  The subclasses are in elders.py; the rows of components/elders.toml say which is whose."""

    def can_act(self, state: "Nusfjord", seat: i64) -> bool:
        """Would the action change something now?  The fish is on the Elder already."""
        return False

    def act(self, state: "Nusfjord", seat: i64) -> None:
        pass


NO_ELDERS: Final = vec[Elder]()


@final
@mypyc_attr(acyclic=True)
class PriceList:
    """What things cost, so that one look says which of them can be paid.  Things are numbers below 62."""

    def __init__(self) -> None:
        self.for_wood: vec[i64] = zeros(MAX_PRICE + 1)  # by wood, the things that cost no more of it, as a set
        self.for_fish: vec[i64] = zeros(MAX_PRICE + 1)
        self.for_gold: vec[i64] = zeros(MAX_PRICE + 1)

    def put(self, thing: i64, wood: i64, fish: i64, gold: i64) -> None:
        """Say what a thing costs."""
        for amount in range(i64(MAX_PRICE + 1)):
            if wood <= amount:
                self.for_wood[amount] |= bits.bit(thing)
            if fish <= amount:
                self.for_fish[amount] |= bits.bit(thing)
            if gold <= amount:
                self.for_gold[amount] |= bits.bit(thing)

    def payable(self, wood: i64, fish: i64, gold: i64) -> i64:
        """The things that cost no more than this, as a set."""
        if wood > MAX_PRICE:
            wood = MAX_PRICE
        if fish > MAX_PRICE:
            fish = MAX_PRICE
        if gold > MAX_PRICE:
            gold = MAX_PRICE
        return self.for_wood[wood] & self.for_fish[fish] & self.for_gold[gold]

    def copy(self) -> "PriceList":
        prices = PriceList()
        prices.for_wood = self.for_wood[:]
        prices.for_fish = self.for_fish[:]
        prices.for_gold = self.for_gold[:]
        return prices


NO_PRICES: Final = PriceList()


@final
@mypyc_attr(acyclic=True)
class Deck(Kit):
    """The Buildings of a game by slot, and which of them react to what."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: vec[Building] = vec[Building]([NO_BUILDING] * N_SLOTS)
        self.ids: vec[i64] = vec[i64]([NO_CARD] * N_SLOTS)  # the card's number, see actions.py
        self.mask: vec[i64] = zeros(N_MOMENTS)  # by moment, the cards that wait for it
        self.present: i64 = 0  # the slots that have a card, as a set
        self.mixed: bool = False
        self.prices: PriceList = PriceList()

    def put(self, slot: i64, number: i64, card: Building) -> None:
        """Give a card its slot."""
        self.cards[slot] = card
        self.ids[slot] = number
        self.present |= bits.bit(slot)
        for moment in range(i64(N_MOMENTS)):
            if (card.moments >> moment) & 1:
                self.mask[moment] |= bits.bit(slot)
        self.prices.put(slot, card.wood, card.fish, card.gold)

    def first_of(self, mask: i64) -> i64:
        """The slot of the card with the smallest number; mixed cards do not lie in that order."""
        first = bits.lowest(mask)
        if self.mixed:
            while mask != 0:
                slot = bits.lowest(mask)
                mask &= mask - 1
                if self.ids[slot] < self.ids[first]:
                    first = slot
        return first

    def to_mix(self) -> "Deck":
        """A copy to which cards of other decks will be added."""
        deck = Deck()
        deck.hash = f"{self.hash} mixed"
        deck.mixed = True
        deck.present = self.present
        deck.cards = self.cards[:]
        deck.ids = self.ids[:]
        deck.mask = self.mask[:]
        deck.prices = self.prices.copy()
        return deck

    def with_card(self, slot: i64, number: i64, card: Building) -> "Deck":
        """A copy with a card of another deck added; used while decks are mixed."""
        deck = self.to_mix()
        deck.hash = f"{self.hash} {number}"
        deck.put(slot, number, card)
        return deck

    def slot_of(self, card: i64) -> i64:
        """The slot of the card with this number, or NO_CARD."""
        slot = card % DECK_ROOM
        if self.ids[slot] == card:
            return slot
        if self.mixed:
            for other in range(i64(DECK_ROOM), i64(N_SLOTS)):
                if self.ids[other] == card:
                    return other
        return NO_CARD


@final
@mypyc_attr(acyclic=True)
class NusfjordKit(Kit):
    """The components, the words for them in lists beside."""

    def __init__(self) -> None:
        super().__init__()
        self.decks: list[Deck] = []
        self.elders: vec[Elder] = NO_ELDERS
        # names, by number; a deck or card that does not exist has an empty one
        self.deck_names: list[str] = []
        self.deck_options: list[str] = []  # as options name them
        self.card_ids: list[str] = []
        self.card_names: list[str] = []
        self.card_words: list[str] = []
        self.elder_names: list[str] = []
        self.elder_words: list[str] = []
        # the rows, for what is printed on the components
        self.card_rows: list[Any] = []
        self.elder_rows: list[Any] = []
        self.ship_names: list[str] = []
        self.space_names: list[str] = []
        self.space_sources: list[str] = []
        # the Action board: 16 spaces of the 1-2 side, then of the 3-5 side
        self.capacity: vec[i64] = zeros(2 * N_SPACES)
        self.column: vec[i64] = zeros(N_SPACES)
        self.columns: vec[i64] = zeros(4)  # the spaces of the Action board: all, left, middle, right; 3 bits each
        self.plates: vec[i64] = zeros(1)  # prices
        self.n_plates: i64 = 0
        # Ships, by type
        self.ship_size: vec[i64] = zeros(3)
        self.ship_points: vec[i64] = zeros(3)
        self.ship_wood: vec[i64] = zeros(4)  # by way to pay
        self.ship_fish: vec[i64] = zeros(4)
        self.ship_gold: vec[i64] = zeros(4)
        self.ship_prices: PriceList = NO_PRICES  # of the ways
        self.fitting: vec[i64] = zeros(MAX_TRACK + 1)  # by covered spaces, the ways whose Ship has room, as a set
        self.haul: vec[i64] = zeros(MAX_TRACK + 1)  # by covered spaces
        self.track: i64 = 0  # spaces in all
        # the Harbor board
        self.spaces: i64 = 0  # Building spaces, as a set of cells
        self.reserve_cell: i64 = 0
        self.doubles: i64 = 0  # the double spaces, as a set
        self.pair: vec[i64] = zeros(N_DOUBLES)  # the two cells of each, as a set
        self.left_cells: i64 = 0  # the left cell of each double space, as a set
        self.row: vec[i64] = zeros(3)  # the Building spaces of each row, as a set
        self.start_free: i64 = 0
        self.start_forests: i64 = 0  # packed like Player.forests
        self.n_start_forests: i64 = 0
        self.cell_names: list[str] = [f"r{cell // 4}c{cell % 4}" for cell in range(N_CELLS)]
        # by number of players
        self.side: vec[i64] = zeros(6)
        self.start_plates: vec[i64] = zeros(6)
        self.ships_of_type: vec[i64] = zeros(6)
        self.n_elders: vec[i64] = zeros(6)
        self.copy_spaces: vec[i64] = zeros(7)  # the last for the advanced solo game
        self.add_a: vec[i64] = zeros(6)
        self.draw_c: vec[i64] = zeros(6)
        self.add_b: vec[i64] = zeros(6)
        self.add_c: vec[i64] = zeros(6)
        # goods at the start, by deck (mixed ones last), number of players and place in the order of play
        self.place_gold: vec[i64] = zeros((MAX_DECKS + 1) * 6 * MAX_SEATS)
        self.place_fish: vec[i64] = zeros((MAX_DECKS + 1) * 6 * MAX_SEATS)
        # numbers
        self.first_rules: bool = False  # version 1: goods by place, other orders of reactions, Hideaway's hand
        self.rounds: i64 = 7
        self.workers: i64 = 3
        self.wood_limit: i64 = 12
        self.reserve_limit: i64 = 8
        self.council_seats: i64 = 5
        self.open_a: i64 = 9
        self.open_b: i64 = 6
        self.shares: i64 = 5
        self.start_issued: i64 = 2
        self.start_wood: i64 = 0
        self.start_fish: i64 = 0
        self.start_gold: i64 = 0
        self.issue_gold: i64 = 2
        self.share_price: i64 = 1
        self.share_off: vec[i64] = zeros(8)  # by round
        self.deforest_wood: i64 = 5
        self.reforest_forests: i64 = 2
        self.serve_gold: i64 = 1
        self.space_gold: i64 = 1
        self.elder_fish: i64 = 3  # on an Elder, who is then cleared
        self.elder_return: i64 = 1
        self.mixed_a: i64 = 3
        self.mixed_b: i64 = 2
        self.stack_limit: i64 = 4  # Forests on a double space, where an effect stacks them

    def mixed_decks(self, later: i64) -> i64:
        """The decks that are mixed if this one supplies the later cards, as a set.  §variant.2"""
        found = bits.bit(later)
        left: i64 = MIXED_DECKS - 1
        for deck in range(i64(MAX_DECKS)):
            if deck != later and left > 0 and self.decks[deck].present != 0:
                found |= bits.bit(deck)
                left -= 1
        return found

    def start_row(self, deck: i64, seats: i64) -> i64:
        """Where the places of this deck (mixed ones: MAX_DECKS) and number of players begin.  §setup.11"""
        return MAX_SEATS * (6 * deck + seats)
