"""The Shore: recruiting and cycling, in any order."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import FISH
from skerry.games.buru.state import ARRIVE, NOTE_RECRUITS, NOTE_ROW_RESHUFFLED, SHORE, Buru


@final
class Shore(Step[Buru]):
    """The argument: recruits left, bit 3 whether a cycle is left, then the space.  §shore.1, §shore.2"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        arg = arg_of(ask)
        n: i64 = 0
        if arg & 7 > 0:
            seat = seat_of(ask)
            fish = state.players[seat].goods[FISH]
            offered: i64 = 0
            for place in range(state.n_row):
                offered |= bits.bit(state.row_card(place))
            while offered != 0:
                card = bits.lowest(offered)
                offered &= offered - 1
                if state.kit.islanders[card].price <= fish:
                    out[n] = A.RECRUIT + card
                    n += 1
        if arg & 8:
            out[n] = A.CYCLE
            n += 1
        if arg & 8 == 0 or not state.cycle_forced:
            out[n] = A.DONE
            n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        left = arg_of(ask)
        if action == A.DONE:
            return
        state.deeds = (state.deeds << 8) | action
        if action == A.CYCLE:
            left &= ~8
            for gone in range(state.n_row):
                state.islanders_gone |= bits.bit(state.row_card(gone))
            state.row = 0
            state.n_row = 0
        else:
            left -= 1
            place: i64 = 0
            while state.row_card(place) != action - A.RECRUIT:
                place += 1
            recruit(state, seat, place)
        if left & 15 != 0:
            state.ask(SHORE, seat, left)
        if action == A.CYCLE or not state.kit.row_waits:
            fill_row(state)


def recruit(state: Buru, number: i64, place: i64) -> None:
    """§shore.1"""
    p = state.players[number]
    card = state.leave_row(place)
    p.goods[FISH] -= state.kit.islanders[card].price
    p.islanders |= bits.bit(card)
    state.note(NOTE_RECRUITS, number, card)
    if state.is_lawan(number):
        state.hired += 1
        state.hired_at[card] = state.hired


def fill_row(state: Buru) -> None:
    """From the deck, then from the shuffled discards; a shorter row if both are empty.  §shore.3"""
    if state.n_row >= state.kit.row_size:
        return
    if state.islander_deck == 0 and state.islanders_gone != 0:
        state.islander_deck = state.islanders_gone
        state.islanders_gone = 0
        state.note(NOTE_ROW_RESHUFFLED)
    if state.islander_deck != 0:
        state.ask(ARRIVE, CHANCE)


@final
class RowCard(Step[Buru]):
    """§shore.3"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.islander_deck, A.ARRIVE, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        card = action - A.ARRIVE
        state.islander_deck &= ~bits.bit(card)
        state.row |= card << (6 * state.n_row)
        state.n_row += 1
        fill_row(state)
