"""Words for what lies on the table: cards, Elders, spaces, Ships."""

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import Building
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.banquet import plate_price
from skerry.games.nusfjord.steps.building import wood_price
from skerry.games.nusfjord.steps.ships import ship_gold, ship_wood
from skerry.games.nusfjord.text.words import goods, many

LETTERS = ("A", "B", "C")
COLOURS = ("red", "blue", "yellow")


def card_name(state: Nusfjord, slot: int) -> str:
    return state.kit.card_names[state.deck.ids[slot]]


def card_line(state: Nusfjord, number: int) -> str:
    """A Building by its number among all 132, in one line: letter, name, price, effect, points."""
    kit = state.kit
    card = kit.decks[number // A.DECK_SIZE].cards[number % A.DECK_SIZE]
    price = goods(card.wood, card.fish, card.gold)
    letter = LETTERS[card.letter]
    return f"{kit.card_names[number]} ({letter}, {price}, {card_points(card)}): {kit.card_words[number]}"


def offer_line(state: Nusfjord, seat: int, number: int, twist: int) -> str:
    """A Building as it is offered to a player, at their price."""
    slot = state.deck.slot_of(number)
    card = state.deck.cards[slot]
    p = state.players[seat]
    price = goods(wood_price(p, card, slot, twist), card.fish, card.gold)
    hand = ", from the hand" if p.hand >> slot & 1 else ""
    name = state.kit.card_names[number]
    return f"{name} for {price} ({LETTERS[card.letter]}, {card_points(card)}{hand}): {state.kit.card_words[number]}"


def card_points(card: Building) -> str:
    return "* VP" if card.star else points(card.points)


def points(count: int) -> str:
    return f"{count} VP"


def elder_line(state: Nusfjord, elder: int) -> str:
    return f"{state.kit.elder_names[elder]}: {state.kit.elder_words[elder]}"


def cell_words(cell: int) -> str:
    return f"row {cell // 4 + 1}, space {cell % 4 + 1}"


def double_words(state: Nusfjord, seat: int, double: int) -> str:
    forests = state.players[seat].forests_on(double)
    row, column = divmod(double, 3)
    here = many(forests, "Forest") if forests else "no Forest"
    return f"Row {row + 1}, spaces {column + 1} and {column + 2} ({here})"


def action_name(state: Nusfjord, kind: int) -> str:
    if kind == A.K_COPY_ANY:
        return "Copy an Action"
    return state.kit.space_names[kind if kind < 4 else kind + 1]


def action_words(state: Nusfjord, seat: int, kind: int) -> str:
    """What the action would bring now, in brackets behind its name."""
    p, kit = state.players[seat], state.kit
    name = action_name(state, kind)
    if kind == A.K_TRANSFER:
        return f"{name} ({goods(p.reserve_wood, p.reserve_fish)})"
    if kind == A.K_SERVE:
        if state.plates == kit.n_plates:
            return f"{name} (all plates are full)"
        return f"{name} (the next plate costs {plate_price(state, p, state.plates, 0)} fish)"
    if kind == A.K_ISSUE:
        return f"{name} ({kit.issue_gold} gold)"
    if kind == A.K_BUY:
        return f"{name} ({many(state.n_market, 'Share')} for {state.share_cost(seat, 0)} gold)"
    if kind == A.K_DEFOREST:
        return f"{name} ({min(kit.deforest_wood, p.wood_limit - p.wood)} wood)"
    if kind == A.K_THIN_OUT:
        return f"{name} ({min(p.n_forests, p.wood_limit - p.wood)} wood)"
    return name


def space_words(state: Nusfjord, seat: int, space: int) -> str:
    if space >= A.S_COPY:
        return state.kit.space_names[space]
    words = action_words(state, seat, space if space < 4 else space - 1)
    return f"{words}, second space" if space == A.S_BUILD_SECOND else words


def ship_words(state: Nusfjord, seat: int, way: int, twist: int) -> str:
    p, kit = state.players[seat], state.kit
    ship = min(way, A.SCHOONER)
    price = goods(ship_wood(state, p, way, twist), kit.ship_fish[way], ship_gold(state, way, twist))
    covered = min(kit.track, p.track + kit.ship_size[ship])
    haul = f"haul {state.haul(p)} → {kit.haul[covered] + p.haul_bonus}"
    return f"A {kit.ship_names[ship]} for {price} ({haul}, {points(kit.ship_points[ship])})"


def serve_words(state: Nusfjord, seat: int, plates: int, twist: int) -> str:
    p, kit = state.players[seat], state.kit
    last = min(kit.n_plates, state.plates + plates)
    fish = sum(plate_price(state, p, plate, twist) for plate in range(state.plates, last))
    taken = goods(plates * (twist & 15), 0, plates * kit.serve_gold)
    return f"{many(plates, 'plate')} for {fish} fish; you take {taken}"
