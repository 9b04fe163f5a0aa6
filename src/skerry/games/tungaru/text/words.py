"""The small words: goods, dice, tiles, Leaders."""

from skerry.core import bits
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import Nomad, TungaruKit
from skerry.games.tungaru.kit_rows import COLOURS, GOODS, GROUNDS, ISLANDS
from skerry.games.tungaru.state import Player, Tungaru

PHASES = ("setup", "roll the dice", "choose Leader", "perform actions", "cleanup")
NAMES = ("Fish", "Shell", "Coconut", "Pearl")
PLURALS = ("Fish", "Shells", "Coconuts", "Pearls")
BENEFIT_WORDS = {
    C.TWICE: "a Harvest on the board gives its good twice",
    C.LESS: "Recruit for 1 good less",
    C.SAIL: "Sail without a die",
    C.EQUAL: "all goods are equal in one action",
    C.SWAP: "swap the Nomads of two islands",
}
COLOUR_NAMES = ("blue", "red", "yellow", "white", "violet")


def amount(number: int, good: int) -> str:
    """`2 Shells`"""
    return f"{number} {NAMES[good] if number == 1 else PLURALS[good]}"


def goods_words(goods: int) -> str:
    """Packed goods: `1 Fish + 2 Shells`."""
    parts = [amount(int(G.of(goods, good)), good) for good in range(G.N_GOODS) if G.of(goods, good)]
    return " + ".join(parts) or "nothing"


def dict_words(goods: dict[str, int]) -> str:
    """Goods of a view."""
    return " + ".join(amount(number, GOODS.index(good)) for good, number in goods.items()) or "nothing"


def dice_words(mask: int) -> str:
    """A set of faces: `2/5`."""
    return "/".join(str(face + 1) for face in bits.members(mask))


def sale_words(tile: Nomad) -> str:
    die = "any die" if tile.benefit >= C.ANY_ONE else f"die {dice_words(tile.dice)}"
    if tile.amount == 1:
        return f"{die}: sell {amount(1, tile.good)} for {tile.price} VP"
    return f"{die}: sell up to {amount(tile.amount, tile.good)} for {tile.price} VP each"


def benefit_words(kit: TungaruKit, tile: Nomad) -> str:
    """What a face-up Nomad does."""
    if tile.benefit == C.FLIP_SAIL:
        return "flip to Sail"
    if tile.benefit == C.FLIP_SETTLE:
        return f"flip to Settle for {amount(kit.flip_settle_fish, G.FISH)}"
    if tile.benefit == C.SHIFT:
        return "dice ±1"
    if tile.benefit == C.STORAGE:
        return f"Storage +{kit.nomad_storage}"
    if tile.benefit == C.INCOME:
        return f"brings {amount(1, tile.good)} each round"
    return sale_words(tile)


def score_words(tile: Nomad) -> str:
    """What a Nomad scores at the end."""
    if tile.scores == C.PER_GOODS:
        return "/".join(NAMES) + " in store: " + "/".join(str(points) for points in tile.goods_points) + " VP"
    if tile.scores == C.PER_FLOWER:
        return f"{tile.points} VP per flower colour ({COLOUR_NAMES[tile.colour]}, {COLOURS[tile.colour]})"
    what = {C.PER_STORAGE: "Storage Nomad", C.PER_MONUMENT: "Monument", C.PER_SETTLER: "Settler", C.PER_NOMAD: "Nomad"}
    return f"{tile.points} VP per {what[tile.scores]}"


def nomad_short(state: Tungaru, nomad: int) -> str:
    """`N12 (flip to Sail; 2 VP per Monument)`"""
    tile = state.kit.nomads[nomad]
    return f"{tile.id} ({benefit_words(state.kit, tile)}; {score_words(tile)})"


def island_name(state: Tungaru, island: int) -> str:
    """`A Makin`; an island of the action table that this side does not have has only its letter."""
    if island >= state.side.islands:
        return ISLANDS[island]
    return f"{ISLANDS[island]} {state.side.names[island]}"


def is_for_islet(state: Tungaru, p: Player) -> bool:
    """The next Settler of this player is a third one that lies down on the islet.  §settle.3"""
    return p.reserve > 0 and state.goes_to_islet(p)


def ground_name(state: Tungaru, ground: int) -> str:
    """`g1 (Makin, Marakei)`"""
    if ground >= state.side.grounds:
        return GROUNDS[ground]
    islands = ", ".join(island_name(state, island) for island in bits.members(state.side.beside[ground]))
    return f"{GROUNDS[ground]} ({islands})"


def trade_words(state: Tungaru, island: int) -> str:
    if island >= state.side.islands:
        return "no such island"
    offer = state.offer_at(island)
    return f"{amount(1, offer.pays)} → {goods_words(offer.gives)}"
