"""At a live table: nobody can fill the log, and what fails half-way has not happened."""

from collections.abc import Callable

import pytest

from skerry.match import Match, MatchError, log_limits
from skerry.match.asides import CHECKING
from skerry.match.match import Entry
from tests.server.browser import Guest, Running, Seat, is_over, play_on, possible
from tests.server.test_agreeing import ask
from tests.server.test_friends import all_ready, gathered, play_together

Visit = Callable[[Running], Guest]


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_limits, "MAX_IDLE_ENTRIES", 8)
    monkeypatch.setattr(log_limits, "MAX_SEATINGS", 2)


def together(screens: list[Seat]) -> None:
    """Until all have seen the same."""
    version = max(screen.picture["version"] for screen in screens)
    for screen in screens:
        screen.until(lambda update: update["picture"]["version"] >= version)


def answered(screen: Seat) -> str:
    """The problem that comes next, or nothing if the table has changed."""
    while True:
        message = screen.receive()
        if message["type"] == "problem":
            return str(screen.problems.pop(0)["words"])
        if message["type"] == "update":
            return ""


def exhausted(screens: list[Seat], hold: bool) -> str:
    """Whoever is on turn plays and undoes until that is refused."""
    seat = screens[0].picture["to_move"]
    acting = screens[seat]
    for _ in range(20):
        acting.my_turn()
        acting.play("rest" if hold else "gather", hold=hold)
        assert answered(acting) == ""
        acting.undo(seat=seat)
        if words := answered(acting):
            together(screens)
            return words
    raise AssertionError("it goes on for ever")


@pytest.mark.parametrize("hold", [False, True])
def test_playing_and_undoing_ends_with_kind_words_and_the_game_goes_on(ann: Guest, ben: Guest, hold: bool) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    assert "undo limit" in exhausted(screens, hold)
    for screen in screens:  # a turn that is looked over is done
        if (waiting := screen.update["waiting"]) is not None and screen is screens[waiting]:
            screen.send(type="confirm", seat=waiting, version=screen.picture["version"])
            assert answered(screen) == ""
    together(screens)
    play_together(screens)
    assert is_over(screens[0].update)


def test_asking_and_refusing_ends_and_the_game_goes_on(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = screens[0].picture["to_move"]
    asking, other = screens[seat], screens[1 - seat]
    asking.play("gather")
    assert answered(asking) == ""
    for _ in range(4):
        together(screens)
        ask(asking, seat)
        asking.until(lambda update: update["asked"] is not None)
        other.until(lambda update: update["asked"] is not None)
        ask(other, 1 - seat, "answer", yes=False)
        other.until(lambda update: update["asked"] is None)
        asking.until(lambda update: update["asked"] is None)
    ask(asking, seat)
    assert "asked the others very often" in answered(asking)
    together(screens)
    play_together(screens)
    assert is_over(screens[0].update)


def test_a_bot_that_sits_in_and_out_does_so_a_limited_number_of_times(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    seat = 1 - screens[0].picture["to_move"]  # not on turn, so that the bot has nothing to do
    screen = screens[seat]
    for _ in range(2):
        screen.send(type="stand_in", bot="random")
        screen.until(lambda update: update["picture"]["seats"][seat]["bot"] == "random")
        screen.send(type="stand_in", bot=None)
        screen.until(lambda update: update["picture"]["seats"][seat]["bot"] is None)
    screen.send(type="stand_in", bot="random")
    assert "many times" in screen.problem()["words"]
    together(screens)
    play_together(screens)
    assert is_over(screens[0].update)


def test_the_host_changes_bots_a_limited_number_of_times_but_can_always_replace_somebody(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    _, screens = gathered(ann, ben, visit(server))
    all_ready(screens)
    host = screens[0]
    screens[1].send(type="stand_in", bot="random")
    host.until(lambda update: update["picture"]["seats"][1]["bot"] == "random")
    screens[1].send(type="stand_in", bot=None)
    host.until(lambda update: update["picture"]["seats"][1]["bot"] is None)
    screens[1].send(type="stand_in", bot="random")
    host.until(lambda update: update["picture"]["seats"][1]["bot"] == "random")
    host.send(type="seating", seat=1, bot="easy")  # a person sits there
    host.until_friends(lambda friends: not friends["seats"][1]["person"])
    host.send(type="seating", seat=1, bot="random")
    assert "changed hands many times" in host.problem()["words"]
    host.send(type="seating", seat=1, bot=None)
    assert "changed hands many times" in host.problem()["words"]


def test_a_move_whose_second_half_is_refused_has_not_happened(
    ann: Guest, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory and disk say the same afterwards."""
    table = ann.start("Ann bot")
    seat = ann.sit(table)
    seat.my_turn()
    before = seat.picture["version"]
    true = Match.aside

    def full(self: Match, who: int, text: str) -> list[Entry]:
        if text == CHECKING:
            raise MatchError("this game's log is full")
        return true(self, who, text)

    monkeypatch.setattr(Match, "aside", full)
    moves = 0
    while True:
        version = seat.picture["version"]
        seat.play(possible(seat.picture)[0], hold=True)
        if words := answered(seat):
            break
        seat.my_turn()
        moves += 1
        assert moves < 50
    assert "log is full" in words
    again = ann.sit(table)
    assert again.picture["version"] == version >= before
    monkeypatch.undo()
    play_on(again)


def test_what_is_refused_does_not_make_the_table_read_everything_again(
    ann: Guest, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    read: list[int] = []
    true = Match.replay
    monkeypatch.setattr(Match, "replay", lambda self, entry: (read.append(1), true(self, entry))[1])
    for _ in range(3):
        ask(seat, seat.picture["to_move"])
        assert seat.problem()["words"] == "There is nothing to take back."
    seat.play("gather")
    assert answered(seat) == ""
    assert read == []
