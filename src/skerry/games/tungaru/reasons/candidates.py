"""For each question: what one could think of, and who knows why something is not possible."""

from collections.abc import Callable

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.core.state import CHANCE, arg_of, seat_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import state as N
from skerry.games.tungaru.reasons import details, turn
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.steps.setup import SETUP_MONUMENT
from skerry.games.tungaru.steps.storage import RECRUITING
from skerry.games.tungaru.steps.turns import TO_RECRUIT, TO_SAIL, TO_TRADE
from skerry.games.tungaru.text.questions import question

ActionNumbers = list[int]


def block_actions(base: int, size: int) -> ActionNumbers:
    return list(range(base, base + size))


def actions_in(base: int, mask: int) -> ActionNumbers:
    return [base + member for member in bits.members(mask)]


def islands(state: Tungaru, base: int) -> ActionNumbers:
    return block_actions(base, int(state.side.islands))


def turn_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    """Everything near the boat and the Settlers, the own Nomads and the own Leader."""
    beside = int(state.side.beside[p.ground])
    reach = beside | p.settlers
    spaces = len(state.kit.leaders[p.leader].dice) if p.leader != NONE else 0
    found = [A.SAIL, *actions_in(A.HARVEST, beside), *actions_in(A.SETTLE, beside), *actions_in(A.TRADE, reach)]
    found += actions_in(A.TRAVEL, p.settlers) + actions_in(A.RECRUIT, reach)
    found += actions_in(A.NOMAD, p.face_up & state.kit.active_nomads) + block_actions(A.SPACE, spaces)
    if p.leader != NONE and state.kit.leaders[p.leader].benefit == C.SWAP:
        found.append(A.SWAP)
    return [*found, A.PASS]


def means_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    kind, place = arg & 15, arg >> 4
    found = actions_in(A.USE_DIE, int(D.faces(p.dice)))
    if TO_TRADE <= kind <= TO_RECRUIT and p.settlers >> place & 1:
        found.append(A.USE_SETTLER)
    if kind == TO_SAIL and p.benefit == C.SAIL:
        found.append(A.USE_BENEFIT)
    return found


def monument_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    found = block_actions(A.NOMAD_SPACE, 4)
    if arg == SETUP_MONUMENT:
        return found
    return [*found, *([A.LOOSE] if p.loose else []), A.NO_MONUMENT]


def cost_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    if not arg & RECRUITING:
        return [A.PAY, A.PAY_ANY]
    return [A.PAY, *actions_in(A.PAY_LESS, int(G.kinds(arg & ~RECRUITING)))]


def trade_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    others = 15 & ~(1 << state.offer_at(arg).pays) if p.benefit == C.EQUAL else 0
    return [A.BARTER, *actions_in(A.BARTER_WITH, others), *actions_in(A.TAKE, int(G.kinds(state.market[arg])))]


def sell_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    most = int(state.kit.nomads[arg].amount)
    return block_actions(A.SELL, most) + (block_actions(A.SELL_ANY, most) if p.benefit == C.EQUAL else [])


def gift_to_actions(state: Tungaru, p: Player, arg: int) -> ActionNumbers:
    giver = seat_of(state.ask_now())
    return sorted(A.GIVE_TO + (giver + step) % state.seats for step in (1, -1))


CANDIDATES: dict[int, Callable[[Tungaru, Player, int], ActionNumbers]] = {
    N.BOAT: lambda s, p, arg: block_actions(A.BOAT, int(s.side.grounds)),
    N.RESERVE: lambda s, p, arg: actions_in(A.RESERVE, int(s.side.beside[p.ground])),
    N.MONUMENT: monument_actions,
    N.LEADER: lambda s, p, arg: block_actions(A.LEADER, A.N_LEADERS),
    N.GIFT_TO: gift_to_actions,
    N.GIFT: lambda s, p, arg: block_actions(A.GIVE, G.N_GOODS),
    N.TRADER_TRADE: lambda s, p, arg: [*islands(s, A.TRADE), A.SKIP],
    N.TURN: turn_actions,
    N.MEANS: means_actions,
    N.SAIL_TO: lambda s, p, arg: actions_in(A.SAIL_TO, ((1 << s.side.grounds) - 1) & ~(1 << p.ground)),
    N.HARVEST_TWICE: lambda s, p, arg: [A.ONCE, A.TWICE],
    N.COST: cost_actions,
    N.SPEND: lambda s, p, arg: block_actions(A.SPEND, G.N_GOODS),
    N.TRADE_WHAT: trade_actions,
    N.TRAVEL_TO: lambda s, p, arg: actions_in(A.TRAVEL_TO, int(s.side.walkways[arg])),
    N.KEEP: lambda s, p, arg: [A.FACE_UP, A.TRAVELLER, *actions_in(A.REPLACE, p.face_up)],
    N.REFILL: lambda s, p, arg: actions_in(A.REFILL, int(s.side.migration[arg])),
    N.SELL: sell_actions,
    N.FLIP_SAIL: lambda s, p, arg: [*actions_in(A.SAIL_TO, ((1 << s.side.grounds) - 1) & ~(1 << p.ground)), A.SKIP],
    N.FLIP_SETTLE: lambda s, p, arg: [*actions_in(A.SETTLE, int(s.side.beside[p.ground])), A.SKIP],
    N.SWAP_FROM: lambda s, p, arg: islands(s, A.SWAP_FROM),
    N.SWAP_WITH: lambda s, p, arg: actions_in(A.SWAP_WITH, ((1 << s.side.islands) - 1) & ~(1 << arg)),
    N.AFTER_ACTION: lambda s, p, arg: [A.SWAP, A.SKIP],
    N.OVERFLOW: lambda s, p, arg: block_actions(A.RETURN, G.N_GOODS),
}

REASONS: dict[int, Callable[[Tungaru, Player, int, int], Reason | None]] = {
    N.BOAT: details.boat,
    N.RESERVE: details.reserve,
    N.MONUMENT: details.monument,
    N.LEADER: details.leader,
    N.GIFT: details.gift,
    N.TRADER_TRADE: details.trader_trade,
    N.TURN: turn.turn,
    N.MEANS: details.means,
    N.SAIL_TO: details.sail_to,
    N.COST: details.cost,
    N.SPEND: details.spend,
    N.TRADE_WHAT: details.trade_what,
    N.TRAVEL_TO: details.travel_to,
    N.KEEP: details.keep,
    N.REFILL: details.refill,
    N.SELL: details.sell,
    N.FLIP_SAIL: details.sail_to,
    N.FLIP_SETTLE: details.flip_settle,
    N.SWAP_FROM: details.swap,
    N.SWAP_WITH: details.swap,
    N.OVERFLOW: details.overflow,
}


def candidates(state: Tungaru) -> ActionNumbers:
    """Chance has no others than the possible ones: all tiles are known."""
    ask = state.ask_now()
    if seat_of(ask) == CHANCE:
        return state.legal_actions()
    return CANDIDATES[step_of(ask)](state, state.players[seat_of(ask)], int(arg_of(ask)))


def reason(state: Tungaru, action: int) -> Reason | None:
    """None for a legal action; for every other one, of whatever question, why it is not possible now."""
    ask = state.ask_now()
    step = step_of(ask)
    if seat_of(ask) == CHANCE:
        return None if action in state.legal_actions() else not_asked(state)
    p = state.players[seat_of(ask)]
    if step == N.TURN and A.SAIL <= action <= A.PASS:
        return turn.turn(state, p, int(arg_of(ask)), action)
    if action not in candidates(state):
        return not_asked(state)
    return REASONS[step](state, p, int(arg_of(ask)), action) if step in REASONS else None


def not_asked(state: Tungaru) -> Reason:
    asked = question(state)
    return Reason(asked.rule, f"That does not answer the question: {asked.words}")
