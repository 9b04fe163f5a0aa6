"""What an option takes and gives at once, computed without playing it."""

from skerry.core import bits
from skerry.core.state import arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import COUNTS_NOTHING, ESTEEM, FISH, PALM, Dyer, Islander, Picker
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.lake import has_discount


class Purse:
    """The goods of a player, to try payments and gains on: fish up to the limit.  §limit.1"""

    def __init__(self, state: Buru, seat: int) -> None:
        self.limit = int(state.kit.fish_limit)
        self.has = [int(n) for n in state.players[seat].goods]
        self.price: dict[str, int] = {}
        self.gives: dict[str, int] = {}

    def pay(self, kind: int, n: int) -> None:
        self.has[kind] -= n
        if n:
            self.price[GOODS[kind]] = self.price.get(GOODS[kind], 0) + int(n)

    def gain(self, kind: int, n: int) -> None:
        n = min(n, self.limit - self.has[FISH]) if kind == FISH else n
        self.has[kind] += n
        if n:
            self.gives[GOODS[kind]] = self.gives.get(GOODS[kind], 0) + int(n)

    def pay_all(self, costs: list[int]) -> None:
        for kind, n in enumerate(costs):
            self.pay(kind, n)

    def gain_all(self, gains: list[int]) -> None:
        for kind, n in enumerate(gains):
            self.gain(kind, n)


def forest_card(state: Buru, seat: int, card: int) -> Purse:
    purse = Purse(state, seat)
    purse.gain_all(list(state.kit.forest_gain[card]))
    return purse


def task(state: Buru, seat: int, islander: Islander) -> Purse:
    """Of an Islander that asks nothing: goods for goods, and what it counts."""
    purse = Purse(state, seat)
    purse.pay_all(list(islander.pay))
    purse.gain_all(list(islander.gain))
    if islander.tally.what != COUNTS_NOTHING:
        purse.gain(int(islander.counted), count_after(state, seat, islander, purse))
    return purse


def count_after(state: Buru, seat: int, islander: Islander, purse: Purse) -> int:
    """What it counts once the task is paid: an owner's Islander may count fish or tokens."""
    after = state.clone()
    for kind, n in enumerate(purse.has):
        after.players[seat].goods[kind] = n
    return int(islander.tally.worth(after, seat))


def continuing_gains(state: Buru, purse: Purse, islanders: int) -> Purse:
    """What continuing Islanders bring."""
    for card in bits.members(islanders):
        purse.gain_all(list(state.kit.islanders[card].gain))
    return purse


def at_lake(state: Buru, seat: int) -> Purse:
    return continuing_gains(state, Purse(state, seat), state.players[seat].islanders & state.kit.lake_keepers)


def tribute(state: Buru, seat: int, spirit: int, saved: int) -> Purse:
    """Paid with this token saved, or NONE, and everything that follows.  §lake.2"""
    kit, p, purse = state.kit, state.players[seat], Purse(state, seat)
    for kind, n in enumerate(kit.tribute_cost[spirit]):
        purse.pay(kind, n - (saved != NONE and kind == PALM + saved))
    for decree in bits.members(state.decrees & kit.altar_decrees[spirit]):
        purse.gain_all(list(kit.decree_gain[decree]))
    continuing_gains(state, purse, p.islanders & kit.singers[spirit])
    if state.totems[spirit] == seat:
        purse.gain(ESTEEM, kit.totem_esteem)
    return purse


def tribute_gains(state: Buru, seat: int, spirit: int) -> dict[str, int]:
    return tribute(state, seat, spirit, NONE).gives


def tribute_missing(state: Buru, seat: int, spirit: int) -> dict[str, int]:
    """Goods that are short.  A Priest saves one of the tokens, the last of those missing.  §lake.3"""
    p, cost = state.players[seat], state.kit.tribute_cost[spirit]
    short = {kind: int(cost[kind] - p.goods[kind]) for kind in range(ESTEEM) if cost[kind] > p.goods[kind]}
    tokens = [kind for kind in short if kind != FISH]
    if tokens and has_discount(state, p, spirit):
        short[tokens[-1]] -= 1
    return {GOODS[kind]: n for kind, n in short.items() if n}


def dye(state: Buru, seat: int, action: int) -> Purse:
    """The question which token the Dyer takes, or returns."""
    purse = Purse(state, seat)
    if action < A.GET:
        purse.pay(PALM + action - A.GIVE, 1)
    else:
        purse.gain(PALM + action - A.GET, 1)
        purse.gain_all(list(state.kit.islanders[arg_of(state.ask_now()) >> 2].gain))
    return purse


def feeders(state: Buru, islander: int) -> list[int]:
    """At the Village: the tasks that are possible now and would make this one, which is not, possible.  §village.2"""
    ask = state.ask_now()
    seat = int(seat_of(ask))
    p, card = state.players[seat], state.kit.islanders[islander]
    is_open = state.kit.can_be_tasked & ~p.tasked & p.islanders
    if arg_of(ask) & 7 < 2 or not is_open >> islander & 1 or card.can_task(p):
        return []
    others = [other for other in bits.members(is_open) if other != islander and state.kit.islanders[other].can_task(p)]
    return [other for other in others if feeds(state, seat, state.kit.islanders[other], card)]


def feeds(state: Buru, seat: int, first: Islander, other: Islander) -> bool:
    """Would the task of the first leave its owner able to task the other?"""
    p = state.players[seat].clone()
    for purse in outcomes(state, seat, first):
        for kind, n in enumerate(purse.has):
            p.goods[kind] = n
        if other.can_task(p):
            return True
    return False


def outcomes(state: Buru, seat: int, islander: Islander) -> list[Purse]:
    """What its owner may have after the task; more than one where a token is chosen."""
    tokens = range(PALM, ESTEEM)
    if isinstance(islander, Picker):
        return [swapped(state, seat, islander, NONE, got) for got in tokens]
    if not isinstance(islander, Dyer):
        return [task(state, seat, islander)]
    has = [given for given in tokens if state.players[seat].goods[given]]
    return [swapped(state, seat, islander, given, got) for given in has for got in tokens if got != given]


def swapped(state: Buru, seat: int, islander: Islander, given: int, got: int) -> Purse:
    purse = Purse(state, seat)
    if given != NONE:
        purse.pay(given, 1)
    purse.gain(got, 1)
    purse.gain_all(list(islander.gain))
    return purse
