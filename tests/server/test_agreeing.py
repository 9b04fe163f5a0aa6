"""What players ask of each other: taking back, ending.  It is in the log, and looks the same on every screen."""

from collections.abc import Callable
from typing import Any

import pytest

from skerry.core.state import CHANCE
from skerry.match import Match, SeatPlan
from skerry.match.errors import MatchError
from skerry.match.save import decode, encode
from skerry.server import agreeing
from skerry.server.errors import TableError
from skerry.server.protocol import Answer, AskEnd
from tests.server.browser import Guest, Running, Seat, possible
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
        assert all(line["move"] < target for line in lines if line["seat"] != CHANCE)
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
    assert "nothing to answer" in screens[1 - seat].problem()["words"]


def test_nobody_answers_for_another(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = two_moves(screens)
    ask(screens[seat], seat)
    for screen in screens:
        screen.until(lambda update: update["asked"] is not None)
    ask(screens[seat], seat, "answer", yes=True)
    assert "nothing to answer" in screens[seat].problem()["words"]
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


def at_a_standstill() -> Match:
    """Tungaru, until nobody recruits any more and the rules let the players agree."""
    match = Match("tungaru", [SeatPlan("Ann"), SeatPlan("Ben")], seed="standstill")
    match.begin()
    for _ in range(3_000):
        if match.over or match.game.standstill(match.state):
            break
        texts = [match.actions.text(action) for action in match.state.legal_actions()]
        calm = [text for text in texts if not text.startswith("recruit")]
        assert match.to_move is not None
        match.play(match.to_move, (calm or texts)[-1])
    return match


def test_players_may_agree_to_end_a_game_that_stands_still() -> None:
    match = at_a_standstill()
    if match.over:
        pytest.skip("this game ended before it stood still")
    before = match.to_move
    agreeing.act(match, AskEnd(0, len(match.log)))
    assert not match.over and match.to_move == before
    agreeing.act(match, Answer(1, len(match.log), True))
    assert match.over and match.log[-1].text == "(end)"
    again = decode(encode(match))
    assert again.over and again.state.scores() == match.state.scores()
    assert agreeing.asked(again) is None


def test_where_the_rules_say_nothing_of_it_nobody_ends_a_game() -> None:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")])
    match.begin()
    with pytest.raises(TableError, match="do not let you end"):
        agreeing.act(match, AskEnd(0, len(match.log)))
    with pytest.raises(MatchError, match="cannot be ended"):
        match.aside(0, "(end)")
    with pytest.raises(MatchError, match="no such decision"):
        match.aside(0, "(taken back to 9999)")
