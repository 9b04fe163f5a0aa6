"""The possible answers in words, to the one who chooses."""

from collections.abc import Callable

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board, cards
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.words import cased, goods


def label(state: Nusfjord, action: int) -> str:
    ask = state.ask_now()
    if step_of(ask) == CARD_QUESTION:
        return cards.card_label(state, action)
    verb, n = block(action)
    return LABELS[verb](state, int(seat_of(ask)), int(arg_of(ask)), n)


def lot_words(state: Nusfjord, seat: int, arg: int, cell: int) -> str:
    """Where, and whether one could then Reforest one time less."""
    words = cased(board.cell_words(cell))
    free = int(state.players[seat].free)
    fewer = board.double_spaces(state, free & ~(1 << cell)) < board.double_spaces(state, free)
    return f"{words} (you lose a free double space)" if fewer else words


def ship_label(state: Nusfjord, seat: int, arg: int, way: int) -> str:
    if step_of(state.ask_now()) != S.UPGRADE:
        return board.ship_words(state, seat, way, arg)
    names = state.kit.ship_names
    price = goods(arg & 15) if way == A.CUTTER else goods(0, 0, arg >> 4 & 15)
    return f"A {names[way - 1]} for a {names[way]} (pay {price})"


def do_words(state: Nusfjord, seat: int, arg: int, kind: int) -> str:
    wood = {A.K_THIN_OUT: arg >> 4 & 15, A.K_REFOREST: arg >> 8 & 15}.get(kind, 0)
    words = board.action_words(state, seat, kind)
    if wood and kind == A.K_THIN_OUT:
        return f"{words} and gain {wood} more wood"
    return f"{words} and gain {wood} wood" if wood else words


def yes_words(state: Nusfjord, seat: int, arg: int, _: int) -> str:
    if step_of(state.ask_now()) == S.USE_NOW:
        return f"Yes: {state.kit.elder_words[arg]}"
    return "Yes"


OptionWords = Callable[[Nusfjord, int, int, int], str]  # the state, the seat, the argument of the question, the item

LABELS: dict[str, OptionWords] = {
    "begin": lambda state, seat, arg, n: f"{{{n}}} is First Player in round 1",
    "reveal": lambda state, seat, arg, n: board.building_line(state, n),
    "draw": lambda state, seat, arg, n: board.building_line(state, n),
    "turn_up": lambda state, seat, arg, n: board.elder_line(state, n),
    "hungry": lambda state, seat, arg, n: (
        f"{board.elder_name(state, n)} ({state.players[seat].elder_fish(n)} fish so far)"
    ),
    "feed": lambda state, seat, arg, n: f"The Share that {{{n}}} holds",
    "place": lambda state, seat, arg, n: board.space_words(state, seat, n),
    "work": lambda state, seat, arg, n: board.acting_line(state, seat, n),
    "pass": lambda state, seat, arg, n: "Pass (place no Worker this turn)",
    "use": lambda state, seat, arg, n: f"Use {state.kit.card_names[n]}: {state.kit.card_words[n]}",
    "build": lambda state, seat, arg, n: board.offer_line(state, seat, n, arg),
    "lot": lot_words,
    "ship": ship_label,
    "serve": lambda state, seat, arg, n: board.serve_words(state, seat, n + 1, arg),
    "double": lambda state, seat, arg, n: board.double_words(state, seat, n),
    "take": lambda state, seat, arg, n: board.elder_line(state, n),
    "copy": lambda state, seat, arg, n: board.space_words(state, seat, n),
    "do": do_words,
    "yes": yes_words,
    "no": lambda state, seat, arg, n: "No",
    "done": lambda state, seat, arg, n: "Done",
    "elder": lambda state, seat, arg, n: board.acting_line(state, seat, n),
}


def taking(state: Nusfjord, action: int) -> str | None:
    """Buildings built and Elders taken are what statistics count."""
    verb, n = block(action)
    if verb == "build":
        return state.kit.card_names[n]
    return state.kit.elder_names[n] if verb == "take" else None
