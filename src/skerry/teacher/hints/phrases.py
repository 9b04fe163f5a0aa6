"""A hint in words: which move, why in terms of the game, and how much better it is where that is known well enough.
Players' names come last: `{1}` is the second one."""

from collections.abc import Sequence
from math import ceil, floor

from skerry.bots.observer import Observer
from skerry.core.answers import Terms
from skerry.core.rng import Rng
from skerry.core.words import capital
from skerry.teacher.hints.model import Stated
from skerry.teacher.hints.sums import Aims, more_of, parts_words, score_parts, step, told_points
from skerry.teacher.pairs import Gap, MeanEstimate

CHANCE_WORTH = 10.0  # points that are worth as much as a whole victory, to compare gaps in games of ten
GAMES_TOLD = 0.5  # in ten: less is not told
STEPS_TOLD = 3  # of a turn that a sentence names
CERTAIN, FAIRLY_SURE, PROBABLY, UNDECIDED = 3, 2, 1, 0  # how certain a hint is


def clarity(estimate: MeanEstimate, least: float) -> int:
    """How plainly a difference may be told."""
    mean, half = estimate.mean, estimate.half
    if mean < least or mean <= half:
        return UNDECIDED
    return CERTAIN if mean > 3 * half and mean >= 1 else FAIRLY_SURE if mean > 1.5 * half else PROBABLY


def in_games(win: MeanEstimate) -> MeanEstimate:
    return MeanEstimate(win.mean * CHANCE_WORTH, win.half * CHANCE_WORTH)


class Phrases:
    """Options and places of one decision in words."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.state = observer.imagine(Rng(0))

    def terms(self, action: int) -> Terms:
        return self.observer.game.terms(self.state, action)

    def option(self, action: int) -> str:
        """By what it is, so that it can stand anywhere."""
        return self.observer.game.naming(self.state, action)

    def turn(self, action: int, line: Sequence[int]) -> str:
        """The option and the rest of its turn: `Take an Elder, then take the Builder`."""
        names = [self.option(action)]
        state = self.state.clone()
        for taken, following in zip((action, *line), line, strict=False):
            state.apply(taken)
            if state.over or following not in (legal := state.legal_actions()):
                break
            if len(legal) > 1:
                names.append(inner(self.observer.game.naming(state, following)))
        shown = names[: 1 + STEPS_TOLD]
        return ", then ".join(shown) + (" …" if len(names) > len(shown) else "")


def inner(name: str) -> str:
    """Inside a sentence."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def word_nudge(phrase: Phrases, equal: Sequence[int], gap: Gap | None) -> tuple[tuple[str, ...], str]:
    """Where to look and what to think about, never an option."""
    groups = {action: phrase.terms(action).group for action in phrase.observer.legal}
    wanted = {groups[action] for action in equal}
    group = next(iter(wanted))
    together = [action for action in groups if groups[action] == group]
    if len(wanted) == 1 and group and 1 < len(together) <= len(groups) / 2:
        return tuple(
            piece for action in together for piece in phrase.terms(action).at[:1]
        ), f"Look here first: {group}."
    gains = [label for label, seen in gap.categories.items() if seen.is_clear and seen.mean >= 0.5] if gap else []
    if gains:
        aim = more_of(gains[0], phrase.observer.game.aims)
        return (), f"Think ahead to the final scoring: which option would mean {aim}?"
    if len(equal) > 1:
        return (), "More than one option is good here. Choose by what you plan to do next."
    return (), "One option stands out. What would each one bring you by the end?"


def either_of(names: Sequence[str]) -> str:
    """Names with commas of their own are kept apart."""
    comma = ";" if any(", " in name for name in names) else ","
    return f"{f'{comma} '.join(names[:-1])}{comma if comma == ';' else ''} or {names[-1]}"


# ---- numbers


def state_number(gap: Gap, against: str, least: float) -> Stated | None:
    """The number that may be told: points if they are clear and the chances do not say otherwise, else chances."""
    points, games = gap.points, in_games(gap.win)
    if clarity(points, least) and not is_against(games):
        number = told_points(points.mean)
        return Stated(against, "points", number, *band(points, number), score_parts(gap.categories, number))
    if clarity(games, GAMES_TOLD):
        number = max(1.0, float(round(games.mean)))
        return Stated(against, "games", number, *band(games, number), ())
    return None


def is_against(seen: MeanEstimate) -> bool:
    return seen.mean < 0 and seen.is_clear


def band(seen: MeanEstimate, number: float) -> tuple[float, float]:
    """In the steps of the number, and rounded away from it: a bound must not promise more than was measured."""
    unit = step(number)
    low = floor((seen.mean - seen.half) / unit) * unit
    high = ceil((seen.mean + seen.half) / unit) * unit
    return min(number, low), max(number, high)


def stated_words(stated: Stated, other: str, sure: int, aims: Aims) -> str:
    """How much better than the other, between what bounds, and from what."""
    if stated.kind == "games":
        games = f"{stated.number:g} more game{'' if stated.number == 1 else 's'} in 10"
        return f"You win about {games} than with {other}."
    how = "" if sure == CERTAIN else "About "
    between = (
        ""
        if stated.low == stated.high
        else f", most likely between {plain_number(stated.low)} and {plain_number(stated.high)}"
    )
    words = f"{how}{points_text(stated.number)} more than {other} by the end{between}."
    return f"{words} {parts_words(stated.parts, aims)}".rstrip()


def plain_number(number: float) -> str:
    """`2½`, `−1`, `0`."""
    size = abs(number)
    words = f"{int(size) or ''}½" if size % 1 else f"{size:g}"
    return f"−{words}" if number < 0 else words


def points_text(mean: float) -> str:
    whole = told_points(mean)
    if whole == 0.5:
        return "half a point"
    return f"{plain_number(whole)} point{'' if whole == 1 else 's'}"


def in_kind(phrase: Phrases, gap: Gap, first: int, second: int) -> str:
    """Equal in value: in what do they differ?"""
    clear = [(label, seen.mean) for label, seen in gap.categories.items() if seen.is_clear and abs(seen.mean) >= 0.5]
    gains = [label for label, mean in clear if mean > 0]
    losses = [label for label, mean in clear if mean < 0]
    if not gains or not losses:
        return ""
    aims = phrase.observer.game.aims
    return (
        f"{capital(phrase.option(first))}: {more_of(gains[0], aims)}. "
        f"{capital(phrase.option(second))}: {more_of(losses[0], aims)}."
    )


def main_categories(gap: Gap, aims: Aims) -> str:
    """The one or two lines of the score that make up most of a measured difference; and what is given up."""
    return parts_words(score_parts(gap.categories, told_points(gap.points.mean)), aims)
