"""`repeat`: the effect of an own Immediately Building (A or B) again, or a used Once card renewed."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import IMMEDIATELY, LETTER_C, Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class RepeatEffect(Effect):
    """An own A or B Building acts Immediately once more, or a used Once card is turned back.  §card.repeat"""

    def read(self, row: EffectFields) -> None:
        """It has no fields."""

    # ---- what it does
    def can_pick(self, state: Nusfjord, seat: i64, slot: i64) -> bool:
        other = state.deck.cards[slot]
        if (state.players[seat].turned >> slot) & 1:
            return True
        return other.category == IMMEDIATELY and other.letter < LETTER_C

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        mask = state.players[seat].built
        while mask != 0:
            if self.can_pick(state, seat, bits.lowest(mask)):
                self.ask(state, seat, card)
                return
            mask &= mask - 1

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        out[0] = A.DONE
        n: i64 = 1
        mask = state.players[seat].built
        while mask != 0:
            slot = bits.lowest(mask)
            mask &= mask - 1
            if self.can_pick(state, seat, slot):
                action = A.PICK + state.deck.ids[slot]
                at = n
                while out[at - 1] > action:  # cards of another deck may have smaller numbers
                    out[at] = out[at - 1]
                    at -= 1
                out[at] = action
                n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.DONE:
            return
        slot = state.deck.slot_of(action - A.PICK)
        p = state.players[seat]
        if (p.turned >> slot) & 1:
            p.turned &= ~bits.bit(slot)
        else:
            state.deck.cards[slot].build(state, seat, slot)

    # ---- what is printed
    def words(self) -> str:
        again = "choose one of your A or B Buildings marked “Immediately”: its effect happens again"
        return f"{again}. Or choose one of your used “Once” Buildings: you may use it once more"

    def gist(self) -> str:
        return "Repeat an A or B, or reuse a Once"

    def face(self) -> dict[str, Any]:
        return {}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "which Building do you repeat, or which used one do you renew?"

    def question_kind(self) -> str:
        return "card_repeat"

    def log_line(self, state: Nusfjord, seat: i64, name: str, verb: str, n: i64, extra: i64) -> str:
        if verb != "pick":
            return super().log_line(state, seat, name, verb, n, extra)
        picked = state.kit.card_names[n]
        if (state.players[seat].turned >> state.deck.slot_of(n)) & 1:
            return f"{{{seat}}} may use {picked} once more"
        return f"{{{seat}}} repeats the effect of {picked}"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        others = [other for other in bits.members(state.players[seat].built) if other != slot]
        return [A.PICK + int(state.deck.ids[other]) for other in others]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        words = "this is neither an A or B Building marked “Immediately” nor a used “Once” one"
        return Reason(self.rule(), words)

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 2.3
