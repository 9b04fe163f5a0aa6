"""The small words: Shells and cards."""

from skerry.core.words import plural
from skerry.games._blank.cards import Alone, Card, Collect, GainShells, Gather, Toll
from skerry.games._blank.state import Blank

EFFECT_WORDS: dict[type[Card], str] = {
    GainShells: "take {n} from the supply",
    Toll: "each other player gives you {n}",
    Gather: "+{n} whenever you gather",
    Alone: "+{n} whenever you are alone at a pool",
    Collect: "scores {n} for each other card in front of you",
}


def shells(n: int) -> str:
    return plural(n, "Shell")


def effect_words(card: Card) -> str:
    return EFFECT_WORDS[type(card)].format(n=card.amount)


def card_words(state: Blank, card: int) -> str:
    """What a card costs and does, in one line."""
    row = state.kit.cards[card]
    return f"costs {row.cost}; {effect_words(row)}; {plural(row.points, 'point')}"
