"""What an answer is called away from its question: "Send Power 3 to the Village", not "Place Power 3"."""

from collections.abc import Callable

from skerry.core.state import step_of
from skerry.core.words import plain_name
from skerry.games.buru import state as S
from skerry.games.buru.state import Buru
from skerry.games.buru.text.labels import label, offered_words, open_arg, parts

STOPS = {S.SHORE: "Stop recruiting", S.VILLAGE: "Stop tasking", S.LAKE: "Pay no more tribute"}


def naming(state: Buru, action: int) -> str:
    verb, number = parts(action)
    named = NAMES.get(verb)
    return named(state, number) if named else plain_name(label(state, action))


def lay_name(state: Buru, explorer: int) -> str:
    region = state.kit.words.regions[open_arg(state)]
    return f"Send Power {state.kit.power[explorer]} to the {region}"


NAMES: dict[str, Callable[[Buru, int], str]] = {
    "lay": lay_name,
    "take": lambda state, card: f"Take {offered_words(state, card)}",
    "space": lambda state, space: f"Choose the {state.kit.words.spaces[space].name}",
    "cycle": lambda state, _: "Cycle the row",
    "tribute": lambda state, spirit: f"Pay tribute to {state.kit.words.tributes[spirit].name}",
    "done": lambda state, _: STOPS.get(int(step_of(state.ask_now())), "Stop here"),
}
