"""A bot that searches."""

from typing import Any

from skerry.bots.bot import Budget, Liking, run_simulations
from skerry.bots.observer import Observer
from skerry.brain.judgement import Judgement
from skerry.brain.search import Search, SearchSettings
from skerry.core.compiled import COMPILED
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.match.match import only_action

MAX_OUTCOMES = 12  # of a draw that are tried to find a position again after it


class SearchBot:
    """Information-set tree search, with a judgement if there is one.

    Within a turn it continues the tree of its last decision; a new bot starts from scratch.
    """

    def __init__(
        self,
        seed: int,
        budget: Budget,
        judgement: Judgement[Any] | None = None,
        settings: SearchSettings | None = None,
    ) -> None:
        self.rng = Rng(seed)
        self.budget = budget
        self.judgement = judgement
        self.settings = settings
        self.last: tuple[Search, Observer, State] | None = None  # the tree after the last decision, and what it was

    def choose(self, observer: Observer) -> int:
        if len(observer.legal) == 1:
            return observer.legal[0]
        search = self.search(observer, decide=True)
        chosen = search.best(observer.legal)
        self.last = self.after(search, observer, chosen)
        return chosen

    def advise(self, observer: Observer) -> list[Liking]:
        rows = [row for row in self.search(observer).table() if row[0] in observer.legal]
        visits = sum(row[1] for row in rows)
        return [(action, seen / visits, value) for action, seen, value in rows]

    def search(self, observer: Observer, decide: bool = False) -> Search:
        """Search until the budget is used up; to `decide`, stop once the rest could not change the choice."""
        search = self.resume(observer) or Search(
            observer.imagine, observer.seat, int(self.rng.word()), self.judgement, self.settings
        )

        def decided(left: float) -> bool:
            return decide and search.lead(observer.legal) > left

        run_simulations(self.budget, observer, search.run, 8 if COMPILED else 1, decided)
        return search

    def after(self, search: Search, observer: Observer, chosen: int) -> tuple[Search, Observer, State] | None:
        """The tree after this choice and the forced moves that follow; None if another seat decides next.

        Only the branch that was taken is kept, so a bot between two decisions needs little memory.
        """
        state = observer.imagine(Rng(0))
        search.advance(state, chosen)
        advance_forced(search, state)
        return None if state.over or state.to_move() not in (CHANCE, observer.seat) else (search, observer, state)

    def size(self) -> int:
        """How many nodes it keeps for its next decision; each needs about 170 bytes."""
        return 0 if self.last is None else self.last[0].size()

    def resume(self, observer: Observer) -> Search | None:
        """The last tree, if only its own choice, forced moves and at most one draw have happened since."""
        if self.last is None:
            return None
        search, before, state = self.last
        self.last = None
        if before.seat != observer.seat or before.game.name != observer.game.name:
            return None
        if state.to_move() == CHANCE:
            outcome = find_outcome(state, state.legal_actions(), observer)
            if outcome is None:
                return None
            search.advance(state, outcome)
            advance_forced(search, state)
        if state.over or not observer.could_be(state):
            return None
        search.imagine = observer.imagine
        return search


def advance_forced(search: Search, state: State) -> None:
    while (action := next_forced(state)) is not None:
        search.advance(state, action)


def next_forced(state: State) -> int | None:
    """What follows by itself in a match; None at a choice, at the end, or where chance has several outcomes."""
    if state.over:
        return None
    legal = state.legal_actions()
    if state.to_move() == CHANCE:
        return legal[0] if len(legal) == 1 else None
    return only_action(state)


def find_outcome(state: State, legal: list[int], observer: Observer) -> int | None:
    """The outcome after which the observer would see what it sees now."""
    for outcome in legal[:MAX_OUTCOMES]:
        after = state.clone()
        after.apply(outcome)
        while (action := next_forced(after)) is not None:
            after.apply(action)
        if not after.over and observer.could_be(after):
            return outcome
    return None
