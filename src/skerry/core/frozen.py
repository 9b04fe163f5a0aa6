"""The components of one match, frozen: every row as it was when the match began.

Values may change from week to week; a match keeps those it was begun with.  What a row holds is either a rule or
only shown.  Rules always come from the frozen row.  What is only shown (`SHOWN`) does not touch play, so a row that
lacks such a field, because it is older than the field, borrows it from today's row of the same id.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import msgspec

Fields = dict[str, Any]
Tables = dict[str, dict[str, Fields]]  # rows by table and id, in the order of the files, which numbers the actions
Rows = dict[str, list[Fields]]  # the same in a file
Older = Callable[[Tables], Tables]

# Fields that are only read or drawn, in every table of every game.  All others are rules.
SHOWN = frozenset({"name", "short", "plural", "gist", "words", "note", "flavour", "icon", "art", "x", "y", "source"})
NAMES = frozenset({"name", "short", "plural", "icon", "art", "x", "y"})  # of these, what says nothing of the rules


@dataclass(frozen=True, eq=False)
class Frozen:
    """A complete set of component rows; two with the same hash are the same."""

    tables: Tables
    hash: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and other.hash == self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @staticmethod
    def of(tables: Tables) -> "Frozen":
        return Frozen(tables, digest(tables))

    @staticmethod
    def from_rows(rows: Rows) -> "Frozen":
        """From the rows of a file; a ValueError if that is no set of rows."""
        tables: Tables = {}
        for table, found in rows.items():
            tables[table] = {}
            for row in found:
                id_ = row.get("id")
                if not isinstance(id_, str) or id_ in tables[table]:
                    raise ValueError(f"[[{table}]] has a row without an id, or with one that stands twice")
                tables[table][id_] = row
        return Frozen.of(tables)

    @staticmethod
    def from_text(text: str | bytes) -> "Frozen":
        return Frozen.from_rows(msgspec.json.decode(text, type=Rows))

    def text(self, margin: str = "") -> str:
        """As JSON, a row on a line."""
        tables = [
            f"{margin} {compact(table)}: [\n{margin}  "
            + f",\n{margin}  ".join(compact(row) for row in rows.values())
            + f"\n{margin} ]"
            for table, rows in self.tables.items()
            if rows
        ]
        return "{\n" + ",\n".join(tables) + f"\n{margin}}}"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest(tables: Tables, leave_out: frozenset[str] = frozenset()) -> str:
    """The name of a set.  The order of the rows is part of it, the order of a row's fields is not."""
    rows = {
        table: [{field: value for field, value in row.items() if field not in leave_out} for row in found.values()]
        for table, found in tables.items()
        if found
    }
    canonical = json.dumps(rows, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def rules_digest(tables: Tables) -> str:
    """The same for the rules alone: it stays when only a name or a drawing changes."""
    return digest(tables, SHOWN)


def first_digest(tables: Tables) -> str:
    """The name that a set had in files of format 1 and databases before schema 3."""
    return hashlib.sha256(json.dumps(tables, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def thaw(frozen: Frozen, kinds: Mapping[str, type[msgspec.Struct]], today: Tables, older: Older | None) -> Tables:
    """The rows of then as the types of now read them; `older` is the game's own translation of old shapes."""
    found = frozen.tables if older is None else older(deepcopy(frozen.tables))
    tables: Tables = {table: {} for table in kinds}
    for table, rows in found.items():
        if table not in kinds:
            raise ValueError(f"[[{table}]] is a table that this Skerry does not know")
        fields = msgspec.structs.fields(kinds[table])
        tables[table] = {id_: dressed(row, fields, today.get(table, {}).get(id_, {})) for id_, row in rows.items()}
    return tables


def dressed(row: Fields, fields: tuple[msgspec.structs.FieldInfo, ...], now: Fields) -> Fields:
    """A row with all that is shown of it: its own, else today's where that is no lie, else its id."""
    known = {field.encode_name for field in fields}
    result = {field: value for field, value in row.items() if field in known or field not in SHOWN}
    same_rules = rules_of(row) == rules_of(now)
    for field in fields:
        name = field.encode_name
        if name in SHOWN and name not in row:
            if name in now and (same_rules or name in NAMES):
                result[name] = now[name]
            elif field.required and field.type is str:
                result[name] = row["id"]
    return result


def rules_of(row: Fields) -> Fields:
    return {field: value for field, value in row.items() if field not in SHOWN}
