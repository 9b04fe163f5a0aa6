"""What one seat may see.  Only the Leaders chosen face down and the order of the pile are secret."""

from msgspec import Struct

from skerry.core import bits
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import scoring
from skerry.games.tungaru.actions import N_LEADERS, N_MIGRATION
from skerry.games.tungaru.catalogue import goods_dict, used_waters
from skerry.games.tungaru.dice import dice_showing as dice_of
from skerry.games.tungaru.kit.rows import GOODS, GROUNDS, ISLANDS, MIGRATION_SPACES
from skerry.games.tungaru.player import MOST_STORED, SLOT, STORE
from skerry.games.tungaru.problems import dice_on
from skerry.games.tungaru.state import NONE, Player, Tungaru
from skerry.games.tungaru.text.words import PHASE_WORDS
from skerry.games.tungaru.view.action import ActionView, action_view
from skerry.games.tungaru.view.dice import DieView, dice_view, lying_at
from skerry.games.tungaru.view.hiding import in_sight, is_hidden, out_of_sight

EMPTY = ""
CLOSED_SPACE = "monument"
PHASE_IDS = tuple(PHASE_WORDS)


class IslandDie(Struct, frozen=True):
    seat: int
    face: int


class SettlerView(Struct, frozen=True):
    seat: int
    exhausted: bool


class IslandView(Struct, frozen=True):
    id: str
    offer: str  # Harvest and Trade, in the catalogue: printed or those of a tile
    nomad: str | None
    reserved_by: int | None
    market: list[str]  # goods
    dice: list[IslandDie]  # in the order they were placed
    settlers: list[SettlerView]
    monuments: list[int]  # seats; one who has two stands twice


class LeaderView(Struct, frozen=True):
    """A Leader that has been revealed, or one's own."""

    id: str
    benefit_ready: bool
    benefit_used: bool  # neither: its owner has passed without it
    dice: list[int]  # the face that lies on each dice space; 0: none
    fish: bool  # the Fisher's Fish lies on the card


class SlotView(Struct, frozen=True):
    """A Nomad space of the Culture board."""

    nomad: str | None
    die: int  # the face of the die on that Nomad; 0: none
    closed: bool  # its Monument still stands there


class PlayerView(Struct, frozen=True):
    points: int  # on the score track
    score: int  # with the Nomads that are shown, as if the game ended now
    goods: dict[str, int]  # the Fisher's Fish included
    storage: list[str]  # by space: a good, "" if empty, "monument" if closed; more than fit while goods are returned
    capacity: int
    dice: list[DieView]  # of this round, used or not; the fourth is the Worker's
    sail_die: int  # the face on the Sailing space; 0: none
    shift: int  # how far a die may be turned
    hand: list[str | None]  # Leaders; one chosen face down is still among them; None: not shown
    has_chosen: bool
    leader: LeaderView | None
    ground: str | None
    settlers_left: int
    nomad_monuments: int  # still on Nomad spaces
    storage_monument: bool  # still on the last storage space
    track: int  # Monuments gone from the Culture track, counted from the top
    loose_monument: bool
    reserved: str | None  # the island
    nomads: list[SlotView]
    travellers: list[str | None]  # None: not shown
    passed: bool


class View(Struct, frozen=True):
    round: int
    phase: str
    first: int
    roll: list[int]
    last_round: bool
    refills: int  # Nomads that will still move to an island
    quiet_rounds: int  # successive ones without a recruit
    standstill: bool  # enough of them that the players may agree to end
    islands: list[IslandView]
    grounds: dict[str, list[int]]  # seats of the boats there
    sections: list[str]  # of the sea
    islet: list[int]  # seats of the Settlers there
    migration: dict[str, str | None]
    pile: list[str]  # which Nomads may still come, not their order: all that are nowhere to be seen
    action: ActionView | None  # the one under way
    turns: list[int]  # seats whose turns follow the one under way, the next first
    players: list[PlayerView]


def view(state: Tungaru, seat: int) -> View:
    side = state.side
    return View(
        round=state.round,
        phase=PHASE_IDS[state.phase],
        first=state.first,
        roll=dice_list(state.roll),
        last_round=state.ending,
        refills=bits.count(state.pile) + sum(nomad != NONE for nomad in state.migration),
        quiet_rounds=state.quiet,
        standstill=state.is_quiet(),
        islands=[island_view(state, island) for island in range(side.islands)],
        grounds={GROUNDS[ground]: boats_at(state, ground) for ground in range(side.grounds)},
        sections=[name for name, _ in used_waters(state)],
        islet=[number for number, p in enumerate(state.players) for _ in range(p.islet)],
        migration={MIGRATION_SPACES[space]: nomad_id(state, state.migration[space]) for space in range(N_MIGRATION)},
        pile=[state.kit.nomads[nomad].id for nomad in bits.members(out_of_sight(state, seat))],
        action=action_view(state),
        turns=turns_after(state),
        players=[player_view(state, number, seat) for number in range(state.seats)],
    )


def turns_after(state: Tungaru) -> list[int]:
    """Clockwise, without players who have passed.  §turn.1"""
    if state.turn == NONE:
        return []
    ring = [int(state.turn + step) % int(state.seats) for step in range(1, state.seats)]
    return [seat for seat in ring if not state.passed >> seat & 1]


def dice_list(dice: int) -> list[int]:
    return [face for face in range(1, 7) for _ in range(dice_of(dice, face))]


def nomad_id(state: Tungaru, nomad: int) -> str | None:
    return None if nomad == NONE else state.kit.nomads[nomad].id


def boats_at(state: Tungaru, ground: int) -> list[int]:
    return [number for number, p in enumerate(state.players) if p.ground == ground]


def island_view(state: Tungaru, island: int) -> IslandView:
    return IslandView(
        id=ISLANDS[island],
        offer=state.offer_at(island).id,
        nomad=nomad_id(state, state.nomad[island]),
        reserved_by=next((n for n, p in enumerate(state.players) if p.reserved == island), None),
        market=[good for good, amount in goods_dict(state.market[island]).items() for _ in range(amount)],
        dice=[IslandDie(seat, face) for seat, face in dice_on(state, island)],
        settlers=[
            SettlerView(number, bool(p.exhausted >> island & 1))
            for number, p in enumerate(state.players)
            if p.settlers >> island & 1
        ],
        monuments=[
            number
            for number, p in enumerate(state.players)
            for _ in range((p.monuments >> island & 1) + (p.seconds >> island & 1))
        ],
    )


def leader_view(state: Tungaru, seat: int) -> LeaderView:
    p = state.players[seat]
    card = state.kit.leaders[p.leader]
    used = state.phase > 2 and p.benefit == C.NO_BENEFIT
    return LeaderView(
        id=card.id,
        benefit_ready=not used and not state.passed >> seat & 1,
        benefit_used=used,
        dice=[lying_at(p, "space", space) for space in range(len(card.dice))],
        fish=bool(p.fisher_fish),
    )


def hand_view(state: Tungaru, seat: int, viewer: int) -> list[str | None]:
    """§open.1, §open.2"""
    held = state.players[seat].hand
    cards = [state.kit.leaders[leader].id for leader in range(N_LEADERS) for _ in range(held >> 4 * leader & 15)]
    return [None] * len(cards) if is_hidden(state, seat, viewer) else [*cards]


def travellers_view(state: Tungaru, seat: int, viewer: int) -> list[str | None]:
    """§open.1, §open.2"""
    p = state.players[seat]
    tiles = bits.members(p.nomads & ~p.face_up)
    return [None if is_hidden(state, seat, viewer) else state.kit.nomads[nomad].id for nomad in tiles]


def player_view(state: Tungaru, seat: int, viewer: int) -> PlayerView:
    p = state.players[seat]
    kit = state.kit
    return PlayerView(
        points=p.points,
        score=scoring.score(kit, in_sight(state, seat, viewer)),
        goods=goods_dict(p.goods),
        storage=storage_view(p),
        capacity=p.capacity,
        dice=dice_view(state, seat),
        sail_die=lying_at(p, "sail", 0),
        shift=p.shift,
        hand=hand_view(state, seat, viewer),
        has_chosen=p.leader != NONE,
        leader=leader_view(state, seat) if p.leader != NONE and (seat == viewer or state.shown) else None,
        ground=GROUNDS[p.ground] if p.ground != NONE else None,
        settlers_left=p.reserve,
        nomad_monuments=p.nomad_monuments,
        storage_monument=bool(p.storage_monument),
        track=p.track,
        loose_monument=bool(p.loose),
        reserved=ISLANDS[p.reserved] if p.reserved != NONE else None,
        nomads=[slot_view(state, p, space) for space in range(kit.nomad_spaces)],
        travellers=travellers_view(state, seat, viewer),
        passed=bool(state.passed >> seat & 1),
    )


def storage_view(p: Player) -> list[str]:
    """Every space in its place; goods that have none, because an owner's storage is so large, stand behind them."""
    size = int(p.capacity + p.storage_monument)
    placed = [int(p.store >> STORE * space & 7) for space in range(MOST_STORED)]
    names = [EMPTY, *GOODS, EMPTY, EMPTY, CLOSED_SPACE]
    found = [names[code] for code in placed]
    while len(found) > size and not found[-1]:
        found.pop()
    found += [EMPTY] * (size - len(found))
    for good, name in enumerate(GOODS):
        stored = int(G.amount_of(p.goods - p.fisher_fish, good))
        found += [name] * (stored - placed.count(good + 1))
    return found


def slot_view(state: Tungaru, p: Player, space: int) -> SlotView:
    nomad = int(p.slots >> SLOT * space & 63) - 1
    closed = space >= state.kit.nomad_spaces - p.nomad_monuments
    return SlotView(nomad_id(state, nomad), lying_at(p, "nomad", nomad) if nomad != NONE else 0, closed)
