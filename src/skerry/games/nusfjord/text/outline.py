"""A view in words."""

from skerry.core.answers import Item, Section, Thing
from skerry.games.nusfjord.catalogue import CardFace, Catalogue
from skerry.games.nusfjord.text.words import goods, listed, many, points
from skerry.games.nusfjord.view import PlaceView, PlayerView, StackView, View

CATEGORY_TITLES = {
    "immediately": "Immediately",
    "whenever": "Whenever",
    "anytime": "Anytime",
    "once": "Once",
    "special": "Special Ability",
    "points": "Victory Points",
}


def outline(view: View, catalogue: Catalogue) -> list[Section]:
    return [
        table_section(view, catalogue),
        board_section(view, catalogue),
        building_section(view, catalogue),
        elder_section(view, catalogue),
        *(player_section(view, catalogue, seat, p) for seat, p in enumerate(view.players)),
    ]


def table_section(view: View, catalogue: Catalogue) -> Section:
    items = [Item("Round", f"{view.round} of {len(catalogue.rounds)}")]
    if view.colour:
        stay = [
            f"{colour} until the end of round {until}" for colour, until in view.stays.items() if colour != view.colour
        ]
        items.append(Item("Workers", view.colour, f"still on the boards: {listed(stay)}" if stay else ""))
    else:
        items.append(Item("First Player", f"{{{view.first}}}"))
    full = sum(view.plates)
    prices = ", ".join(str(price) for price in catalogue.plates[full:])
    empty = f"the next ones cost {prices} fish" if prices else ""
    items.append(Item("Banquet Table", f"{full} of {len(view.plates)} plates full", empty))
    ships = []
    for id_, ship in catalogue.ships.items():
        price = price_words(ship.price) + (f" or {ship.gold_instead} gold" if ship.gold_instead else "")
        traits = (price, many(ship.size, "track space"), points(ship.points))
        ships.append(
            Thing(f"{view.stock[id_]} {ship.name}{'' if view.stock[id_] == 1 else 's'}", traits, f"ship:{id_}")
        )
    items.append(Item("Ships", things=tuple(ships)))
    items.append(Item("Shares for sale", shares_words(view, view.market) or "none"))
    return Section("Table", items, key="table")


def price_words(price: dict[str, int]) -> str:
    """`2 wood and 1 gold`; `free`"""
    said = goods(**price)
    return "free" if said == "nothing" else said


def shares_words(view: View, shares: list[int]) -> str:
    if len(view.players) == 1:
        return str(shares[0]) if shares[0] else ""
    return listed([f"{count} of {{{colour}}}'s" for colour, count in enumerate(shares) if count])


COLUMN_TITLES = ("Left column", "Middle column", "Right column")


def board_section(view: View, catalogue: Catalogue) -> Section:
    """Every space, column by column: who stands there, and how many Workers it takes."""
    items = []
    board = [(id_, face) for id_, face in catalogue.spaces.items() if face.action != "copy"]
    for column, label in enumerate(COLUMN_TITLES):
        found = [id_ for id_, face in board if face.column == column]
        items.append(Item(label, things=tuple(space_thing(view, catalogue, id_) for id_ in found)))
    copies = [id_ for id_, face in catalogue.spaces.items() if face.action == "copy"]
    if copies:
        items.append(Item("Imitation tile", things=tuple(space_thing(view, catalogue, id_) for id_ in copies)))
    return Section("Action board", items, key="board")


def space_thing(view: View, catalogue: Catalogue, id_: str) -> Thing:
    """`Deforest: 1 of 2 (Anna)`"""
    face, workers = catalogue.spaces[id_], view.spaces[id_]
    who = ", ".join(worker.colour or f"{{{worker.seat}}}" for worker in workers)
    if len(workers) == face.room:
        state = f"blocked by {who}"
    else:
        state = (
            f"{len(workers)} of {face.room} taken ({who})"
            if workers
            else "open"
            if face.room == 1
            else f"room for {face.room}"
        )
    return Thing(face.name, (state,), f"space:{id_}")


def building_section(view: View, catalogue: Catalogue) -> Section:
    items = []
    for letter, places in view.display.items():
        if places:
            things = tuple(place_thing(place, catalogue) for place in places if place.card or place.gone)
            items.append(Item(f"{letter} Buildings", "" if things else "none", things=things))
    coming = [f"{count} {letter}" for letter, count in view.to_come.items() if count]
    items.append(Item("To come", listed(coming) or "nothing"))
    if view.placing:
        items.append(Item("Paid for", catalogue.cards[view.placing].name))
    ours = made_up([face.source for face in catalogue.cards.values()])
    name = "mixed decks" if catalogue.deck == "mixed" else f"{catalogue.deck_name} deck"
    return Section(f"Buildings ({name}{ours})", items, key="buildings")


def place_thing(place: PlaceView, catalogue: Catalogue) -> Thing:
    if place.card:
        return card_thing(catalogue, place.card)
    assert place.gone
    builder = f"built by {{{place.by}}}" if place.by is not None else "being built"
    return Thing(catalogue.cards[place.gone].name, (builder,), f"card:{place.gone}")


def card_thing(catalogue: Catalogue, id_: str, *before: str) -> Thing:
    face = catalogue.cards[id_]
    traits = (face.letter, CATEGORY_TITLES[face.when], price_words(face.price), point_words(face), face.words)
    return Thing(face.name, (*before, *traits), f"card:{id_}")


def point_words(face: CardFace) -> str:
    return "points at the end" if face.star else points(face.points)


def made_up(sources: list[str]) -> str:
    """Says so where the printed values are not known."""
    return ", reconstructed" if "reconstructed" in sources else ""


def elder_section(view: View, catalogue: Catalogue) -> Section:
    ours = made_up([face.source for face in catalogue.elders.values()])
    items = [stack_item(stack, number, catalogue) for number, stack in enumerate(view.elders)]
    return Section(f"Elders ({ours[2:]})" if ours else "Elders", items, key="elders")


def stack_item(stack: StackView, number: int, catalogue: Catalogue) -> Item:
    things = []
    if stack.top:
        face = catalogue.elders[stack.top]
        things.append(Thing(face.name, (face.words,), f"elder:{stack.top}"))
    if stack.below:
        face = catalogue.elders[stack.below]
        things.append(Thing(f"below: {face.name}", (face.words,), f"elder:{stack.below}"))
    if stack.face_down:
        things.append(Thing("one face down", (), f"stack:{number}"))
    gone = catalogue.elders[stack.gone].name if stack.gone else ""
    note = f"last taken: {gone}" + (f", by {{{stack.by}}}" if stack.by is not None else "") if gone else ""
    return Item(f"Stack {number + 1}", "" if things else "empty", note, tuple(things))


def player_section(view: View, catalogue: Catalogue, seat: int, p: PlayerView) -> Section:
    reserve = goods(p.reserve_wood, p.reserve_fish, p.reserve_gold)
    track = f"{p.covered} of {len(catalogue.track) - 1} track spaces covered"
    items = [
        Item("Supply", f"{p.wood}/{p.wood_limit} wood, {p.fish} fish, {p.gold} gold"),
        Item("Reserve", reserve if reserve != "nothing" else "empty"),
        Item("Haul", f"{p.haul} fish", track),
        Item("Ships", listed([catalogue.ships[ship].name for ship in p.ships]) or "none"),
        Item("Shares", f"{shares_words(view, p.shares) or 'none'}; {p.unissued} unissued"),
        Item("Elders", "" if p.elders else "none", things=tuple(elder_things(p, catalogue))),
        Item("Harbor", harbor_words(p), rows_words(p, catalogue)),
        Item("Buildings", "" if buildings(p) else "none", things=tuple(building_things(p, catalogue))),
    ]
    if p.hand is not None and p.hand_size:
        items.append(Item("Hand", things=tuple(card_thing(catalogue, card) for card in p.hand)))
    elif p.hand_size:
        items.append(Item("Hand", many(p.hand_size, "card")))
    if p.fish_on_shares:
        items.append(Item("Fish on Shares", str(p.fish_on_shares)))
    items.append(Item("Workers left", str(p.workers_left)))
    return Section(f"{{{seat}}}", items, seat)


def elder_things(p: PlayerView, catalogue: Catalogue) -> list[Thing]:
    things = []
    for elder in p.elders:
        face = catalogue.elders[elder.id]
        worker = ("has a Worker",) if elder.worker else ()
        things.append(Thing(face.name, (f"{elder.fish} fish", *worker, face.words), f"elder:{elder.id}"))
    return things


def buildings(p: PlayerView) -> list[str]:
    return [cell.card for cell in p.harbor if cell.card]


def building_things(p: PlayerView, catalogue: Catalogue) -> list[Thing]:
    things = []
    for cell in p.harbor:
        if cell.card:
            face = catalogue.cards[cell.card]
            used = ("used up",) if cell.turned else ()
            things.append(Thing(face.name, (*used, CATEGORY_TITLES[face.when], face.words), f"card:{cell.card}"))
    return things


def harbor_words(p: PlayerView) -> str:
    free = sum(cell.kind == "free" for cell in p.harbor)
    return f"{many(sum(p.forests.values()), 'Forest')}, {many(free, 'free space')}"


def rows_words(p: PlayerView, catalogue: Catalogue) -> str:
    """`row 1: Reserve, free, 2 Forests`"""
    rows = []
    for row in range(len(p.harbor) // catalogue.columns):
        parts, at = [], catalogue.columns * row
        while at < catalogue.columns * (row + 1):
            cell = p.harbor[at]
            at += 2 if cell.kind == "forest" else 1
            parts.append(
                many(p.forests[cell.id], "Forest")
                if cell.kind == "forest"
                else kind_words(cell.kind, cell.card, catalogue)
            )
        rows.append(f"row {row + 1}: {', '.join(parts)}")
    return "; ".join(rows)


def kind_words(kind: str, card: str | None, catalogue: Catalogue) -> str:
    return catalogue.cards[card].name if card else {"reserve": "Reserve", "free": "free", "none": "–"}[kind]
