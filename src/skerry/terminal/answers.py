"""Finds the option that a typed answer means."""

import re
from collections.abc import Callable, Iterable

from skerry.match.picture import Choice

PieceNames = Callable[[Choice], list[str]]  # what the pieces are called that an option is about


def split(choices: list[Choice]) -> tuple[list[Choice], list[Choice]]:
    """Possible and impossible ones."""
    return [c for c in choices if c.reason is None], [c for c in choices if c.reason is not None]


def keyed(choices: list[Choice]) -> dict[str, Choice]:
    """The possible options by the key to type: their own digit, else numbers that follow; 0 lets things be."""
    possible, _ = split(choices)
    keys = {choice.key: choice for choice in sorted(possible, key=digit_rank) if choice.key}
    idle = [choice for choice in possible if is_idle(choice)]
    passing = idle[0] if len(idle) == 1 < len(possible) and "0" not in keys else None
    others = [choice for choice in possible if not choice.key and choice is not passing]
    keys |= {str(number): choice for number, choice in enumerate(others, max(map(int, keys), default=0) + 1)}
    return keys | {"0": passing} if passing else keys


def digit_rank(choice: Choice) -> int:
    """As on a keyboard, 0 comes after 9."""
    return int(choice.key or 0) or 10


def is_idle(choice: Choice) -> bool:
    """Does it look like a pass: a bare verb that is about nothing, costs nothing and brings nothing?"""
    return " " not in choice.text and not (choice.at or choice.price or choice.gives or choice.owes or choice.uses)


def find(typed: str, choices: Iterable[Choice], names: PieceNames) -> list[Choice]:
    """The options that the words may mean; the closest kind of likeness decides."""
    wanted = plain_words(typed)
    if not wanted:
        return []
    known = [(choice, [plain_words(words) for words in spoken(choice, names)]) for choice in choices]
    tests: list[Callable[[str], bool]] = [lambda words: words == wanted]
    if len(wanted) > 1:  # a single letter is too easily a slip
        tests.append(lambda words: words.startswith(wanted))
        tests.append(lambda words: begins_words(wanted, words))
    for test in tests:
        found = [choice for choice, phrases in known if any(map(test, phrases))]
        if found:
            return found
    return []


def spoken(choice: Choice, names: PieceNames) -> list[str]:
    """All the ways to name an option."""
    short = [choice.short, f"{choice.group} {choice.short}"] if choice.short else []
    return [choice.text, choice.label, *short, *names(choice)]


def plain_words(words: str) -> str:
    """Lower case, no punctuation: `Play Rake (costs 2)` is `play rake costs 2`."""
    return " ".join(re.findall(r"\w+", words.casefold()))


def begins_words(wanted: str, words: str) -> bool:
    """Are these the beginnings of some of the words, in the same order?  `pl ra` for `play the rake`."""
    rest = iter(words.split())
    return all(any(word.startswith(part) for word in rest) for part in wanted.split())
