"""Phase II, the Work Phase: three turns each, a Worker on an action space or an Elder."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_PASS, ON_WORK_END, happen
from skerry.games.nusfjord.state import AFTER, HOME, NEXT_TURN, TURN, Nusfjord, Player
from skerry.games.nusfjord.steps.actions import carry_out, copy_into, possible_spaces
from skerry.games.nusfjord.steps.elders import can_use_elder, use_elder
from skerry.games.nusfjord.steps.everyone import everyone
from skerry.games.nusfjord.steps.uses import has_use, use_building, uses_into


@final
class NextTurn(Step[Nusfjord]):
    """Whose turn is it?  The argument is the seat that has just acted, + 1.  §work.1"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        acted = arg_of(ask) - 1
        if acted >= 0 and has_use(state, acted):
            state.ask(AFTER, acted)
            return
        if state.turn < state.kit.workers * state.seats:
            seat = (state.first + state.turn) % state.seats
            state.turn += 1
            state.ask(TURN, seat)
            return
        state.then(HOME)
        everyone(state, ON_WORK_END, 0)


@final
class Turn(Step[Nusfjord]):
    """§work.2 to §work.6"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n = self.spaces_into(state, seat, out)
        mask = p.elders & ~p.elder_workers  # §elder.4
        while mask != 0:
            elder = bits.lowest(mask)
            mask &= mask - 1
            if can_use_elder(state, seat, elder):
                out[n] = A.WORK + elder
                n += 1
        out[n] = A.PASS  # §work.6
        n += 1
        if p.built != 0:
            n = uses_into(state, seat, out, n)
        return n

    def spaces_into(self, state: Nusfjord, seat: i64, out: vec[i64]) -> i64:
        """§work.3, §work.5, §copy.1, R14"""
        free = state.free_spaces()
        copies = free >> (3 * A.S_COPY)
        among = free if copies == 0 else free | state.blocked_spaces()
        possible = possible_spaces(state, seat, among)
        places = free & possible
        n: i64 = 0
        for space in range(i64(A.N_BOARD)):
            out[n] = A.PLACE + space  # written over by the next one if it does not count
            n += (places >> (3 * space)) & 1
        for column in range(i64(4)):
            if (copies >> (3 * column)) & 1 and possible & ~free & state.kit.columns[column]:
                out[n] = A.PLACE + A.S_COPY + column
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        if action >= A.USE:  # §card.3
            state.ask(TURN, seat)
            use_building(state, seat, action)
            return
        state.then(NEXT_TURN, seat + 1)
        if action == A.PASS:  # §work.6, R13
            happen(state, seat, ON_PASS)
            return
        p = state.players[seat]
        if action >= A.WORK:  # §elder.4
            elder = action - A.WORK
            self.put_worker(state, p, elder + A.N_SPACES + 1)
            p.elder_workers |= 1 << elder
            use_elder(state, seat, elder)
            return
        space = action - A.PLACE
        self.put_worker(state, p, space + 1)
        state.workers += bits.bit(3 * space)
        if space < A.S_COPY:
            carry_out(state, seat, A.kind_of(space), 0)
        else:
            copy_into(state, seat, space - A.S_COPY)

    def put_worker(self, state: Nusfjord, p: Player, place: i64) -> None:
        worker = state.colour() * state.kit.workers + p.n_placed
        p.placed |= place << (6 * worker)
        p.n_placed += 1


@final
class After(Step[Nusfjord]):
    """The turn's action is done; Buildings may still be used before the next player's turn.  §card.3"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        n = uses_into(state, seat_of(ask), out, 0)
        out[n] = A.DONE
        return n + 1

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        if action == A.DONE:
            state.then(NEXT_TURN)
        else:
            state.then(NEXT_TURN, seat + 1)
            use_building(state, seat, action)
