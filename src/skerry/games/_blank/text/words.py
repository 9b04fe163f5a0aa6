"""The small words: shells and cards."""

from skerry.games._blank.state import Blank

EFFECT_WORDS = {
    "Gain": "take {n} from the supply",
    "Toll": "each other player gives you {n}",
    "Gather": "+{n} whenever you gather",
    "Alone": "+{n} whenever you are alone at a pool",
    "Collect": "scores {n} for each other card before you",
}


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def shells(n: int) -> str:
    return count(n, "Shell")


def card_words(state: Blank, card: int) -> str:
    """What a card costs and does, in one line."""
    row = state.kit.cards[card]
    effect = EFFECT_WORDS[type(row).__name__].format(n=row.amount)
    return f"costs {row.cost}; {effect}; {count(row.points, 'point')}"
