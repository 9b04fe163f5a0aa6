"""The small words: goods, dice, places, Nomads, Leaders."""

from collections.abc import Callable, Iterable

from skerry.core import bits
from skerry.core.words import join_words, plural
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import Leader, Nomad, Offer, TungaruKit
from skerry.games.tungaru.kit.rows import COLOURS, GOODS
from skerry.games.tungaru.state import NONE, Player, Tungaru

PHASE_WORDS = {
    "setup": "Setup",
    "roll": "Roll the dice",
    "leaders": "Choose a Leader",
    "actions": "Perform actions",
    "cleanup": "Clean up",
}
GOOD_NAMES = ("Fish", "Shell", "Coconut", "Pearl")
GOOD_PLURALS = ("Fish", "Shells", "Coconuts", "Pearls")
SIGNS = ("Sun", "Moon", "Star", "Bird")  # of the Migration spaces
COLOUR_NAMES = dict(zip(COLOURS, ("blue", "red", "yellow", "white", "violet"), strict=True))
PLACES = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
BENEFIT_WORDS = {
    C.TWICE: "one Harvest on the board gives its good twice",
    C.LESS: "one Recruit costs 1 good less",
    C.SAIL: "Sail once without a die",
    C.EQUAL: "all goods count as equal for one action",
    C.SWAP: "swap the Nomads of two islands",
}
ABILITY_WORDS = {
    C.WORKER: "roll a fourth die",
    C.BEGGAR: "your neighbours each give you a good",
    C.FISHER: "gain a Fish, kept on this card",
    C.TRADER: "trade on any island",
    C.CHIEF: "become the starting player of the next round",
}


def any_goods(number: int) -> str:
    return f"{plural(number, 'good')} of any kind"


def all_of(number: int) -> str:
    """`Both`, `All 3`"""
    return "Both" if number == 2 else f"All {number}"


def points_won(number: int) -> str:
    return plural(number, "point")


# ---- goods and dice


def amount(number: int, good: int) -> str:
    """`2 Shells`"""
    return f"{number} {GOOD_NAMES[good] if number == 1 else GOOD_PLURALS[good]}"


def goods_words(goods: int) -> str:
    """Packed goods: `1 Fish and 2 Shells`."""
    parts = [amount(int(G.amount_of(goods, good)), good) for good in range(G.N_GOODS) if G.amount_of(goods, good)]
    return join_words(parts) or "nothing"


def dict_words(goods: dict[str, int]) -> str:
    """Goods of a view."""
    return join_words([amount(number, GOODS.index(good)) for good, number in goods.items()]) or "nothing"


def faces_words(faces: Iterable[int]) -> str:
    """`a 2`, `a 2 or 5`"""
    return f"a {join_words([str(face) for face in faces], 'or')}"


def dice_words(mask: int) -> str:
    """A set of faces: `a 2 or 5`, `any die`."""
    return "any die" if mask == 63 else faces_words(face + 1 for face in bits.members(mask))


def dice_short(mask: int) -> str:
    """`2/5`"""
    return "any" if mask == 63 else "/".join(str(face + 1) for face in bits.members(mask))


# ---- Nomads


def sale_words(tile: Nomad) -> str:
    """`sell up to 2 Coconuts for 5 points each`"""
    if tile.amount == 1:
        return f"sell {amount(1, tile.good)} for {points_won(tile.price)}"
    return f"sell up to {amount(tile.amount, tile.good)} for {points_won(tile.price)} each"


def sale_gist(kit: TungaruKit, tile: Nomad) -> str:
    return f"{sale_words(tile)} with {dice_words(tile.dice)}"


def sale_benefit(kit: TungaruKit, tile: Nomad) -> str:
    return f"With {dice_words(tile.dice)}, {sale_words(tile)}."


# what a face-up Nomad does: in brief, and as a sentence
WordsOf = Callable[[TungaruKit, Nomad], str]
NOMAD_BENEFIT_WORDS: dict[int, tuple[WordsOf, WordsOf]] = {
    C.FLIP_SAIL: (lambda kit, tile: "flip to Sail", lambda kit, tile: "Flip it to Sail without a die."),
    C.FLIP_SETTLE: (
        lambda kit, tile: f"flip to Settle for {amount(kit.flip_settle_fish, G.FISH)}",
        lambda kit, tile: f"Flip it to Settle without a die for {amount(kit.flip_settle_fish, G.FISH)}.",
    ),
    C.SHIFT: (
        lambda kit, tile: "dice ±1",
        lambda kit, tile: "You may use each of your dice as if it showed 1 more or 1 less.",
    ),
    C.STORAGE: (
        lambda kit, tile: f"storage +{kit.nomad_storage}",
        lambda kit, tile: f"You have {plural(kit.nomad_storage, 'more storage space')}.",
    ),
    C.INCOME: (
        lambda kit, tile: f"{amount(1, tile.good)} every round",
        lambda kit, tile: f"Brings {amount(1, tile.good)} at the start of every round.",
    ),
    C.MATCH_ONE: (sale_gist, sale_benefit),
    C.MATCH_MANY: (sale_gist, sale_benefit),
    C.ANY_ONE: (sale_gist, sale_benefit),
    C.ANY_MANY: (sale_gist, sale_benefit),
}


def goods_score(tile: Nomad) -> str:
    first, *rest = enumerate(tile.goods_points)
    others = [f"{value} for {GOOD_PLURALS[good]}" for good, value in rest]
    return join_words([f"{points_won(first[1])} for {GOOD_PLURALS[first[0]]} in your storage", *others])


def flower_score(tile: Nomad) -> str:
    return (
        f"{points_won(tile.points)} for each flower colour you have; this one is {COLOUR_NAMES[COLOURS[tile.colour]]}"
    )


# what a Nomad scores at the end: in brief, and as a sentence
SCORE_WORDS: dict[int, tuple[Callable[[Nomad], str], Callable[[Nomad], str]]] = {
    C.PER_STORAGE: (
        lambda tile: f"{points_won(tile.points)} per Storage Nomad",
        lambda tile: f"{points_won(tile.points)} for each Storage Nomad you have recruited",
    ),
    C.PER_MONUMENT: (
        lambda tile: f"{points_won(tile.points)} per Monument",
        lambda tile: f"{points_won(tile.points)} for each of your Monuments on islands",
    ),
    C.PER_SETTLER: (
        lambda tile: f"{points_won(tile.points)} per Settler",
        lambda tile: f"{points_won(tile.points)} for each of your Settlers on the board",
    ),
    C.PER_NOMAD: (
        lambda tile: f"{points_won(tile.points)} per Nomad",
        lambda tile: f"{points_won(tile.points)} for each Nomad you have recruited",
    ),
    C.PER_GOODS: (
        lambda tile: f"{'/'.join(str(value) for value in tile.goods_points)} points per kind of good",
        goods_score,
    ),
    C.PER_FLOWER: (
        lambda tile: f"{COLOUR_NAMES[COLOURS[tile.colour]]} flower, {points_won(tile.points)} per colour",
        flower_score,
    ),
}


def benefit_gist(kit: TungaruKit, tile: Nomad) -> str:
    return NOMAD_BENEFIT_WORDS[int(tile.benefit)][0](kit, tile)


def benefit_words(kit: TungaruKit, tile: Nomad) -> str:
    return NOMAD_BENEFIT_WORDS[int(tile.benefit)][1](kit, tile)


def score_gist(tile: Nomad) -> str:
    return SCORE_WORDS[int(tile.scores)][0](tile)


def score_words(tile: Nomad) -> str:
    return f"At the end it scores {SCORE_WORDS[int(tile.scores)][1](tile)}."


def the_nomad(state: Tungaru, nomad: int) -> str:
    """`the Healer`"""
    return f"the {state.kit.nomads[nomad].name}"


def nomad_gist(state: Tungaru, nomad: int) -> str:
    """`dice ±1; 4 points per Storage Nomad`"""
    tile = state.kit.nomads[nomad]
    return f"{benefit_gist(state.kit, tile)}; {score_gist(tile)}"


def nomad_on(state: Tungaru, island: int) -> str:
    """`the Healer on Makin`"""
    if state.nomad[island] == NONE:
        return f"nobody on {island_name(state, island)}"
    return f"{the_nomad(state, state.nomad[island])} on {island_name(state, island)}"


# ---- Leaders


def space_words(card: Leader, space: int) -> str:
    """`1 Coconut with a 6`"""
    return f"{goods_words(card.gives[space])} with {dice_words(card.dice[space])}"


def leader_name(state: Tungaru, p: Player) -> str:
    return state.kit.leaders[p.leader].name


# ---- places


def island_name(state: Tungaru, island: int) -> str:
    return state.side.names[island]


def anchorage(state: Tungaru, ground: int) -> str:
    """`the anchorage between Makin and Marakei`; an owner's board may have several between the same islands."""
    beside = [int(pair) for pair in state.side.beside]
    islands = join_words([state.side.names[island] for island in bits.members(beside[ground])])
    if beside.count(beside[ground]) == 1:
        return f"the anchorage between {islands}"
    return f"the {PLACES[beside[:ground].count(beside[ground])]} anchorage between {islands}"


def harvest_words(offer: Offer) -> str:
    return f"{amount(1, offer.good)} with {dice_words(offer.dice)}"


def trade_words(offer: Offer) -> str:
    return f"{amount(1, offer.pays)} for {goods_words(offer.gives)}"


def is_for_islet(state: Tungaru, p: Player) -> bool:
    """The next Settler of this player is a third one that lies down on the islet.  §settle.3"""
    return p.reserve > 0 and state.goes_to_islet(p)
