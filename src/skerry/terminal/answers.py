"""From what somebody types to the option they mean."""

import re
from collections.abc import Callable, Iterable

from skerry.match.picture import Choice

Names = Callable[[Choice], list[str]]  # what the pieces are called that an option is about


def split(choices: list[Choice]) -> tuple[list[Choice], list[Choice]]:
    """Possible and impossible ones."""
    return [c for c in choices if c.reason is None], [c for c in choices if c.reason is not None]


def keyed(choices: list[Choice]) -> dict[str, Choice]:
    """The possible options by the key to type: numbers from 1, and 0 for the one that lets things be."""
    possible, _ = split(choices)
    idle = [choice for choice in possible if is_idle(choice)]
    passing = idle[0] if len(idle) == 1 < len(possible) else None
    keys = {str(number): choice for number, choice in enumerate((c for c in possible if c is not passing), 1)}
    return keys | {"0": passing} if passing else keys


def is_idle(choice: Choice) -> bool:
    """Does it look like a pass: a bare verb that is about nothing, costs nothing and brings nothing?"""
    return " " not in choice.text and not (choice.at or choice.price or choice.gives or choice.owes or choice.uses)


def find(typed: str, choices: Iterable[Choice], names: Names) -> list[Choice]:
    """The options that the words may mean; the closest kind of likeness decides."""
    wanted = plain(typed)
    if not wanted:
        return []
    known = [(choice, [plain(words) for words in spoken(choice, names)]) for choice in choices]
    tests: list[Callable[[str], bool]] = [lambda words: words == wanted]
    if len(wanted) > 1:  # a single letter is too easily a slip
        tests.append(lambda words: words.startswith(wanted))
        tests.append(lambda words: begins_words(wanted, words))
    for test in tests:
        found = [choice for choice, phrases in known if any(map(test, phrases))]
        if found:
            return found
    return []


def spoken(choice: Choice, names: Names) -> list[str]:
    """All the ways to name an option."""
    short = [choice.short, f"{choice.group} {choice.short}"] if choice.short else []
    return [choice.text, choice.label, *short, *names(choice)]


def plain(words: str) -> str:
    """Lower case, no punctuation: `Play Rake (costs 2)` is `play rake costs 2`."""
    return " ".join(re.findall(r"\w+", words.casefold()))


def begins_words(wanted: str, words: str) -> bool:
    """Are these the beginnings of some of the words, in the same order?  `pl ra` for `play the rake`."""
    rest = iter(words.split())
    return all(any(word.startswith(part) for word in rest) for part in wanted.split())
