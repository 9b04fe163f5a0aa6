"""The rows of the boards and the Ships, checked and laid into the Kit."""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.components import Components
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.box import NusfjordKit, PriceList
from skerry.games.nusfjord.kit.rows import FOLDER, DoubleRow, HarborRow, PlateRow, ShipRow, SpaceRow, TrackRow


def culprit(box: Components, table: str, *rows: str) -> str:
    """Of rows that do not fit together, the one an owner has written."""
    ours = {path.name for path in FOLDER.glob("*.toml")}
    return next((row for row in rows if box.origin[table, row] not in ours), rows[0])


def load_board(kit: NusfjordKit, box: Components) -> None:
    rows = box.all("spaces", SpaceRow)
    kit.space_names = [row.name for row in rows]
    kit.space_sources = [row.source for row in rows]
    kit.capacity = vec[i64]([row.workers_1_2 for row in rows] + [row.workers_3_5 for row in rows])
    columns = ["left", "middle", "right", "any"]
    kit.column = vec[i64]([columns.index(row.column) for row in rows])
    board = range(A.N_BOARD)
    kit.columns = vec[i64](
        [sum(1 << 3 * space for space in board if column in (0, kit.column[space] + 1)) for column in range(4)]
    )
    for number, row in enumerate(rows):
        if (row.column == "any") != (number == A.S_COPY):
            words = "only the space `copy` belongs to any column; allowed for the others are left, middle, right"
            box.fail("spaces", row.id, "column", words)
        if number < A.N_BOARD and number > 0 and columns.index(row.column) < kit.column[number - 1]:
            before = rows[number - 1].id
            words = f"the spaces run through the columns from left to right; {before} is in a later one than {row.id}"
            box.fail("spaces", culprit(box, "spaces", row.id, before), "column", words)
    if rows[A.S_ISSUE].column != rows[A.S_BUY].column:
        row_id = culprit(box, "spaces", "buy_shares", "issue_share")
        box.fail("spaces", row_id, "column", "issue_share and buy_shares must be in the same column")
    if rows[A.S_SERVE].column != "left":
        box.fail("spaces", "serve_fish", "column", "must be left: it lies beside the Banquet Table")


def load_ships(kit: NusfjordKit, box: Components) -> None:
    rows = box.all("ships", ShipRow)
    kit.ship_names = [row.name for row in rows]
    kit.ship_size = vec[i64]([row.size for row in rows])
    kit.ship_points = vec[i64]([row.points for row in rows])
    for row in rows[: A.SCHOONER]:
        if row.gold_instead:
            box.fail("ships", row.id, "gold_instead", "only the schooner has a second price; allowed is 0")
    schooner = rows[A.SCHOONER]
    if not schooner.gold_instead:
        box.fail("ships", schooner.id, "gold_instead", "the schooner has a second price; allowed are 1 to 15")
    kit.ship_wood = vec[i64]([row.wood for row in rows] + [0])
    kit.ship_fish = vec[i64]([row.fish for row in rows] + [0])
    kit.ship_gold = vec[i64]([row.gold for row in rows] + [schooner.gold_instead])
    kit.ship_prices = PriceList()
    for way in range(A.N_WAYS):
        kit.ship_prices.put(way, kit.ship_wood[way], kit.ship_fish[way], kit.ship_gold[way])
    points = [row.points for row in rows]
    fleets = (
        sum(points[ship] for ship in (a, b, c)) + extra
        for a in range(3)
        for b in range(a, 3)
        for c in range(b, 3)
        for extra in (0, *points[c:])
    )
    if 7 not in fleets:
        words = "no fleet of three or four Ships scores 7 points, as the rulebook's example has it"
        box.fail("ships", culprit(box, "ships", *(row.id for row in rows)), "points", words)


def load_track(kit: NusfjordKit, box: Components) -> None:
    rows = box.all("track", TrackRow)
    hauls = [row.haul for row in rows]
    length = len(hauls)
    while length > 1 and hauls[length - 1] == 0:
        length -= 1
    kit.track = length - 1
    kit.haul = vec[i64](hauls)
    for way in range(A.N_WAYS):
        size = kit.ship_size[min(way, A.SCHOONER)]
        for covered in range(kit.track - size + 1):
            kit.fitting[covered] |= 1 << way
    for covered, haul in ((0, 3), (4, 6)):
        if hauls[covered] != haul:
            box.fail("track", f"covered_{covered}", "haul", f"{hauls[covered]} is not allowed; it must be {haul}")
    for covered in range(1, length):
        if hauls[covered] < hauls[covered - 1]:
            words = f"{hauls[covered]} is less than {hauls[covered - 1]} before it; the haul never decreases"
            box.fail("track", f"covered_{covered}", "haul", words)
    smallest = min(kit.ship_size[ship] for ship in range(A.N_SHIPS))
    if hauls[kit.track] != 12 or kit.track - hauls.index(12) >= smallest:
        words = "the last space must give 12, and with a haul of 12 no Ship may fit any more"
        box.fail("track", culprit(box, "track", *(row.id for row in rows)), "haul", words)


def load_plates(kit: NusfjordKit, box: Components) -> None:
    prices = [row.price for row in box.all("plates", PlateRow)]
    while prices and prices[-1] == 0:
        prices.pop()
    for number, price in enumerate(prices, 1):
        if number > 1 and price < prices[number - 2]:
            box.fail("plates", f"plate_{number}", "price", "a plate never costs less than the one before it")
    for number, price in ((3, 3), (4, 3), (5, 4)):
        if len(prices) < number or prices[number - 1] != price:
            box.fail("plates", f"plate_{number}", "price", f"the rulebook's example has {price} here")
    if prices[0] == 0:
        box.fail("plates", "plate_1", "price", "allowed are 1 to 15")
    kit.plates = vec[i64](prices)
    kit.n_plates = len(prices)


def load_harbor(kit: NusfjordKit, box: Components) -> None:
    cells = box.all("harbor", HarborRow)
    kit.spaces = sum(1 << cell for cell, row in enumerate(cells) if row.kind == "building")
    reserves = [cell for cell, row in enumerate(cells) if row.kind == "reserve"]
    if reserves != [0]:
        box.fail("harbor", cells[reserves[-1] if reserves else 0].id, "kind", "the Reserve is r0c0, at the top left")
    kit.row = vec[i64]([kit.spaces & 15 << (4 * row) for row in range(3)])
    any_pair = box.number("any_pair", 0, 1)
    free = kit.spaces
    pairs = []
    for double, row in enumerate(box.all("doubles", DoubleRow)):
        pair = 3 << (4 * (double // 3) + double % 3)
        pairs.append(pair)
        is_possible = pair & kit.spaces == pair
        if row.active and not is_possible:
            box.fail("doubles", row.id, "active", "both cells must be Building spaces; allowed is false")
        if is_possible and (row.active or any_pair):
            kit.doubles |= 1 << double
            kit.left_cells |= pair & ~(pair << 1)
        if row.forests:
            if not row.active or pair & free != pair:
                box.fail("doubles", row.id, "forests", "Forests lie on active double spaces that do not overlap")
            free &= ~pair
            kit.start_forests |= row.forests << (3 * double)
            kit.n_start_forests += row.forests
        if double % 3 == 2 and not row.active:
            box.fail("doubles", row.id, "active", "the right half has a double space in each row; allowed is true")
    if kit.n_start_forests != 4:
        words = f"{kit.n_start_forests} Forests at the start; there must be 4"
        rows = [row.id for row in box.all("doubles", DoubleRow)]
        box.fail("doubles", culprit(box, "doubles", *rows), "forests", words)
    kit.pair = vec[i64](pairs)
    kit.start_free = free
