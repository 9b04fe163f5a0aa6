"""The actions of the open question in words; also those that are not possible."""

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.actions import MAX_GROUNDS
from skerry.games.tungaru.kit import FACES, ROLLS, TILES
from skerry.games.tungaru.kit_rows import MIGRATION
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.steps.setup import MIGRATION as MIGRATION_PLACE
from skerry.games.tungaru.steps.turns import wanted_faces
from skerry.games.tungaru.text.words import (
    BENEFIT_WORDS,
    NAMES,
    amount,
    benefit_words,
    dice_words,
    goods_words,
    ground_name,
    is_for_islet,
    island_name,
    nomad_short,
    score_words,
    trade_words,
)


def label(state: Tungaru, action: int) -> str:
    if action < A.BOAT:
        return chance_label(state, action)
    if action < A.SAIL:
        return early_label(state, action)
    if action < A.SAIL_TO:
        return turn_label(state, action)
    return detail_label(state, action)


def label_unseen(state: Tungaru) -> str:
    return "chooses a Leader, face down"


def taking(state: Tungaru, action: int) -> str | None:
    """Recruiting a Nomad is what statistics count."""
    island = action - A.RECRUIT
    if not 0 <= island < state.side.islands or state.nomad[island] == NONE:
        return None
    return state.nomad_at(island).id


def chance_label(state: Tungaru, action: int) -> str:
    arg = arg_of(state.ask_now())
    if action < A.LAY:
        return f"{{{action - A.BEGIN}}} is the starting player" if action < state.seats else "an empty chair begins"
    if action < A.DRAW:
        tile = action - A.LAY
        offer = state.kit.offers[state.kit.first_tile + tile]
        harvest = f"Harvest {dice_words(offer.dice)} → {NAMES[offer.good]}"
        trade = f"Trade {amount(1, offer.pays)} → {goods_words(offer.gives)}"
        return f"Island tile {TILES[tile]} on {island_name(state, arg & 15)}: {harvest}, {trade}"
    if action < A.ROLL:
        place = MIGRATION[arg - MIGRATION_PLACE] if arg >= MIGRATION_PLACE else island_name(state, arg & 15)
        return f"{nomad_short(state, action - A.DRAW)} comes to {place}"
    if action < A.ROLL_DIE:
        return "The dice show " + ", ".join(str(face) for face in ROLLS[action - A.ROLL])
    return f"The Worker of {{{min(arg, state.seats - 1)}}} rolls a {action - A.ROLL_DIE + 1}"


def early_label(state: Tungaru, action: int) -> str:
    """Setup, Monuments, Leaders."""
    if action < A.RESERVE:
        return f"Boat to {ground_name(state, action - A.BOAT)}"
    if action < A.NOMAD_SPACE:
        island = action - A.RESERVE
        return f"Reserve {nomad_on(state, island)} on {island_name(state, island)}"
    if action < A.LEADER:
        return monument_label(state, action)
    if action < A.GIVE:
        card = state.kit.leaders[action - A.LEADER]
        spaces = ", ".join(
            f"{dice_words(card.dice[space])} → {goods_words(card.gives[space])}"
            for space in range(len(card.dice))
            if (card.open_with_two if state.seats == 2 else card.open) >> space & 1
        )
        return f"{card.name} ({ABILITIES[action - A.LEADER]}; benefit: {BENEFIT_WORDS[card.benefit]}; dice: {spaces})"
    if action < A.GIVE_TO:
        return f"Give {amount(1, action - A.GIVE)}"
    return f"Give to {{{action - A.GIVE_TO}}}" if action - A.GIVE_TO < state.seats else "Give to an empty chair"


ABILITIES = ("a 4th die", "neighbours give you goods", "a Fish", "a Trade anywhere", "become starting player")


def nomad_on(state: Tungaru, island: int) -> str:
    if island >= state.side.islands or state.nomad[island] == NONE:
        return "no Nomad"
    return nomad_short(state, state.nomad[island])


def monument_label(state: Tungaru, action: int) -> str:
    if action == A.NO_MONUMENT:
        return "No Monument"
    if action == A.NOMAD_SPACE:
        return "The Monument of a Nomad space (opens that space)"
    if action == A.STORAGE_SPACE:
        return "The Monument of the 6th storage space (opens it)"
    if action == A.LOOSE:
        return "The Monument kept from the reservation"
    p = state.players[min(seat_of(state.ask_now()), state.seats - 1)]
    left = p.track < len(state.kit.track)
    reward = goods_words(state.kit.track[p.track]) if left else "nothing"
    take = f"take {reward}" if action == A.TRACK else f"leave {reward}"
    return f"The topmost Monument of the Culture track ({take})"


def turn_label(state: Tungaru, action: int) -> str:
    p = state.players[min(seat_of(state.ask_now()), state.seats - 1)]
    if action == A.SAIL:
        return "Sail"
    if action < A.SETTLE:
        island = action - A.HARVEST
        if island >= state.side.islands:
            return f"Harvest on {island_name(state, island)}"
        offer = state.offer_at(island)
        return f"Harvest {amount(1, offer.good)} on {island_name(state, island)} ({dice_words(offer.dice)})"
    if action < A.TRADE:
        fish = state.kit.flip_settle_fish if step_of(state.ask_now()) == N.FLIP_SETTLE else state.kit.settle_fish
        return f"Settle {settle_place(state, p, action - A.SETTLE)} for {amount(fish, G.FISH)}"
    if action < A.TRAVEL:
        return trade_label(state, action - A.TRADE)
    if action < A.RECRUIT:
        return f"Travel from {island_name(state, action - A.TRAVEL)}"
    if action < A.NOMAD:
        island = action - A.RECRUIT
        if island >= state.side.islands or state.nomad[island] == NONE:
            return f"Recruit on {island_name(state, island)}"
        cost = goods_words(state.nomad_at(island).cost)
        return f"Recruit {nomad_on(state, island)} on {island_name(state, island)} for {cost}"
    if action < A.SPACE:
        tile = state.kit.nomads[action - A.NOMAD]
        return f"Activate {tile.id}: {benefit_words(state.kit, tile)} (scores {score_words(tile)})"
    if action < A.SWAP:
        space = action - A.SPACE
        card = state.kit.leaders[p.leader] if p.leader != NONE else None
        if card is None or space >= len(card.dice):
            return f"Leader space {space + 1}"
        return f"{card.name}'s space {space + 1}: {dice_words(card.dice[space])} → {goods_words(card.gives[space])}"
    if action == A.SWAP:
        return "Swap the Nomads of two islands (Leader's benefit)"
    return "Pass for this round"


def settle_place(state: Tungaru, p: Player, island: int) -> str:
    """§settle.3"""
    if is_for_islet(state, p):
        return f"from {island_name(state, island)} (third Settler, to the islet)"
    return f"on {island_name(state, island)}"


def trade_label(state: Tungaru, island: int) -> str:
    if island >= state.side.islands:
        return f"Trade on {island_name(state, island)}"
    market = f"; market: {goods_words(state.market[island])}" if state.market[island] else ""
    return f"Trade on {island_name(state, island)} ({trade_words(state, island)}{market})"


def detail_label(state: Tungaru, action: int) -> str:
    """What an action asks for."""
    ask = state.ask_now()
    p = state.players[min(seat_of(ask), state.seats - 1)]
    if action < A.TRAVEL_TO:
        return sail_label(state, action - A.SAIL_TO)
    if action < A.USE_DIE:
        return f"Travel to {island_name(state, action - A.TRAVEL_TO)}"
    if action < A.USE_SETTLER:
        return die_label(state, action - A.USE_DIE + 1)
    if action < A.SPEND:
        return payment_label(state, action)
    if action < A.BARTER:
        return f"Spend {amount(1, action - A.SPEND)}"
    if action < A.SELL:
        return barter_label(state, action)
    if action < A.FACE_UP:
        return sale_label(state, action)
    if action == A.FACE_UP:
        return "Face up in a Nomad space"
    if action == A.TRAVELLER:
        return "Face down on the Traveller pile (no benefit, still scores)"
    if action < A.REFILL:
        return f"In place of {nomad_short(state, action - A.REPLACE)}, which goes to the Traveller pile"
    if action < A.SWAP_FROM:
        space = action - A.REFILL
        nomad = state.migration[space]
        return f"{MIGRATION[space]}: {nomad_short(state, nomad) if nomad != NONE else 'empty'}"
    if action < A.RETURN:
        island = (action - A.SWAP_FROM) % A.MAX_ISLANDS
        return f"{island_name(state, island)}: {nomad_on(state, island)}"
    if action < A.SKIP:
        good = action - A.RETURN
        return f"Return {amount(1, good)} (you have {G.of(p.goods, good)})"
    return SKIPS.get(step_of(ask), "Leave it")


SKIPS = {
    N.TRADER_TRADE: "No trade",
    N.FLIP_SAIL: "Do not sail",
    N.FLIP_SETTLE: "Do not settle",
    N.AFTER_ACTION: "End the turn",
}


def sail_label(state: Tungaru, ground: int) -> str:
    p = state.players[min(seat_of(state.ask_now()), state.seats - 1)]
    name = ground_name(state, ground)
    if ground >= state.side.grounds or p.ground == NONE:
        return f"Sail to {name}"
    borders = state.side.borders[p.ground * MAX_GROUNDS + ground]
    fish = f", {amount(state.kit.sail_fish, G.FISH)}" if state.side.far[p.ground] >> ground & 1 else ""
    return f"Sail to {name}: {borders} border{'s' if borders != 1 else ''}{fish}"


def die_label(state: Tungaru, face: int) -> str:
    """A turned die says so."""
    ask = state.ask_now()
    if step_of(ask) != N.MEANS:
        return f"Die {face}"
    p = state.players[seat_of(ask)]
    kind, place = arg_of(ask) & 15, arg_of(ask) >> 4
    wanted = wanted_faces(state, p, kind, place)
    if wanted >> (face - 1) & 1 or not D.fits(face, p.shift, wanted):
        return f"Die {face}"
    turned = min((other for other in range(1, 7) if wanted >> (other - 1) & 1), key=lambda other: abs(other - face))
    return f"Die {face}, turned to {FACES[turned - 1]}"


def payment_label(state: Tungaru, action: int) -> str:
    if action == A.USE_SETTLER:
        return "Exhaust your Settler there"
    if action == A.USE_BENEFIT:
        return "No die: use your Leader's benefit"
    if action == A.ONCE:
        return "Take the good once, keep the benefit"
    if action == A.TWICE:
        return "Take the good twice (Leader's benefit)"
    if action == A.PAY:
        return "Pay as printed"
    if action == A.PAY_ANY:
        return "Pay with any goods (Leader's benefit)"
    return f"Pay without 1 {NAMES[action - A.PAY_LESS]} (Leader's benefit)"


def barter_label(state: Tungaru, action: int) -> str:
    ask = state.ask_now()
    island = arg_of(ask) if step_of(ask) == N.TRADE_WHAT else 0
    gives = goods_words(state.offer_at(island).gives)
    if action == A.BARTER:
        return f"Put {amount(1, state.offer_at(island).pays)} on the market, take {gives}"
    if action < A.TAKE:
        return f"Put {amount(1, action - A.BARTER_WITH)} on the market instead (Leader's benefit), take {gives}"
    return f"Take {amount(1, action - A.TAKE)} from the market"


def sale_label(state: Tungaru, action: int) -> str:
    ask = state.ask_now()
    number = (action - A.SELL) % A.MAX_SALE + 1
    if step_of(ask) != N.SELL:
        return f"Sell {number}"
    tile = state.kit.nomads[arg_of(ask)]
    if action < A.SELL_ANY:
        return f"Sell {amount(number, tile.good)} for {number * tile.price} VP"
    return f"Sell any {number} (Leader's benefit) for {number * tile.price} VP"
