"""Recruit in its five steps, and the Monuments it places."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru.state import (
    DRAW,
    KEEP,
    MONUMENT,
    NONE,
    NOTE_EXPIRED,
    NOTE_LAST_ROUND,
    NOTE_LOOSE,
    NOTE_MOVED_MONUMENT,
    NOTE_NO_REFILL,
    OVERFLOW,
    RECRUITED,
    REFILL,
    REFILL_ISLAND,
    Tungaru,
)
from skerry.games.tungaru.steps.setup import DRAW_FOR_MIGRATION, SETUP_MONUMENT
from skerry.games.tungaru.steps.storage import charge_recruit


def recruit(state: Tungaru, seat: i64, island: i64) -> None:
    """Step 1: pay; the other steps follow when that is done.  §recruit.1"""
    state.then(RECRUITED, seat | (island << 4))
    charge_recruit(state, seat, state.nomad_at(island).cost)


@final
class Recruited(Step[Tungaru]):
    """The Nomad has been paid for: Monument, place and refill follow.  §recruit.2, §recruit.6"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask) & 15
        island = arg_of(ask) >> 4
        p = state.players[seat]
        state.recruits += 1
        state.ask(KEEP, seat, island)
        if p.reserved != NONE:
            self.move_reservation(state, seat, island)
        elif state.can_place_monument(p, island) and state.has_monument(p):
            state.ask(MONUMENT, seat, island)

    def move_reservation(self, state: Tungaru, seat: i64, island: i64) -> None:
        """The first recruit uses the Monument of the reservation, which ends.  §recruit.6"""
        p = state.players[seat]
        if p.reserved != island:
            state.note(NOTE_EXPIRED, seat, state.nomad[p.reserved], p.reserved)
        state.reserved &= ~(1 << p.reserved)
        p.reserved = NONE
        if state.can_place_monument(p, island):
            state.put_monument(p, island)
            state.note(NOTE_MOVED_MONUMENT, seat, island)
        else:
            p.loose = 1
            state.note(NOTE_LOOSE, seat, island)


@final
class Monument(Step[Tungaru]):
    """Which Monument leaves the Culture board, and are its goods taken?  §monument.1, §recruit.2, §recruit.3"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        if p.nomad_monuments > 0:
            out[n] = A.NOMAD_SPACE
            n += 1
        if p.storage_monument > 0:
            out[n] = A.STORAGE_SPACE
            n += 1
        if p.track < len(state.kit.track):
            out[n] = A.TRACK
            n += 1
            if state.kit.track[p.track] != 0:
                out[n] = A.TRACK_ONLY
                n += 1
        if arg_of(ask) == SETUP_MONUMENT:  # the reservation needs one.  §setup.6
            return n
        if p.loose > 0:
            out[n] = A.LOOSE
            n += 1
        out[n] = A.NO_MONUMENT
        return n + 1

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        if action == A.NO_MONUMENT:
            return
        if arg_of(ask) != SETUP_MONUMENT:
            state.put_monument(p, arg_of(ask))
        if action == A.NOMAD_SPACE:
            p.nomad_monuments -= 1
        elif action == A.STORAGE_SPACE:
            p.storage_monument = 0
            state.set_nomads(p)
        elif action == A.LOOSE:
            p.loose = 0
        else:
            reward = state.kit.track[p.track]
            p.track += 1
            if action == A.TRACK and reward != 0:  # §recruit.3
                state.gain(seat, reward)


@final
class Keep(Step[Tungaru]):
    """Step 4: face up, onto the Traveller pile, or in place of another one when all spaces are taken.  §recruit.4"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        if state.nomad_room(p):
            out[0] = A.FACE_UP
            out[1] = A.TRAVELLER
            return 2
        out[0] = A.TRAVELLER
        return bits.members_into(p.face_up, A.REPLACE, out, 1)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        island = arg_of(ask)
        p = state.players[seat]
        nomad = state.nomad[island]
        state.put_nomad(island, NONE)
        p.nomads |= bits.bit(nomad)
        if action >= A.REPLACE:
            p.hide_nomad(action - A.REPLACE)
        if action != A.TRAVELLER:
            p.show_nomad(nomad)
        state.set_nomads(p)
        state.then(REFILL_ISLAND, seat | (island << 4))
        if p.stored() > p.capacity:  # a Storage Nomad has gone.  §storage.3
            state.ask(OVERFLOW, seat)


@final
class RefillIsland(Step[Tungaru]):
    """Step 5: only from connected Migration spaces.  §recruit.5"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask) & 15
        island = arg_of(ask) >> 4
        if refills(state, island) != 0:
            state.ask(REFILL, seat, island)
        else:
            state.note(NOTE_NO_REFILL, seat, island)


def refills(state: Tungaru, island: i64) -> i64:
    """Connected Migration spaces that hold a Nomad.  §recruit.5"""
    found: i64 = 0
    for space in range(i64(A.N_MIGRATION)):
        if state.migration[space] != NONE:
            found |= 1 << space
    return found & state.side.migration[island]


@final
class Refill(Step[Tungaru]):
    """Which Nomad moves to the island?  §recruit.5, §end.1"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        choice = refills(state, arg_of(ask))
        return bits.members_into(choice, A.REFILL, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        space = action - A.REFILL
        state.put_nomad(arg_of(ask), state.migration[space])
        state.migration[space] = NONE
        if state.pile != 0:
            state.ask(DRAW, CHANCE, DRAW_FOR_MIGRATION + space)
        elif is_migration_over(state):  # §end.1
            state.ending = True
            state.note(NOTE_LAST_ROUND)


def is_migration_over(state: Tungaru) -> bool:
    """§end.1"""
    for space in range(i64(A.N_MIGRATION)):
        if state.migration[space] != NONE:
            return False
    return True
