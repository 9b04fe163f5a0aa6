"""A campaign at the server: game by game, with what is known between the games."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.browser import Guest, Running, is_over, play_on

OPTIONS = {"deck": "cod", "solo": "normal"}


@pytest.fixture
def ann(run: Callable[..., Running], visit: Callable[[Running], Guest]) -> Guest:
    return visit(run(messages_per_second=10_000))


def campaign(guest: Guest) -> dict[str, Any]:
    return next(info for info in guest.home()["series"] if (info["game"], info["kind"]) == ("nusfjord", "campaign"))


def next_game(guest: Guest, **more: Any) -> str:
    return guest.start("Ann", game="nusfjord", **({"series": "campaign", "options": OPTIONS} | more))


def test_a_campaign_goes_from_game_to_game_and_ends_with_a_rank(ann: Guest) -> None:
    assert campaign(ann)["options"] is None and campaign(ann)["standing"]["rank"] == 0
    tables = []
    for number in range(3):
        tables.append(next_game(ann))
        assert next_game(ann) == tables[-1] == campaign(ann)["table"]  # the game that has begun, not another one
        seat = ann.sit(tables[-1])
        assert len(seat.update["standing"]["points"]) == number
        assert ("without" in seat.picture["options"]["series"]) == (number > 0)
        play_on(seat)
        assert is_over(seat.update)
        assert len(seat.update["standing"]["points"]) == number + 1
        told = campaign(ann)
        assert told["table"] is None
        assert told["options"] == (OPTIONS if number < 2 else None)
    assert "points in three games: you stay at rank 0" in seat.update["standing"]["words"]
    assert told["standing"]["points"] == []
    assert "game 3 of 3" in ann.home()["tables"][0]["series"]
    # An old game shows what was known then.
    assert len(ann.sit(tables[0]).update["standing"]["points"]) == 1


def test_a_deleted_game_is_played_again_and_what_counts_stays(ann: Guest) -> None:
    first = next_game(ann)
    play_on(ann.sit(first))
    second = next_game(ann)
    for table in (first, second):
        assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert len(campaign(ann)["standing"]["points"]) == 1
    assert next_game(ann) not in (first, second)


def test_a_campaign_can_be_given_up_and_its_open_game_counts_no_more(ann: Guest) -> None:
    play_on(ann.sit(next_game(ann)))
    left = next_game(ann)
    other = {"deck": "herring", "solo": "normal"}
    refused = ann.ask_for("Ann", game="nusfjord", series="campaign", options=other)
    assert refused.status_code == 400 and "started with other options" in refused.json()["words"]
    table = next_game(ann, options=other, anew=True)
    assert ann.sit(table).update["standing"]["points"] == []
    play_on(ann.sit(left))
    assert campaign(ann)["standing"]["points"] == [] and campaign(ann)["table"] == table


def test_only_what_makes_sense_becomes_a_series(ann: Guest) -> None:
    for wish, words in [
        ({"seats": "Ann Ben"}, "for 1 players, not 2"),
        ({"series": "saga"}, "There is no series"),
        ({"typed_in": True}, "Skerry's own cards"),
        ({"options": {"deck": "mixed"}}, "one deck"),
        ({"game": "buru"}, "There is no series"),
    ]:
        answer = ann.ask_for(**({"seats": "Ann", "game": "nusfjord", "series": "campaign", "options": OPTIONS} | wish))
        assert answer.status_code == 400 and words in answer.json()["words"]
