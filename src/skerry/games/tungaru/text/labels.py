"""The answers in words, for the one who chooses; also those that are not possible."""

from collections.abc import Callable

from skerry.core import bits
from skerry.core.words import capital, join_words, plural
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.actions import MAX_GROUNDS
from skerry.games.tungaru.kit.load import ROLLS
from skerry.games.tungaru.state import NONE, Tungaru
from skerry.games.tungaru.steps.setup import DRAW_FOR_MIGRATION, SETUP_MONUMENT
from skerry.games.tungaru.steps.turns import wanted_faces
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.answer import TurnAnswer, answer_of, exchange

BENEFIT = "uses your Leader's benefit"


def label(state: Tungaru, action: int) -> str:
    a = answer_of(state, action)
    return LABELS[a.verb](a)


# ---- chance


def lay(a: TurnAnswer) -> str:
    offer = a.state.kit.offers[a.state.kit.first_tile + a.n]
    return f"{W.island_name(a.state, a.arg & 15)} gets: Harvest {W.harvest_words(offer)}; Trade {W.trade_words(offer)}"


def draw(a: TurnAnswer) -> str:
    name = capital(W.the_nomad(a.state, a.n))
    if a.arg >= DRAW_FOR_MIGRATION:
        return f"{name} comes to the {W.SIGNS[a.arg - DRAW_FOR_MIGRATION]} space"
    return f"{name} comes to {W.island_name(a.state, a.arg)}"


def roll(a: TurnAnswer) -> str:
    return f"The dice show {join_words([str(face) for face in ROLLS[a.n]])}"


# ---- setup, Monuments, Leaders


def reserve(a: TurnAnswer) -> str:
    return f"Reserve {W.nomad_on(a.state, a.n)} ({W.nomad_gist(a.state, a.state.nomad[a.n])})"


def monument(a: TurnAnswer) -> str:
    """By its place on the Culture board."""
    verb = "Use" if a.arg == SETUP_MONUMENT else "Place"
    track = a.state.kit.track
    reward = W.goods_words(track[a.p.track]) if a.p.track < len(track) else ""
    return (
        f"{verb} the Monument from a Nomad space and open that space",
        f"{verb} the Monument from the sixth storage space and open that space",
        f"{verb} the top Monument from the Culture track" + (f" and gain {reward}" if reward else ""),
        f"{verb} the top Monument from the Culture track"
        + (f" without taking {reward}" if reward else " without taking anything"),
        f"{verb} the Monument kept from your reservation",
        "Place no Monument",
    )[a.n]


def leader(a: TurnAnswer) -> str:
    card = a.state.kit.leaders[a.n]
    is_open = card.open_with_two if a.state.seats == 2 else card.open
    spaces = [W.space_words(card, space) for space in range(len(card.dice)) if is_open >> space & 1]
    ability, benefit = W.ABILITY_WORDS[a.n], W.BENEFIT_WORDS[int(card.benefit)]
    return f"{card.name}: {ability}. Benefit: {benefit}. Dice spaces: {'; '.join(spaces)}"


def give(a: TurnAnswer) -> str:
    return f"Give {W.amount(1, a.n)} to {{{a.arg}}} and score {W.points_won(a.state.kit.gift_points)}"


# ---- a turn


def harvest(a: TurnAnswer) -> str:
    offer = a.state.offer_at(a.n)
    return f"Harvest {W.amount(1, offer.good)} on {W.island_name(a.state, a.n)} with {W.dice_words(offer.dice)}"


def settle(a: TurnAnswer) -> str:
    """§settle.3"""
    fish = a.state.kit.flip_settle_fish if a.step == N.FLIP_SETTLE else a.state.kit.settle_fish
    price, name = W.amount(fish, G.FISH), W.island_name(a.state, a.n)
    if W.is_for_islet(a.state, a.p):
        return f"Settle from {name} for {price}: your third Settler goes to the islet"
    return f"Settle on {name} for {price}"


def trade(a: TurnAnswer) -> str:
    state, name = a.state, W.island_name(a.state, a.n)
    kinds = [W.amount(1, good) for good in bits.members(G.kinds(state.market[a.n]))]
    market = f"take {join_words(kinds, 'or')} from the market" if kinds else ""
    if state.market_full >> a.n & 1:
        return f"Trade on {name}: {market}"
    return f"Trade on {name}: {W.trade_words(state.offer_at(a.n))}" + (f", or {market}" if market else "")


def recruit(a: TurnAnswer) -> str:
    if a.state.nomad[a.n] == NONE:
        return f"Recruit on {W.island_name(a.state, a.n)}"
    cost = W.goods_words(a.state.nomad_at(a.n).cost)
    return f"Recruit {W.nomad_on(a.state, a.n)} for {cost} ({W.nomad_gist(a.state, a.state.nomad[a.n])})"


def nomad(a: TurnAnswer) -> str:
    kit = a.state.kit
    tile = kit.nomads[a.n]
    gist = W.benefit_gist(kit, tile)
    return f"Flip the {tile.name} {gist.removeprefix('flip ')}" if tile.is_flip() else f"Use the {tile.name}: {gist}"


def leader_space(a: TurnAnswer) -> str:
    card = a.state.kit.leaders[a.p.leader]
    return f"Use the {card.name}'s {W.PLACES[a.n]} dice space: {W.space_words(card, a.n)}"


# ---- what an action asks for


def sail_to(a: TurnAnswer) -> str:
    crossed = int(a.state.side.borders[a.p.ground * MAX_GROUNDS + a.n])
    borders = plural(crossed, "border") if crossed else "no border"
    fish = f", costs {W.amount(a.state.kit.sail_fish, G.FISH)}" if a.state.side.far[a.p.ground] >> a.n & 1 else ""
    return f"Sail to {W.anchorage(a.state, a.n)} ({borders}{fish})"


def die(a: TurnAnswer) -> str:
    """A turned die says so, and what it brings."""
    wanted = wanted_faces(a.state, a.p, a.kind, a.place)
    return f"Use {die_words(a.n + 1, int(a.p.shift), int(wanted))}{outcome(a)}"


def die_words(face: int, shift: int, wanted: int) -> str:
    if wanted >> (face - 1) & 1 or not D.can_serve(face, shift, wanted):
        return f"a {face}"
    turned = min((other for other in range(1, 7) if wanted >> (other - 1) & 1), key=lambda other: abs(other - face))
    return f"a {face} as a {turned}"


def outcome(a: TurnAnswer) -> str:
    """What the die or the Settler pays and brings at once."""
    done = exchange(a)
    if done.price:
        return f" and pay {W.goods_words(done.price)}"
    return f" and gain {W.goods_words(done.gives)}" if done.gives else ""


def harvested(a: TurnAnswer) -> str:
    gives = W.goods_words(exchange(a).gives)
    return f"Take {gives} and keep your Leader's benefit" if a.verb == "once" else f"Take {gives} ({BENEFIT})"


def pay(a: TurnAnswer) -> str:
    price = W.goods_words(exchange(a).price)
    return f"Pay {price}" if a.verb == "pay" else f"Pay {price}, {W.amount(1, a.n)} less ({BENEFIT})"


def barter(a: TurnAnswer) -> str:
    done = exchange(a)
    words = f"Trade {W.goods_words(done.price)} for {W.goods_words(done.gives)}"
    return words if a.verb == "barter" else f"{words} ({BENEFIT})"


def sell(a: TurnAnswer) -> str:
    done = exchange(a)
    if a.verb == "sell":
        return f"Sell {W.goods_words(done.price)} for {W.points_won(done.points)}"
    return f"Sell {W.any_goods(done.owes_any)} for {W.points_won(done.points)} ({BENEFIT})"


def in_hand(a: TurnAnswer) -> str:
    """The Nomad that is being recruited."""
    return W.the_nomad(a.state, a.state.nomad[a.arg])


def face_up(a: TurnAnswer) -> str:
    return f"Put {in_hand(a)} to work ({W.benefit_gist(a.state.kit, a.state.nomad_at(a.arg))})"


def refill(a: TurnAnswer) -> str:
    nomad, sign = a.state.migration[a.n], W.SIGNS[a.n]
    if nomad == NONE:
        return f"Bring nobody from the {sign} space"
    return f"Bring {W.the_nomad(a.state, nomad)} from the {sign} space ({W.nomad_gist(a.state, nomad)})"


def return_good(a: TurnAnswer) -> str:
    """The Fisher's Fish is not in the storage.  §leader.fisher"""
    stored = G.amount_of(a.p.goods - a.p.fisher_fish, a.n)
    return f"Return {W.amount(1, a.n)} ({stored} in your storage)"


SKIPS = {
    N.TRADER_TRADE: "Do not trade",
    N.FLIP_SAIL: "Stay where you are",
    N.FLIP_SETTLE: "Do not settle",
    N.AFTER_ACTION: "End your turn",
}

LABELS: dict[str, Callable[[TurnAnswer], str]] = {
    "begin": lambda a: f"{{{a.n}}} is the starting player",
    "lay": lay,
    "draw": draw,
    "roll": roll,
    "roll_die": lambda a: f"{{{a.arg}}}'s Worker rolls a {a.n + 1}",
    "boat": lambda a: f"Place your boat at {W.anchorage(a.state, a.n)}",
    "reserve": reserve,
    "monument": monument,
    "leader": leader,
    "give": give,
    "give_to": lambda a: f"Give a good to {{{a.n}}}",
    "sail": lambda a: "Sail",
    "harvest": harvest,
    "settle": settle,
    "trade": trade,
    "travel": lambda a: f"Travel from {W.island_name(a.state, a.n)}",
    "recruit": recruit,
    "nomad": nomad,
    "leader_space": leader_space,
    "swap": lambda a: f"Swap the Nomads of two islands ({BENEFIT})",
    "pass": lambda a: "Pass for the rest of the round",
    "sail_to": sail_to,
    "travel_to": lambda a: f"Travel to {W.island_name(a.state, a.n)}",
    "die": die,
    "settler": lambda a: f"Exhaust your Settler on {W.island_name(a.state, a.place)}{outcome(a)}",
    "benefit": lambda a: f"Use the {W.leader_name(a.state, a.p)}'s benefit instead of a die",
    "once": harvested,
    "twice": harvested,
    "pay": pay,
    "pay_without": pay,
    "pay_any": lambda a: f"Pay {W.any_goods(exchange(a).owes_any)} ({BENEFIT})",
    "spend": lambda a: f"Pay {W.amount(1, a.n)}",
    "barter": barter,
    "barter_with": barter,
    "take": lambda a: f"Take {W.amount(1, a.n)} from the market",
    "sell": sell,
    "sell_any": sell,
    "face_up": face_up,
    "traveller": lambda a: f"Send {in_hand(a)} to your Traveller pile (no benefit, but the points count)",
    "replace": lambda a: f"Put {in_hand(a)} to work and send {W.the_nomad(a.state, a.n)} to your Traveller pile",
    "refill": refill,
    "swap_from": lambda a: f"Swap {W.nomad_on(a.state, a.n)}",
    "swap_with": lambda a: f"Swap with {W.nomad_on(a.state, a.n)}",
    "return": return_good,
    "skip": lambda a: SKIPS[a.step],
}


def taking(state: Tungaru, action: int) -> str | None:
    """Recruiting a Nomad is what statistics count."""
    island = action - A.RECRUIT
    if not 0 <= island < state.side.islands or state.nomad[island] == NONE:
        return None
    return state.nomad_at(island).name
