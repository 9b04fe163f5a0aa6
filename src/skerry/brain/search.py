"""Information-set Monte Carlo tree search for 1 to 5 seats, for any game.

Every iteration starts from a state imagined from what one seat knows, so the search never meets the truth.  Each
seat maximises its own utility (max^n) in a tree of its own, which branches on what that seat can see: nobody
answers a move made face down.  CHANCE is sampled by its weights.

With a judgement, a leaf is judged at the end of its turn, and the judgement's view of the actions guides where to look
(PUCT); without one, games are played out at random (UCT).
"""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from skerry.brain.judgement import JUDGED_SEATS, NO_MOVE, Judgement, reals, utility
from skerry.brain.lookahead import Lookahead
from skerry.core.playout import play_out, random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, IllegalAction, State, new_buffer, zeros

MAX_ACTIONS: Final = 4096  # the largest action table
UNSEEN_MOVES: Final = -2  # the branch of all moves that the owner of the tree does not see
MERGED_DRAWS: Final = -3  # the branch of all outcomes of a draw with many outcomes
OTHER_MOVES: Final = -16  # and below: what chance and other seats do; the owner may have the same action elsewhere
REVEALED_MOVES: Final = OTHER_MOVES - 16 * MAX_ACTIONS  # and below: what was revealed, by who is asked next


@final
class Node:
    """A move as the owner of the tree saw it.  No link to the parent: the path is recorded, so there are no cycles.

    Still not `acyclic`: to free objects nested more than fifty deep, such as a tree, Python needs objects that its
    garbage collector knows.  The memory of others would be overwritten (mypyc 2.4 uses the trashcan for both).
    """

    def __init__(self, action: i64 = -1) -> None:
        self.action: i64 = action
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often this action was possible when its parent was visited
        self.value: float = 0.0  # sum of the owner's utilities
        self.judged: float = 0.0  # what the judgement thought of it at first
        self.trust: float = 0.0  # how many visits that counts for
        self.prior: float = 0.0  # how strongly it recommends looking here rather than at other actions
        self.level: float = 0.0  # the judgement that priors of the children are relative to
        self.children: vec[Node] = NO_CHILDREN

    def child(self, action: i64) -> "Node":
        """The branch of this action, created if new."""
        for node in self.children:
            if node.action == action:
                return node
        node = Node(action)
        self.children = append(self.children, node)
        return node


NO_CHILDREN: Final = vec[Node]()


@final
@mypyc_attr(acyclic=True)
class SearchSettings:
    """How to search; what the numbers do is in docs/bots.md."""

    def __init__(self) -> None:
        self.explore: float = 0.7  # without a judgement
        self.curiosity: float = 1.0  # with one: the weight of priors and of rarely seen actions
        self.temper: float = 0.05  # differences in judged utility that make a prior e times greater
        self.trust: float = 1.0  # visits that the judgement of an action counts for
        self.tries: i64 = 12  # positions to try for the prior of an action
        self.first_tries: i64 = 100  # the same at the root
        self.looks: i64 = 10  # states imagined for that, where hidden information matters much
        self.further: i64 = 0  # random decisions beyond the leaf
        self.guided: bool = True  # the judgement guides the search; otherwise it only judges leaves
        self.outcomes: i64 = 8  # draws with more outcomes than this share one branch


@final
class Search:
    """A search that can be continued: call `run` until the time is up, then ask `best`."""

    def __init__(
        self,
        imagine: Callable[[Rng], State],
        observer: int,
        seed: int = 1,
        judgement: Judgement[Any] | None = None,
        settings: SearchSettings | None = None,
    ) -> None:
        self.imagine = imagine
        self.observer: i64 = observer
        self.judgement = judgement
        self.settings = settings or SearchSettings()
        self.guided: bool = judgement is not None and self.settings.guided
        self.rng = Rng(seed)
        self.lookahead: Lookahead | None = None
        self.looks: i64 = 1
        if judgement is not None:
            self.lookahead = Lookahead(judgement, self.rng, self.settings.tries)
            if judgement.has_secrets():
                self.looks = self.settings.looks
        self.roots: list[Node] = [Node() for _ in range(JUDGED_SEATS)]
        self.at: list[Node] = []  # where each seat's tree stands in this iteration
        self.options: vec[i64] = new_buffer()
        self.weights: vec[i64] = new_buffer()
        self.slot: vec[i64] = zeros(MAX_ACTIONS)  # scratch: action -> place among the children + 1
        self.worth: vec[float] = reals(JUDGED_SEATS)
        self.judged: vec[float] = reals(MAX_ACTIONS)

    @property
    def root(self) -> Node:
        return self.roots[self.observer]

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        state = self.imagine(self.rng)
        seats = state.seats
        self.at = [self.roots[seat] for seat in range(seats)]
        path = [self.at[self.observer]]
        owners = vec[i64]([self.observer])
        while not state.over:
            mover = state.to_move()
            if mover == CHANCE:
                self.draw(state)
                continue
            count = state.legal_into(self.options)
            node = self.move(state, mover, count)
            path.append(node)
            owners = append(owners, mover)
            if node.visits == 0 and count > 1:
                break
        self.evaluate(state)
        for i in range(len(path)):
            path[i].visits += 1
            path[i].value += self.worth[owners[i]]

    def draw(self, state: State) -> None:
        """Sample chance; every seat's tree follows what that seat sees of it."""
        count = state.legal_into(self.options)
        action = self.options[0] if count == 1 else random_action(state, self.options, self.weights, self.rng)
        branch = action
        if count > self.settings.outcomes:
            branch = MERGED_DRAWS
        self.follow(state, action, branch)

    def move(self, state: State, mover: i64, count: i64) -> Node:
        """The seat chooses by its own tree."""
        node = self.at[mover]
        chosen = self.select_judged(state, node, count) if self.guided else self.select(node, count)
        self.follow(state, chosen.action, chosen.action, chosen)
        return chosen

    def advance(self, state: State, action: i64) -> None:
        """Take the action: its branches become the roots.  `state` is changed."""
        self.at = [self.roots[seat] for seat in range(state.seats)]
        branch = action
        if state.to_move() == CHANCE and state.legal_into(self.options) > self.settings.outcomes:
            branch = MERGED_DRAWS
        self.follow(state, action, branch)
        for seat in range(state.seats):
            self.roots[seat] = self.at[seat]

    def follow(self, state: State, action: i64, branch: i64, chosen: Node | None = None) -> None:
        """Every seat's tree follows the action as that seat sees it; `chosen` is the mover's branch."""
        mover = state.to_move()
        seen = state.witnesses(action)
        news = state.news
        at = self.at
        for seat in range(state.seats):
            if seat == mover:
                at[seat] = chosen if chosen is not None else at[seat].child(action)
            elif (seen >> seat) & 1:
                at[seat] = at[seat].child(branch if branch < 0 else OTHER_MOVES - mover * MAX_ACTIONS - branch)
            else:
                at[seat] = at[seat].child(UNSEEN_MOVES)
        state.apply(action)
        if state.news != news and not state.over:
            shown = REVEALED_MOVES - (state.ask_now() & 4095)
            for seat in range(state.seats):
                at[seat] = at[seat].child(shown)

    def size(self) -> int:
        """How many nodes the trees have."""
        found: i64 = 0
        waiting = self.roots[:]
        while len(waiting) > 0:
            node = waiting.pop()
            found += 1
            for child in node.children:
                waiting.append(child)
        return int(found)

    # ---- which action to look at
    def select(self, node: Node, count: i64) -> Node:
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
            if at == 0 or children[at - 1].visits == 0:
                fresh += 1
                if self.rng.below(fresh) == 0:
                    new_action = action
            else:
                child = children[at - 1]
                child.offered += 1
                visits = float(child.visits)
                bound = child.value / visits + self.settings.explore * sqrt(log(float(child.offered)) / visits)
                if bound > best_bound:
                    best = child
                    best_bound = bound
        self.clear_slots(children)
        if fresh == 0:
            return best
        grown = node.child(new_action)
        grown.offered = 1
        return grown

    def select_judged(self, state: State, node: Node, count: i64) -> Node:
        """The best by its mean, including the judgement, and by how few visits it has for its prior."""
        slot = self.slot
        options = self.options
        children = node.children
        for i in range(i64(len(children))):
            if children[i].action >= 0:
                slot[children[i].action] = i + 1
        self.judge(state, node, count)
        children = node.children  # the new ones too
        total: i64 = 1
        priors = 0.0
        for i in range(count):
            child = children[slot[options[i]] - 1]
            total += child.visits
            priors += child.prior
        reach = self.settings.curiosity * sqrt(float(total)) / priors
        best = node
        best_bound = -1.0
        for i in range(count):
            child = children[slot[options[i]] - 1]
            visits = float(child.visits)
            trust = child.trust
            bound = (child.value + trust * child.judged) / (visits + trust) + reach * child.prior / (1.0 + visits)
            if bound > best_bound:
                best = child
                best_bound = bound
        self.clear_slots(children)
        return best

    def judge(self, state: State, node: Node, count: i64) -> None:
        """Add branches for actions that are new to this node, each with its judgement."""
        slot = self.slot
        options = self.options
        lookahead = self.lookahead
        assert lookahead is not None
        mover = state.to_move()
        luck = self.rng.word()
        first = node is self.roots[mover]
        tries = self.settings.first_tries if first else self.settings.tries
        looks: i64 = 1
        if first and mover == self.observer and count > 1 and len(node.children) == 0:
            looks = self.looks
        if looks > 1:
            self.look(count, looks)
        for i in range(count):
            if slot[options[i]] == 0:
                child = Node(options[i])
                child.trust = self.settings.trust * float(looks)
                if count > 1:
                    if looks > 1:
                        child.judged = self.judged[i]
                    else:
                        lookahead.rng = Rng(luck)
                        child.judged = lookahead.after(state, options[i], mover, tries, 0)
                    if len(node.children) == 0:
                        node.level = child.judged
                    child.prior = exp(min(30.0, (child.judged - node.level) / self.settings.temper))
                else:
                    child.prior = 1.0
                node.children = append(node.children, child)
                slot[options[i]] = len(node.children)

    def look(self, count: i64, looks: i64) -> None:
        """Write the mean worth of the root's actions over several imagined states into `judged`."""
        lookahead = self.lookahead
        assert lookahead is not None
        lookahead.rng = self.rng
        lookahead.tries = self.settings.first_tries
        for i in range(count):
            self.judged[i] = 0.0
        for _look in range(looks):
            lookahead.weigh(self.imagine(self.rng), self.options, count, self.judged)
        for i in range(count):
            self.judged[i] /= float(looks)
        lookahead.tries = self.settings.tries

    def clear_slots(self, children: vec[Node]) -> None:
        for child in children:
            if child.action >= 0:
                self.slot[child.action] = 0

    # ---- what a leaf is worth
    def evaluate(self, state: State) -> None:
        """Write every seat's utility into `worth`: from a random playout, or judged after the turn is played well."""
        if self.judgement is None:
            play_out(state, self.rng, self.options, self.weights)
            for seat in range(state.seats):
                self.worth[seat] = utility(state, seat)
            return
        lookahead = self.lookahead
        assert lookahead is not None
        lookahead.rng = self.rng
        further = self.settings.further
        usual: i64 = NO_MOVE
        while not state.over:
            if state.to_move() == CHANCE or further > 0:
                state.apply(random_action(state, self.options, self.weights, self.rng))
                further -= 1
            elif self.judgement.begins_turn(state, state.ask_now()):
                usual = self.judgement.usual(state, self.rng)
                if usual == NO_MOVE:
                    break
                state.apply(usual)
            elif not self.guided:
                state.apply(random_action(state, self.options, self.weights, self.rng))
            else:
                if usual != NO_MOVE:
                    usual = self.judgement.usual(state, self.rng)
                state.apply(usual if usual != NO_MOVE else lookahead.best(state))
        self.judgement.worth_into(state, self.worth)

    # ---- the result
    def lead(self, legal: list[int]) -> int:
        """By how many visits the most visited of these actions leads."""
        first: i64 = 0
        second: i64 = 0
        for node in self.root.children:
            if node.visits > second and int(node.action) in legal:
                if node.visits > first:
                    second = first
                    first = node.visits
                else:
                    second = node.visits
        return int(first - second)

    def best(self, legal: list[int] | None = None) -> int:
        """The most visited action of the root; ties go to the better one.

        A tree that is gone on with may hold actions of other draws beside: then `legal` names those of now.
        """
        best: Node | None = None
        for node in self.root.children:
            if legal is not None and int(node.action) not in legal:
                continue
            if best is None or node.visits > best.visits or (node.visits == best.visits and node.value > best.value):
                best = node
        if best is None:
            raise IllegalAction("nothing was looked at")
        return int(best.action)

    def table(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean utility) for every action tried at the root, best first."""
        rows = [(int(n.action), int(n.visits), n.value / max(1, int(n.visits))) for n in self.root.children]
        rows.sort(key=lambda row: (-row[1], row[0]))
        return rows
