"""Options as data: the pieces they are about, what is paid and gained at once, what is used up.

Price and gain are not computed a second time: the option is tried on a copy, and the log says what moved.
"""

from collections.abc import Callable

from skerry.core.answers import Event, Moved, Terms
from skerry.core.state import BY_ITSELF, CHANCE, arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, to_copy
from skerry.games.nusfjord.steps.building import payable
from skerry.games.nusfjord.steps.elders import can_use_elder
from skerry.games.nusfjord.text import board, cards, decisions, log
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.decisions import card_piece, elder_piece
from skerry.games.nusfjord.text.spaces import SPACES
from skerry.games.nusfjord.text.words import cased, double_name, many

# Steps that run by themselves and begin a new turn or phase: what they bring is nobody's option.
INTERLUDES = frozenset({S.NEXT_TURN, S.FISHING, S.ROUND, S.HOME, S.LAST_USES, S.END})

PAID_AT_ONCE = ("build", "ship", "serve")  # the decision itself moves goods; after others, only what follows does


def terms(state: Nusfjord, action: int) -> Terms:
    ask = state.ask_now()
    seat, verb, n = int(seat_of(ask)), *block(action)
    if seat == CHANCE:
        return Terms()
    at, uses, group, short = ABOUT[verb](state, seat, n)
    shown = decisions.decision_event(state, action) if verb in PAID_AT_ONCE else None
    events = [shown] if shown else []
    if is_legal(state, seat, verb, n, action):
        events += outcome(state, action)
    price, gives = bill(events, seat) if events else ({}, {})
    return Terms(at, price, gives, uses=uses, group=group, short=short)


def is_legal(state: Nusfjord, seat: int, verb: str, n: int, action: int) -> bool:
    """Is this candidate possible now?  The questions with many candidates are not asked for all of them each time."""
    p = state.players[seat]
    if verb == "place":
        if state.workers_on(n) >= state.cap_of(n):
            return False
        return to_copy(state, seat, n - A.S_COPY) != 0 if n >= A.S_COPY else can_do(state, seat, A.kind_of(n))
    if verb == "work":
        return not p.elder_workers >> n & 1 and can_use_elder(state, seat, n)
    if verb == "use":
        slot = state.deck.slot_of(n)
        return state.deck.cards[slot].can_use(state, seat, slot)
    if verb == "build":
        return bool(payable(state, p, arg_of(state.ask_now())) >> state.deck.slot_of(n) & 1)
    return verb == "pass" or action in state.legal_actions()


def outcome(state: Nusfjord, action: int) -> list[Event]:
    """What the log would tell after this decision, up to the next question, turn or phase."""
    after = state.clone()
    after.noting = True
    ask = after.ask_now()
    below = after.depth = after.depth - 1
    after.step_at(ask).apply(after, ask, action)
    while after.depth > below and not after.over and after.ask_now() & BY_ITSELF:
        ask = after.ask_now()
        if step_of(ask) in INTERLUDES:
            break
        after.depth -= 1
        after.step_at(ask).run(after, ask)
    return [log.event(after, note) for note in after.notes]


def bill(events: list[Event], seat: int) -> tuple[dict[str, int], dict[str, int]]:
    """What the seat pays and gains; goods of the Reserve have names of their own."""
    places = {f"player:{seat}": "", f"reserve:{seat}": "reserve_"}
    price: dict[str, int] = {}
    gives: dict[str, int] = {}
    for event in events:
        for move in event.moved:
            if move.what in ("wood", "fish", "gold"):
                add_goods(price, places.get(move.start), move)
                add_goods(gives, places.get(move.end), move)
    return price, gives


def add_goods(side: dict[str, int], place: str | None, move: Moved) -> None:
    if place is not None:
        good = place + move.what
        side[good] = side.get(good, 0) + move.count


# ---- the pieces an option is about, what it uses up, and how a list shows it

About = tuple[tuple[str, ...], tuple[str, ...], str, str]


def elder_needs(state: Nusfjord) -> tuple[str, ...]:
    """The fish that an Elder needs to act."""
    return (f"plate:{state.plates - 1}",) if state.plates else ()


def elder(group: str) -> Callable[[Nusfjord, int, int], About]:
    def found(state: Nusfjord, seat: int, n: int) -> About:
        uses = elder_needs(state) if group == "Use an Elder" and step_of(state.ask_now()) != CARD_QUESTION else ()
        return (elder_piece(n),), uses, group, board.elder_name(state, n)

    return found


def space(group: str) -> Callable[[Nusfjord, int, int], About]:
    def found(state: Nusfjord, seat: int, n: int) -> About:
        return (f"space:{SPACES[n].id}",), (), group, state.kit.space_names[n]

    return found


def use(state: Nusfjord, seat: int, n: int) -> About:
    piece = card_piece(state, n)
    return (piece,), (piece,), "Use a Building", state.kit.card_names[n]


def build(state: Nusfjord, seat: int, n: int) -> About:
    slot = state.deck.slot_of(n)
    hand = state.players[seat].hand >> slot & 1
    group = "From your hand" if hand else f"{board.CARD_LETTERS[state.deck.cards[slot].letter]} Buildings"
    return (card_piece(state, n),), (), group, state.kit.card_names[n]


def lot(state: Nusfjord, seat: int, n: int) -> About:
    return (f"cell:{seat}.{state.kit.cell_names[n]}",), (), f"Row {n // 4 + 1}", f"Space {n % 4 + 1}"


def ship(state: Nusfjord, seat: int, n: int) -> About:
    kind = min(n, A.SCHOONER)
    name = cased(state.kit.ship_names[kind])
    return (f"ship:{A.SHIP_IDS[kind]}",), (), "Ships", f"{name} for gold" if n == A.SCHOONER_FOR_GOLD else name


def serve(state: Nusfjord, seat: int, n: int) -> About:
    last = min(state.plates + n, state.kit.n_plates - 1)
    return (f"plate:{last}",), (), "Serve", many(n + 1, "plate")


def double(state: Nusfjord, seat: int, n: int) -> About:
    return (f"double:{seat}.r{n // 3}c{n % 3}",), (), "Double spaces", cased(double_name(n))


def do(state: Nusfjord, seat: int, n: int) -> About:
    return (), (), "", board.action_name(state, n)


def yes(state: Nusfjord, seat: int, n: int) -> About:
    ask = state.ask_now()
    if step_of(ask) == S.USE_NOW:
        return (elder_piece(arg_of(ask)),), elder_needs(state), "", "Yes"
    return asking_card(state, "Yes")


def asking_card(state: Nusfjord, short: str) -> About:
    """The card that asks, if one does."""
    if step_of(state.ask_now()) != CARD_QUESTION:
        return (), (), "", short
    _, slot, _, _ = cards.asking(state)
    return (card_piece(state, state.deck.ids[slot]),), (), "", short


def pick(state: Nusfjord, seat: int, n: int) -> About:
    return (card_piece(state, n),), (), "Buildings", state.kit.card_names[n]


ABOUT: dict[str, Callable[[Nusfjord, int, int], About]] = {
    "hungry": elder("Elders"),
    "feed": lambda state, seat, n: ((f"player:{n}",), (), "Shares", f"{{{n}}}"),
    "place": space("Place a Worker"),
    "work": elder("Use an Elder"),
    "pass": lambda state, seat, n: ((), (), "", "Pass"),
    "use": use,
    "build": build,
    "lot": lot,
    "ship": ship,
    "serve": serve,
    "double": double,
    "take": elder("Elders"),
    "copy": space("Copy"),
    "do": do,
    "yes": yes,
    "no": lambda state, seat, n: ((), (), "", "No"),
    "done": lambda state, seat, n: ((), (), "", "Done"),
    "amount": lambda state, seat, n: asking_card(state, str(n)),
    "elder": elder("Use an Elder"),
    "pick": pick,
    "way": lambda state, seat, n: asking_card(state, cards.card_label(state, A.WAY + n)),
}
