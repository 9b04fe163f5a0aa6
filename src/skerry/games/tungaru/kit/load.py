"""Loads and checks the components into an immutable Kit."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.actions import Actions
from skerry.core.components import Components, Overlay, load_components
from skerry.core.frozen import ComponentTables, Frozen
from skerry.core.shared import shared
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru.cards import Leader, Nomad, Offer, Side, TungaruKit
from skerry.games.tungaru.kit.board import FAR_AWAY, load_side
from skerry.games.tungaru.kit.nomads import load_nomads
from skerry.games.tungaru.kit.rows import (
    GOODS,
    GROUNDS,
    ISLANDS,
    KINDS,
    LEADER_BENEFITS,
    MIGRATION_SPACES,
    IslandRow,
    LeaderRow,
    OfferRow,
    SpaceRow,
    TileRow,
    TileSetRow,
    TrackRow,
    face_set,
    packed,
)

FOLDER = Path(__file__).parents[1] / "components"
ROLLS = [roll for roll in combinations_with_replacement(range(1, 7), 3) if len(set(roll)) > 1]


def load_kit(given: Overlay | Frozen | None = None) -> TungaruKit:
    box = load_components(FOLDER, KINDS, given, older)
    kit = TungaruKit()
    kit.hash = box.hash
    kit.small = load_side(box, "small", 3, 4)
    kit.large = load_side(box, "large", 5, 5)
    check_sides(box, kit)
    load_offers(box, kit)
    kit.nomads = vec[Nomad](load_nomads(box))
    check_enough_nomads(box, kit)
    kit.shift_nomads = nomads_with(kit, C.SHIFT)
    kit.storage_nomads = nomads_with(kit, C.STORAGE)
    kit.income_nomads = nomads_with(kit, C.INCOME)
    kit.active_nomads = sum(1 << n for n, tile in enumerate(kit.nomads) if tile.is_flip() or tile.is_sale())
    kit.leaders = vec[Leader](load_leaders(box))
    kit.track = vec[i64]([packed(row.gives) for row in box.all("track", TrackRow)])
    load_numbers(box, kit)
    kit.roll_dice = vec[i64]([sum(1 << 4 * (face - 1) for face in roll) for roll in ROLLS])
    kit.roll_weight = vec[i64]([3 if len(set(roll)) == 2 else 6 for roll in ROLLS])
    return kit


def older(tables: ComponentTables) -> ComponentTables:
    """Rows of matches from before a boat could sail within a section of the sea.  §sail.2"""
    tables["numbers"].setdefault("least_borders", {"id": "least_borders", "value": 1, "source": "reconstructed"})
    return tables


def check_sides(box: Components, kit: TungaruKit) -> None:
    """What the text's pictures show of either side."""
    sides = (kit.small, kit.large)
    for borders in (1, 2, 3):
        if not any(borders in distances_of(side) for side in sides):
            box.fail("sections", "all", "borders", f"two grounds must lie {borders} borders apart")
    if not any(mask for side in sides for mask in side.walkways):
        box.fail("islands", "all", "walkways", "at least one walkway must join two islands")


def distances_of(side: Side) -> set[int]:
    pairs = [a * A.MAX_GROUNDS + b for a in range(side.grounds) for b in range(side.grounds)]
    return {int(side.borders[pair]) for pair in pairs} - {FAR_AWAY}


def load_offers(box: Components, kit: TungaruKit) -> None:
    """Printed Harvests and Trades first, those of the Island tiles behind them."""
    islands = {row.id: row for row in box.all("islands", IslandRow)}
    printed = []
    for side in ("small", "large"):
        for name in ISLANDS:
            row = islands.get(f"{side}_{name}")
            printed.append(Offer(name) if row is None else offer_of(row))
    if not any(row.used and row.harvest == "shell" and 2 in row.harvest_dice for row in islands.values()):
        box.fail("islands", "all", "harvest_dice", "some island must give Shell for a 2")
    tiles = box.all("tiles", TileRow)
    kit.first_tile = len(printed)
    kit.offers = vec[Offer]([*printed, *(offer_of(row) for row in tiles)])
    sets = box.all("tile_sets", TileSetRow)
    masks = [sum(1 << n for n, tile in enumerate(tiles) if tile.set == row.id) for row in sets]
    for tile_set, mask in zip(sets, masks, strict=True):
        needed = kit.small.islands if tile_set.side == "small" else max(kit.small.islands, kit.large.islands)
        if mask.bit_count() < needed:
            box.fail("tile_sets", tile_set.id, "", f"has {mask.bit_count()} tiles; its boards need {needed}")
    if not any(mask.bit_count() == 8 for mask in masks):
        box.fail("tiles", "all", "set", "one set must have exactly 8 tiles")
    kit.tile_sets = vec[i64](masks)
    kit.set_is_small = vec[i64]([int(row.side == "small") for row in sets])


def offer_of(row: OfferRow) -> Offer:
    pays = GOODS.index(row.trade_pays)
    offer = Offer(row.id, face_set(row.harvest_dice), GOODS.index(row.harvest), pays, packed(row.trade_gives))
    offer.source = row.source
    return offer


def check_enough_nomads(box: Components, kit: TungaruKit) -> None:
    """Enough for every island and Migration space at the start."""
    for players in range(2, 6):
        side = kit.small if players <= 3 else kit.large
        tiles = sum(not tile.deluxe and tile.players <= players for tile in kit.nomads)
        if tiles < side.islands + A.N_MIGRATION:
            needed = side.islands + A.N_MIGRATION
            box.fail("nomads", "all 40", "players", f"{players} players use {tiles} tiles; they need {needed}")


def nomads_with(kit: TungaruKit, benefit: int) -> int:
    return sum(1 << number for number, tile in enumerate(kit.nomads) if tile.benefit == benefit)


def load_leaders(box: Components) -> list[Leader]:
    rows = box.all("leaders", LeaderRow)
    spaces = [space for row in rows for space in row.spaces]
    if rows[C.CHIEF].benefit != "swap":
        box.fail("leaders", rows[C.CHIEF].id, "benefit", "the Chief's benefit must be swap")
    for row in rows:
        if sum(other.benefit == row.benefit for other in rows) > 1:
            box.fail(
                "leaders",
                row.id,
                "benefit",
                f"two Leaders have {row.benefit!r}; each must have its own",
            )
    if SpaceRow([6], {"coconut": 1}) not in map(opened_space, spaces):
        box.fail("leaders", "all", "spaces", "some space must give 1 Coconut for a 6")
    if SpaceRow([1, 4], {"fish": 2}) not in map(opened_space, spaces):
        box.fail("leaders", "all", "spaces", "some space must give 2 Fish for a 1 or a 4")
    if not any(space.closed_with_two for space in spaces):
        box.fail("leaders", "all", "spaces", "some space must be closed with two players")
    if all(len(row.spaces) < 2 for row in rows):
        box.fail("leaders", "all", "spaces", "some card must have more than one space")
    return [read_leader(row) for row in rows]


def opened_space(space: SpaceRow) -> SpaceRow:
    return SpaceRow(sorted(space.dice), space.gives)


def read_leader(row: LeaderRow) -> Leader:
    card = Leader(row.name, LEADER_BENEFITS.index(row.benefit))
    card.id, card.source = row.id, row.source
    card.dice = vec[i64]([face_set(space.dice) for space in row.spaces])
    card.gives = vec[i64]([packed(space.gives) for space in row.spaces])
    card.open = (1 << len(row.spaces)) - 1
    card.open_with_two = sum(1 << n for n, space in enumerate(row.spaces) if not space.closed_with_two)
    return card


def load_numbers(box: Components, kit: TungaruKit) -> None:
    kit.storage_spaces = box.number("storage_spaces", 2, 20)
    start = [box.number(f"start_{good}", 0, 5) for good in GOODS]
    kit.start_goods = sum(amount << 8 * good for good, amount in enumerate(start))
    starting = sum(start)
    if starting > kit.storage_spaces - 1:
        box.fail(
            "numbers", "storage_spaces", "value", f"the {starting} goods of the start do not fit into the open spaces"
        )
    kit.settlers = box.number("settlers", 1, 6)
    kit.nomad_spaces = box.number("nomad_spaces", 3, 10)
    kit.nomad_storage = box.number("nomad_storage", 0, 10)
    kit.sail_fish = box.number("sail_fish", 0, 5)
    kit.settle_fish = box.number("settle_fish", 0, 5)
    kit.flip_settle_fish = box.number("flip_settle_fish", 0, 5)
    kit.gift_points = box.number("gift_points", 0, 20)
    kit.stall_rounds = box.number("stall_rounds", 1, 20)


BASE = shared(load_kit(), __name__)
NOMADS = [tile.id for tile in BASE.nomads]
TILES = [offer.id for offer in BASE.offers[int(BASE.first_tile) :]]
FACE_IDS = [str(face) for face in range(1, 7)]

# the first number of every verb, and what follows it
BLOCKS: tuple[tuple[int, str, Sequence[str] | None], ...] = (
    (A.BEGIN, "begin", [str(seat) for seat in range(A.MAX_SEATS)]),
    (A.LAY, "lay", TILES),
    (A.DRAW, "draw", NOMADS),
    (A.ROLL, "roll", ["-".join(map(str, roll)) for roll in ROLLS]),
    (A.ROLL_DIE, "roll_die", FACE_IDS),
    (A.BOAT, "boat", GROUNDS),
    (A.RESERVE, "reserve", ISLANDS),
    (A.NOMAD_SPACE, "monument", ["nomad_space", "storage", "track", "track_without_goods", "loose", "none"]),
    (A.LEADER, "leader", ["worker", "beggar", "fisher", "trader", "chief"]),
    (A.GIVE, "give", GOODS),
    (A.GIVE_TO, "give_to", [str(seat) for seat in range(A.MAX_SEATS)]),
    (A.SAIL, "sail", None),
    (A.HARVEST, "harvest", ISLANDS),
    (A.SETTLE, "settle", ISLANDS),
    (A.TRADE, "trade", ISLANDS),
    (A.TRAVEL, "travel", ISLANDS),
    (A.RECRUIT, "recruit", ISLANDS),
    (A.NOMAD, "nomad", NOMADS),
    (A.SPACE, "leader_space", [str(space) for space in range(1, A.MAX_SPACES + 1)]),
    (A.SWAP, "swap", None),
    (A.PASS, "pass", None),
    (A.SAIL_TO, "sail_to", GROUNDS),
    (A.TRAVEL_TO, "travel_to", ISLANDS),
    (A.USE_DIE, "die", FACE_IDS),
    (A.USE_SETTLER, "settler", None),
    (A.USE_BENEFIT, "benefit", None),
    (A.ONCE, "once", None),
    (A.TWICE, "twice", None),
    (A.PAY, "pay", None),
    (A.PAY_LESS, "pay_without", GOODS),
    (A.PAY_ANY, "pay_any", None),
    (A.SPEND, "spend", GOODS),
    (A.BARTER, "barter", None),
    (A.BARTER_WITH, "barter_with", GOODS),
    (A.TAKE, "take", GOODS),
    (A.SELL, "sell", [str(number) for number in range(1, A.MAX_SALE + 1)]),
    (A.SELL_ANY, "sell_any", [str(number) for number in range(1, A.MAX_SALE + 1)]),
    (A.FACE_UP, "face_up", None),
    (A.TRAVELLER, "traveller", None),
    (A.REPLACE, "replace", NOMADS),
    (A.REFILL, "refill", MIGRATION_SPACES),
    (A.SWAP_FROM, "swap_from", ISLANDS),
    (A.SWAP_WITH, "swap_with", ISLANDS),
    (A.RETURN, "return", GOODS),
    (A.SKIP, "skip", None),
)

ACTIONS = Actions(A.N_ACTIONS, *BLOCKS)
