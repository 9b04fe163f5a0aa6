"""Games that belong together, and their file."""

import json
from pathlib import Path

import pytest

from skerry.core.game import OptionError
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import new_buffer
from skerry.match import Match, SeatPlan
from skerry.match.series import Series, SeriesError, open_series

ME = [SeatPlan("Anna")]
TWO = [SeatPlan("Anna"), SeatPlan("Bo")]


def a_campaign(tmp_path: Path, deck: str = "herring") -> Series:
    return open_series(tmp_path / "campaign.json", "nusfjord", "campaign", {"deck": deck})


def played(match: Match, seed: int = 1) -> Match:
    """To the end, at random."""
    match.begin()
    rng = Rng(seed)
    buffers = new_buffer(), new_buffer()
    while not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.game.actions.text(int(random_action(match.state, *buffers, rng))))
    return match


def test_a_campaign_of_three_games_ends_with_a_rank(tmp_path: Path) -> None:
    seen: list[set[str]] = []
    for game in range(3):
        series = a_campaign(tmp_path)  # opened anew each time: all is in the file
        match = played(series.next_match(ME), game)
        view = match.game.view(match.state, 0)
        places = [*view.display["A"], *view.display["B"]]
        seen.append({card for place in places for card in (place.card, place.gone) if card})
        words = series.record(match).words
    assert "points in three games: you stay at rank 0" in words
    assert all(seen)
    assert {card for card in seen[0] & seen[1] if card[1] != "4" and card[1] != "5"} == set()
    assert a_campaign(tmp_path).results == []


def test_the_rank_is_kept_between_campaigns(tmp_path: Path) -> None:
    series = a_campaign(tmp_path)
    series.book.rank = 7
    series.save()
    assert a_campaign(tmp_path).rank == 7
    for game in range(3):
        words = series.record(played(series.next_match(ME), game)).words
    assert "you fall to rank 6" in words and a_campaign(tmp_path).rank == 6


def test_the_rematch_is_begun_by_the_other_player(tmp_path: Path) -> None:
    series = open_series(tmp_path / "two.json", "nusfjord", "rematch", {"deck": "cod"})
    first = played(series.next_match(TWO))
    starter = int(first.state.first)  # of round 7: with two players also of round 1
    assert series.record(first).words.startswith("1 of 2 games played; ")
    second = series.next_match(TWO)
    second.begin()
    assert int(second.state.first) == 1 - starter
    assert series.record(played(second)).words.startswith("Both games have been played; ")


def test_only_the_next_game_of_the_series_is_recorded_and_only_once(tmp_path: Path) -> None:
    series = a_campaign(tmp_path)
    match = played(series.next_match(ME))
    other = played(Match("nusfjord", ME, options={"deck": "cod"}))
    with pytest.raises(SeriesError, match="not played with the cards that are next"):
        series.record(other)
    with pytest.raises(SeriesError, match="not finished"):
        series.record(series.next_match(ME))
    series.record(match)
    with pytest.raises(SeriesError, match="already been recorded"):
        series.record(match)
    with pytest.raises(SeriesError, match="for 1 players, not 2"):
        series.next_match(TWO)


def test_the_deck_changes_only_between_two_campaigns(tmp_path: Path) -> None:
    series = a_campaign(tmp_path)
    assert a_campaign(tmp_path, "cod").book.options == {"deck": "cod"}
    series = a_campaign(tmp_path, "mackerel")
    series.record(played(series.next_match(ME)))
    with pytest.raises(SeriesError, match="started with other options"):
        a_campaign(tmp_path, "cod")
    with pytest.raises(OptionError):
        a_campaign(tmp_path / "new", "plaice")


@pytest.mark.parametrize("kind", ["campaign", "rematch"])
def test_a_series_is_played_with_one_deck(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "series.json"
    with pytest.raises(OptionError, match="a series is played with one deck"):
        open_series(path, "nusfjord", kind, {"deck": "mixed"})
    assert not path.exists()
    series = open_series(path, "nusfjord", kind, {"deck": "cod"})
    series.save()
    with pytest.raises(OptionError, match="a series is played with one deck"):
        open_series(path, "nusfjord", kind, {"deck": "mixed"})
    assert open_series(path, "nusfjord", kind).book.options == {"deck": "cod"}


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"skerry_series": 1}',
        b"[]",
        b"x" * 300_000,
    ],
)
def test_a_damaged_file_is_set_aside_and_never_overwritten(tmp_path: Path, spoilt: bytes) -> None:
    path = tmp_path / "campaign.json"
    for number in (1, 2):
        path.write_bytes(spoilt)
        series = a_campaign(tmp_path)
        assert "was damaged" in series.warnings[0] and series.rank == 0
        series.save()
        assert (tmp_path / f"campaign.json.damaged-{number}").read_bytes() == spoilt


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rank", -1),
        ("rank", "high"),
        ("results", [{"points": [1]}]),
        ("results", [{"points": [1], "shown": [0], "built": [999], "starter": 0}]),
        ("options", {"deck": "plaice"}),
        ("surprise", 1),
    ],
)
def test_a_file_whose_numbers_make_no_sense_is_damaged(tmp_path: Path, field: str, value: object) -> None:
    series = a_campaign(tmp_path)
    series.save()
    saved = json.loads(series.path.read_text())
    series.path.write_text(json.dumps(saved | {field: value}))
    assert "was damaged" in a_campaign(tmp_path).warnings[0]


def test_a_file_of_a_newer_skerry_or_another_series_is_left_alone(tmp_path: Path) -> None:
    series = a_campaign(tmp_path)
    series.save()
    with pytest.raises(SeriesError, match="holds nusfjord campaign, not nusfjord rematch"):
        open_series(series.path, "nusfjord", "rematch")
    text = series.path.read_text().replace('"skerry_series": 1', '"skerry_series": 2')
    series.path.write_text(text)
    with pytest.raises(SeriesError, match="newer version"):
        a_campaign(tmp_path)
    assert series.path.read_text() == text


def test_an_unknown_series_is_named(tmp_path: Path) -> None:
    with pytest.raises(SeriesError, match="choose from: nusfjord campaign, nusfjord rematch"):
        open_series(tmp_path / "x.json", "nusfjord", "saga")
