"""The answers to the open question in words."""

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.kit import ACTIONS
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.lake import has_discount
from skerry.games.buru.text.questions import place_words, who


def item(action: int) -> str:
    return ACTIONS.text(action).split(" ", 1)[1]


def label(state: Buru, action: int) -> str:
    if action < A.GO:
        return chance_label(state, action)
    words = state.kit.words
    if action < A.LAY:
        return f"To the {words.regions[action - A.GO]}"
    if action < A.TAKE:
        return f"Power {state.kit.power[action - A.LAY]}, face down"
    if action < A.SPACE:
        return f"Take {words.forest[action - A.TAKE]}"
    if action < A.RECRUIT:
        return f"{item(action)}: {words.spaces[action - A.SPACE]}"
    if action < A.CYCLE:
        card = action - A.RECRUIT
        return (
            f"Recruit {words.islander_names[card]} for {state.kit.islanders[card].price} fish ({words.islanders[card]})"
        )
    if action == A.CYCLE:
        return "Cycle: discard the whole row and refill it"
    if action < A.GIVE:
        card = action - A.TASK
        return f"Task {words.islander_names[card]} ({words.islanders[card].removeprefix('task: ')})"
    return lake_label(state, action)


def lake_label(state: Buru, action: int) -> str:
    words = state.kit.words
    if action < A.GET:
        return f"Give 1 {item(action)}"
    if action < A.TRIBUTE:
        return f"Get 1 {item(action)}"
    if action < A.SPARE:
        spirit = action - A.TRIBUTE
        return f"Pay tribute to {words.spirits[spirit]} ({words.tributes[spirit]}{discount_words(state, spirit)})"
    if action < A.DISCARD:
        return f"Spare 1 {item(action)}"
    if action < A.SIDE:
        elder = action - A.DISCARD
        return f"Discard {words.elder_names[elder]} ({words.elders[elder]})"
    if action == A.SIDE:
        return "Take first what this space gives besides"
    if action == A.DONE:
        return "Leave it at that"
    return "All turn up the Explorer that they kept" if action == A.REVEAL else "All show their Elders"


def discount_words(state: Buru, spirit: int) -> str:
    ask = state.ask_now()
    if step_of(ask) == S.LAKE and has_discount(state, state.players[seat_of(ask)], spirit):
        return "; a Priest spares 1 token"
    return ""


def chance_label(state: Buru, action: int) -> str:
    words, arg = state.kit.words, arg_of(state.ask_now())
    if action < A.DECREE:
        return f"{{{action - A.EMISSARY}}} is the first Emissary" if action < state.seats else f"seat {action + 1}"
    if action < A.GROW:
        return f"Decree: {words.decrees[action - A.DECREE]}"
    if action < A.ARRIVE:
        return f"The Forest shows {words.forest[action - A.GROW]}"
    if action < A.ELDER:
        return f"{words.islander_names[action - A.ARRIVE]} comes into the row"
    if action < A.SCHEME:
        elder = action - A.ELDER
        return f"{who(state, arg)} draws {words.elder_names[elder]} ({words.elders[elder]})"
    if action < A.PLOT:
        return f"{who(state, arg)} places an Explorer at the {words.regions[action - A.SCHEME]}"
    if action < A.POWER:
        return f"{who(state, arg)} turns up Plot card {item(action)}: {words.plots[action - A.PLOT]}"
    place = place_words(state, arg >> 4)
    return f"{who(state, arg & 15)} turns up Power {state.kit.power[action - A.POWER]} {place}"


def label_unseen(state: Buru) -> str:
    ask = state.ask_now()
    step, arg = step_of(ask), arg_of(ask)
    if step == S.LAY:
        return "An Explorer, face down"
    if step == S.ELDER:
        return f"{who(state, arg)} draws an Elder"
    return "Discard an Elder, face down"
