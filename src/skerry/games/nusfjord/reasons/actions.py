"""Why an action of the board is not possible now, for the printed action or with an Elder's twist."""

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.player import FISH_FROM_RESERVE, Player
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do
from skerry.games.nusfjord.steps.banquet import fish_to_serve, plate_price
from skerry.games.nusfjord.steps.building import wood_price
from skerry.games.nusfjord.steps.ships import ship_gold, ship_wood
from skerry.games.nusfjord.text.shortage import short, wood_full


def action_reason(state: Nusfjord, seat: int, kind: int, twist: int = 0) -> Reason | None:
    """None if the action is possible."""
    if can_do(state, seat, kind, twist):
        return None
    p, kit = state.players[seat], state.kit
    if kind == A.K_TRANSFER:
        return Reason("transfer.2", "your Reserve is empty")
    if kind == A.K_SERVE:
        if state.plates == kit.n_plates:
            return Reason("serve.3", f"all {kit.n_plates} plates are full")
        return short("serve.3", [(plate_price(state, p, state.plates, twist), fish_to_serve(p), "fish")])
    if kind == A.K_BUILDING:
        if p.n_free == 0:
            return Reason("building.4", "you have no free Building space")
        return Reason("building.4", f"you cannot afford any Building with {purse(p)}")
    if kind == A.K_ISSUE:
        return Reason("issue.2", "you have no unissued Share left")
    if kind == A.K_BUY:
        if state.n_market == 0:
            return Reason("buy.3", "no Share is for sale")
        return short("buy.3", [(state.share_cost(seat, twist), p.gold, "gold")])
    if kind == A.K_DEFOREST:
        return Reason("deforest.2", "you have no Forest")
    if kind == A.K_REFOREST:
        return Reason("reforest.2", "you have no free double space")
    if kind == A.K_THIN_OUT:
        if p.n_forests == 0:
            return Reason("thin_out.2", "you have no Forest")
        return wood_full("thin_out.2", p.wood)
    if kind == A.K_SHIP:
        return ship_action_reason(state, p, twist)
    if kind == A.K_ELDER:
        if p.n_elders >= kit.council_seats:
            return Reason("elder.3", f"your council is full ({p.n_elders} Elders)", {"elders": p.n_elders})
        return Reason("elder.3", "no Elder is left")
    return Reason("copy.3", "there is no blocked space whose action you can take")


def ship_action_reason(state: Nusfjord, p: Player, twist: int) -> Reason:
    """The track, the stock, both together, the price: the first that stands in the way."""
    kit = state.kit
    room = kit.track - p.track
    smallest = min(range(A.N_SHIPS), key=lambda ship: kit.ship_size[ship])
    if room < kit.ship_size[smallest]:
        return no_room(state, smallest, room)
    in_stock = [ship for ship in range(A.N_SHIPS) if state.stock_of(ship)]
    if not in_stock:
        return Reason("ship.4", "no Ship is left")
    fitting = [ship for ship in in_stock if kit.ship_size[ship] <= room]
    if not fitting:
        spaces = "1 track space is" if room == 1 else f"{room} track spaces are"
        return Reason("ship.4", f"no Ship that is left fits: only {spaces} free", {"left": room})
    which = "" if len(fitting) == A.N_SHIPS else " that is left and would fit"
    return Reason("ship.4", f"you cannot afford any Ship{which} with {purse(p)}")


def no_room(state: Nusfjord, ship: int, room: int) -> Reason:
    name, size = state.kit.ship_names[ship], state.kit.ship_size[ship]
    return Reason("ship.2", f"a {name} needs {size} track spaces and you have {room} left", {"left": room})


def fish_to_pay(p: Player) -> int:
    return p.fish + p.reserve_fish if p.can(FISH_FROM_RESERVE) else p.fish


def purse(p: Player) -> str:
    """What Buildings and Ships can be paid with."""
    return f"{p.wood} wood, {fish_to_pay(p)} fish and {p.gold} gold"


def ship_reason(state: Nusfjord, p: Player, way: int, twist: int) -> Reason | None:
    """Why this Ship, paid this way, is not possible."""
    kit = state.kit
    ship = min(way, A.SCHOONER)
    if state.stock_of(ship) == 0:
        return Reason("ship.4", f"no {kit.ship_names[ship]} is left")
    room = kit.track - p.track
    if kit.ship_size[ship] > room:
        return no_room(state, ship, room)
    needs = [
        (ship_wood(state, p, way, twist), p.wood, "wood"),
        (kit.ship_fish[way], fish_to_pay(p), "fish"),
        (ship_gold(state, way, twist), p.gold, "gold"),
    ]
    return short("ship.3", needs)


def card_reason(state: Nusfjord, seat: int, slot: int, twist: int) -> Reason | None:
    """Why this Building, on offer, cannot be paid."""
    p, card = state.players[seat], state.deck.cards[slot]
    needs = [
        (wood_price(p, card, slot, twist), p.wood, "wood"),
        (card.fish, fish_to_pay(p), "fish"),
        (card.gold, p.gold, "gold"),
    ]
    return short("building.2", needs)
