"""Nothing speaks by default: what has no words is an error, never the words of something else."""

import pytest
from msgspec.structs import replace

from skerry.core.components import load_components
from skerry.games.buru import state as S
from skerry.games.buru.kit import load as kits
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.kit.rows import KINDS, DecreeRow, ElderRow, IslanderRow
from skerry.games.buru.text import words
from skerry.games.buru.text.decisions import DECISIONS
from skerry.games.buru.text.labels import BASES, LABELS
from skerry.games.buru.text.log import EVENTS
from skerry.games.buru.text.questions import QUESTIONS
from skerry.games.buru.text.terms import TERMS_OF_VERB
from tests.games.buru.builder import GAME, a_state

ROWS = load_components(kits.FOLDER, KINDS)
PLANTED = 99


def test_every_note_has_words() -> None:
    notes = {name: value for name, value in vars(S).items() if name.startswith("NOTE_")}
    assert sorted(EVENTS) == sorted(notes.values()) and len(set(notes.values())) == len(notes)


def test_every_verb_has_its_words_and_its_data() -> None:
    verbs = {ACTIONS.text(action).split(" ", 1)[0] for action in range(len(ACTIONS))}
    assert verbs == set(LABELS) == set(DECISIONS) == set(TERMS_OF_VERB) == set(BASES)


def test_every_question_has_words() -> None:
    assert sorted(QUESTIONS) == list(range(S.COUNT + 1))


def test_a_planted_note_is_an_error() -> None:
    with pytest.raises(KeyError):
        GAME.event(a_state().state, (PLANTED, 0, 0, 0))


def test_a_planted_question_is_an_error() -> None:
    with pytest.raises(KeyError):
        GAME.question(a_state().at(PLANTED, 0))


def test_a_planted_effect_is_an_error() -> None:
    """§islander.goods"""
    juggler = replace(ROWS.all("islanders", IslanderRow)[0], effect="juggle")
    for say in (words.islander, words.islander_gist):
        with pytest.raises(KeyError):
            say(juggler)


def test_planted_places_and_counts_are_errors() -> None:
    """§decree.1, §score.2"""
    decree = replace(ROWS.all("decrees", DecreeRow)[0], place="desert")
    with pytest.raises(KeyError):
        words.decree_words(decree, {"forest": "Forest"}, 2)
    elder = replace(ROWS.all("elders", ElderRow)[0], per="stars")
    for say in (words.tally, words.short_tally):
        with pytest.raises(KeyError):
            say(elder)


def test_a_secret_move_without_words_for_others_is_an_error() -> None:
    """§morning.2"""
    with pytest.raises(KeyError):
        GAME.decision_event_unseen(a_state().at(S.GO, 0))
