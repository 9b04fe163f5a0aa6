"""A hint in words: which option, how much better than the next, and from what.  Nobody is told more than the numbers
carry, and players' names come last: `{1}` is the second one."""

from collections import Counter
from collections.abc import Mapping

from skerry.bots.observer import Observer
from skerry.core.answers import Terms
from skerry.core.rng import Rng
from skerry.core.words import capital
from skerry.teacher.pairs import Gap, MeanEstimate, Pairs

CHANCE_WORTH = 10.0  # points that are worth as much as a whole victory, to compare gaps in games of ten
SAME = 0.95  # a share of pairs that end alike, and it is the same thing
SAFER = 0.6  # of the other's spread …
SAFE_PAIRS = 16  # … in at least this many pairs makes it the safer one
WORDY = 24  # characters of a label that may stand in a sentence
ROUND_TO_FIVES = 10  # points from which on an uncertain number is given in fives

Aims = Mapping[str, tuple[str, str]]  # by line of the score: `more gold`, `less gold`


def certainty(gap: Gap, least: float) -> int:
    """How plainly a gap may be named: by points, or by the chance to win in games of ten."""
    by_points = clarity(gap.points, least)
    by_wins = clarity(chance_in_points(gap.win), 0.5)
    return max(by_points, by_wins)


def chance_in_points(chance: MeanEstimate) -> MeanEstimate:
    return MeanEstimate(chance.mean * CHANCE_WORTH, chance.half * CHANCE_WORTH)


def clarity(estimate: MeanEstimate, least: float) -> int:
    mean, half = estimate.mean, estimate.half
    if mean < least or mean <= half:
        return 0
    return 3 if mean > 3 * half and mean >= 1 else 2 if mean > 1.5 * half else 1


class Phrases:
    """Options and places of one decision in words."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.state = observer.imagine(Rng(0))
        self.shorts = Counter(self.terms(action).short for action in observer.game.candidates(self.state))

    def terms(self, action: int) -> Terms:
        return self.observer.game.terms(self.state, action)

    def option(self, action: int) -> str:
        """Short enough to stand in a sentence."""
        terms = self.terms(action)
        if terms.group and terms.short and self.shorts[terms.short] > 1:
            label = self.observer.game.label(self.state, action).partition(" (")[0]
            return label if label.startswith(terms.group) and len(label) <= WORDY else f"{terms.group} ({terms.short})"
        if terms.short.isdecimal():  # of a die
            return f"the {terms.short}"
        return terms.short or self.observer.game.label(self.state, action)


def word_nudge(phrase: Phrases, equal: list[int], gaps: dict[int, Gap]) -> tuple[tuple[str, ...], str]:
    """Where to look and what to think about, never an option."""
    groups = {action: phrase.terms(action).group for action in phrase.observer.legal}
    wanted = {groups[action] for action in equal}
    group = next(iter(wanted))
    together = [action for action in groups if groups[action] == group]
    if len(wanted) == 1 and group and 1 < len(together) <= len(groups) / 2:
        return tuple(
            piece for action in together for piece in phrase.terms(action).at[:1]
        ), f"Look here first: {group}."
    for other, gap in gaps.items():
        gains = [label for label, est in gap.categories.items() if est.is_clear and est.mean >= 0.5]
        if gains and other not in equal:
            aim = more_of(gains[0], phrase.observer.game.aims)
            return (), f"Think ahead to the final scoring: which option would mean {aim}?"
    if len(equal) > 1:
        return (), "More than one option is good here. Choose by what you plan to do next."
    return (), "One option stands out. What would each one bring you by the end?"


def word_move(phrase: Phrases, equal: list[int], gaps: dict[int, Gap], searched: int, torn: bool) -> str:
    names = [phrase.option(action) for action in equal]
    if torn:
        return f"{capital(names[0])}, but I keep changing my mind."
    if len(names) == 1:
        return f"{capital(names[0])}."
    both = capital(either_of(names))
    if all(gaps[other].alike >= SAME for other in equal[1:]):
        return f"{both}: no difference here."
    if max(gaps[other].points.half for other in equal[1:]) > 1:
        return f"{both}: too close to call. My pick: {phrase.option(searched if searched in equal else equal[0])}."
    return f"{both}: as good as each other."


def either_of(names: list[str]) -> str:
    """Names with commas of their own are kept apart."""
    comma = ";" if any(", " in name for name in names) else ","
    return f"{f'{comma} '.join(names[:-1])}{comma if comma == ';' else ''} or {names[-1]}"


def why_words(
    phrase: Phrases, equal: list[int], behind: list[int], gaps: dict[int, Gap], strong: Pairs, torn: bool
) -> str:
    if torn:
        return "Quick playouts and careful ones disagree here, so a number would only mislead."
    if not behind:
        return in_kind(phrase, gaps[equal[1]], equal, strong) if len(equal) > 1 else "Nothing else comes near it."
    other = behind[0]
    gap = gaps[other]
    lower = strong.most_hurt_rival(equal[0], other)
    game = phrase.observer.game
    sentences = [how_much(gap, phrase.option(other), game.least_gap, lower, len(equal) > 1)]
    if from_what := main_categories(gap, game.aims):
        sentences.append(from_what)
    return " ".join(sentences)


def how_much(
    gap: Gap, other: str, least: float, lower: tuple[int, MeanEstimate] | None = None, several: bool = False
) -> str:
    """`lower` is the rival who ends lowest after the better option, beside the other, and how much that changes."""
    by_points, by_wins = clarity(gap.points, least), clarity(chance_in_points(gap.win), 0.5)
    if by_points and (gap.points.mean >= 1 or by_wins < 2):
        how = {3: "", 2: "About ", 1: "Probably "}[by_points]
        if gap.points.mean < 1:
            return f"{'They look' if several else 'It looks'} a little better than {other} (under a point)."
        number = points_text(gap.points.mean) if by_points == 3 else roughly(gap.points.mean)
        return f"{how}{number} more than {other} by the end."
    if not gap.points.is_clear and lower and -lower[1].mean >= max(least, lower[1].half):
        seat, change = lower
        more = f" You win {more_wins(gap)}." if by_wins >= 2 else ""
        return f"Your own points hardly change, but {{{seat}}} ends about {points_text(-change.mean)} lower.{more}"
    if by_wins < 2:
        return f"You probably win more often than with {other}."
    if gap.points.mean < -max(least, gap.points.half):
        safer = "They are the safer ways" if several else "It is the safer way"
        return f"{safer} to win: {more_wins(gap)}. On average {other} scores more."
    return f"You win {more_wins(gap)} than with {other}."


def more_wins(gap: Gap) -> str:
    tenths = max(1, round(gap.win.mean * 10))
    return f"about {tenths} more game{'' if tenths == 1 else 's'} in 10"


def points_text(mean: float) -> str:
    whole = round(mean * 2) / 2 if mean < 2 else round(mean)
    if whole == 0.5:
        return "half a point"
    number = f"{whole:g}".replace(".5", "½")
    return f"{number} point{'' if whole == 1 else 's'}"


def roughly(mean: float) -> str:
    """A number that is not known well."""
    return points_text(5 * round(mean / 5) if mean >= ROUND_TO_FIVES else mean)


def more_of(label: str, aims: Aims) -> str:
    return aims[label][0] if label in aims else f"more from {label}"


def less_of(label: str, aims: Aims) -> str:
    return aims[label][1] if label in aims else f"less from {label}"


def source(label: str, aims: Aims) -> str:
    """What stands behind `from`."""
    return more_of(label, aims).removeprefix("more from ").removeprefix("more ")


def main_categories(gap: Gap, aims: Aims) -> str:
    """The one or two categories that make up most of the gap; and what is given up."""
    clear = sorted(
        ((label, est) for label, est in gap.categories.items() if est.is_clear and abs(est.mean) >= 0.5),
        key=lambda row: -abs(row[1].mean),
    )
    gains = [label for label, est in clear if est.mean > 0][:2]
    losses = [label for label, est in clear if est.mean < 0][:1]
    is_ahead = gap.points.mean > gap.points.half
    if gains and is_ahead and not losses:
        return f"Mostly from {' and '.join(source(label, aims) for label in gains)}."
    if gains:
        parts = [more_of(label, aims) for label in gains]
        if all(part.startswith("more from ") for part in parts):
            parts[1:] = [part.removeprefix("more from ") for part in parts[1:]]
        return capital(", ".join([" and ".join(parts), *(less_of(label, aims) for label in losses)])) + "."
    return f"{capital(less_of(losses[0], aims))}, but more overall." if losses and is_ahead else ""


def in_kind(phrase: Phrases, gap: Gap, equal: list[int], strong: Pairs) -> str:
    """Equal in value: in what do they differ?"""
    clear = {label: est.mean for label, est in gap.categories.items() if est.is_clear and abs(est.mean) >= 0.5}
    gains = [label for label, mean in clear.items() if mean > 0]
    losses = [label for label, mean in clear.items() if mean < 0]
    first, second = phrase.option(equal[0]), phrase.option(equal[1])
    if gains and losses:
        aims = phrase.observer.game.aims
        return f"{capital(first)}: {more_of(gains[0], aims)}. {capital(second)}: {more_of(losses[0], aims)}."
    safe, bold = sorted(equal[:2], key=strong.spread)
    if gap.pairs >= SAFE_PAIRS and strong.spread(safe) < SAFER * strong.spread(bold):
        names = phrase.option(safe), phrase.option(bold)
        return f"{capital(names[0])} is safer; after {names[1]} the result varies more, for better or worse."
    return "Take the one you like."
