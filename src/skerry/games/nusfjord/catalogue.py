"""What is printed on the components of a match, by id: what never changes and everybody may know.

Effects are data, so that a board can draw them; words for reading stand beside.
"""

from functools import lru_cache

import msgspec
from msgspec import Struct

from skerry.core import bits
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import scoring
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.buildings.card import Effect
from skerry.games.nusfjord.kit.buildings import BuildingRow
from skerry.games.nusfjord.kit.rows import ElderRow
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.gist import GistBit, card_gist, elder_gist
from skerry.games.nusfjord.text.spaces import SPACES

Amounts = dict[str, int]
CATEGORY_IDS = {
    "Immediately": "immediately",
    "Whenever": "whenever",
    "Anytime": "anytime",
    "Once": "once",
    "Special Ability": "special",
    "Victory Points": "points",
}


class EffectFace(Struct, frozen=True, omit_defaults=True):
    """One clause of a card."""

    kind: str  # the word of the row: gain, exchange, action, points …
    on: tuple[str, ...] = ()  # the events it waits for; none: the card's `when` says it all
    pay: Amounts = {}
    gain: Amounts = {}
    per: dict[str, int] = {}  # once for this many of each
    least: int = 0  # times
    most: int = 0  # times; 0: no limit
    need: dict[str, int] = {}  # at least this many of each
    unless: dict[str, int] = {}  # and not as many of these
    do: str = ""  # the action it lets you carry out
    off: Amounts = {}  # what is cheaper then
    instead: Amounts = {}  # gained by an owner who does not take the action, or cannot
    points: int = 0
    steps: tuple[tuple[int, int], ...] = ()  # (reached, points)
    prices: dict[str, Amounts] = {}  # of a larger Ship for a smaller one, by the type you get
    rules: dict[str, int] = {}  # what it changes from now on: a limit, a price, a larger haul, a permission


class CardFace(Struct, frozen=True, omit_defaults=True):
    """A Building."""

    name: str
    deck: str
    letter: str
    when: str  # immediately, whenever, anytime, once, special, points
    price: Amounts
    points: int  # printed
    star: bool  # a star is printed instead of points
    effects: tuple[EffectFace, ...]
    gist: tuple[GistBit, ...]
    words: str
    shape: str  # of the house in the picture
    sign: str  # on the house: what it brings
    source: str
    per_round: int = 0  # uses


class ElderFace(Struct, frozen=True, omit_defaults=True):
    name: str
    kind: str  # the word of the row: build, serve, exchange …
    pay: Amounts
    gain: Amounts
    off: Amounts  # what is cheaper
    gist: tuple[GistBit, ...]
    words: str
    ground: str  # build, forest, sea, money, village: colours the picture
    sign: str
    source: str


class SpaceFace(Struct, frozen=True, omit_defaults=True):
    """An action space of the Action board or the Imitation tile."""

    name: str
    action: str  # the same for both spaces of Build a Building
    room: int  # Workers
    column: int | None
    gain: Amounts
    gist: str
    words: str
    rule: str
    source: str


class ShipFace(Struct, frozen=True):
    name: str
    size: int
    price: Amounts
    gold_instead: int
    points: int


class RoundFace(Struct, frozen=True):
    """What a Round space says."""

    deal: str = ""  # the letter of the Buildings that come
    count: int = 0  # of them; for each player if they go into hands
    hands: bool = False
    reveals_hands: bool = False
    share_off: int = 0  # gold off Buy All Shares


class Catalogue(Struct, frozen=True):
    deck: str  # as the options name it, or mixed
    deck_name: str  # as it is printed, or Mixed
    solo: str | None  # normal, advanced
    workers: int
    rounds: list[RoundFace]
    spaces: dict[str, SpaceFace]
    plates: list[int]  # prices, smallest first
    ships: dict[str, ShipFace]
    track: list[int]  # haul by covered spaces
    columns: int  # of a Harbor board
    council: int  # seats
    elder_fish: int  # the number that clears an Elder
    elder_return: int  # of them go to the supply
    shares: int
    share_price: int
    free_points: int  # of each free Building space
    unissued_points: int  # of each unissued Share
    good: list[int] | None  # from and to how many points a solo game is good
    elders: dict[str, ElderFace]
    cards: dict[str, CardFace]
    left_out: int = 0  # Buildings that a series keeps in the box


def catalogue(state: Nusfjord) -> Catalogue:
    first = bits.lowest(state.deck.present)
    deck, mixed = int(state.deck.ids[first]) // A.DECK_ROOM, state.deck.mixed
    caps = tuple(state.cap_of(space) for space in range(A.N_SPACES))
    found = printed_catalogue(state.kit, int(state.seats), deck, mixed, caps, int(state.colours))
    left_out = bits.count(state.deck.present & ~state.cards_in_game)
    return msgspec.structs.replace(found, left_out=left_out) if left_out else found


@lru_cache(maxsize=32)
def printed_catalogue(
    kit: NusfjordKit, seats: int, deck: int, mixed: bool, caps: tuple[int, ...], colours: int
) -> Catalogue:
    """If decks are mixed, `deck` is the one of the later cards."""
    decks = kit.mixed_decks(deck) if mixed else 1 << deck
    numbers = [n for n in range(A.N_CARDS) if kit.card_ids[n] and decks >> n // A.DECK_ROOM & 1]
    return Catalogue(
        deck="mixed" if mixed else kit.deck_options[deck],
        deck_name="Mixed" if mixed else kit.deck_names[deck],
        solo=None if seats > 1 else "normal" if colours == 2 else "advanced",
        workers=kit.workers,
        rounds=[round_face(kit, seats, number) for number in range(1, kit.rounds + 1)],
        spaces={SPACES[space].id: space_face(kit, space, caps[space]) for space in range(A.N_SPACES) if caps[space]},
        plates=[int(price) for price in kit.plates],
        ships={A.SHIP_IDS[ship]: ship_face(kit, ship) for ship in range(A.N_SHIPS)},
        track=[int(kit.haul[covered]) for covered in range(kit.track + 1)],
        columns=A.N_CELLS // 3,
        council=kit.council_seats,
        elder_fish=kit.elder_fish,
        elder_return=kit.elder_return,
        shares=kit.shares,
        share_price=kit.share_price,
        free_points=scoring.FREE_SPACE,
        unissued_points=scoring.UNISSUED,
        good=list(scoring.GOOD) if seats == 1 else None,
        elders={row.id: elder_face(kit, row) for row in kit.elder_rows[: kit.n_elders[seats]]},
        cards={kit.card_ids[number]: card_face(kit, number) for number in numbers},
    )


def round_face(kit: NusfjordKit, seats: int, number: int) -> RoundFace:
    off = int(kit.share_off[number])
    if number == 3 and kit.add_a[seats]:
        return RoundFace("A", kit.add_a[seats], share_off=off)
    if number == 4:
        return RoundFace("C", kit.draw_c[seats], hands=True, share_off=off)
    if number == 5 and kit.add_b[seats]:
        return RoundFace("B", kit.add_b[seats], share_off=off)
    if number == 6:
        return RoundFace("C" if kit.add_c[seats] else "", kit.add_c[seats], reveals_hands=True, share_off=off)
    return RoundFace(share_off=off)


def space_face(kit: NusfjordKit, space: int, room: int) -> SpaceFace:
    said = SPACES[space]
    column = int(kit.column[space])
    return SpaceFace(
        name=kit.space_names[space],
        action=said.action,
        room=room,
        column=column if column < 3 else None,
        gain={good: int(getattr(kit, number)) for good, number in said.gain.items()},
        gist=said.gist,
        words=said.words.format(kit=kit),
        rule=said.rule,
        source=kit.space_sources[space],
    )


def ship_face(kit: NusfjordKit, ship: int) -> ShipFace:
    price = {"wood": kit.ship_wood[ship], "fish": kit.ship_fish[ship], "gold": kit.ship_gold[ship]}
    return ShipFace(
        name=kit.ship_names[ship],
        size=kit.ship_size[ship],
        price=without_zeros(price),
        gold_instead=kit.ship_gold[A.SCHOONER_FOR_GOLD] if ship == A.SCHOONER else 0,
        points=kit.ship_points[ship],
    )


# ---- Elders: what each effect word pays, gains and makes cheaper; the amounts of the row by what they mean

ELDER_GAIN = {
    "clear_and_build": ("wood",),
    "deforest": ("fish",),
    "exchange": ("wood", "fish", "gold"),
    "gain": ("wood", "fish", "gold"),
    "issue": ("fish", "gold"),
    "thin_out_or_reforest": ("wood",),
    "transfer": ("fish",),
}
ELDER_OFF = {"build": ("wood",), "buy": ("gold",), "serve": ("fish",), "ship": ("wood", "gold")}
ELDER_LOOK = {  # the ground of the picture, and the sign on it
    "build": ("build", "house"),
    "buy": ("money", "share"),
    "clear_and_build": ("build", "sapling"),
    "copy": ("village", "flag"),
    "deforest": ("forest", "axe"),
    "exchange": ("money", "gold"),
    "gain": ("money", "gold"),
    "grow_and_thin_out": ("forest", "sapling"),
    "issue": ("money", "share"),
    "serve": ("sea", "plate"),
    "ship": ("build", "ship"),
    "ship_or_building": ("build", "hammer"),
    "thin_out_or_reforest": ("forest", "tree"),
    "transfer": ("sea", "fish"),
    "upgrade_ship": ("sea", "ship"),
}


def elder_face(kit: NusfjordKit, row: ElderRow) -> ElderFace:
    ground, sign = ELDER_LOOK[row.effect]
    if row.effect == "gain" and not row.gold:
        ground, sign = ("sea", "fish") if row.fish else ("forest", "wood")
    if row.effect == "exchange":
        sign = "fish" if row.pay_fish else "wood" if row.pay_wood else "gold"
    gain = {good: getattr(row, good) for good in ELDER_GAIN.get(row.effect, ())}
    if row.effect == "serve":
        gain = {"wood": row.wood}  # for each plate
    return ElderFace(
        name=row.name,
        kind=row.effect,
        pay=without_zeros({"wood": row.pay_wood, "fish": row.pay_fish, "gold": row.pay_gold}),
        gain=without_zeros(gain),
        off=without_zeros({good: getattr(row, good) for good in ELDER_OFF.get(row.effect, ())}),
        gist=elder_gist(row),
        words=kit.elder_words[int(row.id.removeprefix("elder_")) - 1],
        ground=ground,
        sign=sign,
        source=row.source,
    )


# ---- Buildings


def card_face(kit: NusfjordKit, number: int) -> CardFace:
    row: BuildingRow = kit.card_rows[number]
    card = kit.decks[number // A.DECK_ROOM].cards[number % A.DECK_ROOM]
    return CardFace(
        name=row.name,
        deck=kit.deck_options[number // A.DECK_ROOM],
        letter=row.letter,
        when=CATEGORY_IDS[row.category],
        price=row.cost.goods().amounts(),
        points=0 if row.points == "*" else row.points,
        star=row.points == "*",
        effects=tuple(effect_face(effect) for effect in card.effects),
        gist=card_gist(card),
        words=kit.card_words[number],
        shape=row.art,
        sign=row.icon,
        source=row.source,
        per_round=row.per_round,
    )


def without_zeros(found: Amounts) -> Amounts:
    return {good: int(n) for good, n in found.items() if n}


def effect_face(effect: Effect) -> EffectFace:
    return EffectFace(effect.word, on=tuple(effect.when), **effect.face())
