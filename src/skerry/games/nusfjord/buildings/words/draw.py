"""`draw`: C cards into the hand, one card of the hand back."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.answers import Event, Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class DrawEffect(Effect):
    """C cards from the pile into the hand, then one card of the hand goes back into the pile; from round 6 on, when
    hands are open, the rest is revealed.  §card.draw"""

    def __init__(self) -> None:
        super().__init__()
        self.cards: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.cards = row.required_number("cards", 1, 3)

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.pile_c != 0:
            self.ask(state, seat, card)
            state.draw_c(seat, self.cards)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """All C cards are of the game's own deck, so slots and numbers have the same order."""
        n: i64 = 0
        mask = state.players[seat].hand
        while mask != 0:
            out[n] = A.PICK + state.deck.ids[bits.lowest(mask)]
            mask &= mask - 1
            n += 1
        return n

    def is_secret(self) -> bool:
        return True

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        slot = state.deck.slot_of(action - A.PICK)
        state.hide_back(seat, slot)
        if state.round >= 6 and not state.kit.first_rules:
            state.show_hand(seat)

    # ---- what is printed
    def words(self) -> str:
        return f"draw {self.cards} C Buildings into your hand, then return one card from your hand to the pile"

    def gist(self) -> str:
        return f"Draw {self.cards} C, return 1"

    def face(self) -> dict[str, Any]:
        return {"most": int(self.cards)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "which card from your hand do you return to the pile?"

    def question_kind(self) -> str:
        return "card_return"

    def log_line(self, state: Nusfjord, seat: i64, name: str, verb: str, n: i64, extra: i64) -> str:
        return f"{{{seat}}} returns {state.kit.card_names[n]} to the pile"

    def unseen_event(self, seat: i64) -> Event:
        words = f"{{{seat}}} returns a card to the pile"
        return Event(words, self.rule(), about=("pile:C", f"player:{seat}"))

    # ---- what is refused
    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "this card is not in your hand")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 0.75 * float(self.cards)
