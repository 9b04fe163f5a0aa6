"""Why an Elder cannot act now."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import elders as E
from skerry.games.nusfjord.box import Elder
from skerry.games.nusfjord.player import OWN_ELDER_FISH
from skerry.games.nusfjord.reasons.actions import action_reason
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.shortage import short, wood_full


def elder_reason(state: Nusfjord, seat: int, elder: int, with_worker: bool) -> Reason:
    p = state.players[seat]
    if with_worker and p.elder_workers >> elder & 1:
        return Reason("elder.4", "this Elder already has a Worker")
    if state.plates == 0 and not (p.can(OWN_ELDER_FISH) and p.fish):
        return Reason("elder.7", "there is no fish on the Banquet Table")
    after = fed(state, seat, elder)
    why = act_reason(after, seat, state.kit.elders[elder])
    returned = int(after.players[seat].fish - p.fish)
    if "fish" in why.missing and returned > 0:
        why = replace(why, words=f"{why.words} (counting the {returned} fish this Elder returns)")
    if "fish" in why.missing and returned < 0:
        why = replace(why, words=f"{why.words} (after the fish this Elder needs to act)")
    return replace(why, rule="elder.7")


def fed(state: Nusfjord, seat: int, elder: int) -> Nusfjord:
    """As it would be when the Elder acts: the fish has moved, and three fish may have been cleared.  R10, R11"""
    after = state.clone()
    p = after.players[seat]
    if after.plates:
        after.plates -= 1
    else:
        p.fish -= 1
    if p.elder_fish(elder) + 1 == after.kit.elder_fish:
        p.fish += after.kit.elder_return
    return after


def act_reason(state: Nusfjord, seat: int, acts: Elder) -> Reason:
    """Why the Elder's action would change nothing now."""
    return WHY[type(acts)](state, seat, acts)


def action(state: Nusfjord, seat: int, acts: Any) -> Reason:
    why = action_reason(state, seat, acts.kind, acts.twist)
    assert why is not None
    return why


def exchange(state: Nusfjord, seat: int, acts: Any) -> Reason:
    p = state.players[seat]
    needs = [(acts.pay_wood, p.wood, "wood"), (acts.pay_fish, p.fish, "fish"), (acts.pay_gold, p.gold, "gold")]
    why = short("elder.7", needs)
    assert why is not None
    return why


def neither(*kinds: int) -> Callable[[Nusfjord, int, Any], Reason]:
    """Neither of two actions is possible."""

    def why(state: Nusfjord, seat: int, acts: Any) -> Reason:
        found = [action_reason(state, seat, kind) for kind in kinds]
        return Reason("elder.7", "; ".join(reason.words for reason in found if reason))

    return why


def grow(state: Nusfjord, seat: int, acts: Any) -> Reason:
    if state.players[seat].n_forests == 0:
        return Reason("elders.13", "you have no Forest")
    words = f"all your double spaces with Forests hold {state.kit.stack_limit}, the most they can"
    return Reason("elders.13", words)


WHY: dict[type[Elder], Callable[[Nusfjord, int, Any], Reason]] = {
    E.ElderAction: action,
    E.ElderExchange: exchange,
    E.ShipOrBuilding: neither(A.K_SHIP, A.K_BUILDING),
    E.ThinOutOrReforest: neither(A.K_THIN_OUT, A.K_REFOREST),
    E.UpgradeShip: lambda state, seat, acts: ships_reason(state, seat, acts.prices),
    E.GrowAndThinOut: grow,
    E.ClearAndBuild: lambda state, seat, acts: Reason("elders.18", "you have no Forest"),
    E.ElderGain: lambda state, seat, acts: wood_full("elder.7", state.players[seat].wood),
}


def ships_reason(state: Nusfjord, seat: int, prices: int) -> Reason:
    """Why no Ship can be exchanged for a larger one."""
    p, names = state.players[seat], state.kit.ship_names
    owned = [ship for ship in (A.SLOOP, A.CUTTER) if p.ships_of(ship)]
    if not owned:
        return Reason("elders.2", f"you have no {names[A.SLOOP]} and no {names[A.CUTTER]}")
    why = {ship: found for ship in owned if (found := upgrade_reason(state, seat, ship, prices))}
    words = [f"for a {names[ship + 1]}, {reason.words}" for ship, reason in why.items()]
    return Reason("elders.2", "; ".join(words), missing=next(iter(why.values())).missing)


def upgrade_reason(state: Nusfjord, seat: int, ship: int, prices: int) -> Reason | None:
    """Why a Ship of this type cannot be exchanged for the next larger one."""
    p, names = state.players[seat], state.kit.ship_names
    if p.ships_of(ship) == 0:
        return Reason("elders.2", f"you have no {names[ship]}")
    if state.stock_of(ship + 1) == 0:
        return Reason("elders.2", f"no {names[ship + 1]} is left")
    if p.track + state.kit.ship_size[ship + 1] - state.kit.ship_size[ship] > state.kit.track:
        return Reason("elders.2", "your Fishing track has no room")
    if ship == A.SLOOP:
        return short("elders.2", [(prices & 15, p.wood, "wood")])
    return short("elders.2", [(prices >> 4 & 15, p.gold, "gold")])
