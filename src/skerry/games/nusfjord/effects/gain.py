"""The word `gain`: goods from the general supply, at once, whenever something happens, or by a single later use."""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.cards import Effect
from skerry.games.nusfjord.effects import counts

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord

NOTHING: Final = vec[i64]([])


@final
@mypyc_attr(acyclic=True)
class Goods:
    """Goods to take or pay: wood, fish, gold of the supply, and of the Reserve."""

    def __init__(
        self,
        wood: i64 = 0,
        fish: i64 = 0,
        gold: i64 = 0,
        reserve_wood: i64 = 0,
        reserve_fish: i64 = 0,
        reserve_gold: i64 = 0,
    ) -> None:
        self.wood: i64 = wood
        self.fish: i64 = fish
        self.gold: i64 = gold
        self.reserve_wood: i64 = reserve_wood
        self.reserve_fish: i64 = reserve_fish
        self.reserve_gold: i64 = reserve_gold

    def give(self, state: "Nusfjord", seat: i64, slot: i64, times: i64) -> None:
        """From the general supply.  Wood in the supply obeys the limit, the Reserve may pass its own (R30)."""
        if times <= 0:
            return
        if self.wood > 0:
            state.gain_wood(seat, self.wood * times, slot)
        if self.fish > 0:
            state.gain_fish(seat, self.fish * times, slot)
        if self.gold > 0:
            state.gain_gold(seat, self.gold * times, slot)
        if self.reserve_wood > 0:
            state.reserve_add_wood(seat, self.reserve_wood * times, slot)
        if self.reserve_fish > 0:
            state.reserve_add_fish(seat, self.reserve_fish * times, slot)
        if self.reserve_gold > 0:
            state.reserve_add_gold(seat, self.reserve_gold * times, slot)

    def stored(self) -> i64:
        """Goods of the Reserve, of whatever kind."""
        return self.reserve_wood + self.reserve_fish + self.reserve_gold

    def is_useful(self, state: "Nusfjord", seat: i64) -> bool:
        """Would any of it arrive?  Wood beyond the limit does not."""
        p = state.players[seat]
        if self.fish + self.gold + self.stored() > 0:
            return True
        return self.wood > 0 and p.wood < p.wood_limit


@final
@mypyc_attr(acyclic=True)
class Gain(Effect):
    """§card.gain"""

    def __init__(self) -> None:
        super().__init__()
        self.goods: Goods = Goods()
        self.per: vec[i64] = NOTHING
        self.least: i64 = 0  # sets counted
        self.most: i64 = 99
        self.need: vec[i64] = NOTHING
        self.unless: vec[i64] = NOTHING
        self.per_round: i64 = 0  # 0: as often as it happens

    def happen(self, state: "Nusfjord", seat: i64, card: i64, moment: i64, amount: i64) -> None:
        slot = card & 63
        if not counts.are_met(state, seat, slot, amount, self.need, self.unless):
            return
        if self.per_round > 0:
            p = state.players[seat]
            if p.uses(slot) >= self.per_round:
                return
            p.add_use(slot)
        self.goods.give(state, seat, slot, self.times(state, seat, slot, amount))

    def times(self, state: "Nusfjord", seat: i64, slot: i64, amount: i64) -> i64:
        times = counts.sets(state, seat, slot, amount, self.per)
        if times < self.least:
            times = self.least
        return times if times < self.most else self.most

    def can_use(self, state: "Nusfjord", seat: i64, card: i64) -> bool:
        return self.times(state, seat, card & 63, 0) > 0 and self.goods.is_useful(state, seat)
