"""A message holds only what its browser lacks; put together, it is the whole picture, and nothing more than that."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.core.rng import Rng
from skerry.games import GAMES
from skerry.match import Match
from skerry.match.picture import picture, whole_story
from skerry.server.bots.thinking import Thinking
from skerry.server.protocol.calls import NewSeat, NewTable
from skerry.server.protocol.messages import WHOLE_STORY, Join, Look, Outline, Play, Push, Rename, Undo
from skerry.server.store.store import Store
from skerry.server.tables.making import create_table
from skerry.server.tables.push import PushBuilder
from skerry.server.tables.registry import Tables
from skerry.server.tables.socket import Socket
from skerry.server.tables.table import LiveTable
from tests.loop import finished
from tests.server.browser import Kept, possible

pytestmark = pytest.mark.both

STEPS = 160
WHOLE_GAME = 2_000  # steps enough for one
PLAYERS = {name: game.seats[min(1, len(game.seats) - 1)] for name, game in GAMES.items()}


class Screen:
    """A browser at the table, without the network between: it reads when it likes, and now and then it comes anew."""

    def __init__(self, table: LiveTable, guest: str | None, seats: list[int] | None = None) -> None:
        self.table, self.guest, self.seats = table, guest, seats
        self.kept = Kept()
        self.wants_outline = False
        self.heard: list[str] = []

    async def come(self) -> None:
        join = json.loads(self.kept.join(outline=self.wants_outline))
        self.socket = self.table.join(self.guest, msgspec.convert(join, Join, strict=False))
        if self.seats is not None:
            self.socket.seats = self.seats
        await self.table.greet(self.socket)

    async def come_again(self) -> None:
        self.table.leave(self.socket)
        await self.come()

    async def read(self) -> list[dict[str, Any]]:
        """Everything that waits; what is no push is returned."""
        others = []
        while (message := await self.socket.take()) is not None:
            self.heard.append(message.decode())
            told = json.loads(message)
            self.kept.hear(told)
            if told["type"] not in ("welcome", "push"):
                others.append(told)
        return others

    @property
    def picture(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.kept.update["picture"]
        return shown

    async def wish_outline(self, wanted: bool) -> None:
        self.wants_outline = wanted
        await self.table.handle(self.socket, Outline(wanted))

    def check(self, match: Match) -> None:
        """What was put together is what a newcomer would be shown."""
        whole = json.loads(msgspec.json.encode(picture(match, self.picture["seat"])))
        assert self.picture == (whole if self.wants_outline else whole | {"outline": []})
        assert self.kept.update["catalogue"] == json.loads(msgspec.json.encode(match.game.catalogue(match.state)))


async def a_table(folder: Path, game: str, players: int, **more: Any) -> tuple[LiveTable, Store]:
    store = Store(folder / "matches.sqlite3")
    tables = Tables(store, Thinking(10))
    seats = [NewSeat(f"P{number}") for number in range(players)]
    id_ = await create_table(tables, "ann", NewTable(game, seats, **more))
    return await tables.open(id_), store


async def act(table: LiveTable, screen: Screen, rng: random.Random) -> None:
    """Something that a person may do."""
    shown, kind = screen.picture, rng.random()
    if kind < 0.12 and shown["undo"]:
        await table.handle(screen.socket, Undo(shown["seat"], shown["version"]))
    elif kind < 0.14:
        await table.handle(screen.socket, Rename(shown["seat"], rng.choice(["Ada", "{0}", "Bo"])))
    elif texts := possible(shown):
        await table.handle(screen.socket, Play(shown["to_move"], shown["version"], rng.choice(texts)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_whatever_is_sent_adds_up_to_the_whole_picture(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        rng = random.Random(8)
        table, store = await a_table(tmp_path, game, PLAYERS[game])
        owner = Screen(table, "ann")
        screens = [
            owner,
            Screen(table, "ben"),
            Screen(table, None),
            Screen(table, "cleo", [0]),
            Screen(table, "dee", [1]),
        ]
        for screen in screens:
            await screen.come()
        for step in range(WHOLE_GAME):
            await owner.read()
            await act(table, owner, rng)
            match = await table.current()
            for screen in screens:
                if rng.random() < 0.05:
                    await screen.wish_outline(not screen.wants_outline)
                if rng.random() < 0.05:
                    await screen.come_again()
                if rng.random() < (0.5 if step < STEPS else 0.05):
                    assert await screen.read() == []
                    screen.check(match)
                    assert match.over or match.seed not in screen.heard[-1]
            if match.over:
                break
        for screen in screens:
            await screen.read()
            screen.check(match)
        assert match.over
        await asyncio.to_thread(store.close)

    finished(play())


@pytest.mark.parametrize("game", GAMES)
def test_no_message_tells_truth_from_fancy(game: str, tmp_path: Path) -> None:
    """With other cards in the others' hands and in the deck, the very same bytes are sent."""

    async def play() -> None:
        rng, dice = random.Random(3), Rng(3)
        table, store = await a_table(tmp_path, game, PLAYERS[game])
        owner = Screen(table, "ann")
        await owner.come()
        for step in range(STEPS):
            await owner.read()
            await act(table, owner, rng)
            match = await table.current()
            if match.over:
                break
            if step % 5 == 0:
                for seat in range(-1, len(match.seats)):
                    assert sent(match, seat) == sent(imagined(match, seat, dice), seat), f"seat {seat} is told too much"
                catalogue = match.game.catalogue(imagined(match, -1, dice).state)
                assert catalogue == match.game.catalogue(match.state), "the catalogue depends on what is hidden"
        await asyncio.to_thread(store.close)

    finished(play())


def imagined(match: Match, seat: int, rng: Rng) -> Match:
    fancy = match.snapshot()
    fancy.state = match.game.imagine(match.state, seat, rng)
    return fancy


async def stay(socket: Socket) -> None:
    """It is never behind."""


def sent(match: Match, seat: int) -> bytes:
    socket = Socket(None, [seat] if seat >= 0 else [], Join(outline=True), stay)
    return PushBuilder(match, None).push(socket)[0]


def test_a_push_holds_only_the_lines_that_are_new(tmp_path: Path) -> None:
    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 2)
        owner, watching = Screen(table, "ann"), Screen(table, "ben")
        for screen in (owner, watching):
            await screen.come()
            await screen.read()
        for _ in range(6):
            before, text = owner.picture["move"], possible(owner.picture)[0]
            await table.handle(owner.socket, Play(owner.picture["to_move"], owner.picture["version"], text))
            await owner.read()
            await watching.read()
            push = json.loads(watching.heard[-1])
            new = [line["move"] for tail in push["logs"] for line in tail["lines"]]
            assert new and min(new) >= before
            assert "players" not in push and "outline" not in push and "catalogue" not in push

        await table.handle(owner.socket, Rename(owner.picture["seat"], "Wren"))
        await watching.read()
        push = json.loads(watching.heard[-1])
        assert any(player["name"] == "Wren" for player in push["players"])
        assert [tail["kept"] for tail in push["logs"]] == [0]
        await asyncio.to_thread(store.close)

    finished(play())


def test_what_never_changes_is_sent_once_to_each_who_comes(tmp_path: Path) -> None:
    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 2)
        owner = Screen(table, "ann")
        await owner.come()
        for _ in range(4):
            await owner.read()
            await act(table, owner, random.Random(2))
        await owner.read()
        assert [json.loads(message)["type"] for message in owner.heard].count("welcome") == 1
        assert sum("shells_per_point" in message for message in owner.heard) == 1
        await asyncio.to_thread(store.close)

    finished(play())


def test_who_comes_back_gets_no_line_twice_and_none_that_was_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 1)
        owner = Screen(table, "ann")
        await owner.come()
        await owner.read()
        await table.handle(owner.socket, Play(0, owner.picture["version"], "gather"))
        await owner.read()
        away = owner.kept.versions[0]
        table.leave(owner.socket)
        elsewhere = Screen(table, "ann")
        await elsewhere.come()
        await elsewhere.read()
        await table.handle(elsewhere.socket, Undo(0, away))
        await elsewhere.read()
        await table.handle(elsewhere.socket, Play(0, elsewhere.picture["version"], "rest"))
        await elsewhere.read()
        await owner.come()
        await owner.read()
        assert owner.picture == elsewhere.picture
        (tail,) = json.loads(owner.heard[-1])["logs"]
        assert tail["kept"] > 0 and all(line["move"] >= tail["kept"] for line in tail["lines"])
        await asyncio.to_thread(store.close)

    finished(play())


@pytest.mark.parametrize("logs", [{0: 10**9}, {0: -5}, {-2: 4, -1: 3}, {7: 1}])
def test_who_claims_to_know_what_cannot_be_known_gets_it_all(logs: dict[int, int], tmp_path: Path) -> None:
    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 1)
        socket = table.join("ann", Join(["P0"], logs))
        await table.greet(socket)
        welcome, push = await socket.take(), await socket.take()
        assert welcome and push
        told = msgspec.json.decode(push, type=Push)
        assert [tail.kept for tail in told.logs] == [0]
        assert len(told.logs[0].lines) == len(picture(await table.current(), 0).lines)
        await asyncio.to_thread(store.close)

    finished(play())


def test_the_whole_story_of_a_match_that_is_over_is_sent_once(tmp_path: Path) -> None:
    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 2)
        owner, watching = Screen(table, "ann"), Screen(table, None)
        await owner.come()
        await watching.come()
        match = await table.current()
        while not match.over:
            await owner.read()
            await act(table, owner, random.Random(5))
        await watching.read()
        before = len(watching.heard)
        for move in (3, 9, 4):
            await table.handle(watching.socket, Look(0, move))
            (past,) = await watching.read()
            assert past["log"] == WHOLE_STORY
            then = watching.kept.past(past)["picture"]
            whole = json.loads(msgspec.json.encode(whole_story(match)))
            assert then["lines"] == [line for line in whole if line["move"] < move]
            assert then["view"] == json.loads(msgspec.json.encode(match.game.view(match.at(move), 0)))
        pushes = [json.loads(message) for message in watching.heard[before:] if '"push"' in message]
        assert [tail["log"] for push in pushes for tail in push["logs"]].count(WHOLE_STORY) == 1
        await asyncio.to_thread(store.close)

    finished(play())


def test_the_whole_story_is_kept_back_when_the_end_is_taken_back(tmp_path: Path) -> None:
    """Where dice and cards are typed in, a slip at the very end can be undone; the others' cards are secret again."""

    async def play() -> None:
        table, store = await a_table(tmp_path, "_blank", 2)
        watching = Screen(table, None)
        await watching.come()
        await watching.read()
        watching.socket.follows = WHOLE_STORY
        await table.handle(watching.socket, Outline(False))
        await watching.read()
        assert [tail["log"] for tail in json.loads(watching.heard[-1])["logs"]] == [-1]
        await asyncio.to_thread(store.close)

    finished(play())
