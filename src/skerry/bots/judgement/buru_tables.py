"""Roughly what the goods and cards of Buru are worth compared with each other, worked out once from the components."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import reals
from skerry.core import bits
from skerry.games.buru.actions import N_DECREES, N_FOREST, N_ISLANDERS
from skerry.games.buru.cards import CLAY, COUNTS_NOTHING, EBONY, ESTEEM, FISH, PALM, BuruKit, DreamReader, Picker
from skerry.games.buru.state import NO_KIT, Buru

# in Esteem
FISH_UNIT: Final = 0.35
TOKEN_UNIT: Final = 1.4
EBONY_UNIT: Final = 1.8
ELDER_UNIT: Final = 2.5


@final
class KitTables:
    def __init__(self) -> None:
        self.kit: BuruKit = NO_KIT
        self.use: vec[float] = reals(N_ISLANDERS)  # per round, without what is counted
        self.price: vec[float] = reals(N_ISLANDERS)
        self.counting: i64 = 0  # Islanders that count something
        self.forest: vec[float] = reals(N_FOREST)
        self.decree: vec[float] = reals(N_DECREES)

    def learn(self, kit: BuruKit) -> None:
        self.kit = kit
        self.counting = 0
        for card in range(i64(N_ISLANDERS)):
            self.learn_islander(card)
        for row in range(i64(N_FOREST)):
            self.forest[row] = goods_worth(kit.forest_gain[row])
        for decree in range(i64(N_DECREES)):
            worth = goods_worth(kit.decree_gain[decree])
            self.decree[decree] = worth + ELDER_UNIT * float((kit.decree_elder >> decree) & 1)

    def learn_islander(self, card: i64) -> None:
        kit = self.kit
        islander = kit.islanders[card]
        bit = bits.bit(card)
        worth = 0.4
        if kit.can_be_tasked & bit:
            worth = goods_worth(islander.gain) - goods_worth(islander.pay)
            if isinstance(islander, DreamReader):
                worth += ELDER_UNIT
            if isinstance(islander, Picker):
                worth += EBONY_UNIT
            if islander.tally.what != COUNTS_NOTHING:
                self.counting |= bit
        elif kit.discounts[islander.spirit] & bit:
            worth = 1.2
        elif kit.singers[islander.spirit] & bit:
            worth = 0.6 * goods_worth(islander.gain)
        self.use[card] = worth
        self.price[card] = float(islander.price)

    def use_of(self, state: Buru, seat: i64, card: i64) -> float:
        """What an Islander brings in a round."""
        worth = self.use[card]
        if self.counting & bits.bit(card):
            islander = state.kit.islanders[card]
            worth += unit(islander.counted) * float(islander.tally.worth(state, seat))
        return worth

    def decrees_worth(self, decrees: i64) -> float:
        worth: float = 0.0
        while decrees != 0:
            worth += self.decree[bits.lowest(decrees)]
            decrees &= decrees - 1
        return worth


def unit(kind: i64) -> float:
    if kind == ESTEEM:
        return 1.0
    if kind == FISH:
        return FISH_UNIT
    return EBONY_UNIT if kind == EBONY else TOKEN_UNIT


def goods_worth(goods: vec[i64]) -> float:
    worth = FISH_UNIT * float(goods[FISH]) + TOKEN_UNIT * float(goods[PALM] + goods[CLAY])
    return worth + EBONY_UNIT * float(goods[EBONY]) + float(goods[ESTEEM])
