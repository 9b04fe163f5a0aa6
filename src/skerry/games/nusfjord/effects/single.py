"""Effects that one or two cards have; each has a small class of its own."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import IMMEDIATELY, C, Effect
from skerry.games.nusfjord.effects.gain import Goods
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, carry_out
from skerry.games.nusfjord.steps.forests import remove_forest


@final
@mypyc_attr(acyclic=True)
class FillPlate(Effect):
    """A fish from the general supply on the smallest empty plate, for gold; without an empty plate, fish.
    This is not Serve Fish.  §card.fill_plate"""

    def __init__(self) -> None:
        super().__init__()
        self.gold: i64 = 0
        self.otherwise: Goods = Goods()

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.plates < state.kit.n_plates:
            state.fill_plates(seat, 1, card & 63)
            state.gain_gold(seat, self.gold, card & 63)
        else:
            self.otherwise.give(state, seat, card & 63, 1)


@final
@mypyc_attr(acyclic=True)
class TopUp(Effect):
    """Gold until the owner has a certain amount.  §card.top_up"""

    def __init__(self) -> None:
        super().__init__()
        self.gold: i64 = 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        missing = self.gold - state.players[seat].gold
        if missing > 0:
            state.gain_gold(seat, missing, card & 63)


@final
@mypyc_attr(acyclic=True)
class Fetch(Effect):
    """Goods from the owner's Reserve to the supply, as many as there are.  §card.fetch"""

    def __init__(self) -> None:
        super().__init__()
        self.wood: i64 = 0
        self.fish: i64 = 0
        self.gold: i64 = 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        p = state.players[seat]
        wood = min(self.wood, p.reserve_wood, p.wood_limit - p.wood)  # none is moved to be lost
        fish = min(self.fish, p.reserve_fish)
        gold = min(self.gold, p.reserve_gold)
        if wood + fish + gold > 0:
            state.reserve_to_supply(seat, wood, fish, gold, card & 63)


@final
@mypyc_attr(acyclic=True)
class PaidTransfer(Effect):
    """The owner may Transfer Reserve at once and takes gold for the fish moved.  §card.paid_transfer"""

    def __init__(self) -> None:
        super().__init__()
        self.fish: i64 = 1  # for one gold
        self.most: i64 = 0  # gold

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if can_do(state, seat, A.K_TRANSFER, 0):
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.YES:
            gold = min(self.most, state.players[seat].reserve_fish // self.fish)
            carry_out(state, seat, A.K_TRANSFER, 0)
            if gold > 0:
                state.gain_gold(seat, gold, card & 63)


@final
@mypyc_attr(acyclic=True)
class Retire(Effect):
    """The owner may send Elders without a Worker home, each for gold; fish on them go to the supply.

    Only for matches that began with the first Retirement Home: by the rulebook nobody gets rid of Elders.
    §card.retire"""

    def __init__(self) -> None:
        super().__init__()
        self.elders: i64 = 1
        self.gold: i64 = 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        self.go_on(state, seat, card, 0)

    def go_on(self, state: Nusfjord, seat: i64, card: i64, gone: i64) -> None:
        p = state.players[seat]
        if gone < self.elders and p.elders & ~p.elder_workers != 0:
            self.ask(state, seat, card, gone)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        p = state.players[seat]
        out[0] = A.DONE
        n: i64 = 1
        mask = p.elders & ~p.elder_workers
        while mask != 0:
            out[n] = A.ELDER + bits.lowest(mask)
            mask &= mask - 1
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action != A.DONE:
            state.remove_elder(seat, action - A.ELDER)
            state.gain_gold(seat, self.gold, card & 63)
            self.go_on(state, seat, card, extra + 1)


@final
@mypyc_attr(acyclic=True)
class Clear(Effect):
    """The owner may remove Forests, each for wood; this is not Deforest.  §card.clear"""

    def __init__(self) -> None:
        super().__init__()
        self.forests: i64 = 1
        self.wood: i64 = 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.players[seat].n_forests > 0:
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) > 0:
                out[n] = A.DOUBLE + double
                n += 1
        out[n] = A.DONE
        return n + 1

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.DONE:
            return
        if extra + 1 < self.forests and state.players[seat].n_forests > 1:
            self.ask(state, seat, card, extra + 1)  # below the questions that the removal may bring
        remove_forest(state, seat, action - A.DOUBLE, self.wood, card & 63)


@final
@mypyc_attr(acyclic=True)
class MoveForest(Effect):
    """A Forest moves to another double space that is free or holds exactly one, or leaves for wood.
    §card.move_forest"""

    def __init__(self) -> None:
        super().__init__()
        self.wood: i64 = 0

    def can_use(self, state: Nusfjord, seat: i64, card: i64) -> bool:
        return state.players[seat].n_forests > 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """`extra` is 0 for the Forest to move, then its double space + 1."""
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if extra == 0:
                fits = p.forests_on(double) > 0
            else:
                fits = state.can_move_forest(p, extra - 1, double)
            if fits:
                out[n] = A.DOUBLE + double
                n += 1
        if extra > 0:
            out[n] = A.DONE
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if extra == 0:
            self.ask(state, seat, card, action - A.DOUBLE + 1)
        elif action == A.DONE:
            remove_forest(state, seat, extra - 1, self.wood, card & 63)
        else:
            state.move_forest(seat, extra - 1, action - A.DOUBLE)


@final
@mypyc_attr(acyclic=True)
class TakePlates(Effect):
    """Fish from the Banquet Table, largest plates first (R9).  §card.take_plates"""

    def __init__(self) -> None:
        super().__init__()
        self.fish: i64 = 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.plates > 0:
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        most = min(self.fish, state.plates)
        for fish in range(most + 1):
            out[fish] = A.AMOUNT + fish
        return most + 1

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action > A.AMOUNT:
            state.take_plate_fish(seat, action - A.AMOUNT, card & 63)


@final
@mypyc_attr(acyclic=True)
class Draw(Effect):
    """C cards from the pile into the hand, then one card of the hand goes back into the pile; from round 6 on, when
    hands are open, the rest is revealed.  §card.draw"""

    def __init__(self) -> None:
        super().__init__()
        self.cards: i64 = 0

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


@final
@mypyc_attr(acyclic=True)
class Repeat(Effect):
    """An own A or B Building acts Immediately once more, or a used Once card is turned back.  §card.repeat"""

    def can_pick(self, state: Nusfjord, seat: i64, slot: i64) -> bool:
        other = state.deck.cards[slot]
        if (state.players[seat].turned >> slot) & 1:
            return True
        return other.category == IMMEDIATELY and other.letter < C

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
