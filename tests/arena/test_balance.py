"""Seats and cards: what is out of balance is found."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from skerry.arena import balance
from skerry.core.components import Overlay
from skerry.core.game import Game
from skerry.games import GAMES
from skerry.games._blank.actions import GATHER, PLAY
from skerry.games._blank.state import TURN
from tests.arena.fields import a_plan, played
from tests.games._blank.builder import a_state

SILLY = Overlay("silly.toml", '[[cards]]\nid = "quiet_step"\nsource = "rulebook"\ncost = 0\npoints = 20\n')


def test_playing_a_card_is_a_taking_and_nothing_else_is() -> None:
    state = a_state().player(0, shells=1, hand=["rake", "museum"]).at(TURN, 0)
    game = GAMES["_blank"]
    rake = PLAY + state.kit.ids.index("rake")
    assert game.taking(state, rake) == "Rake" and game.taking(state, GATHER) is None
    assert game.offered(state) == ["Rake"]  # the Museum is too dear


def test_a_planted_overpowered_card_is_found(tmp_path: Path) -> None:
    plan = a_plan("bot@8sims", 50, players=2, overlay=SILLY)
    found = balance(plan, played(plan, tmp_path))
    best, *others = found.cards
    assert best.name == "Quiet Step" and best.stands_out
    assert best.lift and best.lift.low > 0.2
    assert best.rate > 0.8
    assert best.wins_with and best.wins_without and best.wins_with.value > best.wins_without.value
    assert len(others) == 15 and not any(card.stands_out for card in others)


def test_counts_are_of_players_and_games(tmp_path: Path) -> None:
    plan = a_plan("bot@3sims", 5, players=2)
    results = played(plan, tmp_path)
    for card in balance(plan, results).cards:
        holders = [seat for result in results for seat in result.taken if card.name in seat]
        assert card.taken == len(holders) <= card.offered <= 10


def test_seats_of_equal_bots_share_all_wins(tmp_path: Path) -> None:
    plan = a_plan("bot@3sims", 12, players=3)
    found = balance(plan, played(plan, tmp_path))
    assert abs(sum(seat.wins.value for seat in found.seats) - 1) < 1e-9


def test_a_first_player_who_always_wins_is_found(tmp_path: Path) -> None:
    plan = a_plan("random", 20, players=2)
    results = [replace(r, won=[float(s == r.first) for s in range(2)]) for r in played(plan, tmp_path)]
    assert balance(plan, results).seat_matters
    fair = [replace(r, won=[0.5, 0.5]) for r in results]
    assert not balance(plan, fair).seat_matters


def test_a_place_is_told_as_a_multiple_of_the_even_share(tmp_path: Path) -> None:
    plan = a_plan("random", 20, players=2)
    results = [replace(r, won=[float(s == r.first) for s in range(2)]) for r in played(plan, tmp_path)]
    assert [seat.over_even for seat in balance(plan, results).seats] == [2.0, 0.0]


def test_a_game_without_takings_has_seats_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAMES["_blank"]), "taking", Game.taking)
    plan = a_plan("random", 4, players=2)
    found = balance(plan, played(plan, tmp_path))
    assert found.cards == [] and len(found.seats) == 2


def test_alone_cards_are_weighed_by_points(tmp_path: Path) -> None:
    plan = a_plan("bot@10sims", 30, players=1, overlay=SILLY)
    cards = {card.name: card for card in balance(plan, played(plan, tmp_path)).cards}
    silly = cards["Quiet Step"]
    assert silly.lift is None and silly.wins_with is None
    assert silly.points_with and silly.points_without and silly.points_with > silly.points_without + 10
