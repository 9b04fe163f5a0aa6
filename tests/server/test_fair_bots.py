"""Bots at the tables of a server: nobody's bots keep others waiting, and nobody wonders why one played badly."""

import os
from collections.abc import Callable

import pytest

from skerry.bots import Observer
from skerry.server.bots import thinking
from skerry.server.bots.kept_bots import Position
from tests.server.browser import Guest, Running, play_on

pytestmark = pytest.mark.both


def die(bot: str, observer: Observer, position: Position | None = None) -> int:
    if bot != "easy":
        os._exit(1)
    return observer.legal[0]


def be_ready() -> None:
    pass


def test_the_table_says_so_when_the_easy_bot_decides_for_another(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Callable[..., Guest]
) -> None:
    monkeypatch.setattr(thinking, "choose", die)
    monkeypatch.setattr(thinking, "warm_up", be_ready)  # several processes start here, and nothing waits for ever
    monkeypatch.setattr(thinking, "BOT_RETRIES", 0)
    ann = visit(run())
    seat = ann.sit(ann.start("Ann bot:hard"))
    seat.my_turn()
    if not seat.problems:
        seat.play("rest")
    assert "Robin's bot crashed, so an easy bot made this move." in seat.problem()["words"]
    seat.my_turn()  # and the game goes on


def test_a_table_of_bots_alone_waits_until_somebody_watches(ann: Guest, server: Running) -> None:
    table = ann.start("bot:novice bot:novice")
    seat = ann.sit(table)
    seat.until(lambda update: update["picture"]["move"] > 2)
    seat.socket.close()
    busy = ann.sit(ann.start("Ann bot:novice"))
    play_on(busy)  # meanwhile the bots there could have played on
    before = ann.sit(table).picture["move"]
    assert before < ann.sit(table).until(lambda update: update["picture"]["to_move"] is None)["picture"]["move"]


def test_bots_that_sit_in_for_everybody_wait_as_well(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    host = ann.gather(table)
    invitation = host.friends["invitation"]
    assert ben.take_seat(table, invitation, "Ben").status_code == 200
    guest = ben.gather(table, invitation)
    host.send(type="ready", ready=True)
    guest.send(type="ready", ready=True)
    host.until(lambda update: True)
    guest.until(lambda update: True)
    for seat in (guest, host):
        seat.send(type="stand_in", bot="novice")
        seat.until_friends(lambda friends: any(one["mine"] and one["bot"] for one in friends["seats"]))
    guest.socket.close()
    host.socket.close()
    play_on(ann.sit(ann.start("Ann bot:novice")))
    back = ann.gather(table)
    assert back.until(lambda update: True)["picture"]["to_move"] is not None
    back.until(lambda update: update["picture"]["to_move"] is None)
