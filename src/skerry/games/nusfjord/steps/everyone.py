"""What the Buildings of all players do at the end of a phase, from the First Player on."""

from typing import final

from mypy_extensions import i64

from skerry.core.state import Step, arg_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_WORK_END, happen
from skerry.games.nusfjord.state import EVERYONE, Nusfjord


def everyone(state: Nusfjord, moment: i64, place: i64) -> None:
    """Tell the Buildings, place by place; when somebody is asked something, the players after them wait.  §card.2"""
    waiting = state.deck.mask[moment]
    if state.kit.first_rules:
        for back in range(state.seats):
            tell(state, (state.first + state.seats - 1 - back) % state.seats, moment)
        return
    while place < state.seats:
        seat = (state.first + place) % state.seats
        place += 1
        if state.players[seat].built & waiting:
            depth = state.depth
            state.then(EVERYONE, moment | place << 5)
            tell(state, seat, moment)
            if state.depth > depth + 1:
                return
            state.depth = depth


def tell(state: Nusfjord, seat: i64, moment: i64) -> None:
    amount: i64 = 0
    if moment == ON_WORK_END:
        amount = workers_on_board(state, seat)
    happen(state, seat, moment, amount)


def workers_on_board(state: Nusfjord, seat: i64) -> i64:
    """Workers of this round on the Action board and the Imitation tile."""
    p = state.players[seat]
    first = state.colour() * state.kit.workers
    count: i64 = 0
    for worker in range(first, first + p.n_placed):
        if p.worker_at(worker) <= A.N_SPACES:
            count += 1
    return count


@final
class Everyone(Step[Nusfjord]):
    """The argument: the moment (5 bits), and how many places are done."""

    def run(self, state: Nusfjord, ask: i64) -> None:
        everyone(state, arg_of(ask) & 31, arg_of(ask) >> 5)
