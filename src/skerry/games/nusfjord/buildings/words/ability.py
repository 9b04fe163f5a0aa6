"""`ability`: a rule that holds for the owner from now on.  Buildings never leave, so it is set once."""

from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord import player
from skerry.games.nusfjord.buildings.card import Building, Effect

if TYPE_CHECKING:
    from skerry.games.nusfjord.buildings.fields import EffectFields
    from skerry.games.nusfjord.state import Nusfjord

# names of `rule`: flags of player.py, words, picture, worth
RULES: Final = [
    (
        "serve_from_reserve",
        player.SERVE_FROM_RESERVE,
        "when you Serve Fish, missing fish may come from your Reserve",
        "Serve from Reserve",
        0.8,
    ),
    (
        "fish_from_reserve",
        player.FISH_FROM_RESERVE | player.SERVE_FROM_RESERVE,
        "fish you are missing for Buildings, Ships and plates come from your Reserve",
        "Pay {fish} from Reserve",
        1.3,
    ),
    (
        "own_shares_free",
        player.OWN_SHARES_FREE,
        "your own Shares cost you nothing when you Buy All Shares",
        "Own {share} free to buy",
        1.4,
    ),
    (
        "stack_forests",
        player.STACK_FORESTS,
        "you may Reforest on a double space that already holds 1 or 2 Forests",
        "Reforest on top of {tree}",
        0.9,
    ),
    (
        "own_elder_fish",
        player.OWN_ELDER_FISH,
        "while the Banquet Table is empty, your Elders can act with 1 fish from your supply",
        "Empty table: feed Elders yourself",
        1.3,
    ),
]
RULE_NAMES: Final = tuple([name for name, _, _, _, _ in RULES])
NO_RULE: Final = -1


@final
@mypyc_attr(acyclic=True)
class AbilityEffect(Effect):
    """A standing change of the rules for the owner.  §card.ability"""

    def __init__(self) -> None:
        super().__init__()
        self.wood_limit: i64 = 0  # 0: no change
        self.reserve_limit: i64 = 0
        self.haul: i64 = 0
        self.ship_wood_off: i64 = 0
        self.buy_off: i64 = 0
        self.plate_off: i64 = 0
        self.changed: i64 = NO_RULE  # a place in RULES
        self.flags: i64 = 0  # of player.py

    def read(self, row: "EffectFields") -> None:
        self.wood_limit = row.number("wood_limit", 1, 99)
        self.reserve_limit = row.number("reserve_limit", 1, 99)
        self.haul = row.number("haul")
        self.ship_wood_off = row.number("ship_wood_off")
        self.buy_off = row.number("buy_off")
        self.plate_off = row.number("plate_off")
        rule = row.choice("rule", RULE_NAMES)
        if rule:
            self.changed = RULE_NAMES.index(rule)
            self.flags = RULES[self.changed][1]

    def is_standing(self) -> bool:
        return True

    # ---- what it does
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
        p.abilities |= self.flags

    # ---- what is printed
    def words(self) -> str:
        parts = [f"your supply holds up to {self.wood_limit} wood"] if self.wood_limit else []
        if self.reserve_limit:
            parts.append(f"your Reserve holds up to {self.reserve_limit} fish")
        if self.haul:
            parts.append(f"your haul is {self.haul} fish larger")
        if self.ship_wood_off:
            parts.append(f"each Ship you pay for with wood costs {self.ship_wood_off} wood less")
        if self.buy_off:
            parts.append(f"when you Buy All Shares, you pay {self.buy_off} gold less")
        if self.plate_off:
            parts.append(f"each plate you serve costs {self.plate_off} fish less (but at least 1)")
        if self.changed != NO_RULE:
            parts.append(RULES[self.changed][2])
        return "; ".join(parts)

    def gist(self) -> str:
        parts = [f"Hold {self.wood_limit}{{wood}}"] if self.wood_limit else []
        if self.reserve_limit:
            parts.append(f"Reserve holds {self.reserve_limit}{{fish}}")
        if self.haul:
            parts.append(f"Haul +{self.haul}{{fish}}")
        if self.ship_wood_off:
            parts.append(f"Ships {self.ship_wood_off}{{wood}} less")
        if self.buy_off:
            parts.append(f"Buying {self.buy_off}{{gold}} less")
        if self.plate_off:
            parts.append(f"Plates {self.plate_off}{{fish}} less")
        if self.changed != NO_RULE:
            parts.append(RULES[self.changed][3])
        return ", ".join(parts)

    def face(self) -> dict[str, Any]:
        rules = {
            "wood_limit": int(self.wood_limit),
            "reserve_limit": int(self.reserve_limit),
            "haul": int(self.haul),
            "ship_wood_off": int(self.ship_wood_off),
            "buy_off": int(self.buy_off),
            "plate_off": int(self.plate_off),
        }
        if self.changed != NO_RULE:
            rules[RULES[self.changed][0]] = 1
        return {"rules": {name: n for name, n in rules.items() if n}}

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        worth: float = 0.6 if self.wood_limit else 0.0
        if self.reserve_limit:
            worth += 0.6
        worth += 0.8 * float(self.haul)
        worth += 0.6 * float(self.ship_wood_off)
        if self.buy_off:
            worth += 1.4
        if self.plate_off:
            worth += 1.9
        return worth if self.changed == NO_RULE else worth + RULES[self.changed][4]
