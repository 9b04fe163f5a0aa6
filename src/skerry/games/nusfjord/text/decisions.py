"""Decisions as lines of the log, in the third person; None where the notes of the engine become the lines."""

from collections.abc import Callable

from skerry.core.answers import Event, Moved
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.building import wood_price
from skerry.games.nusfjord.steps.ships import ship_gold, ship_wood
from skerry.games.nusfjord.text import board, cards
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.spaces import SPACES
from skerry.games.nusfjord.text.words import goods, many, price

MaybeEvent = Event | None


def decision_event(state: Nusfjord, action: int) -> MaybeEvent:
    ask = state.ask_now()
    verb, n = block(action)
    if step_of(ask) == CARD_QUESTION:
        words = cards.answer_line(state, action)
        return (words and Event(words, cards.card_question(state).rule, about=card_about(state, verb, n))) or None
    return DECISIONS[verb](state, int(seat_of(ask)), int(arg_of(ask)), n)


def card_about(state: Nusfjord, verb: str, n: int) -> tuple[str, ...]:
    _, slot, _, _ = cards.asking(state)
    asked = card_piece(state, state.deck.ids[slot])
    return (asked, card_piece(state, n)) if verb == "pick" else (asked,)


def decision_event_unseen(state: Nusfjord) -> Event:
    ask = state.ask_now()
    if step_of(ask) == S.DRAW_C:
        player = f"player:{arg_of(ask)}"
        return Event(f"{{{arg_of(ask)}}} draws a C Building", "home.5", about=("pile:C", player))
    seat, _, effect, _ = cards.asking(state)
    assert effect is not None
    return effect.unseen_event(seat)


def card_piece(state: Nusfjord, number: int) -> str:
    return f"card:{state.kit.card_ids[number]}"


def elder_piece(elder: int) -> str:
    return f"elder:elder_{elder + 1}"


def payment(state: Nusfjord, seat: int, wood: int, fish: int, gold: int) -> tuple[str, tuple[Moved, ...]]:
    """`for 2 wood and 2 fish (1 of them from the Reserve)`, and the goods that move."""
    own = min(fish, int(state.players[seat].fish))
    player, reserve = f"player:{seat}", f"reserve:{seat}"
    parts = (("wood", player, wood), ("fish", player, own), ("fish", reserve, fish - own), ("gold", player, gold))
    words = price(wood, fish, gold)
    if own < fish:
        words += f" ({fish - own} of the fish from the Reserve)"
    return words, tuple(Moved(good, start, "", int(n)) for good, start, n in parts if n)


# ---- by verb: the state, the seat, the argument of the question, the item


def reveal(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    letter = board.CARD_LETTERS[arg & 3]
    piece = card_piece(state, n)
    words = (
        f"A new {letter} Building: {state.kit.card_names[n]}"
        if state.round
        else f"On display: {state.kit.card_names[n]}"
    )
    return Event(
        words, "setup.7" if not state.round else "home.3", about=(piece,), moved=(Moved(piece, f"pile:{letter}", ""),)
    )


def turn_up(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    words = f"The face-down Elder is the {board.elder_name(state, n)}"
    return Event(words, "elder.2", about=(elder_piece(n), f"stack:{arg}"))


def hungry(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    words = f"{{{seat}}}'s {board.elder_name(state, n)} gets no fish: the haul is too small"
    return Event(words, "fish.9", about=(elder_piece(n),))


def feed(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    words = f"{{{seat}}} puts a fish on the Share that {{{n}}} holds"
    return Event(words, "fish.9", about=(f"share:{seat}", f"player:{n}"))


def place(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    piece = f"space:{SPACES[n].id}"
    words = f"{{{seat}}} places a Worker on {state.kit.space_names[n]}"
    return Event(words, "work.2", about=(piece,), moved=(Moved(f"worker:{seat}", f"player:{seat}", piece),))


def work(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    words = f"{{{seat}}} places a Worker on the {board.elder_name(state, n)}"
    moved = (Moved(f"worker:{seat}", f"player:{seat}", elder_piece(n)),)
    return Event(words, "elder.4", about=(elder_piece(n),), moved=moved)


def pass_(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    return Event(f"{{{seat}}} passes", "work.6", about=(f"player:{seat}",))


def use(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    """None where the notes of the effects name the Building."""
    effects = state.deck.cards[state.deck.slot_of(n)].effects
    if all(effect.notes_name_card() for effect in effects):
        return None
    return Event(f"{{{seat}}} uses {state.kit.card_names[n]}", "card.3", about=(card_piece(state, n),))


def build(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    slot = state.deck.slot_of(n)
    p, card = state.players[seat], state.deck.cards[slot]
    words, paid = payment(state, seat, wood_price(p, card, slot, arg), card.fish, card.gold)
    hand = " from hand" if p.hand >> slot & 1 else ""
    piece = card_piece(state, n)
    moved = (Moved(piece, f"player:{seat}" if hand else "", f"player:{seat}"), *paid)
    words = f"{{{seat}}} builds {state.kit.card_names[n]}{hand} {words}"
    return Event(words, "building.2", about=(piece, f"player:{seat}"), moved=moved)


def lot(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    piece = card_piece(state, state.deck.ids[arg])
    cell = f"cell:{seat}.{state.kit.cell_names[n]}"
    words = f"{board.card_name(state, arg)} goes to {board.cell_words(n)} of {{{seat}}}'s harbor"
    return Event(words, "building.3", about=(piece, cell), moved=(Moved(piece, f"player:{seat}", cell),))


def ship(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    if step_of(state.ask_now()) == S.UPGRADE:
        return None
    p, kit = state.players[seat], state.kit
    kind = min(n, A.SCHOONER)
    words, paid = payment(state, seat, ship_wood(state, p, n, arg), kit.ship_fish[n], ship_gold(state, n, arg))
    haul = kit.haul[p.track + kit.ship_size[kind]] + p.haul_bonus
    piece = f"ship:{A.SHIP_IDS[kind]}"
    words = f"{{{seat}}} builds a {kit.ship_names[kind]} {words}; the haul is now {haul} fish"
    return Event(words, "ship.1", about=(piece, f"track:{seat}"), moved=(Moved(piece, "", f"track:{seat}"), *paid))


def serve(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    fish, gold, _ = board.serving(state, seat, n + 1, arg)
    words, paid = payment(state, seat, 0, fish, 0)
    plates = tuple(f"plate:{plate}" for plate in range(state.plates, state.plates + n + 1))
    gained = (Moved("gold", "", f"player:{seat}", gold),) if gold else ()
    words = f"{{{seat}}} serves {many(n + 1, 'plate')} {words} and gains {goods(0, 0, gold)}"
    return Event(words, "serve.2", about=plates, moved=(*paid, *gained))


def take(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    words = f"{{{seat}}} takes the {board.elder_name(state, n)}"
    stack = f"stack:{state.stack_of(n)}"
    return Event(words, "elder.1", about=(elder_piece(n),), moved=(Moved(elder_piece(n), stack, f"player:{seat}"),))


def copy(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    return Event(f"{{{seat}}} copies {state.kit.space_names[n]}", "copy.3", about=(f"space:{SPACES[n].id}",))


def do(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    return Event(f"{{{seat}}} chooses to {board.action_name(state, n)}", "elder.6", about=(f"player:{seat}",))


def yes(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    if step_of(state.ask_now()) == S.USE_NOW:
        words = f"{{{seat}}} lets the {board.elder_name(state, arg)} act at once"
        return Event(words, "elder.5", about=(elder_piece(arg),))
    return None  # what is built next is told


def no(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    if step_of(state.ask_now()) == S.USE_NOW:
        words = f"{{{seat}}} does not use the {board.elder_name(state, arg)} yet"
        return Event(words, "elder.5", about=(elder_piece(arg),))
    return Event(f"{{{seat}}} builds nothing", "elders.18", about=(f"player:{seat}",))


def elder(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    return Event(f"{{{seat}}} lets the {board.elder_name(state, n)} act", "elder.6", about=(elder_piece(n),))


def nothing(state: Nusfjord, seat: int, arg: int, n: int) -> MaybeEvent:
    """The notes tell it, or there is nothing to tell."""
    return None


DECISIONS: dict[str, Callable[[Nusfjord, int, int, int], MaybeEvent]] = {
    "begin": nothing,  # the first round says who it is
    "reveal": reveal,
    "draw": nothing,
    "turn_up": turn_up,
    "hungry": hungry,
    "feed": feed,
    "place": place,
    "work": work,
    "pass": pass_,
    "use": use,
    "build": build,
    "lot": lot,
    "ship": ship,
    "serve": serve,
    "double": nothing,
    "take": take,
    "copy": copy,
    "do": do,
    "yes": yes,
    "no": no,
    "done": nothing,
    "elder": elder,
}
