"""A view in words."""

from skerry.core.answers import Item, Section, Thing
from skerry.core.words import plural
from skerry.games._blank.catalogue import Catalogue, PoolFace
from skerry.games._blank.text.words import shells
from skerry.games._blank.view import PlayerView, View


def outline(view: View, catalogue: Catalogue) -> list[Section]:
    table = [
        Item("Round", f"{view.round} of {catalogue.rounds}"),
        Item("Tide", f"{view.tide}: {shells(catalogue.tides[view.tide])} for a gatherer"),
        Item("First player", f"{{{view.first}}}"),
        Item("Supply", shells(view.supply), piece="supply"),
        Item("Deck", plural(view.deck, "card"), piece="deck"),
        Item("Pools", things=tuple(pool_thing(pool, face) for pool, face in catalogue.pools.items())),
    ]
    if view.gull is not None:
        table.append(Item("Gull", f"at the {view.gull} pool", piece="gull"))
    players = [player_section(catalogue, seat, p) for seat, p in enumerate(view.players)]
    return [Section("Table", table, key="table"), *players]


def player_section(catalogue: Catalogue, seat: int, p: PlayerView) -> Section:
    hand = Item("Hand", plural(p.hand_size, "card")) if p.hand is None else cards_item("Hand", catalogue, p.hand)
    pool = p.pool or ("chosen, face down" if p.has_chosen else "not chosen")
    items = [Item("Shells", str(p.shells)), hand, cards_item("In front", catalogue, p.played), Item("Pool", pool)]
    return Section(f"{{{seat}}}", items, seat)


def pool_thing(pool: str, face: PoolFace) -> Thing:
    return Thing(f"{pool} pool", (f"{shells(face.alone)} alone", f"{shells(face.shared)} shared"), f"pool:{pool}")


def cards_item(label: str, catalogue: Catalogue, cards: list[str]) -> Item:
    faces = [(card, catalogue.cards[card]) for card in cards]
    things = [Thing(face.name, (face.words, plural(face.points, "point")), f"card:{card}") for card, face in faces]
    return Item(label, "" if things else "nothing", things=tuple(things))
