"""What must hold in every position."""

from skerry.core import bits
from skerry.core.state import arg_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import FEED, FISHING, HUNGRY, LOT, Nusfjord, Player


def problems(state: Nusfjord) -> list[str]:
    found = [*card_problems(state), *piece_problems(state), *worker_problems(state)]
    for seat, p in enumerate(state.players):
        found += [f"seat {seat}: {words}" for words in player_problems(state, p)]
    return found


def card_problems(state: Nusfjord) -> list[str]:
    """Every card is in exactly one place."""
    waiting = 0  # paid for, not yet placed
    for place in range(state.depth):
        if step_of(state.asks[place]) == LOT:
            waiting |= 1 << arg_of(state.asks[place])
    places = [state.pile_a, state.pile_b, state.pile_c, state.display, waiting]
    places += [p.hand for p in state.players] + [p.built for p in state.players]
    together = 0
    for place in places:
        together |= place
    if together != state.cards_in_game or sum(map(bits.count, places)) != bits.count(together):
        return ["cards are lost or doubled"]
    if bits.count(state.display & A.A_CARDS) > state.kit.open_a:
        return ["too many A Buildings on display"]
    if bits.count(state.display & A.B_CARDS) > state.kit.open_b:
        return ["too many B Buildings on display"]
    return []


def piece_problems(state: Nusfjord) -> list[str]:
    found = []
    for colour, p in enumerate(state.players):
        shares = p.unissued + state.market_of(colour) + sum(q.shares_of(colour) for q in state.players)
        if shares != state.kit.shares:
            found.append(f"{shares} Shares of colour {colour}")
    if state.n_market != sum(state.market_of(colour) for colour in range(state.seats)):
        found.append("the counter of Shares on the Action board is off")
    for ship in range(A.N_SHIPS):
        tiles = state.stock_of(ship) + sum(p.ships_of(ship) for p in state.players)
        if tiles != state.kit.ships_of_type[state.seats]:
            found.append(f"{tiles} tiles of Ship {ship}")
    open_elders = [e for stack in range(A.N_STACKS) if (e := state.top_elder(stack)) >= 0]
    elders = (
        open_elders + bits.members(state.unseen_elders) + [e for p in state.players for e in bits.members(p.elders)]
    )
    if len(set(elders)) != len(elders):
        found.append("an Elder is in two places")
    if bits.count(state.unseen_elders) != bits.count(state.face_down):
        found.append("face-down Elders are lost or doubled")
    if not 0 <= state.plates <= state.kit.n_plates:
        found.append(f"{state.plates} filled plates")
    return found


def worker_problems(state: Nusfjord) -> list[str]:
    found = []
    standing = [0] * A.N_SPACES
    for seat, p in enumerate(state.players):
        on_elders = 0
        for worker in range(state.colours * state.kit.workers):
            place = p.worker_at(worker)
            if place > A.N_SPACES:
                on_elders |= 1 << (place - A.N_SPACES - 1)
            elif place:
                standing[place - 1] += 1
        if on_elders != p.elder_workers or on_elders & ~p.elders:
            found.append(f"seat {seat}: Workers on Elders are off")
        if p.n_placed > state.kit.workers:
            found.append(f"seat {seat}: too many Workers")
    for space in range(A.N_SPACES):
        if standing[space] != state.workers_on(space) or standing[space] > state.cap_of(space):
            found.append(f"{standing[space]} Workers on space {space}, counted {state.workers_on(space)}")
    return found


def player_problems(state: Nusfjord, p: Player) -> list[str]:
    kit = state.kit
    found = []
    goods = (p.wood, p.fish, p.gold, p.reserve_fish, p.reserve_wood, p.reserve_gold, p.dividend, p.unissued)
    if min(goods) < 0:
        found.append(f"fewer than no goods: {goods}")
    if p.wood > p.wood_limit:
        found.append(f"{p.wood} wood above the limit")
    if p.dividend and step_of(state.ask_now()) not in (FEED, FISHING, HUNGRY):
        found.append("fish left on Shares")
    if p.n_shares != sum(p.shares_of(colour) for colour in range(state.seats)):
        found.append("the counter of Shares is off")
    if p.n_ships != sum(p.ships_of(ship) for ship in range(A.N_SHIPS)):
        found.append("the counter of Ships is off")
    covered = sum(p.ships_of(ship) * kit.ship_size[ship] for ship in range(A.N_SHIPS))
    if covered != p.track or p.track > kit.track:
        found.append(f"{covered} spaces covered by Ships, {p.track} on the track")
    if p.n_elders != bits.count(p.elders) or p.n_elders > kit.council_seats:
        found.append("Elders are off")
    for elder in range(A.N_ELDERS):
        fish = p.elder_fish(elder)
        if fish >= kit.elder_fish or (fish and not p.elders >> elder & 1):
            found.append(f"{fish} fish on Elder {elder}")
    return found + harbor_problems(state, p)


def harbor_problems(state: Nusfjord, p: Player) -> list[str]:
    kit = state.kit
    found = []
    covered = 0
    for double in range(A.N_DOUBLES):
        if p.forests_on(double):
            if covered & kit.pair[double]:
                found.append("Forests overlap")
            covered |= kit.pair[double]
    built, points = 0, 0
    for cell in range(A.N_CELLS):
        slot = p.building_at(cell)
        if slot >= 0:
            if covered >> cell & 1:
                found.append("a Building is where a Forest is")
            covered |= 1 << cell
            built |= 1 << slot
            points += state.deck.cards[slot].points
    if p.free != kit.spaces & ~covered or p.n_free != bits.count(p.free):
        found.append("free Building spaces are off")
    if p.n_forests != sum(p.forests_on(double) for double in range(A.N_DOUBLES)):
        found.append("the counter of Forests is off")
    if built != p.built or p.n_built != bits.count(built) or points != p.printed:
        found.append("Buildings are off")
    return found
