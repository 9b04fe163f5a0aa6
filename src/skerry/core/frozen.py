"""Frozen components: every row exactly as it was when a match began.

Component values may change every week, but a match keeps the ones it started with.  Each field of a row is either a
rule or only shown to people.  Rules always come from the frozen row.  A field that is only shown (`SHOWN_FIELDS`) has
no effect on play, so a row that is older than the field borrows it from today's row with the same id.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import msgspec

Fields = dict[str, Any]
ComponentTables = dict[str, dict[str, Fields]]  # rows by table and id; their order decides the action numbers
Rows = dict[str, list[Fields]]  # the same, as written to a file
Older = Callable[[ComponentTables], ComponentTables]

# Fields that are only read or drawn, in every table of every game.  Every other field is a rule.
SHOWN_FIELDS = frozenset(
    {"name", "short", "plural", "gist", "words", "note", "flavour", "icon", "art", "x", "y", "source"}
)
# Those of them that do not describe what a card does.
NAME_FIELDS = frozenset({"name", "short", "plural", "icon", "art", "x", "y"})


@dataclass(frozen=True, eq=False)
class Frozen:
    """A complete set of component rows.  Sets with equal hashes are equal."""

    tables: ComponentTables
    hash: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and other.hash == self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @staticmethod
    def of(tables: ComponentTables) -> "Frozen":
        return Frozen(tables, tables_digest(tables))

    @staticmethod
    def from_rows(rows: Rows) -> "Frozen":
        """Rows as a file holds them; raises ValueError if ids are missing or repeated."""
        tables: ComponentTables = {}
        for table, found in rows.items():
            tables[table] = {}
            for row in found:
                id_ = row.get("id")
                if not isinstance(id_, str) or id_ in tables[table]:
                    raise ValueError(f"[[{table}]] has a row without an id or with a repeated one")
                tables[table][id_] = row
        return Frozen.of(tables)

    @staticmethod
    def from_text(text: str | bytes) -> "Frozen":
        return Frozen.from_rows(msgspec.json.decode(text, type=Rows))

    def text(self, margin: str = "") -> str:
        """JSON with one row per line."""
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


def tables_digest(tables: ComponentTables, leave_out: frozenset[str] = frozenset()) -> str:
    """The hash that names a set.  The order of rows matters, the order of fields within a row does not."""
    rows = {
        table: [{field: value for field, value in row.items() if field not in leave_out} for row in found.values()]
        for table, found in tables.items()
        if found
    }
    canonical = json.dumps(rows, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def rules_digest(tables: ComponentTables) -> str:
    """The hash of the rules alone, which a new name or drawing does not change."""
    return tables_digest(tables, SHOWN_FIELDS)


def thaw(
    frozen: Frozen, kinds: Mapping[str, type[msgspec.Struct]], today: ComponentTables, older: Older | None
) -> ComponentTables:
    """Old rows in the shape that today's row types expect; `older` is the game's own translation of old shapes."""
    found = frozen.tables if older is None else older(deepcopy(frozen.tables))
    tables: ComponentTables = {table: {} for table in kinds}
    for table, rows in found.items():
        if table not in kinds:
            raise ValueError(f"[[{table}]]: this version of Skerry has no such table")
        fields = msgspec.structs.fields(kinds[table])
        tables[table] = {id_: dressed(row, fields, today.get(table, {}).get(id_, {})) for id_, row in rows.items()}
    return tables


def dressed(row: Fields, fields: tuple[msgspec.structs.FieldInfo, ...], now: Fields) -> Fields:
    """Fill in missing shown fields: today's where they still tell the truth, otherwise the id as a name."""
    known = {field.encode_name for field in fields}
    result = {field: value for field, value in row.items() if field in known or field not in SHOWN_FIELDS}
    same_rules = rule_fields(row) == rule_fields(now)
    for field in fields:
        name = field.encode_name
        if name in SHOWN_FIELDS and name not in row:
            if name in now and (same_rules or name in NAME_FIELDS):
                result[name] = now[name]
            elif field.required and field.type is str:
                result[name] = row["id"]
    return result


def rule_fields(row: Fields) -> Fields:
    return {field: value for field, value in row.items() if field not in SHOWN_FIELDS}
