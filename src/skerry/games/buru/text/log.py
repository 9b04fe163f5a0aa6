"""Lines of the log: what happens by itself."""

from skerry.core import bits
from skerry.core.game import Event
from skerry.games.buru import scoring
from skerry.games.buru import state as S
from skerry.games.buru.cards import ESTEEM, N_GOODS
from skerry.games.buru.kit_rows import REGIONS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.text.questions import times, who
from skerry.games.buru.text.words import GOODS_WORDS, amount

Note = tuple[int, int, int, int]


def event(state: Buru, note: Note) -> Event:
    kind = note[0]
    if kind <= S.NOTE_NOBODY:
        return phase_event(state, note)
    if kind <= S.NOTE_CONTINUING:
        return gain_event(state, note)
    if kind <= S.NOTE_DUSK:
        return card_event(state, note)
    return lawan_event(state, note)


def phase_event(state: Buru, note: Note) -> Event:
    kind, number, a, b = note
    words = state.kit.words
    if kind == S.NOTE_ROUND:
        return Event(
            f"Round {a} of {state.kit.rounds}; Emissary is {who(state, number)}",
            "dawn.1",
        )
    if kind == S.NOTE_PLOT_DRAWN:
        return Event(f"{who(state, number)} draws a Plot card unseen", "lawan.plot")
    if kind == S.NOTE_KEPT:
        return Event(f"{who(state, number)} kept Power {a}", "noon.1")
    if kind == S.NOTE_FLIP:
        powers = [int(state.kit.power[explorer]) for explorer in bits.members(a)]
        total = f" = {sum(powers)}" if len(powers) > 1 else ""
        shown = " + ".join(map(str, powers))
        return Event(f"{words.regions[b]}: {who(state, number)} has {shown}{total}", "region.1")
    return Event(f"{words.regions[a]}: nobody is there", "region.1")


def gain_event(state: Buru, note: Note) -> Event:
    kind, number, a, b = note
    words, you = state.kit.words, who(state, number)
    if kind == S.NOTE_TRIUMPH:
        return Event(f"{you} is Triumphant at the {words.regions[a]} with {b}", "region.3")
    if kind == S.NOTE_TOTEM:
        source = f" from {who(state, b - 1)}" if b else ""
        return Event(f"{you} takes the totem of {words.spirits[a]}{source}", "totem.1")
    if kind == S.NOTE_DECREE:
        return Event(f"{you} collects the Decree: {words.decrees[a]}", "decree.1")
    if kind == S.NOTE_GAIN:
        gains = [amount(kind, a >> (8 * kind) & 255) for kind in range(N_GOODS) if a >> (8 * kind) & 255]
        return Event(f"{you} gains {' + '.join(gains)}", "score.1" if a >> (8 * ESTEEM) else "limit.1")
    if kind == S.NOTE_SPILT:
        return Event(f"{you} has room for {state.kit.fish_limit} fish: {a} lost", "limit.1")
    if kind == S.NOTE_PAID:
        spared = f"; 1 {GOODS_WORDS[b + 1]} is spared" if b != NONE else ""
        value = state.kit.tribute_esteem[a]
        return Event(
            f"{you} has paid tribute to {words.spirits[a]}: a card of {value} Esteem{spared}",
            "lake.2",
        )
    if kind == S.NOTE_ALTAR:
        return Event(f"Decree at the altar: {words.decrees[a]}", "decree.2")
    if kind == S.NOTE_TOTEM_POINT:
        return Event(f"{you} holds the totem of {words.spirits[a]}: {b} Esteem", "totem.2")
    return Event(f"{you} has {words.islander_names[a]}", "islander.continuing")


def card_event(state: Buru, note: Note) -> Event:
    kind, number, a, _ = note
    if kind == S.NOTE_MARKER:
        return Event(f"{who(state, number)} takes the Emissary marker", "lake.4")
    if kind == S.NOTE_MARKER_PASSES:
        return Event(f"The Emissary marker passes to {who(state, number)}", "dusk.2")
    if kind == S.NOTE_ELDERS_RESHUFFLED:
        return Event("The discarded Elders are shuffled into a new deck", "elder.2")
    if kind == S.NOTE_NO_ELDER:
        return Event(f"There is no Elder left for {who(state, number)}", "elder.2")
    if kind == S.NOTE_ROW_RESHUFFLED:
        return Event("The discarded Islanders are shuffled into a new deck", "shore.3")
    if kind == S.NOTE_FOREST_RESHUFFLED:
        return Event("The discarded Forest cards are shuffled into a new deck", "dawn.2")
    boxed = f"{times(a, 'Decree')} to the box; " if a else ""
    return Event(f"Dusk: {boxed}Explorers home, Islanders rest", "dusk.1")


def lawan_event(state: Buru, note: Note) -> Event:
    kind, number, a, _ = note
    words, it = state.kit.words, who(state, number)
    if kind == S.NOTE_LAWAN_TAKES:
        return Event(f"{it} takes {words.forest[a]} from the Forest", "lawan.forest")
    if kind == S.NOTE_LAWAN_SPACE:
        region = words.regions[state.kit.space_region[a]]
        return Event(f"{it} takes a space at the {region}: {words.spaces[a]}", "region.4")
    if kind == S.NOTE_LAWAN_RECRUITS:
        price = state.kit.islanders[a].price
        return Event(f"{it} recruits {words.islander_names[a]} for {price} fish", "lawan.shore")
    if kind == S.NOTE_LAWAN_TASKS:
        role = words.roles[state.kit.islanders[a].role]
        return Event(f"{it} tasks {words.islander_names[a]} ({role})", "lawan.village")
    if kind == S.NOTE_LAWAN_ELDER:
        return Event(f"{it} keeps an Elder face down", "lawan.elders")
    if kind == S.NOTE_LAWAN_IDLE:
        return Event(f"{it} can do no more here", f"lawan.{REGIONS[a]}")
    if kind == S.NOTE_FINAL:
        return Event(final_words(state, number, a), "lawan.result")
    return Event(f"The last Dusk is over; the Elders are shown. {winner_words(state)}", "end.1")


def final_words(state: Buru, lawan: int, points: int) -> str:
    p = state.players[lawan]
    parts = (
        p.goods[ESTEEM],
        scoring.tribute_points(state, lawan),
        scoring.elder_points(state, lawan),
    )
    return f"{who(state, lawan)} has {points}: {parts[0]} Esteem, {parts[1]} from tributes, {parts[2]} from Elders"


def winner_words(state: Buru) -> str:
    won = bits.members(state.winners())
    if won:
        return f"{' and '.join(who(state, seat) for seat in won)} {'win' if len(won) > 1 else 'wins'}"
    best = max(range(state.seats, state.n), key=lambda lawan: int(state.score(lawan)))
    return f"Nobody is ahead of {who(state, best)}: the Lawan win"
