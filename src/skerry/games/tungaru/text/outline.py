"""A view in words, for the terminal and for tables without a drawing."""

from skerry.core.answers import Item, Section, Thing
from skerry.core.words import join_words, plural
from skerry.games.tungaru.catalogue import IslandFace, LeaderFace, NomadFace
from skerry.games.tungaru.kit.rows import GOODS
from skerry.games.tungaru.text.words import GOOD_NAMES, dict_words, faces_words
from skerry.games.tungaru.view import Catalogue, View
from skerry.games.tungaru.view.table import IslandView, LeaderView, PlayerView


def outline(view: View, catalogue: Catalogue) -> list[Section]:
    islands = [island_section(view, catalogue, island) for island in view.islands]
    players = [player_section(catalogue, seat, p) for seat, p in enumerate(view.players)]
    return [table_section(view, catalogue), *islands, *players]


def table_section(view: View, catalogue: Catalogue) -> Section:
    title = f"Round {view.round}: {catalogue.phases[view.phase]}" if view.round else "Setup"
    items = [Item("Starting player", f"{{{view.first}}}")] if view.round else []
    if view.roll:
        items.append(Item("Dice of this round", " ".join(map(str, view.roll))))
    for space, nomad in view.migration.items():
        face = catalogue.migration[space]
        fed = join_words([catalogue.islands[island].name for island in face.islands])
        things = () if nomad is None else (nomad_thing(catalogue, nomad),)
        items.append(Item(f"{face.name} space", "" if things else "empty", f"feeds {fed}", things))
    pile = view.refills - sum(nomad is not None for nomad in view.migration.values())
    items.append(Item("Still to migrate", f"{view.refills} of {catalogue.refills}", f"{pile} in the pile"))
    if view.islet:
        items.append(Item("Islet", join_words([f"{{{seat}}}" for seat in view.islet])))
    if view.standstill or (view.quiet_rounds and catalogue.stall_rounds):
        ends = f"the game ends after {catalogue.stall_rounds}" if catalogue.stall_rounds else "you may agree to end"
        items.append(Item("Rounds without a recruit", str(view.quiet_rounds), ends))
    if view.last_round:
        items.append(Item("End", "this is the last round"))
    return Section(title, items, key="table")


def nomad_thing(catalogue: Catalogue, nomad: str, *more: str, cost: bool = True) -> Thing:
    face: NomadFace = catalogue.nomads[nomad]
    price = (f"costs {dict_words(face.cost)}",) if cost else ()
    return Thing(face.name, (*price, face.benefit.gist, face.scores.gist, *more), f"nomad:{nomad}")


def names(seats: list[int]) -> str:
    return join_words([f"{{{seat}}}" for seat in seats])


def island_section(view: View, catalogue: Catalogue, island: IslandView) -> Section:
    """Every kind of space, also the empty ones."""
    face: IslandFace = catalogue.islands[island.id]
    offer = catalogue.offers[island.offer]
    pays = GOOD_NAMES[GOODS.index(offer.pays)]
    items = [
        Item("Harvest", f"1 {GOOD_NAMES[GOODS.index(offer.harvest)]} with {faces_words(offer.dice)}"),
        Item("Trade", f"1 {pays} for {dict_words(offer.gives)}"),
        Item(
            "Market",
            join_words([GOOD_NAMES[GOODS.index(good)] for good in island.market]) or "empty",
            used(island.market, face, "market"),
        ),
        nomad_item(catalogue, island),
    ]
    boats = [
        seat
        for ground, seats in view.grounds.items()
        if island.id in catalogue.grounds[ground].islands
        for seat in seats
    ]
    if boats:
        items.append(Item("Boats", names(boats)))
    settlers = [f"{{{settler.seat}}}{' (exhausted)' if settler.exhausted else ''}" for settler in island.settlers]
    items.append(Item("Settlers", join_words(settlers) or "none", used(settlers, face, "settler")))
    items.append(Item("Monuments", names(island.monuments) or "none", used(island.monuments, face, "monument")))
    dice = [f"{{{die.seat}}}'s {die.face}" for die in island.dice]
    items.append(Item("Dice", join_words(dice) or "none", used(dice, face, "dice")))
    if face.walkways:
        items.append(Item("Walkways", "to " + join_words([catalogue.islands[other].name for other in face.walkways])))
    return Section(face.name, items, key=f"island:{island.id}")


def used(things: list[str] | list[int], face: IslandFace, kind: str) -> str:
    """`1 of 3`"""
    return f"{len(things)} of {getattr(face, f'{kind}_spaces')}"


def nomad_item(catalogue: Catalogue, island: IslandView) -> Item:
    if island.nomad is None:
        return Item("Nomad", "none")
    reserved = () if island.reserved_by is None else (f"reserved by {{{island.reserved_by}}}",)
    return Item("Nomad", things=(nomad_thing(catalogue, island.nomad, *reserved),))


def player_section(catalogue: Catalogue, seat: int, p: PlayerView) -> Section:
    fish = p.leader is not None and p.leader.fish
    stored = sum(p.goods.values()) - fish
    items = [
        Item("Points", str(p.score), f"{p.points} of them on the score track"),
        Item("Goods", dict_words(p.goods), f"{stored} of {p.capacity} spaces" + (", 1 Fish on the Fisher" * fish)),
        Item("Dice", dice_line(p)),
        Item("Boat", "not placed" if p.ground is None else f"at {catalogue.grounds[p.ground].name}"),
        leader_item(catalogue, p),
        hand_item(catalogue, p),
        nomads_item(catalogue, p),
    ]
    if p.travellers:
        travellers = [nomad_thing(catalogue, nomad, cost=False) for nomad in p.travellers if nomad is not None]
        value = "" if travellers else f"{plural(len(p.travellers), 'Nomad')}, face down"
        items.append(Item("Traveller pile", value, things=tuple(travellers)))
    if p.reserved:
        items.append(Item("Reservation", f"on {catalogue.islands[p.reserved].name}"))
    items.append(Item("Settlers left", str(p.settlers_left)))
    items.append(Item("Monuments left", monument_words(catalogue, p)))
    return Section(f"{{{seat}}}{' (passed)' if p.passed else ''}", items, seat, f"player:{seat}")


def hand_item(catalogue: Catalogue, p: PlayerView) -> Item:
    cards = tuple(card_thing(catalogue, card) for card in p.hand if card is not None)
    return Item("Hand", "" if cards else plural(len(p.hand), "card"), things=cards)


def dice_line(p: PlayerView) -> str:
    unused = [str(die.face) for die in p.dice if not die.at]
    shift = f" (±{p.shift})" if p.shift else ""
    return (" ".join(unused) or "none left") + shift


def nomads_item(catalogue: Catalogue, p: PlayerView) -> Item:
    things = [
        nomad_thing(catalogue, slot.nomad, *([f"used with a {slot.die}"] if slot.die else []), cost=False)
        for slot in p.nomads
        if slot.nomad is not None
    ]
    spaces = sum(not slot.closed for slot in p.nomads)
    return Item("Nomads", "" if things else "none", f"{len(things)} of {spaces} spaces", tuple(things))


def leader_item(catalogue: Catalogue, p: PlayerView) -> Item:
    if p.leader is None:
        return Item("Leader", "chosen, face down" if p.has_chosen else "not chosen")
    face: LeaderFace = catalogue.leaders[p.leader.id]
    return Item("Leader", things=(Thing(face.name, leader_traits(face, p.leader), f"leader:{p.leader.id}"),))


def leader_traits(face: LeaderFace, leader: LeaderView) -> tuple[str, ...]:
    gone = "benefit used" if leader.benefit_used else "benefit not used"
    spaces = [
        f"{dict_words(space.gives)} with {faces_words(space.dice)}{f' (used with a {die})' if die else ''}"
        for space, die in zip(face.spaces, leader.dice, strict=True)
        if not space.closed
    ]
    return (f"benefit: {face.benefit_words}" if leader.benefit_ready else gone, *spaces)


def card_thing(catalogue: Catalogue, card: str) -> Thing:
    face = catalogue.leaders[card]
    spaces = [f"{dict_words(space.gives)} with {faces_words(space.dice)}" for space in face.spaces if not space.closed]
    return Thing(face.name, (face.ability_words, f"benefit: {face.benefit_words}", *spaces), f"leader:{card}")


def monument_words(catalogue: Catalogue, p: PlayerView) -> str:
    parts = []
    if p.nomad_monuments:
        parts.append(f"{p.nomad_monuments} on Nomad spaces")
    if p.storage_monument:
        parts.append("1 on the sixth storage space")
    left = len(catalogue.track) - p.track
    if left:
        parts.append(f"{left} on the Culture track (next: {dict_words(catalogue.track[p.track])})")
    if p.loose_monument:
        parts.append("1 kept from the reservation")
    return join_words(parts) or "none"
