"""The component files: every row against the reference, every hard constraint, the owner's file."""

import pytest

from skerry.core.components import ComponentError, Overlay
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import INCOME
from skerry.games.tungaru.kit.load import TILES, load_kit
from skerry.games.tungaru.kit.rows import GROUNDS, ISLANDS, MIGRATION_SPACES
from skerry.games.tungaru.text.words import benefit_gist, dice_short, goods_words, score_gist
from tests.games.tungaru.builder import KIT, NOMADS

LETTERS = "FSCP"

# ---- what lies on the table: (id, harvest, trade, walkways, Migration spaces)

ISLAND_ROWS = [
    ("small_A", "Makin", "1/2/3 -> S", "F -> C", "B F", "M1 M4"),
    ("small_B", "Marakei", "2/4/5/6 -> F", "S -> P", "A C E", "M1 M2"),
    ("small_C", "Tarawa", "4/6 -> C", "F -> S", "B D", "M2 M3"),
    ("small_D", "Maiana", "5/6 -> S", "C -> P", "C E", "M3 M4"),
    ("small_E", "Nonouti", "1/2/3/5 -> F", "P -> S + C", "D F B", "M2 M4"),
    ("small_F", "Beru", "4 -> P", "S -> C + F", "A E", "M1 M3"),
    ("large_A", "Makin", "1/2/5/6 -> F", "S -> P", "B H", "M1 M4"),
    ("large_B", "Butaritari", "1/2/3 -> S", "F -> C", "A G", "M1 M2"),
    ("large_C", "Marakei", "4/6 -> C", "P -> S + 2F", "D F", "M1 M2"),
    ("large_D", "Abaiang", "3/4/5/6 -> F", "C -> P", "C E", "M2 M3"),
    ("large_E", "Tarawa", "2 -> P", "S -> C + F", "D F", "M3 M4"),
    ("large_F", "Abemama", "5/6 -> S", "P -> S + C", "E C", "M3 M4"),
    ("large_G", "Nonouti", "1/3 -> C", "F -> S", "H B", "M2 M4"),
    ("large_H", "Beru", "4 -> P", "C -> S + F", "A G", "M1 M3"),
]

GROUND_ROWS = [
    ("small_g1", "AB", "small_s1"),
    ("small_g2", "BC", "small_s2"),
    ("small_g3", "CD", "small_s3"),
    ("small_g4", "DE", "small_s4"),
    ("small_g5", "EF", "small_s5"),
    ("small_g6", "FA", "small_s6"),
    ("large_g1", "AB", "large_s1"),
    ("large_g2", "BC", "large_s2"),
    ("large_g3", "CD", "large_s3"),
    ("large_g4", "DE", "large_s4"),
    ("large_g5", "EF", "large_s5"),
    ("large_g6", "FG", "large_s6"),
    ("large_g7", "GH", "large_s7"),
    ("large_g8", "HA", "large_s8"),
]

TILE_ROWS = [
    ("1-1", "1/3/4/5 -> F", "S -> P"),
    ("1-2", "2/3/5/6 -> F", "C -> P"),
    ("1-3", "1/2 -> S", "F -> C"),
    ("1-4", "3/4 -> S", "P -> C + 2F"),
    ("1-5", "3/4 -> C", "F -> S"),
    ("1-6", "5/6 -> C", "P -> S + 2F"),
    ("1-7", "6 -> P", "S -> C + F"),
    ("1-8", "2 -> P", "C -> S + F"),
    ("2-1", "2/3/4/5 -> F", "C -> P"),
    ("2-2", "1/2 -> S", "F -> C"),
    ("2-3", "5/6 -> S", "P -> C + 2F"),
    ("2-4", "1/3 -> C", "S -> P"),
    ("2-5", "4/6 -> C", "F -> S"),
    ("2-6", "3 -> P", "C -> S + F"),
    ("3-1", "1/2/3/6 -> F", "P -> S + C"),
    ("3-2", "2/4/5/6 -> F", "P -> C + 2F"),
    ("3-3", "1/4 -> S", "C -> P"),
    ("3-4", "3/6 -> S", "F -> C"),
    ("3-5", "2/5 -> C", "S -> P"),
    ("3-6", "1/6 -> C", "F -> S"),
    ("3-7", "4 -> P", "S -> 3F"),
    ("3-8", "3 -> P", "C -> 3F"),
    ("4-1", "1/2/5/6 -> F", "S -> P"),
    ("4-2", "1/3/4/6 -> F", "C -> P"),
    ("4-3", "2/5 -> S", "F -> C"),
    ("4-4", "1 -> S", "P -> S + C + F"),
    ("4-5", "3/6 -> C", "F -> S"),
    ("4-6", "4 -> C", "P -> 2C + F"),
    ("4-7", "5 -> P", "S -> C + F"),
    ("4-8", "2 -> P", "C -> F + S"),
]

NOMAD_ROWS = [
    ("N01", 2, "1 Fish and 1 Pearl", "storage +2", "blue flower, 2 points per colour"),
    ("N02", 2, "1 Fish and 2 Shells", "sell 1 Shell for 6 points with a 2 or 5", "red flower, 3 points per colour"),
    ("N03", 2, "1 Fish, 1 Shell and 1 Coconut", "1 Fish every round", "yellow flower, 2 points per colour"),
    ("N04", 2, "2 Fish and 1 Pearl", "dice ±1", "white flower, 3 points per colour"),
    ("N05", 2, "1 Fish and 1 Coconut", "flip to Settle for 1 Fish", "violet flower, 2 points per colour"),
    ("N06", 2, "2 Fish and 1 Coconut", "flip to Sail", "2/3/3/4 points per kind of good"),
    ("N07", 2, "1 Shell and 1 Pearl", "flip to Settle for 1 Fish", "3/4/4/5 points per kind of good"),
    ("N08", 2, "1 Coconut and 1 Pearl", "dice ±1", "2/3/3/4 points per kind of good"),
    ("N09", 2, "2 Pearls", "storage +2", "3/4/4/5 points per kind of good"),
    ("N10", 2, "1 Shell and 1 Coconut", "flip to Sail", "2 points per Monument"),
    ("N11", 2, "1 Shell, 1 Coconut and 1 Pearl", "1 Shell every round", "2 points per Monument"),
    ("N12", 2, "1 Fish and 1 Pearl", "flip to Settle for 1 Fish", "2 points per Monument"),
    ("N13", 2, "1 Fish, 1 Coconut and 1 Pearl", "1 Fish every round", "2 points per Monument"),
    ("N14", 2, "1 Fish and 1 Shell", "flip to Sail", "1 point per Nomad"),
    ("N15", 2, "1 Fish and 1 Pearl", "dice ±1", "1 point per Nomad"),
    ("N16", 2, "1 Shell and 1 Coconut", "storage +2", "1 point per Nomad"),
    ("N17", 2, "1 Fish and 2 Shells", "sell up to 3 Fish for 3 points each with any die", "1 point per Nomad"),
    ("N18", 2, "1 Fish and 1 Coconut", "dice ±1", "4 points per Storage Nomad"),
    (
        "N19",
        2,
        "1 Shell and 1 Pearl",
        "sell up to 2 Coconuts for 4 points each with any die",
        "5 points per Storage Nomad",
    ),
    ("N20", 2, "1 Fish and 1 Shell", "sell 1 Pearl for 8 points with a 3 or 6", "4 points per Storage Nomad"),
    ("N21", 2, "2 Coconuts", "flip to Settle for 1 Fish", "5 points per Settler"),
    ("N22", 2, "2 Coconuts", "sell 1 Coconut for 6 points with a 4 or 6", "4 points per Settler"),
    ("N23", 2, "2 Shells", "sell 1 Pearl for 7 points with any die", "4 points per Settler"),
    (
        "N24",
        2,
        "1 Fish, 1 Shell and 1 Coconut",
        "sell up to 2 Coconuts for 5 points each with a 1 or 6",
        "4 points per Settler",
    ),
    ("N25", 3, "2 Fish and 1 Shell", "flip to Sail", "blue flower, 3 points per colour"),
    (
        "N26",
        3,
        "2 Shells and 1 Coconut",
        "sell up to 3 Fish for 3 points each with a 1 or 2",
        "yellow flower, 3 points per colour",
    ),
    (
        "N27",
        3,
        "2 Pearls",
        "sell up to 3 Shells for 4 points each with a 3 or 5",
        "2/3/3/4 points per kind of good",
    ),
    ("N28", 3, "1 Coconut and 1 Pearl", "sell 1 Fish for 5 points with a 1 or 4", "2 points per Monument"),
    ("N29", 3, "1 Shell and 2 Coconuts", "1 Shell every round", "1 point per Nomad"),
    ("N30", 3, "2 Fish and 1 Coconut", "sell 1 Shell for 5 points with any die", "5 points per Storage Nomad"),
    ("N31", 3, "2 Shells", "sell up to 2 Pearls for 6 points each with a 2 or 5", "4 points per Storage Nomad"),
    ("N32", 3, "2 Fish and 1 Pearl", "storage +2", "5 points per Settler"),
    ("N33", 4, "1 Fish and 1 Pearl", "storage +2", "red flower, 2 points per colour"),
    ("N34", 4, "2 Pearls", "sell 1 Fish for 4 points with any die", "3/4/4/5 points per kind of good"),
    (
        "N35",
        4,
        "1 Fish, 1 Coconut and 1 Pearl",
        "sell up to 2 Shells for 4 points each with any die",
        "2 points per Monument",
    ),
    ("N36", 4, "2 Coconuts and 1 Pearl", "1 Pearl every round", "5 points per Storage Nomad"),
    ("N37", 5, "2 Fish and 1 Shell", "sell 1 Coconut for 5 points with any die", "white flower, 2 points per colour"),
    ("N38", 5, "1 Shell, 1 Coconut and 1 Pearl", "1 Coconut every round", "violet flower, 3 points per colour"),
    ("N39", 5, "1 Fish and 2 Coconuts", "storage +2", "2 points per Monument"),
    ("N40", 5, "3 Shells", "sell up to 2 Pearls for 5 points each with any die", "5 points per Settler"),
    ("D01", 2, "1 Fish, 1 Shell and 1 Pearl", "1 Coconut every round", "1 point per Nomad"),
    ("D02", 3, "2 Fish and 1 Shell", "dice ±1", "4 points per Settler"),
    ("D03", 4, "1 Fish and 2 Pearls", "1 Shell every round", "2/3/3/4 points per kind of good"),
    ("D04", 5, "1 Fish and 1 Shell", "storage +2", "4 points per Storage Nomad"),
]

SPARE_ROWS = ["large_I", "large_J", "small_g7", "small_g8", "small_s7", "small_s8"]
SPARE_ROWS += ["large_g9", "large_g10", "large_g11", "large_g12", "large_s9", "large_s10", "large_s11", "large_s12"]

NUMBERS = {
    "start_fish": 1,
    "start_shell": 1,
    "start_coconut": 1,
    "start_pearl": 1,
    "settlers": 3,
    "storage_spaces": 6,
    "nomad_spaces": 5,
    "nomad_storage": 2,
    "boats_small": 1,
    "boats_large": 2,
    "islet_spaces": 3,
    "free_borders": 2,
    "most_borders": 3,
    "sail_fish": 1,
    "settle_fish": 2,
    "flip_settle_fish": 1,
    "gift_points": 3,
    "stall_rounds": 3,
}


def short(goods: int) -> str:
    """Packed goods as in the reference: `S + 2F`, in any order."""
    parts = [(int(G.amount_of(goods, good)), LETTERS[good]) for good in range(4) if G.amount_of(goods, good)]
    return " + ".join(sorted(f"{number if number > 1 else ''}{letter}" for number, letter in parts))


def ordered(trade: str) -> str:
    pays, gives = trade.split(" -> ")
    return f"{pays} -> {' + '.join(sorted(gives.split(' + ')))}"


def offer_words(number: int) -> tuple[str, str]:
    offer = KIT.offers[number]
    return (f"{dice_short(offer.dice)} -> {LETTERS[offer.good]}", f"{LETTERS[offer.pays]} -> {short(offer.gives)}")


def members(mask: int, names: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1]


@pytest.mark.parametrize(("row", "name", "harvest", "trade", "walkways", "migration"), ISLAND_ROWS)
def test_every_island_is_as_in_the_reference(
    row: str, name: str, harvest: str, trade: str, walkways: str, migration: str
) -> None:
    """§setup.1; on the large side with a fourth dice space, which balance asked for"""
    side = KIT.small if row.startswith("small") else KIT.large
    island = ISLANDS.index(row[-1])
    assert side.names[island] == name
    assert offer_words(side.first_offer + island) == (harvest, ordered(trade))
    assert members(side.walkways[island], ISLANDS) == sorted(walkways.split())
    assert members(side.migration[island], MIGRATION_SPACES) == migration.split()
    spaces = (side.dice_spaces[island], side.market_spaces[island], side.monument_spaces[island])
    assert (*spaces, side.settler_spaces[island]) == ((4, 3, 5, 3) if side.large else (3, 2, 4, 2))


@pytest.mark.parametrize(("row", "islands", "section"), GROUND_ROWS)
def test_every_ground_is_as_in_the_reference(row: str, islands: str, section: str) -> None:
    """§sail.2, §sail.3"""
    side = KIT.small if row.startswith("small") else KIT.large
    ground = GROUNDS.index(row.split("_")[1])
    assert members(side.beside[ground], ISLANDS) == sorted(islands)
    assert f"{row.split('_', maxsplit=1)[0]}_{side.sections[ground]}" == section
    around = side.grounds
    for other in range(around):
        away = abs(ground - other)
        assert side.borders[ground * 12 + other] == min(away, around - away)


@pytest.mark.parametrize(("row", "harvest", "trade"), TILE_ROWS)
def test_every_island_tile_is_as_in_the_reference(row: str, harvest: str, trade: str) -> None:
    """§setup.8"""
    assert offer_words(KIT.first_tile + TILES.index(row)) == (harvest, ordered(trade))


def test_the_sets_have_their_tiles() -> None:
    """§setup.8, §setup.10: sets "1" and "2" are base, "3" and "4" deluxe."""
    assert [mask.bit_count() for mask in KIT.tile_sets] == [8, 6, 8, 8]
    assert list(KIT.set_is_small) == [0, 1, 0, 0]


@pytest.mark.parametrize(("row", "players", "cost", "benefit", "scores"), NOMAD_ROWS)
def test_every_nomad_is_as_in_the_reference(row: str, players: int, cost: str, benefit: str, scores: str) -> None:
    """§setup.3, §recruit.1, §nomad.1, §score.1"""
    tile = KIT.nomads[NOMADS.index(row)]
    assert tile.players == players and tile.deluxe == row.startswith("D")
    assert (goods_words(tile.cost), benefit_gist(KIT, tile), score_gist(tile)) == (cost, benefit, scores)


def test_the_culture_track_is_as_in_the_reference() -> None:
    """§recruit.3: rows "1", "2", "3", "4", "5" from top to bottom."""
    assert [short(goods) for goods in KIT.track] == ["F", "S", "C", "P", "F + P"]


def test_spare_rows_are_not_in_play() -> None:
    """§setup.1"""
    assert (KIT.small.islands, KIT.small.grounds, KIT.large.islands, KIT.large.grounds) == (6, 6, 8, 8)
    for row in SPARE_ROWS:
        load_kit(overlay(table_of(row), row))  # each exists and may be entered


def table_of(row: str) -> str:
    return {"g": "grounds", "s": "sections"}.get(row.split("_")[1][0], "islands")


def overlay(table: str, row: str, *fields: str) -> Overlay:
    return Overlay("mine.toml", "\n".join([f"[[{table}]]", f'id = "{row}"', 'source = "rulebook"', *fields]))


# ---- the owner's file


@pytest.mark.parametrize("number", NUMBERS)
def test_every_number_can_be_replaced_within_its_bounds(number: str) -> None:
    """§setup.2"""
    load_kit(overlay("numbers", number, f"value = {NUMBERS[number]}"))
    with pytest.raises(ComponentError, match=rf"mine\.toml: \[\[numbers\]\] {number} field value: 999 is not allowed"):
        load_kit(overlay("numbers", number, "value = 999"))


def test_an_owner_may_enter_a_ninth_island() -> None:
    """§setup.1"""
    text = """
    [[islands]]
    id = "large_I"
    source = "rulebook"
    used = true
    [[grounds]]
    id = "large_g9"
    source = "rulebook"
    used = true
    islands = ["H", "I"]
    section = "s1"
    [[tile_sets]]
    id = "1"
    source = "rulebook"
    side = "small"
    [[tile_sets]]
    id = "3"
    source = "rulebook"
    side = "small"
    [[tile_sets]]
    id = "4"
    source = "rulebook"
    side = "small"
    """
    kit = load_kit(Overlay("mine.toml", text))
    assert kit.large.islands == 9 and kit.large.grounds == 9 and kit.hash != KIT.hash


@pytest.mark.parametrize(
    ("table", "row", "fields", "words"),
    [
        ("islands", "large_A", ["settler_spaces = 4"], "settler_spaces.*at least 2 at most 3"),
        ("islands", "large_A", ["dice_spaces = 1"], "dice_spaces.*at least 2"),
        ("islands", "large_A", ["migration = []"], "migration"),
        ("islands", "large_A", ['migration = ["M5"]'], "migration.*allowed: a list of M1, M2, M3, M4"),
        ("islands", "large_A", ["trade_gives = {}"], "trade_gives"),
        ("islands", "large_A", ['harvest = "salt"'], "harvest.*allowed: fish, shell, coconut, pearl"),
        ("islands", "large_A", ["harvest_dice = [7]"], "harvest_dice.*at most 6|harvest_dice.*<= 6"),
        ("islands", "large_A", ['walkways = ["C"]'], "a walkway joins two islands: C must name A"),
        ("islands", "small_A", ['walkways = ["H"]'], "there is no island H on this side"),
        ("islands", "small_F", ["used = false"], "this side must have 6 islands, not 5"),
        ("islands", "large_A", ["used = false"], "large_B after it is used"),
        ("islands", "large_I", ["used = true"], "no Anchoring ground lies beside"),
        ("islands", "large_A", ["colour = 3"], "unknown field"),
        ("grounds", "small_g1", ['islands = ["A"]'], "islands"),
        ("grounds", "small_g1", ['islands = ["A", "A"]'], "two different islands"),
        ("grounds", "small_g1", ['islands = ["A", "H"]'], "two different islands of this side"),
        ("grounds", "small_g1", ['section = "s99"'], "there is no section 's99'"),
        ("sections", "small_s1", ['borders = ["s3", "s6", "s2"]'], "a border has two sides: s3 must name s1"),
        ("sections", "small_s1", ['borders = ["x"]'], "there is no section 'x'"),
        ("tiles", "1-1", ['set = "2"'], "has 7 tiles; its boards need 8"),
        ("nomads", "N02", ["dice = []"], "needs its die faces"),
        ("nomads", "N01", ['benefit = "income"'], "needs a good"),
        ("nomads", "N03", ['benefit = "any_one"'], "needs the points"),
        ("nomads", "N23", ['benefit = "any_many"'], "needs the most goods sold at once"),
        ("nomads", "N01", ["points = [1, 2]"], "needs 1 numbers"),
        ("nomads", "N06", ["points = [1, 2]"], "needs 4 numbers"),
        ("nomads", "N10", ['scores = "flower"'], "a flower needs its colour"),
        ("nomads", "N19", ["points = [4]"], "must score 5 for each Storage Nomad and sell Coconuts"),
        ("nomads", "N01", ["cost = {}"], "cost"),
        ("leaders", "chief", ['benefit = "sail"'], "the Chief's benefit must be swap"),
        ("leaders", "worker", ['benefit = "less"'], "two Leaders have 'less'"),
        ("leaders", "beggar", ['benefit = "equal"'], "two Leaders have 'equal'"),
        ("leaders", "fisher", ["spaces = [{ dice = [1], gives = { fish = 2 } }]"], "2 Fish for a 1 or a 4"),
        ("leaders", "worker", ["spaces = [{ dice = [5], gives = { coconut = 1 } }]"], "1 Coconut for a 6"),
        ("leaders", "trader", ["spaces = []"], "spaces"),
        ("leaders", "clerk", [], "there is no such row; the nearest are"),
        ("cards", "N01", [], "unknown table; allowed are: islands"),
    ],
)
def test_a_wrong_row_is_refused_with_its_place(table: str, row: str, fields: list[str], words: str) -> None:
    """The error names file, table, row and what is allowed.  §setup.1"""
    with pytest.raises(ComponentError, match=words) as error:
        load_kit(overlay(table, row, *fields))
    assert "[[" in str(error.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({row[0]: "players = 2" for row in NOMAD_ROWS if row[1] == 5}, "no tile has players = 5"),
        ({row[0]: 'benefit = "storage"' for row in NOMAD_ROWS if "±" in row[3]}, "no tile has the benefit 'shift'"),
        ({row[0]: "cost = { fish = 2 }" for row in NOMAD_ROWS if row[2] == "2 Pearls"}, "must cost 2 Pearls"),
        ({row[0]: 'good = "shell"' for row in NOMAD_ROWS if row[3] == "1 Fish every round"}, "bring in a Fish"),
        ({row[0]: "points = [2]" for row in NOMAD_ROWS if "per Nomad" in row[4]}, "score 1 for each Nomad"),
        ({row[0]: "points = [4]" for row in NOMAD_ROWS if "5 points per Settler" in row[4]}, "5 for each Settler"),
        ({row[0]: "points = [1]" for row in NOMAD_ROWS if "flower" in row[4]}, "score 7 together"),
        ({row[0]: "points = [3]" for row in NOMAD_ROWS if "per Monument" in row[4]}, "6 for each Monument together"),
        (
            {row[0]: "points = [1, 1, 1, 1]" for row in NOMAD_ROWS if row[4].endswith("per kind of good")},
            "10 for Fish, 14 for Shell",
        ),
        ({row[0]: 'scores = "nomad"' for row in NOMAD_ROWS if "per Monument" in row[4]}, "at least 3 tiles"),
        ({row[0]: 'benefit = "shift"' for row in NOMAD_ROWS if "storage +2" in row[3]}, "the benefit 'storage'"),
    ],
)
def test_all_nomads_together_fit_the_text_of_the_rulebook(change: dict[str, str], words: str) -> None:
    """§setup.3, §score.1"""
    rows = [f'[[nomads]]\nid = "{row}"\nsource = "rulebook"\n{field}\n' for row, field in change.items()]
    with pytest.raises(ComponentError, match=words):
        load_kit(Overlay("mine.toml", "\n".join(rows)))


def rows(table: str, ids: list[str], field: str) -> Overlay:
    """The same field in many rows."""
    return Overlay("mine.toml", "\n".join(overlay(table, row, field).text for row in ids))


ALL_ISLANDS = [row[0] for row in ISLAND_ROWS]
ALL_SECTIONS = sorted({row[2] for row in GROUND_ROWS})


@pytest.mark.parametrize(
    ("mine", "words"),
    [
        (rows("sections", ALL_SECTIONS, "borders = []"), "two grounds must lie 1 borders apart"),
        (rows("islands", ALL_ISLANDS, "walkways = []"), "at least one walkway"),
        (rows("islands", ALL_ISLANDS, "harvest_dice = [3]"), "must give Shell for a 2"),
        (rows("nomads", [row[0] for row in NOMAD_ROWS[:16]], "players = 3"), "2 players use 8 tiles; they need 10"),
        (rows("grounds", ["small_g4", "small_g5", "small_g6"], "used = false"), "this side needs 4 grounds, not 3"),
        (rows("numbers", ["storage_spaces"], "value = 4"), "the 4 goods of the start do not fit"),
    ],
)
def test_the_board_as_a_whole_fits_the_text_of_the_rulebook(mine: Overlay, words: str) -> None:
    """§setup.1, §setup.2"""
    with pytest.raises(ComponentError, match=words):
        load_kit(mine)


def test_the_leader_spaces_as_a_whole_fit_the_text_of_the_rulebook() -> None:
    """§space.1, §space.2"""
    kept = {"worker": "{ dice = [6], gives = { coconut = 1 } }", "fisher": "{ dice = [4, 1], gives = { fish = 2 } }"}
    one = {leader: kept.get(leader, "{ dice = [1], gives = { fish = 1 } }") for leader in LEADER_IDS}
    text = "\n".join(overlay("leaders", leader, f"spaces = [{space}]").text for leader, space in one.items())
    with pytest.raises(ComponentError, match="some space must be closed with two players"):
        load_kit(Overlay("mine.toml", text))
    text = text.replace("gives = { fish = 1 }", "gives = { fish = 1 }, closed_with_two = true")
    with pytest.raises(ComponentError, match="some card must have more than one space"):
        load_kit(Overlay("mine.toml", text))


def test_one_set_has_exactly_eight_tiles() -> None:
    """§setup.9"""
    moved = [overlay("tiles", row, 'set = "2"').text for row in ("1-8", "3-8", "4-8")]
    small = [overlay("tile_sets", row, 'side = "small"').text for row in ("1", "3", "4")]
    with pytest.raises(ComponentError, match="one set must have exactly 8 tiles"):
        load_kit(Overlay("mine.toml", "\n".join(moved + small)))


def test_no_two_nomads_do_and_score_the_same() -> None:
    """Each is a choice of its own.  §recruit.1"""
    kinds = [
        (tile.benefit, tile.good if tile.is_sale() or tile.benefit == INCOME else 0, tile.scores, tile.colour)
        for tile in KIT.nomads
    ]
    alike = [tile.id for tile, kind in zip(KIT.nomads, kinds, strict=True) if kinds.count(kind) > 1]
    assert alike == []


def test_every_nomad_has_a_name_of_its_own() -> None:
    """§setup.3"""
    assert len({tile.name for tile in KIT.nomads}) == 44
    with pytest.raises(ComponentError, match="'Healer' is the name of another Nomad"):
        load_kit(overlay("nomads", "N01", 'name = "Healer"'))


def test_other_values_than_the_proposed_ones_are_welcome() -> None:
    """The loader checks what the text fixes, nothing else.  §recruit.1"""
    kit = load_kit(
        overlay(
            "nomads", "N18", "cost = { pearl = 3 }", 'benefit = "any_many"', 'good = "shell"', "price = 7", "amount = 6"
        )
    )
    tile = kit.nomads[NOMADS.index("N18")]
    assert goods_words(tile.cost) == "3 Pearls" and tile.amount == 6
    assert benefit_gist(kit, tile) == "sell up to 6 Shells for 7 points each with any die"


def test_everyone_must_find_a_nomad_to_reserve() -> None:
    """§setup.5, R10: five boats on five grounds, and the last one lies beside two reserved Nomads"""
    pairs = ['["A", "C"]', '["B", "D"]', '["E", "F"]', '["G", "H"]', '["A", "B"]']
    rows = [
        f'[[grounds]]\nid = "large_g{number}"\nsource = "rulebook"\nislands = {pair}\n'
        for number, pair in enumerate(pairs, 1)
    ]
    unused = [f'[[grounds]]\nid = "large_g{number}"\nsource = "rulebook"\nused = false\n' for number in (6, 7, 8)]
    load_kit(Overlay("mine.toml", "\n".join(rows + unused[2:])))
    with pytest.raises(ComponentError, match="the last boat might find no Nomad to reserve"):
        load_kit(Overlay("mine.toml", "\n".join(rows + unused)))


LEADER_IDS = ["worker", "beggar", "fisher", "trader", "chief"]


def test_the_leaders_stand_in_the_order_of_their_numbers() -> None:
    """§leader.2"""
    assert [leader.name.lower() for leader in KIT.leaders] == LEADER_IDS
