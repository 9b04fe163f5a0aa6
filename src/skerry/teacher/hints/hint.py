"""Hints that say why.  `hint` thinks and answers once; the server thinks step by step (thought.py) and shows each.

Say less, and let it hold: without enough pairs of a strong player there is no number, and what is told is shrunk for
having been picked because it looked large (shrink.py).
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from skerry.bots.observer import Observer
from skerry.core.words import capital, sentence
from skerry.match import Match
from skerry.teacher.hints.model import Hint, Stated, Weighed
from skerry.teacher.hints.phrases import (
    FAIRLY_SURE,
    GAMES_TOLD,
    PROBABLY,
    UNDECIDED,
    Phrases,
    clarity,
    either_of,
    in_games,
    in_kind,
    inner,
    is_against,
    state_number,
    stated_words,
    word_nudge,
)
from skerry.teacher.hints.reasons import TurnYield, reasons, turn_yield
from skerry.teacher.hints.shrink import shrunk_gap
from skerry.teacher.hints.thought import (
    ENOUGH_PAIRS,
    SAME,
    SORTING_PAIRS,
    HintClock,
    Thought,
    first_thought,
    think_on,
)
from skerry.teacher.pairs import Gap, gap_between, most_hurt_rival

HINT_SECONDS = 15.0  # of processor time for one hint, all steps together
LIKED_MUCH = 0.6  # of the visits of a search: enough to prefer an option without a measurement


def hint(observer: Observer, seconds: float, seed: int, clock: HintClock = time.thread_time) -> Hint | None:
    """What the seat could do, and why; None if there is nothing to decide or no judgement for the game."""
    thought = think_through(observer, seconds, seed, clock)
    return None if thought is None else replace(word_hint(observer, thought), thinking=False)


def think_through(observer: Observer, seconds: float, seed: int, clock: HintClock = time.thread_time) -> Thought | None:
    """All steps, one after the other."""
    began = clock()
    thought = first_thought(observer, seed)
    while thought is not None and not thought.is_done and (left := seconds - (clock() - began)) > 0:
        thought = think_on(observer, thought, left, clock)
    return thought


# ---- what is known, put together


class Findings(NamedTuple):
    """What may be told of the options."""

    best: int
    alike: list[int]  # that end as the best one does
    rival: int | None  # what the best is compared with
    gap: Gap | None  # how far the rival is behind, shrunk
    certainty: int
    is_torn: bool  # the playouts contradict the search


def findings_of(observer: Observer, thought: Thought) -> Findings:
    best, *others = [row.action for row in thought.liked]
    best = thought.compared[0] if thought.compared else best
    measured = {
        other: gap_between(observer, thought.endings[best], endings)
        for other, endings in thought.endings.items()
        if other != best and min(len(endings), thought.pairs) >= SORTING_PAIRS
    }
    alike = [other for other, gap in measured.items() if gap.alike >= SAME]
    unlike = [other for other in measured if other not in alike]
    if not unlike:
        rival = next(
            (other for other in (*thought.compared[1:], *others) if other not in alike and other != best), None
        )
        alone = rival is None and not alike and thought.is_searched
        return Findings(best, alike, rival, None, FAIRLY_SURE if alone else certain_by_search(thought, alike), False)
    gap = shrunk_gap(measured[unlike[0]], observer.game)
    sure, is_torn = judge(gap, observer.game.least_gap)
    if sure == UNDECIDED and not is_torn and liking_of(thought, [best, *alike]) >= LIKED_MUCH and gap.points.mean >= 0:
        sure = PROBABLY
    if gap.pairs < ENOUGH_PAIRS:
        sure = min(sure, FAIRLY_SURE)
    return Findings(best, alike, unlike[0], gap, sure, is_torn)


def certain_by_search(thought: Thought, alike: Sequence[int]) -> int:
    """Where nothing was measured."""
    return PROBABLY if liking_of(thought, [thought.liked[0].action, *alike]) >= LIKED_MUCH else UNDECIDED


def liking_of(thought: Thought, actions: Sequence[int]) -> float:
    return sum(row.share for row in thought.liked if row.action in actions)


def judge(gap: Gap, least: float) -> tuple[int, bool]:
    """How certain the difference is, and whether it is the other option that looks better."""
    games = in_games(gap.win)
    by_points, by_games = clarity(gap.points, least), clarity(games, GAMES_TOLD)
    if is_against(gap.points) and not by_games:
        return UNDECIDED, True
    if is_against(games):
        return UNDECIDED, True
    return max(by_points, by_games), False


# ---- the words


def word_hint(observer: Observer, thought: Thought) -> Hint:
    found = prefer_what_brings_more(observer, thought, findings_of(observer, thought))
    phrase = Phrases(observer)
    game = observer.game
    equal = [found.best, *found.alike]
    if found.certainty == UNDECIDED and not found.is_torn and found.rival is not None:
        equal.append(found.rival)
    stated = None
    if found.gap and found.rival is not None and found.certainty > UNDECIDED and found.gap.pairs >= ENOUGH_PAIRS:
        stated = state_number(found.gap, game.actions.text(found.rival), game.least_gap)
    look, nudged = word_nudge(phrase, equal, found.gap if found.certainty > UNDECIDED else None)
    line = thought.lines.get(found.best, ())
    return Hint(
        best=tuple(game.actions.text(action) for action in equal),
        line=tuple(game.actions.text(action) for action in line),
        look=look,
        certainty=found.certainty,
        nudge=nudged,
        move=word_move(phrase, found, line),
        why=" ".join(why_words(phrase, found, thought, stated, line)),
        options=tuple(weigh_option(phrase, thought, found.best, action) for action in thought.endings),
        pairs=thought.pairs,
        stated=stated,
        thinking=not thought.is_done,
    )


def prefer_what_brings_more(observer: Observer, thought: Thought, found: Findings) -> Findings:
    """Of options that end alike, the one that gives more at once is better, whatever the playouts make of it."""
    turns = {
        action: turn_yield(observer, (action, *thought.lines.get(action, ())))
        for action in (found.best, *found.alike)
        if found.alike
    }
    best = found.best
    for other in found.alike:
        if brings_more(turns[other], turns[best]):
            best = other
    level = [other for other in turns if other != best and not brings_more(turns[best], turns[other])]
    return found._replace(best=best, alike=level)


def brings_more(turn: TurnYield, other: TurnYield) -> bool:
    """More of something, and no less of anything."""
    more = [turn.goods.get(good, 0) - other.goods.get(good, 0) for good in {*turn.goods, *other.goods}]
    more += [turn.scores.get(line, 0) - other.scores.get(line, 0) for line in {*turn.scores, *other.scores}]
    return min(more, default=0) >= 0 and max(more, default=0) > 0


def word_move(phrase: Phrases, found: Findings, line: Sequence[int]) -> str:
    """By what it is, with the rest of the turn."""
    if found.is_torn and found.rival is not None:
        between = f"between that and {quoted(phrase, found.rival)}"
        return f"{capital(phrase.option(found.best))}; but I keep changing my mind {between}."
    if found.alike:
        names = [phrase.option(found.best), *(inner(phrase.option(other)) for other in found.alike)]
        return f"{capital(either_of(names))}: no difference here."
    turn = capital(phrase.turn(found.best, line))
    if found.certainty == UNDECIDED and found.rival is not None:
        is_known = found.gap is not None and found.gap.pairs >= ENOUGH_PAIRS
        return f"{turn}; {quoted(phrase, found.rival)} {'is about' if is_known else 'may be'} as good."
    return sentence(turn)


def quoted(phrase: Phrases, action: int) -> str:
    return f"“{capital(phrase.option(action))}”"


def why_words(
    phrase: Phrases, found: Findings, thought: Thought, stated: Stated | None, line: Sequence[int]
) -> list[str]:
    """In terms of the game first, then how much it matters."""
    observer = phrase.observer
    turn = turn_yield(observer, (found.best, *line))
    takers = thought.takers if found.best in thought.compared[:1] else {}
    said = reasons(observer, turn, takers, phrase.turn(found.best, line))
    if found.is_torn:
        return [*said, "My search and my playouts disagree here, so a number would only mislead."]
    if found.rival is None:
        return [*said, "Nothing else comes near it."] if not found.alike else [*said, "Take the one you like."]
    other = quoted(phrase, found.rival)
    if stated is not None:
        return [*said, stated_words(stated, other, found.certainty, observer.game.aims)]
    if found.certainty == UNDECIDED:
        return [*said, open_words(phrase, found)]
    lower = hurt_words(observer, thought, found)
    if found.certainty == PROBABLY:
        return [*said, *lower, f"Probably a little better than {other}."]
    return [*said, *lower, f"Better than {other}, as far as I can see."]


def open_words(phrase: Phrases, found: Findings) -> str:
    if found.gap is None or found.rival is None or found.gap.pairs < ENOUGH_PAIRS:
        return "I cannot tell yet which of them is better."
    kind = in_kind(phrase, found.gap, found.best, found.rival)
    return kind or "I cannot tell which of them is better: take the one that fits your plan."


def hurt_words(observer: Observer, thought: Thought, found: Findings) -> list[str]:
    """A rival who ends lower, where one's own points hardly change."""
    if found.gap is None or found.rival is None or found.gap.points.is_clear:
        return []
    hurt = most_hurt_rival(observer.seat, thought.endings[found.best], thought.endings[found.rival])
    if hurt is None or -hurt[1].mean < max(observer.game.least_gap, hurt[1].half):
        return []
    return [f"Your own points hardly change, but {{{hurt[0]}}} ends lower."]


def weigh_option(phrase: Phrases, thought: Thought, best: int, action: int) -> Weighed:
    observer = phrase.observer
    gap = shrunk_gap(gap_between(observer, thought.endings[best], thought.endings[action]), observer.game)
    return Weighed(observer.game.actions.text(action), phrase.option(action), gap.points, gap.win)


def hint_with_names(found: Hint, names: Sequence[str]) -> Hint:
    """With the players' names in place."""
    return replace(
        found,
        nudge=found.nudge.format(*names),
        move=found.move.format(*names),
        why=found.why.format(*names),
        options=tuple(replace(option, label=option.label.format(*names)) for option in found.options),
    )


class HintMemory:
    """The last hint given: the same advice again in the same turn says so."""

    def __init__(self) -> None:
        self.last: Hint | None = None
        self.before: Hint | None = None  # the one that came before the last
        self.seat = -1
        self.moves = 0
        self.asked = ""

    def tell(self, found: Hint, match: Match, seat: int, is_refined: bool = False) -> Hint:
        """With names in place.  A hint that is refined takes the place of the last one."""
        named = hint_with_names(found, match.names)
        if is_refined:
            self.last = named
            return mark_if_repeated(named, self.before)
        still = seat == self.seat and all(move.entry.seat == seat for move in match.moves[self.moves :])
        asked = match.game.question(match.state).words
        self.before = self.last if still and asked == self.asked else None
        self.last, self.seat, self.moves, self.asked = named, seat, len(match.moves), asked
        return mark_if_repeated(named, self.before)


def mark_if_repeated(found: Hint, before: Hint | None) -> Hint:
    """The hint as it reads after an earlier one in the same turn."""
    again = before is not None and set(found.best) == set(before.best) and found.move == before.move
    return replace(found, move=f"As before: {found.move}") if again else found
