"""What happened, as lines of the log."""

from skerry.core.answers import Event, Moved
from skerry.games._blank import state as N
from skerry.games._blank.observe import POOLS
from skerry.games._blank.state import Blank
from skerry.games._blank.text.words import card_words, shells


def event(state: Blank, note: tuple[int, int, int, int]) -> Event:
    kind, seat, a, b = note
    who, player = f"{{{seat}}}", f"player:{seat}"
    if kind == N.NOTE_TIDE:
        return Event(f"Round {a} of {state.kit.tides} begins; {{{state.first}}} goes first", "tide.1")
    if kind == N.NOTE_GAIN:
        moved = (Moved("shells", "supply", player, a),)
        return Event(f"{who} takes {shells(a)} from the supply", "card.gain", about=(player,), moved=moved)
    if kind == N.NOTE_GIVE:
        moved = (Moved("shells", player, f"player:{b}", a),)
        return Event(f"{who} gives {shells(a)} to {{{b}}}", "card.toll", about=(player, f"player:{b}"), moved=moved)
    if kind == N.NOTE_POOL:
        pool = f"pool:{POOLS[a]}"
        moved = (Moved("shells", pool, player, b),)
        return Event(f"{who} finds {shells(b)} at the {POOLS[a]} pool", "pool.2", about=(pool, player), moved=moved)
    if kind == N.NOTE_DRAWN:
        piece = f"card:{state.kit.ids[a]}"
        words = f"{who} draws {state.kit.names[a]}: {card_words(state, a)}"
        return Event(words, "turn.3", 1 << seat, (piece,), (Moved(piece, "deck", player),))
    assert kind == N.NOTE_END, f"note {kind} has no words"
    return Event("The last tide is over", "end.1")
