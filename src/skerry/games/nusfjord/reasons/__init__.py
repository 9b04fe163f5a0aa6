"""Candidates of the open question, and why one is not possible now, with its § mark."""

from msgspec.structs import replace

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.buildings.card import CARD_QUESTION, ON_USE
from skerry.games.nusfjord.reasons import buildings, questions
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.words import cased


def candidates(state: Nusfjord) -> list[int]:
    """The answers to show at the open question, legal or not, ascending."""
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    kit = state.kit
    if step == CARD_QUESTION:
        return buildings.card_candidates(state)
    if step == S.BEGINNER:
        return [A.BEGIN + number for number in range(state.seats)]
    if step == S.REVEAL:
        return revealable(state, arg)
    if step == S.DRAW_C:
        return [A.DRAW + state.deck.ids[slot] for slot in bits.members(state.deck.present & A.C_CARDS)]
    if step == S.TURN_UP:
        return [A.TURN_UP + elder for elder in range(2 * A.N_STACKS, A.N_ELDERS)]
    if step in (S.TURN, S.AFTER, S.FINAL_USE):
        return turn_candidates(state, seat, step)
    if step == S.BUILDING:
        slots = bits.members(state.display | state.players[seat].hand)
        return sorted(A.BUILD + state.deck.ids[slot] for slot in slots)
    if step == S.LOT:
        return [A.LOT + cell for cell in bits.members(state.players[seat].free)]
    if step == S.SERVE:
        return [A.SERVE + plate for plate in range(kit.n_plates - state.plates)]
    if step in (S.DEFOREST, S.REFOREST, S.GROW):
        return [A.DOUBLE + double for double in bits.members(kit.doubles)]
    if step == S.SHIP:
        return [A.SHIP + way for way in range(4)]
    if step == S.UPGRADE:
        return [A.SHIP + A.CUTTER, A.SHIP + A.SCHOONER]
    if step == S.TAKE:
        return sorted(A.TAKE + elder for elder in elders_in_sight(state))
    if step == S.COPY:
        return [A.COPY + space for space in range(A.N_BOARD) if state.cap_of(space)]
    if step == S.WHICH_ELDER:
        return [A.ELDER + elder for elder in bits.members(state.players[seat].elders)]
    return [int(action) for action in state.legal_actions()]


def revealable(state: Nusfjord, arg: int) -> list[int]:
    """All cards of the letter in the deck that the new card comes from."""
    deck = state.kit.decks[(arg >> 2) - 1] if arg >> 2 else state.deck
    letter = (A.A_CARDS, A.B_CARDS, A.C_CARDS)[arg & 3] & (1 << A.DECK_ROOM) - 1
    return [A.REVEAL + deck.ids[slot] for slot in bits.members(deck.present & letter)]


def turn_candidates(state: Nusfjord, seat: int, step: int) -> list[int]:
    p = state.players[seat]
    slots = bits.members(p.built & state.deck.mask[ON_USE])
    uses = sorted(A.USE + state.deck.ids[slot] for slot in slots)
    if step != S.TURN:
        return [*uses, A.DONE]
    spaces = [A.PLACE + space for space in range(A.N_SPACES) if state.cap_of(space)]
    elders = [A.WORK + elder for elder in bits.members(p.elders)]
    return [*spaces, *elders, A.PASS, *uses]


def elders_in_sight(state: Nusfjord) -> list[int]:
    """The tops of the stacks and the open Elders under them."""
    tops = [elder for stack in range(A.N_STACKS) if (elder := state.top_elder(stack)) >= 0]
    return tops + [top - A.N_STACKS for top in tops if A.N_STACKS <= top < 2 * A.N_STACKS]


def reason(state: Nusfjord, action: int) -> Reason | None:
    """Why an action is not possible now, also one that answers another question; None if it is legal."""
    found = None if action in state.legal_actions() else why_not(state, action)
    return found and replace(found, words=cased(found.words))


def why_not(state: Nusfjord, action: int) -> Reason | None:
    step = step_of(state.ask_now())
    is_lot = step == S.LOT and action in range(A.LOT, A.SHIP)
    is_space = (
        step == S.TURN and action in range(A.PLACE, A.WORK) and state.cap_of(action - A.PLACE) > 0
    )  # the usual one
    if not is_lot and not is_space and action not in candidates(state):
        return questions.not_asked(state)
    if step == CARD_QUESTION:
        return buildings.answer_reason(state, action)
    return questions.question_reason(state, action)
