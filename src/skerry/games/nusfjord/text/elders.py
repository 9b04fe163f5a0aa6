"""What the Elders do, in words made from their effect and its amounts."""

from skerry.games.nusfjord.effects.box import Elder
from skerry.games.nusfjord.text.words import goods


def elder_words(effect: str, e: Elder) -> str:
    taken, paid = goods(e.wood, e.fish, e.gold), goods(e.pay_wood, e.pay_fish, e.pay_gold)
    if effect == "serve":
        twists = [f"with {e.wood} wood for each plate"] * bool(e.wood)
        twists += [f"each plate {e.fish} fish cheaper (at least 1)"] * bool(e.fish)
        return ", ".join(["Serve Fish", *twists])
    words = {
        "build": f"Build a Building for up to {e.wood} wood less" if e.wood else "Build a Building",
        "buy": f"Buy All Shares for {e.gold} gold less" if e.gold else "Buy All Shares",
        "clear_and_build": f"Remove a Forest and take {e.wood} wood, then you may Build a Building",
        "copy": "Use any blocked space of the Action board",
        "deforest": f"Deforest and take {e.fish} fish" if e.fish else "Deforest",
        "exchange": f"Pay {paid}, take {taken}",
        "gain": f"Take {taken}",
        "grow_and_thin_out": "Put a Forest on top of one of yours, then Thin Out",
        "issue": f"Issue a Share for {taken}" if e.gold else "Issue a Share",
        "ship": f"Build a Ship for up to {e.wood} wood less (a schooner for gold: {e.gold} gold less)",
        "ship_or_building": "Build a Ship or Build a Building",
        "thin_out_or_reforest": f"Thin Out and {e.wood} more wood, or Reforest and {e.more} wood",
        "transfer": f"Put {e.fish} fish into your Reserve, then Transfer Reserve",
        "upgrade_ship": f"Exchange a sloop for a cutter ({e.pay_wood} wood) or a cutter for a schooner "
        f"({e.pay_gold} gold)",
    }
    return words[effect]
