"""Build a Building: which card, then which space."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.numbers import positive
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as C
from skerry.games.nusfjord.buildings.card import Building, happen
from skerry.games.nusfjord.player import FISH_FROM_RESERVE, Player
from skerry.games.nusfjord.state import LOT, OWN_EFFECT, Nusfjord
from skerry.games.nusfjord.steps.uses import sort


def on_offer(state: Nusfjord, p: Player) -> i64:
    """The open Buildings and, from round 4 on, the hand.  §building.1, R33"""
    return state.display | p.hand if state.round >= 4 else state.display


def wood_price(p: Player, card: Building, slot: i64, twist: i64) -> i64:
    """The twist: wood off, more wood off for a hand card (4 bits each).  R36"""
    wood = card.wood - (twist & 15)
    if twist > 15 and (p.hand >> slot) & 1:
        wood -= twist >> 4
    return positive(wood)


def payable(state: Nusfjord, p: Player, twist: i64) -> i64:
    """The Buildings on offer that the player can pay, as a set.  §building.2"""
    fish = p.fish + p.reserve_fish if p.abilities & FISH_FROM_RESERVE else p.fish
    wood = p.wood + (twist & 15)
    found = on_offer(state, p) & state.deck.prices.payable(wood, fish, p.gold)
    if twist > 15 and state.round >= 4:
        found |= p.hand & state.deck.prices.payable(wood + (twist >> 4), fish, p.gold)
    return found


def can_build(state: Nusfjord, p: Player, twist: i64 = 0) -> bool:
    """§building.4"""
    return p.n_free > 0 and payable(state, p, twist) != 0


@final
class ChooseBuilding(Step[Nusfjord]):
    """§building.1 to §building.4"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        mask = payable(state, p, arg_of(ask))
        ids = state.deck.ids
        n: i64 = 0
        while mask != 0:
            out[n] = A.BUILD + ids[bits.lowest(mask)]
            mask &= mask - 1
            n += 1
        if state.deck.mixed:
            sort(out, 0, n)
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        slot = state.deck.slot_of(action - A.BUILD)
        card = state.deck.cards[slot]
        wood = wood_price(p, card, slot, arg_of(ask))
        if (p.hand >> slot) & 1:
            state.news += 1
            p.hand &= ~bits.bit(slot)
        else:
            state.display &= ~bits.bit(slot)
        state.pay(seat, wood, card.fish, card.gold)
        state.ask(LOT, seat, slot)
        happen(state, seat, C.ON_PAID, wood)


@final
class ChooseLot(Step[Nusfjord]):
    """On which free Building space?  The argument is the card's slot.  §building.3"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        return bits.members_into(state.players[seat].free, A.LOT, out, 0)

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        slot = arg_of(ask)
        p = state.players[seat]
        card = state.deck.cards[slot]
        before = p.built
        p.put_building(action - A.LOT, slot)
        p.printed += card.points
        p.n_builds += 1
        # the others of the player's Buildings react first, then the card does what it says  §card.1, R35
        if card.moments & 1:
            state.then(OWN_EFFECT, seat | slot << 4)
        if before != 0:
            react(state, seat, before, card.letter + 1)


def react(state: Nusfjord, seat: i64, before: i64, letter: i64) -> None:
    """§card.2, R35"""
    p = state.players[seat]
    built = p.built
    p.built = before
    happen(state, seat, C.ON_BUILDING, letter)
    if p.n_builds == 2:
        happen(state, seat, C.ON_SECOND_BUILD)
    p.built = built


@final
class OwnEffect(Step[Nusfjord]):
    """A new Building does what it says.  §card.1"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        seat = arg_of(ask) & 15
        slot = arg_of(ask) >> 4
        state.deck.cards[slot].build(state, seat, slot)
