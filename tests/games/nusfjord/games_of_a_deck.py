"""Whole games with every option that names a deck: `python -m tests.games.nusfjord.games_of_a_deck haddock Haddock`.

A program of its own, because test_a_deck_more.py runs it with a copy of the sources that has one deck more.
"""

import json
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from skerry.core import bits
from skerry.games import GAMES
from skerry.games.nusfjord.kit.buildings import letter_of
from skerry.games.nusfjord.series import PRINTED_NUMBERS
from skerry.match.match import Match, SeatPlan
from skerry.match.series import Series, new_book
from skerry.teacher.puzzles import position, puzzles

GAME = GAMES["nusfjord"]
NAMES = ["Wren", "Runa", "Eskil", "Tove", "Odd"]


def finish(match: Match) -> Match:
    """Play at random; now and then look at all that is shown."""
    chance = Random(str(match.options))
    match.begin()
    while not match.over:
        seat, state = match.to_move or 0, match.state
        actions = state.legal_actions()
        if chance.random() < 0.1:
            assert GAME.problems(state) == []
            assert GAME.outline(GAME.view(state, seat), GAME.catalogue(state))
            assert all(GAME.label(state, action) for action in actions)
        match.play(seat, match.actions.text(chance.choice(actions)))
    return match


def a_game(players: int, **options: str) -> Match:
    return finish(Match("nusfjord", [SeatPlan(name) for name in NAMES[:players]], seed=f"{options}", options=options))


def one_deck(deck: str, name: str) -> None:
    for players in range(1, 6):
        match = a_game(players, deck=deck)
        catalogue = GAME.catalogue(match.state)
        assert (catalogue.deck, catalogue.deck_name) == (deck, name)
        assert {card.deck for card in catalogue.cards.values()} == {deck}
        titles = [section.title for section in GAME.outline(GAME.view(match.state, 0), catalogue)]
        assert any(title.startswith(f"Buildings ({name} deck") for title in titles), titles


def mixed(deck: str) -> None:
    """§variant.2: later cards from the deck, and open ones from two others; or from a deck of the first three."""
    for later, decks in ((deck, {"herring", "mackerel", deck}), ("cod", {"herring", "mackerel", "cod"})):
        for players in (1, 3, 5):
            match = a_game(players, deck="mixed", later=later)
            catalogue = GAME.catalogue(match.state)
            assert {card.deck for card in catalogue.cards.values()} == decks
            assert {card_id(match, slot) for slot in bits.members(match.state.cards_in_game)} <= set(catalogue.cards)


def card_id(match: Match, slot: int) -> str:
    return match.state.kit.card_ids[match.state.deck.ids[slot]]


def even(deck: str) -> list[list[int]]:
    """Gold and fish at the start with 2 to 5 players, in the order of play.  §setup.11"""
    goods = []
    for players in range(2, 6):
        a_game(players, deck="mixed", later=deck, start="even")
        match = a_game(players, deck=deck, start="even")
        state = GAME.new(GAME.load_kit(), players, match.options | {"series": "seat 0 begins"})
        goods.append([100 * player.gold + player.fish for player in state.players])
    return goods


def series(deck: str) -> None:
    """§campaign.1 to §campaign.3, §variant.1"""
    for kind in ("campaign", "rematch"):
        book = Series(new_book("nusfjord", kind, {"deck": deck}))
        for number in range(book.kind.games):
            match = book.next_match([SeatPlan(name) for name in NAMES[: book.kind.seats]], seed=f"{kind} {number}")
            if kind == "campaign" and number == 2:
                only_what_was_shown(match, book.results)
            book.record(finish(match))


def only_what_was_shown(match: Match, results: Sequence[Any]) -> None:
    """The third game of a campaign has those A and B Buildings that were on display and not built.  §campaign.3"""
    ids = {card_id(match, slot) for slot in bits.members(match.state.cards_in_game)}
    shown = {str(PRINTED_NUMBERS[card]) for result in results for card in result.shown}
    built = {str(PRINTED_NUMBERS[card]) for result in results for card in result.built}
    assert {id_ for id_ in ids if letter_of(id_) != "C"} == shown - built


def puzzles_stay() -> None:
    """Those that are made for other decks can be played as before."""
    ours = json.loads((GAME.folder / "puzzles.json").read_text(encoding="utf-8"))
    ids = {puzzle["id"] for puzzle in ours if puzzle["options"]["deck"] != "mixed"}
    assert ids and ids <= puzzles().keys()
    assert all(position(puzzles()[id_]).to_move is not None for id_ in ids)


def main(deck: str, name: str) -> None:
    assert all(option.labels[deck] == name and deck in option.choices for option in GAME.options[:2])
    assert deck in {GAME.daily_options(day)["deck"] for day in range(10)}
    one_deck(deck, name)
    mixed(deck)
    series(deck)
    puzzles_stay()
    print(even(deck))


if __name__ == "__main__":
    main(*sys.argv[1:])
