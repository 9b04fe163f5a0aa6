"""What is asked; everybody may read it."""

from skerry.core.game import Question
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit_rows import MIGRATION
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.steps.setup import MIGRATION as MIGRATION_PLACE
from skerry.games.tungaru.steps.setup import SETUP_MONUMENT
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
)
from skerry.games.tungaru.text.words import goods_words, is_for_islet, island_name, nomad_short, sale_words

PLAIN = {
    N.BEGINNER: ("Who is the starting player?", "setup.4"),
    N.ROLL: ("What do the three dice show? Triples are rolled again", "roll.1"),
    N.BOAT: ("{who}, place your boat on an empty Anchoring ground", "setup.5"),
    N.RESERVE: ("{who}, reserve a Nomad beside your boat", "setup.6"),
    N.LEADER: ("{who}, choose a Leader, face down", "leader.1"),
    N.GIFT_TO: ("{who}, you sit between two Beggars: who gets a good?", "leader.between"),
    N.TRADER_TRADE: ("{who}, your Trader trades on an island of your choice", "leader.trader"),
    N.TURN: ("{who}, your turn: choose an action", "turn.1"),
    N.SAIL_TO: ("{who}, where do you sail?", "sail.2"),
    N.FLIP_SAIL: ("{who}, where do you sail with the flipped Nomad?", "nomad.flip_sail"),
    N.FLIP_SETTLE: ("{who}, where do you settle with the flipped Nomad?", "nomad.flip_settle"),
    N.SWAP_FROM: ("{who}, which Nomad do you swap?", "benefit.swap"),
    N.AFTER_ACTION: ("{who}, do you use your Chief's benefit before your turn ends?", "benefit.swap"),
    N.OVERFLOW: ("{who}, your storage is too full: which good do you return?", "storage.2"),
}

MEANS_WORDS = {
    TO_SAIL: ("Sail", "sail.1"),
    TO_HARVEST: ("Harvest on {place}", "harvest.1"),
    TO_SETTLE: ("Settle on {place}", "settle.1"),
    TO_TRADE: ("Trade on {place}", "trade.1"),
    TO_TRAVEL: ("Travel from {place}", "travel.1"),
    TO_RECRUIT: ("Recruit on {place}", "recruit.1"),
    TO_NOMAD: ("Nomad {place}", "nomad.1"),
    TO_SPACE: ("Leader space {place}", "space.1"),
}


def question(state: Tungaru) -> Question:
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    who = f"{{{seat}}}"
    if step == N.FLIP_SETTLE and is_for_islet(state, state.players[seat]):
        words = "your third Settler goes to the islet: from which island, with the flipped Nomad?"
        return Question(f"{who}, {words}", "settle.3")
    if step in PLAIN:
        words, rule = PLAIN[step]
        return Question(words.replace("{who}", who), rule)
    if step == N.LAY_TILE:
        again = arg >= 16
        return Question(f"Which Island tile lies on {island_name(state, arg & 15)}?", "setup.9" if again else "setup.8")
    if step == N.DRAW:
        place = MIGRATION[arg - MIGRATION_PLACE] if arg >= MIGRATION_PLACE else island_name(state, arg)
        return Question(f"Which Nomad is drawn for {place}?", "setup.3" if state.phase == 0 else "recruit.5")
    if step == N.WORKER_DIE:
        return Question(f"What does {{{arg}}}'s Worker roll?", "leader.worker")
    if step == N.GIFT:
        return Question(
            f"{who}, which good do you give to {{{arg}}}? You score {state.kit.gift_points}", "leader.beggar"
        )
    if step == N.MONUMENT:
        if arg == SETUP_MONUMENT:
            return Question(f"{who}, which Monument reserves the Nomad?", "setup.6")
        return Question(f"{who}, do you place a Monument on {island_name(state, arg)}?", "recruit.2")
    return turn_question(state, step, who, arg)


def turn_question(state: Tungaru, step: int, who: str, arg: int) -> Question:
    """The questions inside an action."""
    if step == N.MEANS:
        return means_question(state, who, arg)
    if step == N.HARVEST_TWICE:
        return Question(f"{who}, do you use your Leader's benefit for this Harvest?", "benefit.twice")
    if step == N.COST:
        rule = "benefit.less" if arg & RECRUITING else "benefit.equal"
        return Question(f"{who}, how do you pay {goods_words(arg & ~RECRUITING)}?", rule)
    if step == N.SPEND:
        return Question(f"{who}, which good do you spend? {arg} still to pay", "benefit.equal")
    if step == N.TRADE_WHAT:
        return Question(f"{who}, what do you trade on {island_name(state, arg)}?", "trade.2")
    if step == N.TRAVEL_TO:
        return Question(f"{who}, where does your Settler travel from {island_name(state, arg)}?", "travel.1")
    if step == N.KEEP:
        nomad = nomad_short(state, state.nomad[arg])
        return Question(f"{who}, where do you put {nomad}?", "recruit.4")
    if step == N.REFILL:
        return Question(f"{who}, which Nomad moves to {island_name(state, arg)}?", "recruit.5")
    if step == N.SELL:
        return Question(f"{who}, how many? {sale_words(state.kit.nomads[arg])}", "nomad.1")
    return Question(f"{who}, swap the Nomad of {island_name(state, arg)} with which one?", "benefit.swap")


def means_question(state: Tungaru, who: str, arg: int) -> Question:
    kind, place = arg & 15, arg >> 4
    words, rule = MEANS_WORDS[kind]
    if kind == TO_SETTLE and is_for_islet(state, state.players[seat_of(state.ask_now())]):
        words, rule = "Settle from {place} (to the islet)", "settle.3"
    if kind == TO_NOMAD:
        name = state.kit.nomads[place].id
    elif kind == TO_SPACE:
        name = str(place + 1)
    else:
        name = island_name(state, place)
    return Question(f"{who}, {words.replace('{place}', name)}: {means_words(state, kind)}?", rule)


def means_words(state: Tungaru, kind: int) -> str:
    p = state.players[seat_of(state.ask_now())]
    if kind == TO_SAIL and p.benefit == C.SAIL:
        benefit = "with your Leader's benefit"
        return benefit if p.sailed or p.dice == 0 else f"with which die, or {benefit}"
    return "with which die or Settler" if TO_TRADE <= kind <= TO_RECRUIT else "with which die"
