"""A match over the wire: start, decide, take back, leave, come back."""

from collections.abc import Callable
from typing import Any

import pytest

from skerry.match import luck
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running, is_over, play_on, possible

pytestmark = pytest.mark.both


def test_the_home_page_lists_every_game_and_every_bot(ann: Guest) -> None:
    home = ann.home()
    assert "_blank" in [game["name"] for game in home["games"]]
    assert {"random", "hard"} <= set(home["bots"])
    assert home["tables"] == []


def test_the_rules_of_a_game_can_be_read_with_the_house_rules_of_undo(ann: Guest) -> None:
    rules = ann.http.get("/api/games/_blank/rules").json()
    assert rules["title"] == "Tidepool"
    assert {"turn.1", "undo.chance"} <= {paragraph["id"] for paragraph in rules["paragraphs"]}
    assert ann.http.get("/api/games/chess/rules").status_code == 404


@pytest.mark.parametrize("seats", ["me", "me bot", "me bot bot", "Ann Ben", "Ann bot Ben bot"])
def test_a_match_is_played_to_its_end(ann: Guest, seats: str) -> None:
    table = ann.start(seats)
    seat = ann.sit(table)
    play_on(seat)
    assert seat.picture["winners"]
    assert len(seat.picture["scores"]) == len(seats.split())
    assert luck.commitment(seat.picture["seed"]) == seat.picture["commitment"]
    assert [(info["id"], info["over"]) for info in ann.home()["tables"]] == [(table, True)]


def test_a_searching_bot_decides_too(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot:hard"))
    seat.my_turn()
    seat.play("rest")
    seat.receive()
    seat.my_turn()
    assert any(line.get("seat") == 1 for line in seat.picture["lines"])


def test_bots_alone_play_without_anybody_deciding(ann: Guest) -> None:
    seat = ann.sit(ann.start("bot bot"))
    assert seat.picture["seat"] == -1
    assert seat.until(is_over)["picture"]["winners"]


def test_while_a_bot_thinks_everybody_is_told_which(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot:expert"))
    if seat.picture["to_move"] == 0:
        assert seat.update["thinking"] is None
    while seat.picture["to_move"] == 0:  # the last in a round is the first in the next
        seat.play("rest")
        seat.receive()
    assert seat.update["thinking"] == 1


def test_in_hot_seat_the_screen_shows_the_seat_that_must_decide(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    shown = set()
    while not is_over(seat.update):
        assert seat.picture["seat"] == seat.picture["to_move"]
        assert seat.update["seats"] == [0, 1]
        shown.add(seat.picture["seat"])
        seat.play(possible(seat.picture)[0])
        seat.receive()
    assert shown == {0, 1}


def test_while_bots_decide_the_screen_shows_the_seat_that_decided_last(ann: Guest) -> None:
    seat = ann.sit(ann.start("bot Ann bot Ben bot"))
    last = seat.my_turn()["picture"]["seat"]
    while not is_over(seat.update):
        if possible(seat.picture):
            last = seat.picture["seat"]
            seat.play(possible(seat.picture)[0])
        else:
            assert seat.picture["seat"] == last
        seat.receive()


# ---- undo


def test_a_decision_is_taken_back_and_decided_anew(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    before = seat.picture
    seat.play("rest")
    after = seat.until(lambda update: update["picture"]["move"] > before["move"])["picture"]
    seat.undo(seat=before["seat"], version=after["version"])
    seat.receive()
    assert seat.picture["view"] == before["view"]
    assert seat.picture["choices"] == before["choices"]
    seat.play("gather")
    assert seat.receive()["picture"]["view"]["players"][before["seat"]]["shells"] > 2


def test_undo_is_refused_with_its_reason(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    before = seat.picture
    assert not before["undo"]
    seat.undo()
    problem = seat.problem()
    assert problem["reason"]["rule"] == "undo.start"
    assert "There is nothing to undo yet" in problem["words"]
    assert seat.picture == before


def test_one_cannot_take_back_what_another_decided(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    seat.play("rest")
    seat.receive()
    seat.undo()
    assert seat.problem()["reason"]["rule"] == "undo.start"


def test_a_decision_is_taken_back_while_the_bot_thinks_about_it(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot:expert"))
    before = seat.my_turn()["picture"]
    seat.play("rest")
    seat.receive()
    if seat.picture["to_move"] == 1:  # else the bot has decided before, and it is still our turn
        seat.undo(seat=0)
        assert seat.receive()["picture"]["choices"] == before["choices"]
    seat.play("gather")
    seat.receive()
    seat.my_turn()
    assert not seat.problems


# ---- coming back


def test_a_table_goes_on_after_a_restart_with_nothing_lost(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    first = run()
    ann = visit(first)
    table = ann.start("me bot")
    seat = ann.sit(table)
    move = seat.my_turn()["picture"]["move"]
    seat.play("rest")
    before = seat.until(lambda update: update["picture"]["move"] > move and bool(possible(update["picture"])))[
        "picture"
    ]
    first.stop()

    second = run()
    again = visit(second)
    again.http.cookies = ann.http.cookies
    info = again.home()["tables"][0]
    assert (info["id"], info["over"], info["your_turn"]) == (table, False, True)
    assert (info["round"], info["points"]) == (before["view"]["round"], before["scores"])
    seat = again.sit(table)
    assert seat.picture == before
    play_on(seat)


def test_a_bot_to_move_at_the_restart_goes_on_when_somebody_comes(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    first = run()
    ann = visit(first)
    table = ann.start("me bot:expert")
    seat = ann.sit(table)
    while seat.update["thinking"] is None:
        seat.play("rest")
        seat.receive()
    first.stop()

    second = run()
    again = visit(second)
    again.http.cookies = ann.http.cookies
    assert not again.home()["tables"][0]["your_turn"]
    assert again.sit(table).my_turn()["picture"]["seat"] == 0


def test_what_another_program_writes_into_the_log_counts(ann: Guest, server: Running) -> None:
    """A second server is refused, but tools may open the same file."""
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    store = Store(server.data / "matches.sqlite3")
    record = store.record(table)
    assert record is not None
    match = store.load(record)
    length = len(match.log)
    store.append(record, length, match.play(seat.picture["to_move"], "rest"), match).result()
    store.close()
    seat.play("gather")
    assert "moved on" in seat.problem()["words"]
    assert seat.until(lambda update: update["picture"]["move"] == len(match.moves))
    seat.play("rest")
    assert ann.sit(table).picture == seat.receive()["picture"]


# ---- several screens


def test_two_screens_of_one_guest_both_see_each_decision(ann: Guest) -> None:
    table = ann.start("Ann Ben")
    one, two = ann.sit(table), ann.sit(table)
    one.play("rest")
    assert one.receive() == two.receive()
    two.play("rest")
    assert one.receive() == two.receive()


def test_a_browser_that_went_away_without_a_word_harms_nobody(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann Ben")
    seat, dead = ann.sit(table), ben.sit(table)
    dead.socket.socket.close()
    play_on(seat)
    assert ben.sit(table).picture["winners"] == seat.picture["winners"]


def test_a_browser_that_does_not_listen_gets_the_newest_picture_when_it_does(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann Ben")
    seat, slow = ann.sit(table), ben.sit(table)
    play_on(seat)
    assert slow.until(is_over)["picture"]["scores"] == seat.picture["scores"]


# ---- table mode


def answer(picture: dict[str, Any]) -> str:
    """What the real dice and cards say: any card not yet out."""
    texts = possible(picture)
    dealt = " ".join(line["words"] for line in picture["lines"])
    for choice in picture["choices"]:
        if choice["text"] in texts and choice["label"].partition(" draws ")[2] not in dealt:
            return str(choice["text"])
    return texts[0]


def test_with_real_dice_and_cards_a_person_answers_for_chance(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann", typed_in=True))
    assert seat.picture["to_move"] == 15
    assert seat.picture["question"]["words"] == "Who goes first?"
    seat.play("begin 0")
    seat.receive()
    seat.play("deal gull_feather" if "deal gull_feather" in possible(seat.picture) else possible(seat.picture)[0])
    seat.receive()
    while not is_over(seat.update):
        seat.play(answer(seat.picture))
        seat.receive()
        assert not seat.problems
    assert seat.picture["winners"] == [0]


def test_a_card_that_cannot_come_up_is_refused_without_telling_why(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben", typed_in=True))
    seat.play("begin 0")
    seat.receive()
    card = possible(seat.picture)[0]
    seat.play(card)
    seat.receive()
    problem = seat.refused(card)
    assert "not possible now" in problem["words"]
    assert problem["reason"] is None


def test_only_persons_sit_at_a_table_with_real_cards(ann: Guest) -> None:
    answer = ann.ask_for("Ann bot", typed_in=True)
    assert answer.status_code == 400
    assert "a person" in answer.json()["words"]
