"""The answers as data: pieces, prices, what is used up."""

from collections.abc import Callable

from skerry.core.answers import Terms
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import state as N
from skerry.games.tungaru.cards import SAIL as SAIL_BENEFIT
from skerry.games.tungaru.catalogue import catalogue, goods_dict
from skerry.games.tungaru.kit.rows import GOODS, GROUNDS, ISLANDS, MIGRATION_SPACES
from skerry.games.tungaru.state import NONE, Tungaru
from skerry.games.tungaru.steps.setup import DRAW_FOR_MIGRATION as MIGRATION_PLACE
from skerry.games.tungaru.steps.turns import (
    TO_HARVEST,
    TO_NOMAD,
    TO_RECRUIT,
    TO_SAIL,
    TO_SETTLE,
    TO_SPACE,
    TO_TRADE,
    TO_TRAVEL,
    can_exhaust,
    wanted_faces,
)
from skerry.games.tungaru.text.answer import TurnAnswer, answer_of, exchange
from skerry.games.tungaru.text.short_labels import SHORTS
from skerry.games.tungaru.view.dice import dice_view, unused_die
from skerry.games.tungaru.view.pieces import LEADERS

Pieces = tuple[str, ...]
MONUMENT_ORIGINS = ("nomad_space", "storage", "track", "track", "loose")


def terms(state: Tungaru, action: int) -> Terms:
    a = answer_of(state, action)
    moved = exchange(a)
    group, short = SHORTS[a.verb]
    points = {"points": moved.points} if moved.points else {}
    any_goods = {"any": moved.owes_any} if moved.owes_any else {}
    return Terms(
        at=AT[a.verb](a),
        price=goods_dict(moved.price),
        gives=goods_dict(moved.gives) | points,
        owes=goods_dict(moved.owes) | any_goods,
        uses=USES[a.verb](a) if a.verb in USES else (),
        group=group,
        short=short(a),
        key=str(a.n + 1) if a.verb == "leader" else "",  # the number its card bears
    )


# ---- pieces


def island(number: int) -> str:
    return f"island:{ISLANDS[number]}"


def ground(number: int) -> str:
    return f"ground:{GROUNDS[number]}"


def nomad(a: TurnAnswer, number: int) -> str:
    return f"nomad:{a.state.kit.nomads[number].id}"


def good(a: TurnAnswer, number: int) -> str:
    return f"good:{a.seat}.{GOODS[number]}"


def nomad_at(a: TurnAnswer, number: int) -> Pieces:
    """The Nomad on an island, to click, and the island."""
    here = a.state.nomad[number]
    return (island(number),) if here == NONE else (nomad(a, here), island(number))


def settler(a: TurnAnswer, number: int) -> str:
    return f"settler:{a.seat}.{ISLANDS[number]}"


def payable(kind: int) -> Callable[[TurnAnswer], Pieces]:
    """The dice that fit, and the Settler that could pay instead."""

    def found(a: TurnAnswer) -> Pieces:
        wanted = wanted_faces(a.state, a.p, kind, a.n)
        dice = tuple(
            f"die:{a.seat}.{number}"
            for number, die in enumerate(dice_view(a.state, a.seat), 1)
            if not die.at and D.can_serve(die.face, a.p.shift, wanted)
        )
        return (*dice, settler(a, a.n)) if can_exhaust(a.p, kind, a.n) else dice

    return found


def part(kind: str, number: int) -> Pieces:
    """The part of an island that an option is about, to click, and the island."""
    return (f"{kind}:{ISLANDS[number]}", island(number))


def on_island(verb: str, kind: int) -> Callable[[TurnAnswer], Pieces]:
    fitting = payable(kind)
    return lambda a: (*part(verb, a.n), *fitting(a))


def recruit_at(a: TurnAnswer) -> Pieces:
    return (*nomad_at(a, a.n), *payable(TO_RECRUIT)(a))


def activate_at(a: TurnAnswer) -> Pieces:
    tile = a.state.kit.nomads[a.n]
    return (nomad(a, a.n),) if tile.is_flip() else (nomad(a, a.n), *payable(TO_NOMAD)(a))


def sail_at(a: TurnAnswer) -> Pieces:
    benefit = (f"benefit:{a.seat}",) if a.p.benefit == SAIL_BENEFIT else ()
    return (f"boat:{a.seat}", *payable(TO_SAIL)(a), *benefit)


def sail_to_at(a: TurnAnswer) -> Pieces:
    """The ground, and the sections of the sea that the boat passes, in their order."""
    ways = catalogue(a.state).grounds[GROUNDS[a.p.ground]].ways
    way = ways.get(GROUNDS[a.n])
    return (ground(a.n), *(f"section:{section}" for section in way.sections)) if way else (ground(a.n),)


def draw_at(a: TurnAnswer) -> Pieces:
    place = f"migration:{MIGRATION_SPACES[a.arg - MIGRATION_PLACE]}" if a.arg >= MIGRATION_PLACE else island(a.arg)
    return (nomad(a, a.n), place)


def monument_at(a: TurnAnswer) -> Pieces:
    return () if a.n == A.NO_MONUMENT - A.NOMAD_SPACE else (f"monument:{a.seat}.{MONUMENT_ORIGINS[a.n]}",)


def slot_at(a: TurnAnswer) -> Pieces:
    """The first empty Nomad space, for the Nomad in hand."""
    space = next_slot(a)
    return (f"slot:{a.seat}.{space}",) if space <= a.state.kit.nomad_spaces else ()


def next_slot(a: TurnAnswer) -> int:
    number = 0
    while a.p.slots >> 6 * number & 63:
        number += 1
    return number + 1


def refill_at(a: TurnAnswer) -> Pieces:
    here = a.state.migration[a.n]
    space = f"migration:{MIGRATION_SPACES[a.n]}"
    return (space,) if here == NONE else (nomad(a, here), space)


def none(a: TurnAnswer) -> Pieces:
    return ()


def benefit_of(a: TurnAnswer) -> Pieces:
    return (f"benefit:{a.seat}",)


def die_of(a: TurnAnswer) -> Pieces:
    return (unused_die(a.state, a.seat, a.n + 1),)


def dice_pieces(a: TurnAnswer) -> Pieces:
    """All unused ones of this face: whichever is pointed at, the first one goes."""
    dice = enumerate(dice_view(a.state, a.seat), 1)
    return tuple(f"die:{a.seat}.{number}" for number, die in dice if not die.at and die.face == a.n + 1)


def good_of(a: TurnAnswer) -> Pieces:
    return (good(a, a.n),)


AT: dict[str, Callable[[TurnAnswer], Pieces]] = {
    "begin": lambda a: (f"player:{a.n}",),
    "lay": lambda a: (island(a.arg & 15),),
    "draw": draw_at,
    "roll": none,
    "roll_die": lambda a: (f"player:{a.arg}",),
    "boat": lambda a: (ground(a.n),),
    "reserve": lambda a: nomad_at(a, a.n),
    "monument": monument_at,
    "leader": lambda a: (f"leader:{LEADERS[a.n]}",),
    "give": good_of,
    "give_to": lambda a: (f"player:{a.n}",),
    "sail": sail_at,
    "harvest": on_island("harvest", TO_HARVEST),
    "settle": lambda a: part("settle", a.n) if a.step == N.FLIP_SETTLE else on_island("settle", TO_SETTLE)(a),
    "trade": lambda a: part("trade", a.n) if a.state.phase == 2 else on_island("trade", TO_TRADE)(a),
    "travel": lambda a: (settler(a, a.n), island(a.n), *payable(TO_TRAVEL)(a)),
    "recruit": recruit_at,
    "nomad": activate_at,
    "leader_space": lambda a: (f"space:{a.seat}.{a.n + 1}", *payable(TO_SPACE)(a)),
    "swap": benefit_of,
    "pass": none,
    "sail_to": sail_to_at,
    "travel_to": lambda a: part("settle", a.n),
    "die": dice_pieces,
    "settler": lambda a: (settler(a, a.place),),
    "benefit": benefit_of,
    "once": lambda a: part("harvest", a.arg),
    "twice": lambda a: (*part("harvest", a.arg), f"benefit:{a.seat}"),
    "pay": none,
    "pay_without": lambda a: (good(a, a.n), f"benefit:{a.seat}"),
    "pay_any": benefit_of,
    "spend": good_of,
    "barter": lambda a: part("trade", a.arg),
    "barter_with": good_of,
    "take": lambda a: (f"market:{ISLANDS[a.arg]}.{GOODS[a.n]}",),
    "sell": lambda a: (nomad(a, a.arg),),
    "sell_any": lambda a: (nomad(a, a.arg),),
    "face_up": slot_at,
    "traveller": lambda a: (f"travellers:{a.seat}",),
    "replace": lambda a: (nomad(a, a.n),),
    "refill": refill_at,
    "swap_from": lambda a: nomad_at(a, a.n),
    "swap_with": lambda a: nomad_at(a, a.n),
    "return": good_of,
    "skip": none,
}

USES: dict[str, Callable[[TurnAnswer], Pieces]] = {
    "nomad": lambda a: (nomad(a, a.n),) if a.state.kit.nomads[a.n].is_flip() else (),
    "die": die_of,
    "settler": lambda a: (settler(a, a.place),),
    "benefit": benefit_of,
    "twice": benefit_of,
    "pay_without": benefit_of,
    "pay_any": benefit_of,
    "barter_with": benefit_of,
    "sell_any": benefit_of,
    "swap_with": benefit_of,
}
