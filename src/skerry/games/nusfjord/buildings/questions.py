"""The steps of the Buildings: a card asks its owner, goes on by itself, or reacts after the questions of others."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_BUILT, ON_USE, WHICH_WAY
from skerry.games.nusfjord.state import Nusfjord


@final
class CardQuestion(Step[Nusfjord]):
    """The argument: slot, place of the effect on the card, and what the effect wants to remember.  §card.1"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        card = arg_of(ask)
        slot = card & 63
        place = (card >> 6) & 7
        building = state.deck.cards[slot]
        if place != WHICH_WAY:
            return building.effects[place].options_into(state, seat_of(ask), card & 511, card >> 9, out)
        n: i64 = 0
        for way in range(i64(len(building.effects))):
            if building.effects[way].can_use(state, seat_of(ask), slot | (way << 6)):
                out[n] = A.WAY + way
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        card = arg_of(ask)
        slot = card & 63
        place = (card >> 6) & 7
        building = state.deck.cards[slot]
        if place != WHICH_WAY:
            building.effects[place].answer(state, seat_of(ask), card & 511, card >> 9, action)
        else:
            way = action - A.WAY
            building.effects[way].happen(state, seat_of(ask), slot | (way << 6), ON_USE, 0)

    def witnesses(self, state: Nusfjord, ask: i64, action: i64) -> i64:
        """Which card of a hand goes back is seen by its owner alone."""
        card = arg_of(ask)
        place = (card >> 6) & 7
        if place != WHICH_WAY and state.deck.cards[card & 63].effects[place].is_secret():
            return 1 << seat_of(ask)
        return -1


@final
class CardEffect(Step[Nusfjord]):
    """The next effect of a card just built.  §card.1"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        card = arg_of(ask)
        effect = state.deck.cards[card & 63].effects[(card >> 6) & 7]
        effect.happen(state, card >> 9, card & 511, ON_BUILT, 0)


@final
class CardReaction(Step[Nusfjord]):
    """A card that waited for the questions of others reacts now.  §card.2"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        event = arg_of(ask)
        slot = event & 63
        state.deck.cards[slot].happen(state, (event >> 6) & 15, slot, (event >> 10) & 31, event >> 15)


# in the order of CARD_QUESTION, CARD_EFFECT, CARD_REACTION
EFFECT_STEPS: Final[list[Step[Any]]] = [CardQuestion(), CardEffect(), CardReaction()]
