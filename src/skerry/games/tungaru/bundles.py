"""Goods that are returned or paid one by one, as all the ways to do it in one step."""

from skerry.core.state import step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.state import OVERFLOW, SPEND, Tungaru
from skerry.games.tungaru.text.words import goods_words

MOST_WAYS = 40  # more than these are asked for one by one
MOST_GOODS = 5  # likewise; the text of a step has a limit


def ways(state: Tungaru) -> list[tuple[int, ...]]:
    """Empty if it is about a single good, or something else."""
    step = int(step_of(state.ask_now()))
    if step not in (OVERFLOW, SPEND):
        return []
    found = ways_on(state, step, 0)
    is_short = bool(found) and 1 < len(found[0]) <= MOST_GOODS and len(found) <= MOST_WAYS
    return found if is_short else []


def ways_on(state: Tungaru, step: int, least: int) -> list[tuple[int, ...]]:
    """Each way once: the goods in ascending order."""
    found: list[tuple[int, ...]] = []
    for action in state.legal_actions():
        if action < least or len(found) > MOST_WAYS:
            continue
        after = state.clone()
        after.apply(action)
        goes_on = not after.over and step_of(after.ask_now()) == step and after.to_move() == state.to_move()
        found += [(action, *rest) for rest in ways_on(after, step, action)] if goes_on else [(action,)]
    return found


def ways_label(actions: tuple[int, ...]) -> str:
    base, verb = (A.RETURN, "Return") if actions[0] >= A.RETURN else (A.SPEND, "Pay")
    return f"{verb} {goods_words(sum(G.one(action - base) for action in actions))}"
