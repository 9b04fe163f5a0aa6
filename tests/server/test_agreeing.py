"""What players ask of each other: taking back, ending.  It is in the log, and looks the same on every screen."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from skerry.match import Match, SeatPlan
from skerry.match.errors import MatchError
from skerry.match.save import decode_match, encode_match
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Answer, AskEnd
from skerry.server.tables.messages import consent
from tests.server.browser import Guest, Running, Seat, is_over, play, possible
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


def move_on(screens: list[Seat]) -> int:
    """One decision; return whose it was."""
    seat = int(screens[0].picture["to_move"])
    acting, version = screens[seat], screens[0].picture["version"]
    acting.my_turn()
    acting.play("rest" if "rest" in possible(acting.picture) else possible(acting.picture)[0])
    for screen in screens:
        screen.until(lambda update: update["picture"]["version"] > version)
    return seat


def ask(screen: Seat, seat: int, kind: str = "ask_back", **more: Any) -> None:
    screen.send(type=kind, seat=seat, version=screen.picture["version"], **more)


def two_moves(screens: list[Seat]) -> int:
    """Until somebody has moved after another; return the one who would take back."""
    first = move_on(screens)
    while move_on(screens) == first:
        pass
    return first


def test_everybodys_yes_takes_a_decision_back(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    watching = visit(server).gather(table)
    watching.until(lambda update: True)
    seat = two_moves(screens)
    asking, other = screens[seat], screens[1 - seat]
    ask(asking, seat)
    for screen in (*screens, watching):
        asked = screen.until(lambda update: update["asked"] is not None)["asked"]
        assert (asked["kind"], asked["seat"], asked["yes"], asked["open"]) == ("back", seat, [], [1 - seat])
    target = asked["move"]
    ask(other, 1 - seat, "answer", yes=True)
    for screen in (*screens, watching):
        update = screen.until(lambda update: update["picture"]["move"] <= target)
        assert update["asked"] is None and update["picture"]["to_move"] == seat
        lines = update["picture"]["lines"]
        assert all(line["move"] < target for line in lines if not line.get("aside"))
        assert lines[-1]["words"].endswith("takes a decision back, with everybody's consent")
    move_on(screens)


def test_one_no_is_enough_and_a_move_ends_the_question(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = two_moves(screens)
    ask(screens[seat], seat)
    for screen in screens:
        screen.until(lambda update: update["asked"] is not None)
    move = screens[seat].picture["move"]
    ask(screens[1 - seat], 1 - seat, "answer", yes=False)
    for screen in screens:
        assert screen.until(lambda update: update["asked"] is None)["picture"]["move"] == move
    ask(screens[seat], seat)
    for screen in screens:
        screen.until(lambda update: update["asked"] is not None)
    move_on(screens)
    for screen in screens:
        assert screen.update["asked"] is None
    ask(screens[1 - seat], 1 - seat, "answer", yes=True)
    assert "already been settled" in screens[1 - seat].problem()["words"]


def test_nobody_answers_for_another(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = two_moves(screens)
    ask(screens[seat], seat)
    for screen in screens:
        screen.until(lambda update: update["asked"] is not None)
    ask(screens[seat], seat, "answer", yes=True)
    assert "already been settled" in screens[seat].problem()["words"]
    ask(screens[seat], 1 - seat, "answer", yes=True)
    assert "not playing" in screens[seat].problem()["words"]


def test_a_question_survives_a_restart(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    seat = two_moves(screens)
    ask(screens[seat], seat)
    asked = screens[1 - seat].until(lambda update: update["asked"] is not None)["asked"]
    first.stop()
    again = visit(run())
    again.http.cookies = (ann, ben)[1 - seat].http.cookies
    screen = again.gather(table)
    screen.until(lambda update: True)
    assert screen.update["asked"] == asked


def test_a_stand_in_is_in_the_log_and_a_click_meanwhile_counts(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = int(screens[0].picture["to_move"])
    acting, other = screens[seat], screens[1 - seat]
    version = acting.picture["version"]
    other.send(type="stand_in", bot="random")
    other.until(lambda update: update["picture"]["version"] == version + 1)
    acting.play("rest", version=version)
    assert acting.until(lambda update: update["picture"]["move"] > 0 and update["picture"]["version"] > version + 1)
    assert acting.problems == []


# ---- a standstill


def at_a_standstill(*seats: SeatPlan, typed_in: bool = False) -> Match:
    """Tungaru, until nobody recruits any more and the rules let the players agree."""
    match = Match("tungaru", seats or [SeatPlan("Ann"), SeatPlan("Ben")], seed="standstill", typed_in=typed_in)
    match.begin()
    while not match.game.standstill(match.state):
        assert not match.over
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        calm = [text for text in texts if not text.startswith("recruit")]
        assert match.to_move is not None
        match.play(match.to_move, (calm or texts)[-1])
    return match


def test_players_may_agree_to_end_a_game_that_stands_still() -> None:
    match = at_a_standstill()
    before = match.to_move
    consent.ask_end(match, AskEnd(0, len(match.log)))
    assert not match.over and match.to_move == before
    consent.answer_request(match, Answer(1, len(match.log), True))
    assert match.over and match.log[-1].text == "(end)"
    again = decode_match(encode_match(match))
    assert again.over and again.state.scores() == match.state.scores()
    assert consent.open_request(again) is None


def test_where_the_rules_say_nothing_of_it_nobody_ends_a_game() -> None:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")])
    match.begin()
    with pytest.raises(TableError, match="do not let you end"):
        consent.ask_end(match, AskEnd(0, len(match.log)))
    with pytest.raises(MatchError, match="cannot be ended"):
        match.aside(0, "(end)")
    with pytest.raises(MatchError, match="no such decision"):
        match.aside(0, "(taken back to 9999)")


def opened(guest: Guest, match: Match) -> Seat:
    answer = guest.http.post("/api/matches", content=encode_match(match), headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text
    return guest.sit(answer.json()["id"])


def test_one_person_among_bots_may_end_a_standstill(ann: Guest) -> None:
    seats = [SeatPlan("Ann"), SeatPlan("Robin", "random")]
    match = at_a_standstill(*seats)
    while match.to_move != 0:
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    screen = opened(ann, match)
    assert screen.update["may_end"].startswith("Nobody has recruited for")
    ask(screen, 0, "ask_end")
    screen.until(is_over)
    assert "agree" in screen.picture["lines"][-1]["words"]
    assert screen.picture["winners"] and screen.picture["result"]


def test_friends_end_a_standstill_and_the_end_survives_a_restart(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens = gathered(ann, ben, game="tungaru")
    all_ready(screens)
    while not screens[0].update["may_end"]:
        acting = screens[screens[0].picture["to_move"]]
        acting.until(lambda update: bool(update["picture"]["choices"]))
        texts = possible(acting.picture)
        calm = [text for text in texts if not text.startswith("recruit")]
        version = acting.picture["version"]
        acting.play((calm or texts)[-1])
        for screen in screens:
            screen.until(lambda update, version=version: update["picture"]["version"] > version)
    ask(screens[0], 0, "ask_end")
    for screen in screens:
        screen.until(lambda update: update["asked"] is not None)
    assert screens[1].update["asked"]["kind"] == "end"
    assert "F1 suggests" not in screens[1].picture["lines"][-1]["words"]
    assert screens[1].picture["lines"][-1]["words"] == "Ann suggests ending the game here"
    first.stop()
    again = run()
    guest = visit(again)
    guest.http.cookies = ben.http.cookies
    screen = guest.gather(table)
    screen.until(lambda update: update["asked"] is not None)
    ask(screen, 1, "answer", yes=True)
    screen.until(is_over)
    assert "agree" in screen.picture["lines"][-1]["words"]
    again.stop()
    last = visit(run())
    last.http.cookies = ann.http.cookies
    screen = last.gather(table)
    assert is_over(screen.until(lambda update: True))
    assert last.home()["tables"][0]["over"]


# ---- resigning


def test_whoever_resigns_against_one_other_has_lost(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    move_on(screens)
    ask(screens[1], 1, "resign", bot="easy")
    for screen in screens:
        screen.until(is_over)
        assert screen.picture["winners"] == [0] and screen.picture["result"] == "Ann wins: F1 resigned"
        assert screen.picture["lines"][-1]["words"] == "F1 resigns"
        assert screen.picture["seed"]
    won = [guest.http.get("/api/me/results").json()[0]["won"] for guest in (ann, ben)]
    assert won == [True, False]
    assert ann.http.get(f"/api/tables/{table}/match").status_code == 200
    saved = decode_match(ann.http.get(f"/api/tables/{table}/match").content)
    assert saved.over and saved.winners == [0]


def test_where_others_play_on_a_bot_takes_the_place_for_good(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    cleo = visit(server)
    _, screens = gathered(ann, ben, cleo)
    all_ready(screens)
    ask(screens[2], 2, "resign", bot="random")
    for screen in screens:
        screen.until(lambda update: update["resigned"] == [2])
        assert screen.picture["seats"][2]["bot"] == "random" and not is_over(screen.update)
    screens[2].send(type="stand_in", bot=None)
    assert "You have resigned" in screens[2].problem()["words"]
    play(screens, 5_000, Random(2))
    screens[0].until(is_over)
    assert 2 not in screens[0].picture["winners"] and screens[0].picture["winners"]
    assert screens[0].picture["result"].endswith("F2 resigned")


def test_one_person_against_bots_gives_up(ann: Guest) -> None:
    screen = ann.sit(ann.start("Ann bot bot"))
    screen.my_turn()
    ask(screen, 0, "resign", bot="easy")
    screen.until(is_over)
    assert 0 not in screen.picture["winners"]


def test_nobody_resigns_for_another(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    ask(screens[0], 1, "resign", bot="easy")
    assert "not playing on this screen" in screens[0].problem()["words"]
