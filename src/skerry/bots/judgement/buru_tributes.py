"""Tributes of Buru: what a tribute to each spirit brings, and the best one or two that a seat can pay."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.buru_tables import FISH_UNIT, goods_worth
from skerry.brain.judgement import reals
from skerry.core import bits
from skerry.games.buru.actions import N_SPIRITS
from skerry.games.buru.cards import EBONY, ESTEEM, FISH, SPIRIT, TRIBUTE_SET, BuruKit
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru

ALMOST: Final = 0.25  # of a token: expected goods are not whole numbers


@final
class Tributes:
    def __init__(self) -> None:
        self.cost: vec[float] = reals(N_SPIRITS * ESTEEM)
        self.worth: vec[float] = reals(N_SPIRITS)
        self.spared: vec[i64] = vec[i64]([0, 0, 0])  # tokens saved by discounts
        self.one: i64 = NONE  # the spirits chosen
        self.two: i64 = NONE

    def learn(self, kit: BuruKit) -> None:
        for spirit in range(i64(N_SPIRITS)):
            for kind in range(i64(ESTEEM)):
                self.cost[spirit * ESTEEM + kind] = float(kit.tribute_cost[spirit][kind])

    def weigh(self, state: Buru, seat: i64, totems: vec[float]) -> None:
        """What a tribute to each spirit brings: its card, singers, the totem, Elders that count it."""
        kit = state.kit
        p = state.players[seat]
        for spirit in range(i64(N_SPIRITS)):
            worth = float(kit.tribute_esteem[spirit])
            singers = p.islanders & kit.singers[spirit]
            while singers != 0:
                worth += goods_worth(kit.islanders[bits.lowest(singers)].gain)
                singers &= singers - 1
            worth += totems[spirit] * float(kit.totem_esteem)
            worth += FISH_UNIT * float(bits.count(state.decrees & kit.altar_decrees[spirit]))
            self.worth[spirit] = worth
            self.spared[spirit] = 0
            if p.islanders & kit.discounts[spirit] != 0 and kit.tribute_tokens[spirit] > 1:
                self.spared[spirit] = 1
        mask = p.elders
        while mask != 0:
            elder = kit.elders[bits.lowest(mask)]
            mask &= mask - 1
            if elder.what == SPIRIT:
                self.worth[elder.arg] += float(elder.points) / float(elder.each)
            elif elder.what == TRIBUTE_SET:
                fewest = min(p.tributes[0], p.tributes[1], p.tributes[2])
                for spirit in range(i64(N_SPIRITS)):
                    if p.tributes[spirit] == fewest:
                        self.worth[spirit] += 0.5 * float(elder.points)

    def choose(self, goods: vec[float], parts: i64, on_credit: bool) -> float:
        """Choose the best one or two tributes that can be paid; on credit, fish do not matter."""
        best: float = 0.0
        self.one = NONE
        self.two = NONE
        if parts == 0:
            return best
        for first in range(i64(N_SPIRITS)):
            for second in range(first - 1, i64(N_SPIRITS)):
                other = second if second >= first else i64(NONE)
                if other != NONE and parts < 2:
                    continue
                worth = self.worth[first]
                if other != NONE:
                    worth += self.worth[other]
                if worth > best and self.missing(goods, first, other, on_credit) <= self.saved(first, other):
                    best = worth
                    self.one = first
                    self.two = other
        return best

    def spend(self, goods: vec[float], here: float) -> None:
        """Take off the goods for the chosen tributes, times the chance of being here."""
        first = self.one
        second = self.two
        if first == NONE:
            return
        unused = self.saved(first, second) - ALMOST - self.missing(goods, first, second, True)
        for kind in range(i64(ESTEEM)):
            goods[kind] = max(0.0, goods[kind] - here * self.cost_of(first, second, kind))
        if unused > 0.0:
            goods[EBONY] += here * unused

    def saved(self, first: i64, second: i64) -> float:
        spared = float(self.spared[first])
        if second != NONE:
            spared += float(self.spared[second])
        return spared + ALMOST

    def missing(self, goods: vec[float], first: i64, second: i64, on_credit: bool) -> float:
        """How many tokens are missing; far too many if the fish are missing."""
        missing: float = 0.0
        for kind in range(i64(ESTEEM)):
            lacking = self.cost_of(first, second, kind) - goods[kind]
            if kind == FISH:
                if lacking > ALMOST and not on_credit:
                    return 100.0
            elif lacking > 0.0:
                missing += lacking
        return missing

    def cost_of(self, first: i64, second: i64, kind: i64) -> float:
        cost = self.cost[first * ESTEEM + kind]
        return cost if second == NONE else cost + self.cost[second * ESTEEM + kind]
