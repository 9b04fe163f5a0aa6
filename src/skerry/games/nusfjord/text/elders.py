"""What the Elders do, in words made from their rows."""

from skerry.games.nusfjord.kit.rows import ElderRow
from skerry.games.nusfjord.text.words import goods, listed


def elder_words(row: ElderRow) -> str:
    taken, paid = goods(row.wood, row.fish, row.gold), goods(row.pay_wood, row.pay_fish, row.pay_gold)
    issued = listed([f"{n} {good}" for n, good in ((row.gold, "gold"), (row.fish, "fish")) if n])
    served = "Serve Fish" + (f" and gain {row.wood} wood for each plate" if row.wood else "")
    served += f"; each plate costs {row.fish} fish less (but at least 1)" if row.fish else ""
    words = {
        "build": f"Build a Building for {row.wood} wood less" if row.wood else "Build a Building",
        "buy": f"Buy All Shares for {row.gold} gold less" if row.gold else "Buy All Shares",
        "clear_and_build": f"Remove a Forest and gain {row.wood} wood; then you may Build a Building",
        "copy": "Use any blocked space of the Action board",
        "deforest": f"Deforest and gain {row.fish} fish as well" if row.fish else "Deforest",
        "exchange": f"Pay {paid} to gain {taken}",
        "gain": f"Gain {taken}",
        "grow_and_thin_out": "Put a Forest on top of one of yours, then Thin Out",
        "issue": f"Issue a Share and gain {issued}" if row.gold else "Issue a Share",
        "serve": served,
        "ship": f"Build a Ship for {row.wood} wood less (or {row.gold} gold less if you pay gold for a schooner)",
        "ship_or_building": "Build a Ship or Build a Building",
        "thin_out_or_reforest": f"Thin Out and gain {row.wood} more wood, or Reforest and gain {row.more} wood",
        "transfer": f"Put {row.fish} fish into your Reserve, then Transfer Reserve",
        "upgrade_ship": f"Exchange a sloop for a cutter ({row.pay_wood} wood) or a cutter for a schooner "
        f"({row.pay_gold} gold)",
    }
    return words[row.effect]
