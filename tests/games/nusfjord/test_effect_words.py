"""An effect word is one file: all its parts are there, and no other file names it."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import skerry
from skerry.core.components import Overlay
from skerry.core.state import zeros
from skerry.games.nusfjord import GAME
from skerry.games.nusfjord.buildings import card as card_module
from skerry.games.nusfjord.buildings import words
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.vocabulary import EFFECT_WORDS, find_words
from skerry.games.nusfjord.catalogue import effect_face
from skerry.games.nusfjord.kit.load import BASE, load_kit
from skerry.games.nusfjord.state import TURN
from skerry.games.nusfjord.steps import new_state
from skerry.games.nusfjord.text.gist import card_gist

SOURCE = Path(skerry.__file__).parent
FOLDER = SOURCE / "games" / "nusfjord" / "buildings" / "words"
EVERY_WORD = pytest.mark.parametrize("word", EFFECT_WORDS)

A_TOAST = '''
"""`toast`: the owner may give up fish for gold."""

from typing import Any

from skerry.core.game import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Effect


class Toast(Effect):
    def __init__(self) -> None:
        super().__init__()
        self.gold = 0

    def read(self, row: Any) -> None:
        self.gold = row.required_number("gold", 1, 9)

    def happen(self, state: Any, seat: int, card: int, moment: int, amount: int) -> None:
        self.ask(state, seat, card)

    def options_into(self, state: Any, seat: int, card: int, extra: int, out: Any) -> int:
        answers = [A.YES, A.NO] if state.players[seat].fish else [A.NO]
        for place, action in enumerate(answers):
            out[place] = action
        return len(answers)

    def answer(self, state: Any, seat: int, card: int, extra: int, action: int) -> None:
        if action == A.YES:
            state.pay(seat, 0, 1, 0)
            state.gain_gold(seat, self.gold, card & 63)

    def words(self) -> str:
        return f"you may pay 1 fish to gain {self.gold} gold"

    def gist(self) -> str:
        return f"1{{fish}} {{to}} {self.gold}{{gold}}"

    def face(self) -> dict[str, Any]:
        return {"pay": {"fish": 1}, "gain": {"gold": self.gold}}

    def question(self, extra: int) -> str:
        return "do you drink to it?"

    def question_kind(self) -> str:
        return "card_toast"

    def candidates(self, state: Any, seat: int, slot: int, extra: int) -> list[int]:
        return [A.YES, A.NO]

    def refusal(self, state: Any, seat: int, slot: int, extra: int, action: int) -> Reason:
        return Reason(self.rule(), "you have no fish")

    def worth(self, card: Any) -> float:
        return 0.5 * self.gold
'''


@pytest.mark.once
def test_a_new_word_is_one_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """§card.1"""
    if not str(card_module.__file__).endswith(".py"):  # a compiled Effect has no uncompiled subclasses
        check_on_sources(request.node.nodeid)
        return
    (tmp_path / "toast.py").write_text(A_TOAST, encoding="utf-8")
    monkeypatch.setattr(words, "__path__", [*words.__path__, str(tmp_path)])
    found = find_words()
    assert list(found) == [*EFFECT_WORDS, "toast"]
    monkeypatch.setitem(EFFECT_WORDS, "toast", found["toast"])
    kit = load_kit(
        Overlay("mine.toml", '[[buildings]]\nid = "101"\nsource = "rulebook"\neffects = [{ word = "toast", gold = 2 }]')
    )
    card = kit.decks[0].cards[0]
    assert kit.card_words[0] == "You may pay 1 fish to gain 2 gold."
    assert [bit.icon for bit in card_gist(card) if bit.icon] == ["fish", "to", "gold"]
    assert effect_face(card.effects[0]).gain == {"gold": 2} and card.effects[0].worth(card) == 1.0

    state = new_state(kit, 2, 0)
    state.depth = 0
    state.ask(TURN, 0)
    yes, no = GAME.actions.number("yes"), GAME.actions.number("no")
    card.build(state, 0, 0)
    assert GAME.question(state).words == "{0}, Boathouse: do you drink to it?"
    state.players[0].fish = 0
    reason = GAME.reason(state, yes)
    assert reason is not None and (reason.rule, reason.words) == ("card.toast", "You have no fish")
    assert [GAME.label(state, action) for action in (yes, no)] == ["Yes", "No"]
    state.players[0].fish = 1
    gold = state.players[0].gold
    state.apply(yes)
    assert (state.players[0].fish, state.players[0].gold) == (0, gold + 2)


def check_on_sources(test: str) -> None:
    root = Path(__file__).parents[3]
    surroundings = {**os.environ, "PYTHONPATH": str(root / "src"), "SKERRY_BUILD": "pure"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, cwd=root, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def missing(word: str, *names: str) -> list[str]:
    """Those of the methods that the word does not define itself."""
    return [name for name in names if name not in vars(EFFECT_WORDS[word])]


@EVERY_WORD
def test_a_word_has_all_its_parts(word: str) -> None:
    """§card.1"""
    effect = EFFECT_WORDS[word]()
    assert missing(word, "read", "words", "gist", "face", "worth") == []
    assert f"card.{word}" in GAME.rules
    if not missing(word, "options_into"):
        assert missing(word, "answer", "question", "question_kind", "refusal") == []
    if effect.is_scoring():
        assert missing(word, "points") == []
    else:
        assert missing(word, "happen") == []
    if effect.is_usable():
        assert missing(word, "can_use", "use_refusal", "way_words") == []
    if effect.is_secret():
        assert missing(word, "unseen_event") == []


@pytest.mark.once
def test_words_are_the_files_of_their_folder() -> None:
    assert sorted(EFFECT_WORDS) == sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")
    assert all(issubclass(effect, Effect) for effect in EFFECT_WORDS.values())


def names_of_words(source: str) -> list[str]:
    """Where a file names an effect word: it imports a file of words/, compares `word`, or looks a word up by name."""
    package = words.__name__
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{package}."):
            found.append(f"imports {node.module}")
        elif isinstance(node, ast.Import):
            found += [f"imports {alias.name}" for alias in node.names if alias.name.startswith(f"{package}.")]
        elif isinstance(node, ast.Compare) and any(
            isinstance(side, ast.Attribute) and side.attr == "word" for side in (node.left, *node.comparators)
        ):
            found.append(f"compares a word: {ast.unparse(node)}")
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.value, ast.Name | ast.Attribute)
            and ast.unparse(node.value).endswith("WORDS")
            and node.slice.value in EFFECT_WORDS
        ):
            found.append(f"looks a word up: {ast.unparse(node)}")
    return found


@pytest.mark.once
def test_no_file_names_an_effect_word_but_its_own() -> None:
    found = {
        str(file.relative_to(SOURCE)): names
        for file in SOURCE.rglob("*.py")
        if (names := names_of_words(file.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.once
@pytest.mark.parametrize(
    "line",
    [
        "from skerry.games.nusfjord.buildings.words.gain import Gain",
        "from skerry.games.nusfjord.buildings.words import gain",
        "import skerry.games.nusfjord.buildings.words.gain as gain",
        "if effect.word == 'gain': pass",
        "if effect.word in ('gain', 'fetch'): pass",
        "kind = vocabulary.WORDS['gain']",
    ],
)
def test_a_file_that_names_an_effect_word_is_found(line: str) -> None:
    assert len(names_of_words(line)) == 1


def test_every_word_asks_a_question_of_its_own_kind() -> None:
    """§card.1"""
    kinds = [EFFECT_WORDS[word]().question_kind() for word in EFFECT_WORDS if not missing(word, "question_kind")]
    assert len(kinds) == len(set(kinds)) and all(kind.startswith("card_") for kind in kinds)


MUST_HAVE: list[Callable[[Effect], object]] = [
    lambda effect: effect.words(),
    lambda effect: effect.gist(),
    lambda effect: effect.face(),
    lambda effect: effect.worth(Building()),
    lambda effect: effect.question(0),
    lambda effect: effect.question_kind(),
    lambda effect: effect.way_words(),
    lambda effect: effect.unseen_event(0),
    lambda effect: effect.refusal(new_state(BASE, 2, 0), 0, 0, 0, 0),
    lambda effect: effect.use_refusal(new_state(BASE, 2, 0), 0, 0),
]


@pytest.mark.parametrize("part", MUST_HAVE)
def test_a_part_that_is_missing_is_an_error(part: Callable[[Effect], object]) -> None:
    with pytest.raises(NotImplementedError):
        part(Effect())


def test_an_effect_that_needs_no_more_does_nothing() -> None:
    """§card.1"""
    state, effect = new_state(BASE, 2, 0), Effect()
    assert not effect.can_use(state, 0, 0) and effect.candidates(state, 0, 0, 0) == []
    assert effect.options_into(state, 0, 0, 0, zeros(4)) == 0 and effect.points(state, 0, 0) == 0
