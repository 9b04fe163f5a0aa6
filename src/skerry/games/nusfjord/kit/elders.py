"""The Elders' rows, and the compiled Elder each becomes."""

from collections.abc import Callable

from skerry.core.components import Components
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import elders as E
from skerry.games.nusfjord.box import Elder
from skerry.games.nusfjord.kit.rows import ElderRow

# Board actions: which one, and the amounts of the row that are its twist, 4 bits each (see steps/actions.py).
ELDER_ACTIONS: dict[str, tuple[int, tuple[str, ...]]] = {
    "build": (A.K_BUILDING, ("wood",)),  # §elders.7
    "buy": (A.K_BUY, ("gold",)),  # §elders.11
    "copy": (A.K_COPY_ANY, ()),  # §elders.17
    "deforest": (A.K_DEFOREST, ("fish",)),  # §elders.6
    "issue": (A.K_ISSUE, ("gold", "fish")),  # §elders.5
    "serve": (A.K_SERVE, ("wood", "fish")),  # §elders.4, §elders.10
    "ship": (A.K_SHIP, ("wood", "gold")),  # §elders.12
    "transfer": (A.K_TRANSFER, ("fish",)),  # §elders.8
}
# Everything else: the class, and the amounts it is made with.
OTHER_ELDERS: dict[str, tuple[Callable[..., Elder], tuple[str, ...]]] = {
    "clear_and_build": (E.ClearAndBuild, ("wood",)),
    "exchange": (E.ElderExchange, ("wood", "fish", "gold", "pay_wood", "pay_fish", "pay_gold")),
    "gain": (E.ElderGain, ("wood", "fish", "gold")),
    "grow_and_thin_out": (E.GrowAndThinOut, ()),
    "ship_or_building": (E.ShipOrBuilding, ()),
    "thin_out_or_reforest": (E.ThinOutOrReforest, ("wood", "more")),
    "upgrade_ship": (E.UpgradeShip, ("pay_wood", "pay_gold")),
}
AMOUNTS = ("wood", "fish", "gold", "pay_wood", "pay_fish", "pay_gold", "more")


def read_elders(box: Components) -> list[ElderRow]:
    rows = box.all("elders", ElderRow)
    for place, name in ((0, "Contractor"), (6, "Builder")):
        if rows[place].name != name:
            box.fail("elders", rows[place].id, "name", f"the rulebook calls this Elder {name}")
    if "Forest Manager" not in [row.name for row in rows]:
        box.fail("elders", "elder_3", "name", "one of the Elders must be the Forest Manager")
    for row in rows:
        check_amounts(row, box)
    return rows


def check_amounts(row: ElderRow, box: Components) -> None:
    """An amount that the effect does not use would be lost without a word."""
    _, used = ELDER_ACTIONS[row.effect] if row.effect in ELDER_ACTIONS else OTHER_ELDERS[row.effect]
    for field in AMOUNTS:
        if getattr(row, field) and field not in used:
            words = f"the effect {row.effect} does not use it; its amounts are: {', '.join(used) or 'none'}"
            box.fail("elders", row.id, field, words)
    if row.effect == "clear_and_build" and not row.wood:
        box.fail("elders", row.id, "wood", "0 is not allowed; allowed are 1 to 15")


def make_elder(row: ElderRow) -> Elder:
    if row.effect in ELDER_ACTIONS:
        kind, used = ELDER_ACTIONS[row.effect]
        return E.ElderAction(kind, sum(getattr(row, field) << 4 * place for place, field in enumerate(used)))
    cls, used = OTHER_ELDERS[row.effect]
    return cls(*(getattr(row, field) for field in used))
