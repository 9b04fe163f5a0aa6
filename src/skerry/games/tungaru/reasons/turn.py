"""Why an action of the turn is not possible."""

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.core.words import join_words
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.kit.rows import GOODS
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.text.words import all_of, amount, any_goods, dice_words, goods_words, island_name, the_nomad


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
        return Reason("setup.1", "This side of the board has no such island")
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
    words = f"You need {any_goods(needs)} with your Leader's benefit and have {has}{more}"
    return Reason(rule, words, {"needs": needs, "has": has}, {"any": needs - has})


def lacking(rule: str, p: Player, cost: int) -> Reason:
    """What is missing of a price that is paid as printed; the numbers are those of the first kind."""
    kinds = [good for good in range(G.N_GOODS) if G.amount_of(cost, good) > G.amount_of(p.goods, good)]
    needs, has = int(G.amount_of(cost, kinds[0])), int(G.amount_of(p.goods, kinds[0]))
    words = lacking_words(p, cost, kinds)
    missing = {GOODS[good]: int(G.amount_of(cost, good) - G.amount_of(p.goods, good)) for good in kinds}
    return Reason(rule, f"You need {words}", {"needs": needs, "has": has}, missing)


def lacking_words(p: Player, cost: int, kinds: list[int]) -> str:
    """`2 Fish and have 1`; `2 Fish (you have 1) and 1 Pearl (you have 0)`"""
    has = [(amount(int(G.amount_of(cost, good)), good), int(G.amount_of(p.goods, good))) for good in kinds]
    if len(has) == 1:
        return f"{has[0][0]} and have {has[0][1]}"
    return join_words([f"{needed} (you have {held})" for needed, held in has])


def no_die(state: Tungaru, p: Player, island: int, rule: str) -> Reason | None:
    """Why no die can be placed on the island."""
    name = island_name(state, island)
    if not state.side.beside[p.ground] >> island & 1:
        return Reason(rule, f"Your boat is not beside {name}")
    if p.dice == 0:
        return Reason("turn.2", "You have no dice left")
    spaces = int(state.side.dice_spaces[island])
    if state.dice_full >> island & 1:
        return Reason("turn.2", f"{all_of(spaces)} dice spaces of {name} are taken", {"spaces": spaces})
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
        return Reason("turn.2", "You have no dice left")
    have = ", ".join(str(face) for face in range(1, 7) for _ in range(D.dice_showing(p.dice, face)))
    turned = f" (±{p.shift})" if p.shift else ""
    return Reason(rule, f"You need {dice_words(wanted)}. Your dice: {have}{turned}")


# ---- the actions


def sail(state: Tungaru, p: Player) -> Reason | None:
    if p.benefit != C.SAIL:
        if p.dice == 0:
            return Reason("sail.1", "You have no dice left")
        if p.sailed:
            return Reason("sail.1", "You have already sailed with a die this round")
    if state.sail_targets(p) == 0:
        return Reason("sail.3", "No anchorage within reach has room for your boat")
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
        return Reason("settle.1", "All your Settlers are on the board")
    if p.settlers >> island & 1:
        return Reason("settle.1", f"You already have a Settler on {name}")
    if state.settlers_full >> island & 1:
        spaces = int(state.side.settler_spaces[island])
        return Reason("settle.1", f"{all_of(spaces)} Settler spaces of {name} are taken", {"spaces": spaces})
    if state.goes_to_islet(p) and state.islet_is_full():
        return Reason("settle.3", "The islet is full")
    return None


def trade(state: Tungaru, p: Player, island: int) -> Reason | None:
    return no_means(state, p, island, "trade.1") or no_trade(state, p, island)


def no_trade(state: Tungaru, p: Player, island: int) -> Reason | None:
    """Nothing to take from the market, and nothing can be paid onto it."""
    if state.can_trade(p, island):
        return None
    good = state.offer_at(island).pays
    if p.benefit == C.EQUAL:
        return any_lacking("trade.2", p, int(G.one(good)), ", and the market is empty")
    words = f"You need {amount(1, good)} and have 0, and the market is empty"
    return Reason("trade.2", words, {"needs": 1, "has": 0}, {GOODS[good]: 1})


def travel(state: Tungaru, p: Player, island: int) -> Reason | None:
    if not p.settlers >> island & 1:
        return Reason("travel.1", f"You have no Settler on {island_name(state, island)}")
    found = no_means(state, p, island, "travel.1")
    if found is None and not state.side.walkways[island] & ~p.settlers & ~state.settlers_full:
        return Reason("travel.1", "No walkway leads to an island with room for your Settler")
    return found


def recruit(state: Tungaru, p: Player, island: int) -> Reason | None:
    found = no_means(state, p, island, "recruit.1")
    if found is not None:
        return found
    if state.nomad[island] == NONE:
        return Reason("recruit.1", f"There is no Nomad on {island_name(state, island)}")
    if state.is_blocked(p, island):
        owner = next(seat for seat, other in enumerate(state.players) if other.reserved == island)
        return Reason("setup.7", f"{{{owner}}} has reserved {the_nomad(state, state.nomad[island])}")
    cost = state.nomad_at(island).cost
    if p.can_recruit_for(cost):
        return None
    if p.benefit == C.LESS:
        missing = int(G.missing(p.goods, cost))
        words = f"You are {missing} goods short of {goods_words(cost)}, and your Leader's benefit saves only 1"
        return Reason("recruit.1", words, {"needs": missing, "has": 1}, {"any": missing - 1})
    return short("recruit.1", p, cost)


def nomad(state: Tungaru, p: Player, number: int) -> Reason | None:
    tile = state.kit.nomads[number]
    if not p.face_up >> number & 1:
        return Reason("nomad.1", f"The {tile.name} is not at work for you")
    if tile.is_flip():
        return None
    if not tile.is_sale():
        return Reason("nomad.1", f"The {tile.name} needs no action")
    if p.nomad_dice >> number & 1:
        return Reason("nomad.1", f"The {tile.name} already has a die this round")
    found = no_match(p, tile.dice, "nomad.1")
    return found or short("nomad.1", p, int(G.one(tile.good)))


def space(state: Tungaru, p: Player, number: int) -> Reason | None:
    if p.leader == NONE or number >= len(state.kit.leaders[p.leader].dice):
        return Reason("space.1", "Your Leader has no such dice space")
    card = state.kit.leaders[p.leader]
    if state.seats == 2 and not card.open_with_two >> number & 1:
        return Reason("space.2", "This dice space is closed with two players")
    if p.spaces_used >> number & 1:
        return Reason("space.1", "You have already used this dice space this round")
    return no_match(p, card.dice[number], "space.1")


def swap(state: Tungaru, p: Player) -> Reason | None:
    if p.leader == NONE or state.kit.leaders[p.leader].benefit != C.SWAP:
        return Reason("benefit.swap", "Your Leader has another benefit")
    if p.benefit != C.SWAP:
        return Reason("benefit.1", "You have already used your Leader's benefit this round")
    if bits.count(state.swappable()) < 2:
        return Reason("benefit.swap", "There are no two unreserved Nomads to swap")
    return None
