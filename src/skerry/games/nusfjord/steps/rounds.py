"""Phase III, the Returning Home Phase, and the Round spaces with their instructions."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import (
    DRAW_C,
    END,
    FINAL_USE,
    FISHING,
    LAST_USES,
    NOTE_END,
    NOTE_HOME,
    NOTE_ROUND,
    NOTE_START,
    ROUND,
    Nusfjord,
    pack_goods,
)
from skerry.games.nusfjord.steps.setup import ask_reveals
from skerry.games.nusfjord.steps.uses import has_use, use_building, uses_into


@final
class NewRound(Step[Nusfjord]):
    """The First Player ship arrives at the next Round space.  §round.1, §home.3, R31"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        state.round += 1
        state.turn = 0
        state.note(NOTE_ROUND, state.first, state.round)
        if state.round == 1:
            self.tell_goods(state)
        state.then(FISHING)
        self.instruct(state)

    def tell_goods(self, state: Nusfjord) -> None:
        """§setup.11"""
        for place in range(state.seats):
            seat = (state.first + place) % state.seats
            p = state.players[seat]
            if p.wood + p.fish + p.gold > 0:
                state.note(NOTE_START, seat, pack_goods(p.wood, p.fish, p.gold))

    def instruct(self, state: Nusfjord) -> None:
        kit = state.kit
        seats = state.seats
        if state.round == 3:  # §home.4, R32
            room = kit.open_a - bits.count(state.display & A.A_CARDS)
            ask_reveals(state, 0, min(kit.add_a[seats], room, bits.count(state.pile_a)))
        elif state.round == 4:  # §home.5
            self.deal_hands(state)
        elif state.round == 5:  # §home.6, R32
            room = kit.open_b - bits.count(state.display & A.B_CARDS)
            ask_reveals(state, 1, min(kit.add_b[seats], room, bits.count(state.pile_b)))
        elif state.round == 6:  # §home.7, §solo.5
            for seat in range(seats):
                state.show_hand(seat)
            ask_reveals(state, 2, min(kit.add_c[seats], bits.count(state.pile_c)))

    def deal_hands(self, state: Nusfjord) -> None:
        """§home.5, R34"""
        left = bits.count(state.pile_c)
        each = state.kit.draw_c[state.seats]
        for back in range(state.seats):
            seat = (state.first + state.seats - 1 - back) % state.seats
            fair = min(each, left // (state.seats - back))
            left -= fair
            for _card in range(fair):
                state.ask(DRAW_C, CHANCE, seat)


@final
class ReturnHome(Step[Nusfjord]):
    """Workers come home, the ship moves on to the right; after the last round comes the end.  §home.1 to §home.3"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        if state.round == state.kit.rounds:
            state.then(END)
            state.then(LAST_USES)
            return
        if state.colours == 1:
            state.workers = 0
            for p in state.players:
                p.placed = 0
                p.elder_workers = 0
        else:
            self.take_back(state, state.round % state.colours)
        for p in state.players:
            p.n_placed = 0
            p.n_builds = 0
            p.used_low = 0
            p.used_high = 0
        state.first = (state.first + state.seats - 1) % state.seats
        state.then(ROUND)

    def take_back(self, state: Nusfjord, colour: i64) -> None:
        """Solo: only the Workers of the next round return.  §solo.3, R18, R19, R20"""
        p = state.players[0]
        each = state.kit.workers
        placed = p.placed
        for worker in range(colour * each, (colour + 1) * each):
            place = p.worker_at(worker)
            if place > A.N_SPACES:
                p.elder_workers &= ~(1 << (place - A.N_SPACES - 1))
            elif place > 0:
                state.workers -= bits.bit(3 * (place - 1))
            p.placed &= ~(63 * bits.bit(6 * worker))
        if p.placed != placed:
            state.note(NOTE_HOME, 0, colour)


@final
class LastUses(Step[Nusfjord]):
    """Once more before scoring, from the First Player on: Buildings that can be used.  Our addition: by the rulebook
    scoring follows round 7 at once.  §end.2, R35"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        k = arg_of(ask)
        while k < state.seats:
            seat = (state.first + k) % state.seats
            if has_use(state, seat):
                state.ask(FINAL_USE, seat, k)
                return
            k += 1


@final
class FinalUse(Step[Nusfjord]):
    """§end.2"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        n = uses_into(state, seat_of(ask), out, 0)
        out[n] = A.DONE
        return n + 1

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        k = arg_of(ask)
        if action == A.DONE:
            state.then(LAST_USES, k + 1)
        else:
            state.then(LAST_USES, k)
            use_building(state, seat_of(ask), action)


@final
class End(Step[Nusfjord]):
    """§end.1"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        state.over = True
        state.note(NOTE_END)
