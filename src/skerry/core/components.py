"""Component files: typed TOML rows with a `source`, and an owner's file laid over them.

A file holds tables of rows.  Every row has an `id` and a `source`; an owner's file gives, for the rows it
replaces, the id, the source and the fields that differ:

    [[cards]]
    id = "gull_feather"
    source = "rulebook"
    cost = 2
"""

import tomllib
import types
import typing
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from skerry.core.frozen import ComponentTables, Frozen, Older, thaw

Source = Literal["rulebook", "reported", "reconstructed"]

MAX_OVERLAY = 1_000_000  # characters
OF_THE_MATCH = "the components of the match"  # the origin of frozen rows


class Row(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What every component row has."""

    id: str
    source: Source


class NumberRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A single number of the rules: a limit, a price, an amount of the setup."""

    value: int


class ComponentError(ValueError):
    """Says which file, row and field is wrong, and what is allowed there."""

    def __init__(self, file: str, table: str, row: str, field: str, words: str) -> None:
        place = " ".join(
            part for part in (f"[[{table}]]" if table else "", row, f"field {field}" if field else "") if part
        )
        super().__init__(f"{file}: {place}: {words}" if place else f"{file}: {words}")
        self.file, self.table, self.row, self.field, self.words = file, table, row, field, words


class Overlay(msgspec.Struct, frozen=True):
    """An owner's component file; its text is kept in saved matches, so that they need no other file."""

    name: str
    text: str

    @staticmethod
    def read(path: Path) -> "Overlay":
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise ComponentError(str(path), "", "", "", f"cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ComponentError(str(path), "", "", "", "is not UTF-8 text") from error
        return Overlay(path.name, text)


R = TypeVar("R", bound=Row)


@dataclass(frozen=True)
class Components:
    """All rows of a game's components, checked, by table and id."""

    rows: dict[str, dict[str, Row]]
    origin: dict[tuple[str, str], str]  # the file a row came from
    hash: str

    def all(self, table: str, kind: type[R]) -> list[R]:
        return [row for row in self.rows[table].values() if isinstance(row, kind)]

    def number(self, name: str, least: int = 0, most: int = 1_000) -> int:
        """A row of the table `numbers`, within its bounds."""
        row = self.rows["numbers"].get(name)
        if not isinstance(row, NumberRow):
            raise ComponentError("components", "numbers", name, "", "this number is missing")
        if not least <= row.value <= most:
            self.fail("numbers", name, "value", f"{row.value} is not allowed; allowed are {least} to {most}")
        return row.value

    def fail(self, table: str, row: str, field: str, words: str) -> typing.NoReturn:
        raise ComponentError(self.origin.get((table, row), "components"), table, row, field, words)


Origin = dict[tuple[str, str], str]


def load_components(
    folder: Path, kinds: dict[str, type[Row]], given: Overlay | Frozen | None = None, older: Older | None = None
) -> Components:
    """Today's rows, with an owner's laid over them, or the frozen rows of a match; every field is checked.

    `older` translates frozen rows whose shape has changed since.
    """
    if isinstance(given, Frozen):
        try:
            raw = thaw(given, kinds, read_tables(folder, kinds)[0], older)
        except ValueError as error:
            raise ComponentError(OF_THE_MATCH, "", "", "", str(error)) from error
        origin = {(table, id_): OF_THE_MATCH for table, rows in raw.items() for id_ in rows}
        hash_ = given.hash
    else:
        raw, origin = laid_over(folder, kinds, given)
        hash_ = ""
    rows = {
        table: {id_: check_row(row, kinds[table], origin[table, id_], table) for id_, row in table_rows.items()}
        for table, table_rows in raw.items()
    }
    return Components(rows, origin, hash_ or Frozen.of(raw).hash)


def freeze(folder: Path, kinds: dict[str, type[Row]], overlay: Overlay | None = None) -> Frozen:
    """The rows that `load_components` would use today."""
    return Frozen.of(laid_over(folder, kinds, overlay)[0])


def laid_over(folder: Path, kinds: Collection[str], overlay: Overlay | None) -> tuple[ComponentTables, Origin]:
    """Today's rows with an owner's laid over them, and the file each one comes from."""
    raw, origin = read_tables(folder, kinds)
    if overlay is not None:
        raw, own = apply_overlay(raw, overlay)
        origin |= own
    return raw, origin


def read_tables(folder: Path, kinds: Collection[str]) -> tuple[ComponentTables, Origin]:
    """The rows of every .toml file of the folder."""
    raw: ComponentTables = {table: {} for table in kinds}
    origin: Origin = {}
    for path in sorted(folder.glob("*.toml")):
        for table, row in parse(path.name, path.read_text(encoding="utf-8"), kinds):
            if row["id"] in raw[table]:
                raise ComponentError(path.name, table, row["id"], "id", "this id stands twice")
            raw[table][row["id"]] = row
            origin[table, row["id"]] = path.name
    return raw, origin


def apply_overlay(raw: ComponentTables, overlay: Overlay) -> tuple[ComponentTables, Origin]:
    """Lay an owner's rows over others, field by field."""
    if len(overlay.text) > MAX_OVERLAY:
        raise ComponentError(overlay.name, "", "", "", f"is longer than {MAX_OVERLAY} characters")
    tables = {table: dict(rows) for table, rows in raw.items()}
    origin: Origin = {}
    for table, row in parse(overlay.name, overlay.text, raw):
        id_ = row["id"]
        if id_ not in tables[table]:
            near = ", ".join(get_close_matches(id_, tables[table], 3, 0.4) or list(tables[table])[:5])
            raise ComponentError(overlay.name, table, id_, "id", f"there is no such row; the nearest are: {near}")
        tables[table][id_] = tables[table][id_] | row
        origin[table, id_] = overlay.name
    return tables, origin


def parse(file: str, text: str, kinds: Collection[str]) -> list[tuple[str, dict[str, Any]]]:
    """(table, row) pairs of one file; only the shape is checked here."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(file, "", "", "", f"is not valid TOML: {error}") from error
    found = []
    for table, rows in tables.items():
        if table not in kinds:
            raise ComponentError(file, table, "", "", f"unknown table; allowed are: {', '.join(kinds)}")
        if not isinstance(rows, list):
            raise ComponentError(file, table, "", "", f"must be rows: begin each with [[{table}]]")
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                raise ComponentError(file, table, f"row {number}", "id", "every row needs an id in quotes")
            if "source" not in row:
                raise ComponentError(file, table, row["id"], "source", f"is missing; allowed are: {allowed(Source)}")
            found.append((table, row))
    return found


def check_row(row: dict[str, Any], kind: type[Row], file: str, table: str) -> Row:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        fields = typing.get_type_hints(kind, include_extras=True)
        unknown = [name for name in row if name not in fields]
        if unknown:
            words = f"unknown field; this table has: {', '.join(fields)}"
            raise ComponentError(file, table, row["id"], unknown[0], words) from error
        words, _, path = str(error).partition(" - at `$.")
        field = path.rstrip("`").split(".")[0].split("[")[0]
        if not field and "missing required field" in words:
            field = words.rsplit("`", 2)[-2]
        expected = f"; allowed: {allowed(fields[field])}" if field in fields else ""
        raise ComponentError(file, table, row["id"], field, words.lower() + expected) from error


def allowed(kind: Any) -> str:
    """What a field takes, in words."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        meta = args[1]
        bounds = [
            f"{word} {bound}"
            for word, bound in (
                ("at least", meta.ge),
                ("more than", meta.gt),
                ("at most", meta.le),
                ("less than", meta.lt),
            )
            if bound is not None
        ]
        return " ".join([allowed(args[0]), *bounds])
    if origin is Literal:
        return ", ".join(str(arg) for arg in args)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(allowed(arg) for arg in args)
    if origin in (list, tuple):
        return f"a list of {allowed(args[0])}"
    if origin is dict:
        return f"a table with {allowed(args[1])} for each name"
    names = {
        int: "a whole number",
        str: "text in quotes",
        bool: "true or false",
        float: "a number",
        type(None): "nothing",
    }
    if kind in names:
        return names[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return f"a table with {', '.join(kind.__struct_fields__)}"
    return str(kind)
