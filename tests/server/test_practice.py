"""Practice: the same deal for everybody on one day, and puzzles."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from skerry.match import Match, SeatPlan
from skerry.match.save import decode_match, encode_match
from skerry.server.practice.bot_scores import BotScores, bot_score_of
from skerry.server.store.daily import read_bot_scores
from skerry.server.store.store import Store
from skerry.teacher.puzzles import puzzles
from tests.loop import finished
from tests.server.browser import Guest, play_on
from tests.server.test_daily import DEALT


def today(guest: Guest, game: str = "nusfjord") -> dict[str, Any]:
    practice = guest.http.get("/api/practice").raise_for_status().json()
    assert practice["day"] == date.today().isoformat()
    return next(row for row in practice["daily"] if row["game"] == game)


def begin(guest: Guest, name: str, game: str = "nusfjord") -> str:
    answer = guest.http.post("/api/daily", json={"game": game, "name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def test_everybody_gets_the_same_deal_once_and_scores_are_compared(ann: Guest, ben: Guest) -> None:
    tables = begin(ann, "Ann"), begin(ben, "Ben")
    assert tables[0] != tables[1]
    first, second = ann.sit(tables[0]), ben.sit(tables[1])
    assert first.kept.welcome["commitment"] == second.kept.welcome["commitment"]
    assert first.picture["view"] == second.picture["view"]
    assert begin(ann, "Ann") == tables[0], "one try a day"
    assert today(ann)["table"] == tables[0] and not today(ann)["over"]
    play_on(first)
    mine = today(ann)
    points = decode_match(ann.http.get(f"/api/tables/{tables[0]}/match").content).state.scores()[0]
    assert mine["over"] and {"name": "Ann", "points": points, "mine": True}.items() <= mine["scores"][0].items()
    assert [score["mine"] for score in today(ben)["scores"]] == [False], "Ben has not finished"
    assert today(ben)["bots"] is None, "nor may he know yet what the bots make of it"


@pytest.mark.parametrize("is_finished", [True, False])
def test_a_deleted_game_is_no_second_try_and_keeps_its_result(ann: Guest, is_finished: bool) -> None:
    table = begin(ann, "Ann")
    if is_finished:
        play_on(ann.sit(table))
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    again = ann.http.post("/api/daily", json={"game": "nusfjord", "name": "Ann"})
    assert again.status_code == 409 and "already played" in again.json()["words"]
    mine = today(ann)
    assert mine["over"] and mine["table"] is None
    assert [score["name"] for score in mine["scores"] if score["mine"]] == ["Ann"] * is_finished


def test_bots_play_a_deal_as_well_and_it_is_played_once(tmp_path: Path) -> None:
    deal = Match("_blank", [SeatPlan("Ann"), SeatPlan("Runa", "medium")], seed="a day")
    deal.begin()

    store = Store(tmp_path / "m.sqlite3")

    async def twice() -> None:
        scores = BotScores(store)
        for _ in range(2):
            await scores.ask(date(2026, 11, 17), deal)
            assert scores.jobs.task is not None
            await scores.jobs.task
        await scores.close()

    finished(twice())
    score = read_bot_scores(store)["2026-11-17", "_blank"]
    assert score == bot_score_of(encode_match(deal)) and score.margin is not None
    store.close()


@pytest.mark.parametrize("game", sorted(DEALT))
def test_every_game_has_a_deal_and_it_begins(ann: Guest, game: str) -> None:
    assert ann.sit(begin(ann, "Ann", game)).my_turn()["picture"]["choices"]


def test_a_deal_that_does_not_exist_is_refused(ann: Guest) -> None:
    assert ann.http.post("/api/daily", json={"game": "chess", "name": "Ann"}).status_code == 404
    assert ann.http.get("/api/puzzles/nothing").status_code == 404


def test_a_puzzle_is_shown_without_its_answer_and_explained_after_a_try(ann: Guest) -> None:
    known = ann.http.get("/api/practice").json()["puzzles"]
    assert {row["id"] for row in known} == set(puzzles())
    for row in known[:1]:
        puzzle = puzzles()[row["id"]]
        answer = ann.http.get(f"/api/puzzles/{row['id']}")
        shown = answer.json()
        assert puzzle.explanation not in answer.text
        texts = [choice["text"] for choice in shown["picture"]["choices"] if "reason" not in choice]
        wrong = next(text for text in texts if text not in puzzle.answer)
        assert not ann.http.post(f"/api/puzzles/{row['id']}", json={"text": wrong}).json()["right"]
        solved = ann.http.post(f"/api/puzzles/{row['id']}", json={"text": puzzle.answer[0]}).json()
        assert solved["right"] and solved["explanation"] == puzzle.explanation
        table = ann.http.post(f"/api/puzzles/{row['id']}/table").json()["id"]
        assert ann.sit(table).picture["view"] == shown["picture"]["view"]
