"""The action spaces: their ids, their rules, and what they say."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Space(NamedTuple):
    id: str
    action: str
    rule: str
    gist: str
    words: str
    gain: Mapping[str, str] = MappingProxyType(
        {}
    )  # what it always brings: a good, and which number of the kit says how much


SPACES = (
    Space("gold", "gold", "gold.1", "gain 1 gold", "Gain {kit.space_gold} gold.", {"gold": "space_gold"}),
    Space(
        "transfer_reserve",
        "transfer_reserve",
        "transfer.1",
        "Reserve to supply",
        "Move everything in your Reserve to your supply.",
    ),
    Space(
        "serve_fish",
        "serve_fish",
        "serve.1",
        "fish for gold",
        "Fill empty plates, smallest first, paying the fish they show; gain {kit.serve_gold} gold for each.",
    ),
    Space("build", "build", "building.1", "a Building", "Build one of the revealed Buildings, or one from your hand."),
    Space(
        "build_second",
        "build",
        "building.1",
        "a Building",
        "Build one of the revealed Buildings, or one from your hand.",
    ),
    Space(
        "issue_share",
        "issue_share",
        "issue.1",
        "a Share for sale",
        "Put an unissued Share up for sale and gain {kit.issue_gold} gold.",
        {"gold": "issue_gold"},
    ),
    Space(
        "buy_shares",
        "buy_shares",
        "buy.1",
        "all Shares for sale",
        "Buy all Shares on the Action board for {kit.share_price} gold each, less from round 4 on.",
    ),
    Space(
        "deforest",
        "deforest",
        "deforest.1",
        "clear a Forest",
        "Remove one of your Forests and gain {kit.deforest_wood} wood.",
        {"wood": "deforest_wood"},
    ),
    Space(
        "reforest",
        "reforest",
        "reforest.1",
        "plant Forests",
        "Put {kit.reforest_forests} Forests on a free double space.",
    ),
    Space("thin_out", "thin_out", "thin_out.1", "wood per Forest", "Gain 1 wood for each of your Forests."),
    Space("build_ship", "build_ship", "ship.1", "a Ship", "Build a Ship for your Fishing track."),
    Space(
        "take_elder",
        "take_elder",
        "elder.1",
        "an Elder",
        "Take an Elder into your council; a new Elder may act at once.",
    ),
    Space("copy", "copy", "copy.1", "any blocked space", "Use any blocked space of the Action board."),
    Space("copy_left", "copy", "copy.2", "left column", "Use a blocked space in the left column."),
    Space("copy_middle", "copy", "copy.2", "middle column", "Use a blocked space in the middle column."),
    Space("copy_right", "copy", "copy.2", "right column", "Use a blocked space in the right column."),
)
