"""Phase I, the Fishing Phase: the haul is distributed in five steps."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_ELDER_CLEARED, ON_FISHING_END, happen
from skerry.games.nusfjord.state import (
    FEED,
    FISHING,
    HUNGRY,
    NEXT_TURN,
    NOTE_CATCH,
    NOTE_CLEAR,
    NOTE_COLLECT,
    Nusfjord,
    pack_catch,
)
from skerry.games.nusfjord.steps.everyone import everyone


@final
class Fishing(Step[Nusfjord]):
    """The hauls one after the other from the First Player on, k of them are done.  §fish.1, §fish.11, R5"""

    def run(self, state: Nusfjord, ask: i64) -> None:
        k = arg_of(ask)
        seats = state.seats
        while k < seats:
            depth = state.depth
            state.then(FISHING, k + 1)
            catch(state, (state.first + k) % seats)
            if state.depth > depth + 1:
                return  # somebody has a choice
            state.depth = depth
            k += 1
        collect(state)


def catch(state: Nusfjord, seat: i64) -> None:
    """Take the haul and distribute it.  §fish.2"""
    p = state.players[seat]
    hand = state.haul(p)
    if hand < p.n_elders:
        state.ask(HUNGRY, seat, p.elders | hand << A.N_ELDERS)
    else:
        feed_elders(state, seat, p.elders)
        feed_shares(state, seat, hand - p.n_elders)


def feed_elders(state: Nusfjord, seat: i64, mask: i64) -> None:
    """Step 1.  §fish.3"""
    while mask != 0:
        feed_elder(state, seat, bits.lowest(mask))
        mask &= mask - 1


def feed_elder(state: Nusfjord, seat: i64, elder: i64) -> None:
    """One fish on an Elder; the third clears the card at once.  §fish.4, R6, R7"""
    p = state.players[seat]
    kit = state.kit
    shift = 2 * elder
    if p.elder_fish(elder) + 1 < kit.elder_fish:
        p.fish_on_elders += bits.bit(shift)
        return
    p.fish_on_elders &= ~(3 * bits.bit(shift))
    p.fish += kit.elder_return
    state.note(NOTE_CLEAR, seat, elder, kit.elder_return)
    happen(state, seat, ON_ELDER_CLEARED)


def feed_shares(state: Nusfjord, seat: i64, hand: i64) -> None:
    """Step 2: Shares on the board first, then those with other players.  §fish.5, R3"""
    on_board = state.market_of(seat)
    hand -= on_board if on_board < hand else hand
    away = state.own_shares_away(seat) - on_board
    if away == 0:
        end_catch(state, seat, hand)
        return
    waiting: i64 = 0  # 3 bits for each holder
    holders: i64 = 0
    for other in range(state.seats):
        if other != seat and state.players[other].shares_of(seat) > 0:
            waiting |= state.players[other].shares_of(seat) << (3 * other)
            holders += 1
    if hand < away and hand > 0 and holders > 1:
        state.ask(FEED, seat, waiting | hand << 15)
        return
    for other in range(state.seats):
        fed = (waiting >> (3 * other)) & 7
        if fed > hand:
            fed = hand
        state.players[other].dividend += fed
        hand -= fed
    end_catch(state, seat, hand)


def end_catch(state: Nusfjord, seat: i64, hand: i64) -> None:
    """Steps 3, 4 and 5.  §fish.6, §fish.7, §fish.8, R4"""
    p = state.players[seat]
    own = p.shares_of(seat)
    if own > hand:
        own = hand
    p.dividend += own
    hand -= own
    room = p.reserve_limit - p.reserve_fish
    stored = hand if hand < room else max(room, 0)
    p.reserve_fish += stored
    if state.noting:
        haul = state.haul(p)
        elders = min(p.n_elders, haul)
        board = min(state.market_of(seat), haul - elders)
        away = haul - elders - board - own - hand
        excess = hand - stored
        state.note(NOTE_CATCH, seat, haul, pack_catch(elders, board, away, own, stored, excess))


@final
class Hungry(Step[Nusfjord]):
    """Too few fish for the Elders: which of them gets none?  All fish are given out.  §fish.9, §fish.11, R1, R2"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(arg_of(ask) & ((1 << A.N_ELDERS) - 1), A.HUNGRY, out, 0)

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        hand = arg_of(ask) >> A.N_ELDERS
        fed = arg_of(ask) & ((1 << A.N_ELDERS) - 1) & ~(1 << (action - A.HUNGRY))
        if bits.count(fed) > hand:
            state.ask(HUNGRY, seat, fed | hand << A.N_ELDERS)
            return
        feed_elders(state, seat, fed)
        end_catch(state, seat, 0)


@final
class Feed(Step[Nusfjord]):
    """Too few fish for the Shares with other players: whose gets the next one?  One must be given.
    §fish.9, §fish.11, R3"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        waiting = arg_of(ask)
        n: i64 = 0
        for other in range(state.seats):
            if (waiting >> (3 * other)) & 7:
                out[n] = A.FEED + other
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        other = action - A.FEED
        hand = (arg_of(ask) >> 15) - 1
        waiting = (arg_of(ask) & 0x7FFF) - (1 << (3 * other))
        state.players[other].dividend += 1
        if hand > 0:
            state.ask(FEED, seat, waiting | hand << 15)
        else:
            end_catch(state, seat, 0)


def collect(state: Nusfjord) -> None:
    """Fish on Shares of the board vanish, all other fish on Shares go into the supplies.  §fish.10"""
    for seat in range(state.seats):
        p = state.players[seat]
        if p.dividend > 0:
            p.fish += p.dividend
            state.note(NOTE_COLLECT, seat, p.dividend)
            p.dividend = 0
    state.then(NEXT_TURN)
    everyone(state, ON_FISHING_END, 0)
