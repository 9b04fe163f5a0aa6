"""SQL lives in server/store and nowhere else, and every engine understands it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import skerry

pytestmark = pytest.mark.once

PACKAGE = Path(skerry.__file__).parent
STORE = "server/store/"
ENGINE = "server/store/engine/lite.py"
STATEMENT = re.compile(
    r"\bSELECT\s.*\bFROM\b|\bSELECT\s+1\b|\bINSERT\s+(OR\s+\w+\s+)?INTO\b|\bUPDATE\s+(OR\s+\w+\s+)?[\w{}]+\s+SET\b|"
    r"\bDELETE\s+FROM\b|\b(CREATE|DROP|ALTER)\s+(UNIQUE\s+)?(TABLE|INDEX|TRIGGER)\b|\bPRAGMA\s|\bBEGIN\s+IMMEDIATE\b",
    re.DOTALL,
)
RUNS = {"execute", "executemany", "executescript"}
# What only SQLite understands, or understands otherwise than PostgreSQL.
FORBIDDEN = {
    r"\b(INSERT|UPDATE|REPLACE)\s+OR\b|\bREPLACE\s+INTO\b": "use ON CONFLICT (db.upsert), or NOT EXISTS",
    r"\bjson_\w+\s*\(": "use db.is_in, LIKE, or decode it in Python",
    r"(?<!WITHOUT )\b(ROWID|rowid|_rowid_|oid)\b": "name the column that orders or finds the rows",
    r"\b(max|min)\s*\([^()]*,": "with several values, use CASE",
    r"\bIS\s+(NOT\s+)?(\?|:\w)": "compare with coalesce",
    r"\bPRAGMA\b|\bsqlite_\w+|\bpragma_\w+": "belongs to the engine",
    r"\b(typeof|ifnull|instr|group_concat|strftime|datetime|julianday|unixepoch|printf|hex|quote|iif)\s*\(": "SQLite's",
    r"\b(GLOB|AUTOINCREMENT|INDEXED\s+BY|NOT\s+INDEXED|COLLATE\s+NOCASE)\b": "SQLite's",
    r"\bIN\s*\(\s*\)": "an empty list is an error elsewhere",
    r"\bBEGIN\b|\bCOMMIT\b|\bROLLBACK\b|\bSAVEPOINT\b": "transactions belong to the engine",
}


def texts(tree: ast.AST) -> Iterator[str]:
    """All strings; an expression in one is {}."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def imports_sqlite(tree: ast.AST) -> bool:
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return any(name.split(".")[0] in ("sqlite3", "_sqlite3") for name in named)


def calls(tree: ast.AST) -> set[str]:
    return {
        node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }


def breaches(name: str, source: str) -> list[str]:
    """What is wrong with a module (path inside the package)."""
    tree = ast.parse(source)
    found = []
    if name != ENGINE and imports_sqlite(tree):
        found.append(f"{name} imports sqlite3: {ENGINE} alone does")
    if not name.startswith(STORE):
        found += [f"{name} has SQL: {text[:60]!r}" for text in texts(tree) if STATEMENT.search(text)]
        found += [f"{name} calls {attribute}" for attribute in sorted(calls(tree) & RUNS)]
    elif not Path(name).name.startswith("lite"):
        for text in texts(tree):
            for pattern, advice in FORBIDDEN.items():
                if is_sql(text) and (match := re.search(pattern, text)):
                    found.append(f"{name}: {match[0]!r} in {text[:60]!r}: {advice}")
        if any(
            isinstance(node, (ast.Name, ast.Attribute)) and "IntegrityError" in ast.unparse(node)
            for node in ast.walk(tree)
        ):
            found.append(f"{name} relies on IntegrityError: elsewhere, that ends the transaction")
    return found


def is_sql(text: str) -> bool:
    """A statement, or a piece of one: it has a word in capitals that SQL knows."""
    return (
        re.search(r"\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|AND|OR|IN|IS|ORDER BY|PRAGMA|BEGIN|COMMIT)\b", text)
        is not None
    )


def test_sql_lives_in_the_store_and_every_engine_understands_it() -> None:
    found = [
        breach
        for path in sorted(PACKAGE.rglob("*.py"))
        for breach in breaches(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("server/tables/table.py", "import sqlite3"),
        ("server/store/seats.py", "from sqlite3 import Connection"),
        ("server/tables/table.py", "store.read('SELECT id FROM matches')"),
        ("server/tables/table.py", "q = f'UPDATE {table} SET due = 1'"),
        ("server/people/sessions.py", "q = '''\\nDELETE\\nFROM sessions'''"),
        ("terminal/checker.py", "db.execute(statement)"),
        ("server/store/seats.py", "q = 'INSERT OR REPLACE INTO seats VALUES (?)'"),
        ("server/store/seats.py", "q = 'UPDATE OR IGNORE seats SET person = ?'"),
        ("server/store/seats.py", "q = f'WHERE {x} IN (SELECT value FROM json_each(?))'"),
        ("server/store/seats.py", "q = 'SELECT seat FROM seats ORDER BY rowid'"),
        ("server/store/seats.py", "q = 'UPDATE rooms SET due = max(due, ?) WHERE match = ?'"),
        ("server/store/seats.py", "q = 'SELECT 1 FROM people WHERE password IS ?'"),
        ("server/store/seats.py", "q = 'PRAGMA user_version'"),
        ("server/store/seats.py", "q = 'SELECT 1 FROM rooms WHERE typeof(due) = 1'"),
        ("server/store/seats.py", "try:\n    pass\nexcept db.IntegrityError:\n    pass"),
    ],
)
def test_a_breach_is_seen(name: str, source: str) -> None:
    assert breaches(name, source)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("server/store/engine/lite.py", "import sqlite3\nq = 'PRAGMA user_version'"),
        ("server/store/schema.py", "q = 'CREATE TABLE a (id TEXT PRIMARY KEY) WITHOUT ROWID'"),
        ("server/store/store.py", "q = 'SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE match = ?'"),
        ("server/tables/table.py", "words = 'Select a card from your hand, or update the table.'"),
    ],
)
def test_what_is_right_is_no_breach(name: str, source: str) -> None:
    assert breaches(name, source) == []
