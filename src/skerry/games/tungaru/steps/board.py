"""What is done on an island: Harvest, Settle, Trade, Travel.  Recruit has its own file."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import EQUAL, TWICE
from skerry.games.tungaru.state import HARVEST_TWICE, PLACE_SETTLER, TRADE_WHAT, TRAVEL_TO, Tungaru
from skerry.games.tungaru.steps.storage import charge


def harvest(state: Tungaru, seat: i64, island: i64) -> None:
    """§harvest.1"""
    if state.players[seat].benefit == TWICE:
        state.ask(HARVEST_TWICE, seat, island)
    else:
        state.gain(seat, G.one(state.offer_at(island).good))


@final
class HarvestTwice(Step[Tungaru]):
    """§benefit.twice"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.ONCE
        out[1] = A.TWICE
        return 2

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        goods = G.one(state.offer_at(arg_of(ask)).good)
        if action == A.TWICE:
            state.use_benefit(seat_of(ask))
            goods *= 2
        state.gain(seat_of(ask), goods)


def settle(state: Tungaru, seat: i64, island: i64, fish: i64) -> None:
    """§settle.2"""
    state.then(PLACE_SETTLER, seat | (island << 4))
    charge(state, seat, fish)


@final
class PlaceSettler(Step[Tungaru]):
    """Ready on the island; with two or three players the third one goes to the islet.  §settle.1, §settle.3"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask) & 15
        island = arg_of(ask) >> 4
        p = state.players[seat]
        if state.goes_to_islet(p):
            p.islet += 1
        else:
            state.put_settler(p, island)
        p.reserve -= 1


@final
class FlipSettle(Step[Tungaru]):
    """Settling with a flipped Nomad needs no die, and the player may decline.  §nomad.flip_settle"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        if p.can_pay(state.kit.flip_settle_fish):
            n = bits.members_into(state.settle_targets(p), A.SETTLE, out, n)
        out[n] = A.SKIP
        return n + 1

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        if action != A.SKIP:
            settle(state, seat_of(ask), action - A.SETTLE, state.kit.flip_settle_fish)


def trade(state: Tungaru, seat: i64, island: i64) -> None:
    """§trade.1"""
    state.ask(TRADE_WHAT, seat, island)


@final
class TradeWhat(Step[Tungaru]):
    """Put a good on the market, or take one from it.  §trade.2, §trade.3, §benefit.equal"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        island = arg_of(ask)
        n: i64 = 0
        if (state.market_full >> island) & 1 == 0:
            pays = state.offer_at(island).pays
            if G.amount_of(p.goods, pays) > 0:
                out[n] = A.BARTER
                n += 1
            if p.benefit == EQUAL:
                for good in range(i64(G.N_GOODS)):
                    if good != pays and G.amount_of(p.goods, good) > 0:
                        out[n] = A.BARTER_WITH + good
                        n += 1
        market = state.market[island]
        for good in range(i64(G.N_GOODS)):
            if G.amount_of(market, good) > 0:
                out[n] = A.TAKE + good
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        island = arg_of(ask)
        if action >= A.TAKE:  # §trade.3
            taken = G.one(action - A.TAKE)
            state.put_goods(island, state.market[island] - taken)
            state.gain(seat, taken)
            return
        offer = state.offer_at(island)
        paid = G.one(offer.pays)
        if action != A.BARTER:
            state.use_benefit(seat)
            paid = G.one(action - A.BARTER_WITH)
        state.pay(state.players[seat], paid)
        state.put_goods(island, state.market[island] + paid)
        state.gain(seat, offer.gives)


def travel(state: Tungaru, seat: i64, island: i64) -> None:
    """§travel.1"""
    state.ask(TRAVEL_TO, seat, island)


@final
class TravelTo(Step[Tungaru]):
    """Along a walkway to an island with room and no Settler of this player.  §travel.1, §travel.2"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        targets = state.side.walkways[arg_of(ask)] & ~p.settlers & ~state.settlers_full
        return bits.members_into(targets, A.TRAVEL_TO, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.move_settler(state.players[seat_of(ask)], arg_of(ask), action - A.TRAVEL_TO)
