"""What is printed on board, tiles and cards: by id, what they do as data, with words beside it."""

from functools import lru_cache

from msgspec import Struct

from skerry.core import bits
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.actions import MAX_GROUNDS
from skerry.games.tungaru.cards import PER_FLOWER, PER_GOODS, Leader, Nomad, Offer, TungaruKit
from skerry.games.tungaru.kit.rows import (
    COLOURS,
    GOODS,
    GROUNDS,
    ISLANDS,
    LEADER_BENEFITS,
    MIGRATION_SPACES,
    NOMAD_BENEFITS,
    NOMAD_SCORES,
)
from skerry.games.tungaru.state import QUIET_ROUNDS, Tungaru
from skerry.games.tungaru.text import words as W

ABILITIES = ("fourth_die", "beg", "fish", "trade", "start")


class OfferFace(Struct, frozen=True):
    """A Harvest and a Trade, printed on an island or on an Island tile."""

    dice: list[int]  # faces that harvest
    harvest: str  # the good
    pays: str
    gives: dict[str, int]
    words: str
    source: str


class IslandFace(Struct, frozen=True):
    name: str
    x: int  # where it is drawn, in percent
    y: int
    offer: str  # its printed Harvest and Trade, among the offers
    dice_spaces: int
    market_spaces: int
    settler_spaces: int
    monument_spaces: int
    walkways: list[str]
    migration: list[str]


class Way(Struct, frozen=True):
    """How a boat sails from one anchorage to another."""

    sections: list[str]  # of the sea, from the first to the last
    fish: int  # what it costs


class GroundFace(Struct, frozen=True):
    """An Anchoring ground."""

    name: str  # "the anchorage between Makin and Marakei"
    x: int
    y: int
    section: str
    islands: list[str]
    ways: dict[str, Way]  # to every ground that one Sail can reach


class MigrationFace(Struct, frozen=True):
    sign: str  # sun, moon, star, bird
    name: str
    islands: list[str]  # those it feeds


class BenefitFace(Struct, frozen=True):
    """What a Nomad does face up."""

    kind: str  # flip_sail, flip_settle, shift, storage, income, match_one, match_many, any_one, any_many
    good: str | None  # brought or sold
    amount: int  # goods brought or sold at most, storage spaces, or Fish to pay
    price: int  # points for each good sold
    dice: list[int]  # faces that activate it; all six: any die; none: no die
    gist: str
    words: str


class ScoresFace(Struct, frozen=True):
    """What a Nomad scores at the end."""

    kind: str  # storage, monument, settler, nomad, goods, flower
    points: int  # per thing; 0 for goods
    goods: dict[str, int]  # points for each kind of good; only for goods
    colour: str | None  # only for a flower: A to E
    gist: str
    words: str


class NomadFace(Struct, frozen=True):
    name: str
    players: int  # used with this many or more
    deluxe: bool
    cost: dict[str, int]
    benefit: BenefitFace
    scores: ScoresFace
    source: str


class SpaceFace(Struct, frozen=True):
    """A dice space of a Leader card."""

    dice: list[int]
    gives: dict[str, int]
    closed: bool  # with this number of players


class LeaderFace(Struct, frozen=True):
    number: int
    name: str
    ability: str  # fourth_die, beg, fish, trade, start
    ability_words: str
    benefit: str  # twice, less, sail, equal, swap
    benefit_words: str
    spaces: list[SpaceFace]
    source: str


class Catalogue(Struct, frozen=True):
    side: str  # 2-3, 4-5
    goods: dict[str, str]  # names
    colours: dict[str, str]  # of the flowers
    phases: dict[str, str]
    islands: dict[str, IslandFace]
    grounds: dict[str, GroundFace]
    sections: dict[str, list[str]]  # the sections of the sea each one borders on
    migration: dict[str, MigrationFace]
    offers: dict[str, OfferFace]
    nomads: dict[str, NomadFace]  # those in play
    leaders: dict[str, LeaderFace]
    track: list[dict[str, int]]  # rewards of the Culture track, from the top
    boats: int  # that a ground takes
    islet_spaces: int
    settlers: int  # of each player
    storage_spaces: int  # the one a Monument closes included; it is the last
    nomad_spaces: int  # those that Monuments close included; they are the last
    settle_fish: int
    gift_points: int
    refills: int  # Nomads that move to the islands in the whole game
    quiet_rounds: int  # rounds without a recruit that make a standstill
    stall_rounds: int  # rounds without a recruit that end the game; 0: never


def catalogue(state: Tungaru) -> Catalogue:
    return of_kit(state.kit, int(state.seats), bool(state.deluxe), int(state.stall))


@lru_cache(maxsize=32)
def of_kit(kit: TungaruKit, seats: int, deluxe: bool, stall: int) -> Catalogue:
    state = Tungaru(seats)
    state.kit = kit
    state.side = side = kit.small if seats <= 3 else kit.large
    nomads = [tile for tile in kit.nomads if tile.players <= seats and (deluxe or not tile.deluxe)]
    printed = [*kit.offers[side.first_offer : side.first_offer + side.islands], *kit.offers[kit.first_tile :]]
    return Catalogue(
        side="4-5" if side.large else "2-3",
        goods=dict(zip(GOODS, W.GOOD_NAMES, strict=True)),
        colours=W.COLOUR_NAMES,
        phases=W.PHASE_WORDS,
        islands={ISLANDS[island]: island_face(state, island) for island in range(side.islands)},
        grounds={GROUNDS[ground]: ground_face(state, ground) for ground in range(side.grounds)},
        sections=dict(used_waters(state)),
        migration={name: migration_face(state, space) for space, name in enumerate(MIGRATION_SPACES)},
        offers={offer.id: offer_face(offer) for offer in printed},
        nomads={tile.id: nomad_face(kit, tile) for tile in nomads},
        leaders={card.id: leader_face(card, number, seats) for number, card in enumerate(kit.leaders)},
        track=[goods_dict(goods) for goods in kit.track],
        boats=side.boats,
        islet_spaces=side.islet,
        settlers=kit.settlers,
        storage_spaces=kit.storage_spaces,
        nomad_spaces=kit.nomad_spaces,
        settle_fish=kit.settle_fish,
        gift_points=kit.gift_points,
        refills=len(nomads) - int(side.islands),
        quiet_rounds=QUIET_ROUNDS,
        stall_rounds=stall,
    )


def face_list(mask: int) -> list[int]:
    return [face + 1 for face in bits.members(mask)]


def goods_dict(goods: int) -> dict[str, int]:
    return {GOODS[good]: int(G.amount_of(goods, good)) for good in range(G.N_GOODS) if G.amount_of(goods, good)}


def used_waters(state: Tungaru) -> list[tuple[str, list[str]]]:
    """The sections of the sea, without spare ones that lie nowhere."""
    return [(name, borders) for name, borders in state.side.waters if borders or name in state.side.sections]


def island_face(state: Tungaru, island: int) -> IslandFace:
    side = state.side
    x, y = side.places[island]
    return IslandFace(
        name=side.names[island],
        x=x,
        y=y,
        offer=state.kit.offers[side.first_offer + island].id,
        dice_spaces=side.dice_spaces[island],
        market_spaces=side.market_spaces[island],
        settler_spaces=side.settler_spaces[island],
        monument_spaces=side.monument_spaces[island],
        walkways=[ISLANDS[other] for other in bits.members(side.walkways[island])],
        migration=[MIGRATION_SPACES[space] for space in bits.members(side.migration[island])],
    )


def ground_face(state: Tungaru, ground: int) -> GroundFace:
    side = state.side
    x, y = side.ground_places[ground]
    reach = side.near[ground] | side.far[ground]
    return GroundFace(
        name=W.anchorage(state, ground),
        x=x,
        y=y,
        section=side.sections[ground],
        islands=[ISLANDS[island] for island in bits.members(side.beside[ground])],
        ways={GROUNDS[other]: way(state, ground, other) for other in bits.members(reach)},
    )


def way(state: Tungaru, start: int, end: int) -> Way:
    """The shortest way; of several, one is shown.  §sail.2"""
    side = state.side
    borders = dict(side.waters)
    left = int(side.borders[start * MAX_GROUNDS + end])
    ways = [[side.sections[start]]]
    for _ in range(left):
        ways = [[*sections, other] for sections in ways for other in borders[sections[-1]] if other not in sections]
    shortest = next(sections for sections in ways if sections[-1] == side.sections[end])
    return Way(shortest, int(state.kit.sail_fish) if side.far[start] >> end & 1 else 0)


def migration_face(state: Tungaru, space: int) -> MigrationFace:
    side = state.side
    fed = [ISLANDS[island] for island in range(side.islands) if side.migration[island] >> space & 1]
    return MigrationFace(W.SIGNS[space].lower(), W.SIGNS[space], fed)


def offer_face(offer: Offer) -> OfferFace:
    words = f"Harvest {W.harvest_words(offer)}. Trade {W.trade_words(offer)}."
    return OfferFace(
        face_list(offer.dice), GOODS[offer.good], GOODS[offer.pays], goods_dict(offer.gives), words, offer.source
    )


def nomad_face(kit: TungaruKit, tile: Nomad) -> NomadFace:
    return NomadFace(
        name=tile.name,
        players=tile.players,
        deluxe=tile.deluxe,
        cost=goods_dict(tile.cost),
        benefit=benefit_face(kit, tile),
        scores=ScoresFace(
            kind=NOMAD_SCORES[tile.scores],
            points=tile.points,
            goods=dict(zip(GOODS, map(int, tile.goods_points), strict=True)) if tile.scores == PER_GOODS else {},
            colour=COLOURS[tile.colour] if tile.scores == PER_FLOWER else None,
            gist=W.score_gist(tile),
            words=W.score_words(tile),
        ),
        source=tile.source,
    )


def benefit_face(kit: TungaruKit, tile: Nomad) -> BenefitFace:
    kind = NOMAD_BENEFITS[tile.benefit]
    amounts = {"flip_sail": 0, "flip_settle": kit.flip_settle_fish, "shift": 1, "storage": kit.nomad_storage}
    return BenefitFace(
        kind=kind,
        good=GOODS[tile.good] if tile.is_sale() or kind == "income" else None,
        amount=amounts.get(kind, tile.amount),
        price=tile.price,
        dice=face_list(tile.dice) if tile.is_sale() else [],
        gist=W.benefit_gist(kit, tile),
        words=W.benefit_words(kit, tile),
    )


def leader_face(card: Leader, number: int, seats: int) -> LeaderFace:
    is_open = card.open_with_two if seats == 2 else card.open
    return LeaderFace(
        number=number + 1,
        name=card.name,
        ability=ABILITIES[number],
        ability_words=W.ABILITY_WORDS[number],
        benefit=LEADER_BENEFITS[card.benefit],
        benefit_words=W.BENEFIT_WORDS[int(card.benefit)],
        spaces=[
            SpaceFace(face_list(card.dice[space]), goods_dict(card.gives[space]), not is_open >> space & 1)
            for space in range(len(card.dice))
        ],
        source=card.source,
    )
