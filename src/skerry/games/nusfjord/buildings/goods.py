"""Goods that an effect takes or gives, of the supply and of the Reserve; and how they are called."""

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord.text.shortage import short
from skerry.games.nusfjord.text.words import listed

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord


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

    def payable(self, state: "Nusfjord", seat: i64) -> i64:
        """How many times the player could pay this now; 99 if it is free."""
        p = state.players[seat]
        times: i64 = 99
        if self.wood > 0:
            times = min(times, p.wood // self.wood)
        if self.fish > 0:
            times = min(times, p.fish // self.fish)
        if self.gold > 0:
            times = min(times, p.gold // self.gold)
        if self.reserve_wood > 0:
            times = min(times, p.reserve_wood // self.reserve_wood)
        if self.reserve_fish > 0:
            times = min(times, p.reserve_fish // self.reserve_fish)
        if self.reserve_gold > 0:
            times = min(times, p.reserve_gold // self.reserve_gold)
        return times

    def stored(self) -> i64:
        """Goods of the Reserve, of any kind."""
        return self.reserve_wood + self.reserve_fish + self.reserve_gold

    def total(self) -> i64:
        return self.wood + self.fish + self.gold + self.stored()

    def is_useful(self, state: "Nusfjord", seat: i64) -> bool:
        """Would any of it arrive?  Wood beyond the limit does not."""
        p = state.players[seat]
        if self.fish + self.gold + self.stored() > 0:
            return True
        return self.wood > 0 and p.wood < p.wood_limit

    # ---- for people
    def times(self, n: i64) -> "Goods":
        wood, fish, gold = self.reserve_wood * n, self.reserve_fish * n, self.reserve_gold * n
        return Goods(self.wood * n, self.fish * n, self.gold * n, wood, fish, gold)

    def amounts(self) -> dict[str, int]:
        """By name, without what there is none of."""
        every = {
            "wood": int(self.wood),
            "fish": int(self.fish),
            "gold": int(self.gold),
            "reserve_wood": int(self.reserve_wood),
            "reserve_fish": int(self.reserve_fish),
            "reserve_gold": int(self.reserve_gold),
        }
        return {name: n for name, n in every.items() if n}

    def supply_words(self) -> str:
        """`2 wood and 1 gold`"""
        parts = [f"{n} {name}" for name, n in self.amounts().items() if not name.startswith("reserve_")]
        return listed(parts)

    def reserve_words(self) -> str:
        """The goods of the Reserve, without saying so."""
        parts = [f"{n} {name[8:]}" for name, n in self.amounts().items() if name.startswith("reserve_")]
        return listed(parts)

    def words(self) -> str:
        """`2 wood and 1 fish from your Reserve`: what is paid."""
        supply, stored = self.supply_words(), self.reserve_words()
        if stored:
            return f"{supply}{' and ' if supply else ''}{stored} from your Reserve"
        return supply

    def gain_words(self) -> str:
        """`gain 2 wood and put 1 fish into your Reserve`"""
        supply, stored = self.supply_words(), self.reserve_words()
        parts = [f"gain {supply}"] if supply else []
        if stored:
            parts.append(f"put {stored} into your Reserve")
        return " and ".join(parts)

    def supply_gist(self) -> str:
        """`1{wood}3{fish}`"""
        return "".join([f"{n}{{{name}}}" for name, n in self.amounts().items() if not name.startswith("reserve_")])

    def reserve_gist(self) -> str:
        return "".join([f"{n}{{{name[8:]}}}" for name, n in self.amounts().items() if name.startswith("reserve_")])

    def gist(self) -> str:
        """`1{wood}3{fish}`; goods of the Reserve last."""
        supply, stored = self.supply_gist(), self.reserve_gist()
        return f"{supply}{' ' if supply else ''}{stored} of Reserve" if stored else supply

    def shortage(self, rule: str, state: "Nusfjord", seat: i64) -> Reason | None:
        """What a player lacks to pay this; None if nothing."""
        p = state.players[seat]
        return short(
            rule,
            [
                (int(self.wood), int(p.wood), "wood"),
                (int(self.fish), int(p.fish), "fish"),
                (int(self.gold), int(p.gold), "gold"),
                (int(self.reserve_wood), int(p.reserve_wood), "reserve_wood"),
                (int(self.reserve_fish), int(p.reserve_fish), "reserve_fish"),
                (int(self.reserve_gold), int(p.reserve_gold), "reserve_gold"),
            ],
        )
