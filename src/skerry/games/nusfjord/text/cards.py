"""Words for the questions that Buildings ask, for the answers, and for the log."""

from collections.abc import Callable

from skerry.core.answers import Question
from skerry.core.state import arg_of, seat_of
from skerry.games.nusfjord.buildings.card import WHICH_WAY, Effect
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.board import building_line, card_name, double_words, elder_name
from skerry.games.nusfjord.text.words import cased


def asking(state: Nusfjord) -> tuple[int, int, Effect | None, int]:
    """Seat, slot, effect (None: which of them) and its memory, of the open question."""
    ask = state.ask_now()
    card = arg_of(ask)
    slot, place = card & 63, card >> 6 & 7
    effect = None if place == WHICH_WAY else state.deck.cards[slot].effects[place]
    return seat_of(ask), slot, effect, card >> 9


def card_question(state: Nusfjord) -> Question:
    """The open question of a card."""
    _, slot, effect, extra = asking(state)
    rule, kind, words = "card.3", "card_way", "which of its effects do you use?"
    if effect is not None:
        rule, kind, words = effect.rule(), effect.question_kind(), effect.question(extra)
    at = (f"card:{state.kit.card_ids[state.deck.ids[slot]]}",)
    return Question(f"{card_name(state, slot)}: {words}", rule, kind, at)


def card_label(state: Nusfjord, action: int) -> str:
    """An answer to the open question of a card."""
    verb, n = block(action)
    _, _, effect, _ = asking(state)
    words = effect.option_words(state, verb, n) if effect is not None else ""
    return cased(words or ANSWERS[verb](state, n))


def retiring_words(state: Nusfjord, elder: int) -> str:
    fish = state.players[seat_of(state.ask_now())].elder_fish(elder)
    return f"{elder_name(state, elder)} ({fish} fish)"


def way_words(state: Nusfjord, way: int) -> str:
    _, slot, _, _ = asking(state)
    return state.deck.cards[slot].effects[way].way_words()


# by verb, where the effect that asks has no words of its own
ANSWERS: dict[str, Callable[[Nusfjord, int], str]] = {
    "double": lambda state, double: double_words(state, seat_of(state.ask_now()), double),
    "yes": lambda state, _: "yes",
    "no": lambda state, _: "no",
    "done": lambda state, _: "done",
    "elder": retiring_words,
    "pick": building_line,
    "way": way_words,
}


# ---- the log: what the notes do not tell


def answer_line(state: Nusfjord, action: int) -> str | None:
    """The answer in the third person; None where the notes that follow say it."""
    seat, slot, effect, extra = asking(state)
    verb, n = block(action)
    return (effect is not None and effect.log_line(state, seat, card_name(state, slot), verb, n, extra)) or None
