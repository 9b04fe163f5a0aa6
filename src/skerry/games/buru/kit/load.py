"""Loads and checks the components into an immutable Kit."""

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from librt.vecs import append, vec
from mypy_extensions import i64

from skerry.core.actions import Actions
from skerry.core.components import Components, Overlay, Row, load_components
from skerry.core.frozen import Frozen
from skerry.core.shared import shared
from skerry.games.buru import actions as A
from skerry.games.buru import cards as C
from skerry.games.buru.cards import BuruKit, DreamReader, Dyer, GoodsWorker, Islander, Picker, Tally
from skerry.games.buru.catalogue import KitWords, print_catalogue
from skerry.games.buru.kit.rows import (
    GOODS,
    KINDS,
    REGIONS,
    ROLES,
    SPIRITS,
    CostFields,
    DecreeRow,
    ElderRow,
    ExplorerRow,
    ForestRow,
    GainFields,
    IslanderRow,
    LevelRow,
    PlotRow,
    RegionRow,
    RoleRow,
    SettingRow,
    SpaceRow,
    StartRow,
    TallyRow,
    TributeRow,
)

FOLDER = Path(__file__).parents[1] / "components"

EFFECTS: dict[str, type[Islander]] = {"task": GoodsWorker, "dye": Dyer, "pick": Picker, "elder": DreamReader}
COUNTABLES = {
    "tribute_set": C.TRIBUTE_SET,
    "role_set": C.ROLE_SET,
    "fish": C.FISHES,
    "token": C.TOKENS,
    "decree": C.DECREES,
    "marker": C.MARKER,
    "totem": C.TOTEMS,
}
SETTINGS = {
    "ties": ("emissary_first", "emissary_last"),
    "totems_at_dusk": ("stay", "return"),
    "forest_refill": ("top_up", "fresh"),
    "row_refill": ("at_once", "after_action"),
    "final_tie": ("broken", "shared"),
    "lawan_fish": ("spend", "save"),
    "last_dusk": ("marker_passes", "marker_stays"),
}


def load_kit(given: Overlay | Frozen | None = None) -> BuruKit:
    box = load_components(FOLDER, KINDS, given)
    kit = BuruKit()
    kit.hash = box.hash
    load_islanders(kit, box)
    kit.elders = vec[Tally]([tally_of(row) for row in box.all("elders", ElderRow)])
    load_forest(kit, box)
    load_decrees(kit, box)
    load_regions(kit, box)
    load_spaces(kit, box)
    load_tributes(kit, box)
    load_explorers(kit, box)
    load_lawan(kit, box)
    load_numbers(kit, box)
    kit.words = KitWords(print_catalogue(box))
    return kit


def fail_all(box: Components, table: str, field: str, words: str, suspects: list[str] | None = None) -> NoReturn:
    """A rule over all rows of a table is broken: name the owner's row, if there is one, best of those suspected."""
    rows = list(box.rows[table])
    own = {path.name for path in FOLDER.glob("*.toml")}
    changed = [id_ for id_ in rows if box.origin[table, id_] not in own]
    guilty = [id_ for id_ in changed if id_ in (suspects or rows)]
    box.fail(table, (guilty or changed or rows[-1:])[0], field, words)


def doubled(rows: Sequence[Row], field: str) -> list[str]:
    """The rows that have the same value as another."""
    values = [getattr(row, field) for row in rows]
    return [row.id for row, value in zip(rows, values, strict=True) if values.count(value) > 1]


def goods_vector(row: CostFields | GainFields | StartRow) -> vec[i64]:
    return vec[i64]([getattr(row, kind, 0) for kind in GOODS])


def set_of_true(rows: list[bool]) -> int:
    """The places of the true ones, as a set."""
    return sum(1 << place for place, here in enumerate(rows) if here)


def tally_of(row: TallyRow) -> Tally:
    what, arg = C.COUNTS_NOTHING, 0
    if row.per in SPIRITS:
        what, arg = C.SPIRIT, SPIRITS.index(row.per)
    elif row.per in ROLES:
        what, arg = C.ROLE, ROLES.index(row.per)
    elif row.per is not None:
        what = COUNTABLES[row.per]
    return Tally(what, arg, row.points, row.each, row.most or C.NO_MOST, row.base, row.round_up)


def load_islanders(kit: BuruKit, box: Components) -> None:
    rows = box.all("islanders", IslanderRow)
    for index, row in enumerate(rows):
        if row.effect in ("discount", "singer") and row.spirit is None:
            box.fail(
                "islanders",
                row.id,
                "spirit",
                f"effect {row.effect} needs one of {', '.join(SPIRITS)}",
            )
        if row.effect != "task" and (row.pay != CostFields() or row.per is not None):
            field = "per" if row.per is not None else "pay"
            box.fail(
                "islanders",
                row.id,
                field,
                f"only effect task has it, this one is {row.effect}",
            )
        if row.per is None and (row.base or row.points or row.counted != "esteem"):
            field = "base" if row.base else "points" if row.points else "counted"
            box.fail("islanders", row.id, field, "needs per: what is counted")
        islander = EFFECTS.get(row.effect, Islander)()
        islander.index = index
        islander.role = ROLES.index(row.role)
        islander.price = row.price
        islander.spirit = SPIRITS.index(row.spirit) if row.spirit else 0
        islander.pay = goods_vector(row.pay)
        islander.gain = goods_vector(row.gain)
        islander.tally = tally_of(row)
        islander.counted = GOODS.index(row.counted)
        islander.draw = row.draw
        kit.islanders = append(kit.islanders, islander)
    kit.can_be_tasked = set_of_true([row.effect in EFFECTS for row in rows])
    kit.lake_keepers = set_of_true([row.effect == "lake" for row in rows])
    kit.mediums = set_of_true([row.effect == "medium" for row in rows])
    kit.of_role = vec[i64]([set_of_true([row.role == role for row in rows]) for role in ROLES])
    for effect, by_spirit in (("discount", kit.discounts), ("singer", kit.singers)):
        for number, spirit in enumerate(SPIRITS):
            by_spirit[number] = set_of_true([row.effect == effect and row.spirit == spirit for row in rows])


def load_forest(kit: BuruKit, box: Components) -> None:
    rows = box.all("forest", ForestRow)
    sizes = [box.number(f"forest_{n}", n, 8) for n in (2, 3, A.MAX_PLAYERS)]
    kit.forest_size = vec[i64]([0, 0, *sizes])
    if sum(row.copies for row in rows) < max(sizes):
        least = min(row.copies for row in rows)
        words = f"all rows together must have at least {max(sizes)} cards"
        fail_all(box, "forest", "copies", words, [row.id for row in rows if row.copies == least])
    kit.forest_deck = sum(row.copies << (4 * place) for place, row in enumerate(rows))
    kit.forest_gain = vec[vec[i64]]([goods_vector(row.gain) for row in rows])
    tokens = [row.gain.palm + row.gain.clay + row.gain.ebony for row in rows]
    kit.forest_rank = vec[i64](
        [((n * 100 + r.gain.ebony) * 100 + r.gain.clay) * 100 + r.gain.fish for n, r in zip(tokens, rows, strict=True)]
    )


def load_decrees(kit: BuruKit, box: Components) -> None:
    rows = box.all("decrees", DecreeRow)
    for row in rows:
        if (row.place == "altar") != (row.spirit is not None):
            box.fail(
                "decrees",
                row.id,
                "spirit",
                "a Decree of an altar has one, a Decree of a region has none",
            )
        if row.place == "altar" and row.elder:
            box.fail("decrees", row.id, "elder", "a Decree of an altar gives goods only")
    kit.decree_gain = vec[vec[i64]]([goods_vector(row.gain) for row in rows])
    kit.decree_elder = set_of_true([row.elder for row in rows])
    kit.decrees_at = vec[i64]([set_of_true([row.place == region for row in rows]) for region in REGIONS])
    kit.altar_decrees = vec[i64]([set_of_true([row.spirit in ("any", spirit) for row in rows]) for spirit in SPIRITS])


def load_regions(kit: BuruKit, box: Components) -> None:
    rows = box.all("regions", RegionRow)
    if sorted(row.turn for row in rows) != [1, 2, 3, 4]:
        words = "the four regions take the turns 1, 2, 3, 4"
        fail_all(box, "regions", "turn", words, doubled(rows, "turn"))
    totems = [row.totem for row in rows]
    if sorted(totems) != ["banyu", "gunung", "manuk", "none"]:
        words = "each of banyu, gunung, manuk lies in one region, one has none"
        fail_all(box, "regions", "totem", words, doubled(rows, "totem"))
    kit.region_order = vec[i64](sorted(range(A.N_REGIONS), key=lambda place: rows[place].turn))
    kit.totem_home = vec[i64]([totems.index(spirit) for spirit in SPIRITS])


def load_spaces(kit: BuruKit, box: Components) -> None:
    rows = box.all("spaces", SpaceRow)
    for region in REGIONS[1:]:
        there = [row for row in rows if row.region == region]
        if len(there) < A.MAX_PLAYERS:
            words = f"{region} would have {len(there)} spaces, every region needs at least {A.MAX_PLAYERS}"
            fail_all(box, "spaces", "region", words)
    parts = {"shore": "recruits", "village": "tasks", "lake": "tributes"}
    for row in rows:
        if getattr(row, parts[row.region]) == 0:
            box.fail("spaces", row.id, parts[row.region], "must be at least 1 in this region")
        for field in ("fish", "elder", "marker"):
            if row.region == "shore" and getattr(row, field):
                box.fail("spaces", row.id, field, "a space of the Shore has recruits and a cycle only")
        for field in ("recruits", "tasks", "tributes", "cycle"):
            here = field == parts[row.region] or (field == "cycle" and row.region == "shore")
            if getattr(row, field) and not here:
                box.fail("spaces", row.id, field, f"a space of this region ({row.region}) has no {field}")
    kit.spaces_at = vec[i64]([set_of_true([row.region == region for row in rows]) for region in REGIONS])
    kit.space_region = vec[i64]([REGIONS.index(row.region) for row in rows])
    kit.space_parts = vec[i64]([getattr(row, parts[row.region]) for row in rows])
    kit.space_cycle = set_of_true([row.cycle and row.region == "shore" for row in rows])
    kit.space_fish = vec[i64]([row.fish for row in rows])
    kit.space_elder = set_of_true([row.elder for row in rows])
    kit.space_marker = set_of_true([row.marker for row in rows])


def load_tributes(kit: BuruKit, box: Components) -> None:
    rows = box.all("tributes", TributeRow)
    for row in rows:
        if row.cost.palm + row.cost.clay + row.cost.ebony == 0:
            box.fail("tributes", row.id, "cost", "a tribute costs at least 1 token")
    kit.tribute_cost = vec[vec[i64]]([goods_vector(row.cost) for row in rows])
    kit.tribute_tokens = vec[i64]([row.cost.palm + row.cost.clay + row.cost.ebony for row in rows])
    kit.tribute_esteem = vec[i64]([row.esteem for row in rows])


def load_explorers(kit: BuruKit, box: Components) -> None:
    powers = [row.power for row in box.all("explorers", ExplorerRow)]
    kit.power = vec[i64](powers)
    kit.power_of = vec[i64]([sum(p for bit, p in enumerate(powers) if mask >> bit & 1) for mask in range(32)])


def load_lawan(kit: BuruKit, box: Components) -> None:
    plots = box.all("plots", PlotRow)
    for row in plots:
        for field, n in (("roles", A.N_ROLES), ("spirits", A.N_SPIRITS)):
            if len(set(getattr(row, field))) < n:
                box.fail("plots", row.id, field, "a Plot card names every role and every spirit once")
    kit.plots_with = vec[i64](
        [set_of_true([row.regions[place] == region for row in plots]) for place in range(4) for region in REGIONS]
    )
    kit.plot_roles = vec[i64]([row.roles.index(role) for row in plots for role in ROLES])
    kit.plot_spirits = vec[i64]([SPIRITS.index(spirit) for row in plots for spirit in row.spirits])
    roles = box.all("roles", RoleRow)
    kit.role_tokens = vec[i64]([row.lawan_tokens for row in roles])
    kit.role_fish = vec[i64]([row.lawan_fish for row in roles])
    kit.role_esteem = vec[i64]([row.lawan_esteem for row in roles])
    kit.role_totem_esteem = vec[i64]([row.lawan_totem_esteem for row in roles])
    levels = box.all("levels", LevelRow)
    kit.level_discount = vec[i64]([row.tribute_discount for row in levels])
    kit.level_noon_tokens = vec[i64]([row.noon_tokens for row in levels])
    kit.level_tribute_esteem = vec[i64]([row.tribute_esteem for row in levels])
    kit.level_elder_esteem = vec[i64]([row.elder_esteem for row in levels])


def load_numbers(kit: BuruKit, box: Components) -> None:
    kit.decrees_per_round = box.number("decrees_per_round", 0, 4)
    most_rounds = min(6, A.N_DECREES // max(1, kit.decrees_per_round))  # six rounds use all Plot cards of two Lawan
    kit.rounds = box.number("rounds", 1, most_rounds)
    kit.elders_drawn = box.number("elders_drawn", 1, 5)
    kit.fish_limit = box.number("fish_limit", 5, 100)
    kit.row_size = box.number("row_size", 1, 8)
    kit.totem_esteem = box.number("totem_esteem", 0, 10)
    for row in box.all("starts", StartRow):
        if row.fish > kit.fish_limit:
            box.fail("starts", row.id, "fish", f"{row.fish} is not allowed; allowed are 0 to {kit.fish_limit}")
        kit.starts[row.id] = goods_vector(row)
    chosen = {row.id: setting(box, row) for row in box.all("settings", SettingRow)}
    kit.emissary_last = chosen["ties"]
    kit.totems_return = chosen["totems_at_dusk"]
    kit.forest_fresh = chosen["forest_refill"]
    kit.row_waits = chosen["row_refill"]
    kit.ties_shared = chosen["final_tie"]
    kit.lawan_save = chosen.get("lawan_fish", False)  # sets of components from before these rulings have no such rows
    kit.marker_stays_last = chosen.get("last_dusk", False)


def setting(box: Components, row: SettingRow) -> bool:
    """Is it the second of the two values allowed?"""
    if row.value not in SETTINGS[row.id]:
        words = f"{row.value!r} is not allowed; allowed are {' and '.join(SETTINGS[row.id])}"
        box.fail("settings", row.id, "value", words)
    return row.value == SETTINGS[row.id][1]


BASE = shared(load_kit(), __name__)


def table_ids(table: str) -> list[str]:
    return list(load_components(FOLDER, KINDS).rows[table])


TOKEN_IDS = GOODS[C.PALM : C.ESTEEM]
SEATS = [str(seat) for seat in range(A.MAX_PLAYERS)]

ACTIONS = Actions(
    A.N_ACTIONS,
    (A.EMISSARY, "emissary", SEATS),
    (A.DECREE, "decree", table_ids("decrees")),
    (A.GROW, "grow", table_ids("forest")),
    (A.ARRIVE, "arrive", table_ids("islanders")),
    (A.ELDER, "elder", table_ids("elders")),
    (A.SCHEME, "scheme", REGIONS),
    (A.PLOT, "plot", table_ids("plots")),
    (A.POWER, "power", table_ids("explorers")),
    (A.GO, "go", REGIONS),
    (A.LAY, "lay", table_ids("explorers")),
    (A.TAKE, "take", table_ids("forest")),
    (A.SPACE, "space", table_ids("spaces")),
    (A.RECRUIT, "recruit", table_ids("islanders")),
    (A.CYCLE, "cycle", None),
    (A.TASK, "task", table_ids("islanders")),
    (A.GIVE, "give", TOKEN_IDS),
    (A.GET, "get", TOKEN_IDS),
    (A.TRIBUTE, "tribute", table_ids("tributes")),
    (A.SPARE, "spare", TOKEN_IDS),
    (A.DISCARD, "discard", table_ids("elders")),
    (A.SIDE, "side", None),
    (A.DONE, "done", None),
    (A.REVEAL, "reveal", None),
    (A.COUNT, "count", None),
)
