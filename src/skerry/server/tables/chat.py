"""What people say to each other: any script and any emoji, but nothing unseen, and no message that fills the chat."""

import re
from unicodedata import category

from skerry.match.names import is_seen
from skerry.server.errors import TableError

MAX_LINES = 5
MAX_ACCENTS = 3  # on one letter; more of them would run through the lines above and below


def clean(words: str) -> str:
    """The message as it is stored; TableError if nothing readable is left."""
    lines = [line.strip() for line in re.split(r"\s*\n\s*", words.strip())]
    text = "\n".join([*lines[: MAX_LINES - 1], " ".join(lines[MAX_LINES - 1 :])]).strip()
    if not all(letter == "\n" or is_seen(letter) for letter in text) or not any(map(is_ink, text)):
        raise TableError("A message needs letters that can be shown.")
    return without_towers(text)


def is_ink(letter: str) -> bool:
    return not letter.isspace() and category(letter) not in ("Cf", "Mn", "Me")


def without_towers(text: str) -> str:
    kept, accents = [], 0
    for letter in text:
        accents = accents + 1 if category(letter) in ("Mn", "Me") else 0
        if accents <= MAX_ACCENTS:
            kept.append(letter)
    return "".join(kept)
