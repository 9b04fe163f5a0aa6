"""A view in words, for the terminal and for tables without a drawing."""

from skerry.core.game import Item, Section
from skerry.games.tungaru.kit_rows import GOODS, LEADER_BENEFITS
from skerry.games.tungaru.text.words import BENEFIT_WORDS, NAMES, dict_words
from skerry.games.tungaru.view import IslandView, LeaderView, NomadView, PlayerView, View


def outline(view: View) -> list[Section]:
    islands = [island_section(view, island) for island in view.islands]
    players = [player_section(view, seat, p) for seat, p in enumerate(view.players)]
    return [table_section(view), *islands, *players]


def table_section(view: View) -> Section:
    title = f"Round {view.round}: {view.phase}" if view.round else "Setup"
    items = [Item("Starting player", f"{{{view.first}}}")] if view.round else []
    if view.roll:
        items.append(Item("Dice of this round", " ".join(map(str, view.roll))))
    for space in view.migration:
        items.append(Item(space.id, nomad_words(space.nomad) if space.nomad else "empty"))
    items.append(Item("Migration pile", f"{len(view.pile)} Nomads"))
    if view.islet:
        items.append(Item("Islet", ", ".join(f"{{{seat}}}" for seat in view.islet)))
    if view.quiet_rounds and view.stall_rounds:
        items.append(Item("Rounds without a recruit", f"{view.quiet_rounds} of {view.stall_rounds}"))
    if view.last_round:
        items.append(Item("End", "this is the last round"))
    return Section(title, items)


def nomad_words(nomad: NomadView) -> str:
    return f"{nomad.id} [{nomad.cost} | {nomad.benefit} | {nomad.scores}]"


def own_nomad_words(nomad: NomadView) -> str:
    used = ", used" if nomad.has_die else ""
    return f"{nomad.id} [{nomad.benefit}{used} | {nomad.scores}]"


def island_section(view: View, island: IslandView) -> Section:
    """What is empty is left out."""
    gives = dict_words(island.trade_gives)
    harvest = "/".join(map(str, island.harvest_dice))
    items = [
        Item("Harvest", f"{harvest} → {NAMES[GOODS.index(island.harvest)]}"),
        Item("Trade", f"{NAMES[GOODS.index(island.trade_pays)]} → {gives}"),
    ]
    if island.market:
        goods = ", ".join(NAMES[GOODS.index(good)] for good in island.market)
        items.append(Item("Market", f"{goods} ({len(island.market)} of {island.market_spaces})"))
    reserved = "" if island.reserved_by is None else f", reserved by {{{island.reserved_by}}}"
    items.append(Item("Nomad", nomad_words(island.nomad) + reserved if island.nomad else "none"))
    boats = [f"{{{seat}}}" for ground in view.grounds if island.id in ground.islands for seat in ground.boats]
    if boats:
        items.append(Item("Boats", ", ".join(boats)))
    if island.settlers:
        names = [f"{{{settler.seat}}}{' (flat)' if settler.exhausted else ''}" for settler in island.settlers]
        items.append(Item("Settlers", f"{', '.join(names)} ({len(names)} of {island.settler_spaces})"))
    if island.monuments:
        names = [f"{{{seat}}}" for seat in island.monuments]
        items.append(Item("Monuments", f"{', '.join(names)} ({len(names)} of {island.monument_spaces})"))
    if island.dice:
        items.append(Item("Dice", f"{len(island.dice)} of {island.dice_spaces}"))
    tile = f"tile {island.tile}; " if island.tile else ""
    ways = f"walkways {', '.join(island.walkways)}; " if island.walkways else ""
    return Section(f"{island.id} {island.name} ({tile}{ways}refilled from {', '.join(island.migration)})", items)


def player_section(view: View, seat: int, p: PlayerView) -> Section:
    stored = sum(p.goods.values()) - p.fisher_fish
    fish = ", one on the Fisher" if p.fisher_fish else ""
    items = [
        Item("Goods", f"{dict_words(p.goods)} ({stored} of {p.storage} spaces{fish})"),
        Item("Dice", dice_words(p)),
        Item("Boat", ground_words(view, p)),
        Item("Leader", leader_words(p)),
        Item("Hand", ", ".join(p.hand)),
        Item("Nomads", ", ".join(map(own_nomad_words, p.nomads)) or "none", f"{len(p.nomads)} of {p.nomad_spaces}"),
    ]
    if p.travellers:
        items.append(Item("Traveller pile", ", ".join(f"{n.id} [{n.scores}]" for n in p.travellers)))
    if p.reserved:
        items.append(Item("Reserved on", p.reserved))
    items += [
        Item("Settlers left", str(p.settlers_left)),
        Item("Monuments left", monument_words(p)),
        Item("On the score track", str(p.points)),
    ]
    return Section(f"{{{seat}}}{' (passed)' if p.passed else ''}", items, seat)


def dice_words(p: PlayerView) -> str:
    shift = f" ±{p.shift}" if p.shift else ""
    return (" ".join(map(str, p.dice)) or "none") + shift


def ground_words(view: View, p: PlayerView) -> str:
    if p.ground is None:
        return "not placed"
    ground = next(ground for ground in view.grounds if ground.id == p.ground)
    return f"{ground.id} ({', '.join(ground.islands)})"


def leader_words(p: PlayerView) -> str:
    if p.leader is None:
        return "chosen, face down" if p.has_chosen else "not chosen"
    return f"{p.leader.name} [{' | '.join(leader_parts(p.leader))}]"


def leader_parts(leader: LeaderView) -> list[str]:
    spaces = [
        f"{'/'.join(map(str, space.dice))} → {dict_words(space.gives)}{' (used)' if space.used else ''}"
        for space in leader.spaces
        if not space.closed
    ]
    benefit = BENEFIT_WORDS[LEADER_BENEFITS.index(leader.benefit)]
    gone = "benefit used" if leader.benefit_used else "benefit not used"
    return [benefit if leader.benefit_ready else gone, *spaces]


def monument_words(p: PlayerView) -> str:
    parts = []
    if p.nomad_monuments:
        parts.append(f"{p.nomad_monuments} Nomad space{'s' if p.nomad_monuments > 1 else ''}")
    if p.storage_monument:
        parts.append("6th storage")
    if p.track:
        parts.append(f"{len(p.track)} track (next {dict_words(p.track[0])})")
    if p.loose_monument:
        parts.append("1 loose")
    return ", ".join(parts) or "none"
