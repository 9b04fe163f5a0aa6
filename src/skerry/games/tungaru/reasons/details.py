"""Why an answer inside an action, in the setup or in phase 2 is not possible."""

from skerry.core.answers import Reason
from skerry.core.words import plural
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.kit.board import FAR_AWAY
from skerry.games.tungaru.kit.rows import GOODS
from skerry.games.tungaru.reasons.turn import lacking, no_settler, no_trade, short
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import TO_SAIL, wanted_faces
from skerry.games.tungaru.text.words import GOOD_PLURALS, all_of, amount, anchorage, dice_words, island_name


def none_of(rule: str, goods: int, good: int) -> Reason | None:
    """A good that is not there."""
    if G.amount_of(goods, good):
        return None
    return Reason(rule, f"You have no {GOOD_PLURALS[good]}", {"has": 0}, {GOODS[good]: 1})


def boat(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    ground = action - A.BOAT
    if state.boats_at(ground):
        return Reason("setup.5", "There is already a boat there")
    if not state.side.beside[ground] & ~state.reserved:
        return Reason("setup.5", "Both Nomads beside it are reserved")
    return None


def reserve(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if state.reserved >> (action - A.RESERVE) & 1:
        return Reason("setup.7", "This Nomad is already reserved")
    return None


def monument(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action == A.NOMAD_SPACE and not p.nomad_monuments:
        return Reason("monument.1", "Both Monuments from the Nomad spaces are gone")
    if action == A.STORAGE_SPACE and not p.storage_monument:
        return Reason("monument.1", "The Monument from the sixth storage space is gone")
    if action in (A.TRACK, A.TRACK_ONLY) and p.track == len(state.kit.track):
        return Reason("monument.1", "Your Culture track is empty")
    if action == A.TRACK_ONLY and not state.kit.track[p.track]:
        return Reason("recruit.3", "This Monument brings no goods to decline")
    return None


def leader(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if p.has_leader(action - A.LEADER):
        return None
    return Reason("leader.1", f"The {state.kit.leaders[action - A.LEADER].name} is not in your hand")


def gift(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    return none_of("leader.beggar", p.goods, action - A.GIVE)


def trader_trade(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action == A.SKIP:
        return None if state.trader_may else Reason("leader.trader", "Your Trader must trade on one of the islands")
    return no_trade(state, p, action - A.TRADE)


def means(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    kind, place = arg & 15, arg >> 4
    if action == A.USE_BENEFIT:
        return None
    if action == A.USE_SETTLER:
        return Reason("turn.3", "Your Settler there is exhausted") if p.exhausted >> place & 1 else None
    wanted = wanted_faces(state, p, kind, place)
    if wanted == 0 and kind == TO_SAIL:
        return Reason("sail.1", "You have already sailed with a die this round")
    if wanted == 0:
        beside = state.side.beside[p.ground] >> place & 1
        words = "All its dice spaces are taken" if beside else "Your boat is not beside this island"
        return Reason("turn.2", words)
    face = action - A.USE_DIE + 1
    if not D.can_serve(face, p.shift, wanted):
        return Reason("turn.2", f"You need {dice_words(wanted)}", {"shows": face})
    return None


def sail_to(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action == A.SKIP:
        return None
    ground = action - A.SAIL_TO
    borders = int(state.side.borders[p.ground * A.MAX_GROUNDS + ground])
    near, far = (state.side.near[p.ground] >> ground & 1, state.side.far[p.ground] >> ground & 1)
    if not near and not far:
        words = "It is in the same section of the sea" if borders == 0 else too_far(borders)
        return Reason("sail.2", words, {"borders": borders})
    if state.grounds_full >> ground & 1:
        return Reason("sail.3", f"There is no room left at {anchorage(state, ground)}", {"room": state.side.boats})
    return short("sail.2", p, state.kit.sail_fish) if far else None


def too_far(borders: int) -> str:
    return "You cannot get there by sea" if borders >= FAR_AWAY else f"It is {borders} borders away, which is too far"


def cost(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    price = arg & ~RECRUITING
    rule = "recruit.1" if arg & RECRUITING else "benefit.equal"
    if action == A.PAY_ANY:
        return None
    if action != A.PAY:
        price -= int(G.one(action - A.PAY_LESS))
    return None if G.covers(p.goods, price) else lacking(rule, p, price)


def spend(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    return none_of("benefit.equal", p.goods, action - A.SPEND)


def trade_what(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action >= A.TAKE:
        return none_of("trade.3", state.market[arg], action - A.TAKE)
    if state.market_full >> arg & 1:
        spaces = int(state.side.market_spaces[arg])
        return Reason("trade.2", f"{all_of(spaces)} market spaces are taken", {"spaces": spaces})
    if action == A.BARTER:
        return none_of("trade.2", p.goods, state.offer_at(arg).pays)
    return none_of("benefit.equal", p.goods, action - A.BARTER_WITH)


def travel_to(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    island = action - A.TRAVEL_TO
    if p.settlers >> island & 1:
        return Reason("travel.1", f"You already have a Settler on {island_name(state, island)}")
    if state.settlers_full >> island & 1:
        return Reason("travel.1", f"All Settler spaces of {island_name(state, island)} are taken")
    return None


def keep(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    room = state.nomad_room(p)
    if action == A.FACE_UP and not room:
        spaces = int(state.kit.nomad_spaces - p.nomad_monuments)
        return Reason("recruit.4", f"All {spaces} of your open Nomad spaces are taken", {"spaces": spaces})
    if action >= A.REPLACE and room:
        return Reason("recruit.4", "You may replace a Nomad only when all your Nomad spaces are taken")
    return None


def refill(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if state.migration[action - A.REFILL] == NONE:
        return Reason("recruit.5", "This Migration space is empty")
    return None


def sell(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    tile = state.kit.nomads[arg]
    if action >= A.SELL_ANY:
        needs, has, good = action - A.SELL_ANY + 1, int(G.total(p.goods)), "any"
        words = f"You need {plural(needs, 'good')} and have {has}"
    else:
        needs, has, good = action - A.SELL + 1, int(G.amount_of(p.goods, tile.good)), GOODS[tile.good]
        words = f"You need {amount(needs, tile.good)} and have {has}"
    return None if has >= needs else Reason("nomad.1", words, {"needs": needs, "has": has}, {good: needs - has})


def flip_settle(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    if action == A.SKIP:
        return None
    found = no_settler(state, p, action - A.SETTLE)
    return found or short("nomad.flip_settle", p, state.kit.flip_settle_fish)


def swap(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    island = (action - A.SWAP_FROM) % A.MAX_ISLANDS
    if state.nomad[island] == NONE:
        return Reason("benefit.swap", f"There is no Nomad on {island_name(state, island)}")
    if state.reserved >> island & 1:
        return Reason("benefit.swap", "This Nomad is reserved")
    return None


def overflow(state: Tungaru, p: Player, arg: int, action: int) -> Reason | None:
    return none_of("storage.2", p.goods - p.fisher_fish, action - A.RETURN)
