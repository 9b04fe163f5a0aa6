"""What one seat may see: everything on the table, and its own hand.  What is printed is in catalogue.py, by id."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from skerry.core import bits
from skerry.core.state import BY_ITSELF, arg_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.kit.load import DOUBLE_IDS
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.board import CARD_LETTERS, WORKER_COLOURS
from skerry.games.nusfjord.text.spaces import SPACES
from skerry.games.nusfjord.view.players import PlayerView, cached, card_id, player_view, worker_colour


class WorkerView(Struct, frozen=True, omit_defaults=True):
    seat: int
    colour: str | None = None  # in the solo game


class PlaceView(Struct, frozen=True, omit_defaults=True):
    """A space of the display: the Building on it, or the one that was built from there, and by whom."""

    card: str | None = None
    gone: str | None = None
    by: int | None = None


class StackView(Struct, frozen=True, omit_defaults=True):
    """A stack of Elders."""

    top: str | None = None
    below: str | None = None  # an open Elder under the top one
    face_down: bool = False
    gone: str | None = None  # the last Elder taken from here
    by: int | None = None  # whose council that Elder is in


class ActingView(Struct, frozen=True):
    """The action under way: whose, and where the Worker stands."""

    seat: int
    at: str  # a piece


class View(Struct, frozen=True):
    round: int
    phase: str  # setup, round (what a Round space says), fishing, work, end
    first: int
    turn: int  # which of their turns the players are at
    acting: ActingView | None
    colour: str | None  # of the Workers in play, in the solo game
    stays: dict[str, int]  # solo: until the end of which round the Workers of each colour on the boards stay
    spaces: dict[str, list[WorkerView]]
    plates: list[bool]  # filled or not, smallest first
    stock: dict[str, int]  # Ships
    elders: list[StackView]
    display: dict[str, list[PlaceView]]  # A, B, C
    to_come: dict[str, int]  # Buildings that will still be dealt
    market: list[int]  # Shares on the Action board, by colour
    share_cost: list[int]  # of Buy All Shares, by seat
    placing: str | None  # a Building that is paid for and looks for its space
    players: list[PlayerView]


def view(state: Nusfjord, seat: int) -> View:
    return with_hand(open_view(state), state, seat)


def with_hand(seen: View, state: Nusfjord, seat: int) -> View:
    """What everybody sees, with the seat's own hand."""
    if not 0 <= seat < state.seats:
        return seen
    hand = [card_id(state, slot) for slot in by_number(state, state.players[seat].hand)]
    players = list(seen.players)
    players[seat] = replace(players[seat], hand=hand)
    return replace(seen, players=players)


def open_view(state: Nusfjord) -> View:
    seats = range(state.seats)
    asked = state.ask_now() if state.depth and not state.over else None
    return View(
        round=state.round,
        phase=phase_name(state),
        first=state.first,
        turn=(state.turn - 1) // state.seats + 1 if state.turn else 0,
        acting=action_under_way(state),
        colour=WORKER_COLOURS[state.colour()] if state.colours > 1 and state.round else None,
        stays=stays(state),
        spaces=spaces(state),
        plates=[plate < state.plates for plate in range(state.kit.n_plates)],
        stock={A.SHIP_IDS[ship]: state.stock_of(ship) for ship in range(A.N_SHIPS)},
        elders=[stack_view(state, stack) for stack in range(A.N_STACKS)],
        display=display(state),
        to_come=to_come(state),
        market=[state.market_of(colour) for colour in seats],
        share_cost=[state.share_cost(number, 0) for number in seats],
        placing=card_id(state, arg_of(asked)) if asked and step_of(asked) == S.LOT else None,
        players=[player_view(state, number) for number in seats],
    )


def by_number(state: Nusfjord, mask: int) -> list[int]:
    return sorted(bits.members(mask), key=lambda slot: state.deck.ids[slot])


# ---- the table


def phase_name(state: Nusfjord) -> str:
    """Which phase it is, by what lies on the stack of questions."""
    if state.over:
        return "end"
    steps = {int(step_of(state.asks[place])) for place in range(state.depth)}
    if S.ROUND in steps or not state.round:
        return "setup"
    if step_of(state.ask_now()) in (S.REVEAL, S.DRAW_C) and S.FISHING in steps:
        return "round"
    if S.END in steps:
        return "end"
    return "fishing" if S.FISHING in steps else "work"


def action_under_way(state: Nusfjord) -> ActingView | None:
    """Questions above a turn's end belong to the action of the Worker that was placed last."""
    if state.over or step_of(state.ask_now()) in (S.TURN, S.AFTER):
        return None
    for ask in state.asks[: state.depth]:
        seat = arg_of(ask) - 1
        if step_of(ask) == S.NEXT_TURN and ask & BY_ITSELF and seat >= 0:
            p = state.players[seat]
            worker = state.colour() * state.kit.workers + p.n_placed - 1
            place = p.worker_at(worker) if p.n_placed else 0
            if place > A.N_SPACES:
                return ActingView(seat, f"elder:elder_{place - A.N_SPACES}")
            return ActingView(seat, f"space:{SPACES[place - 1].id}") if place else None
    return None


def stays(state: Nusfjord) -> dict[str, int]:
    """§solo.3: a colour comes home before the round in which it is placed again."""
    if state.colours == 1 or not state.round:
        return {}
    found = {}
    for back in range(state.colours):
        placed = state.round - back
        if placed > 0:
            found[WORKER_COLOURS[(placed - 1) % state.colours]] = min(placed + state.colours - 1, int(state.kit.rounds))
    return found


def spaces(state: Nusfjord) -> dict[str, list[WorkerView]]:
    """Who stands where."""
    standing: list[list[WorkerView]] = [[] for _ in range(A.N_SPACES)]
    for seat, p in enumerate(state.players):
        for worker in range(state.colours * state.kit.workers):
            place = p.worker_at(worker)
            if 0 < place <= A.N_SPACES:
                standing[place - 1].append(WorkerView(seat, worker_colour(state, worker)))
    return {SPACES[space].id: standing[space] for space in range(A.N_SPACES) if state.cap_of(space)}


def stack_view(state: Nusfjord, stack: int) -> StackView:
    top = state.top_elder(stack)
    below = top - A.N_STACKS if A.N_STACKS <= top < 2 * A.N_STACKS else -1
    gone = (state.last_taken >> 5 * stack & 31) - 1
    return StackView(
        top=f"elder_{top + 1}" if top >= 0 else None,
        below=f"elder_{below + 1}" if below >= 0 else None,
        face_down=bool(state.face_down >> stack & 1),
        gone=f"elder_{gone + 1}" if gone >= 0 else None,
        by=next((seat for seat, p in enumerate(state.players) if gone >= 0 and p.elders >> gone & 1), None),
    )


def display(state: Nusfjord) -> dict[str, list[PlaceView]]:
    places = state.places_a, state.places_b, state.open_c, state.display, *[p.built for p in state.players]
    return cached(("display", state.kit, state.deck, *places), lambda: new_display(state))


def new_display(state: Nusfjord) -> dict[str, list[PlaceView]]:
    kit = state.kit
    return {
        "A": [place_view(state, (state.places_a >> 6 * place & 63) - 1) for place in range(kit.open_a)],
        "B": [place_view(state, (state.places_b >> 6 * place & 63) - 1) for place in range(kit.open_b)],
        "C": [place_view(state, slot) for slot in by_number(state, state.open_c)],
    }


def place_view(state: Nusfjord, slot: int) -> PlaceView:
    if slot < 0:
        return PlaceView()
    if state.display >> slot & 1:
        return on_display(card_id(state, slot))
    builders = (seat for seat, p in enumerate(state.players) if p.built >> slot & 1)
    return PlaceView(gone=card_id(state, slot), by=next(builders, None))


@cache
def on_display(card: str) -> PlaceView:
    return PlaceView(card=card)


def to_come(state: Nusfjord) -> dict[str, int]:
    """What will still be dealt: now, and by the Round spaces ahead."""
    kit, seats = state.kit, state.seats
    waiting = [0, 0, 0]
    for ask in state.asks[: state.depth] if not state.over else []:
        if step_of(ask) == S.REVEAL:
            waiting[arg_of(ask) & 3] += 1
        elif step_of(ask) == S.DRAW_C:
            waiting[2] += 1
    ahead = [
        kit.add_a[seats] if state.round < 3 else 0,
        kit.add_b[seats] if state.round < 5 else 0,
        (kit.draw_c[seats] * seats if state.round < 4 else 0) + (kit.add_c[seats] if state.round < 6 else 0),
    ]
    piles = (state.pile_a, state.pile_b, state.pile_c)
    dealt = zip(CARD_LETTERS, waiting, ahead, piles, strict=True)
    foreign = sum(arg_of(ask) >= 4 for ask in state.asks[: state.depth] if step_of(ask) == S.REVEAL)
    return {letter: min(now + later, bits.count(pile) + foreign) for letter, now, later, pile in dealt}


# ---- pieces


def pieces(view: View) -> set[str]:
    """Everything one can point at."""
    found = {"market", "banquet", "forest", *(f"pile:{letter}" for letter in CARD_LETTERS)}
    found |= {f"space:{space}" for space in view.spaces} | {f"ship:{ship}" for ship in view.stock}
    found |= {f"plate:{plate}" for plate in range(len(view.plates))}
    for number, stack in enumerate(view.elders):
        found |= {f"stack:{number}", *(f"elder:{elder}" for elder in (stack.top, stack.below, stack.gone) if elder)}
    for places in view.display.values():
        found |= {f"card:{place.card or place.gone}" for place in places if place.card or place.gone}
    if view.placing:
        found.add(f"card:{view.placing}")
    for seat, p in enumerate(view.players):
        found |= player_pieces(seat, p)
    return found


def player_pieces(seat: int, p: PlayerView) -> set[str]:
    found = {f"{kind}:{seat}" for kind in ("player", "reserve", "track", "share", "worker")}
    found |= {f"elder:{elder.id}" for elder in p.elders} | {f"card:{card}" for card in p.hand or []}
    found |= {f"double:{seat}.{double}" for double in DOUBLE_IDS}
    for cell in p.harbor:
        found.add(f"cell:{seat}.{cell.id}")
        if cell.card:
            found.add(f"card:{cell.card}")
    return found
