"""Words for what lies on the table: cards, Elders, spaces, Ships."""

from collections.abc import Callable

from skerry.core import bits
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building
from skerry.games.nusfjord.player import Player
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.banquet import plate_price
from skerry.games.nusfjord.steps.building import wood_price
from skerry.games.nusfjord.steps.ships import ship_gold, ship_wood
from skerry.games.nusfjord.text.words import cased, double_name, goods, many, points, price

CARD_LETTERS = ("A", "B", "C")
WORKER_COLOURS = ("red", "blue", "yellow")


def card_name(state: Nusfjord, slot: int) -> str:
    return state.kit.card_names[state.deck.ids[slot]]


def category(state: Nusfjord, number: int) -> str:
    return str(state.kit.card_rows[number].category)


def building_line(state: Nusfjord, number: int) -> str:
    """A Building by its number, in one line: letter, price, points, category, effect."""
    kit = state.kit
    card = kit.decks[number // A.DECK_ROOM].cards[number % A.DECK_ROOM]
    cost = goods(card.wood, card.fish, card.gold) if card.wood + card.fish + card.gold else "free"
    said = f"{CARD_LETTERS[card.letter]}, {category(state, number)}, {cost}, {card_points(card)}"
    return f"{kit.card_names[number]} ({said}): {kit.card_words[number]}"


def offer_line(state: Nusfjord, seat: int, number: int, twist: int) -> str:
    """A Building as it is offered to a player, at their price."""
    slot = state.deck.slot_of(number)
    card = state.deck.cards[slot]
    p = state.players[seat]
    cost = price(wood_price(p, card, slot, twist), card.fish, card.gold)
    hand = ", from your hand" if p.hand >> slot & 1 else ""
    said = f"{CARD_LETTERS[card.letter]}, {category(state, number)}, {card_points(card)}{hand}"
    return f"{state.kit.card_names[number]} {cost} ({said}): {state.kit.card_words[number]}"


def card_points(card: Building) -> str:
    return "points at the end" if card.star else points(card.points)


def elder_name(state: Nusfjord, elder: int) -> str:
    return state.kit.elder_names[elder]


def elder_line(state: Nusfjord, elder: int) -> str:
    return f"{elder_name(state, elder)}: {state.kit.elder_words[elder]}"


def acting_line(state: Nusfjord, seat: int, elder: int) -> str:
    """An Elder of the council who is asked to act, and what happens to the fish."""
    fish = state.players[seat].elder_fish(elder)
    note = f"{fish} fish so far"
    if fish + 1 == state.kit.elder_fish:
        note = f"third fish, {state.kit.elder_return} comes back to you"
    return f"{elder_name(state, elder)} ({note}): {state.kit.elder_words[elder]}"


def cell_words(cell: int) -> str:
    return f"row {cell // 4 + 1}, space {cell % 4 + 1}"


def double_spaces(state: Nusfjord, free: int) -> int:
    """How many double spaces fit side by side on these free cells.  §reforest.1"""
    found = 0
    for double in bits.members(state.kit.doubles):  # from left to right, which fits as many as possible
        pair = state.kit.pair[double]
        if free & pair == pair:
            free &= ~pair
            found += 1
    return found


def double_words(state: Nusfjord, seat: int, double: int) -> str:
    p = state.players[seat]
    forests = p.forests_on(double)
    name = cased(double_name(double))
    if forests:
        return f"{name} ({many(forests, 'Forest')})"
    return name if state.kit.pair[double] & ~p.free else f"{name} (free)"


def action_name(state: Nusfjord, kind: int) -> str:
    if kind == A.K_COPY_ANY:
        return "Copy an Action"
    return state.kit.space_names[A.space_of(kind)]


def next_plate(state: Nusfjord, seat: int) -> str:
    if state.plates == state.kit.n_plates:
        return "all plates are full"
    return f"the next plate costs {plate_price(state, state.players[seat], state.plates, 0)} fish"


def room_for(state: Nusfjord, seat: int, wood: int) -> str:
    """What of so much wood the supply can hold."""
    p = state.players[seat]
    return f"gain {min(wood, p.wood_limit - p.wood)} wood"


def in_reserve(p: Player) -> str:
    held = goods(p.reserve_wood, p.reserve_fish, p.reserve_gold)
    return held if p.stored() else "your Reserve is empty"


def on_sale(state: Nusfjord, seat: int) -> str:
    shares = state.n_market
    return f"{many(shares, 'Share')} {price(0, 0, state.share_cost(seat, 0))}" if shares else "no Share is for sale"


# What an action would bring now; the others say nothing.
BRINGS: dict[int, Callable[[Nusfjord, int], str]] = {
    A.K_TRANSFER: lambda state, seat: in_reserve(state.players[seat]),
    A.K_SERVE: next_plate,
    A.K_ISSUE: lambda state, seat: f"gain {state.kit.issue_gold} gold",
    A.K_BUY: on_sale,
    A.K_DEFOREST: lambda state, seat: room_for(state, seat, state.kit.deforest_wood),
    A.K_THIN_OUT: lambda state, seat: room_for(state, seat, state.players[seat].n_forests),
}


def action_words(state: Nusfjord, seat: int, kind: int) -> str:
    """The name of an action, and in brackets what it would bring now."""
    name = action_name(state, kind)
    return f"{name} ({BRINGS[kind](state, seat)})" if kind in BRINGS else name


def space_words(state: Nusfjord, seat: int, space: int) -> str:
    if space >= A.S_COPY or space == A.S_BUILD_SECOND:
        return state.kit.space_names[space]
    return action_words(state, seat, A.kind_of(space))


def ship_words(state: Nusfjord, seat: int, way: int, twist: int) -> str:
    p, kit = state.players[seat], state.kit
    ship = min(way, A.SCHOONER)
    cost = price(ship_wood(state, p, way, twist), kit.ship_fish[way], ship_gold(state, way, twist))
    covered = min(kit.track, p.track + kit.ship_size[ship])
    haul = f"haul {state.haul(p)} → {kit.haul[covered] + p.haul_bonus}"
    return f"A {kit.ship_names[ship]} {cost} ({haul}, {points(kit.ship_points[ship])})"


def serving(state: Nusfjord, seat: int, plates: int, twist: int) -> tuple[int, int, int]:
    """Fish paid, gold and wood gained for this number of plates."""
    p, kit = state.players[seat], state.kit
    last = min(kit.n_plates, state.plates + plates)
    fish = sum(plate_price(state, p, plate, twist) for plate in range(state.plates, last))
    return fish, plates * kit.serve_gold, plates * (twist & 15)


def serve_words(state: Nusfjord, seat: int, plates: int, twist: int) -> str:
    fish, gold, wood = serving(state, seat, plates, twist)
    return f"{many(plates, 'plate')}: pay {fish} fish, gain {goods(wood, 0, gold)}"
