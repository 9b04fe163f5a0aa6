"""The answers to the open question in words, for the one who chooses."""

from collections.abc import Callable

from skerry.core.state import arg_of, seat_of, step_of
from skerry.core.words import capital
from skerry.games.buru import actions as A
from skerry.games.buru import payments
from skerry.games.buru import state as S
from skerry.games.buru.cards import PALM
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.lake import has_discount
from skerry.games.buru.text.log import priest_name
from skerry.games.buru.text.questions import who
from skerry.games.buru.text.words import ORDINALS, goods_text

BASES = {
    "emissary": A.EMISSARY,
    "decree": A.DECREE,
    "grow": A.GROW,
    "arrive": A.ARRIVE,
    "elder": A.ELDER,
    "scheme": A.SCHEME,
    "plot": A.PLOT,
    "power": A.POWER,
    "go": A.GO,
    "lay": A.LAY,
    "take": A.TAKE,
    "space": A.SPACE,
    "recruit": A.RECRUIT,
    "cycle": A.CYCLE,
    "task": A.TASK,
    "give": A.GIVE,
    "get": A.GET,
    "tribute": A.TRIBUTE,
    "spare": A.SPARE,
    "discard": A.DISCARD,
    "side": A.SIDE,
    "done": A.DONE,
    "reveal": A.REVEAL,
    "count": A.COUNT,
}


def parts(action: int) -> tuple[str, int]:
    """The verb, and the number of what it is done with."""
    verb = ACTIONS.text(action).split(" ", 1)[0]
    return verb, action - BASES[verb]


def label(state: Buru, action: int) -> str:
    """An option speaks to the one who chooses."""
    verb, number = parts(action)
    return LABELS[verb](state, number)


def lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def open_arg(state: Buru) -> int:
    return int(arg_of(state.ask_now()))


def seat_now(state: Buru) -> int:
    return int(seat_of(state.ask_now()))


def forest_words(state: Buru, card: int, among: list[int], noun: str) -> str:
    """Some cards read alike; only then their places tell them apart."""
    forest = state.kit.words.forest
    words = str(forest[card].words)
    alike = {other for other in among if forest[other].words == words}
    return words if len(alike) < 2 else f"{words} ({ORDINALS[among.index(card)]} {noun})"


def grow_label(state: Buru, card: int) -> str:
    forest = state.kit.words.forest
    alike = [other for other, face in enumerate(forest) if face.words == forest[card].words]
    return f"The Forest offers {forest_words(state, card, alike, 'version')}"


def offered_words(state: Buru, card: int) -> str:
    shown = [int(state.forest_card(place)) for place in range(state.n_forest)]
    return forest_words(state, card, shown, "card") if card in shown else str(state.kit.words.forest[card].words)


def power_label(state: Buru, explorer: int) -> str:
    lawan, region = open_arg(state) & 15, open_arg(state) >> 4
    power = f"Power {state.kit.power[explorer]}"
    if region == A.N_REGIONS:
        return f"{who(state, lawan)} has kept {power}"
    return f"{who(state, lawan)} reveals {power} {state.kit.words.places[region]}"


def elder_label(state: Buru, elder: int) -> str:
    face = state.kit.words.elders[elder]
    return f"{who(state, open_arg(state))} draws the {face.name}: {lower(face.words)}"


def recruit_label(state: Buru, card: int) -> str:
    face = state.kit.words.islanders[card]
    return f"Recruit the {face.name} for {face.price} fish ({face.gist})"


def task_label(state: Buru, card: int) -> str:
    face = state.kit.words.islanders[card]
    if face.always:
        return f"Task the {face.name} ({lower(face.words)})"
    words = f"Task the {face.name}: {face.words.removeprefix('Task: ')}"
    if face.tally is None:
        return words
    now = payments.task(state, seat_now(state), state.kit.islanders[card]).gives
    return f"{words}; now {goods_text(now) or 'nothing'}"


def get_label(state: Buru, token: int) -> str:
    return f"Take {goods_text(payments.dye(state, seat_now(state), A.GET + token).gives)}"


def tribute_label(state: Buru, spirit: int) -> str:
    face = state.kit.words.tributes[spirit]
    words = f"Tribute to {face.name}: {goods_text(face.cost)} for {face.esteem} Esteem"
    if step_of(state.ask_now()) == S.LAKE:
        seat = seat_now(state)
        gains = payments.tribute_gains(state, seat, spirit)
        words += f"; also gain {goods_text(gains)}" if gains else ""
        words += f" (your {priest_name(state, seat, spirit)} saves you 1 token)" if saves(state, seat, spirit) else ""
    return words


def saves(state: Buru, seat: int, spirit: int) -> bool:
    return bool(has_discount(state, state.players[seat], spirit))


def spare_label(state: Buru, token: int) -> str:
    price = payments.tribute(state, seat_now(state), open_arg(state), token).price
    return f"Save 1 {GOODS[PALM + token]}: pay {goods_text(price)}"


def discard_label(state: Buru, elder: int) -> str:
    face = state.kit.words.elders[elder]
    worth = state.kit.elders[elder].worth(state, seat_now(state))
    return f"Discard the {face.name} ({face.gist}; now {worth})"


LABELS: dict[str, Callable[[Buru, int], str]] = {
    "emissary": lambda state, seat: f"{{{seat}}} is the first Emissary",
    "decree": lambda state, decree: str(state.kit.words.decrees[decree].words),
    "grow": grow_label,
    "arrive": lambda state, card: f"The {state.kit.words.islanders[card].name} joins the row",
    "elder": elder_label,
    "scheme": lambda state, region: (
        f"{who(state, open_arg(state))} places an Explorer {state.kit.words.places[region]}"
    ),
    "plot": lambda state, plot: f"{who(state, open_arg(state))} {state.kit.words.plots[plot].words}",
    "power": power_label,
    "go": lambda state, region: f"Send an Explorer to the {state.kit.words.regions[region]}",
    "lay": lambda state, explorer: f"Place Power {state.kit.power[explorer]}, face down",
    "take": lambda state, card: f"Take {offered_words(state, card)}",
    "space": lambda state, space: capital(
        f"{state.kit.words.spaces[space].name}: {state.kit.words.spaces[space].words}"
    ),
    "recruit": recruit_label,
    "cycle": lambda state, _: "Cycle: discard the whole row and deal a new one",
    "task": task_label,
    "give": lambda state, token: f"Give 1 {GOODS[PALM + token]}",
    "get": get_label,
    "tribute": tribute_label,
    "spare": spare_label,
    "discard": discard_label,
    "side": lambda state, _: "Take the space's bonus first",
    "done": lambda state, _: "Done",
    "reveal": lambda state, _: "Reveal the Explorers kept",
    "count": lambda state, _: "Reveal the Elders",
}
