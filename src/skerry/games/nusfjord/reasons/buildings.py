"""Why an answer to a card's question, or the use of a card, is not possible now."""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.game import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import ANYTIME, ONCE, Effect
from skerry.games.nusfjord.effects import action as act
from skerry.games.nusfjord.effects import counts, gain, single, trade
from skerry.games.nusfjord.reasons.actions import wood_full
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.buildings import THINGS
from skerry.games.nusfjord.text.cards import asked, asking, made
from skerry.games.nusfjord.text.words import many


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
    seat, slot, effect, extra = asking(state)
    rule = asked(effect, extra)[1]
    p = state.players[seat]
    if isinstance(effect, trade.Exchange):
        possible = int(effect.possible(state, seat, slot))
        words = f"each time costs {made(effect.pay)}, you can do it {many(possible, 'time')}"
        return Reason(rule, words, {"possible": possible})
    if isinstance(effect, trade.Upgrade):
        return Reason(rule, upgrade_words(state, seat, effect, action - A.SHIP - 1))
    if isinstance(effect, act.Plant):
        forests = p.forests_on(action - A.DOUBLE)
        return Reason(rule, f"there must be exactly 1 Forest, here are {forests}", {"forests": forests})
    if isinstance(effect, single.Clear) or (isinstance(effect, single.MoveForest) and extra == 0):
        return Reason(rule, "there is no Forest")
    if isinstance(effect, single.MoveForest):
        return Reason(rule, "a Forest moves to another double space that is free or holds exactly 1 Forest")
    if isinstance(effect, single.Retire):
        return Reason(rule, "a Worker lies on this Elder")
    if isinstance(effect, single.TakePlates):
        return Reason(rule, f"only {many(state.plates, 'fish', 'fish')} on the table", {"plates": state.plates})
    if isinstance(effect, single.Repeat):
        return Reason(rule, "it has no Immediately effect of an A or B Building, and is no used Once Building")
    return Reason(rule, "this is not possible now")


def upgrade_words(state: Nusfjord, seat: int, effect: trade.Upgrade, ship: int) -> str:
    names = state.kit.ship_names
    if state.players[seat].ships_of(ship) == 0:
        return f"you have no {names[ship]}"
    if state.stock_of(ship + 1) == 0:
        return f"no {names[ship + 1]} is left"
    price = effect.sloop if ship == A.SLOOP else effect.cutter
    if trade.affordable(state, seat, price) == 0:
        return f"it costs {made(price)}"
    return "your Fishing track has no room for a larger Ship"


def use_reason(state: Nusfjord, seat: int, slot: int) -> Reason | None:
    """Why a Building with an effect to use cannot be used now; None if it can."""
    card = state.deck.cards[slot]
    if card.can_use(state, seat, slot):
        return None
    p = state.players[seat]
    if card.category == ONCE and p.turned >> slot & 1:
        return Reason("card.4", "you have used this Building already")
    if card.category == ANYTIME and p.uses(slot) >= card.uses:
        words = f"you have used it {many(p.uses(slot), 'time')} this round, more is not allowed"
        return Reason("card.3", words, {"uses": p.uses(slot), "most": card.uses})
    why = [effect_reason(state, seat, slot, effect) for effect in card.effects]
    said = dict.fromkeys(reason.words for reason in why)  # each only once
    return Reason(why[0].rule, " or ".join(said).replace(" or it costs ", " or "), why[0].numbers)


def effect_reason(state: Nusfjord, seat: int, slot: int, effect: Effect) -> Reason:
    """What stands in the way of this effect to use."""
    p = state.players[seat]
    if isinstance(effect, trade.Exchange):
        if trade.affordable(state, seat, effect.pay) == 0:
            return Reason("card.exchange", f"it costs {made(effect.pay)}")
        return none_counted(state, seat, slot, effect.per) or wood_full("card.exchange", p)
    if isinstance(effect, trade.Upgrade):
        return upgrade_reason(state, seat, effect)
    if isinstance(effect, gain.Gain):
        return none_counted(state, seat, slot, effect.per) or wood_full("card.gain", p)
    if isinstance(effect, single.MoveForest):
        return Reason("card.move_forest", "you have no Forest")
    return Reason("card.3", "using it would change nothing now")


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
    words = [f"a {names[ship + 1]}: {upgrade_words(state, seat, effect, ship)}" for ship in owned]
    return Reason("card.upgrade", "; ".join(words))
