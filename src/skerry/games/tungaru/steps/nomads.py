"""Activate a Nomad: flip it, or put a die on it and sell."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import EQUAL, Nomad
from skerry.games.tungaru.cards import FLIP_SAIL as SAIL_TILE
from skerry.games.tungaru.state import FLIP_SAIL, FLIP_SETTLE, SELL, SPEND, Player, Tungaru


def flip(state: Tungaru, seat: i64, nomad: i64) -> None:
    """To the Traveller pile first, then Sail or Settle.  §nomad.flip_sail, §nomad.flip_settle"""
    p = state.players[seat]
    p.hide_nomad(nomad)
    state.set_nomads(p)
    state.ask(FLIP_SAIL if state.kit.nomads[nomad].benefit == SAIL_TILE else FLIP_SETTLE, seat)


def can_sell(p: Player, tile: Nomad) -> bool:
    """§nomad.match_one, §benefit.equal"""
    return G.amount_of(p.goods, tile.good) > 0 or (p.benefit == EQUAL and p.goods != 0)


def sell(state: Tungaru, seat: i64, nomad: i64) -> None:
    state.ask(SELL, seat, nomad)


@final
class Sell(Step[Tungaru]):
    """How many.  §nomad.match_one, §nomad.match_many, §nomad.any_one, §nomad.any_many, §benefit.equal"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        tile = state.kit.nomads[arg_of(ask)]
        n: i64 = 0
        most = min(tile.amount, G.amount_of(p.goods, tile.good))
        for number in range(most):
            out[n] = A.SELL + number
            n += 1
        if p.benefit == EQUAL:
            most = min(tile.amount, G.total(p.goods))
            for number in range(most):
                out[n] = A.SELL_ANY + number
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        tile = state.kit.nomads[arg_of(ask)]
        number = action - A.SELL + 1
        if action >= A.SELL_ANY:
            number = action - A.SELL_ANY + 1
            state.use_benefit(seat)
            state.ask(SPEND, seat, number)
        else:
            state.pay(p, G.one(tile.good) * number)
        p.points += tile.price * number
