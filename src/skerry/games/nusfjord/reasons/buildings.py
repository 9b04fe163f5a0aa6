"""Why an answer to a card's question, or the use of a card, is not possible now."""

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ANYTIME, ONCE
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.cards import asking
from skerry.games.nusfjord.text.words import at_most


def card_candidates(state: Nusfjord) -> list[int]:
    """The answers to show at the open question of a card, legal or not, ascending."""
    seat, slot, effect, extra = asking(state)
    if effect is None:
        return [A.WAY + way for way in range(len(state.deck.cards[slot].effects))]
    return sorted({*effect.candidates(state, seat, slot, extra), *state.legal_actions()})


def answer_reason(state: Nusfjord, action: int) -> Reason | None:
    """Why this candidate is not legal now; None if it is."""
    if action in state.legal_actions():
        return None
    seat, slot, effect, extra = asking(state)
    if effect is None:
        return state.deck.cards[slot].effects[action - A.WAY].use_refusal(state, seat, slot)
    return effect.refusal(state, seat, slot, extra, action)


def use_reason(state: Nusfjord, seat: int, slot: int) -> Reason | None:
    """Why a Building with an effect to use cannot be used now; None if it can."""
    card = state.deck.cards[slot]
    if card.can_use(state, seat, slot):
        return None
    p = state.players[seat]
    if card.category == ONCE and p.turned >> slot & 1:
        return Reason("card.4", "you have already used this Building")
    if card.category == ANYTIME and p.uses(slot) >= card.uses:
        words = f"you have already used it {at_most(p.uses(slot))} this round"
        return Reason("card.3", words, {"uses": p.uses(slot), "most": card.uses})
    why = [effect.use_refusal(state, seat, slot) for effect in card.effects]
    said = dict.fromkeys(reason.words for reason in why)  # each only once
    return Reason(why[0].rule, "; or ".join(said), why[0].numbers, why[0].missing)
