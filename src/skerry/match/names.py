"""Players' names: any script and any emoji, but nothing that cannot be seen and nothing that turns the text around."""

from unicodedata import category, normalize

MAX_NAME = 40  # characters as people count them: a flag or a family is one
MAX_NAME_BYTES = 160  # so that one emoji cannot hold a whole page
JOINERS = "\u200c\u200d"  # for Persian names, and for families
TAGS = range(0xE0020, 0xE0080)  # for the flags of Scotland and its like
SKINS = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)  # two of these letters are one flag
EMOJI = range(0x1F000, 0x1FB00)  # some of them are newer than the tables of this Python
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like nothing
VARIANTS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))  # choose between two looks of a letter
INVISIBLE_MARKS = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"  # marks that change nothing of what is seen
LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧаеорсухіјѕԁһαοι",
    "ABEKMHOPCTXIJSABEZHIKMNOPTYXaeopcyxijsdhaoi",
)


def is_valid_name(name: str) -> bool:
    return all(map(is_visible, name)) and 0 < visible_length(name) <= MAX_NAME and len(name.encode()) <= MAX_NAME_BYTES


def is_visible(letter: str) -> bool:
    """Can it be seen, or does it belong to something that can?"""
    allowed = letter.isprintable() or letter in JOINERS or ord(letter) in TAGS or is_emoji(letter)
    return allowed and letter not in BLANKS


def lookalike_key(name: str) -> str:
    """The same for names that people would take for each other."""
    letters = normalize("NFKC", name).translate(LOOKALIKES).casefold()
    return "".join(letter for letter in letters if not adds_nothing(letter))


def adds_nothing(letter: str) -> bool:
    """Do two names look the same with and without it?"""
    is_variant = any(ord(letter) in variants for variants in VARIANTS)
    return letter.isspace() or letter in JOINERS or letter in INVISIBLE_MARKS or is_variant


def is_emoji(letter: str) -> bool:
    return ord(letter) in EMOJI


def visible_length(name: str) -> int:
    """Characters as people count them, near enough: accents, skins and joined emoji belong to the one before."""
    number = flags = 0
    joined = False
    for letter in name:
        if ord(letter) in FLAGS:
            flags += 1
        elif not joined and not is_part(letter):
            number += 1
        joined = letter == "\u200d"
    return number + (flags + 1) // 2


def is_part(letter: str) -> bool:
    """Does this letter belong to the one before it?"""
    return category(letter) in ("Mn", "Me", "Mc", "Cf") or ord(letter) in SKINS
