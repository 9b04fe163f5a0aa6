"""The component files: what is fixed, what an owner may change, what is refused."""

import pytest
from msgspec.structs import replace

from skerry.core import bits
from skerry.core.components import ComponentError, Overlay, load_components
from skerry.games.buru.kit import load as kits
from skerry.games.buru.kit.load import load_kit
from skerry.games.buru.kit.rows import (
    GOODS,
    KINDS,
    DecreeRow,
    ElderRow,
    ExplorerRow,
    ForestRow,
    IslanderRow,
    PlotRow,
    SpaceRow,
)
from tests.games.buru.builder import GAME

TABLES = load_components(kits.FOLDER, KINDS)


def test_the_forest_has_sixteen_cards() -> None:
    """E1; §forest.1"""
    rows = TABLES.all("forest", ForestRow)
    total = {
        kind: sum(getattr(row.gain, kind) * row.copies for row in rows) for kind in ("fish", "palm", "clay", "ebony")
    }
    assert sum(row.copies for row in rows) == 16
    assert total == {"fish": 42, "palm": 12, "clay": 14, "ebony": 10}
    ids = ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11"]
    assert {row.id: row.copies for row in rows} == dict(zip(ids, [2, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2], strict=True))


def test_every_region_has_two_decrees_and_the_altars_four() -> None:
    """E2; §dawn.1"""
    places = [row.place for row in TABLES.all("decrees", DecreeRow)]
    assert {place: places.count(place) for place in sorted(set(places))} == {
        "altar": 4,
        "forest": 2,
        "lake": 2,
        "shore": 2,
        "village": 2,
    }


def test_the_boards_have_their_spaces() -> None:
    """E3; §region.4"""
    regions = [row.region for row in TABLES.all("spaces", SpaceRow)]
    assert [regions.count(region) for region in ("shore", "village", "lake")] == [4, 5, 5]
    assert [GAME.new(load_kit(), seats, GAME.complete_options({})).kit.forest_size[seats] for seats in (2, 3, 4)] == [
        2,
        3,
        4,
    ]
    assert [TABLES.number(name) for name in ("forest_2", "forest_3", "forest_4")] == [2, 3, 4]


def test_there_are_nine_islanders_of_each_role() -> None:
    roles = [row.role for row in TABLES.all("islanders", IslanderRow)]
    assert [roles.count(role) for role in ("gatherer", "artisan", "noble", "priest")] == [9, 9, 9, 9]
    effects = {(row.effect, row.pay, row.gain, row.per, row.spirit) for row in TABLES.all("islanders", IslanderRow)}
    assert len(effects) == 36, "all Islanders are different"


def test_there_are_fourteen_elders_and_twelve_even_plots() -> None:
    """§lawan.plot"""
    assert len(TABLES.all("elders", ElderRow)) == 14
    plots = TABLES.all("plots", PlotRow)
    assert len(plots) == 12
    placements = [region for row in plots for region in row.regions]
    assert all(placements.count(region) == 12 for region in set(placements))
    assert all([row.roles[0] for row in plots].count(role) == 3 for role in ("gatherer", "artisan", "noble", "priest"))
    assert all([row.spirits[0] for row in plots].count(spirit) == 4 for spirit in ("banyu", "gunung", "manuk"))


def test_the_explorers_have_power_one_to_five() -> None:
    """§setup.1"""
    powers = {row.id: row.power for row in TABLES.all("explorers", ExplorerRow)}
    assert powers == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}
    assert load_kit().power_of[0b10110] == 2 + 3 + 5


def test_what_the_player_aid_fixes_is_labelled_so() -> None:
    assert {row.source for row in TABLES.all("decrees", DecreeRow)} == {"rulebook"}
    assert {row.source for row in TABLES.all("spaces", SpaceRow)} == {"rulebook"}
    assert {row.source for row in TABLES.all("islanders", IslanderRow)} == {"reconstructed"}
    assert {face.source for face in load_kit().words.catalogue.elders.values()} == {"reconstructed"}


def owner(text: str) -> Overlay:
    return Overlay("mine.toml", text)


def test_an_owner_may_enter_the_printed_values() -> None:
    """The words follow the values."""
    rows = """
[[islanders]]
id = "G1"
source = "rulebook"
price = 2
gain = { palm = 2, fish = 1 }

[[tributes]]
id = "banyu"
source = "rulebook"
esteem = 9

[[explorers]]
id = "5"
source = "rulebook"
power = 6
"""
    kit = load_kit(owner(rows))
    assert kit.islanders[0].price == 2 and kit.words.islanders[0].words == "Task: gain 1 fish and 2 palm"
    assert kit.tribute_esteem[0] == 9 and kit.words.tributes[0].words == "2 fish, 2 palm and 1 clay; worth 9 Esteem"
    assert kit.power[4] == 6 and kit.power_of[0b10001] == 7
    assert kit.hash != load_kit().hash


def test_a_game_without_continuing_islanders_loads() -> None:
    rows = "".join(
        f'[[islanders]]\nid = "P{n}"\nsource = "rulebook"\neffect = "task"\ngain = {{ esteem = 1 }}\n'
        for n in (1, 2, 3, 4, 5, 6, 7, 9)
    )
    kit = load_kit(owner(rows))
    assert bits.count(kit.can_be_tasked) == 36


@pytest.mark.parametrize(
    ("table", "row", "field", "value", "words"),
    [
        ("spaces", "S4", "region", '"lake"', "at least 4"),
        ("spaces", "V1", "tasks", "0", "at least 1"),
        ("regions", "lake", "turn", "1", "turns 1, 2, 3, 4"),
        ("regions", "lake", "totem", '"banyu"', "one has none"),
        ("regions", "forest", "totem", '"banyu"', "one has none"),
        ("spaces", "V1", "recruits", "1", "has no recruits"),
        ("spaces", "L5", "cycle", "true", "has no cycle"),
        ("spaces", "S2", "fish", "1", "recruits and a cycle only"),
        ("islanders", "G1", "base", "2", "needs per"),
        ("islanders", "P1", "points", "1", "needs per"),
        ("islanders", "G1", "counted", '"fish"', "needs per"),
        ("tributes", "manuk", "cost", "{ fish = 3 }", "at least 1 token"),
        ("decrees", "d1", "spirit", '"any"', "a Decree of a region has none"),
        ("decrees", "d9", "elder", "true", "goods only"),
        ("islanders", "P1", "pay", "{ fish = 1 }", "only effect task"),
        ("islanders", "G1", "effect", '"singer"', "needs one of"),
        ("plots", "p1", "roles", '["noble", "noble", "artisan", "priest"]', "every role"),
        ("plots", "p1", "spirits", '["banyu", "banyu", "manuk"]', "every spirit once"),
        ("numbers", "rounds", "value", "7", "allowed are 1 to 6"),
        ("numbers", "forest_4", "value", "3", "allowed are 4 to 8"),
        ("settings", "ties", "value", '"nobody"', "emissary_first and emissary_last"),
        ("levels", "hard", "tribute_discount", "2", "at most 1"),
        ("roles", "noble", "lawan_esteem", "-1", "at least 0"),
        ("forest", "f1", "copies", "16", "at most 15"),
        ("elders", "E1", "per", '"stars"', "banyu"),
        ("explorers", "1", "power", "99", "at most 20"),
    ],
)
def test_a_wrong_row_is_named(table: str, row: str, field: str, value: str, words: str) -> None:
    with pytest.raises(ComponentError) as caught:
        load_kit(owner(f'[[{table}]]\nid = "{row}"\nsource = "rulebook"\n{field} = {value}\n'))
    assert caught.value.file == "mine.toml" and caught.value.row == row
    assert caught.value.field == ("spirit" if field == "effect" else field), "a Singer lacks its spirit"
    assert words in str(caught.value)


def test_of_several_changed_rows_the_wrong_one_is_named() -> None:
    region = '[[regions]]\nid = "forest"\nsource = "rulebook"\nname = "Jungle"\n'
    wrong = '[[regions]]\nid = "village"\nsource = "rulebook"\n'
    for field, value in (("totem", '"banyu"'), ("turn", "2")):
        with pytest.raises(ComponentError) as caught:
            load_kit(owner(f"{region}{wrong}{field} = {value}\n"))
        assert (caught.value.row, caught.value.field) == ("village", field)


def test_a_forest_without_cards_is_blamed_on_the_owners_rows() -> None:
    rows = "".join(f'[[forest]]\nid = "f{n}"\nsource = "rulebook"\ncopies = {n // 10}\n' for n in range(1, 11))
    with pytest.raises(ComponentError) as caught:
        load_kit(owner(rows))
    assert (caught.value.file, caught.value.row, caught.value.field) == ("mine.toml", "f1", "copies")


# ---- no Islander is strictly worse than another


def worst_and_best(row: IslanderRow) -> tuple[dict[str, int], dict[str, int]]:
    """What a task takes and gives, net, in the worst case and in the best."""
    least = {good: getattr(row.gain, good) - getattr(row.pay, good, 0) for good in GOODS}
    most = dict(least)
    if row.per is not None:
        own = row.per in ("gatherer", "noble")  # it counts itself
        least[row.counted] += row.base + (
            own and (row.points + row.each - 1 if row.round_up else row.points) // row.each
        )
        most[row.counted] += row.base + (row.most or row.points * {"totem": 3, "marker": 1}[row.per])
    return least, most


def is_strictly_worse(row: IslanderRow, other: IslanderRow) -> bool:
    """It costs as much or more, and at its best brings no more of anything than the other at its worst."""
    (worst, best), (least, _) = worst_and_best(row), worst_and_best(other)
    beaten = all(best[good] <= least[good] for good in GOODS)
    return other.price <= row.price and beaten and (worst != least or other.price < row.price)


def test_no_islander_is_strictly_worse_than_another() -> None:
    """§islander.goods, §islander.count"""
    rows = [row for row in TABLES.all("islanders", IslanderRow) if row.effect == "task"]
    assert [(row.name, other.name) for row in rows for other in rows if is_strictly_worse(row, other)] == []
    always = [row for row in TABLES.all("islanders", IslanderRow) if row.effect in ("singer", "discount")]
    pairs = [(row.effect, row.spirit) for row in always]
    assert len(set(pairs)) == len(pairs), "each serves another spirit or serves it otherwise"


def test_a_strictly_worse_islander_is_found() -> None:
    ebony, keeper = (row for row in TABLES.all("islanders", IslanderRow) if row.id in ("G3", "G9"))
    assert is_strictly_worse(replace(ebony, price=6), keeper) and not is_strictly_worse(ebony, keeper)
    envoy, headman = (row for row in TABLES.all("islanders", IslanderRow) if row.id in ("N2", "N3"))
    assert is_strictly_worse(replace(envoy, points=1), headman) and not is_strictly_worse(envoy, headman)


def test_a_token_of_ones_choice_costs_more_than_a_certain_one() -> None:
    """§islander.pick"""
    rows = {row.id: row for row in TABLES.all("islanders", IslanderRow)}
    assert rows["G8"].effect == "pick" and rows["G8"].price > max(rows[id_].price for id_ in ("G1", "G2", "G3"))


# ---- the values of our Islanders and Plot cards

ISLANDERS = {
    "G1": ("Palm Cutter", 3),
    "G2": ("Clay Digger", 3),
    "G3": ("Ebony Feller", 5),
    "G4": ("Net Caster", 3),
    "G5": ("Reef Diver", 4),
    "G6": ("Frond Bearer", 4),
    "G7": ("River Digger", 4),
    "G8": ("Forest Walker", 6),
    "G9": ("Grove Keeper", 6),
    "A1": ("Potter", 3),
    "A2": ("Basket Weaver", 3),
    "A3": ("Wood Carver", 4),
    "A4": ("Kiln Master", 3),
    "A5": ("Mat Weaver", 3),
    "A6": ("Boat Builder", 5),
    "A7": ("Fish Smoker", 4),
    "A8": ("Dyer", 3),
    "A9": ("Drum Maker", 4),
    "N1": ("Courtier", 3),
    "N2": ("Envoy", 4),
    "N3": ("Headman", 4),
    "N4": ("Host", 3),
    "N5": ("Patron", 3),
    "N6": ("Orator", 4),
    "N7": ("Harbour Lord", 4),
    "N8": ("Judge", 4),
    "N9": ("Matriarch", 4),
    "P1": ("Priest of Banyu", 6),
    "P2": ("Priest of Gunung", 7),
    "P3": ("Priest of Manuk", 8),
    "P4": ("Singer of Banyu", 3),
    "P5": ("Singer of Gunung", 3),
    "P6": ("Singer of Manuk", 4),
    "P7": ("Lake Keeper", 3),
    "P8": ("Dream Reader", 4),
    "P9": ("Medium", 4),
}
PLOTS = {
    "p1": ("F F S L", "G A N P", "Banyu Gunung Manuk"),
    "p2": ("S F V S", "A N P G", "Gunung Manuk Banyu"),
    "p3": ("V L F V", "N P G A", "Manuk Banyu Gunung"),
    "p4": ("L F S L", "P G A N", "Banyu Manuk Gunung"),
    "p5": ("F V L F", "G N A P", "Gunung Banyu Manuk"),
    "p6": ("S V S L", "A P G N", "Manuk Gunung Banyu"),
    "p7": ("F S V L", "N G P A", "Banyu Gunung Manuk"),
    "p8": ("S F V F", "P A N G", "Gunung Manuk Banyu"),
    "p9": ("V S L V", "G P N A", "Manuk Banyu Gunung"),
    "p10": ("L S F L", "A G P N", "Banyu Manuk Gunung"),
    "p11": ("V L S L", "N A G P", "Gunung Banyu Manuk"),
    "p12": ("F V S V", "P N A G", "Manuk Gunung Banyu"),
}


def test_every_islander_has_its_name_and_price() -> None:
    """§shore.1"""
    assert {row.id: (row.name, row.price) for row in TABLES.all("islanders", IslanderRow)} == ISLANDERS


def test_every_plot_card_has_its_placements_roles_and_spirits() -> None:
    """§lawan.plot, §lawan.shore, §lawan.lake"""

    def initials(ids: tuple[str, ...]) -> str:
        return " ".join(id_[0].upper() for id_ in ids)

    found = {
        row.id: (initials(row.regions), initials(row.roles), " ".join(spirit.title() for spirit in row.spirits))
        for row in TABLES.all("plots", PlotRow)
    }
    assert found == PLOTS
