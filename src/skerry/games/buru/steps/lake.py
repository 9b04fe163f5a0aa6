"""The Sacred Lake: tributes."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import ESTEEM, FISH, PALM
from skerry.games.buru.player import NONE, Player
from skerry.games.buru.state import LAKE, NOTE_ALTAR, NOTE_LEVEL, NOTE_PAID, NOTE_TOTEM_POINT, SPARE, Buru
from skerry.games.buru.steps.afternoon import continuing, gain_by_decree, has_side_gains, side_gains


@final
class Lake(Step[Buru]):
    """The argument: tributes left, then the space.  §lake.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for spirit in range(i64(A.N_SPIRITS)):
            if can_pay(state, p, spirit, has_discount(state, p, spirit)):
                out[n] = A.TRIBUTE + spirit
                n += 1
        if state.free_order and state.side_open and has_side_gains(state, arg_of(ask) >> 4):
            out[n] = A.SIDE
            n += 1
        out[n] = A.DONE
        return n + 1

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        arg = arg_of(ask)
        if action == A.DONE:
            return
        if action == A.SIDE:
            state.ask(LAKE, seat, arg)
            side_gains(state, seat, arg >> 4)
            return
        spirit = action - A.TRIBUTE
        state.deeds = (state.deeds << 8) | action
        if arg & 7 > 1:
            state.ask(LAKE, seat, arg - 1)
        if has_discount(state, state.players[seat], spirit):
            state.ask(SPARE, seat, spirit)
        else:
            pay_tribute(state, seat, spirit, NONE)


@final
class Spare(Step[Buru]):
    """The token that a Priest saves: any of the cost, as long as the rest can be paid.  §lake.3"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        spirit = arg_of(ask)
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for token in range(i64(A.N_TOKENS)):
            if can_spare(state, p, spirit, token):
                out[n] = A.SPARE + token
                n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        pay_tribute(state, seat_of(ask), arg_of(ask), action - A.SPARE)


def has_discount(state: Buru, p: Player, spirit: i64) -> bool:
    """One Priest's at most, and one token is always paid.  §lake.3, §islander.discount"""
    return p.islanders & state.kit.discounts[spirit] != 0 and state.kit.tribute_tokens[spirit] > 1


def missing_tokens(state: Buru, p: Player, spirit: i64) -> i64:
    cost = state.kit.tribute_cost[spirit]
    missing: i64 = 0
    for kind in range(i64(PALM), i64(ESTEEM)):
        if cost[kind] > p.goods[kind]:
            missing += cost[kind] - p.goods[kind]
    return missing


def can_pay(state: Buru, p: Player, spirit: i64, discount: bool) -> bool:
    """§lake.1"""
    if p.goods[FISH] < state.kit.tribute_cost[spirit][FISH]:
        return False
    return missing_tokens(state, p, spirit) <= (1 if discount else 0)


def can_spare(state: Buru, p: Player, spirit: i64, token: i64) -> bool:
    """Given that the discounted tribute can be paid.  §lake.3"""
    cost = state.kit.tribute_cost[spirit][PALM + token]
    return cost > 0 and (missing_tokens(state, p, spirit) == 0 or p.goods[PALM + token] < cost)


def pay_tribute(state: Buru, number: i64, spirit: i64, spared: i64) -> None:
    """Everything that follows, in this order.  §lake.2"""
    p = state.players[number]
    cost = state.kit.tribute_cost[spirit]
    for kind in range(i64(ESTEEM)):
        p.goods[kind] -= cost[kind]
    if spared != NONE:
        p.goods[PALM + spared] += 1
    p.tributes[spirit] += 1
    state.note(NOTE_PAID, number, spirit, spared)
    altar = state.decrees & state.kit.altar_decrees[spirit]
    while altar != 0:  # §decree.2
        decree = bits.lowest(altar)
        state.note(NOTE_ALTAR, number, decree, gain_by_decree(state, number, decree))
        altar &= altar - 1
    if state.is_lawan(number):  # §lawan.level
        esteem = state.kit.level_tribute_esteem[state.level]
        if esteem > 0:
            state.note(NOTE_LEVEL, number, 0, state.gain(number, ESTEEM, esteem))
    else:  # §islander.singer
        continuing(state, number, p.islanders & state.kit.singers[spirit])
    holder = state.totems[spirit]
    if holder != NONE:
        totem_point(state, holder, spirit, number)


def totem_point(state: Buru, holder: i64, spirit: i64, payer: i64) -> None:
    """§totem.2, §islander.medium"""
    esteem = state.kit.totem_esteem
    h = state.players[holder]
    if esteem > 0:
        state.note(NOTE_TOTEM_POINT, holder, spirit, esteem)
    h.goods[ESTEEM] += esteem
    h.from_totems += esteem
    if holder != payer and not state.is_lawan(holder):
        continuing(state, holder, h.islanders & state.kit.mediums)
