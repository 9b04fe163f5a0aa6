"""Information-set Monte Carlo tree search for 1 to 5 seats, for any game.

Every iteration starts from a state imagined from what one seat knows, so the search never meets
the truth.  Each seat maximises its own utility (max^n); CHANCE is sampled by its weights; a move
that the observer cannot see is played at random and all its outcomes share one branch.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.playout import pick, play_out
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer, zeros

MAX_ACTIONS: Final = 4096  # the largest action table
UNSEEN: Final = -2  # the branch of all moves the observer does not see
SCORE_SCALE: Final = 30.0  # points that make a clear difference
WIN_SHARE: Final = 0.8  # of the utility; the rest follows the margin, so that a lost game is still played well


@final
@mypyc_attr(acyclic=True)
class Node:
    """A decision taken.  No link to the parent: the path is recorded, trees need no garbage collector."""

    def __init__(self, action: i64 = -1, mover: i64 = -1) -> None:
        self.action: i64 = action
        self.mover: i64 = mover
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often this action was possible when its parent was visited
        self.value: float = 0.0  # sum of the mover's utilities
        self.children: list[Node] = []

    def child(self, action: i64, mover: i64) -> "Node":
        """The branch of this action, made when it is new."""
        for node in self.children:
            if node.action == action:
                return node
        node = Node(action, mover)
        self.children.append(node)
        return node


def squash(margin: float) -> float:
    """Any margin of points into 0 to 1."""
    return 0.5 + 0.5 * margin / (SCORE_SCALE + abs(margin))


def utility(state: State, seat: i64) -> float:
    """What a finished game is worth to a seat, from 0 to 1."""
    own = float(state.score(seat))
    if state.seats == 1:
        return squash(own - SCORE_SCALE)
    best_other = -1000000.0
    for other in range(state.seats):
        if other != seat:
            best_other = max(best_other, float(state.score(other)))
    won = state.winners()
    share = 1.0 / float(bits.count(won)) if (won >> seat) & 1 else 0.0
    return WIN_SHARE * share + (1.0 - WIN_SHARE) * squash(own - best_other)


@final
class Search:
    """A search that can be continued: call `run` until the time is up, then ask `best`."""

    def __init__(self, imagine: Callable[[Rng], State], observer: int, seed: int = 1, explore: float = 0.7) -> None:
        self.imagine = imagine
        self.observer: i64 = observer
        self.explore = explore
        self.rng = Rng(seed)
        self.root = Node()
        self.options: vec[i64] = new_buffer()
        self.weights: vec[i64] = new_buffer()
        self.slot: vec[i64] = zeros(MAX_ACTIONS)  # scratch: action -> place among the children + 1

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        state = self.imagine(self.rng)
        node = self.root
        path = [node]
        grown = False
        while not state.over and not grown:
            node = self.descend(state, node)
            grown = node.visits == 0 and node.mover != CHANCE
            path.append(node)
        play_out(state, self.rng, self.options, self.weights)
        worth = [utility(state, seat) for seat in range(state.seats)]
        for node in path:
            node.visits += 1
            if 0 <= node.mover < CHANCE:
                node.value += worth[node.mover]

    def descend(self, state: State, node: Node) -> Node:
        """Choose an action below `node`, apply it, return its branch."""
        mover = state.to_move()
        if mover == CHANCE:
            action = pick(state, self.options, self.weights, self.rng)
            seen = (state.witnesses(action) >> self.observer) & 1
            state.apply(action)
            return node.child(action if seen else UNSEEN, CHANCE)
        count = state.legal_into(self.options)
        if mover != self.observer and (state.witnesses(self.options[0]) >> self.observer) & 1 == 0:
            state.apply(self.options[self.rng.below(count)])
            return node.child(UNSEEN, CHANCE)  # no seat's choice is learnt here
        chosen = self.select(node, count, mover)
        state.apply(chosen.action)
        return chosen

    def select(self, node: Node, count: i64, mover: i64) -> Node:
        """An untried legal action if there is one, else the best by upper confidence bound."""
        slot = self.slot
        options = self.options
        children = node.children
        for i in range(i64(len(children))):
            if children[i].action >= 0:
                slot[children[i].action] = i + 1
        fresh: i64 = 0
        best = node
        best_bound = -1.0
        new_action: i64 = -1
        for i in range(count):
            action = options[i]
            at = slot[action]
            if at == 0:
                fresh += 1
                if self.rng.below(fresh) == 0:
                    new_action = action
            else:
                child = children[at - 1]
                child.offered += 1
                visits = float(child.visits)
                bound = child.value / visits + self.explore * sqrt(log(float(child.offered)) / visits)
                if bound > best_bound:
                    best = child
                    best_bound = bound
        for child in children:
            if child.action >= 0:
                slot[child.action] = 0
        if fresh == 0:
            return best
        grown = Node(new_action, mover)
        grown.offered = 1
        children.append(grown)
        return grown

    def best(self) -> int:
        """The most visited action of the root, the better one of equals."""
        best = self.root.children[0]
        for node in self.root.children:
            if node.visits > best.visits or (node.visits == best.visits and node.value > best.value):
                best = node
        return int(best.action)

    def table(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean utility) for every action tried at the root, best first."""
        rows = [(int(n.action), int(n.visits), n.value / max(1, int(n.visits))) for n in self.root.children]
        rows.sort(key=lambda row: (-row[1], row[0]))
        return rows
