"""English for every game and front end: lists, plurals, minus signs, capitals."""

import re
from collections.abc import Sequence


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; empty without parts."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def plural(number: int, thing: str, things: str = "") -> str:
    """`1 card`, `2 cards`, `1,000 people`, `−1 point`."""
    return f"{minus(number)} {thing if abs(number) == 1 else things or f'{thing}s'}"


def minus(number: int) -> str:
    """With a real minus sign, and commas between thousands."""
    return f"{number:,}".replace("-", "−")


def capital(words: str) -> str:
    """As the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """With a capital and a full stop; a path or an option at the beginning stays as it is."""
    begun = capital(words) if re.match(r"[a-z']+[ ,;]", words) else words
    return begun if begun.endswith((".", "!", "?", "…")) else f"{begun}."


def plain_name(label: str) -> str:
    """What an option is called, without notes in brackets and without what a card does."""
    head, _, _ = re.sub(r" \([^()]*(\([^()]*\)[^()]*)*\)", "", label).partition(": ")
    return head
