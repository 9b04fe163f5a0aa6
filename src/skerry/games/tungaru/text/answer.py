"""An answer taken apart, and the goods it moves at once."""

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.load import BLOCKS
from skerry.games.tungaru.state import Player, Tungaru
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import TO_HARVEST, TO_RECRUIT, TO_SAIL, TO_SETTLE, TO_SPACE

STARTS = [base for base, _, _ in BLOCKS]
BLOCK_VERBS = [verb for _, verb, _ in BLOCKS]


class TurnAnswer(NamedTuple):
    """The open question and one answer to it: a verb, and the number of its island, good, face, …"""

    state: Tungaru
    step: int
    seat: int
    arg: int
    verb: str
    n: int

    @property
    def p(self) -> Player:
        return self.state.players[self.seat]

    @property
    def who(self) -> str:
        return f"{{{self.seat}}}"

    @property
    def kind(self) -> int:
        """At MEANS: what the die is for."""
        return self.arg & 15

    @property
    def place(self) -> int:
        """At MEANS: the island, Nomad or dice space."""
        return self.arg >> 4


def answer_of(state: Tungaru, action: int) -> TurnAnswer:
    ask = state.ask_now()
    block = bisect_right(STARTS, action) - 1
    return TurnAnswer(
        state, int(step_of(ask)), int(seat_of(ask)), int(arg_of(ask)), BLOCK_VERBS[block], int(action - STARTS[block])
    )


class Exchange(NamedTuple):
    """What an answer takes and gives at once (packed goods), and what is still to be paid."""

    price: int = 0
    gives: int = 0
    points: int = 0
    owes: int = 0  # packed goods
    owes_any: int = 0  # goods of any kind


NO_EXCHANGE = Exchange()


def charged(a: TurnAnswer, cost: int) -> Exchange:
    """Paid at once, unless a benefit leaves a choice.  §benefit.equal"""
    return Exchange(owes=cost) if a.p.benefit == C.EQUAL else Exchange(price=cost)


def sail_cost(a: TurnAnswer, ground: int) -> int:
    return int(a.state.kit.sail_fish) if a.state.side.far[a.p.ground] >> ground & 1 else 0


def settle_deal(a: TurnAnswer) -> Exchange:
    kit = a.state.kit
    return charged(a, int(kit.flip_settle_fish)) if a.step == N.FLIP_SETTLE else Exchange(owes=int(kit.settle_fish))


def recruit_deal(a: TurnAnswer) -> Exchange:
    cost = int(a.state.nomad_at(a.n).cost) if a.state.nomads >> a.n & 1 else 0
    return Exchange(owes=cost)


def means_deal(a: TurnAnswer) -> Exchange:
    """What happens as soon as the die or the Settler is chosen."""
    state, p = a.state, a.p
    if a.kind == TO_HARVEST and p.benefit != C.TWICE:
        return Exchange(gives=int(G.one(state.offer_at(a.place).good)))
    if a.kind == TO_SETTLE:
        return charged(a, int(state.kit.settle_fish))
    if a.kind == TO_RECRUIT:
        cost = int(state.nomad_at(a.place).cost)
        return Exchange(owes=cost) if p.benefit == C.LESS else charged(a, cost)
    if a.kind == TO_SPACE:
        return Exchange(gives=int(state.kit.leaders[p.leader].gives[a.place]))
    if a.kind == TO_SAIL:
        return Exchange(owes=cost_waiting(state))
    return NO_EXCHANGE


def cost_waiting(state: Tungaru) -> int:
    """Goods that a question below the open one asks for."""
    asks = [int(state.asks[place]) for place in range(state.depth - 1)]
    return next((int(arg_of(ask)) & ~RECRUITING for ask in asks if step_of(ask) == N.COST), 0)


def harvest_deal(times: int) -> Callable[[TurnAnswer], Exchange]:
    return lambda a: Exchange(gives=times * int(G.one(a.state.offer_at(a.arg).good)))


def trade_deal(a: TurnAnswer) -> Exchange:
    offer = a.state.offer_at(a.arg)
    return Exchange(int(G.one(offer.pays if a.verb == "barter" else a.n)), int(offer.gives))


def sell_deal(a: TurnAnswer) -> Exchange:
    tile = a.state.kit.nomads[a.arg]
    return Exchange(price=(a.n + 1) * int(G.one(tile.good)), points=(a.n + 1) * int(tile.price))


def sell_any_deal(a: TurnAnswer) -> Exchange:
    return Exchange(points=(a.n + 1) * int(a.state.kit.nomads[a.arg].price), owes_any=a.n + 1)


def monument_deal(a: TurnAnswer) -> Exchange:
    takes = a.n == A.TRACK - A.NOMAD_SPACE and a.p.track < len(a.state.kit.track)
    return Exchange(gives=int(a.state.kit.track[a.p.track])) if takes else NO_EXCHANGE


EXCHANGES: dict[str, Callable[[TurnAnswer], Exchange]] = {
    "monument": monument_deal,
    "give": lambda a: Exchange(int(G.one(a.n)), points=int(a.state.kit.gift_points)),
    "settle": settle_deal,
    "recruit": recruit_deal,
    "sail_to": lambda a: charged(a, sail_cost(a, a.n)),
    "die": means_deal,
    "settler": means_deal,
    "benefit": means_deal,
    "once": harvest_deal(1),
    "twice": harvest_deal(2),
    "pay": lambda a: Exchange(a.arg & ~RECRUITING),
    "pay_without": lambda a: Exchange((a.arg & ~RECRUITING) - int(G.one(a.n))),
    "pay_any": lambda a: Exchange(owes_any=int(G.total(a.arg & ~RECRUITING))),
    "spend": lambda a: Exchange(int(G.one(a.n))),
    "barter": trade_deal,
    "barter_with": trade_deal,
    "take": lambda a: Exchange(gives=int(G.one(a.n))),
    "sell": sell_deal,
    "sell_any": sell_any_deal,
    "return": lambda a: Exchange(int(G.one(a.n))),
}


def exchange(a: TurnAnswer) -> Exchange:
    """A verb without a row moves no goods by itself; a law plays every option and compares."""
    return EXCHANGES[a.verb](a) if a.verb in EXCHANGES else NO_EXCHANGE
