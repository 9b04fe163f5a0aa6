"""Setup: the common board, the personal displays, who begins, and cards that are revealed."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.state import BEGINNER, NOTE_HAND, REVEAL, ROUND, Nusfjord, Player


def new_state(
    kit: NusfjordKit,
    seats: i64,
    deck: i64 = 0,
    mixed: bool = False,
    advanced: bool = False,
    even: bool = False,
    without: i64 = 0,
    starter: i64 = -1,
) -> Nusfjord:
    """§setup.1 to §setup.9, §solo.1, §solo.6; `even` gives goods by place, `without` is a set of cards of the deck
    that stay in the box, `starter` the First Player of round 1 if that is settled."""
    state = Nusfjord(seats)
    state.kit = kit
    state.deck = kit.decks[deck].to_mix() if mixed else kit.decks[deck]
    state.caps = capacities(kit, seats, advanced)
    if seats == 1:
        state.colours = 3 if advanced else 2
    state.plates = kit.start_plates[seats]  # §setup.2
    ships = kit.ships_of_type[seats]  # §setup.3
    state.stock = ships | ships << 4 | ships << 8
    place_elders(state)
    state.cards_in_game = state.deck.present & ~without
    state.pile_a = state.cards_in_game & A.A_CARDS
    state.pile_b = state.cards_in_game & A.B_CARDS
    state.pile_c = state.cards_in_game & A.C_CARDS
    for seat in range(seats):
        state.players = append(state.players, new_player(kit, seat))
    state.then(ROUND)
    goods: i64 = 0
    if even:
        goods = 1 + (A.MAX_DECKS if mixed else deck)
    if starter < 0:
        state.ask(BEGINNER, CHANCE, goods)
    else:
        begin_round_1(state, starter, goods)
    if mixed:
        ask_mixed(state, deck)
    else:
        ask_reveals(state, 1, min(kit.open_b, bits.count(state.pile_b)))
        ask_reveals(state, 0, min(kit.open_a, bits.count(state.pile_a)))
    return state


def capacities(kit: NusfjordKit, seats: i64, advanced: bool) -> i64:
    """Workers that each space can hold, 3 bits each; one on each copy space.
    §setup.1, §work.3, §copy.2, §solo.1, §solo.6"""
    side = kit.side[seats]
    copies = kit.copy_spaces[6 if seats == 1 and advanced else seats]
    caps: i64 = 0
    for space in range(i64(A.N_SPACES)):
        is_used = space < A.S_COPY or (copies == 1 if space == A.S_COPY else copies == 3)
        if is_used:
            caps |= kit.capacity[side * A.N_SPACES + space] << (3 * space)
    return caps


def place_elders(state: Nusfjord) -> None:
    """§setup.4, §setup.5, R38"""
    used = state.kit.n_elders[state.seats]
    for stack in range(i64(A.N_STACKS)):
        top = stack + A.N_STACKS if stack + A.N_STACKS < used else stack
        state.tops |= (top + 1) << (5 * stack)
    if used == A.N_ELDERS:
        state.face_down = (1 << A.N_STACKS) - 1
        state.unseen_elders = ((1 << A.N_STACKS) - 1) << (2 * A.N_STACKS)


def new_player(kit: NusfjordKit, seat: i64) -> Player:
    """§setup.8, §setup.9"""
    p = Player()
    p.wood = kit.start_wood
    p.fish = kit.start_fish
    p.gold = kit.start_gold
    p.unissued = kit.shares - kit.start_issued
    p.shares = kit.start_issued << (3 * seat)
    p.n_shares = kit.start_issued
    p.forests = kit.start_forests
    p.n_forests = kit.n_start_forests
    p.free = kit.start_free
    p.n_free = bits.count(p.free)
    p.wood_limit = kit.wood_limit
    p.reserve_limit = kit.reserve_limit
    return p


def ask_reveals(state: Nusfjord, letter: i64, count: i64) -> None:
    """The letter, or what else `Reveal` takes as its argument."""
    for _card in range(count):
        state.ask(REVEAL, CHANCE, letter)


def ask_mixed(state: Nusfjord, deck: i64) -> None:
    """So many A and B of each deck; the rest of one deck supplies what comes later.  §variant.2, R41"""
    kit = state.kit
    decks = kit.mixed_decks(deck)
    while decks != 0:
        other = bits.lowest(decks)
        decks &= decks - 1
        source = 0 if other == deck else (other + 1) << 2
        cards = kit.decks[other].present
        ask_reveals(state, 1 | source, min(kit.mixed_b, bits.count(cards & A.B_CARDS)))
        ask_reveals(state, source, min(kit.mixed_a, bits.count(cards & A.A_CARDS)))


@final
class Beginner(Step[Nusfjord]):
    """The argument: see `begin`.  §setup.10"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        for seat in range(state.seats):
            out[seat] = A.BEGIN + seat
        return state.seats

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        begin_round_1(state, action - A.BEGIN, arg_of(ask))


def begin_round_1(state: Nusfjord, first: i64, goods: i64) -> None:
    """`goods` is 0 if nobody gets any, else the deck in play + 1; the number after the last deck stands for mixed ones.
    §setup.10, §setup.11"""
    state.first = first
    if goods == 0:
        return
    row = state.kit.start_row(goods - 1, state.seats)
    for place in range(state.seats):
        p = state.players[(first + place) % state.seats]
        p.gold += state.kit.place_gold[row + place]
        p.fish += state.kit.place_fish[row + place]


@final
class Reveal(Step[Nusfjord]):
    """A Building is revealed.  The argument is its letter, and above it the other deck it comes from.
    §setup.6, §setup.7"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        arg = arg_of(ask)
        n: i64 = 0
        if arg >= 4:
            other = state.kit.decks[(arg >> 2) - 1]
            cards = other.present & (A.A_CARDS if arg & 3 == 0 else A.B_CARDS)
            while cards != 0:
                card = other.ids[bits.lowest(cards)]
                cards &= cards - 1
                if state.deck.slot_of(card) < 0:
                    out[n] = A.REVEAL + card
                    n += 1
            return n
        mask = pile(state, arg)
        ids = state.deck.ids
        while mask != 0:
            out[n] = A.REVEAL + ids[bits.lowest(mask)]
            mask &= mask - 1
            n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        arg = arg_of(ask)
        if arg >= 4:
            self.mix_in(state, arg & 3, (arg >> 2) - 1, action - A.REVEAL)
            return
        slot = state.deck.slot_of(action - A.REVEAL)
        state.lay_open(slot)
        remove_from_piles(state, slot)

    def mix_in(self, state: Nusfjord, letter: i64, other: i64, card: i64) -> None:
        """§variant.2"""
        slot: i64 = A.FIRST_OTHER_A if letter == 0 else A.FIRST_OTHER_B
        while (state.display >> slot) & 1:
            slot += 1
        state.deck = state.deck.with_card(slot, card, state.kit.decks[other].cards[card % A.DECK_ROOM])
        state.lay_open(slot)
        state.cards_in_game |= bits.bit(slot)


def pile(state: Nusfjord, letter: i64) -> i64:
    if letter == 0:
        return state.pile_a
    return state.pile_b if letter == 1 else state.pile_c


def remove_from_piles(state: Nusfjord, slot: i64) -> None:
    left: i64 = ~bits.bit(slot)
    state.pile_a &= left
    state.pile_b &= left
    state.pile_c &= left


@final
class DrawC(Step[Nusfjord]):
    """A C Building for the seat in the argument, which alone sees it.  §home.5"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        mask = state.pile_c
        ids = state.deck.ids
        n: i64 = 0
        while mask != 0:
            out[n] = A.DRAW + ids[bits.lowest(mask)]
            mask &= mask - 1
            n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        slot = state.deck.slot_of(action - A.DRAW)
        seat = arg_of(ask)
        state.pile_c &= ~bits.bit(slot)
        state.players[seat].hand |= bits.bit(slot)
        state.note(NOTE_HAND, seat, slot)

    def witnesses(self, state: Nusfjord, ask: i64, action: i64) -> i64:
        return 1 << arg_of(ask)


@final
class TurnUp(Step[Nusfjord]):
    """The face-down Elder of the stack in the argument is turned up.  §elder.2, R38"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.unseen_elders, A.TURN_UP, out, 0)

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        stack = arg_of(ask)
        elder = action - A.TURN_UP
        state.unseen_elders &= ~(1 << elder)
        state.face_down &= ~(1 << stack)
        state.tops |= (elder + 1) << (5 * stack)
