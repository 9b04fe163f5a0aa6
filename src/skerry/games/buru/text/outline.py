"""A view in words: the common board, then each player."""

from skerry.core.game import Item, Section
from skerry.games.buru.view import (
    IslanderView,
    PlayerView,
    RegionView,
    SpiritView,
    StackView,
    View,
)


def outline(view: View) -> list[Section]:
    regions = [region_section(view, region) for region in view.regions]
    return [
        table_section(view),
        *(region for region in regions if region.items),
        Section("Tributes", [spirit_item(view, spirit) for spirit in view.spirits]),
        *(player_section(view, number) for number in range(len(view.players))),
    ]


def who(view: View, number: int) -> str:
    return view.players[number].lawan or f"{{{number}}}"


def table_section(view: View) -> Section:
    items = [
        Item("Emissary", who(view, view.emissary)),
        Item(
            "Decks",
            f"{view.islander_deck} Islanders, {view.elder_deck} Elders, {view.forest_deck} Forest cards",
        ),
    ]
    if view.level is not None:
        items.append(Item("Lawan", view.level))
    return Section(f"Round {view.round} of {view.rounds}: {view.phase}", items)


def region_section(view: View, region: RegionView) -> Section:
    items = []
    if region.stacks:
        items.append(
            Item(
                "Explorers",
                "; ".join(stack_words(view, stack) for stack in region.stacks),
            )
        )
    if region.totem is not None:
        holder = next(spirit.totem_holder for spirit in view.spirits if spirit.id == region.totem)
        with_ = "" if holder is None else f", with {who(view, holder)}"
        items.append(Item("Totem", f"{region.totem.title()}{with_}"))
    items += [Item("Decree", decree.words.split(": ", 1)[1], "Triumphant") for decree in region.decrees]
    if region.id == "forest":
        items.append(Item("Cards", " | ".join(card.words for card in view.forest) or "none"))
    if region.id == "shore":
        items += [islander_item(islander, f"{islander.price} fish; ") for islander in view.row]
    taken = [f"{space.id} {who(view, space.player)}" for space in region.spaces if space.player is not None]
    if region.id == view.region and view.order:
        items.append(Item("Order", ", ".join(who(view, number) for number in view.order)))
    if taken:
        items.append(Item("Taken", ", ".join(taken)))
    mark = " ◂" if region.id == view.region else ""
    return Section(f"{region.name}{mark}", items)


def stack_words(view: View, stack: StackView) -> str:
    name = who(view, stack.player)
    if stack.powers is None:
        return f"{name} {'■' * stack.explorers}"
    powers = "+".join(map(str, stack.powers))
    return f"{name} {powers}" + (f" = {stack.total}" if len(stack.powers) > 1 else "")


def islander_item(islander: IslanderView, price: str = "") -> Item:
    tasked = " (tasked)" if islander.tasked else ""
    return Item(islander.role.title(), f"{islander.name}{tasked}", f"{price}{islander.words}")


def spirit_item(view: View, spirit: SpiritView) -> Item:
    holder = "" if spirit.totem_holder is None else f", totem {who(view, spirit.totem_holder)}"
    notes = [decree.words.split(": ", 1)[1] for decree in spirit.decrees]
    return Item(
        spirit.name,
        f"{spirit.cost}{holder}",
        f"Decree: {' + '.join(notes)}" if notes else "",
    )


def player_section(view: View, number: int) -> Section:
    p = view.players[number]
    items = [
        Item("Goods", f"{p.fish} fish, {p.palm} palm, {p.clay} clay, {p.ebony} ebony"),
        Item("Esteem", str(p.esteem)),
    ]
    if any(p.tributes):
        cards = [f"{n} {spirit.name}" for n, spirit in zip(p.tributes, view.spirits, strict=True) if n]
        items.append(Item("Tributes", ", ".join(cards)))
    if p.totems:
        items.append(Item("Totems", ", ".join(totem.title() for totem in p.totems)))
    if p.decrees:
        items.append(Item("Decrees", str(len(p.decrees))))
    items += [*explorer_items(p), *elder_items(p), *islander_items(p)]
    if p.plot is not None:
        items.append(Item("Plot", p.plot.id, p.plot.words))
    emissary = " (Emissary)" if p.emissary else ""
    if p.lawan is not None:
        return Section(f"{p.lawan}{emissary}  {p.score} points", items)
    return Section(f"{{{number}}}{emissary}", items, number)


def explorer_items(p: PlayerView) -> list[Item]:
    if p.kept is not None:
        return [Item("Kept", f"Power {p.kept}")]
    if p.mat is not None:
        return [Item("On your mat", "Power " + ", ".join(map(str, p.mat)))] if p.mat else []
    return [Item("On the mat", "■" * p.mat_count)] if p.mat_count else []


def elder_items(p: PlayerView) -> list[Item]:
    if p.elders is not None:
        return [Item("Elder", elder.name, f"{elder.words}; now {elder.worth}") for elder in p.elders]
    return [Item("Elders", str(p.elder_count))] if p.elder_count else []


def islander_items(p: PlayerView) -> list[Item]:
    """One's own with what they do; of others the names."""
    if p.mat is not None:
        return [islander_item(islander) for islander in p.islanders]
    names = [f"{islander.name}{' (tasked)' if islander.tasked else ''}" for islander in p.islanders]
    return [Item("Islanders", ", ".join(names))] if names else []
