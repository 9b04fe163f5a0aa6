"""Why an answer to a card's question, or the use of a card, is not possible now."""

from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.game import Reason
from skerry.core.state import seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import ANYTIME, ONCE, Effect
from skerry.games.nusfjord.effects import action as act
from skerry.games.nusfjord.effects import counts, gain, single, trade
from skerry.games.nusfjord.reasons.actions import short, wood_full
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.buildings import THINGS, at_most
from skerry.games.nusfjord.text.cards import asking


def candidates(state: Nusfjord) -> list[int]:
    """What one could think of at the open question of a card, ascending."""
    seat, slot, effect, extra = asking(state)
    return sorted({*thinkable(state, seat, slot, effect, extra), *state.legal_actions()})


def thinkable(state: Nusfjord, seat: int, slot: int, effect: Effect | None, extra: int) -> list[int]:
    p = state.players[seat]
    doubles = [A.DOUBLE + double for double in bits.members(state.kit.doubles)]
    if isinstance(effect, act.Action | act.KeepShare | single.PaidTransfer):
        return [A.YES, A.NO]
    if isinstance(effect, act.Plant | single.Clear | single.MoveForest):
        return doubles
    if isinstance(effect, trade.Exchange):
        return [A.AMOUNT + times for times in range(extra, effect.times + 1)]
    if isinstance(effect, trade.Upgrade):
        return [A.SHIP + A.CUTTER, A.SHIP + A.SCHOONER]
    if isinstance(effect, single.Retire):
        return [A.ELDER + elder for elder in bits.members(p.elders)]
    if isinstance(effect, single.TakePlates):
        return [A.AMOUNT + fish for fish in range(effect.fish + 1)]
    if isinstance(effect, single.Repeat):
        return [A.PICK + state.deck.ids[other] for other in bits.members(p.built) if other != slot]
    if effect is None:
        return [A.WAY + way for way in range(len(state.deck.cards[slot].effects))]
    return []


def reason(state: Nusfjord, action: int) -> Reason | None:
    """Why this candidate is not legal now; None if it is."""
    if action in state.legal_actions():
        return None
    _, _, effect, _ = asking(state)
    return WHY[type(effect) if effect is not None else None](state, action)


def exchange_reason(state: Nusfjord, action: int) -> Reason:
    seat, slot, effect, _ = asking(state)
    assert isinstance(effect, trade.Exchange)
    times, possible = action - A.AMOUNT, int(effect.possible(state, seat, slot))
    lacking = short("card.exchange", needs(state, seat, effect.pay, times))
    if lacking:
        return lacking
    words = f"you can do this only {at_most(possible)} now" if possible else "you cannot do this now"
    return Reason("card.exchange", words, {"possible": possible})


def needs(state: Nusfjord, seat: int, price: gain.Goods, times: int = 1) -> list[tuple[int, int, str]]:
    p = state.players[seat]
    return [
        (price.wood * times, p.wood, "wood"),
        (price.fish * times, p.fish, "fish"),
        (price.gold * times, p.gold, "gold"),
        (price.reserve_wood * times, p.reserve_wood, "reserve_wood"),
        (price.reserve_fish * times, p.reserve_fish, "reserve_fish"),
        (price.reserve_gold * times, p.reserve_gold, "reserve_gold"),
    ]


def swap_reason(state: Nusfjord, action: int) -> Reason:
    seat, _, effect, _ = asking(state)
    assert isinstance(effect, trade.Upgrade)
    return ship_reason(state, seat, effect, action - A.SHIP - 1)


def ship_reason(state: Nusfjord, seat: int, effect: trade.Upgrade, ship: int) -> Reason:
    """Why a Ship of this type cannot be exchanged for the next larger one."""
    names = state.kit.ship_names
    if state.players[seat].ships_of(ship) == 0:
        return Reason("card.upgrade", f"you have no {names[ship]}")
    if state.stock_of(ship + 1) == 0:
        return Reason("card.upgrade", f"no {names[ship + 1]} is left")
    price = effect.sloop if ship == A.SLOOP else effect.cutter
    lacking = short("card.upgrade", needs(state, seat, price))
    return lacking or Reason("card.upgrade", "your Fishing track has no room for a larger Ship")


def plant_reason(state: Nusfjord, action: int) -> Reason:
    forests = state.players[seat_of(state.ask_now())].forests_on(action - A.DOUBLE)
    words = f"this double space must hold exactly 1 Forest, but holds {forests or 'none'}"
    return Reason("card.plant", words, {"forests": forests})


def move_reason(state: Nusfjord, action: int) -> Reason:
    _, _, _, extra = asking(state)
    if extra == 0:
        return Reason("card.move_forest", "there is no Forest here")
    words = "a Forest moves to another double space that is free or holds exactly 1 Forest"
    return Reason("card.move_forest", words)


def plates_reason(state: Nusfjord, action: int) -> Reason:
    words = f"only {state.plates} fish {'is' if state.plates == 1 else 'are'} on the Banquet Table"
    return Reason("card.take_plates", words, {"plates": state.plates})


def plainly(rule: str, words: str) -> Callable[[Nusfjord, int], Reason]:
    return lambda state, action: Reason(rule, words)


# Why an answer that one could think of is not possible, by what asks.
WHY: dict[type[Effect] | None, Callable[[Nusfjord, int], Reason]] = {
    act.Action: plainly("card.action", "this action is not possible now"),
    act.KeepShare: plainly("card.keep_share", "you cannot pay for it, or the Share is gone"),
    act.Plant: plant_reason,
    trade.Exchange: exchange_reason,
    trade.Upgrade: swap_reason,
    single.PaidTransfer: plainly("card.paid_transfer", "your Reserve is empty"),
    single.Retire: plainly("card.retire", "this Elder has a Worker"),
    single.Clear: plainly("card.clear", "there is no Forest here"),
    single.MoveForest: move_reason,
    single.TakePlates: plates_reason,
    single.Draw: plainly("card.draw", "this card is not in your hand"),
    single.Repeat: plainly(
        "card.repeat", "this is neither an A or B Building marked “Immediately” nor a used “Once” one"
    ),
    None: lambda state, action: way_reason(state, action - A.WAY),
}


def way_reason(state: Nusfjord, way: int) -> Reason:
    seat, slot, _, _ = asking(state)
    return effect_reason(state, seat, slot, state.deck.cards[slot].effects[way])


# ---- using a card


def use_reason(state: Nusfjord, seat: int, slot: int) -> Reason | None:
    """Why a Building with an effect to use cannot be used now; None if it can."""
    card = state.deck.cards[slot]
    if card.can_use(state, seat, slot):
        return None
    p = state.players[seat]
    if card.category == ONCE and p.turned >> slot & 1:
        return Reason("card.4", "you have already used this Building")
    if card.category == ANYTIME and p.uses(slot) >= card.uses:
        words = f"you have already used it {at_most(p.uses(slot))} this round"
        return Reason("card.3", words, {"uses": p.uses(slot), "most": card.uses})
    why = [effect_reason(state, seat, slot, effect) for effect in card.effects]
    said = dict.fromkeys(reason.words for reason in why)  # each only once
    return Reason(why[0].rule, "; or ".join(said), why[0].numbers, why[0].missing)


def effect_reason(state: Nusfjord, seat: int, slot: int, effect: Effect) -> Reason:
    """What stands in the way of this effect to use."""
    p = state.players[seat]
    if isinstance(effect, trade.Exchange):
        lacking = short("card.exchange", needs(state, seat, effect.pay))
        return lacking or none_counted(state, seat, slot, effect.per) or wood_full("card.exchange", p)
    if isinstance(effect, trade.Upgrade):
        return upgrade_reason(state, seat, effect)
    if isinstance(effect, gain.Gain):
        return none_counted(state, seat, slot, effect.per) or wood_full("card.gain", p)
    assert isinstance(effect, single.MoveForest)
    return Reason("card.move_forest", "you have no Forest")


def none_counted(state: Nusfjord, seat: int, slot: int, per: vec[i64]) -> Reason | None:
    """`you have no Ship`: what an effect counts is not there."""
    for at in range(0, len(per), 2):
        if counts.count(state, seat, slot, 0, per[at]) < per[at + 1]:
            one, more = THINGS[counts.NAMES[per[at]]]
            words = f"you have no {one}" if per[at + 1] == 1 else f"you have fewer than {per[at + 1]} {more}"
            return Reason("card.exchange", words)
    return None


def upgrade_reason(state: Nusfjord, seat: int, effect: trade.Upgrade) -> Reason:
    p, names = state.players[seat], state.kit.ship_names
    owned = [ship for ship in (A.SLOOP, A.CUTTER) if p.ships_of(ship)]
    if not owned:
        return Reason("card.upgrade", f"you have no {names[A.SLOOP]} and no {names[A.CUTTER]}")
    why = [ship_reason(state, seat, effect, ship) for ship in owned]
    words = [f"for a {names[ship + 1]}, {reason.words}" for ship, reason in zip(owned, why, strict=True)]
    return Reason("card.upgrade", "; ".join(words), missing=why[0].missing)
