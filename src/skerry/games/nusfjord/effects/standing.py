"""The word `ability`: a rule that holds for the owner from now on.  Buildings never leave, so it is set once."""

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.cards import Effect

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class Ability(Effect):
    """§card.ability"""

    def __init__(self) -> None:
        super().__init__()
        self.wood_limit: i64 = 0  # 0: no change
        self.reserve_limit: i64 = 0
        self.haul: i64 = 0
        self.ship_wood_off: i64 = 0
        self.buy_off: i64 = 0
        self.plate_off: i64 = 0
        self.rule: i64 = 0  # a flag of state.py

    def happen(self, state: "Nusfjord", seat: i64, card: i64, moment: i64, amount: i64) -> None:
        p = state.players[seat]
        if self.wood_limit > p.wood_limit:
            p.wood_limit = self.wood_limit
        if self.reserve_limit > p.reserve_limit:
            p.reserve_limit = self.reserve_limit
        p.haul_bonus += self.haul
        p.ship_wood_off += self.ship_wood_off
        p.buy_off += self.buy_off
        p.plate_off += self.plate_off
        p.abilities |= self.rule
