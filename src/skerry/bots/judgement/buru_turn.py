"""A seat's turn in a region of Buru: whether it will be there, how many act before it, whether it is Triumphant.

Explorers still on the mats are taken as average ones.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import reals
from skerry.core import bits
from skerry.core.state import BY_ITSELF, arg_of, seat_of, step_of, zeros
from skerry.games.buru.actions import MAX_PLAYERS
from skerry.games.buru.player import NONE, Player
from skerry.games.buru.state import AT_MORNING, LAKE, LAWAN_ACTS, SHORE, SPACE, TAKE, VILLAGE, Buru


@final
class RegionTurn:
    def __init__(self) -> None:
        self.coming: vec[i64] = zeros(MAX_PLAYERS)  # Explorers each player has still to place, and their mean Power
        self.mean: vec[float] = reals(MAX_PLAYERS)
        # for the region being looked at
        self.here: float = 0.0  # the chance to be there,
        self.before: float = 0.0  # how many act earlier,
        self.first: float = 0.0  # the chance to be Triumphant,
        self.space: i64 = NONE  # its space, if that is known,
        self.parts: i64 = 0  # and what is left to do there

    def count(self, state: Buru) -> None:
        """Before any region: the Explorers that are still to come."""
        for number in range(state.n):
            q = state.players[number]
            self.coming[number] = 0
            if state.phase <= AT_MORNING:
                self.coming[number] = to_place(q)
            self.mean[number] = float(state.kit.power_of[q.mat]) / float(max(1, bits.count(q.mat)))

    def look(self, state: Buru, seat: i64, region: i64) -> None:
        self.space = NONE
        self.before = 0.0
        self.first = 0.0
        self.here = 0.0
        if is_pending(state, region):
            self.foresee(state, seat, region)
        elif region == state.region:
            self.find(state, seat)

    def foresee(self, state: Buru, seat: i64, region: i64) -> None:
        """In a region that has not been revealed yet."""
        p = state.players[seat]
        left = self.coming[seat]
        if p.how_many_in(region) > 0:
            self.here = 1.0
        elif left > 0:
            self.here = min(1.0, float(left) / float(uncovered(p)))
        else:
            return
        own = self.strength(state, seat, region)
        self.first = self.here
        for other in range(state.n):
            if other != seat:
                q = state.players[other]
                coming = self.coming[other]
                chance = 1.0 if q.how_many_in(region) > 0 else min(1.0, 0.3 * float(coming))
                if chance == 0.0:
                    continue
                blur = 0.25 + 0.7 * float(left + coming)
                if state.is_lawan(other):
                    blur += 1.4 * float(q.how_many_in(region))
                ahead = self.strength(state, other, region) - own
                ahead += 0.3 if comes_first(state, other, seat) else -0.3
                chance *= min(1.0, max(0.0, 0.5 + ahead / (2.0 * blur)))
                self.before += chance
                self.first *= 1.0 - chance

    def strength(self, state: Buru, number: i64, region: i64) -> float:
        """The seat's expected Power in a region, if it is there at all."""
        p = state.players[number]
        there = p.how_many_in(region)
        mean = self.mean[number]
        if there == 0:
            return mean
        power = mean * float(there) if state.is_lawan(number) else float(state.kit.power_of[p.explorers_in(region)])
        return power + 0.15 * mean * float(self.coming[number])

    def find(self, state: Buru, seat: i64) -> None:
        """In the region being resolved: has the seat still to act, or is it already on its space?"""
        for back in range(state.depth):
            ask = state.asks[state.depth - 1 - back]
            step = step_of(ask)
            if ask & BY_ITSELF:
                if step == LAWAN_ACTS:
                    self.before += 1.0
            elif step in (TAKE, SPACE):
                if seat_of(ask) == seat:
                    self.here = 1.0
                    return
                self.before += 1.0
            elif seat_of(ask) == seat and (step in (SHORE, VILLAGE, LAKE)):
                self.here = 1.0
                self.parts = arg_of(ask) & 7
                self.space = arg_of(ask) >> 4
                return

    def take_space(self, state: Buru, region: i64) -> None:
        """The first space left by those who act earlier, unless the seat already has one."""
        if self.space == NONE:
            free = state.free_spaces(region)
            self.space = bits.nth(free, min(i64(self.before + 0.5), bits.count(free) - 1))
            self.parts = state.kit.space_parts[self.space]

    def totem(self, state: Buru, seat: i64, region: i64, spirit: i64) -> float:
        """The chance to hold the totem of this region."""
        if state.totems[spirit] != seat:
            return self.first
        return max(self.first, self.nobody(state, seat, region)) if is_pending(state, region) else 1.0

    def nobody(self, state: Buru, seat: i64, region: i64) -> float:
        """The chance that nobody else takes the totem of this region."""
        if self.here == 1.0:
            return self.first
        chance: float = 1.0
        for other in range(state.n):
            if other != seat:
                q = state.players[other]
                if q.how_many_in(region) > 0:
                    return self.first
                chance *= 1.0 - min(1.0, 0.3 * float(self.coming[other]))
        return chance


def is_pending(state: Buru, region: i64) -> bool:
    """Is the region still to be revealed in this round?"""
    return (state.flipped >> region) & 1 == 0


def to_place(p: Player) -> i64:
    """Explorers still to be placed in regions."""
    return max(0, 4 - p.how_many_placed())


def uncovered(p: Player) -> i64:
    """Regions without an Explorer of this player."""
    n: i64 = 0
    for region in range(i64(4)):
        if p.how_many_in(region) == 0:
            n += 1
    return n


def comes_first(state: Buru, one: i64, other: i64) -> bool:
    """Does one act before the other with equal Power?"""
    first = state.first_of_equals()
    n = state.n
    return (one - first + n) % n < (other - first + n) % n
