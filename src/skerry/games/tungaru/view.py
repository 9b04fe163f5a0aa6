"""What one seat may see.  Only the Leaders chosen face down and the order of the pile are secret."""

from msgspec import Struct

from skerry.core import bits
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.actions import MAX_GROUNDS, N_LEADERS, N_MIGRATION
from skerry.games.tungaru.cards import TungaruKit
from skerry.games.tungaru.kit_rows import GOODS, GROUNDS, ISLANDS, LEADER_BENEFITS, MIGRATION
from skerry.games.tungaru.problems import dice_on
from skerry.games.tungaru.state import NONE, Tungaru
from skerry.games.tungaru.text.words import PHASES, benefit_words, goods_words, score_words


class NomadView(Struct, frozen=True):
    id: str
    cost: str
    benefit: str
    scores: str
    has_die: bool = False  # face up before a player, used this round


class DieView(Struct, frozen=True):
    seat: int
    face: int


class SettlerView(Struct, frozen=True):
    seat: int
    exhausted: bool


class IslandView(Struct, frozen=True):
    id: str
    name: str
    x: int
    y: int
    tile: str | None
    harvest_dice: list[int]
    harvest: str
    trade_pays: str
    trade_gives: dict[str, int]
    nomad: NomadView | None
    reserved_by: int | None
    market: list[str]
    market_spaces: int
    dice: list[DieView]
    dice_spaces: int
    settlers: list[SettlerView]
    settler_spaces: int
    monuments: list[int]  # seats; one who has two stands twice
    monument_spaces: int
    walkways: list[str]
    migration: list[str]


class GroundView(Struct, frozen=True):
    id: str
    x: int
    y: int
    section: str
    islands: list[str]
    borders: dict[str, int]  # to every other ground
    boats: list[int]
    room: int


class MigrationView(Struct, frozen=True):
    id: str
    nomad: NomadView | None


class SpaceView(Struct, frozen=True):
    dice: list[int]
    gives: dict[str, int]
    closed: bool
    used: bool


class LeaderView(Struct, frozen=True):
    name: str
    benefit: str
    benefit_ready: bool
    benefit_used: bool  # neither: its owner has passed without it
    spaces: list[SpaceView]


class PlayerView(Struct, frozen=True):
    points: int  # on the score track
    score: int  # with the Nomads as they would score now
    goods: dict[str, int]  # the Fisher's Fish included
    fisher_fish: bool
    storage: int
    dice: list[int]
    worker_die: int | None
    shift: int
    hand: list[str]  # one chosen face down is still among them
    has_chosen: bool
    leader: LeaderView | None  # one's own, or after they are shown
    ground: str | None
    sailed: bool
    settlers_left: int
    nomad_monuments: int
    storage_monument: bool
    track: list[dict[str, int]]  # rewards of the Monuments still on it, top first
    loose_monument: bool
    reserved: str | None
    nomad_spaces: int
    nomads: list[NomadView]
    travellers: list[NomadView]
    passed: bool


class View(Struct, frozen=True):
    side: str
    round: int
    phase: str
    first: int
    roll: list[int]
    last_round: bool
    quiet_rounds: int  # successive ones without a recruit
    stall_rounds: int  # so many end the game; 0: never
    islands: list[IslandView]
    grounds: list[GroundView]
    islet: list[int]  # seats of the Settlers there
    islet_spaces: int
    migration: list[MigrationView]
    pile: list[str]  # what can be deduced: which Nomads, not their order
    players: list[PlayerView]


def view(state: Tungaru, seat: int) -> View:
    side = state.side
    return View(
        side="4-5" if side.large else "2-3",
        round=state.round,
        phase=PHASES[state.phase],
        first=state.first,
        roll=dice_list(state.roll),
        last_round=state.ending,
        quiet_rounds=state.quiet,
        stall_rounds=state.stall,
        islands=[island_view(state, island) for island in range(side.islands)],
        grounds=[ground_view(state, ground) for ground in range(side.grounds)],
        islet=[number for number, p in enumerate(state.players) for _ in range(p.islet)],
        islet_spaces=side.islet,
        migration=[MigrationView(MIGRATION[m], nomad_view(state, state.migration[m])) for m in range(N_MIGRATION)],
        pile=[state.kit.nomads[nomad].id for nomad in bits.members(state.pile)],
        players=[player_view(state, number, number == seat) for number in range(state.seats)],
    )


def dice_list(dice: int) -> list[int]:
    return [face for face in range(1, 7) for _ in range(D.of(dice, face))]


def face_list(mask: int) -> list[int]:
    return [face + 1 for face in bits.members(mask)]


def goods_dict(goods: int) -> dict[str, int]:
    return {GOODS[good]: int(G.of(goods, good)) for good in range(G.N_GOODS) if G.of(goods, good)}


def nomad_view(state: Tungaru, nomad: int, has_die: bool = False) -> NomadView | None:
    return None if nomad == NONE else tile_view(state.kit, nomad, has_die)


def tile_view(kit: TungaruKit, nomad: int, has_die: bool = False) -> NomadView:
    tile = kit.nomads[nomad]
    return NomadView(tile.id, goods_words(tile.cost), benefit_words(kit, tile), score_words(tile), has_die)


def island_view(state: Tungaru, island: int) -> IslandView:
    side = state.side
    offer = state.offer_at(island)
    x, y = side.places[island]
    return IslandView(
        id=ISLANDS[island],
        name=side.names[island],
        x=x,
        y=y,
        tile=offer.id if state.offer[island] >= state.kit.first_tile else None,
        harvest_dice=face_list(offer.dice),
        harvest=GOODS[offer.good],
        trade_pays=GOODS[offer.pays],
        trade_gives=goods_dict(offer.gives),
        nomad=nomad_view(state, state.nomad[island]),
        reserved_by=next((n for n, p in enumerate(state.players) if p.reserved == island), None),
        market=[good for good, amount in goods_dict(state.market[island]).items() for _ in range(amount)],
        market_spaces=side.market_spaces[island],
        dice=[DieView(seat, face) for seat, face in dice_on(state, island)],
        dice_spaces=side.dice_spaces[island],
        settlers=[
            SettlerView(number, bool(p.exhausted >> island & 1))
            for number, p in enumerate(state.players)
            if p.settlers >> island & 1
        ],
        settler_spaces=side.settler_spaces[island],
        monuments=[
            number
            for number, p in enumerate(state.players)
            for _ in range((p.monuments >> island & 1) + (p.seconds >> island & 1))
        ],
        monument_spaces=side.monument_spaces[island],
        walkways=[ISLANDS[other] for other in bits.members(side.walkways[island])],
        migration=[MIGRATION[space] for space in bits.members(side.migration[island])],
    )


def ground_view(state: Tungaru, ground: int) -> GroundView:
    side = state.side
    x, y = side.ground_places[ground]
    return GroundView(
        id=GROUNDS[ground],
        x=x,
        y=y,
        section=side.sections[ground],
        islands=[ISLANDS[island] for island in bits.members(side.beside[ground])],
        borders={
            GROUNDS[other]: int(side.borders[ground * MAX_GROUNDS + other])
            for other in range(side.grounds)
            if other != ground
        },
        boats=[number for number, p in enumerate(state.players) if p.ground == ground],
        room=side.boats,
    )


def leader_view(state: Tungaru, seat: int) -> LeaderView:
    p = state.players[seat]
    card = state.kit.leaders[p.leader]
    used = state.phase > 2 and p.benefit == C.NO_BENEFIT
    open_now = state.open_spaces(p) | p.spaces_used
    return LeaderView(
        name=card.name,
        benefit=LEADER_BENEFITS[card.benefit],
        benefit_ready=not used and not state.passed >> seat & 1,
        benefit_used=used,
        spaces=[
            SpaceView(
                dice=face_list(card.dice[space]),
                gives=goods_dict(card.gives[space]),
                closed=not open_now >> space & 1,
                used=bool(p.spaces_used >> space & 1),
            )
            for space in range(len(card.dice))
        ],
    )


def player_view(state: Tungaru, seat: int, own: bool) -> PlayerView:
    p = state.players[seat]
    kit = state.kit
    names = [leader.name for leader in kit.leaders]
    return PlayerView(
        points=p.points,
        score=state.score(seat),
        goods=goods_dict(p.goods),
        fisher_fish=bool(p.fisher_fish),
        storage=p.capacity,
        dice=dice_list(p.dice),
        worker_die=p.worker_die or None,
        shift=p.shift,
        hand=[names[leader] for leader in range(N_LEADERS) for _ in range(p.hand >> 4 * leader & 15)],
        has_chosen=p.leader != NONE,
        leader=leader_view(state, seat) if p.leader != NONE and (own or state.shown) else None,
        ground=GROUNDS[p.ground] if p.ground != NONE else None,
        sailed=bool(p.sailed),
        settlers_left=p.reserve,
        nomad_monuments=p.nomad_monuments,
        storage_monument=bool(p.storage_monument),
        track=[goods_dict(kit.track[place]) for place in range(p.track, len(kit.track))],
        loose_monument=bool(p.loose),
        reserved=ISLANDS[p.reserved] if p.reserved != NONE else None,
        nomad_spaces=kit.nomad_spaces - p.nomad_monuments,
        nomads=[tile_view(kit, n, bool(p.nomad_dice >> n & 1)) for n in bits.members(p.face_up)],
        travellers=[tile_view(kit, n) for n in bits.members(p.nomads & ~p.face_up)],
        passed=bool(state.passed >> seat & 1),
    )
