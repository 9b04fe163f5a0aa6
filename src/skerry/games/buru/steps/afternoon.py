"""Afternoon: one region after another is revealed, won and used."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import ESTEEM, FISH
from skerry.games.buru.state import (
    AT_AFTERNOON,
    FOREST,
    LAKE,
    LAKE_REGION,
    LAWAN_ACTS,
    NOTE_CONTINUING,
    NOTE_DECREE,
    NOTE_FLIP,
    NOTE_MARKER,
    NOTE_NOBODY,
    NOTE_SIDE,
    NOTE_SPACE,
    NOTE_TIE,
    NOTE_TOTEM,
    NOTE_TRIUMPH,
    POWER,
    RESOLVE,
    SHORE,
    SHORE_REGION,
    SIDE_GAINS,
    SPACE,
    TAKE,
    VILLAGE,
    Buru,
)
from skerry.games.buru.steps.elders import lawan_keeps_elder
from skerry.games.buru.steps.shore import fill_row


@final
class Region(Step[Buru]):
    """Reveal the Explorers of the region.  §region.1, §lawan.morning"""

    def run(self, state: Buru, ask: i64) -> None:
        region = arg_of(ask)
        state.phase = AT_AFTERNOON
        state.region = region
        state.order = 0
        state.deeds = 0
        if state.flipped == 0:
            state.ties_from = state.emissary
        state.flipped |= 1 << region
        state.news += 1
        state.then(RESOLVE, region)
        for seat in range(state.seats):
            if state.players[seat].how_many_in(region) > 0:
                state.note(NOTE_FLIP, seat, state.players[seat].explorers_in(region), region)
        for back in range(state.n - state.seats):
            lawan = state.n - 1 - back
            for _explorer in range(state.players[lawan].how_many_in(region)):
                state.ask(POWER, CHANCE, lawan | (region << 4))


@final
class Resolve(Step[Buru]):
    """The order, the Triumphant, and everyone's action.  §region.2, §region.3, §region.4"""

    def run(self, state: Buru, ask: i64) -> None:
        region = arg_of(ask)
        for lawan in range(state.seats, state.n if state.noting else state.seats):
            if state.players[lawan].how_many_in(region) > 0:
                state.note(NOTE_FLIP, lawan, state.players[lawan].explorers_in(region), region)
        present = rank(state, region)
        if present == 0:
            state.note(NOTE_NOBODY, 0, region)
            return
        for back in range(present):
            number = ((state.order >> (4 * (present - 1 - back))) & 15) - 1
            if state.is_lawan(number):
                state.then(LAWAN_ACTS, number)
            elif region == FOREST:
                state.ask(TAKE, number)
            else:
                state.ask(SPACE, number, region)
        triumph(state, (state.order & 15) - 1, region)


def tied(state: Buru, place: i64, region: i64) -> i64:
    """Who ties with the player at this place of the order, for the log: the total, the players, the Emissary."""
    number = ((state.order >> (4 * place)) & 15) - 1
    total = state.kit.power_of[state.players[number].explorers_in(region)]
    level: i64 = 0
    for other in range(state.n):
        p = state.players[other]
        if p.how_many_in(region) > 0 and state.kit.power_of[p.explorers_in(region)] == total:
            level |= 1 << other
    return total | (level << 8) | (state.ties_from << 12)


def note_lesser_ties(state: Buru, region: i64) -> None:
    """Ties behind the Triumphant, each once.  §region.2"""
    noted = (tied(state, 0, region) >> 8) & 15
    for place in range(i64(1), state.n):
        number = ((state.order >> (4 * place)) & 15) - 1
        if number >= 0 and (noted >> number) & 1 == 0:
            tie = tied(state, place, region)
            noted |= (tie >> 8) & 15
            if bits.count((tie >> 8) & 15) > 1:
                state.note(NOTE_TIE, number, region, tie)


def rank(state: Buru, region: i64) -> i64:
    """Write the order, highest total first, ties clockwise from the Emissary; return how many are there.  §region.2"""
    first = state.first_of_equals()
    present: i64 = 0
    taken: i64 = 0
    while True:
        best: i64 = -1
        best_power: i64 = -1
        for k in range(state.n):
            number = (first + k) % state.n
            p = state.players[number]
            if p.how_many_in(region) == 0 or (taken >> number) & 1:
                continue
            power = state.kit.power_of[p.explorers_in(region)]
            if power > best_power:
                best = number
                best_power = power
        if best < 0:
            return present
        taken |= 1 << best
        state.order |= (best + 1) << (4 * present)
        present += 1


def triumph(state: Buru, number: i64, region: i64) -> None:
    """Totem and Decrees, before any action.  §region.3, §totem.1, §decree.1"""
    p = state.players[number]
    if state.noting:
        state.note(NOTE_TRIUMPH, number, region, tied(state, 0, region))
        note_lesser_ties(state, region)
    for spirit in range(i64(A.N_SPIRITS)):
        if state.kit.totem_home[spirit] == region and state.totems[spirit] != number:
            state.note(NOTE_TOTEM, number, spirit, state.totems[spirit] + 1)
            state.totems[spirit] = number
    won = state.decrees & state.kit.decrees_at[region]
    while won != 0:
        decree = bits.lowest(won)
        won &= won - 1
        state.decrees &= ~(1 << decree)
        p.decrees |= 1 << decree
        state.decrees_won |= 1 << decree
        state.note(NOTE_DECREE, number, decree, gain_by_decree(state, number, decree))
        if (state.kit.decree_elder >> decree) & 1:
            if state.is_lawan(number):
                lawan_keeps_elder(state, number)
            else:
                state.draw_elders(number, state.kit.elders_drawn)


def gain_by_decree(state: Buru, number: i64, decree: i64) -> i64:
    gains = state.kit.decree_gain[decree]
    state.players[number].from_decrees += gains[ESTEEM]
    return state.gain_all(number, gains)


@final
class SpaceChoice(Step[Buru]):
    """Any free space of the region.  §region.4, §region.5"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.free_spaces(arg_of(ask)), A.SPACE, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        region = arg_of(ask)
        space = action - A.SPACE
        stand(state, seat, space)
        parts = state.kit.space_parts[space] | (((state.kit.space_cycle >> space) & 1) << 3) | (space << 4)
        if region == SHORE_REGION:
            state.ask(SHORE, seat, parts)
        elif region == LAKE_REGION:
            continuing(state, seat, state.players[seat].islanders & state.kit.lake_keepers)  # §islander.lake
            state.ask(LAKE, seat, parts)
        else:
            state.ask(VILLAGE, seat, parts)


def continuing(state: Buru, number: i64, islanders: i64) -> None:
    """What Islanders that are always at work bring now.  §islander.continuing"""
    while islanders != 0:
        card = bits.lowest(islanders)
        islanders &= islanders - 1
        state.note(NOTE_CONTINUING, number, card, state.kit.islanders[card].work_on(state, number))


def stand(state: Buru, number: i64, space: i64) -> None:
    """§region.4"""
    state.stood |= (number + 1) << (4 * space)
    state.deeds = A.SPACE + space
    state.side_open = True
    state.note(NOTE_SPACE, number, space)
    state.then(SIDE_GAINS, number | (space << 4))


@final
class SideGains(Step[Buru]):
    """The bonus of the space, after its main part.  §region.6"""

    def run(self, state: Buru, ask: i64) -> None:
        number = arg_of(ask) & 15
        space = arg_of(ask) >> 4
        if state.side_open:
            side_gains(state, number, space)
        if state.kit.space_region[space] == SHORE_REGION:
            fill_row(state)


def has_side_gains(state: Buru, space: i64) -> bool:
    kit = state.kit
    return kit.space_fish[space] > 0 or ((kit.space_elder | kit.space_marker) >> space) & 1 == 1


def side_gains(state: Buru, number: i64, space: i64) -> None:
    """§region.6, §elder.1, §lake.4"""
    state.side_open = False
    kit = state.kit
    if kit.space_fish[space] > 0:
        state.note(NOTE_SIDE, number, space, state.gain(number, FISH, kit.space_fish[space]))
    if (kit.space_marker >> space) & 1:
        state.marker_taken = True
        state.note(NOTE_MARKER, number, 1 if state.emissary != number else 0)
        state.emissary = number
    if (kit.space_elder >> space) & 1:
        if state.is_lawan(number):
            lawan_keeps_elder(state, number)
        else:
            state.draw_elders(number, kit.elders_drawn)
