"""Why an action of the turn is not possible."""

from skerry.core import bits
from skerry.core.game import Reason
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.text.words import NAMES, amount, dice_words, goods_words, island_name


def turn(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action == A.PASS:
        return None
    if action == A.SAIL:
        return sail(state, p)
    if action == A.SWAP:
        return swap(state, p)
    if action >= A.SPACE:
        return space(state, p, action - A.SPACE)
    if action >= A.NOMAD:
        return nomad(state, p, action - A.NOMAD)
    kind, island = divmod(action - A.HARVEST, A.MAX_ISLANDS)
    if island >= state.side.islands:
        return Reason("setup.1", "this side of the board has no such island")
    return (harvest, settle, trade, travel, recruit)[kind](state, p, island)


# ---- what several actions share


def short(rule: str, p: Player, cost: int) -> Reason | None:
    """Goods that are missing for a price."""
    if p.can_pay(cost):
        return None
    return any_lacking(rule, p, cost) if p.benefit == C.EQUAL else lacking(rule, p, cost)


def any_lacking(rule: str, p: Player, cost: int, more: str = "") -> Reason:
    """Too few goods, although all are equal.  §benefit.equal"""
    needs, has = int(G.total(cost)), int(G.total(p.goods))
    words = f"needs {needs} {'good' if needs == 1 else 'goods'} (any, with your Leader's benefit), you have {has}{more}"
    return Reason(rule, words, {"needs": needs, "has": has})


def lacking(rule: str, p: Player, cost: int) -> Reason:
    """The first kind of good that is missing, paid as printed."""
    for good in range(G.N_GOODS):
        needs, has = int(G.of(cost, good)), int(G.of(p.goods, good))
        if has < needs:
            return Reason(rule, f"needs {amount(needs, good)}, you have {has}", {"needs": needs, "has": has})
    raise AssertionError("nothing is missing")


def no_die(state: Tungaru, p: Player, island: int, rule: str) -> Reason | None:
    """Why no die can be placed on the island."""
    name = island_name(state, island)
    if not state.side.beside[p.ground] >> island & 1:
        return Reason(rule, f"your boat does not lie beside {name}")
    if p.dice == 0:
        return Reason("turn.2", "you have no die left")
    spaces = int(state.side.dice_spaces[island])
    if state.dice_full >> island & 1:
        return Reason("turn.2", f"all {spaces} dice spaces of {name} are taken", {"spaces": spaces})
    return None


def no_means(state: Tungaru, p: Player, island: int, rule: str) -> Reason | None:
    """Why neither a die nor a Settler can be used there."""
    if (p.settlers & ~p.exhausted) >> island & 1:
        return None
    found = no_die(state, p, island, rule)
    if found is None:
        return None
    settler = "your Settler there is exhausted" if p.settlers >> island & 1 else "you have no Settler there"
    return Reason(found.rule, f"{found.words}, and {settler}", found.numbers)


def no_match(p: Player, wanted: int, rule: str) -> Reason | None:
    """No unused die shows a fitting face."""
    if D.widen(D.faces(p.dice), p.shift) & wanted:
        return None
    if p.dice == 0:
        return Reason("turn.2", "you have no die left")
    return Reason(rule, f"needs a die with {dice_words(wanted)}, you have {dice_words(D.faces(p.dice))}")


# ---- the actions


def sail(state: Tungaru, p: Player) -> Reason | None:
    if p.benefit != C.SAIL:
        if p.dice == 0:
            return Reason("sail.1", "you have no die left")
        if p.sailed:
            return Reason("sail.1", "your Sailing space is taken this round")
    if state.sail_targets(p) == 0:
        return Reason("sail.3", "no ground within reach has room for your boat")
    return None


def harvest(state: Tungaru, p: Player, island: int) -> Reason | None:
    return no_die(state, p, island, "harvest.1") or no_match(p, state.offer_at(island).dice, "harvest.1")


def settle(state: Tungaru, p: Player, island: int) -> Reason | None:
    found = no_die(state, p, island, "settle.1") or no_settler(state, p, island)
    return found or short("settle.2", p, state.kit.settle_fish)


def no_settler(state: Tungaru, p: Player, island: int) -> Reason | None:
    """Why a Settler cannot be placed there, whatever it costs."""
    name = island_name(state, island)
    if p.reserve == 0:
        return Reason("settle.1", "all your Settlers are placed")
    if p.settlers >> island & 1:
        return Reason("settle.1", f"you have a Settler on {name} already")
    if state.settlers_full >> island & 1:
        spaces = int(state.side.settler_spaces[island])
        return Reason("settle.1", f"all {spaces} Settler spaces of {name} are taken", {"spaces": spaces})
    if state.goes_to_islet(p) and state.islet_is_full():
        return Reason("settle.3", "the islet is full")
    return None


def trade(state: Tungaru, p: Player, island: int) -> Reason | None:
    return no_means(state, p, island, "trade.1") or no_trade(state, p, island)


def no_trade(state: Tungaru, p: Player, island: int) -> Reason | None:
    """Nothing to take from the market, and nothing can be paid onto it."""
    if state.can_trade(p, island):
        return None
    good = state.offer_at(island).pays
    if p.benefit == C.EQUAL:
        return any_lacking("trade.2", p, int(G.one(good)), "; the market is empty")
    return Reason("trade.2", f"needs 1 {NAMES[good]}, you have 0; the market is empty", {"needs": 1, "has": 0})


def travel(state: Tungaru, p: Player, island: int) -> Reason | None:
    if not p.settlers >> island & 1:
        return Reason("travel.1", f"you have no Settler on {island_name(state, island)}")
    found = no_means(state, p, island, "travel.1")
    if found is None and not state.side.walkways[island] & ~p.settlers & ~state.settlers_full:
        return Reason("travel.1", "no walkway leads to an island with room for your Settler")
    return found


def recruit(state: Tungaru, p: Player, island: int) -> Reason | None:
    found = no_means(state, p, island, "recruit.1")
    if found is not None:
        return found
    if state.nomad[island] == NONE:
        return Reason("recruit.1", f"there is no Nomad on {island_name(state, island)}")
    if state.is_blocked(p, island):
        return Reason("setup.7", "this Nomad is reserved")
    cost = state.nomad_at(island).cost
    if p.can_recruit_for(cost):
        return None
    if p.benefit == C.LESS:
        missing = int(G.missing(p.goods, cost))
        return Reason("recruit.1", f"{missing} goods of {goods_words(cost)} are missing, the benefit saves only 1")
    return short("recruit.1", p, cost)


def nomad(state: Tungaru, p: Player, number: int) -> Reason | None:
    tile = state.kit.nomads[number]
    if not p.face_up >> number & 1:
        return Reason("nomad.1", f"{tile.id} does not lie face up before you")
    if tile.is_flip():
        return None
    if not tile.is_sale():
        return Reason("nomad.1", f"{tile.id} works by itself")
    if p.nomad_dice >> number & 1:
        return Reason("nomad.1", f"{tile.id} has taken a die this round")
    found = no_match(p, tile.dice, "nomad.1")
    return found or short("nomad.1", p, int(G.one(tile.good)))


def space(state: Tungaru, p: Player, number: int) -> Reason | None:
    if p.leader == NONE or number >= len(state.kit.leaders[p.leader].dice):
        return Reason("space.1", "your Leader has no such space")
    card = state.kit.leaders[p.leader]
    if state.seats == 2 and not card.open_with_two >> number & 1:
        return Reason("space.2", "this space is closed with two players")
    if p.spaces_used >> number & 1:
        return Reason("space.1", "this space has been used this round")
    return no_match(p, card.dice[number], "space.1")


def swap(state: Tungaru, p: Player) -> Reason | None:
    if p.leader == NONE or state.kit.leaders[p.leader].benefit != C.SWAP:
        return Reason("benefit.swap", "your Leader has another benefit")
    if p.benefit != C.SWAP:
        return Reason("benefit.1", "your Leader's benefit has been used this round")
    if bits.count(state.swappable()) < 2:
        return Reason("benefit.swap", "there are no two Nomads that can be swapped")
    return None
