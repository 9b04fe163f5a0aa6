"""Why a turn is good, in terms of the game: what it scores and brings at once, and who would take it otherwise."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skerry.bots.observer import Observer
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.core.words import join_words
from skerry.teacher.hints.sums import Aims, source

USUALLY = 0.7  # of the imagined states
GOODS_TOLD = 3  # that a sentence names


class TurnYield(NamedTuple):
    """What a turn changes for its seat the moment it is made."""

    scores: dict[str, int]  # by line of the score
    goods: dict[str, int]


def turn_yield(observer: Observer, actions: Sequence[int]) -> TurnYield:
    """Played in an imagined state, with what follows by itself, up to where others, dice or draws come in."""
    game, seat = observer.game, observer.seat
    state = observer.imagine(Rng(0))
    before, had = lines_of(observer, state), game.goods(state, seat)
    for action in actions:
        if state.over or state.to_move() != seat or action not in state.legal_actions():
            break
        state.apply(action)
    while not state.over and state.to_move() == seat and len(forced := state.legal_actions()) == 1:
        state.apply(forced[0])
    after, has = lines_of(observer, state), game.goods(state, seat)
    return TurnYield(
        {label: points - before[label] for label, points in after.items() if points != before[label]},
        {good: has[good] - had.get(good, 0) for good in has if has[good] != had.get(good, 0)},
    )


def lines_of(observer: Observer, state: State) -> dict[str, int]:
    return {line.label: line.points[observer.seat] for line in observer.game.breakdown(state, observer.seat)}


def taken_words(takers: Mapping[int, float]) -> str:
    """Who would be faster."""
    seat = max(takers, key=lambda rival: takers[rival], default=None)
    if seat is None or sum(takers.values()) < USUALLY:
        return ""
    if takers[seat] >= USUALLY:
        return f"If you leave it, {{{seat}}} will probably do it before you can."
    return "If you leave it, somebody else will probably do it before you can."


def scored_words(turn: TurnYield, aims: Aims) -> str:
    """What the turn scores the moment it is made, and for what; nothing if it scores nothing."""
    total = sum(turn.scores.values())
    gains = [(label, points) for label, points in turn.scores.items() if points > 0]
    if total <= 0 or not gains:
        return ""
    what = "1 point" if total == 1 else f"{total} points"
    if len(turn.scores) == 1:
        return f"It is worth {what} at once, from {source(gains[0][0], aims)}."
    rows = [f"{source(label, aims)} {'+' if points > 0 else '−'}{abs(points)}" for label, points in ordered(turn)]
    return f"It is worth {what} at once: {join_words(rows)}."


def ordered(turn: TurnYield) -> list[tuple[str, int]]:
    return sorted(turn.scores.items(), key=lambda row: -row[1])


def brought_words(turn: TurnYield, names: Mapping[str, tuple[str, str]], name: str) -> str:
    """What comes into the seat's hands, if the turn takes nothing for it and its name does not say so."""
    gains = {good: count for good, count in turn.goods.items() if count > 0 and good in names}
    if not gains or any(count < 0 for count in turn.goods.values()) or len(gains) > GOODS_TOLD:
        return ""
    goods = [f"{count} {names[good][count > 1]}" for good, count in gains.items()]
    if all(words in name for words in goods):
        return ""
    return f"It brings {join_words(goods)} at once, and you pay nothing."


def reasons(observer: Observer, turn: TurnYield, takers: Mapping[int, float], name: str) -> list[str]:
    """At most two, the stronger first; `name` is what the turn is called."""
    game = observer.game
    at_once = scored_words(turn, game.aims) or brought_words(turn, game.goods_names, name)
    return [words for words in (taken_words(takers), at_once) if words]
