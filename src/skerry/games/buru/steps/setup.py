"""Setup: the seats, the recruitment row, the first Emissary."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from skerry.core.state import CHANCE, Step, zeros
from skerry.games.buru import actions as A
from skerry.games.buru.cards import N_GOODS, BuruKit
from skerry.games.buru.player import NONE, Player
from skerry.games.buru.state import DAWN, EMISSARY, Buru
from skerry.games.buru.steps.shore import fill_row

START_TABLES: Final = ("", "", "two", "three", "four")  # of starting goods, by number of players


def new_state(kit: BuruKit, seats: i64, lawan: i64, level: i64) -> Buru:
    """§setup.1, §setup.2, §setup.3, §lawan.setup"""
    state = Buru(seats)
    state.kit = kit
    state.n = seats + lawan
    state.level = level
    state.totems = vec[i64]([NONE, NONE, NONE])
    state.forest_deck = kit.forest_deck
    for _ in range(state.n):
        p = Player()
        p.goods = zeros(N_GOODS)
        p.tributes = zeros(A.N_SPIRITS)
        state.players = append(state.players, p)
    if lawan > 0:
        state.hired_at = zeros(A.N_ISLANDERS)
    state.then(DAWN)
    fill_row(state)
    if seats == 1:
        become_first_emissary(state, 0)
    else:
        state.ask(EMISSARY, CHANCE)
    return state


def become_first_emissary(state: Buru, seat: i64) -> None:
    """§setup.3"""
    state.emissary = seat
    table = "lawan" if state.n > state.seats else "even" if state.even_start else START_TABLES[state.n]
    for k in range(state.n):
        state.players[(seat + k) % state.n].goods = state.kit.starts[f"{table}_{k + 1}"][:]


@final
class FirstEmissary(Step[Buru]):
    """One of the people, never a Lawan.  §setup.3, §lawan.setup"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        for seat in range(state.seats):
            out[seat] = A.EMISSARY + seat
        return state.seats

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        become_first_emissary(state, action - A.EMISSARY)
