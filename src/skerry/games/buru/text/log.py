"""What happened, as lines of the log: each event once, by name, with its reason."""

from collections.abc import Callable

from skerry.core import bits
from skerry.core.answers import Event, Moved
from skerry.core.words import join_words, plural
from skerry.games.buru import scoring
from skerry.games.buru import state as S
from skerry.games.buru.cards import ESTEEM, N_GOODS, NO_TOKEN, PALM
from skerry.games.buru.catalogue import piece_id
from skerry.games.buru.kit.rows import GOODS, LAWAN_LEVELS, REGIONS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.text.questions import stack, who
from skerry.games.buru.text.words import goods_text

Note = tuple[int, int, int, int]


def event(state: Buru, note: Note) -> Event:
    kind, number, a, b = note
    return EVENTS[kind](state, number, a, b)


def came(packed: int) -> tuple[dict[str, int], int]:
    """What a note says was gained: goods by name, and the fish that were lost.  §limit.1"""
    gains = {good: packed >> (8 * kind) & 255 for kind, good in enumerate(GOODS) if packed >> (8 * kind) & 255}
    return gains, packed >> (8 * N_GOODS)


def gains_words(state: Buru, packed: int) -> str:
    """`gains 3 fish and 1 palm`"""
    gains, lost = came(packed)
    over = f" ({lost} more would exceed the limit of {state.kit.fish_limit})" if lost else ""
    return f"gains {goods_text(gains) or ('no fish' if lost else 'nothing')}{over}"


def gained(number: int, packed: int, start: str = "") -> tuple[Moved, ...]:
    return tuple(Moved(good, start, f"player:{number}", n) for good, n in came(packed)[0].items())


def paid(number: int, price: dict[str, int]) -> tuple[Moved, ...]:
    return tuple(Moved(good, f"player:{number}", "", n) for good, n in price.items())


# ---- phases


def tell_round(state: Buru, number: int, a: int, b: int) -> Event:
    words = f"Round {a} of {state.kit.rounds} begins. {who(state, number)} is Emissary"
    return Event(words, "dawn.1", about=("marker", f"player:{number}"))


def tell_plot_drawn(state: Buru, number: int, a: int, b: int) -> Event:
    return Event(f"{who(state, number)} draws a Plot card that nobody sees", "lawan.plot", about=(f"player:{number}",))


def tell_kept(state: Buru, number: int, explorer: int, packed: int) -> Event:
    one = f"explorer:{number}.{state.kit.words.explorer_ids[explorer]}"
    words = f"{who(state, number)} kept Power {state.kit.power[explorer]} and {gains_words(state, packed)}"
    return Event(words, "noon.1", about=(one, f"mat:{number}"), moved=gained(number, packed, f"mat:{number}"))


def tell_flip(state: Buru, number: int, explorers: int, region: int) -> Event:
    members = bits.members(explorers)
    powers = [int(state.kit.power[explorer]) for explorer in members]
    total = f" = {sum(powers)}" if len(powers) > 1 else ""
    words = f"{who(state, number)} reveals {' + '.join(map(str, powers))}{total} {state.kit.words.places[region]}"
    ones = [f"explorer:{number}.{state.kit.words.explorer_ids[explorer]}" for explorer in members]
    lane = stack(state, region, number)
    return Event(words, "region.1", about=(lane, *ones), moved=tuple(Moved(explorer, lane, lane) for explorer in ones))


def tell_nobody(state: Buru, number: int, region: int, b: int) -> Event:
    words = f"Nobody is {state.kit.words.places[region]}"
    return Event(words, "region.1", about=(piece_id(state, "region", region),))


def tie_words(state: Buru, number: int, region: int, tie: int) -> tuple[str, str]:
    """Who is level, and why this one of them comes first; both empty without a tie.  §region.2"""
    level = bits.members(tie >> 8 & 15)
    if len(level) < 2:
        return "", ""
    first = tie >> 12
    why = (
        "as Emissary"
        if number == first and not state.kit.emissary_last
        else "as the closest clockwise from the Emissary"
    )
    in_order = sorted(level, key=lambda other: other != number)
    names = join_words([who(state, other) for other in in_order])
    return f"{names} tie {state.kit.words.places[region]} with {tie & 255}. ", why


def tell_triumph(state: Buru, number: int, region: int, tie: int) -> Event:
    level, why = tie_words(state, number, region, tie)
    place = state.kit.words.places[region]
    words = f"{who(state, number)} is Triumphant {place} with {tie & 255}"
    if level:
        words = f"{level}{who(state, number)} wins the tie {why} and is Triumphant"
    about = (piece_id(state, "region", region), *(f"player:{other}" for other in tied_first(number, tie)))
    return Event(words, "region.2" if level else "region.3", about=about)


def tied_first(number: int, tie: int) -> list[int]:
    return [number, *(other for other in bits.members(tie >> 8 & 15) if other != number)]


def tell_tie(state: Buru, number: int, region: int, tie: int) -> Event:
    level, why = tie_words(state, number, region, tie)
    about = (piece_id(state, "region", region), *(f"player:{other}" for other in tied_first(number, tie)))
    return Event(f"{level}{who(state, number)} acts first {why}", "region.2", about=about)


def tell_totem(state: Buru, number: int, spirit: int, holder: int) -> Event:
    start = f"player:{holder - 1}" if holder else f"region:{REGIONS[state.kit.totem_home[spirit]]}"
    source = f" from {who(state, holder - 1)}" if holder else ""
    totem = piece_id(state, "totem", spirit)
    words = f"{who(state, number)} takes {state.kit.words.tributes[spirit].name}'s totem{source}"
    return Event(words, "totem.1", about=(totem, f"player:{number}"), moved=(Moved(totem, start, f"player:{number}"),))


def tell_decree(state: Buru, number: int, decree: int, packed: int) -> Event:
    face, card = state.kit.words.decrees[decree], piece_id(state, "decree", decree)
    words = f"{who(state, number)} collects the {face.name}"
    words += f" and {gains_words(state, packed)}" if face.gain else ""
    moved = (Moved(card, f"region:{face.place}", f"player:{number}"), *gained(number, packed, card))
    return Event(words, "decree.1", about=(card, f"player:{number}"), moved=moved)


# ---- actions


def tell_takes(state: Buru, number: int, card: int, packed: int) -> Event:
    forest = piece_id(state, "card", card)
    words = f"{who(state, number)} takes a Forest card and {gains_words(state, packed)}"
    rule = "lawan.forest" if state.is_lawan(number) else "forest.1"
    moved = (Moved(forest, "region:forest", "deck:forest"), *gained(number, packed, forest))
    return Event(words, rule, about=(forest, f"player:{number}"), moved=moved)


def tell_space(state: Buru, number: int, space: int, b: int) -> Event:
    face, place = state.kit.words.spaces[space], piece_id(state, "space", space)
    lane = f"stack:{face.region}.{number}"
    words = f"{who(state, number)} takes the {face.name}"
    moved = (Moved(lane, f"region:{face.region}", place),)
    return Event(words, "region.4", about=(place, f"player:{number}"), moved=moved)


def tell_recruits(state: Buru, number: int, islander: int, b: int) -> Event:
    face, card = state.kit.words.islanders[islander], piece_id(state, "islander", islander)
    words = f"{who(state, number)} recruits the {face.name} for {face.price} fish"
    rule = "lawan.shore" if state.is_lawan(number) else "shore.1"
    moved = (Moved(card, "row", f"player:{number}"), *paid(number, {"fish": face.price} if face.price else {}))
    return Event(words, rule, about=(card, f"player:{number}"), moved=moved)


def tell_task(state: Buru, number: int, islander: int, packed: int) -> Event:
    face, card = state.kit.words.islanders[islander], piece_id(state, "islander", islander)
    price = f", pays {goods_text(face.pay)}" if face.pay else ""
    words = f"{who(state, number)} tasks the {face.name}{price} and {gains_words(state, packed)}"
    moved = (*paid(number, face.pay), *gained(number, packed, card))
    return Event(words, "village.1", about=(card, f"player:{number}"), moved=moved)


def tell_dyed(state: Buru, number: int, arg: int, packed: int) -> Event:
    face, card = state.kit.words.islanders[arg >> 2], piece_id(state, "islander", arg >> 2)
    given = {GOODS[PALM + (arg & 3)]: 1} if arg & 3 != NO_TOKEN else {}
    gives = f", gives {goods_text(given)}" if given else ""
    words = f"{who(state, number)} tasks the {face.name}{gives} and {gains_words(state, packed)}"
    moved = (*paid(number, given), *gained(number, packed, card))
    return Event(words, "islander.dye" if given else "islander.pick", about=(card, f"player:{number}"), moved=moved)


def tell_side(state: Buru, number: int, space: int, packed: int) -> Event:
    place = piece_id(state, "space", space)
    words = f"{who(state, number)} {gains_words(state, packed)} at the {state.kit.words.spaces[space].name}"
    return Event(words, "region.6", about=(place, f"player:{number}"), moved=gained(number, packed, place))


def tell_paid(state: Buru, number: int, spirit: int, saved: int) -> Event:
    face = state.kit.words.tributes[spirit]
    token = GOODS[PALM + saved] if saved != NONE else ""
    price = {good: n - (good == token) for good, n in face.cost.items() if n - (good == token)}
    words = f"{who(state, number)} pays {goods_text(price)} to {face.name} for a card worth {face.esteem} Esteem"
    if token:
        helper = "its level" if state.is_lawan(number) else f"the {priest_name(state, number, spirit)}"
        words += f" ({helper} saves 1 {token})"
    rule = "lawan.lake" if state.is_lawan(number) else "lake.2"
    return Event(words, rule, about=(piece_id(state, "spirit", spirit), f"player:{number}"), moved=paid(number, price))


def priest_name(state: Buru, number: int, spirit: int) -> str:
    card = bits.lowest(state.players[number].islanders & state.kit.discounts[spirit])
    return str(state.kit.words.islanders[card].name)


def tell_altar(state: Buru, number: int, decree: int, packed: int) -> Event:
    card = piece_id(state, "decree", decree)
    words = f"{who(state, number)} {gains_words(state, packed)} from the {state.kit.words.decrees[decree].name}"
    return Event(words, "decree.2", about=(card, f"player:{number}"), moved=gained(number, packed, card))


def tell_totem_point(state: Buru, number: int, spirit: int, esteem: int) -> Event:
    totem = piece_id(state, "totem", spirit)
    words = (
        f"{who(state, number)} gains {esteem} Esteem as the holder of {state.kit.words.tributes[spirit].name}'s totem"
    )
    moved = (Moved("esteem", totem, f"player:{number}", esteem),)
    return Event(words, "totem.2", about=(totem, f"player:{number}"), moved=moved)


def tell_continuing(state: Buru, number: int, islander: int, packed: int) -> Event:
    face, card = state.kit.words.islanders[islander], piece_id(state, "islander", islander)
    words = f"{who(state, number)} {gains_words(state, packed)} thanks to the {face.name}"
    return Event(words, "islander.continuing", about=(card, f"player:{number}"), moved=gained(number, packed, card))


def tell_marker(state: Buru, number: int, taken: int, b: int) -> Event:
    words = f"{who(state, number)} {'takes' if taken else 'keeps'} the Emissary marker"
    moved = (Moved("marker", "", f"player:{number}"),) if taken else ()
    return Event(words, "lake.4", about=("marker", f"player:{number}"), moved=moved)


def tell_marker_passes(state: Buru, number: int, a: int, b: int) -> Event:
    about, moved = ("marker", f"player:{number}"), (Moved("marker", "", f"player:{number}"),)
    return Event(f"The Emissary marker passes to {who(state, number)}", "dusk.2", about=about, moved=moved)


# ---- decks and Dusk


def tell_elders_reshuffled(state: Buru, number: int, a: int, b: int) -> Event:
    return Event("The discarded Elders are shuffled to form a new deck", "elder.2", about=("deck:elders",))


def tell_no_elder(state: Buru, number: int, a: int, b: int) -> Event:
    return Event(f"No Elder is left for {who(state, number)} to draw", "elder.2", about=("deck:elders",))


def tell_row_reshuffled(state: Buru, number: int, a: int, b: int) -> Event:
    return Event("The discarded Islanders are shuffled to form a new deck", "shore.3", about=("deck:islanders",))


def tell_forest_reshuffled(state: Buru, number: int, a: int, b: int) -> Event:
    return Event("The discarded Forest cards are shuffled to form a new deck", "dawn.2", about=("deck:forest",))


def tell_dusk(state: Buru, number: int, boxed: int, b: int) -> Event:
    gone = f"; {plural(boxed, 'Decree')} {'goes' if boxed == 1 else 'go'} to the box" if boxed else ""
    return Event(f"Dusk falls: all Explorers return and all Islanders rest{gone}", "dusk.1")


# ---- the Lawan


def tell_lawan_tasks(state: Buru, number: int, islander: int, packed: int) -> Event:
    face, card = state.kit.words.islanders[islander], piece_id(state, "islander", islander)
    role = state.kit.words.catalogue.roles[face.role].name
    words = f"{who(state, number)} tasks the {face.name} ({role}) and {gains_words(state, packed)}"
    return Event(words, "lawan.village", about=(card, f"player:{number}"), moved=gained(number, packed, card))


def tell_lawan_elder(state: Buru, number: int, a: int, b: int) -> Event:
    moved = (Moved("elder", "deck:elders", f"player:{number}"),)
    words = f"{who(state, number)} keeps an Elder face down"
    return Event(words, "lawan.elders", about=(f"player:{number}",), moved=moved)


LAWAN_IDLE = {
    "shore": ("cannot afford anybody in the row", "cannot afford another Islander"),
    "village": ("has nobody to task", "has nobody else to task"),
    "lake": ("cannot pay a tribute", "cannot pay another tribute"),
}


def tell_lawan_idle(state: Buru, number: int, region: int, again: int) -> Event:
    words = LAWAN_IDLE[REGIONS[region]][again]
    return Event(f"{who(state, number)} {words}", f"lawan.{REGIONS[region]}", about=(f"player:{number}",))


def tell_lawan_saves(state: Buru, number: int, spirit: int, fish: int) -> Event:
    name = state.kit.words.tributes[spirit].name
    words = f"{who(state, number)} saves {fish} fish for a tribute to {name}"
    return Event(words, "lawan.shore", about=(f"player:{number}", piece_id(state, "spirit", spirit)))


def tell_level(state: Buru, number: int, noon: int, packed: int) -> Event:
    when = "at Noon" if noon else "for its tribute"
    words = f"{who(state, number)} {gains_words(state, packed)} {when} ({LAWAN_LEVELS[state.level]} level)"
    return Event(words, "lawan.level", about=(f"player:{number}",), moved=gained(number, packed))


def tell_end(state: Buru, number: int, a: int, b: int) -> Event:
    return Event(f"The game is over and everyone reveals their Elders. {winner_words(state)}", "end.1")


def winner_words(state: Buru) -> str:
    won = bits.members(state.winners())
    if won:
        return f"{join_words([who(state, seat) for seat in won])} {'win' if len(won) > 1 else 'wins'}"
    best = max(range(state.seats, state.n), key=lambda lawan: int(state.score(lawan)))
    return f"Nobody is ahead of {who(state, best)}, so the Lawan win"


def tell_final(state: Buru, lawan: int, points: int, b: int) -> Event:
    p = state.players[lawan]
    tributes, elders = scoring.tribute_points(state, lawan), scoring.elder_points(state, lawan)
    parts = f"{p.goods[ESTEEM]} Esteem, {tributes} from tributes and {elders} from Elders"
    return Event(f"{who(state, lawan)} has {points} points: {parts}", "lawan.result", about=(f"player:{lawan}",))


EVENTS: dict[int, Callable[[Buru, int, int, int], Event]] = {
    S.NOTE_ROUND: tell_round,
    S.NOTE_PLOT_DRAWN: tell_plot_drawn,
    S.NOTE_KEPT: tell_kept,
    S.NOTE_FLIP: tell_flip,
    S.NOTE_NOBODY: tell_nobody,
    S.NOTE_TRIUMPH: tell_triumph,
    S.NOTE_TIE: tell_tie,
    S.NOTE_TOTEM: tell_totem,
    S.NOTE_DECREE: tell_decree,
    S.NOTE_TAKES: tell_takes,
    S.NOTE_SPACE: tell_space,
    S.NOTE_RECRUITS: tell_recruits,
    S.NOTE_TASK: tell_task,
    S.NOTE_DYED: tell_dyed,
    S.NOTE_SIDE: tell_side,
    S.NOTE_PAID: tell_paid,
    S.NOTE_ALTAR: tell_altar,
    S.NOTE_TOTEM_POINT: tell_totem_point,
    S.NOTE_CONTINUING: tell_continuing,
    S.NOTE_MARKER: tell_marker,
    S.NOTE_MARKER_PASSES: tell_marker_passes,
    S.NOTE_ELDERS_RESHUFFLED: tell_elders_reshuffled,
    S.NOTE_NO_ELDER: tell_no_elder,
    S.NOTE_ROW_RESHUFFLED: tell_row_reshuffled,
    S.NOTE_FOREST_RESHUFFLED: tell_forest_reshuffled,
    S.NOTE_DUSK: tell_dusk,
    S.NOTE_LAWAN_TASKS: tell_lawan_tasks,
    S.NOTE_LAWAN_ELDER: tell_lawan_elder,
    S.NOTE_LAWAN_IDLE: tell_lawan_idle,
    S.NOTE_LEVEL: tell_level,
    S.NOTE_LAWAN_SAVES: tell_lawan_saves,
    S.NOTE_END: tell_end,
    S.NOTE_FINAL: tell_final,
}
