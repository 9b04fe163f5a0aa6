"""The action under way: what is being done where, paid with what, and how far it is."""

from msgspec import Struct

from skerry.core.state import CHANCE, arg_of, seat_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import state as N
from skerry.games.tungaru.kit.rows import GROUNDS, ISLANDS
from skerry.games.tungaru.state import BY_BENEFIT, BY_SETTLER, NONE, Tungaru
from skerry.games.tungaru.view.dice import last_die


class ActionView(Struct, frozen=True):
    seat: int
    verb: str  # sail, harvest, settle, trade, travel, recruit, nomad, space, swap
    at: str  # the piece it is about: an island, a Nomad, a dice space, a boat
    means: str  # the die, Settler or benefit that pays for it; empty: not chosen, or none
    to: str  # the ground a boat is sailing to
    nomad: str | None  # the tile in hand
    steps: list[str]
    step: int  # which of them is open


# the steps of an action, and the questions that belong to each
STEPS_OF_VERB: dict[str, tuple[tuple[str, tuple[int, ...]], ...]] = {
    "sail": (("choose", (N.SAIL_TO,)), ("pay", (N.MEANS, N.COST, N.SPEND))),
    "harvest": (("pay", (N.MEANS,)), ("take", (N.HARVEST_TWICE, N.OVERFLOW))),
    "settle": (("pay", (N.MEANS, N.COST, N.SPEND)),),
    "trade": (("pay", (N.MEANS,)), ("take", (N.TRADE_WHAT, N.OVERFLOW))),
    "travel": (("pay", (N.MEANS,)), ("choose", (N.TRAVEL_TO,))),
    "recruit": (
        ("pay", (N.MEANS, N.COST, N.SPEND)),
        ("monument", (N.MONUMENT,)),
        ("place", (N.KEEP, N.OVERFLOW)),
        ("refill", (N.REFILL, N.DRAW)),
    ),
    "nomad": (("pay", (N.MEANS,)), ("choose", (N.SELL, N.FLIP_SAIL, N.FLIP_SETTLE, N.COST, N.SPEND))),
    "space": (("pay", (N.MEANS,)), ("take", (N.OVERFLOW,))),
    "swap": (("choose", (N.SWAP_FROM,)), ("with", (N.SWAP_WITH,))),
}
SHOWN_VERBS = (
    (A.SAIL, "sail"),
    (A.HARVEST, "harvest"),
    (A.SETTLE, "settle"),
    (A.TRADE, "trade"),
    (A.TRAVEL, "travel"),
    (A.RECRUIT, "recruit"),
    (A.NOMAD, "nomad"),
    (A.SPACE, "space"),
)


def action_view(state: Tungaru) -> ActionView | None:
    """None between actions, in the setup, and while a storage overflows for another reason."""
    if state.over or state.depth == 0 or state.doing == NONE:
        return None
    step = int(step_of(state.ask_now()))
    verb = "swap" if step in (N.SWAP_FROM, N.SWAP_WITH) else verb_of(state)
    found = [number for number, (_, questions) in enumerate(STEPS_OF_VERB.get(verb, ())) if step in questions]
    trades = step == N.TRADE_WHAT and state.phase == 2  # the Trader's
    if not found or (state.phase != 3 and not trades):
        return None
    seat = actor(state)
    return ActionView(
        seat=seat,
        verb=verb,
        at=place_of(state, seat, verb),
        means=means_of(state, seat) if verb != "swap" else "",
        to=next((f"ground:{GROUNDS[int(arg) >> 4]}" for arg in waiting_args(state, N.ARRIVE)), ""),
        nomad=tile_of(state, verb),
        steps=[name for name, _ in STEPS_OF_VERB[verb]],
        step=found[0],
    )


def verb_of(state: Tungaru) -> str:
    return next((verb for base, verb in reversed(SHOWN_VERBS) if base <= state.doing < A.SWAP), "")


def actor(state: Tungaru) -> int:
    """Whose action it is; a draw belongs to the one who recruits."""
    seat = int(seat_of(state.ask_now()))
    return int(state.turn) if seat == CHANCE else seat


def waiting_args(state: Tungaru, step: int) -> list[int]:
    """The arguments of such steps that wait for the open question."""
    asks = [int(state.asks[place]) for place in range(state.depth)]
    return [int(arg_of(ask)) for ask in asks if step_of(ask) == step]


def place_of(state: Tungaru, seat: int, verb: str) -> str:
    if verb == "sail":
        return f"boat:{seat}"
    if verb == "nomad":
        return f"nomad:{state.kit.nomads[state.doing - A.NOMAD].id}"
    if verb == "space":
        return f"space:{seat}.{state.doing - A.SPACE + 1}"
    if verb == "swap":
        ask = state.ask_now()
        return f"island:{ISLANDS[arg_of(ask)]}" if step_of(ask) == N.SWAP_WITH else ""
    return f"island:{ISLANDS[island_of(state)]}"


def island_of(state: Tungaru) -> int:
    """Of a Harvest, Settle, Trade, Travel or Recruit."""
    return (int(state.doing) - A.HARVEST) % A.MAX_ISLANDS


def means_of(state: Tungaru, seat: int) -> str:
    if state.means == BY_SETTLER:
        return f"settler:{seat}.{ISLANDS[island_of(state)]}"
    if state.means == BY_BENEFIT:
        return f"benefit:{seat}"
    return last_die(state, seat, int(state.means)) if state.means else ""


def tile_of(state: Tungaru, verb: str) -> str | None:
    if verb != "recruit" or state.nomad[island_of(state)] == NONE or step_of(state.ask_now()) in (N.REFILL, N.DRAW):
        return None
    return state.nomad_at(island_of(state)).id
