"""What must hold in every position."""

from skerry.core import bits
from skerry.core.state import seat_of, step_of
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.actions import N_LEADERS, N_MIGRATION
from skerry.games.tungaru.player import MOST_STORED, SLOT, STORE
from skerry.games.tungaru.state import ENTRY, MONUMENT, NONE, OVERFLOW, Player, Tungaru


def problems(state: Tungaru) -> list[str]:
    found = nomad_problems(state) + board_problems(state)
    for seat, p in enumerate(state.players):
        found += [f"seat {seat}: {words}" for words in piece_problems(state, p) + goods_problems(state, seat, p)]
        expected = 0 if state.phase < 2 else D.number_of_dice(state.roll) + (p.worker_die > 0)
        if all_dice(state, seat, p) != expected:
            found.append(f"seat {seat}: {all_dice(state, seat, p)} dice, there should be {expected}")
    cards = sum(hand_size(p) + (p.leader != NONE and state.shown) for p in state.players)
    if cards != N_LEADERS * state.seats:
        found.append(f"{cards} Leader cards, there should be {N_LEADERS * state.seats}")
    return found


def nomad_problems(state: Tungaru) -> list[str]:
    """Every Nomad is in one place."""
    places = bits.members(state.pile)
    places += [state.nomad[island] for island in range(state.side.islands) if state.nomad[island] != NONE]
    places += [state.migration[space] for space in range(N_MIGRATION) if state.migration[space] != NONE]
    for p in state.players:
        places += bits.members(p.nomads)
    in_play = [
        n
        for n, tile in enumerate(state.kit.nomads)
        if tile.players <= state.seats and (state.deluxe or not tile.deluxe)
    ]
    if sorted(places) != in_play:
        return ["Nomads are lost or doubled"]
    return []


def board_problems(state: Tungaru) -> list[str]:
    found = []
    side = state.side
    for island in range(side.islands):
        full = {
            "dice": (state.dice_full, len(dice_on(state, island)), side.dice_spaces[island]),
            "market": (state.market_full, G.total(state.market[island]), side.market_spaces[island]),
            "Settler": (state.settlers_full, state.settlers_at(island), side.settler_spaces[island]),
            "Monument": (state.monuments_full, state.monuments_at(island), side.monument_spaces[island]),
        }
        for what, (mask, used, spaces) in full.items():
            if used > spaces or (mask >> island & 1) != (used >= spaces):
                found.append(
                    f"island {island}: {used} of {spaces} {what} spaces used, the mark is {mask >> island & 1}"
                )
        if (state.nomads >> island & 1) != (state.nomad[island] != NONE):
            found.append(f"island {island}: the mark of its Nomad is off")
    for ground in range(side.grounds):
        boats = state.boats_at(ground)
        if boats > side.boats or (state.grounds_full >> ground & 1) != (boats >= side.boats):
            found.append(f"ground {ground}: {boats} boats")
    reserved = sum(1 << p.reserved for p in state.players if p.reserved != NONE)
    if reserved != state.reserved or reserved & ~state.nomads:
        found.append("the reservations are off")
    return found


def dice_on(state: Tungaru, island: int) -> list[tuple[int, int]]:
    """(seat, face) of the dice on an island, the first one first."""
    found = []
    left = int(state.dice[island])
    while left:
        found.append(((left >> 3 & 7) - 1, left & 7))
        left >>= ENTRY
    return found[::-1]


def all_dice(state: Tungaru, seat: int, p: Player) -> int:
    """All dice of a player in this round, used or not."""
    on_islands = sum(owner == seat for island in range(state.side.islands) for owner, _ in dice_on(state, island))
    return int(D.number_of_dice(p.dice) + on_islands + bits.count(p.nomad_dice) + bits.count(p.spaces_used) + p.sailed)


def hand_size(p: Player) -> int:
    return sum(p.hand >> 4 * leader & 15 for leader in range(N_LEADERS))


def piece_problems(state: Tungaru, p: Player) -> list[str]:
    found = []
    if p.reserve + p.placed_settlers() != state.kit.settlers:
        found.append("Settlers are lost or doubled")
    if p.exhausted & ~p.settlers:
        found.append("a Settler is exhausted where there is none")
    on_board = p.nomad_monuments + p.storage_monument + len(state.kit.track) - p.track
    if on_board + p.placed_monuments() + p.loose + (p.reserved != NONE) != 3 + len(state.kit.track) - choosing(
        state, p
    ):
        found.append("Monuments are lost or doubled")
    if p.seconds & ~p.monuments or (p.seconds and state.seats > 3):
        found.append("a second Monument without the first")
    if p.face_up & ~p.nomads or bits.count(p.face_up) > state.kit.nomad_spaces - p.nomad_monuments:
        found.append("more face-up Nomads than spaces")
    if p.shift != bits.count(p.face_up & state.kit.shift_nomads):
        found.append("the counter of dice ±1 is off")
    storage = bits.count(p.face_up & state.kit.storage_nomads) * state.kit.nomad_storage
    if p.capacity != state.kit.storage_spaces - p.storage_monument + storage:
        found.append("the counter of storage spaces is off")
    slots = [int(p.slots >> SLOT * space & 63) - 1 for space in range(10)]
    if sorted(nomad for nomad in slots if nomad != NONE) != bits.members(p.face_up):
        found.append("the Nomad spaces hold other Nomads than lie face up")
    return found


def choosing(state: Tungaru, p: Player) -> int:
    """-1 while the Nomad is reserved but the Monument for it is not yet chosen."""
    if state.phase or state.over:
        return 0
    ask = state.ask_now()
    return -1 if step_of(ask) == MONUMENT and state.players[seat_of(ask)] is p else 0


def goods_problems(state: Tungaru, seat: int, p: Player) -> list[str]:
    asks = [state.asks[i] for i in range(state.depth)]
    overflow = any(step_of(ask) == OVERFLOW and seat_of(ask) == seat for ask in asks)
    found = []
    if p.goods < 0 or p.goods & G.GUARDS or p.goods >> 32:
        found.append("fewer than no goods")
    if (p.stored() > p.capacity) != (overflow and not state.over):
        found.append(f"{p.stored()} goods in {p.capacity} storage spaces")
    placed = [int(p.store >> STORE * space & 7) for space in range(MOST_STORED)]
    stored = p.goods - p.fisher_fish
    if p.capacity < MOST_STORED - 8 and any(
        placed.count(good + 1) != G.amount_of(stored, good) for good in range(G.N_GOODS)
    ):
        found.append("the storage spaces hold other goods than there are")
    if p.fisher_fish > p.fish():
        found.append("the Fisher's Fish is not there")
    return found
