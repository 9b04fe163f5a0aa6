"""The component files: what the rulebook fixes, and what an owner's file may and may not say."""

from pathlib import Path

import pytest

from skerry.core import bits
from skerry.core.components import ComponentError, Overlay, load_components
from skerry.core.playout import play_many
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.kit import load as K
from skerry.games.nusfjord.state import REFOREST
from skerry.games.nusfjord.steps import new_state
from tests.games.nusfjord.builder import GAME, a_state, options, overlaid, why_not
from tests.recorded import FOLDER as RECORDED
from tests.recorded import replay

TABLES = load_components(K.FOLDER, K.KINDS)
SHORT_TRACK = K.FOLDER / "alternatives" / "short-track.toml"
FIXED_PAIRS = K.FOLDER / "alternatives" / "fixed-pairs.toml"

NUMBERS = {
    "wood_limit": 12,
    "reserve_limit": 8,
    "council_seats": 5,
    "open_a": 9,
    "open_b": 6,
    "shares": 5,
    "start_issued": 2,
    "space_gold": 1,
    "serve_gold": 1,
    "issue_gold": 2,
    "share_price": 1,
    "share_off_round_4": 1,
    "share_off_round_6": 2,
    "deforest_wood": 5,
    "reforest_forests": 2,
    "elder_fish": 3,
    "elder_return": 1,
    "mixed_a": 3,
    "mixed_b": 2,
    "any_pair": 1,
}
OWN_NUMBERS = ("start_wood", "start_fish", "start_gold", "stack_limit", "rules")


def with_rows(text: str) -> NusfjordKit:
    return GAME.load_kit(overlaid(text))


def test_the_numbers_of_the_rulebook() -> None:
    rows = TABLES.rows["numbers"]
    assert {name: TABLES.number(name) for name in NUMBERS} == NUMBERS
    assert {row.source for name, row in rows.items() if name in NUMBERS} == {"rulebook"}
    assert set(rows) == {*NUMBERS, *OWN_NUMBERS}


SPACES = {
    "gold": (1, 1),
    "transfer_reserve": (1, 1),
    "serve_fish": (1, 1),
    "build": (1, 3),
    "build_second": (1, 0),
    "issue_share": (1, 2),
    "buy_shares": (1, 1),
    "deforest": (1, 2),
    "reforest": (1, 1),
    "thin_out": (1, 1),
    "build_ship": (1, 2),
    "take_elder": (1, 2),
    "copy": (1, 1),
    "copy_left": (1, 1),
    "copy_middle": (1, 1),
    "copy_right": (1, 1),
}


def test_the_spaces_of_both_sides_and_their_workers() -> None:
    """§setup.1, §work.3"""
    rows = TABLES.all("spaces", K.SpaceRow)
    assert {row.id: (row.workers_1_2, row.workers_3_5) for row in rows} == SPACES
    board = rows[:12]
    assert sum(row.workers_1_2 for row in board) == 12 and sum(row.workers_3_5 for row in board) == 17


def test_the_ships() -> None:
    """§ship.2, §ship.3, §setup.3"""
    rows = {row.id: row for row in TABLES.all("ships", K.ShipRow)}
    assert {id_: rows[id_].size for id_ in ("sloop", "cutter", "schooner")} == {"sloop": 2, "cutter": 3, "schooner": 4}
    schooner = rows["schooner"]
    assert (schooner.wood, schooner.fish, schooner.gold, schooner.gold_instead) == (8, 8, 0, 4)
    assert [row.tiles for row in rows.values()] == [6, 6, 6]


TRACK = (
    "covered_0", "covered_1", "covered_2", "covered_3", "covered_4", "covered_5", "covered_6", "covered_7",
    "covered_8", "covered_9", "covered_10", "covered_11", "covered_12", "covered_13", "covered_14", "covered_15",
    "covered_16", "covered_17", "covered_18", "covered_19", "covered_20",
)  # fmt: skip
PLATES = (
    "plate_1", "plate_2", "plate_3", "plate_4", "plate_5", "plate_6", "plate_7", "plate_8", "plate_9", "plate_10",
)  # fmt: skip


def test_the_fishing_track() -> None:
    """§fish.2, §ship.2"""
    rows = TABLES.all("track", K.TrackRow)
    assert tuple(row.id for row in rows) == TRACK
    hauls = [row.haul for row in rows if row.haul]
    assert (hauls[0], hauls[1], hauls[4], hauls[-1]) == (3, 3, 6, 12)
    assert hauls == sorted(hauls) and len(hauls) - 1 - hauls.index(12) < 2


def test_the_plates() -> None:
    """§setup.2, §serve.2"""
    rows = TABLES.all("plates", K.PlateRow)
    assert tuple(row.id for row in rows) == PLATES
    assert [row.price for row in rows[2:5]] == [3, 3, 4]


HARBOR = ("r0c0", "r0c1", "r0c2", "r0c3", "r1c0", "r1c1", "r1c2", "r1c3", "r2c0", "r2c1", "r2c2", "r2c3")


def test_the_harbor_board() -> None:
    """§setup.9"""
    assert tuple(row.id for row in TABLES.all("harbor", K.HarborRow)) == HARBOR
    doubles = TABLES.all("doubles", K.DoubleRow)
    assert [row.id for row in doubles if row.forests] == ["r0c2", "r1c2", "r2c2"]
    assert [row.forests for row in doubles if row.forests] == [2, 1, 1]


PLAYERS = {"1": (1, 3), "1_advanced": (1, 3), "2": (1, 3), "3": (2, 4), "4": (3, 5), "5": (4, 6)}


def test_the_rows_by_number_of_players() -> None:
    """§setup.2, §setup.3, §home.4, §home.5, §home.6"""
    rows = {row.id: row for row in TABLES.all("players", K.PlayersRow)}
    assert {id_: (row.plates, row.ships) for id_, row in rows.items()} == PLAYERS
    many = [rows[id_] for id_ in ("2", "3", "4", "5")]
    assert [(row.round_3_a, row.round_4_c, row.round_5_b) for row in many] == [
        (0, 4, 0),
        (3, 3, 2),
        (4, 2, 2),
        (5, 2, 3),
    ]
    assert rows["1"].round_6_c == rows["1_advanced"].round_6_c == 3  # §solo.5


STARTS = (
    "herring_2", "herring_3", "herring_4", "herring_5", "mackerel_2", "mackerel_3", "mackerel_4", "mackerel_5",
    "cod_2", "cod_3", "cod_4", "cod_5", "mixed_2", "mixed_3", "mixed_4", "mixed_5",
)  # fmt: skip


def test_goods_at_the_start_are_named_for_every_deck_and_number_of_players() -> None:
    """§setup.11"""
    assert tuple(row.id for row in TABLES.all("starts", K.StartRow)) == STARTS


ELDERS = (
    "elder_1", "elder_2", "elder_3", "elder_4", "elder_5", "elder_6", "elder_7", "elder_8", "elder_9",
    "elder_10", "elder_11", "elder_12", "elder_13", "elder_14", "elder_15", "elder_16", "elder_17", "elder_18",
)  # fmt: skip


def test_the_elders_the_rulebook_names() -> None:
    """§setup.4"""
    rows = TABLES.all("elders", K.ElderRow)
    assert tuple(row.id for row in rows) == ELDERS
    assert (rows[0].name, rows[6].name) == ("Contractor", "Builder")
    assert "Forest Manager" in [row.name for row in rows]


# ---- an owner's file


def test_an_owners_row_replaces_ours() -> None:
    """§ship.3"""
    kit = with_rows('[[ships]]\nid = "sloop"\nsource = "rulebook"\nwood = 3\nfish = 1\n')
    assert (kit.ship_wood[0], kit.ship_fish[0], kit.ship_size[0]) == (3, 1, 2)
    assert kit.hash != GAME.load_kit().hash


def test_an_owners_elder_acts_as_it_says() -> None:
    """§elders.9"""
    kit = with_rows('[[elders]]\nid = "elder_9"\nsource = "rulebook"\nname = "Purser"\neffect = "gain"\nwood = 2\n')
    assert (kit.elder_names[8], kit.elder_words[8], kit.elders[8].wood) == ("Purser", "Gain 2 wood and 1 gold", 2)


WRONG = [
    ("ships", "sloop", "size = 0", "field size: expected `int` >= 1; allowed: a whole number at least 1 at most 10"),
    ("ships", "sloop", "gold_instead = 4", "only the schooner has a second price; allowed is 0"),
    ("ships", "schooner", "gold_instead = 0", "field gold_instead: the schooner has a second price"),
    ("ships", "sloop", "points = 0", "field points: no fleet of three or four Ships scores 7 points"),
    ("ships", "brig", "size = 2", "field id: there is no such row; the nearest are: "),
    ("track", "covered_4", "haul = 7", "field haul: 7 is not allowed; it must be 6"),
    ("track", "covered_6", "haul = 6", "field haul: 6 is less than 7 before it; the haul never decreases"),
    ("track", "covered_13", "haul = 12", "with a haul of 12 no Ship may fit any more"),
    ("plates", "plate_3", "price = 2", "field price: the rulebook's example has 3 here"),
    ("plates", "plate_7", "price = 1", "field price: a plate never costs less than the one before it"),
    ("plates", "plate_1", "price = 0", "field price: allowed are 1 to 15"),
    ("harbor", "r1c1", 'kind = "reserve"', "field kind: the Reserve is r0c0, at the top left"),
    ("doubles", "r0c0", "active = true", "field active: both cells must be Building spaces; allowed is false"),
    ("doubles", "r1c2", "active = false", "Forests lie on active double spaces"),
    ("doubles", "r1c0", "forests = 1", "field forests: 5 Forests at the start; there must be 4"),
    ("players", "4", "elders = 18", "field elders: allowed are 6 to 12, and 18 with 5 players"),
    ("players", "5", "plates = 11", "field plates: there are 8 plates"),
    ("players", "3", "ships = 7", "field ships: there are 6 tiles of the sloop"),
    ("players", "5", "round_4_c = 3", "field round_4_c: 14 C Buildings are enough for 2 each"),
    ("players", "5", "copy_spaces = 2", "field copy_spaces: invalid enum value 2; allowed: 0, 1, 3"),
    ("starts", "cod_2", "gold = [0, 1, 1]", "field gold: 3 places; with 2 players there are 2"),
    ("starts", "mixed_5", "fish = [0, 16]", "field fish: expected `int` <= 15"),
    ("starts", "herring_6", "gold = [1]", "field id: there is no such row; the nearest are: herring_"),
    ("spaces", "gold", 'column = "right"', "the spaces run through the columns from left to right"),
    ("spaces", "buy_shares", 'column = "right"', "the spaces run through the columns"),
    ("spaces", "copy", 'column = "left"', "only the space `copy` belongs to any column"),
    ("elders", "elder_7", 'name = "Mason"', "field name: the rulebook calls this Elder Builder"),
    ("elders", "elder_3", 'name = "Ranger"', "field name: one of the Elders must be the Forest Manager"),
    ("elders", "elder_9", "wood = 99", "field wood: expected `int` <= 15; allowed: a whole number at least 0 at most"),
    ("elders", "elder_17", "gold = 1", "the effect copy does not use it; its amounts are: none"),
    ("elders", "elder_18", "wood = 0", "field wood: 0 is not allowed; allowed are 1 to 15"),
    ("elders", "elder_9", 'effect = "dance"', "field effect: invalid enum value 'dance'; allowed: build, buy"),
    ("numbers", "shares", "value = 9", "field value: 9 is not allowed; allowed are 1 to 7"),
    ("numbers", "wood_limit", 'value = "many"', "field value: expected `int`, got `str`; allowed: a whole number"),
]


@pytest.mark.parametrize(("table", "row", "field", "words"), WRONG)
def test_a_wrong_row_is_named_with_what_is_allowed(table: str, row: str, field: str, words: str) -> None:
    with pytest.raises(ComponentError) as caught:
        with_rows(f'[[{table}]]\nid = "{row}"\nsource = "rulebook"\n{field}\n')
    said = str(caught.value)
    assert said.startswith("mine.toml: ") and f"[[{table}]]" in said and words in said, said


def test_issue_and_buy_share_a_column() -> None:
    """§copy.2"""
    rows = "".join(
        f'[[spaces]]\nid = "{id_}"\nsource = "rulebook"\ncolumn = "right"\n' for id_ in ("buy_shares", "deforest")
    )
    with pytest.raises(ComponentError, match="issue_share and buy_shares must be in the same column"):
        with_rows(rows)


@pytest.mark.parametrize("split", [(3, 6, 12), (4, 6, 12)])
def test_the_rival_splits_of_the_columns_are_possible(split: tuple[int, int, int]) -> None:
    """§copy.2"""
    columns = {}
    for number, id_ in enumerate([id_ for id_ in SPACES if not id_.startswith(("copy", "build_second"))], 1):
        columns[id_] = "left" if number <= split[0] else "middle" if number <= split[1] else "right"
    columns["build_second"] = columns["build"]
    kit = with_rows(
        "".join(f'[[spaces]]\nid = "{i}"\nsource = "rulebook"\ncolumn = "{c}"\n' for i, c in columns.items())
    )
    assert kit.column[6] == 1 and kit.column[7] == 2


def test_the_short_track_is_an_alternative() -> None:
    """§fish.2, §ship.2"""
    kit = GAME.load_kit(Overlay.read(Path(SHORT_TRACK)))
    assert kit.track == 11 and [kit.haul[covered] for covered in (0, 2, 4, 10, 11)] == [3, 4, 6, 12, 12]
    state = new_state(kit, 3)
    state.settle()
    assert play_many(state, 20, 1) > 0


def test_fixed_double_spaces_are_an_alternative() -> None:
    """§reforest.1, R28"""
    scene = a_state(2).own(0, "101", cell="r1c0").forests(0, r0c2=1, r2c2=1)
    assert options(scene.at(REFOREST, 0)) == ["double r1c1", "double r1c2", "double r2c0"]
    scene.state.kit = GAME.load_kit(Overlay.read(FIXED_PAIRS))
    assert options(scene.at(REFOREST, 0)) == ["double r1c2", "double r2c0"]
    scene.own(0, "102", cell="r2c1").forests(0, r0c2=1, r1c2=1, r2c2=1)
    assert why_not(scene.turn_of(0), "place reforest") == "§reforest.2 You have no free double space"


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_from_before_keeps_its_fixed_double_spaces(seats: int) -> None:
    """§reforest.1: a match keeps the rows it began with, and theirs say `any_pair = 0`"""
    match = replay(RECORDED / f"nusfjord-{seats}-seventh_round.json")
    assert bits.members(match.state.kit.doubles) == [2, 3, 5, 6, 8]
    assert bits.members(K.BASE.doubles) == [1, 2, 3, 4, 5, 6, 7, 8]
