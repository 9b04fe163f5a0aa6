"""What happened, as lines of the log."""

from skerry.core.game import Event
from skerry.games._blank import state as N
from skerry.games._blank.state import Blank
from skerry.games._blank.text.words import card_words, shells
from skerry.games._blank.view import POOLS


def event(state: Blank, note: tuple[int, int, int, int]) -> Event:
    kind, seat, a, b = note
    if kind == N.NOTE_TIDE:
        return Event(f"Round {a} of {state.kit.tides} begins; {{{state.first}}} goes first", "tide.1")
    if kind == N.NOTE_GAIN:
        return Event(f"{{{seat}}} takes {shells(a)} from the supply", "card.gain")
    if kind == N.NOTE_GIVE:
        return Event(f"{{{seat}}} gives {shells(a)} to {{{b}}}", "card.toll")
    if kind == N.NOTE_POOL:
        return Event(f"{{{seat}}} is at the {POOLS[a]} pool and finds {shells(b)}", "pool.2")
    if kind == N.NOTE_DRAWN:
        return Event(f"{state.kit.names[a]}: {card_words(state, a)}", "turn.3", 1 << seat)
    return Event("The last tide is over", "end.1")
