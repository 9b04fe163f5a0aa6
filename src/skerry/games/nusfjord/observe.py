"""Observations: what a seat may know as numbers.

Buildings stand in the order of their printed numbers.  What only serves the eye is left out: on which space of the
display a card lies, in which order Ships were built.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skerry.core import bits
from skerry.core.observe import Encoder, FieldEntry, put, put_one_of, put_packed, put_set
from skerry.core.state import BY_ITSELF, arg_of, seat_of, step_of, zeros
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as N
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.player import Player
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.spaces import SPACES

OBSERVED_STEPS: Final = (
    "beginner reveal draw_c turn_up round fishing hungry feed next_turn turn after home copy serve building lot "
    "own_effect deforest reforest ship take use_now elder_act elder_done elder_do upgrade grow then_may may "
    "which_elder last_uses final_use end everyone card"
)
CARD_STEP: Final = 34  # all questions of Buildings, in OBSERVED_STEPS
PHASES: Final = ["setup", "round", "fishing", "work", "end"]
ROUNDS: Final = 7


def phase(state: Nusfjord) -> i64:
    """A place in PHASES, by what lies on the stack of questions."""
    if state.over:
        return 4
    steps: i64 = 0
    for place in range(state.depth):
        step = step_of(state.asks[place])
        if step < 62:
            steps |= bits.bit(step)
    if state.round == 0 or (steps >> N.ROUND) & 1:
        return 0
    now = step_of(state.ask_now())
    fishing = (steps >> N.FISHING) & 1 != 0
    if fishing and (now == N.REVEAL or now == N.DRAW_C):
        return 1
    if (steps >> N.END) & 1:
        return 4
    return 2 if fishing else 3


def actor(state: Nusfjord) -> i64:
    """Whose action is under way, or -1: questions above a turn's end belong to the Worker that was placed last."""
    if state.over:
        return -1
    now = step_of(state.ask_now())
    if now == N.TURN or now == N.AFTER:
        return -1
    for place in range(state.depth):
        ask = state.asks[place]
        if step_of(ask) == N.NEXT_TURN and ask & BY_ITSELF != 0 and arg_of(ask) > 0:
            return arg_of(ask) - 1
    return -1


def workers_left(state: Nusfjord, seat: i64) -> i64:
    """The Worker of a passed turn is lost for the round.  §work.6"""
    n = state.seats
    begun = (state.turn + n - 1 - (seat - state.first + n) % n) // n
    for place in range(state.depth):
        ask = state.asks[place]
        if step_of(ask) == N.TURN and seat_of(ask) == seat:
            begun -= 1
            break
    placed = state.players[seat].n_placed
    return state.kit.workers - (begun if begun > placed else placed)


def being_dealt(state: Nusfjord, letter: i64) -> i64:
    """Buildings of this letter that are just being dealt."""
    count: i64 = 0
    if state.over:
        return 0
    for place in range(state.depth):
        ask = state.asks[place]
        step = step_of(ask)
        if (step == N.REVEAL and arg_of(ask) & 3 == letter) or (step == N.DRAW_C and letter == 2):
            count += 1
    return count


@final
class NusfjordEncoder(Encoder[Nusfjord]):
    def __init__(self, state: Nusfjord) -> None:
        super().__init__(state.seats, state.seats, len(OBSERVED_STEPS.split()))
        ids = state.kit.card_ids
        self.cards: list[str] = [card for card in ids if card]
        self.n_cards: i64 = len(self.cards)
        self.column: vec[i64] = zeros(A.N_CARDS)  # of each card that exists
        self.elders: list[str] = [f"elder_{number}" for number in range(1, A.N_ELDERS + 1)]
        self.spaces: list[str] = [space.id for space in SPACES]
        self.cells: list[str] = state.kit.cell_names
        self.sets: i64 = 3 if state.seats == 1 else 1  # of Workers: several colours in the solo game
        next_column = 0
        for card in range(A.N_CARDS):
            self.column[card] = next_column
            if ids[card]:
                next_column += 1
        self.measure()

    def step_names(self) -> list[str]:
        return OBSERVED_STEPS.split()

    def put_cards(self, state: Nusfjord, slots: i64, out: vec[i16], at: i64) -> i64:
        """A set of slots as a set of cards."""
        while slots != 0:
            out[at + self.column[state.deck.ids[bits.lowest(slots)]]] = 1
            slots &= slots - 1
        return at + self.n_cards

    # ---- the question
    def question_into(self, state: Nusfjord, seat: i64, knows_all: bool, out: vec[i16], at: i64) -> i64:
        """As everywhere; but the questions of Buildings, whose number is 50, have the last place."""
        end = super().question_into(state, seat, knows_all, out, at)
        if not state.over and state.depth > 0 and step_of(state.ask_now()) >= CARD_QUESTION:
            out[at + self.seats + 1 + CARD_STEP] = 1
        return end

    def detail_entries(self) -> list[FieldEntry]:
        return [
            ("question.card", [], 0, 1000, "for the one who is asked: the number of the Building it is about; 0: none"),
            ("question.effect", [], 0, 7, "which effect of that Building asks; 7: which effect to use"),
            (
                "question.detail",
                ["0", "1", "2", "3"],
                0,
                255,
                "the rest, byte by byte: its meaning depends on the step",
            ),
        ]

    def detail_into(self, state: Nusfjord, ask: i64, out: vec[i16], at: i64) -> i64:
        arg = arg_of(ask)
        if step_of(ask) == CARD_QUESTION:
            out[at] = i16(state.deck.cards[arg & 63].number)
            out[at + 1] = i16((arg >> 6) & 7)
            return put_packed(out, at + 2, arg >> 9, 8, 4)
        return put_packed(out, at + 2, arg, 8, 4)

    # ---- the table
    def table_entries(self) -> list[FieldEntry]:
        return [
            ("round", [], 0, ROUNDS, "the round; 0 in the setup"),
            ("phase", PHASES, 0, 1, "the phase; 'round' is what a Round space says"),
            ("first", self.player_names(), 0, 1, "the First Player"),
            ("turn", [], 0, 100, "turns taken in this round, by all"),
            ("acting", self.player_names(), 0, 1, "whose action is under way"),
            ("acting_at", [*self.spaces, *self.elders], 0, 1, "where that Worker stands"),
            ("worker_sets", [], 1, 3, "sets of Workers: 2 or 3 colours in the solo game"),
            ("room", self.spaces, 0, 7, "Workers that each space can hold; 0: not in play"),
            ("workers", self.spaces, 0, 7, "Workers on each space"),
            ("plates", [], 0, A.MAX_PLATES, "plates with a fish"),
            ("stock", A.SHIP_IDS, 0, 15, "Ships on the supply board"),
            ("elders_open", self.elders, 0, 1, "Elders on top of a stack"),
            ("stack_top", [str(stack) for stack in range(A.N_STACKS)], 0, A.N_ELDERS, "the top Elder of each stack"),
            ("face_down", [str(stack) for stack in range(A.N_STACKS)], 0, 1, "stacks with a face-down third Elder"),
            ("elders_hidden", self.elders, 0, 1, "Elders that may lie there"),
            ("display", self.cards, 0, 1, "Buildings on display"),
            ("to_come", ["A", "B", "C"], 0, 60, "Buildings that will still be dealt"),
            ("placing", [], 0, 1000, "the number of a Building that is paid for and looks for its space; 0: none"),
        ]

    def table_into(self, state: Nusfjord, seat: i64, out: vec[i16], at: i64) -> i64:
        n = state.seats
        at = put(out, at, state.round)
        at = put_one_of(out, at, phase(state), 5)
        at = put_one_of(out, at, (state.first - seat + n) % n, n)
        at = put(out, at, state.turn)
        at = self.acting_into(state, seat, out, at)
        at = put(out, at, state.colours)
        for space in range(i64(A.N_SPACES)):
            out[at + space] = i16(state.cap_of(space))
        at = put_packed(out, at + A.N_SPACES, state.workers, 3, A.N_SPACES)
        at = put(out, at, state.plates)
        at = put_packed(out, at, state.stock, 4, 3)
        for stack in range(i64(A.N_STACKS)):
            top = state.top_elder(stack)
            if top >= 0:
                out[at + top] = 1
                out[at + A.N_ELDERS + stack] = i16(top + 1)
        at = put_set(out, at + A.N_ELDERS + A.N_STACKS, state.face_down, A.N_STACKS)
        at = put_set(out, at, state.unseen_elders, A.N_ELDERS)
        at = self.put_cards(state, state.display, out, at)
        at = self.to_come_into(state, out, at)
        if not state.over and state.depth > 0 and step_of(state.ask_now()) == N.LOT:
            out[at] = i16(state.deck.cards[arg_of(state.ask_now())].number)
        return at + 1

    def acting_into(self, state: Nusfjord, seat: i64, out: vec[i16], at: i64) -> i64:
        acting = actor(state)
        if acting >= 0:
            p = state.players[acting]
            place: i64 = 0
            if p.n_placed > 0:
                place = p.worker_at(state.colour() * state.kit.workers + p.n_placed - 1)
            if place > 0:
                out[at + (acting - seat + state.seats) % state.seats] = 1
                out[at + state.seats + place - 1] = 1
        return at + state.seats + A.N_SPACES + A.N_ELDERS

    def to_come_into(self, state: Nusfjord, out: vec[i16], at: i64) -> i64:
        """Now, and by the Round spaces ahead."""
        kit = state.kit
        n = state.seats
        a = being_dealt(state, 0)
        b = being_dealt(state, 1)
        c = being_dealt(state, 2)
        if state.round < 3:
            a += kit.add_a[n]
        if state.round < 5:
            b += kit.add_b[n]
        if state.round < 4:
            c += kit.draw_c[n] * n
        if state.round < 6:
            c += kit.add_c[n]
        out[at] = i16(a)
        out[at + 1] = i16(b)
        out[at + 2] = i16(c)
        return at + 3

    # ---- what a seat alone knows
    def own_entries(self) -> list[FieldEntry]:
        return [
            ("hand", self.cards, 0, 1, "C Buildings in your hand"),
            ("hidden", self.cards, 0, 1, "Buildings that are undrawn or in other hands"),
        ]

    def own_into(self, state: Nusfjord, seat: i64, out: vec[i16], at: i64) -> i64:
        hidden = state.pile_a | state.pile_b | state.pile_c
        for other in range(state.seats):
            if other != seat:
                hidden |= state.players[other].hand
        at = self.put_cards(state, state.players[seat].hand, out, at)
        return self.put_cards(state, hidden, out, at)

    # ---- a player
    def player_entries(self) -> list[FieldEntry]:
        places = [*self.spaces, *self.elders]
        sets = places if self.sets == 1 else [f"{colour} {place}" for colour in range(3) for place in places]
        return [
            ("wood", [], 0, 200, "wood in the supply"),
            ("wood_limit", [], 0, 200, "as much as the supply holds"),
            ("fish", [], 0, 1000, "fish in the supply"),
            ("gold", [], 0, 1000, "gold"),
            ("reserve_fish", [], 0, 200, "fish in the Reserve"),
            ("reserve_wood", [], 0, 200, "wood in the Reserve"),
            ("reserve_gold", [], 0, 200, "gold in the Reserve"),
            ("reserve_limit", [], 0, 200, "fish that the Reserve takes in the Fishing Phase"),
            ("fish_on_shares", [], 0, 200, "fish on Shares, in the Fishing Phase"),
            ("haul", [], 0, 100, "fish that a Fishing Phase brings"),
            ("covered", [], 0, A.MAX_TRACK, "covered spaces of the Fishing track"),
            ("ships", A.SHIP_IDS, 0, 15, "Ships"),
            ("shares", self.seat_names(), 0, 7, "issued Shares held, by colour"),
            ("unissued", [], 0, 7, "own Shares not yet issued"),
            ("on_market", [], 0, 7, "own Shares on the Action board"),
            ("share_cost", [], -100, 100, "what Buy All Shares would cost now"),
            ("elders", self.elders, 0, 1, "Elders in the council"),
            ("elder_fish", self.elders, 0, 3, "fish on each"),
            ("workers", sets, 0, 7, "own Workers by place; in the solo game by colour as well"),
            ("workers_left", [], -10, 10, "Workers to place in this round"),
            ("free", self.cells, 0, 1, "free Building spaces"),
            (
                "forests",
                [f"r{double // 3}c{double % 3}" for double in range(A.N_DOUBLES)],
                0,
                7,
                "Forests, by left cell",
            ),
            ("building", self.cells, 0, 1000, "the number of the Building on each space; 0: none"),
            ("turned", self.cells, 0, 1, "Once Buildings that are used up"),
            ("used", self.cells, 0, 3, "uses in this round"),
            ("built", self.cards, 0, 1, "Buildings built"),
            ("builds", [], 0, 100, "Buildings and Ships built in this round"),
            ("hand_size", [], 0, 60, "C Buildings in hand"),
            ("score", [], -500, 500, "points now"),
        ]

    def player_into(self, state: Nusfjord, number: i64, seat: i64, out: vec[i16], at: i64) -> i64:
        p = state.players[number]
        at = put(out, at, p.wood)
        at = put(out, at, p.wood_limit)
        at = put(out, at, p.fish)
        at = put(out, at, p.gold)
        at = put(out, at, p.reserve_fish)
        at = put(out, at, p.reserve_wood)
        at = put(out, at, p.reserve_gold)
        at = put(out, at, p.reserve_limit)
        at = put(out, at, p.dividend)
        at = put(out, at, state.haul(p))
        at = put(out, at, p.track)
        at = put_packed(out, at, p.ships, 4, 3)
        for k in range(state.seats):
            out[at + k] = i16(p.shares_of((seat + k) % state.seats))
        at += state.seats
        at = put(out, at, p.unissued)
        at = put(out, at, state.market_of(number))
        at = put(out, at, state.share_cost(number, 0))
        at = put_set(out, at, p.elders, A.N_ELDERS)
        at = put_packed(out, at, p.fish_on_elders, 2, A.N_ELDERS)
        at = self.workers_into(state, p, out, at)
        at = put(out, at, workers_left(state, number))
        at = put_set(out, at, p.free, A.N_CELLS)
        at = put_packed(out, at, p.forests, 3, A.N_DOUBLES)
        at = self.buildings_into(state, p, out, at)
        at = self.put_cards(state, p.built, out, at)
        at = put(out, at, p.n_builds)
        at = put(out, at, bits.count(p.hand))
        return put(out, at, state.score(number))

    def workers_into(self, state: Nusfjord, p: Player, out: vec[i16], at: i64) -> i64:
        per_set: i64 = A.N_SPACES + A.N_ELDERS
        workers = state.kit.workers
        for worker in range(state.colours * workers):
            place = p.worker_at(worker)
            if place > 0:
                out[at + (worker // workers) * per_set + place - 1] += 1
        return at + self.sets * per_set

    def buildings_into(self, state: Nusfjord, p: Player, out: vec[i16], at: i64) -> i64:
        if p.n_built > 0:
            for cell in range(i64(A.N_CELLS)):
                slot = p.building_at(cell)
                if slot >= 0:
                    out[at + cell] = i16(state.deck.cards[slot].number)
                    out[at + A.N_CELLS + cell] = i16((p.turned >> slot) & 1)
                    out[at + 2 * A.N_CELLS + cell] = i16(p.uses(slot))
        return at + 3 * A.N_CELLS
