"""What one seat may see.  What is printed on the components is in the catalogue; here they are ids."""

from msgspec import Struct

from skerry.core import bits
from skerry.core.state import arg_of, step_of
from skerry.games.buru import actions as A
from skerry.games.buru import state as S
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.kit.rows import REGIONS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.view.ids import decree_ids, item
from skerry.games.buru.view.island import ForestView, RegionView, SpiritView, forest_view, region_view, spirit_view
from skerry.games.buru.view.players import PlayerView, player_view

PHASES = ("setup", "dawn", "morning", "noon", "afternoon", "dusk")
DECKS = ("decrees", "forest", "islanders", "elders")
WITHIN_ACTION = (S.SHORE, S.VILLAGE, S.LAKE, S.GIVE, S.GET, S.SPARE, S.ELDER, S.DISCARD, S.ARRIVE)


class ActionView(Struct, frozen=True):
    """The action under way."""

    player: int
    space: str
    done: list[str]  # so far, in order, as action texts: "task G1", "cycle", "tribute banyu"
    left: int  # recruits, tasks or tributes still possible
    cycle: bool  # a cycle is still possible
    bonus: bool  # the bonus of the space is still to come


class View(Struct, frozen=True):
    round: int
    phase: str  # setup, dawn, morning, noon, afternoon, dusk
    emissary: int
    ties_from: int  # whose place decides ties this round: the Emissary of the Morning
    region: str | None  # being resolved
    action: ActionView | None
    regions: list[RegionView]  # in the order of the Afternoon
    spirits: list[SpiritView]
    forest: list[ForestView]
    forest_deck: int
    forest_discards: int
    row: list[str]
    islander_deck: int
    islander_discards: int
    elder_deck: int
    elder_discards: int
    decrees_to_come: int  # how many will still be revealed in this game
    decrees_unseen: list[str]  # which they may be
    plots_to_come: int  # Plot cards that will still be revealed
    players: list[PlayerView]  # people by seat, then Lawan


def view(state: Buru, seat: int) -> View:
    kit = state.kit
    return View(
        round=state.round,
        phase=PHASES[state.phase],
        emissary=state.emissary,
        ties_from=state.ties_from if state.flipped else state.emissary,
        region=REGIONS[state.region] if state.region != NONE else None,
        action=action_view(state),
        regions=[region_view(state, region, seat) for region in kit.region_order],
        spirits=[spirit_view(state, spirit, seat) for spirit in range(A.N_SPIRITS)],
        forest=forest_view(state),
        forest_deck=copies(state.forest_deck),
        forest_discards=copies(state.forest_gone),
        row=[item(A.RECRUIT, state.row_card(place)) for place in range(state.n_row)],
        islander_deck=bits.count(state.islander_deck),
        islander_discards=bits.count(state.islanders_gone),
        elder_deck=state.elders_left(),
        elder_discards=bits.count(state.elders_discarded()),
        decrees_to_come=decrees_to_come(state),
        decrees_unseen=decree_ids(state.decree_deck),
        plots_to_come=plots_to_come(state),
        players=[player_view(state, number, seat) for number in range(state.n)],
    )


def copies(packed: int) -> int:
    return sum(packed >> (4 * row) & 15 for row in range(A.N_FOREST))


def decrees_to_come(state: Buru) -> int:
    open_now = sum(step_of(state.asks[place]) == S.DECREE for place in range(state.depth))
    return int(state.kit.decrees_per_round * (state.kit.rounds - state.round) + open_now)


def plots_to_come(state: Buru) -> int:
    later = (state.n - state.seats) * (state.kit.rounds - state.round)
    return int(later + sum(p.plot == NONE and p.possible_plots != 0 for p in state.players))


def acting_order(state: Buru) -> list[int]:
    return [(state.order >> (4 * place) & 15) - 1 for place in range(state.n) if state.order >> (4 * place) & 15]


def action_view(state: Buru) -> ActionView | None:
    if not state.deeds or state.over or step_of(state.ask_now()) not in WITHIN_ACTION:
        return None
    first, *done = reversed([state.deeds >> (8 * back) & 255 for back in range(7) if state.deeds >> (8 * back)])
    space = first - A.SPACE
    ask = state.ask_now()
    arg = arg_of(ask) if step_of(ask) in (S.SHORE, S.VILLAGE, S.LAKE) else 0
    return ActionView(
        player=state.who_stands_on(space),
        space=item(A.SPACE, space),
        done=[ACTIONS.text(action) for action in done],
        left=arg & 7,
        cycle=bool(arg & 8) and step_of(ask) == S.SHORE,
        bonus=bool(state.side_open),
    )


def pieces(view: View) -> set[str]:
    found = {"marker", "row", "altars", "elder", *(f"deck:{deck}" for deck in DECKS)}
    found |= {f"card:{place.card}" for place in view.forest} | {f"islander:{islander}" for islander in view.row}
    found |= {f"decree:{decree}" for decree in view.decrees_unseen}
    for region in view.regions:
        found |= {f"region:{region.id}", *(f"space:{space.id}" for space in region.spaces)}
        found |= {f"decree:{decree}" for decree in [*region.decrees, *region.won]}
        found |= {f"stack:{region.id}.{stack.player}" for stack in region.stacks}
    for spirit in view.spirits:
        found |= {f"spirit:{spirit.id}", f"totem:{spirit.id}", *(f"decree:{decree}" for decree in spirit.decrees)}
    for number, p in enumerate(view.players):
        found |= player_pieces(number, p)
    return found


def player_pieces(number: int, p: PlayerView) -> set[str]:
    """`explorer:1.4` is the Explorer 4 of player 1, wherever it is; `explorer:1` is one that lies face down."""
    found = {f"player:{number}", f"mat:{number}", f"explorer:{number}"}
    found |= {f"explorer:{number}.{item(A.LAY, explorer)}" for explorer in range(A.N_EXPLORERS)}
    found |= {f"islander:{islander.id}" for islander in p.islanders}
    found |= {f"decree:{decree}" for decree in p.decrees}
    found |= {f"elder:{elder.id}" for elder in p.elders or []}
    found |= {f"elder:{elder}" for elder in p.elders_discarded or []}
    return found | ({f"plot:{p.plot}"} if p.plot is not None else set())
