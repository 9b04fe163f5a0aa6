"""What is printed on the components, by id: effects as data, with their words beside."""

from msgspec import Struct
from msgspec.structs import replace

from skerry.core.components import Components
from skerry.games.buru.kit.rows import (
    LAWAN_LEVELS,
    DecreeRow,
    ElderRow,
    ExplorerRow,
    ForestRow,
    IslanderRow,
    LevelRow,
    PlotRow,
    RegionRow,
    RoleRow,
    SpaceRow,
    TallyRow,
    TributeRow,
)
from skerry.games.buru.state import Buru
from skerry.games.buru.text import words as W

Goods = dict[str, int]  # fish, palm, clay, ebony, esteem


class TallyFace(Struct, frozen=True):
    """Of `good`: `base`, and `points` for every `each` of what `per` names, at most `most`."""

    good: str
    per: str
    points: int
    each: int
    most: int | None
    base: int
    round_up: bool


class RegionFace(Struct, frozen=True):
    name: str
    totem: str | None  # the spirit whose totem starts here
    spaces: list[str]
    source: str


class SpaceFace(Struct, frozen=True):
    region: str
    name: str  # "third Shore space"
    recruits: int
    cycle: bool
    tasks: int
    tributes: int
    fish: int
    elders: int  # drawn; then 1 is discarded
    marker: bool
    gist: str
    words: str
    source: str


class TributeFace(Struct, frozen=True):
    name: str  # of the spirit
    cost: Goods
    esteem: int
    words: str
    source: str


class ExplorerFace(Struct, frozen=True):
    power: int
    source: str


class ForestFace(Struct, frozen=True):
    gain: Goods
    copies: int
    words: str
    source: str


class DecreeFace(Struct, frozen=True):
    name: str
    place: str  # a region, or altar
    spirit: str | None  # of the altar; any for all three
    gain: Goods
    elders: int  # drawn; then 1 is discarded
    gist: str
    words: str
    source: str


class IslanderFace(Struct, frozen=True):
    name: str
    role: str
    price: int
    kind: str  # task, dye, pick, elder; always at work: discount, singer, lake, medium
    always: bool
    pay: Goods
    gain: Goods
    tally: TallyFace | None  # what comes in addition to `gain`
    spirit: str | None
    elders: int  # drawn
    gist: str
    words: str
    source: str


class ElderFace(Struct, frozen=True):
    name: str
    tally: TallyFace
    gist: str
    words: str
    source: str


class PlotFace(Struct, frozen=True):
    regions: list[str]  # in the order of its placements
    roles: list[str]  # the first is recruited first
    spirits: list[str]  # the first is paid first
    words: str
    source: str


class RoleFace(Struct, frozen=True):
    """A role of Islanders, and what tasking one brings a Lawan."""

    name: str
    tokens: int
    fish: int
    esteem: int
    totem_esteem: int  # instead of the fish, with a totem
    words: str
    source: str


class LevelFace(Struct, frozen=True):
    """What helps a Lawan of this level."""

    tribute_discount: int
    noon_tokens: int
    tribute_esteem: int
    elder_esteem: int
    words: str
    source: str


class Catalogue(Struct, frozen=True):
    rounds: int
    row_size: int
    fish_limit: int
    totem_esteem: int
    level: str | None  # of the Lawan; None if none plays
    cycle_forced: bool
    free_order: bool
    marker_passes: bool
    task_forced: bool  # on a space with a single task
    regions: dict[str, RegionFace]
    spaces: dict[str, SpaceFace]  # best first
    tributes: dict[str, TributeFace]  # by spirit
    explorers: dict[str, ExplorerFace]
    forest: dict[str, ForestFace]
    decrees: dict[str, DecreeFace]
    islanders: dict[str, IslanderFace]
    elders: dict[str, ElderFace]
    plots: dict[str, PlotFace]
    roles: dict[str, RoleFace]
    levels: dict[str, LevelFace]


class KitWords:
    """The catalogue by the numbers that the rules use."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.of_match: dict[tuple[str | None, tuple[bool, ...]], Catalogue] = {}
        self.region_ids = list(catalogue.regions)
        self.regions = [face.name for face in catalogue.regions.values()]
        self.places = [f"{W.PREPOSITIONS[id_]} the {face.name}" for id_, face in catalogue.regions.items()]
        self.spaces = list(catalogue.spaces.values())
        self.tributes = list(catalogue.tributes.values())
        self.explorer_ids = list(catalogue.explorers)
        self.forest = list(catalogue.forest.values())
        self.decrees = list(catalogue.decrees.values())
        self.islanders = list(catalogue.islanders.values())
        self.elders = list(catalogue.elders.values())
        self.plots = list(catalogue.plots.values())
        self.roles = list(catalogue.roles.values())
        self.levels = list(catalogue.levels.values())
        self.ids: dict[str, list[str]] = {
            "space": list(catalogue.spaces),
            "spirit": list(catalogue.tributes),
            "totem": list(catalogue.tributes),
            "card": list(catalogue.forest),
            "decree": list(catalogue.decrees),
            "islander": list(catalogue.islanders),
            "elder": list(catalogue.elders),
            "plot": list(catalogue.plots),
            "region": self.region_ids,
        }


def piece_id(state: Buru, kind: str, number: int) -> str:
    """`islander:G3`"""
    return f"{kind}:{state.kit.words.ids[kind][number]}"


def catalogue(state: Buru) -> Catalogue:
    """Made once for each set of variants."""
    words: KitWords = state.kit.words
    level = LAWAN_LEVELS[state.level] if state.n > state.seats else None
    flags = tuple(map(bool, (state.cycle_forced, state.free_order, state.marker_passes, state.task_forced)))
    if (level, flags) not in words.of_match:
        names = ("cycle_forced", "free_order", "marker_passes", "task_forced")
        chosen = dict(zip(names, flags, strict=True))
        words.of_match[level, flags] = replace(words.catalogue, level=level, **chosen)
    return words.of_match[level, flags]


def print_catalogue(box: Components) -> Catalogue:
    """The components as they lie in the box; `catalogue` adds the variants of a match."""
    regions = {row.id: row.name for row in box.all("regions", RegionRow)}
    drawn = box.number("elders_drawn")
    return Catalogue(
        rounds=box.number("rounds"),
        row_size=box.number("row_size"),
        fish_limit=box.number("fish_limit"),
        totem_esteem=box.number("totem_esteem"),
        level=None,
        cycle_forced=False,
        free_order=False,
        marker_passes=False,
        task_forced=False,
        regions={row.id: region_face(row, box) for row in box.all("regions", RegionRow)},
        spaces=space_faces(box, regions, drawn),
        tributes={row.id: tribute_face(row) for row in box.all("tributes", TributeRow)},
        explorers={row.id: ExplorerFace(row.power, row.source) for row in box.all("explorers", ExplorerRow)},
        forest={row.id: forest_face(row) for row in box.all("forest", ForestRow)},
        decrees={row.id: decree_face(row, regions, drawn) for row in box.all("decrees", DecreeRow)},
        islanders={row.id: islander_face(row) for row in box.all("islanders", IslanderRow)},
        elders={row.id: elder_face(row) for row in box.all("elders", ElderRow)},
        plots={row.id: plot_face(row, regions) for row in box.all("plots", PlotRow)},
        roles={row.id: role_face(row) for row in box.all("roles", RoleRow)},
        levels={row.id: level_face(row) for row in box.all("levels", LevelRow)},
    )


def tally_face(row: TallyRow, good: str = "esteem") -> TallyFace:
    return TallyFace(good, row.per or "", row.points, row.each, row.most, row.base, row.round_up)


def region_face(row: RegionRow, box: Components) -> RegionFace:
    spaces = [space.id for space in box.all("spaces", SpaceRow) if space.region == row.id]
    return RegionFace(row.name, None if row.totem == "none" else row.totem, spaces, row.source)


def space_faces(box: Components, regions: dict[str, str], drawn: int) -> dict[str, SpaceFace]:
    found: dict[str, SpaceFace] = {}
    for row in box.all("spaces", SpaceRow):
        place = sum(face.region == row.region for face in found.values())
        found[row.id] = SpaceFace(
            region=row.region,
            name=f"{W.ORDINALS[place]} {regions[row.region]} space",
            recruits=row.recruits,
            cycle=row.cycle,
            tasks=row.tasks,
            tributes=row.tributes,
            fish=row.fish,
            elders=drawn if row.elder else 0,
            marker=row.marker,
            gist=W.space_gist(row),
            words=W.space_words(row, drawn),
            source=row.source,
        )
    return found


def tribute_face(row: TributeRow) -> TributeFace:
    cost = W.goods_in(row.cost)
    return TributeFace(row.name, cost, row.esteem, f"{W.goods_text(cost)}; worth {row.esteem} Esteem", row.source)


def forest_face(row: ForestRow) -> ForestFace:
    gain = W.goods_in(row.gain)
    return ForestFace(gain, row.copies, W.goods_text(gain) or "nothing", row.source)


def decree_face(row: DecreeRow, regions: dict[str, str], drawn: int) -> DecreeFace:
    return DecreeFace(
        name=W.decree_name(row, regions),
        place=row.place,
        spirit=row.spirit,
        gain=W.goods_in(row.gain),
        elders=drawn if row.elder else 0,
        gist=W.decree_gist(row, drawn),
        words=W.decree_words(row, regions, drawn),
        source=row.source,
    )


def islander_face(row: IslanderRow) -> IslanderFace:
    return IslanderFace(
        name=row.name,
        role=row.role,
        price=row.price,
        kind=row.effect,
        always=row.effect in ("discount", "singer", "lake", "medium"),
        pay=W.goods_in(row.pay),
        gain=W.goods_in(row.gain),
        tally=None if row.per is None else tally_face(row, row.counted),
        spirit=row.spirit,
        elders=row.draw if row.effect == "elder" else 0,
        gist=W.islander_gist(row),
        words=W.islander(row),
        source=row.source,
    )


def elder_face(row: ElderRow) -> ElderFace:
    return ElderFace(row.name, tally_face(row), W.short_tally(row), W.tally(row), row.source)


def plot_face(row: PlotRow, regions: dict[str, str]) -> PlotFace:
    return PlotFace(list(row.regions), list(row.roles), list(row.spirits), W.plot_words(row, regions), row.source)


def role_face(row: RoleRow) -> RoleFace:
    tokens, fish, esteem, with_totem = row.lawan_tokens, row.lawan_fish, row.lawan_esteem, row.lawan_totem_esteem
    return RoleFace(row.name, tokens, fish, esteem, with_totem, W.lawan_role(row), row.source)


def level_face(row: LevelRow) -> LevelFace:
    return LevelFace(
        row.tribute_discount, row.noon_tokens, row.tribute_esteem, row.elder_esteem, W.level_words(row), row.source
    )
