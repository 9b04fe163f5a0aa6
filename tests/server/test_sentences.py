"""Everything the server says to people is a sentence: a capital letter first, a full stop last."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from skerry import server
from skerry.server.errors import as_sentence

SOURCES = Path(str(server.__file__)).parent
SAYING = {
    "Refusal": 0,
    "BadRequest": 0,
    "NotJson": 0,
    "TooLong": 0,
    "UnknownToken": 0,
    "NoSpace": 0,
    "TableError": 0,
    "NotFound": 0,
    "Denied": 0,
    "TooMany": 0,
    "Busy": 0,
    "Problem": 0,
    "MatchError": 0,
    "SaveError": 0,
    "send_away": 0,
}  # what people are told, and which argument has the words


def said(source: str) -> Iterator[tuple[int, ast.expr]]:
    """The words that are written in these calls; those that have a name of their own are looked up."""
    tree = ast.parse(source)
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in SAYING and len(node.args) > SAYING[name]:
            words = node.args[SAYING[name]]
            yield node.lineno, named.get(words.id, words) if isinstance(words, ast.Name) else words


def faults(source: str) -> list[str]:
    found = []
    for line, words in said(source):
        parts = words.values if isinstance(words, ast.JoinedStr) else [words]
        first, last = parts[0], parts[-1]
        if isinstance(first, ast.Constant) and isinstance(first.value, str) and not first.value[:1].isupper():
            found.append(f"{line}: no capital letter")
        ends = last.value if isinstance(last, ast.Constant) else "" if isinstance(last, ast.FormattedValue) else "."
        if not str(ends).endswith((".", "?", "!")):
            found.append(f"{line}: no full stop")
    return found


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_what_people_are_told_is_a_sentence(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


def test_words_that_are_no_sentence_are_noticed() -> None:
    source = 'GONE = "no longer here."\nraise TableError(GONE)\nraise NotFound(f"There is no {x}")'
    assert faults(source) == ["2: no capital letter", "3: no full stop"]


def test_there_is_one_wording_of_too_many_requests() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")]
    assert sum(text.count("Too many requests") for text in texts) == 1


def test_what_the_engine_says_becomes_a_sentence() -> None:
    assert as_sentence(ValueError("it is Ann's turn, not Ben's")) == "It is Ann's turn, not Ben's."
    assert as_sentence("Nusfjord is for 1 to 5 players!") == "Nusfjord is for 1 to 5 players!"
