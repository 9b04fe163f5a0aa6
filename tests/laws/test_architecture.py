"""ARCHITECTURE.md and its drawing show the rooms there are, as tests/laws/test_imports.py keeps them apart."""

import re
from pathlib import Path

import pytest

from tests.laws.test_imports import PACKAGE, ROOMS, SERVER

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
DRAWING = (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8")


def table_under(words: str) -> dict[str, list[str]]:
    """The rows of the first table after these words: the name of a room, and the other cells."""
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", PAGE[PAGE.index(words) :].split("\n\n**", 1)[0], re.MULTILINE)
    return {name.removesuffix("/<game>"): cells.split(" | ") for name, cells in rows if cells != "holds"}


def folders(place: Path) -> set[str]:
    return {path.parent.name for path in place.glob("*/__init__.py")}


def drawn() -> set[str]:
    """The words of the drawing."""
    return set(re.findall(r"[\w/]+", " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", DRAWING))))


def test_every_folder_is_a_room() -> None:
    assert folders(PACKAGE) == set(ROOMS)
    assert folders(PACKAGE / "server") == set(SERVER)


def test_the_page_says_which_room_may_import_which() -> None:
    said = table_under("## Rooms")
    assert set(said) == {*ROOMS, "web/"}
    for room, allowed in ROOMS.items():
        words = re.sub(r"\(.*?\)|`\w+`", "", said[room][-1])
        named = set(re.findall(r"\w+", words)) & set(ROOMS)
        assert (set(ROOMS) - {room} - named if words.startswith("all of these but") else named) == allowed, room


def test_the_page_lists_the_rooms_of_the_server_in_their_order() -> None:
    assert tuple(table_under("**Inside the server**")) == SERVER


def test_every_room_is_in_the_drawing() -> None:
    pages = {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert {f"{room}/" for room in ROOMS} <= drawn()
    assert (set(SERVER) | pages) - drawn() == set()
