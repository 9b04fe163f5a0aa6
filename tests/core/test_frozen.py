"""Rows from another time: rules as they were then, names and drawings from today where they are missing."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from skerry.core.components import ComponentError, Overlay, Row, freeze, load_components
from skerry.core.frozen import ComponentTables, Frozen, rules_digest, tables_digest
from skerry.games import GAMES


class CardRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    gist: str = ""
    cost: int
    bonus: int = 0


KINDS: dict[str, type[Row]] = {"cards": CardRow}
TODAY = """
[[cards]]
id = "rake"
name = "Rake"
gist = "Costs 3."
cost = 3
source = "rulebook"

[[cards]]
id = "net"
name = "Net"
cost = 1
source = "rulebook"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards.toml").write_text(TODAY)
    return tmp_path


def then(**fields: Any) -> Frozen:
    """One card, with these fields in place of its own; None leaves one out."""
    row = {"id": "rake", "name": "Old Rake", "cost": 2, "source": "reported"} | fields
    return Frozen.from_rows({"cards": [{name: value for name, value in row.items() if value is not None}]})


def card(folder: Path, frozen: Frozen, **more: Any) -> CardRow:
    return load_components(folder, KINDS, frozen, **more).all("cards", CardRow)[0]


def test_rules_and_words_are_those_of_then(folder: Path) -> None:
    old = card(folder, then(gist="Costs 2."))
    assert (old.name, old.gist, old.cost, old.source) == ("Old Rake", "Costs 2.", 2, "reported")


def test_a_name_that_was_not_there_is_todays(folder: Path) -> None:
    assert card(folder, then(name=None)).name == "Rake"


def test_a_card_that_is_no_more_goes_by_its_id(folder: Path) -> None:
    assert card(folder, then(id="spade", name=None)).name == "spade"


def test_words_about_the_rules_are_borrowed_only_if_the_rules_are_the_same(folder: Path) -> None:
    assert card(folder, then()).gist == ""
    assert card(folder, then(cost=3)).gist == "Costs 3."


def test_rows_of_today_are_not_added(folder: Path) -> None:
    assert list(load_components(folder, KINDS, then()).rows["cards"]) == ["rake"]


def test_a_drawing_that_nobody_knows_any_more_is_left_out(folder: Path) -> None:
    assert card(folder, then(flavour="It rakes.")).cost == 2


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"weight": 2}, "rake field weight: unknown field"),
        ({"cost": None}, "rake field cost: .*missing"),
        ({"cost": "two"}, "rake field cost: expected"),
    ],
)
def test_a_rule_is_never_made_up(folder: Path, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ComponentError, match=f"the components of the match: .*{words}"):
        card(folder, then(**fields))


def test_a_game_can_translate_rows_of_an_old_shape(folder: Path) -> None:
    def older(tables: ComponentTables) -> ComponentTables:
        for row in tables["cards"].values():
            row["cost"] = row.pop("price")
        return tables

    old = then(cost=None, price=7)
    kept = deepcopy(old.tables)
    assert card(folder, old, older=older).cost == 7
    assert old.tables == kept
    assert load_components(folder, KINDS, old, older).hash == old.hash


def test_the_order_of_rows_counts_and_that_of_fields_does_not(folder: Path) -> None:
    tables = freeze(folder, KINDS).tables
    turned = {"cards": {id_: dict(reversed(row.items())) for id_, row in tables["cards"].items()}}
    assert tables_digest(turned) == tables_digest(tables)
    assert tables_digest({"cards": dict(reversed(tables["cards"].items()))}) != tables_digest(tables)


def test_what_is_only_shown_is_no_rule(folder: Path) -> None:
    assert rules_digest(then(name="Other", gist="Other").tables) == rules_digest(then().tables)
    assert rules_digest(then(cost=9).tables) != rules_digest(then().tables)
    assert then(name="Other").hash != then().hash


@pytest.mark.parametrize("game", GAMES)
def test_every_set_of_rows_survives_its_file(game: str) -> None:
    frozen = GAMES[game].components()
    again = Frozen.from_text(frozen.text())
    assert again.hash == frozen.hash == GAMES[game].load_kit().hash
    assert {table: list(rows.values()) for table, rows in again.tables.items()} == {
        table: list(rows.values()) for table, rows in frozen.tables.items() if rows
    }


def test_an_owners_rows_are_frozen_with_ours(folder: Path) -> None:
    mine = Overlay("mine.toml", '[[cards]]\nid = "net"\nsource = "reported"\ncost = 5\n')
    frozen = freeze(folder, KINDS, mine)
    assert frozen.tables["cards"]["net"]["cost"] == 5 and frozen.hash == load_components(folder, KINDS, mine).hash
    (folder / "cards.toml").write_text(TODAY.replace("cost = 1", "cost = 9"))
    rows = load_components(folder, KINDS, frozen).all("cards", CardRow)
    assert [row.cost for row in rows] == [3, 5]
