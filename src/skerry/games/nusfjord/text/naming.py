"""What an answer is called away from its question: "Take the Builder", where the button says "Builder"."""

from collections.abc import Callable

from skerry.core.state import arg_of, seat_of, step_of
from skerry.core.words import plain_name
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.cards import asking
from skerry.games.nusfjord.text.labels import label
from skerry.games.nusfjord.text.questions import question
from skerry.games.nusfjord.text.words import cased, double_name, many

ASKS = "do you want to "  # how a question begins whose answers are yes and no
REFUSALS = ("no", "done")


def naming(state: Nusfjord, action: int) -> str:
    step = step_of(state.ask_now())
    verb, n = block(action)
    if verb in ("yes", "no"):
        return whether(state, action, verb == "yes")
    if step == CARD_QUESTION:
        return name_by_card(state, action, verb, n)
    if verb == "double":
        return DOUBLES.get(int(step), "Choose {}").format(double_name(n))
    named = NAMES.get(verb)
    return named(state, n) if named else plain_name(label(state, action))


def asked_words(state: Nusfjord) -> str:
    """The question without the name of whom it is for, and of the card that asks."""
    words = question(state).words.partition(", ")[2]
    return words.partition(": ")[2] or words


def whether(state: Nusfjord, action: int, is_yes: bool) -> str:
    """`do you want to Issue a Share now?`: "Issue a Share now", "Do not Issue a Share now"."""
    words = asked_words(state).removesuffix("?").removeprefix(ASKS)
    instead = plain_name(label(state, action)).partition("; ")[2]
    return cased(words) if is_yes else f"Do not {words}" + (f"; {instead}" if instead else "")


def name_by_card(state: Nusfjord, action: int, verb: str, n: int) -> str:
    _, slot, effect, _ = asking(state)
    card = board.card_name(state, slot)
    words = effect.option_words(state, verb, n) if effect is not None else ""
    if verb == "double":
        return f"{card}: choose {double_name(n)}"
    if verb == "ship":
        return f"{card}: exchange {uncased(plain_name(label(state, action)))}"
    if (verb in REFUSALS and not words) or (verb == "amount" and n == 0):
        return f"Leave the {card} at that" if verb == "done" else f"Do without the {card} this time"
    return f"{card}: {uncased(plain_name(label(state, action)))}"


def uncased(words: str) -> str:
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def ship_name(state: Nusfjord, way: int) -> str:
    """With its price: a schooner can be paid in two ways."""
    if step_of(state.ask_now()) == S.UPGRADE:
        names = state.kit.ship_names
        return f"Exchange a {names[way - 1]} for a {names[way]}"
    return (
        f"Build {uncased(plain_name(board.ship_words(state, seat_of(state.ask_now()), way, arg_of(state.ask_now()))))}"
    )


def lot_name(state: Nusfjord, cell: int) -> str:
    slot = int(arg_of(state.ask_now()))
    return f"Put {board.card_name(state, slot)} on {board.cell_words(cell)}"


def elder_verb(verb: str) -> Callable[[Nusfjord, int], str]:
    return lambda state, elder: f"{verb} the {board.elder_name(state, elder)}"


def spot_name(words: str) -> str:
    """`+1 gold` would read like a number of points."""
    return f"Send a Worker to {words}" if words.startswith("+") else words


def done_name(state: Nusfjord, _: int) -> str:
    return {S.AFTER: "End your turn", S.FINAL_USE: "Use no more Buildings"}.get(
        int(step_of(state.ask_now())), "Stop here"
    )


DOUBLES = {
    S.DEFOREST: "Take a Forest from {}",
    S.REFOREST: "Plant the Forests on {}",
    S.GROW: "Plant a Forest on {}",
}

NAMES: dict[str, Callable[[Nusfjord, int], str]] = {
    "place": lambda state, space: spot_name(plain_name(board.space_words(state, seat_of(state.ask_now()), space))),
    "hungry": lambda state, elder: f"Give the {board.elder_name(state, elder)} no fish",
    "feed": lambda state, seat: f"Feed the Share that {{{seat}}} holds",
    "work": elder_verb("Use"),
    "elder": elder_verb("Use"),
    "take": elder_verb("Take"),
    "build": lambda state, card: f"Build {state.kit.card_names[card]}",
    "lot": lot_name,
    "ship": ship_name,
    "serve": lambda state, plates: f"Serve {many(plates + 1, 'plate')}",
    "copy": lambda state, space: f"Copy {plain_name(board.space_words(state, seat_of(state.ask_now()), space))}",
    "do": lambda state, kind: cased(board.action_name(state, kind)),
    "done": done_name,
}
