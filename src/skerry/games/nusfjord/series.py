"""Several games that belong together: the campaign of three solo games, and Match and Rematch.

A game of a series is an ordinary game; its option `series` says which cards stay in the box and who begins:
`without 101 105 142; seat 1 begins`.  Between games skerry.match.series keeps the results in a file.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from skerry.core import bits
from skerry.core.answers import SeriesKind
from skerry.core.game import OptionError
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.box import Deck
from skerry.games.nusfjord.kit.buildings import card_number, letter_of
from skerry.games.nusfjord.kit.load import BASE as KIT
from skerry.games.nusfjord.kit.load import DECKS
from skerry.games.nusfjord.state import Nusfjord

FORM = re.compile(r"(?:without((?: \d{3}){1,60}))?(?:; )?(?:seat ([0-4]) begins)?")
GOAL = 100
LOSS = 10
# Results name cards by their place in this list: the printed numbers of the first three decks, then all others.
FIRST_DECKS = [100 * deck + n for deck in (1, 2, 3) for n in (*range(1, 19), *range(21, 33), *range(41, 55))]
ALL = [100 * deck + n for deck in range(1, A.MAX_DECKS + 1) for n in range(100) if letter_of(str(n))]
PRINTED_NUMBERS = FIRST_DECKS + sorted(set(ALL) - set(FIRST_DECKS))
PRESENT = [int(id_) for id_ in KIT.card_ids if id_]

CardPlace = Annotated[int, Meta(ge=0, lt=A.N_CARDS)]


class SeriesTerms(Struct, frozen=True):
    """What the option `series` says."""

    cards: tuple[int, ...] = ()  # that stay in the box, by their printed numbers
    starter: int = -1

    def mask(self, deck: int, cards: Deck) -> int:
        """The cards left out, as slots of the deck."""
        foreign = [card for card in self.cards if card // 100 != deck + 1]
        if foreign:
            raise OptionError(f"series: {foreign[0]} is not a Building of this deck")
        slots = {card: card_number(str(card)) % A.DECK_ROOM for card in self.cards}
        for card, slot in slots.items():
            if not cards.present >> slot & 1:
                raise OptionError(f"series: there is no Building {card}")
        return sum(1 << slot for slot in slots.values())


NO_TERMS = SeriesTerms()


def parse_terms(text: str) -> SeriesTerms:
    if text == "none":
        return NO_TERMS
    found = FORM.fullmatch(text)
    if not found or not text:
        raise OptionError(f"series: {text[:40]!r} is not of the form `without 101 105; seat 1 begins`")
    numbers = [int(number) for number in (found[1] or "").split()]
    for number in numbers:
        if number not in PRINTED_NUMBERS:
            raise OptionError(f"series: there is no Building {number}")
    return SeriesTerms(tuple(numbers), int(found[2]) if found[2] else -1)


def terms_text(cards: Sequence[int], starter: int = -1) -> str:
    parts = [f"without {' '.join(str(PRINTED_NUMBERS[card]) for card in sorted(cards))}"] if cards else []
    parts += [f"seat {starter} begins"] if starter >= 0 else []
    return "; ".join(parts) or "none"


class SeriesResult(Struct, frozen=True):
    """What a series remembers of a finished game; cards by their place in PRINTED_NUMBERS."""

    points: list[int]
    shown: list[CardPlace]  # A and B Buildings that were on display
    built: list[CardPlace]
    starter: Annotated[int, Meta(ge=0, lt=A.MAX_SEATS)]  # First Player of round 1


def played_game(state: Nusfjord) -> SeriesResult:
    built = 0
    for p in state.players:
        built |= p.built
    shown = (state.display | built) & (A.A_CARDS | A.B_CARDS)
    starter = (state.first + state.round - 1) % state.seats
    return SeriesResult(state.scores(), numbers(state, shown), numbers(state, built), starter)


def numbers(state: Nusfjord, mask: int) -> list[int]:
    ids = [state.kit.card_ids[state.deck.ids[slot]] for slot in bits.members(mask)]
    return sorted(PRINTED_NUMBERS.index(int(id_)) for id_ in ids)


def campaign_terms(results: Sequence[SeriesResult]) -> str:
    """The option for the next game of a campaign.  §campaign.1, §campaign.2, §campaign.3"""
    built = {card for result in results for card in result.built}
    shown = {card for result in results for card in result.shown}
    if len(results) == 1:
        return terms_text(sorted(built | shown))
    if len(results) == 2:
        deck = PRINTED_NUMBERS[min(shown)] // 100
        unseen = {PRINTED_NUMBERS.index(n) for n in PRESENT if n // 100 == deck and letter_of(str(n)) != "C"} - shown
        return terms_text(sorted(built | unseen))
    return "none"


def rematch_terms(results: Sequence[SeriesResult]) -> str:
    """The second game: other A and B Buildings, all C, and the other player begins.  §variant.1"""
    if not results:
        return "none"
    return terms_text(results[0].shown, 1 - results[0].starter)


def new_rank(rank: int, total: int) -> int:
    """After a campaign with this total.  §campaign.4, R42"""
    if total <= GOAL + rank - LOSS:
        return max(0, rank - 1)
    return max(rank, total - GOAL)


def one_deck(options: Mapping[str, str]) -> None:
    """Which cards are left for the next game is not defined for mixed decks.  §campaign.1, §variant.1"""
    if options["deck"] == "mixed":
        raise OptionError(f"a series is played with one deck; choose {', '.join(DECKS)}")


class Campaign:
    """Three solo games with one deck.  §campaign.1 to §campaign.4"""

    title = "Campaign of three solo games"
    words = "One deck; what you build is out of the later games. Score more than 100 points in all to rise in rank."
    seats = 1
    games = 3
    goal = GOAL
    result_type: type[Struct] = SeriesResult

    def check(self, options: Mapping[str, str]) -> None:
        one_deck(options)

    def options(self, results: Sequence[SeriesResult]) -> dict[str, str]:
        return {"series": campaign_terms(results)}

    def result(self, state: Nusfjord) -> SeriesResult:
        return played_game(state)

    def standing(self, results: Sequence[SeriesResult], rank: int) -> str:
        total = sum(result.points[0] for result in results)
        return f"Rank {rank}. {len(results)} of {self.games} games played, {total} points so far"

    def close(self, results: Sequence[SeriesResult], rank: int) -> tuple[int, str]:
        """The rank after all games, and a word about it.  §campaign.4"""
        total = sum(result.points[0] for result in results)
        after = new_rank(rank, total)
        if after > rank:
            change = f"you rise to rank {after}"
        elif after < rank:
            change = f"you fall to rank {after}"
        else:
            change = f"you stay at rank {after}"
        return after, f"{total} points in three games: {change}"


class Rematch:
    """Two games of two players with one deck.  §variant.1"""

    title = "Match and Rematch"
    words = "Two games with one deck. The second uses different Buildings, and the other player goes first."
    seats = 2
    games = 2
    goal = 0
    result_type: type[Struct] = SeriesResult

    def check(self, options: Mapping[str, str]) -> None:
        one_deck(options)

    def options(self, results: Sequence[SeriesResult]) -> dict[str, str]:
        return {"series": rematch_terms(results)}

    def result(self, state: Nusfjord) -> SeriesResult:
        return played_game(state)

    def standing(self, results: Sequence[SeriesResult], rank: int) -> str:
        return f"{len(results)} of {self.games} games played{self.points(results)}"

    def close(self, results: Sequence[SeriesResult], rank: int) -> tuple[int, str]:
        return rank, f"Both games have been played{self.points(results)}"

    def points(self, results: Sequence[SeriesResult]) -> str:
        return "".join(f"; {result.points[0]} to {result.points[1]} points" for result in results)


SERIES: dict[str, SeriesKind] = {"campaign": Campaign(), "rematch": Rematch()}
