"""Take an Elder, and using an Elder."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_TAKE_ELDER, ON_USE_ELDER, happen
from skerry.games.nusfjord.player import OWN_ELDER_FISH, Player
from skerry.games.nusfjord.state import (
    ELDER_ACT,
    ELDER_DONE,
    NOTE_OWN_FISH,
    NOTE_TABLE_FISH,
    TURN_UP,
    USE_NOW,
    Nusfjord,
)
from skerry.games.nusfjord.steps.fishing import feed_elder


def can_take(state: Nusfjord, p: Player) -> bool:
    """§elder.1, §elder.3"""
    return state.tops != 0 and p.n_elders < state.kit.council_seats


@final
class TakeElder(Step[Nusfjord]):
    """Which of the open Elders?  §elder.1, §elder.2"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        open_elders: i64 = 0
        for stack in range(i64(A.N_STACKS)):
            elder = state.top_elder(stack)
            if elder >= 0:
                open_elders |= 1 << elder
        return bits.members_into(open_elders, A.TAKE, out, 0)

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        elder = action - A.TAKE
        p = state.players[seat]
        p.elders |= 1 << elder
        p.n_elders += 1
        state.then(USE_NOW, seat | elder << 4)
        stack = state.stack_of(elder)
        state.last_taken = (state.last_taken & ~(31 << (5 * stack))) | (elder + 1) << (5 * stack)
        self.uncover(state, stack, elder)
        happen(state, seat, ON_TAKE_ELDER)

    def uncover(self, state: Nusfjord, stack: i64, elder: i64) -> None:
        """§elder.2, R38"""
        state.tops &= ~(31 << (5 * stack))
        if elder >= A.N_STACKS and elder < 2 * A.N_STACKS:
            state.tops |= (elder - A.N_STACKS + 1) << (5 * stack)
        elif (state.face_down >> stack) & 1:
            state.ask(TURN_UP, CHANCE, stack)


@final
class UseNow(Step[Nusfjord]):
    """A new Elder may act at once, without a Worker.  §elder.5, R37"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        seat = arg_of(ask) & 15
        elder = arg_of(ask) >> 4
        if can_use_elder(state, seat, elder):
            state.ask(USE_NOW, seat, elder)

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        if action == A.YES:
            use_elder(state, seat_of(ask), arg_of(ask))


def can_use_elder(state: Nusfjord, seat: i64, elder: i64) -> bool:
    """Tested as if the fish had moved and the Elder been cleared.  §elder.7, R10, R11"""
    p = state.players[seat]
    fish = p.fish
    plates = state.plates
    if plates > 0:
        state.plates -= 1
    elif fish > 0 and p.abilities & OWN_ELDER_FISH:
        p.fish -= 1
    else:
        return False
    if p.elder_fish(elder) + 1 == state.kit.elder_fish:
        p.fish += state.kit.elder_return
    possible = state.kit.elders[elder].can_act(state, seat)
    p.fish = fish
    state.plates = plates
    return possible


def use_elder(state: Nusfjord, seat: i64, elder: i64) -> None:
    """The fish from the largest filled plate, then the action.  §elder.6, R8"""
    state.then(ELDER_DONE, seat | elder << 4)
    state.then(ELDER_ACT, seat | elder << 4)
    if state.plates > 0:
        state.plates -= 1
        state.note(NOTE_TABLE_FISH, seat, elder, state.plates)
    else:
        state.pay(seat, 0, 1, 0)
        state.note(NOTE_OWN_FISH, seat, elder)
    feed_elder(state, seat, elder)


@final
class ElderAct(Step[Nusfjord]):
    """§elder.6; a Building that reacts to the clearing may have changed what is possible"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        seat = arg_of(ask) & 15
        elder = state.kit.elders[arg_of(ask) >> 4]
        if elder.can_act(state, seat):
            elder.act(state, seat)


@final
class ElderDone(Step[Nusfjord]):
    """The action is complete; Buildings may react.  §card.2"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        happen(state, arg_of(ask) & 15, ON_USE_ELDER)


def can_use_any(state: Nusfjord, seat: i64) -> bool:
    mask = state.players[seat].elders
    while mask != 0:
        if can_use_elder(state, seat, bits.lowest(mask)):
            return True
        mask &= mask - 1
    return False


@final
class WhichElder(Step[Nusfjord]):
    """A Building lets one of your Elders act without a Worker.  §card.1"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        mask = state.players[seat].elders
        n: i64 = 0
        while mask != 0:
            elder = bits.lowest(mask)
            mask &= mask - 1
            if can_use_elder(state, seat, elder):
                out[n] = A.ELDER + elder
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        use_elder(state, seat_of(ask), action - A.ELDER)
