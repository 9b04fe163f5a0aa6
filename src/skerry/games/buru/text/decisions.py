"""Decisions and draws as lines of the log, unless the notes that follow become the lines."""

from collections.abc import Callable

from skerry.core.answers import Event, Moved
from skerry.core.state import step_of
from skerry.games.buru import state as S
from skerry.games.buru.catalogue import piece_id
from skerry.games.buru.state import Buru
from skerry.games.buru.text.labels import LABELS, lower, open_arg, parts, seat_now
from skerry.games.buru.text.questions import stack, who


def decision_event(state: Buru, action: int) -> Event | None:
    verb, number = parts(action)
    event_of = DECISIONS[verb]
    return event_of(state, number) if event_of is not None else None


def tell_emissary(state: Buru, seat: int) -> Event:
    player = f"player:{seat}"
    moved = (Moved("marker", "", player),)
    return Event(LABELS["emissary"](state, seat), "setup.3", about=("marker", player), moved=moved)


def tell_decree(state: Buru, decree: int) -> Event:
    face, card = state.kit.words.decrees[decree], piece_id(state, "decree", decree)
    altar = "altars" if face.spirit == "any" else f"spirit:{face.spirit}"
    place = altar if face.place == "altar" else f"region:{face.place}"
    words = f"New Decree: {lower(face.words)}"
    return Event(words, "dawn.1", about=(card, place), moved=(Moved(card, "deck:decrees", place),))


def tell_grow(state: Buru, number: int) -> Event:
    card = piece_id(state, "card", number)
    words = f"The Forest offers {state.kit.words.forest[number].words}"
    return Event(words, "dawn.2", about=(card,), moved=(Moved(card, "deck:forest", "region:forest"),))


def tell_arrive(state: Buru, number: int) -> Event:
    card = piece_id(state, "islander", number)
    moved = (Moved(card, "deck:islanders", "row"),)
    return Event(LABELS["arrive"](state, number), "shore.3", about=(card,), moved=moved)


def tell_elder(state: Buru, number: int) -> Event:
    card, player = piece_id(state, "elder", number), f"player:{open_arg(state)}"
    words = f"{who(state, open_arg(state))} draws the {state.kit.words.elders[number].name}"
    return Event(words, "elder.1", about=(card, player), moved=(Moved(card, "deck:elders", player),))


def tell_scheme(state: Buru, region: int) -> Event:
    return placed(state, open_arg(state), region, f"explorer:{open_arg(state)}", "an Explorer", "lawan.morning")


def tell_lay(state: Buru, explorer: int) -> Event:
    seat = seat_now(state)
    one = f"explorer:{seat}.{state.kit.words.explorer_ids[explorer]}"
    return placed(state, seat, open_arg(state), one, f"Power {state.kit.power[explorer]}", "morning.2")


def placed(state: Buru, number: int, region: int, explorer: str, what: str, rule: str) -> Event:
    words = f"{who(state, number)} places {what} {state.kit.words.places[region]}, face down"
    lane = stack(state, region, number)
    about = (f"player:{number}", piece_id(state, "region", region))
    return Event(words, rule, about=about, moved=(Moved(explorer, f"mat:{number}", lane),))


def tell_plot(state: Buru, plot: int) -> Event:
    lawan = open_arg(state)
    words = f"{who(state, lawan)} reveals its Plot card and {state.kit.words.plots[plot].words}"
    return Event(words, "lawan.plot", about=(piece_id(state, "plot", plot), f"player:{lawan}"))


def tell_cycle(state: Buru, _: int) -> Event:
    row = [piece_id(state, "islander", state.row_card(place)) for place in range(state.n_row)]
    player = f"player:{seat_now(state)}"
    gone = tuple(Moved(card, "row", "deck:islanders") for card in row)
    return Event(f"{who(state, seat_now(state))} cycles the row", "shore.2", about=("row", player), moved=gone)


def tell_discard(state: Buru, number: int) -> Event:
    card, player = piece_id(state, "elder", number), f"player:{seat_now(state)}"
    words = f"{who(state, seat_now(state))} discards the {state.kit.words.elders[number].name}, face down"
    return Event(words, "elder.1", about=(card, player), moved=(Moved(card, player, "deck:elders"),))


IDLE_WORDS = {
    S.SHORE: ("recruits nobody", "cannot afford anybody in the row", "cannot afford another Islander", "shore.1"),
    S.VILLAGE: ("tasks nobody", "has nobody to task", "has nobody else to task", "village.1"),
    S.LAKE: ("pays no tribute", "cannot pay a tribute", "cannot pay another tribute", "lake.1"),
}


def tell_done(state: Buru, _: int) -> Event | None:
    """A player who has done something and then stops by choice needs no line."""
    chosen, forced, forced_later, rule = IDLE_WORDS[step_of(state.ask_now())]
    again, stuck = state.deeds > 255, len(state.legal_actions()) == 1
    if again and not stuck:
        return None
    words = (forced_later if again else forced) if stuck else chosen
    return Event(f"{who(state, seat_now(state))} {words}", rule, about=(f"player:{seat_now(state)}",))


DECISIONS: dict[str, Callable[[Buru, int], Event | None] | None] = {
    "emissary": tell_emissary,
    "decree": tell_decree,
    "grow": tell_grow,
    "arrive": tell_arrive,
    "elder": tell_elder,
    "scheme": tell_scheme,
    "plot": tell_plot,
    "power": None,
    "go": None,  # the line comes when the Explorer is placed
    "lay": tell_lay,
    "take": None,
    "space": None,
    "recruit": None,
    "cycle": tell_cycle,
    "task": None,
    "give": None,
    "get": None,
    "tribute": None,
    "spare": None,
    "discard": tell_discard,
    "side": None,
    "done": tell_done,
    "reveal": None,
    "count": None,
}


def decision_event_unseen(state: Buru) -> Event:
    return UNSEEN_DECISIONS[step_of(state.ask_now())](state, seat_now(state), open_arg(state))


def tell_unseen_elder(state: Buru, _: int, player: int) -> Event:
    moved = (Moved("elder", "deck:elders", f"player:{player}"),)
    return Event(f"{who(state, player)} draws an Elder", "elder.1", about=(f"player:{player}",), moved=moved)


def tell_unseen_discard(state: Buru, seat: int, _: int) -> Event:
    moved = (Moved("elder", f"player:{seat}", "deck:elders"),)
    words = f"{who(state, seat)} discards an Elder, face down"
    return Event(words, "elder.1", about=(f"player:{seat}",), moved=moved)


UNSEEN_DECISIONS: dict[int, Callable[[Buru, int, int], Event]] = {
    S.LAY: lambda state, seat, region: placed(state, seat, region, f"explorer:{seat}", "an Explorer", "morning.2"),
    S.ELDER: tell_unseen_elder,
    S.DISCARD: tell_unseen_discard,
}
