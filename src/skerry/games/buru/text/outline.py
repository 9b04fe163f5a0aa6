"""A view in words: the island, the spirits, then each player."""

from skerry.core.answers import Item, Section, Thing
from skerry.core.words import plural
from skerry.games.buru.catalogue import Catalogue
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.text.words import goods_text, short_goods
from skerry.games.buru.view import (
    ForestView,
    IslanderView,
    PlayerView,
    RegionView,
    SpaceView,
    SpiritView,
    StackView,
    View,
)


def outline(view: View, catalogue: Catalogue) -> list[Section]:
    return [
        table_section(view, catalogue),
        *(region_section(view, catalogue, region) for region in view.regions),
        Section("Tributes", [spirit_item(view, catalogue, spirit) for spirit in view.spirits], key="tributes"),
        *(player_section(view, catalogue, number) for number in range(len(view.players))),
    ]


def player_title(view: View, number: int) -> str:
    return view.players[number].lawan or f"{{{number}}}"


def table_section(view: View, catalogue: Catalogue) -> Section:
    items = [Item("Emissary", player_title(view, view.emissary), piece="marker")]
    if catalogue.level is not None:
        items.append(Item("Lawan", catalogue.level, catalogue.levels[catalogue.level].words))
    return Section(f"Round {view.round} of {catalogue.rounds}: {view.phase.title()}", items, key="table")


# ---- regions


def region_section(view: View, catalogue: Catalogue, region: RegionView) -> Section:
    face = catalogue.regions[region.id]
    stacks = tuple(stack_thing(view, catalogue, region, stack) for stack in region.stacks if stack.explorers)
    items = [Item("Explorers", "" if stacks else "none", things=stacks)]
    if region.triumphant is not None:
        items.append(Item("Order", ", ".join(player_title(view, number) for number in region.order)))
    if face.totem is not None:
        name, holder = catalogue.tributes[face.totem].name, holder_words(view, face.totem)
        items.append(Item("Totem", name, holder, piece=f"totem:{face.totem}"))
    items += decree_items(view, catalogue, region)
    if region.id == "forest":
        cards = tuple(forest_thing(view, catalogue, place) for place in view.forest)
        items.append(Item("Cards", "" if cards else "none", things=cards))
    if region.id == "shore":
        row = tuple(islander_thing(catalogue, islander, price=True) for islander in view.row)
        items.append(Item("Row", "" if row else "empty", things=row))
    if region.spaces:
        items.append(Item("Spaces", things=tuple(space_thing(view, catalogue, space) for space in region.spaces)))
    mark = " ◂" if region.id == view.region else ""
    return Section(f"{face.name}{mark}", items, key=region.id)


def holder_words(view: View, spirit: str) -> str:
    holder = next(other.holder for other in view.spirits if other.id == spirit)
    return "" if holder is None else f"held by {player_title(view, holder)}"


def decree_items(view: View, catalogue: Catalogue, region: RegionView) -> list[Item]:
    lying = [decree_item(catalogue, decree, "for the Triumphant") for decree in region.decrees]
    if region.triumphant is None:
        return lying
    taken = f"collected by {player_title(view, region.triumphant)}"
    return lying + [decree_item(catalogue, decree, taken) for decree in region.won]


def decree_item(catalogue: Catalogue, decree: str, note: str) -> Item:
    return Item("Decree", catalogue.decrees[decree].gist, note, piece=f"decree:{decree}")


def stack_thing(view: View, catalogue: Catalogue, region: RegionView, stack: StackView) -> Thing:
    name, piece = player_title(view, stack.player), f"stack:{region.id}.{stack.player}"
    traits = []
    if stack.shown is None:
        known = stack.low == stack.high
        traits = [f"{stack.explorers} face down", f"must be {stack.low}" if known else f"{stack.low} to {stack.high}"]
    else:
        shown = " + ".join(str(catalogue.explorers[id_].power) for id_ in stack.shown)
        traits = [f"{shown} = {stack.total}" if len(stack.shown) > 1 else shown]
    traits += ["Triumphant"] if region.triumphant == stack.player else []
    return Thing(name, tuple(traits), piece)


def forest_thing(view: View, catalogue: Catalogue, place: ForestView) -> Thing:
    taken = () if place.player is None else (f"taken by {player_title(view, place.player)}",)
    return Thing(short_goods(catalogue.forest[place.card].gain), taken, f"card:{place.card}")


def space_thing(view: View, catalogue: Catalogue, space: SpaceView) -> Thing:
    taken = () if space.player is None else (player_title(view, space.player),)
    return Thing(catalogue.spaces[space.id].gist, taken, f"space:{space.id}")


def islander_thing(catalogue: Catalogue, id_: str, price: bool = False, tasked: bool = False) -> Thing:
    face = catalogue.islanders[id_]
    traits = [catalogue.roles[face.role].name]
    traits += [f"{face.price} fish"] if price else []
    traits += ["tasked"] if tasked else []
    return Thing(face.name, (*traits, face.words), f"islander:{id_}")


def spirit_item(view: View, catalogue: Catalogue, spirit: SpiritView) -> Item:
    face = catalogue.tributes[spirit.id]
    words = f"{goods_text(face.cost)} for {face.esteem} Esteem"
    if spirit.offer is not None and spirit.offer.saves:
        words += f", {plural(spirit.offer.saves, 'token')} less for you"
    notes = [f"Decree: {catalogue.decrees[decree].gist}" for decree in spirit.decrees]
    return Item(face.name, words, "; ".join(notes), piece=f"spirit:{spirit.id}")


# ---- players


def player_section(view: View, catalogue: Catalogue, number: int) -> Section:
    p = view.players[number]
    items = [
        Item("Goods", goods_text({good: n for good in GOODS[:-1] if (n := getattr(p, good))}) or "none"),
        Item("Esteem", str(p.esteem)),
    ]
    if any(p.tributes.values()):
        cards = [f"{n} {catalogue.tributes[spirit].name}" for spirit, n in p.tributes.items() if n]
        items.append(Item("Tribute cards", ", ".join(cards)))
    if p.totems:
        items.append(Item("Totems", ", ".join(catalogue.tributes[totem].name for totem in p.totems)))
    if p.decrees:
        items.append(Item("Decrees", str(len(p.decrees))))
    items += [*explorer_items(catalogue, p), *elder_items(catalogue, p)]
    if p.islanders:
        items.append(Item("Islanders", things=tuple(own_islander(catalogue, islander) for islander in p.islanders)))
    if p.plot is not None:
        items.append(Item("Plot", catalogue.plots[p.plot].words))
    emissary = " (Emissary)" if view.emissary == number else ""
    if p.lawan is not None:
        return Section(f"{p.lawan}{emissary}, {plural(p.score, 'point')}", items, key=f"lawan{number}")
    return Section(f"{{{number}}}{emissary}", items, number)


def own_islander(catalogue: Catalogue, islander: IslanderView) -> Thing:
    return islander_thing(catalogue, islander.id, tasked=islander.tasked)


def explorer_items(catalogue: Catalogue, p: PlayerView) -> list[Item]:
    powers = {id_: str(face.power) for id_, face in catalogue.explorers.items()}
    if p.kept is not None:
        return [Item("Kept", f"Power {powers[p.kept]}")]
    if p.mat is not None:
        return [Item("On your mat", "Power " + ", ".join(powers[id_] for id_ in p.mat))] if p.mat else []
    return []


def elder_items(catalogue: Catalogue, p: PlayerView) -> list[Item]:
    if p.elders is None:
        return [Item("Elders", str(p.elder_count))] if p.elder_count else []
    things = []
    for elder in p.elders:
        face = catalogue.elders[elder.id]
        new = ("new",) if elder.new else ()
        things.append(Thing(face.name, (face.words, f"now {elder.worth}", *new), f"elder:{elder.id}"))
    return [Item("Elders", things=tuple(things))] if things else []
