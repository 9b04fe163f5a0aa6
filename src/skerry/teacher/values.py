"""What a turn was worth: expected ends before and after it, by what the seat that played it knew.

These functions run in processes of their own; everything that goes in and out can be pickled.
"""

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.bot import judgement_of
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.teacher.hints import search_first
from skerry.teacher.pairs import Ending, Gap, Pairs, ending, new_player

SEARCHED = 30  # simulations of the search that proposes other moves
PATIENCE = 4  # imagined states in which the turn cannot be played, for each one in which it can


class Worth(Struct, frozen=True):
    """Ends of games that go on from before the turn, as the bots would play it, and from after it; in pairs."""

    before: list[Ending]
    after: list[Ending]


def worth(observer: Observer, actions: tuple[int, ...], pairs: int, simulations: int, seed: int) -> Worth:
    """Both ends of each pair begin in the same imagined state and meet the same luck and players."""
    judgement = judgement_of(observer.game.name)
    assert judgement is not None
    player = new_player(observer.game, judgement, simulations)
    rng = Rng(seed)
    found = Worth([], [])
    for _ in range(PATIENCE * pairs):
        if len(found.before) == pairs:
            break
        world = observer.imagine(rng)
        luck, whim = int(rng.word()), int(rng.word())
        after = played(world, actions)
        if after is None:
            continue
        for state, ends in ((world, found.before), (after, found.after)):
            player.play(state, luck, whim)
            ends.append(ending(observer.game, state))
    return found


def played(world: State, actions: tuple[int, ...]) -> State | None:
    """The state after these decisions; None where something hidden makes them impossible."""
    state = world.clone()
    for action in actions:
        if state.over or action not in state.legal_actions():
            return None
        state.apply(action)
    return state


class Better(Struct, frozen=True):
    """Another way to begin a turn that did better in the playouts than the one taken."""

    action: int
    gap: Gap


def better(observer: Observer, taken: int, pairs: int, simulations: int, seed: int) -> Better | None:
    """The best of what a short search proposes, if playouts prefer it to what was taken; None if they do not."""
    judgement = judgement_of(observer.game.name)
    if judgement is None or len(observer.legal) < 2:
        return None
    liked = search_first(observer, SEARCHED, seed)[:3]
    compared = Pairs(observer, list(dict.fromkeys([taken, *liked])), new_player(observer.game, judgement), seed + 1)
    compared.run(pairs)
    compared.leave_out_the_worse(3.0)
    best = compared.ranking()[0]
    if best == taken:
        return None
    strong = Pairs(observer, [taken, best], new_player(observer.game, judgement, simulations), seed + 2)
    strong.run(pairs)
    return Better(best, strong.gap(best, taken))
