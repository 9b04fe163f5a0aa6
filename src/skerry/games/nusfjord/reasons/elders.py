"""Why an Elder cannot act now."""

from skerry.core.game import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.effects import elders as E
from skerry.games.nusfjord.effects.box import Elder
from skerry.games.nusfjord.player import OWN_ELDER_FISH
from skerry.games.nusfjord.reasons.actions import action_reason, short, wood_full
from skerry.games.nusfjord.state import Nusfjord


def elder_reason(state: Nusfjord, seat: int, elder: int, with_worker: bool) -> Reason:
    p = state.players[seat]
    if with_worker and p.elder_workers >> elder & 1:
        return Reason("elder.4", "a Worker stands on him already")
    if state.plates == 0 and not (p.can(OWN_ELDER_FISH) and p.fish):
        return Reason("elder.7", "no fish is left on the Banquet Table")
    why = act_reason(fed(state, seat, elder), seat, state.kit.elders[elder])
    words = why.words if why else "his action would change nothing now"
    return Reason("elder.7", words, why.numbers if why else {})


def fed(state: Nusfjord, seat: int, elder: int) -> Nusfjord:
    """As it would be when he acts: his fish has moved, and he may have been cleared.  R10, R11"""
    after = state.clone()
    p = after.players[seat]
    if after.plates:
        after.plates -= 1
    else:
        p.fish -= 1
    if p.elder_fish(elder) + 1 == after.kit.elder_fish:
        p.fish += after.kit.elder_return
    return after


def act_reason(state: Nusfjord, seat: int, acts: Elder) -> Reason | None:
    """None if nothing can be said about it."""
    p = state.players[seat]
    if isinstance(acts, E.Action):
        return action_reason(state, seat, acts.kind(), acts.twist())
    if isinstance(acts, E.Exchange):
        needs = [(acts.pay_wood, p.wood, "wood"), (acts.pay_fish, p.fish, "fish"), (acts.pay_gold, p.gold, "gold")]
        return short("elder.7", needs)
    if isinstance(acts, E.ShipOrBuilding):
        return both(action_reason(state, seat, A.K_SHIP), action_reason(state, seat, A.K_BUILDING))
    if isinstance(acts, E.ThinOutOrReforest):
        return both(action_reason(state, seat, A.K_THIN_OUT), action_reason(state, seat, A.K_REFOREST))
    if isinstance(acts, E.UpgradeShip):
        return ships_reason(state, seat, acts.prices())
    if p.n_forests == 0 and isinstance(acts, E.GrowAndThinOut | E.ClearAndBuild):
        return Reason("elder.7", "you have no Forest")
    if isinstance(acts, E.GrowAndThinOut):
        most = state.kit.stack_limit
        return Reason("elders.13", f"{most} Forests stand on each of their double spaces, the most there may be")
    return wood_full("elder.7", p) if isinstance(acts, E.Gain) else None


def both(one: Reason | None, other: Reason | None) -> Reason:
    """Neither of two actions is possible."""
    return Reason("elder.7", "; ".join(why.words for why in (one, other) if why))


def ships_reason(state: Nusfjord, seat: int, prices: int) -> Reason:
    """Why no Ship can be exchanged for a larger one."""
    p, names = state.players[seat], state.kit.ship_names
    owned = [ship for ship in (A.SLOOP, A.CUTTER) if p.ships_of(ship)]
    if not owned:
        return Reason("elders.2", f"you have no {names[A.SLOOP]} and no {names[A.CUTTER]}")
    said = []
    for ship in owned:
        why = upgrade_reason(state, seat, ship, prices)
        if why:
            said.append(f"a {names[ship + 1]} {why.words}" if why.words.startswith("needs") else why.words)
    return Reason("elders.2", "; ".join(said))


def upgrade_reason(state: Nusfjord, seat: int, ship: int, prices: int) -> Reason | None:
    """Why a Ship of this type cannot be exchanged for the next larger one."""
    p, names = state.players[seat], state.kit.ship_names
    if p.ships_of(ship) == 0:
        return Reason("elders.2", f"you have no {names[ship]}")
    if state.stock_of(ship + 1) == 0:
        return Reason("elders.2", f"no {names[ship + 1]} is left")
    if p.track + state.kit.ship_size[ship + 1] - state.kit.ship_size[ship] > state.kit.track:
        return Reason("elders.2", "your Fishing track has no room for it")
    if ship == A.SLOOP:
        return short("elders.2", [(prices & 15, p.wood, "wood")])
    return short("elders.2", [(prices >> 4 & 15, p.gold, "gold")])
