"""How a list of many options shows an answer: under a heading, in a word or two."""

from collections.abc import Callable

from skerry.games.tungaru.catalogue import catalogue
from skerry.games.tungaru.kit.load import ROLLS
from skerry.games.tungaru.kit.rows import GROUNDS, ISLANDS
from skerry.games.tungaru.state import NONE
from skerry.games.tungaru.text import words as W
from skerry.games.tungaru.text.answer import TurnAnswer, exchange
from skerry.games.tungaru.text.labels import SKIPS


def island_short(a: TurnAnswer) -> str:
    return W.island_name(a.state, a.n)


def nomad_short(a: TurnAnswer) -> str:
    return a.state.kit.nomads[a.n].name


def host_short(a: TurnAnswer) -> str:
    """The Nomad on an island."""
    return "nobody" if a.state.nomad[a.n] == NONE else a.state.nomad_at(a.n).name


def ground_short(a: TurnAnswer) -> str:
    between = catalogue(a.state).grounds[GROUNDS[a.n]].islands
    return "–".join(a.state.side.names[ISLANDS.index(name)] for name in between)


def good_short(a: TurnAnswer) -> str:
    return W.GOOD_NAMES[a.n]


def plain(words: str) -> Callable[[TurnAnswer], str]:
    return lambda a: words


def player_short(number: Callable[[TurnAnswer], int]) -> Callable[[TurnAnswer], str]:
    return lambda a: f"{{{number(a)}}}"


def price_short(a: TurnAnswer) -> str:
    return W.goods_words(exchange(a).price)


def sold_short(a: TurnAnswer) -> str:
    return W.points_won(exchange(a).points)


MONUMENT_SHORT = ("Nomad space", "Storage space", "Take the goods", "Leave the goods", "Kept one", "None")

SHORTS: dict[str, tuple[str, Callable[[TurnAnswer], str]]] = {
    "begin": ("Starting player", player_short(lambda a: a.n)),
    "lay": ("Island tile", lambda a: a.state.kit.offers[a.state.kit.first_tile + a.n].id),
    "draw": ("Nomad", nomad_short),
    "roll": ("Dice", lambda a: " ".join(str(face) for face in ROLLS[a.n])),
    "roll_die": ("Die", lambda a: str(a.n + 1)),
    "boat": ("Boat", ground_short),
    "reserve": ("Reserve", host_short),
    "monument": ("Monument", lambda a: MONUMENT_SHORT[a.n]),
    "leader": ("Leader", lambda a: a.state.kit.leaders[a.n].name),
    "give": ("Give", good_short),
    "give_to": ("Give to", player_short(lambda a: a.n)),
    "sail": ("", plain("Sail")),
    "harvest": ("Harvest", island_short),
    "settle": ("Settle", island_short),
    "trade": ("Trade", island_short),
    "travel": ("Travel", island_short),
    "recruit": ("Recruit", host_short),
    "nomad": ("Nomads", nomad_short),
    "leader_space": ("Leader", lambda a: W.goods_words(a.state.kit.leaders[a.p.leader].gives[a.n])),
    "swap": ("", plain("Swap")),
    "pass": ("", plain("Pass")),
    "sail_to": ("Sail to", ground_short),
    "travel_to": ("Travel to", island_short),
    "die": ("Die", lambda a: str(a.n + 1)),
    "settler": ("", plain("Settler")),
    "benefit": ("", plain("Leader's benefit")),
    "once": ("Take", lambda a: W.goods_words(exchange(a).gives)),
    "twice": ("Take", lambda a: W.goods_words(exchange(a).gives)),
    "pay": ("Pay", price_short),
    "pay_without": ("Pay", price_short),
    "pay_any": ("Pay", lambda a: W.any_goods(exchange(a).owes_any)),
    "spend": ("Pay", good_short),
    "barter": ("Trade", price_short),
    "barter_with": ("Trade", price_short),
    "take": ("Take", good_short),
    "sell": ("Sell", sold_short),
    "sell_any": ("Sell any", sold_short),
    "face_up": ("", plain("To work")),
    "traveller": ("", plain("Traveller pile")),
    "replace": ("In place of", nomad_short),
    "refill": ("Bring", lambda a: W.SIGNS[a.n]),
    "swap_from": ("Swap", host_short),
    "swap_with": ("Swap with", host_short),
    "return": ("Return", good_short),
    "skip": ("", lambda a: SKIPS[a.step]),
}
