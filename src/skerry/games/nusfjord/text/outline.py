"""A view in words, and the score sheet."""

from skerry.core.game import Item, Section
from skerry.games.nusfjord.text.words import goods, listed, many
from skerry.games.nusfjord.view import CardView, PlayerView, SpaceView, StackView, View


def outline(view: View) -> list[Section]:
    return [
        table_section(view),
        board_section(view),
        building_section(view),
        elder_section(view),
        *(player_section(view, seat, p) for seat, p in enumerate(view.players)),
    ]


def table_section(view: View) -> Section:
    items = [Item("Round", f"{view.round} of {view.rounds}")]
    if view.colour:
        items.append(Item("Workers", view.colour))
    else:
        items.append(Item("First Player", f"{{{view.first}}}"))
    full = sum(plate.filled for plate in view.plates)
    prices = ", ".join(str(plate.price) for plate in view.plates[full:])
    items.append(Item("Plates", f"{full} full, next cost {prices}" if prices else f"all {full} full"))
    ships = [
        f"{ship.stock} {ship.name} ({price(ship.wood, ship.fish, ship.gold)}"
        + (f" or {ship.gold_instead} gold" if ship.gold_instead else "")
        + f"; {ship.points} VP)"
        for ship in view.ships
    ]
    items.append(Item("Ships", ", ".join(ships)))
    items.append(Item("Shares on the board", shares_words(view, view.market) or "none"))
    return Section("Table", items)


def shares_words(view: View, shares: list[int]) -> str:
    if view.solo:
        return str(shares[0]) if shares[0] else ""
    return ", ".join(f"{count} of {{{colour}}}" for colour, count in enumerate(shares) if count)


def board_section(view: View) -> Section:
    """Where a Worker can still go, and what is blocked by whom."""
    free = [space for space in view.spaces if len(space.workers) < space.room]
    blocked = [space for space in view.spaces if len(space.workers) == space.room]
    items = [Item("Open", ", ".join(map(space_words, free)) or "none")]
    if blocked:
        items.append(Item("Blocked", ", ".join(map(space_words, blocked))))
    return Section("Action board", items)


def space_words(space: SpaceView) -> str:
    """`Deforest (1 of 2: Anna)`"""
    who = ", ".join(worker.colour or f"{{{worker.seat}}}" for worker in space.workers)
    if len(space.workers) == space.room:
        return f"{space.name} ({who})"
    left = f"{space.room - len(space.workers)} left"
    return f"{space.name} ({left}: {who})" if who else f"{space.name} ({left})" if space.room > 1 else space.name


def building_section(view: View) -> Section:
    items = []
    displays = (("A", view.display_a), ("B", view.display_b), ("C", view.display_c))
    for letter, cards in displays:
        if cards:
            items.append(Item(letter, "; ".join(card_words(card) for card in cards)))
    piles = [f"{count} {letter}" for (letter, _), count in zip(displays, view.piles, strict=True) if count]
    items.append(Item("To come", listed(piles) or "nothing"))
    if view.placing:
        items.append(Item("Paid for", view.placing.name))
    ours = made_up([card.source for _, cards in displays for card in cards])
    return Section(f"Buildings ({view.deck} deck{ours})", items)


def made_up(sources: list[str]) -> str:
    """Says so where the printed values are not known."""
    return ", reconstructed" if "reconstructed" in sources else ""


def elder_section(view: View) -> Section:
    ours = made_up([stack.top.source for stack in view.elders if stack.top])
    items = [stack_item(stack) for stack in view.elders if stack.top or stack.face_down]
    return Section(f"Elders ({ours[2:]})" if ours else "Elders", items)


def card_words(card: CardView) -> str:
    return f"{card.name} ({price(card.wood, card.fish, card.gold)})"


def price(wood: int, fish: int, gold: int) -> str:
    """`2 wood, 1 gold`"""
    return goods(wood, fish, gold).replace(" and ", ", ")


def stack_item(stack: StackView) -> Item:
    below = [f"under him {stack.below.name}"] if stack.below else []
    below += ["one face down"] if stack.face_down else []
    if stack.top is None:
        return Item("Face down", "to be turned up")
    return Item(stack.top.name, stack.top.words, ", ".join(below))


def player_section(view: View, seat: int, p: PlayerView) -> Section:
    reserve = goods(p.reserve_wood, p.reserve_fish)
    items = [
        Item("Supply", f"{p.wood}/{p.wood_limit} wood, {p.fish} fish, {p.gold} gold"),
        Item("Reserve", reserve if reserve != "nothing" else "empty"),
        Item("Haul", f"{p.haul} fish", f"{p.covered} of {len(view.track) - 1} track spaces covered"),
        Item("Ships", fleet_words(view, p) or "none"),
        Item("Shares", f"{shares_words(view, p.shares) or 'none'}; {p.unissued} unissued"),
        Item("Elders", elders_words(p) or "none"),
        Item("Harbor", f"{many(p.n_forests, 'Forest')}, {p.free_spaces} free", harbor_words(p)),
        Item("Buildings", buildings_words(p) or "none"),
    ]
    if p.hand_size:
        cards = "; ".join(card_words(card) for card in p.hand) if p.hand is not None else many(p.hand_size, "card")
        items.append(Item("Hand", cards))
    if p.fish_on_shares:
        items.append(Item("Fish on Shares", str(p.fish_on_shares)))
    items.append(Item("Workers left", str(p.workers_left)))
    return Section(f"{{{seat}}}", items, seat)


def fleet_words(view: View, p: PlayerView) -> str:
    named = [many(count, ship.name) for ship, count in zip(view.ships, p.ships, strict=True) if count]
    return ", ".join(named)


def elders_words(p: PlayerView) -> str:
    return "; ".join(f"{elder.name} ({elder.fish} fish{', Worker' if elder.worker else ''})" for elder in p.elders)


def buildings_words(p: PlayerView) -> str:
    cells = [cell for cell in p.harbor if cell.card]
    return "; ".join(f"{cell.card.name}{' (used)' if cell.turned else ''}" for cell in cells if cell.card)


def harbor_words(p: PlayerView) -> str:
    """`row 1: Reserve, free, 2 Forests`"""
    stacks = {forest.id: forest.forests for forest in p.forests}
    rows = []
    for row in range(3):
        parts, cell = [], 4 * row
        while cell < 4 * row + 4:
            here = p.harbor[cell]
            if here.id in stacks and here.kind == "forest":
                parts.append(many(stacks[here.id], "Forest"))
                cell += 2
                continue
            parts.append(here.card.name if here.card else {"reserve": "Reserve", "none": "–"}.get(here.kind, here.kind))
            cell += 1
        rows.append(f"row {row + 1}: {', '.join(parts)}")
    return "; ".join(rows)
