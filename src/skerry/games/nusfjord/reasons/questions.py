"""Why an answer to one of the game's own questions is not possible now."""

from skerry.core.answers import Reason
from skerry.core.state import CHANCE, arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.reasons.actions import action_reason, card_reason, ship_reason
from skerry.games.nusfjord.reasons.buildings import use_reason
from skerry.games.nusfjord.reasons.elders import elder_reason, upgrade_reason
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.banquet import fish_to_serve, plate_price
from skerry.games.nusfjord.text.questions import question
from skerry.games.nusfjord.text.shortage import short
from skerry.games.nusfjord.text.words import many


def not_asked(state: Nusfjord) -> Reason:
    return Reason(question(state).rule, "that does not answer the question")


def question_reason(state: Nusfjord, action: int) -> Reason:
    """For a candidate that is not legal."""
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    found: Reason | None = None
    if seat == CHANCE:
        found = Reason(question(state).rule, "it has already been revealed")
    elif A.PLACE <= action < A.WORK:
        found = place_reason(state, seat, action - A.PLACE)
    elif A.WORK <= action < A.PASS:
        found = elder_reason(state, seat, action - A.WORK, True)
    elif A.ELDER <= action < A.PICK:
        found = elder_reason(state, seat, action - A.ELDER, False)
    elif A.USE <= action < A.BUILD:
        found = use_reason(state, seat, state.deck.slot_of(action - A.USE))
    elif A.BUILD <= action < A.LOT:
        found = build_reason(state, seat, state.deck.slot_of(action - A.BUILD), arg)
    elif A.LOT <= action < A.SHIP:
        found = lot_reason(state, seat, action - A.LOT)
    elif step == S.UPGRADE:
        found = upgrade_reason(state, seat, action - A.SHIP - 1, arg)
    elif A.SHIP <= action < A.SERVE:
        found = ship_reason(state, state.players[seat], action - A.SHIP, arg)
    elif A.SERVE <= action < A.DOUBLE:
        found = serve_reason(state, seat, action - A.SERVE + 1, arg)
    elif A.DOUBLE <= action < A.TAKE:
        found = double_reason(state, seat, step, action - A.DOUBLE)
    elif A.TAKE <= action < A.COPY:
        above = state.kit.elder_names[action - A.TAKE + A.N_STACKS]
        found = Reason("setup.4", f"the {above} must be taken first: that card lies on top")
    elif A.COPY <= action < A.DO:
        found = copy_reason(state, seat, action - A.COPY, arg)
    return found or not_asked(state)


def place_reason(state: Nusfjord, seat: int, space: int) -> Reason | None:
    if state.is_blocked(space):
        return Reason(
            "work.3", f"this space is blocked: {worker_words(state.workers_on(space))}", {"room": state.cap_of(space)}
        )
    if space == A.S_COPY:
        return Reason("copy.3", "there is no blocked space whose action you can take")
    if space > A.S_COPY:
        return Reason("copy.2", "there is no blocked space in this column whose action you can take")
    return action_reason(state, seat, A.kind_of(space))


def worker_words(count: int) -> str:
    return "1 Worker is there" if count == 1 else f"{count} Workers are there"


def build_reason(state: Nusfjord, seat: int, slot: int, twist: int) -> Reason | None:
    if state.players[seat].hand >> slot & 1 and state.round < 4:
        return Reason("building.1", "cards from your hand can be built from round 4 on")
    return card_reason(state, seat, slot, twist)


def lot_reason(state: Nusfjord, seat: int, cell: int) -> Reason:
    slot = state.players[seat].building_at(cell)
    if slot >= 0:
        return Reason("building.3", f"{state.kit.card_names[state.deck.ids[slot]]} is already there")
    return Reason("building.3", "a Forest is in the way")


def serve_reason(state: Nusfjord, seat: int, plates: int, twist: int) -> Reason | None:
    p = state.players[seat]
    most = twist >> 12 & 15
    if most and plates > most:
        return Reason("card.action", f"you may serve at most {most} plates this time", {"most": most})
    price = sum(plate_price(state, p, plate, twist) for plate in range(state.plates, state.plates + plates))
    return short("serve.2", [(price, fish_to_serve(p), "fish")])


def double_reason(state: Nusfjord, seat: int, step: int, double: int) -> Reason:
    forests = state.players[seat].forests_on(double)
    if step == S.REFOREST:
        words = "there are Forests here already" if forests else "one of its two spaces is not free"
        return Reason("reforest.1", words)
    if step == S.GROW and forests:
        return Reason("elders.13", f"this double space holds {forests} Forests, the most it can", {"forests": forests})
    return Reason("elders.13" if step == S.GROW else "deforest.3", "there is no Forest here")


def copy_reason(state: Nusfjord, seat: int, space: int, column: int) -> Reason | None:
    if column and state.kit.column[space] != column - 1:
        return Reason("copy.2", "this space is in another column")
    if not state.is_blocked(space):
        here, room = state.workers_on(space), state.cap_of(space)
        return Reason(
            "copy.3",
            f"this space is not blocked: there is room for {many(room - here, 'more Worker')}",
            {"workers": here, "room": room},
        )
    return action_reason(state, seat, A.kind_of(space))
