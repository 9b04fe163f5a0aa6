"""What one could think of at the open question, and why something is not possible now, with its § mark."""

from skerry.core import bits
from skerry.core.game import Reason
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.cards import ESTEEM, FISH, PALM
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.afternoon import has_side_gains
from skerry.games.buru.steps.lake import can_spare, has_discount, missing_tokens
from skerry.games.buru.steps.lawan import PlotCard, Scheme
from skerry.games.buru.text.questions import question
from skerry.games.buru.text.words import GOODS_WORDS
from skerry.games.buru.view import lawan_name

BLOCKS = {
    S.EMISSARY: [range(A.EMISSARY, A.DECREE)],
    S.DECREE: [range(A.DECREE, A.GROW)],
    S.GROW: [range(A.GROW, A.ARRIVE)],
    S.ARRIVE: [range(A.ARRIVE, A.ELDER)],
    S.ELDER: [range(A.ELDER, A.SCHEME)],
    S.SCHEME: [range(A.SCHEME, A.PLOT)],
    S.PLOT: [range(A.PLOT, A.POWER)],
    S.POWER: [range(A.POWER, A.GO)],
    S.GO: [range(A.GO, A.LAY)],
    S.LAY: [range(A.LAY, A.TAKE)],
    S.TAKE: [range(A.TAKE, A.SPACE)],
    S.SPACE: [range(A.SPACE, A.RECRUIT)],
    S.SHORE: [range(A.RECRUIT, A.TASK), range(A.DONE, A.DONE + 1)],
    S.VILLAGE: [range(A.TASK, A.GIVE), range(A.SIDE, A.DONE + 1)],
    S.GIVE: [range(A.GIVE, A.GET)],
    S.GET: [range(A.GET, A.TRIBUTE)],
    S.LAKE: [range(A.TRIBUTE, A.SPARE), range(A.SIDE, A.DONE + 1)],
    S.SPARE: [range(A.SPARE, A.DISCARD)],
    S.DISCARD: [range(A.DISCARD, A.SIDE)],
    S.NOON: [range(A.REVEAL, A.REVEAL + 1)],
    S.COUNT: [range(A.COUNT, A.COUNT + 1)],
}


def candidates(state: Buru) -> list[int]:
    """All that lies in front of the player; for chance, all there is."""
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    if step == S.EMISSARY:
        return list(range(A.EMISSARY, A.EMISSARY + state.seats))
    if step == S.TAKE:
        return sorted({A.TAKE + state.forest_card(place) for place in range(state.n_forest)})
    if step == S.SPACE:
        return [A.SPACE + space for space in bits.members(state.kit.spaces_at[arg])]
    if step == S.SHORE:
        row = [A.RECRUIT + state.row_card(place) for place in range(state.n_row)] if arg & 7 else []
        cycle = [A.CYCLE] if state.kit.space_cycle >> (arg >> 4) & 1 else []
        return [*sorted(row), *cycle, A.DONE]
    if step == S.VILLAGE:
        tasks = [A.TASK + islander for islander in bits.members(state.players[seat].islanders)]
        return [*tasks, *side(state, arg >> 4), A.DONE]
    if step == S.LAKE:
        return [*range(A.TRIBUTE, A.SPARE), *side(state, arg >> 4), A.DONE]
    if step == S.DISCARD:
        return [A.DISCARD + elder for elder in bits.members(state.players[seat].elders)]
    return [action for block in BLOCKS[step] for action in block]


def side(state: Buru, space: int) -> list[int]:
    return [A.SIDE] if state.free_order and has_side_gains(state, space) else []


def reason(state: Buru, action: int) -> Reason | None:
    """None for a legal action; for every other one, of whatever question, why it is not possible now."""
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    if not any(action in block for block in BLOCKS[step]):
        return Reason(question(state).rule, "this is not what is asked now")
    if step <= S.POWER:
        return chance_reason(state, step, arg, action)
    if step == S.LAY and not state.players[seat].mat >> (action - A.LAY) & 1:
        power = int(state.kit.power[action - A.LAY])
        return Reason(
            "morning.2",
            f"the Explorer of Power {power} is no longer on your mat",
            {"power": power},
        )
    if step == S.TAKE and action - A.TAKE not in [state.forest_card(place) for place in range(state.n_forest)]:
        return Reason("forest.1", "this card does not lie in the Forest now")
    if step == S.SPACE:
        return space_reason(state, arg, action - A.SPACE)
    if step == S.SHORE:
        return shore_reason(state, seat, arg, action)
    if step == S.VILLAGE:
        return village_reason(state, seat, arg, action)
    if step in (S.GIVE, S.GET):
        return dye_reason(state, seat, arg, action)
    if step == S.LAKE:
        return lake_reason(state, seat, arg, action)
    if step == S.SPARE:
        return spare_reason(state, seat, arg, action - A.SPARE)
    if step == S.DISCARD and not state.players[seat].elders >> (action - A.DISCARD) & 1:
        return Reason("elder.1", "this Elder is not in your hand")
    return None


def chance_reason(state: Buru, step: int, arg: int, action: int) -> Reason | None:
    if step == S.EMISSARY and action - A.EMISSARY >= state.seats:
        return Reason(
            "setup.3",
            f"only {state.seats} people sit at the table",
            {"seats": state.seats},
        )
    if step == S.DECREE and not state.decree_deck >> (action - A.DECREE) & 1:
        return Reason("dawn.1", "this Decree was revealed before")
    if step == S.GROW and not state.forest_deck >> (4 * (action - A.GROW)) & 15:
        return Reason("dawn.2", "no such card is left in the deck")
    if step == S.ARRIVE and not state.islander_deck >> (action - A.ARRIVE) & 1:
        return Reason("shore.3", "this Islander is not in the deck")
    if step == S.ELDER and not state.elder_deck >> (action - A.ELDER) & 1:
        return Reason("elder.1", "this Elder is not in the deck")
    if step == S.SCHEME and Scheme().weight(state, arg, action - A.SCHEME) == 0:
        return Reason("lawan.morning", "no Plot card that it may have goes there now")
    if step == S.PLOT and PlotCard().weight(state, arg, 1 << (action - A.PLOT)) == 0:
        return Reason(
            "lawan.plot",
            "this Plot card does not fit what was placed, or was used before",
        )
    if step == S.POWER and not state.players[arg & 15].mat >> (action - A.POWER) & 1:
        return Reason("lawan.morning", "this Explorer has been turned up before")
    return None


def space_reason(state: Buru, region: int, space: int) -> Reason | None:
    if state.kit.space_region[space] != region:
        return Reason("region.4", f"this space is not at the {state.kit.words.regions[region]}")
    other = state.who_stands_on(space)
    if other != NONE:
        return Reason("region.4", f"{name(state, other)} stands there already")
    return None


def name(state: Buru, number: int) -> str:
    return lawan_name(state, number) if state.is_lawan(number) else f"{{{number}}}"


def shore_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action == A.CYCLE and not arg & 8:
        here = state.kit.space_cycle >> (arg >> 4) & 1
        return Reason("shore.2", "you have cycled already" if here else "this space has no cycle")
    if action == A.DONE and arg & 8 and state.cycle_forced:
        return Reason("shore.2", "you must cycle once before you leave")
    if action >= A.CYCLE:
        return None
    card = action - A.RECRUIT
    if card not in [state.row_card(place) for place in range(state.n_row)]:
        return Reason("shore.1", "this Islander is not in the recruitment row")
    if not arg & 7:
        return Reason("shore.1", "you have recruited as many as this space allows")
    return short_of(
        "shore.1",
        FISH,
        state.kit.islanders[card].price,
        state.players[seat].goods[FISH],
    )


def village_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action >= A.SIDE:
        return side_reason(state, arg, action)
    p = state.players[seat]
    card = action - A.TASK
    if not p.islanders >> card & 1:
        return Reason("village.1", "this Islander is not yours")
    if not state.kit.can_be_tasked >> card & 1:
        return Reason("islander.continuing", "it has no task: its effect holds always")
    if p.tasked >> card & 1:
        return Reason("village.2", "it has been tasked this round")
    islander = state.kit.islanders[card]
    if islander.can_task(p):
        return None
    for kind in range(ESTEEM):
        short = short_of("village.3", kind, islander.pay[kind], p.goods[kind])
        if short:
            return short
    return Reason("village.3", "needs 1 token, you have none", {"needs": 1, "has": 0})


def short_of(rule: str, kind: int, needs: int, has: int) -> Reason | None:
    if has >= needs:
        return None
    words = f"needs {needs} {GOODS_WORDS[kind]}, you have {has}"
    return Reason(rule, words, {"needs": int(needs), "has": int(has)})


def side_reason(state: Buru, arg: int, action: int) -> Reason | None:
    """Of taking a space's side gain before its main part."""
    if action == A.DONE:
        return None
    if not has_side_gains(state, arg >> 4):
        return Reason("region.6", "this space gives nothing beside its main part")
    if not state.free_order:
        return Reason("region.6", "this comes by itself, after the main part of the space")
    return None if state.side_open else Reason("region.6", "you have had it already")


def dye_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action >= A.GET:
        same = action - A.GET == arg & 3
        return Reason("islander.dye", "it must be another kind than the one you gave") if same else None
    kind = PALM + action - A.GIVE
    return short_of("islander.dye", kind, 1, state.players[seat].goods[kind])


def lake_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action >= A.SIDE:
        return side_reason(state, arg, action)
    p = state.players[seat]
    spirit = action - A.TRIBUTE
    cost = state.kit.tribute_cost[spirit]
    if missing_tokens(state, p, spirit) > has_discount(state, p, spirit):
        kinds = range(PALM, ESTEEM)
        needs = ", ".join(f"{cost[kind]} {GOODS_WORDS[kind]}" for kind in kinds if cost[kind])
        has = ", ".join(f"{p.goods[kind]} {GOODS_WORDS[kind]}" for kind in kinds if cost[kind])
        spared = ", a Priest spares 1" if has_discount(state, p, spirit) else ""
        missing = int(missing_tokens(state, p, spirit)) - int(has_discount(state, p, spirit))
        return Reason("lake.1", f"needs {needs}{spared}; you have {has}", {"missing": missing})
    return short_of("lake.1", FISH, cost[FISH], p.goods[FISH])


def spare_reason(state: Buru, seat: int, spirit: int, token: int) -> Reason | None:
    if can_spare(state, state.players[seat], spirit, token):
        return None
    kind = GOODS_WORDS[PALM + token]
    if state.kit.tribute_cost[spirit][PALM + token] == 0:
        return Reason("lake.3", f"this tribute costs no {kind}")
    return Reason("lake.3", f"you can pay the {kind}; another token is missing")
