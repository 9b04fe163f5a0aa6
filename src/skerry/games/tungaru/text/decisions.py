"""The decisions as lines of the log."""

from collections.abc import Callable

from skerry.core.answers import Event, Moved
from skerry.core.state import seat_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import GROUNDS, MIGRATION_SPACES
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.setup import SETUP_MONUMENT
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.answer import TurnAnswer, answer_of, exchange
from skerry.games.tungaru.text.labels import draw, lay, roll
from skerry.games.tungaru.text.terms import MONUMENT_ORIGINS, draw_at, island, next_slot, nomad
from skerry.games.tungaru.text.turn_decisions import (
    Movements,
    flip_moved,
    flip_words,
    flips,
    gives,
    goods_moved,
    harvest_twice_event,
    line,
    pays,
    player_piece,
    sell_event,
    spends,
    swaps,
    trades,
    travels,
    with_means,
)
from skerry.games.tungaru.view.pieces import LEADERS


def decision_event(state: Tungaru, action: int) -> Event | None:
    a = answer_of(state, action)
    return DECISIONS[a.verb](a)


def decision_event_unseen(state: Tungaru) -> Event:
    ask = state.ask_now()
    assert step_of(ask) == N.LEADER
    seat = seat_of(ask)
    return Event(f"{{{seat}}} chooses a Leader, face down", "leader.1", about=(f"player:{seat}",))


# ---- a recruit after it is paid


def places_monument(a: TurnAnswer) -> Event:
    if a.n == A.NO_MONUMENT - A.NOMAD_SPACE:
        return line(a, "places no Monument", "recruit.2")
    state, goods = a.state, exchange(a).gives
    origin = (
        "from a Nomad space",
        "from the sixth storage space",
        *["from the Culture track"] * 2,
        "kept from the reservation",
    )[a.n]
    gain = f" and gains {W.goods_words(goods)}" if goods else ""
    if a.n == A.TRACK_ONLY - A.NOMAD_SPACE:
        gain = " without taking its goods"
    piece = f"monument:{a.seat}.{MONUMENT_ORIGINS[a.n]}"
    gained = goods_moved(goods, "", player_piece(a))
    if a.arg == SETUP_MONUMENT:
        tile = nomad(a, state.nomad[a.p.reserved])
        words = f"reserves {W.nomad_on(state, a.p.reserved)} with the Monument {origin}{gain}"
        return line(a, words, "setup.6", (tile, piece), (Moved(piece, player_piece(a), tile), *gained))
    words = f"places the Monument {origin} on {W.island_name(state, a.arg)}{gain}"
    return line(a, words, "recruit.2", (island(a.arg), piece), (Moved(piece, player_piece(a), island(a.arg)), *gained))


def keeps(a: TurnAnswer) -> Event:
    number = int(a.state.nomad[a.arg])
    name, here, pile = W.the_nomad(a.state, number), island(a.arg), f"travellers:{a.seat}"
    if a.verb == "traveller":
        moved: Movements = (Moved(nomad(a, number), here, pile),)
        return line(a, f"sends {name} to the Traveller pile", "recruit.4", (nomad(a, number),), moved)
    if a.verb == "face_up":
        moved = (Moved(nomad(a, number), here, f"slot:{a.seat}.{next_slot(a)}"),)
        return line(a, f"puts {name} to work", "recruit.4", (nomad(a, number),), moved)
    words = f"puts {name} to work and sends {W.the_nomad(a.state, a.n)} to the Traveller pile"
    moved = (Moved(nomad(a, a.n), player_piece(a), pile), Moved(nomad(a, number), here, player_piece(a)))
    return line(a, words, "recruit.4", (nomad(a, number), nomad(a, a.n)), moved)


def refills(a: TurnAnswer) -> Event:
    number = int(a.state.migration[a.n])
    words = f"brings {W.the_nomad(a.state, number)} from the {W.SIGNS[a.n]} space to {W.island_name(a.state, a.arg)}"
    moved = (Moved(nomad(a, number), f"migration:{MIGRATION_SPACES[a.n]}", island(a.arg)),)
    return line(a, words, "recruit.5", (nomad(a, number), island(a.arg)), moved)


# ---- setup, Leaders, chance


def chooses(a: TurnAnswer) -> Event:
    """With the last choice all are revealed at once, each with a line of its own."""
    last = (a.state.first + a.state.seats - 1) % a.state.seats
    if a.seat == last:
        return line(a, "is the last to choose a Leader", "leader.1")
    return line(a, f"chooses the {a.state.kit.leaders[a.n].name}, face down", "leader.1", (f"leader:{LEADERS[a.n]}",))


def boats(a: TurnAnswer) -> Event:
    ground = f"ground:{GROUNDS[a.n]}"
    words = f"places a boat at {W.anchorage(a.state, a.n)}"
    return line(a, words, "setup.5", (ground,), (Moved(f"boat:{a.seat}", player_piece(a), ground),))


def draws(a: TurnAnswer) -> Event:
    tile, place = draw_at(a)
    rule = "setup.3" if a.state.phase == 0 else "recruit.5"
    return Event(draw(a), rule, about=(tile, place), moved=(Moved(tile, "pile", place),))


def skips(a: TurnAnswer) -> Event | None:
    if a.step == N.AFTER_ACTION:
        return None
    if a.step == N.TRADER_TRADE:
        return Event(f"{a.who}'s Trader does not trade", "leader.trader", about=(player_piece(a),))
    stays, rule = {
        N.FLIP_SAIL: ("stays at anchor", "nomad.flip_sail"),
        N.FLIP_SETTLE: ("does not settle", "nomad.flip_settle"),
    }[a.step]
    return line(a, flip_words(a) + stays, rule, (), flip_moved(a))


def nothing(a: TurnAnswer) -> None:
    """A later decision or a note becomes the line."""


DECISIONS: dict[str, Callable[[TurnAnswer], Event | None]] = {
    "begin": lambda a: Event(f"{{{a.n}}} is the starting player", "setup.4", about=(f"player:{a.n}",)),
    "lay": lambda a: Event(lay(a), "setup.9" if a.arg >= 16 else "setup.8", about=(island(a.arg & 15),)),
    "draw": draws,
    "roll": lambda a: Event(roll(a), "roll.1"),
    "roll_die": lambda a: Event(f"{{{a.arg}}}'s Worker rolls a {a.n + 1}", "leader.worker", about=(f"player:{a.arg}",)),
    "boat": boats,
    "reserve": nothing,
    "monument": places_monument,
    "leader": chooses,
    "give": gives,
    "give_to": nothing,
    "sail": nothing,
    "harvest": nothing,
    "settle": lambda a: flips(a) if a.step == N.FLIP_SETTLE else None,
    "trade": nothing,
    "travel": nothing,
    "recruit": nothing,
    "nomad": nothing,
    "leader_space": nothing,
    "swap": nothing,
    "pass": lambda a: line(a, "passes", "turn.4"),
    "sail_to": lambda a: flips(a) if a.step == N.FLIP_SAIL else None,
    "travel_to": travels,
    "die": with_means,
    "settler": with_means,
    "benefit": with_means,
    "once": harvest_twice_event,
    "twice": harvest_twice_event,
    "pay": pays,
    "pay_without": pays,
    "pay_any": pays,
    "spend": spends,
    "barter": trades,
    "barter_with": trades,
    "take": trades,
    "sell": sell_event,
    "sell_any": sell_event,
    "face_up": keeps,
    "traveller": keeps,
    "replace": keeps,
    "refill": refills,
    "swap_from": nothing,
    "swap_with": swaps,
    "return": lambda a: line(
        a,
        f"has no room and returns {W.amount(1, a.n)}",
        "storage.2",
        (),
        goods_moved(int(G.one(a.n)), player_piece(a), ""),
    ),
    "skip": skips,
}
