"""A view in words."""

from skerry.core.game import Item, Section
from skerry.games._blank.text.words import count, shells
from skerry.games._blank.view import PlayerView, View


def outline(view: View) -> list[Section]:
    table = [
        Item("Round", f"{view.round} of {view.rounds}"),
        Item("Tide", view.tide),
        Item("First player", f"{{{view.first}}}"),
        Item("Supply", shells(view.supply)),
        Item("Deck", count(view.deck, "card")),
    ]
    if view.gull is not None:
        table.append(Item("Gull", f"at the {view.gull} pool"))
    return [Section("Table", table), *(player_section(seat, p) for seat, p in enumerate(view.players))]


def player_section(seat: int, p: PlayerView) -> Section:
    hand = count(p.hand_size, "card") if p.hand is None else ", ".join(p.hand) or "empty"
    pool = p.pool or ("chosen, face down" if p.has_chosen else "not chosen")
    items = [
        Item("Shells", str(p.shells)),
        Item("Hand", hand),
        Item("In front", ", ".join(p.played) or "nothing"),
        Item("Pool", pool),
    ]
    return Section(f"{{{seat}}}", items, seat)
