"""What is asked; everybody may read it."""

from collections.abc import Callable
from typing import NamedTuple

from skerry.core.answers import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.core.words import plural
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import ISLANDS, MIGRATION_SPACES
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.setup import DRAW_FOR_MIGRATION as MIGRATION_PLACE
from skerry.games.tungaru.steps.setup import SECOND_LAY, SETUP_MONUMENT
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import (
    TO_HARVEST,
    TO_NOMAD,
    TO_RECRUIT,
    TO_SAIL,
    TO_SETTLE,
    TO_SPACE,
    TO_TRADE,
    TO_TRAVEL,
    wanted_faces,
)
from skerry.games.tungaru.text import words as W


class Open(NamedTuple):
    """The open question."""

    state: Tungaru
    seat: int
    arg: int

    @property
    def who(self) -> str:
        return f"{{{self.seat}}}"


def question(state: Tungaru) -> Question:
    ask = state.ask_now()
    return QUESTIONS[int(step_of(ask))](Open(state, int(seat_of(ask)), int(arg_of(ask))))


Asker = Callable[[Open], Question]


def to_player(words: str, rule: str, kind: str) -> Asker:
    """A question that is the same wherever it is asked."""
    return lambda q: Question(f"{q.who}, {words}", rule, kind)


def island(number: int) -> str:
    return f"island:{ISLANDS[number]}"


def nomad(q: Open, number: int) -> str:
    return f"nomad:{q.state.kit.nomads[number].id}"


def hosted(q: Open) -> tuple[str, ...]:
    """The Nomad on the island that the question is about, and the island."""
    return (nomad(q, q.state.nomad[q.arg]), island(q.arg))


# ---- chance


def lay_tile(q: Open) -> Question:
    here = q.arg & 15
    rule = "setup.9" if q.arg >= SECOND_LAY else "setup.8"
    return Question(f"Which Island tile goes on {W.island_name(q.state, here)}?", rule, "lay_tile", (island(here),))


def draw(q: Open) -> Question:
    rule = "setup.3" if q.state.phase == 0 else "recruit.5"
    if q.arg >= MIGRATION_PLACE:
        space = q.arg - MIGRATION_PLACE
        words = f"Which Nomad is drawn for the {W.SIGNS[space]} space?"
        return Question(words, rule, "draw", (f"migration:{MIGRATION_SPACES[space]}",))
    return Question(f"Which Nomad is drawn for {W.island_name(q.state, q.arg)}?", rule, "draw", (island(q.arg),))


def worker_die(q: Open) -> Question:
    return Question(f"What does {{{q.arg}}}'s Worker roll?", "leader.worker", "worker_die", (f"player:{q.arg}",))


# ---- setup and Leaders


def monument(q: Open) -> Question:
    if q.arg == SETUP_MONUMENT:
        reserved = q.state.players[q.seat].reserved
        words = f"{q.who}, which Monument reserves {W.nomad_on(q.state, reserved)}?"
        return Question(words, "setup.6", "setup_monument", (nomad(q, q.state.nomad[reserved]),))
    words = f"{q.who}, which Monument do you place on {W.island_name(q.state, q.arg)}, if any?"
    return Question(words, "recruit.2", "monument", hosted(q))


def gift(q: Open) -> Question:
    words = f"{q.who}, which good do you give to {{{q.arg}}}? You score {W.points_won(q.state.kit.gift_points)}."
    if q.state.gift_is_lost(q.arg):
        words += f" {{{q.arg}}} has no room for it."
    return Question(words, "leader.beggar", "gift", (f"player:{q.arg}",))


def trader_trade(q: Open) -> Question:
    anywhere = ", if anywhere" if q.state.trader_may else ""
    return Question(f"{q.who}, where does your Trader trade{anywhere}?", "leader.trader", "trader_trade")


# ---- inside an action


def means(q: Open) -> Question:
    kind, place = q.arg & 15, q.arg >> 4
    words, rule, at = MEANS_WORDS[kind](q, place)
    return Question(f"{q.who}, {payment(q, kind, place)} {words}?", rule, "means", at)


def payment(q: Open, kind: int, place: int) -> str:
    """`which die do you use`, only with what there is."""
    p = q.state.players[q.seat]
    die = p.dice != 0 and wanted_faces(q.state, p, kind, place) != 0
    if kind == TO_SAIL and p.benefit == C.SAIL:
        return "do you use a die or your Leader's benefit" if die else "do you use your Leader's benefit"
    settler = TO_TRADE <= kind <= TO_RECRUIT and (p.settlers & ~p.exhausted) >> place & 1
    if settler:
        return "do you use a die or your Settler" if die else "do you use your Settler"
    return "which die do you use"


def on_island(words: str, rule: str) -> Callable[[Open, int], tuple[str, str, tuple[str, ...]]]:
    return lambda q, place: (words.format(name=W.island_name(q.state, place)), rule, (island(place),))


def to_settle(q: Open, place: int) -> tuple[str, str, tuple[str, ...]]:
    name = W.island_name(q.state, place)
    if W.is_for_islet(q.state, q.state.players[q.seat]):
        return f"to settle from {name}", "settle.3", (island(place), "islet")
    return f"to settle on {name}", "settle.1", (island(place),)


def to_recruit(q: Open, place: int) -> tuple[str, str, tuple[str, ...]]:
    at = (nomad(q, q.state.nomad[place]), island(place)) if q.state.nomads >> place & 1 else (island(place),)
    return f"to recruit {W.nomad_on(q.state, place)}", "recruit.1", at


def to_space(q: Open, place: int) -> tuple[str, str, tuple[str, ...]]:
    leader = W.leader_name(q.state, q.state.players[q.seat])
    return f"for the {leader}'s {W.PLACES[place]} dice space", "space.1", (f"space:{q.seat}.{place + 1}",)


MEANS_WORDS: dict[int, Callable[[Open, int], tuple[str, str, tuple[str, ...]]]] = {
    TO_SAIL: lambda q, place: ("to sail", "sail.1", (f"boat:{q.seat}",)),
    TO_HARVEST: on_island("to harvest on {name}", "harvest.1"),
    TO_SETTLE: to_settle,
    TO_TRADE: on_island("to trade on {name}", "trade.1"),
    TO_TRAVEL: on_island("to travel from {name}", "travel.1"),
    TO_RECRUIT: to_recruit,
    TO_NOMAD: lambda q, place: (f"for {W.the_nomad(q.state, place)}", "nomad.1", (nomad(q, place),)),
    TO_SPACE: to_space,
}


def twice(q: Open) -> Question:
    words = f"{q.who}, do you use your Leader's benefit for this Harvest?"
    return Question(words, "benefit.twice", "harvest_twice", (island(q.arg), f"benefit:{q.seat}"))


def cost(q: Open) -> Question:
    rule = "benefit.less" if q.arg & RECRUITING else "benefit.equal"
    return Question(f"{q.who}, how do you pay {W.goods_words(q.arg & ~RECRUITING)}?", rule, "cost")


def spend(q: Open) -> Question:
    words = f"{q.who}, which good do you pay? You owe {plural(q.arg, 'more good')}."
    return Question(words, "benefit.equal", "spend")


def trade_what(q: Open) -> Question:
    words = f"{q.who}, what do you trade on {W.island_name(q.state, q.arg)}?"
    return Question(words, "trade.2", "trade_what", (island(q.arg),))


def travel_to(q: Open) -> Question:
    words = f"{q.who}, where does your Settler on {W.island_name(q.state, q.arg)} travel?"
    return Question(words, "travel.1", "travel_to", (f"settler:{q.seat}.{ISLANDS[q.arg]}",))


def keep(q: Open) -> Question:
    here = q.state.nomad[q.arg]
    words = f"{q.who}, does {W.the_nomad(q.state, here)} work for you or join your Traveller pile?"
    return Question(words, "recruit.4", "keep", (nomad(q, here),))


def refill(q: Open) -> Question:
    words = f"{q.who}, which Nomad moves to {W.island_name(q.state, q.arg)}?"
    return Question(words, "recruit.5", "refill", (island(q.arg),))


def sell(q: Open) -> Question:
    tile = q.state.kit.nomads[q.arg]
    words = f"{q.who}, how many goods does the {tile.name} sell? You may {W.sale_words(tile)}."
    return Question(words, "nomad.1", "sell", (nomad(q, q.arg),))


def flip_settle(q: Open) -> Question:
    if W.is_for_islet(q.state, q.state.players[q.seat]):
        words = f"{q.who}, your third Settler goes to the islet: which island do you settle from?"
        return Question(words, "settle.3", "flip_settle", ("islet",))
    return Question(f"{q.who}, where do you settle with the flipped Nomad?", "nomad.flip_settle", "flip_settle")


def swap_with(q: Open) -> Question:
    words = f"{q.who}, which Nomad changes places with {W.nomad_on(q.state, q.arg)}?"
    return Question(words, "benefit.swap", "swap_with", hosted(q))


QUESTIONS: dict[int, Asker] = {
    N.BEGINNER: lambda q: Question("Who is the starting player?", "setup.4", "beginner"),
    N.LAY_TILE: lay_tile,
    N.DRAW: draw,
    N.ROLL: lambda q: Question("What do the three dice show? Roll again if all are equal.", "roll.1", "roll"),
    N.WORKER_DIE: worker_die,
    N.BOAT: to_player("where do you place your boat?", "setup.5", "boat"),
    N.RESERVE: to_player("which Nomad beside your boat do you reserve?", "setup.6", "reserve"),
    N.MONUMENT: monument,
    N.LEADER: to_player("choose a Leader, face down", "leader.1", "leader"),
    N.GIFT_TO: to_player("you sit between two Beggars: who gets a good?", "leader.between", "gift_to"),
    N.GIFT: gift,
    N.TRADER_TRADE: trader_trade,
    N.TURN: to_player("what do you do on your turn?", "turn.1", "turn"),
    N.MEANS: means,
    N.SAIL_TO: to_player("where do you sail?", "sail.2", "sail_to"),
    N.HARVEST_TWICE: twice,
    N.COST: cost,
    N.SPEND: spend,
    N.TRADE_WHAT: trade_what,
    N.TRAVEL_TO: travel_to,
    N.KEEP: keep,
    N.REFILL: refill,
    N.SELL: sell,
    N.FLIP_SAIL: to_player("where do you sail with the flipped Nomad?", "nomad.flip_sail", "flip_sail"),
    N.FLIP_SETTLE: flip_settle,
    N.SWAP_FROM: to_player("which Nomad do you swap?", "benefit.swap", "swap_from"),
    N.SWAP_WITH: swap_with,
    N.AFTER_ACTION: to_player("do you swap two Nomads before your turn ends?", "benefit.swap", "after_action"),
    N.OVERFLOW: to_player("your storage is too full: which good do you return?", "storage.2", "overflow"),
}
