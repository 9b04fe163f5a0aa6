"""What an answer is called away from its question: "Settle on Makin with a 2", where the button says "Use a 2"."""

from collections.abc import Callable

from skerry.core.words import capital, plain_name
from skerry.games.tungaru import state as N
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.turns import TO_NOMAD, TO_SPACE, wanted_faces
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.answer import TurnAnswer, answer_of
from skerry.games.tungaru.text.labels import LABELS, die_words
from skerry.games.tungaru.text.questions import MEANS_WORDS, Open

USES_BENEFIT = " with your Leader's benefit"


def naming(state: Tungaru, action: int) -> str:
    a = answer_of(state, action)
    named = NAMES.get(a.verb)
    return named(a) if named else plain_name(LABELS[a.verb](a))


def deed(a: TurnAnswer) -> str:
    """What a die, a Settler or the Leader's benefit is used for: "Trade on Makin"."""
    words = MEANS_WORDS[a.kind](Open(a.state, a.seat, a.arg), a.place)[0]
    if a.kind in (TO_NOMAD, TO_SPACE):
        return f"Use {words.removeprefix('for ')}"
    return capital(words.removeprefix("to "))


def die_name(a: TurnAnswer) -> str:
    wanted = wanted_faces(a.state, a.p, a.kind, a.place)
    return f"{deed(a)} with {die_words(a.n + 1, int(a.p.shift), int(wanted))}"


def benefit_name(a: TurnAnswer) -> str:
    return f"{plain_name(LABELS[a.verb](a))}{USES_BENEFIT}"


def refill_name(a: TurnAnswer) -> str:
    return f"{plain_name(LABELS[a.verb](a))} to {W.island_name(a.state, a.arg)}"


def skip(a: TurnAnswer) -> str:
    return plain_name(LABELS[a.verb](a)) if a.step != N.FLIP_SAIL else "Do not sail"


NAMES: dict[str, Callable[[TurnAnswer], str]] = {
    "leader": lambda a: f"Show the {a.state.kit.leaders[a.n].name}",
    "die": die_name,
    "settler": lambda a: f"{deed(a)} with your Settler",
    "benefit": lambda a: f"{deed(a)}{USES_BENEFIT}",
    "twice": benefit_name,
    "pay_without": benefit_name,
    "pay_any": benefit_name,
    "barter_with": benefit_name,
    "sell_any": benefit_name,
    "refill": refill_name,
    "skip": skip,
}
