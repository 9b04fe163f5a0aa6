"""What one could think of at the open question, and why something is not possible now, with its § mark."""

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.core.state import arg_of, seat_of, step_of
from skerry.core.words import plural
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.cards import FISH, PALM
from skerry.games.buru.kit.rows import GOODS
from skerry.games.buru.payments import feeders, tribute_missing
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.afternoon import has_side_gains
from skerry.games.buru.steps.lake import can_spare, has_discount
from skerry.games.buru.steps.lawan import PlotCard, Scheme
from skerry.games.buru.steps.village import must_task
from skerry.games.buru.text.log import priest_name
from skerry.games.buru.text.questions import question, who
from skerry.games.buru.text.words import goods_text

STARTS = sorted(number for name, number in vars(A).items() if name.isupper() and not name.startswith(("N_", "MAX_")))


def block(first: int) -> range:
    """The actions of one verb."""
    return range(first, [*STARTS, A.N_ACTIONS][STARTS.index(first) + 1])


BLOCKS = {
    S.EMISSARY: [block(A.EMISSARY)],
    S.DECREE: [block(A.DECREE)],
    S.GROW: [block(A.GROW)],
    S.ARRIVE: [block(A.ARRIVE)],
    S.ELDER: [block(A.ELDER)],
    S.SCHEME: [block(A.SCHEME)],
    S.PLOT: [block(A.PLOT)],
    S.POWER: [block(A.POWER)],
    S.GO: [block(A.GO)],
    S.LAY: [block(A.LAY)],
    S.TAKE: [block(A.TAKE)],
    S.SPACE: [block(A.SPACE)],
    S.SHORE: [block(A.RECRUIT), block(A.CYCLE), block(A.DONE)],
    S.VILLAGE: [block(A.TASK), block(A.SIDE), block(A.DONE)],
    S.GIVE: [block(A.GIVE)],
    S.GET: [block(A.GET)],
    S.LAKE: [block(A.TRIBUTE), block(A.SIDE), block(A.DONE)],
    S.SPARE: [block(A.SPARE)],
    S.DISCARD: [block(A.DISCARD)],
    S.NOON: [block(A.REVEAL)],
    S.COUNT: [block(A.COUNT)],
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
        return [*block(A.TRIBUTE), *side(state, arg >> 4), A.DONE]
    if step == S.LAY:
        return [A.LAY + explorer for explorer in bits.members(state.players[seat].mat)]
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
        return Reason(question(state).rule, "That does not answer the question")
    if step <= S.POWER:
        return chance_reason(state, step, arg, action)
    if step == S.LAY and not state.players[seat].mat >> (action - A.LAY) & 1:
        power = int(state.kit.power[action - A.LAY])
        return Reason("morning.2", f"Your Explorer of Power {power} is no longer on your mat", {"power": power})
    if step == S.TAKE and action - A.TAKE not in [state.forest_card(place) for place in range(state.n_forest)]:
        return Reason("forest.1", "This card is not in the Forest now")
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
        return Reason("elder.1", "This Elder is not in your hand")
    return None


def chance_reason(state: Buru, step: int, arg: int, action: int) -> Reason | None:
    if step == S.EMISSARY and action - A.EMISSARY >= state.seats:
        return Reason("setup.3", f"There {'is' if state.seats == 1 else 'are'} only {plural(state.seats, 'player')}")
    if step == S.DECREE and not state.decree_deck >> (action - A.DECREE) & 1:
        return Reason("dawn.1", "This Decree has already been revealed")
    if step == S.GROW and not state.forest_deck >> (4 * (action - A.GROW)) & 15:
        return Reason("dawn.2", "The deck has no such card left")
    if step == S.ARRIVE and not state.islander_deck >> (action - A.ARRIVE) & 1:
        return Reason("shore.3", "This Islander is not in the deck")
    if step == S.ELDER and not state.elder_deck >> (action - A.ELDER) & 1:
        return Reason("elder.1", "This Elder is not in the deck")
    if step == S.SCHEME and Scheme().weight(state, arg, action - A.SCHEME) == 0:
        return Reason("lawan.morning", "None of the Plot cards it may have sends an Explorer there now")
    if step == S.PLOT and PlotCard().weight(state, arg, 1 << (action - A.PLOT)) == 0:
        return Reason("lawan.plot", "This Plot card has been used, or does not fit where its Explorers went")
    if step == S.POWER and not state.players[arg & 15].mat >> (action - A.POWER) & 1:
        return Reason("lawan.morning", "This Explorer has already been revealed")
    return None


def space_reason(state: Buru, region: int, space: int) -> Reason | None:
    if state.kit.space_region[space] != region:
        return Reason("region.4", f"This space is not {state.kit.words.places[region]}")
    other = state.who_stands_on(space)
    if other != NONE:
        return Reason("region.4", f"{who(state, other)} is already there", {"player": int(other)})
    return None


def shore_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action == A.CYCLE and not arg & 8:
        here = state.kit.space_cycle >> (arg >> 4) & 1
        return Reason("shore.2", "You have already cycled" if here else "This space does not let you cycle")
    if action == A.DONE and arg & 8 and state.cycle_forced:
        return Reason("shore.2", "You must cycle before you finish")
    if action >= A.CYCLE:
        return None
    card = action - A.RECRUIT
    if card not in [state.row_card(place) for place in range(state.n_row)]:
        return Reason("shore.1", "This Islander is not in the recruitment row")
    if not arg & 7:
        return Reason("shore.1", "You have recruited as many as this space allows")
    return short_of("shore.1", {"fish": int(state.kit.islanders[card].price)}, {"fish": fish(state, seat)})


def fish(state: Buru, seat: int) -> int:
    return int(state.players[seat].goods[FISH])


def village_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action == A.DONE and must_task(state, arg >> 4):
        possible = any(village_reason(state, seat, arg, A.TASK + card) is None for card in range(A.N_ISLANDERS))
        return Reason("village.4", "You must task an Islander on this space") if possible else None
    if action >= A.SIDE:
        return side_reason(state, arg, action)
    p = state.players[seat]
    card = action - A.TASK
    if not p.islanders >> card & 1:
        return Reason("village.1", "This Islander is not yours")
    if not state.kit.can_be_tasked >> card & 1:
        return Reason("islander.continuing", "This Islander is always at work and cannot be tasked")
    if p.tasked >> card & 1:
        return Reason("village.2", "This Islander has already been tasked this round")
    islander = state.kit.islanders[card]
    if islander.can_task(p):
        return None
    pay = {good: int(islander.pay[kind]) for kind, good in enumerate(GOODS) if islander.pay[kind]}
    has = {good: int(p.goods[kind]) for kind, good in enumerate(GOODS)}
    advice = feeding_words(state, card)
    return short_of("village.3", pay, has, advice) or Reason(
        "village.3", f"You need a token and have none{advice}", {"needs": 1, "has": 0}, {"token": 1}
    )


def feeding_words(state: Buru, card: int) -> str:
    """Which task, done first, would make this one possible.  §village.2"""
    names = [f"the {state.kit.words.islanders[other].name}" for other in feeders(state, card)]
    return f". Task {' or '.join(names)} first" if names else ""


def short_of(rule: str, needs: dict[str, int], has: dict[str, int], advice: str = "") -> Reason | None:
    missing = {good: n - has[good] for good, n in needs.items() if n > has[good]}
    if not missing:
        return None
    if len(needs) == 1:
        (good, n), *_ = needs.items()
        words = f"You need {goods_text(needs)} and have {has[good] or 'none'}{advice}"
        return Reason(rule, words, {"needs": n, "has": has[good]}, missing)
    return Reason(rule, f"You need {goods_text(needs)}; you are {goods_text(missing)} short{advice}", missing=missing)


def side_reason(state: Buru, arg: int, action: int) -> Reason | None:
    """Of taking a space's bonus before its main part."""
    if action == A.DONE:
        return None
    if not has_side_gains(state, arg >> 4):
        return Reason("region.6", "This space has no bonus")
    if not state.free_order:
        return Reason("region.6", "The space's bonus comes after its main part")
    return None if state.side_open else Reason("region.6", "You have already taken the space's bonus")


def dye_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action >= A.GET:
        same = action - A.GET == arg & 3
        return Reason("islander.dye", "It must be a different kind from the one you gave") if same else None
    kind = PALM + action - A.GIVE
    return short_of("islander.dye", {GOODS[kind]: 1}, {GOODS[kind]: int(state.players[seat].goods[kind])})


def lake_reason(state: Buru, seat: int, arg: int, action: int) -> Reason | None:
    if action >= A.SIDE:
        return side_reason(state, arg, action)
    spirit = action - A.TRIBUTE
    missing = tribute_missing(state, seat, spirit)
    if not missing:
        return None
    saved = ""
    if has_discount(state, state.players[seat], spirit):
        saved = f", even though your {priest_name(state, seat, spirit)} saves you 1 token"
    cost = goods_text(state.kit.words.tributes[spirit].cost)
    return Reason("lake.1", f"You need {cost}; you are {goods_text(missing)} short{saved}", missing=missing)


def spare_reason(state: Buru, seat: int, spirit: int, token: int) -> Reason | None:
    if can_spare(state, state.players[seat], spirit, token):
        return None
    kind = GOODS[PALM + token]
    if state.kit.tribute_cost[spirit][PALM + token] == 0:
        return Reason("lake.3", f"This tribute costs no {kind}")
    return Reason("lake.3", f"You have enough {kind}; save the token you are missing")
