"""The small words: Shells and cards."""

from skerry.games._blank.cards import Alone, Card, Collect, Gain, Gather, Toll
from skerry.games._blank.state import Blank

EFFECT_WORDS: dict[type[Card], str] = {
    Gain: "take {n} from the supply",
    Toll: "each other player gives you {n}",
    Gather: "+{n} whenever you gather",
    Alone: "+{n} whenever you are alone at a pool",
    Collect: "scores {n} for each other card in front of you",
}


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def shells(n: int) -> str:
    return count(n, "Shell")


def effect_words(card: Card) -> str:
    return EFFECT_WORDS[type(card)].format(n=card.amount)


def card_words(state: Blank, card: int) -> str:
    """What a card costs and does, in one line."""
    row = state.kit.cards[card]
    return f"costs {row.cost}; {effect_words(row)}; {count(row.points, 'point')}"
