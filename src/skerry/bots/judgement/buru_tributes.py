"""Tributes of Buru: what a tribute to each spirit brings, and the best one or two that a seat can pay."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.buru_tables import FISH_UNIT, goods_worth
from skerry.brain.judgement import reals
from skerry.core import bits
from skerry.core.numbers import smaller
from skerry.games.buru.actions import N_SPIRITS
from skerry.games.buru.cards import EBONY, ESTEEM, FISH, PALM, SPIRIT, TRIBUTE_SET, BuruKit
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru

ALMOST: Final = 0.25  # of a token: expected goods are not whole numbers


N_WAYS: Final = 9  # to give one tribute or two: (0), (0, 0), (0, 1), (0, 2), (1), (1, 1), (1, 2), (2), (2, 2)


@final
class Tributes:
    def __init__(self) -> None:
        self.one: vec[i64] = vec[i64]([0, 0, 0, 0, 1, 1, 1, 2, 2])  # the spirits of each way
        self.two: vec[i64] = vec[i64]([NONE, 0, 1, 2, NONE, 1, 2, NONE, 2])
        self.cost: vec[float] = reals(N_WAYS * ESTEEM)
        self.worth: vec[float] = reals(N_SPIRITS)
        self.spared: vec[float] = reals(N_SPIRITS)  # tokens saved by discounts
        self.chosen: i64 = NONE  # a way

    def learn(self, kit: BuruKit) -> None:
        for way in range(i64(N_WAYS)):
            for kind in range(i64(ESTEEM)):
                cost = kit.tribute_cost[self.one[way]][kind]
                if self.two[way] != NONE:
                    cost += kit.tribute_cost[self.two[way]][kind]
                self.cost[way * ESTEEM + kind] = float(cost)

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
            self.spared[spirit] = 0.0
            if p.islanders & kit.discounts[spirit] != 0 and kit.tribute_tokens[spirit] > 1:
                self.spared[spirit] = 1.0
        mask = p.elders
        while mask != 0:
            elder = kit.elders[bits.lowest(mask)]
            mask &= mask - 1
            if elder.what == SPIRIT:
                self.worth[elder.arg] += float(elder.points) / float(elder.each)
            elif elder.what == TRIBUTE_SET:
                fewest = smaller(p.tributes[0], smaller(p.tributes[1], p.tributes[2]))
                for spirit in range(i64(N_SPIRITS)):
                    if p.tributes[spirit] == fewest:
                        self.worth[spirit] += 0.5 * float(elder.points)

    def choose(self, goods: vec[float], parts: i64, on_credit: bool) -> float:
        """Choose the best one or two tributes that can be paid; on credit, fish do not matter."""
        best: float = 0.0
        self.chosen = NONE
        if parts == 0:
            return best
        cost = self.cost
        worths = self.worth
        fish = goods[FISH] + ALMOST
        for way in range(i64(N_WAYS)):
            second = self.two[way]
            if second != NONE and parts < 2:
                continue
            first = self.one[way]
            worth = worths[first]
            if second != NONE:
                worth += worths[second]
            if worth <= best or (not on_credit and cost[way * ESTEEM + FISH] > fish):
                continue
            if self.tokens_missing(goods, way) <= self.saved(way):
                best = worth
                self.chosen = way
        return best

    def spend(self, goods: vec[float], here: float) -> None:
        """Take off the goods for the chosen tributes, times the chance of being here."""
        way = self.chosen
        if way == NONE:
            return
        unused = self.saved(way) - ALMOST - self.tokens_missing(goods, way)
        for kind in range(i64(ESTEEM)):
            goods[kind] = max(0.0, goods[kind] - here * self.cost[way * ESTEEM + kind])
        if unused > 0.0:
            goods[EBONY] += here * unused

    def saved(self, way: i64) -> float:
        first = self.one[way]
        second = self.two[way]
        spared = self.spared[first]
        if second != NONE:
            spared += self.spared[second]
        return spared + ALMOST

    def tokens_missing(self, goods: vec[float], way: i64) -> float:
        missing: float = 0.0
        cost = self.cost
        at = way * ESTEEM
        for kind in range(i64(PALM), i64(ESTEEM)):
            lacking = cost[at + kind] - goods[kind]
            if lacking > 0.0:
                missing += lacking
        return missing
