"""A real server on a free port, and guests who come with browsers: what a person would notice, no more."""

import contextlib
import json
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from skerry.server.settings import Settings
from skerry.server.web.app import create_app
from skerry.server.web.serve import Server, bind, config

PATIENCE = 60  # seconds until a test gives up; nothing waits so long when all is well


class Running:
    """A server in a thread; `stop` is what Ctrl-C does."""

    def __init__(self, settings: Settings) -> None:
        self.data = settings.data
        self.listener = bind("127.0.0.1", 0)
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        app = create_app(settings)
        self.gauges = app.state.gauges  # what there is at the moment, as the operator sees it
        self.server = Server(config(app))
        self.thread = threading.Thread(target=self.server.run, args=[[self.listener]], daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


class Kept:
    """What a browser keeps of the messages, and the picture it puts together of them: the whole one, every time."""

    def __init__(self) -> None:
        self.welcome: dict[str, Any] = {}
        self.players: list[dict[str, Any]] = []
        self.points: dict[str, Any] = {}
        self.standing: dict[str, Any] | None = None
        self.logs: dict[int, list[dict[str, Any]]] = {}
        self.recaps: dict[int, list[dict[str, Any]]] = {}  # turn by turn, of each log
        self.versions: dict[int, int] = {}  # of each log
        self.update: dict[str, Any] = {}  # the newest push, put together

    def join(self, **wishes: Any) -> str:
        """The first words of a browser that comes back: what is known already."""
        names = [player["name"] for player in self.players]
        return join(**({"names": names, "logs": self.versions} | wishes))

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.welcome = {name: value for name, value in message.items() if name != "type"}
        elif message["type"] == "push":
            self.show(message)

    def show(self, push: dict[str, Any]) -> None:
        if "players" in push:
            if [player["name"] for player in push["players"]] != [player["name"] for player in self.players]:
                self.logs, self.recaps, self.versions = {}, {}, {}  # names are in every line
            self.players = push["players"]
        self.points = push.get("points", self.points)
        self.standing = push.get("standing", self.standing)
        for tail in push["logs"]:
            old = [line for line in self.logs.get(tail["log"], []) if line["move"] < tail["kept"]]
            self.logs[tail["log"]] = old + tail["lines"]
            since = tail["recaps"][0]["turn"] if tail["recaps"] else 0
            known = [recap for recap in self.recaps.get(tail["log"], []) if recap["turn"] < since]
            self.recaps[tail["log"]] = known + tail["recaps"]
            self.versions[tail["log"]] = push["now"]["version"]
        self.update = {
            "type": "update",
            "picture": self.picture(push, self.logs[push["now"]["seat"]], self.recaps[push["now"]["seat"]]),
            "catalogue": self.welcome["catalogue"],
            "seats": push["seats"],
            "thinking": push.get("thinking"),
            "waiting": push.get("waiting"),
            "waiting_for": push.get("waiting_for"),
            "hurried": push.get("hurried", False),
            "asked": push.get("asked"),
            "may_end": push.get("may_end", ""),
            "standing": self.standing,
            "resigned": push.get("resigned", []),
            "clock": push.get("clock"),
            "plan": push.get("plan"),
            "together": push.get("together", False),
        }

    def picture(
        self, message: dict[str, Any], lines: list[dict[str, Any]], recaps: list[dict[str, Any]]
    ) -> dict[str, Any]:
        fixed = {name: value for name, value in self.welcome.items() if name not in ("catalogue", "marks")}
        points = message.get("points", self.points)
        return (
            fixed
            | message["now"]
            | points
            | {
                "seats": self.players,
                "outline": message.get("outline", []),
                "lines": lines,
                "recaps": recaps,
            }
        )

    def past(self, past: dict[str, Any]) -> dict[str, Any]:
        """A picture of an earlier move."""
        lines = [line for line in self.logs[past["log"]] if line["move"] < past["now"]["move"]]
        recaps = [one for one in self.recaps[past["log"]] if one["first"] < past["now"]["move"]]
        return {"picture": self.picture(past, lines, recaps), "moves": past["moves"]}


class Seat:
    """A browser at a table: a socket and what it has heard there."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.kept = Kept()
        self.problems: list[dict[str, Any]] = []
        self.letters: list[dict[str, Any]] = []  # what was asked for: pictures of the past, hints
        self.heard: list[str] = []  # every message as it came
        self.friends: dict[str, Any] = {}  # who is there, at a table for friends
        self.talk: list[dict[str, Any]] = []
        self.watching: list[str] = []  # the names of those who watch, if that is told here
        self.gallery: list[dict[str, Any]] = []  # what they say
        self.imagined: dict[str, Any] = {}  # what was tried out last
        self.done = 0  # the number of the last message that was answered

    @property
    def update(self) -> dict[str, Any]:
        return self.kept.update

    @property
    def picture(self) -> dict[str, Any]:
        return self.update["picture"]

    def receive(self) -> dict[str, Any]:
        """The next message; a new picture put together, with all that goes with it."""
        self.heard.append(str(self.socket.recv(PATIENCE)))
        message = json.loads(self.heard[-1])
        if message["type"] == "welcome":
            self.kept.hear(message)
            return self.receive()
        if message["type"] == "push":
            self.kept.hear(message)
            self.done = message.get("done", self.done)
            return self.update
        if message["type"] == "friends":
            self.friends = message
        elif message["type"] == "talk":
            self.talk += message["said"]
        elif message["type"] == "gallery":
            self.watching = message["names"]
            self.gallery += message["said"]
        elif message["type"] == "imagined":
            self.imagined = message
        elif message["type"] == "done":
            self.done = message["n"]
        elif message["type"] in ("past", "advice"):
            self.letters.append(message)
        else:
            self.problems.append(message)
        return message

    def until(self, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first picture that is good, this one included."""
        while not self.update or not good(self.update):
            self.receive()
        return self.update

    def until_friends(self, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Until those around the table are as wished."""
        while not self.friends or not good(self.friends):
            self.receive()
        return self.friends

    def until_said(self, words: str) -> dict[str, Any]:
        while not (found := [said for said in self.talk if words in said["words"]]):
            self.receive()
        return found[0]

    def until_done(self, number: int) -> None:
        """Until the message of this number has been dealt with."""
        while self.done != number:
            self.receive()

    def my_turn(self) -> dict[str, Any]:
        return self.until(lambda update: is_over(update) or bool(update["picture"]["choices"]))

    def problem(self) -> dict[str, Any]:
        while not self.problems:
            self.receive()
        return self.problems.pop(0)

    def letter(self) -> dict[str, Any]:
        while not self.letters:
            assert not self.problems, self.problems
            self.receive()
        letter = self.letters.pop(0)
        if letter["type"] == "advice":
            return letter
        while letter["log"] not in self.kept.logs:  # its lines come with a push
            self.receive()
        return self.kept.past(letter)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def play(self, text: str, **changes: Any) -> None:
        """Decide as the seat that is asked."""
        move = {"type": "play", "seat": self.picture["to_move"], "version": self.picture["version"], "text": text}
        self.send(**(move | changes))

    def insist(self, send: Callable[[], None], good: Callable[[dict[str, Any]], bool]) -> None:
        """Send it until the picture is good.  People are slower than we are, and too many requests are refused."""
        send()
        while not good(self.update):
            if self.receive().get("words", "").startswith("Too many requests"):
                self.problems.clear()
                send()

    def play_and_see(self, text: str, **changes: Any) -> None:
        """Decide, and wait until the table shows it."""
        version = self.picture["version"]
        self.insist(lambda: self.play(text, **changes), lambda update: update["picture"]["version"] > version)

    def undo(self, **changes: Any) -> None:
        self.send(**({"type": "undo", "seat": self.picture["seat"], "version": self.picture["version"]} | changes))

    def refused(self, text: str, **changes: Any) -> dict[str, Any]:
        """Decide in vain: a problem, and the table is as it was."""
        before = self.picture
        self.play(text, **changes)
        problem = self.problem()
        assert self.picture == before
        return problem


class Guest:
    """A browser with its cookies."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.http = httpx.Client(
            base_url=f"http://{host}",
            headers={"Origin": f"http://{host}"},
            trust_env=False,
            verify=False,
            timeout=PATIENCE,
        )
        self.lines = contextlib.ExitStack()

    def home(self) -> dict[str, Any]:
        return self.http.get("/api/home").raise_for_status().json()

    def ask_for(self, seats: str = "me bot", game: str = "_blank", **more: Any) -> httpx.Response:
        """`me bot`: a person and a random bot; `bot:hard` another bot, `open` a friend's; other words are persons."""
        wish = {"game": game, "seats": [seat(word) for word in seats.split()]}
        return self.http.post("/api/tables", json=wish | more)

    def start(self, seats: str = "me bot", **more: Any) -> str:
        answer = self.ask_for(seats, **more)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def line(self, table: str, first: str = "", **headers: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        asked = {"Origin": f"http://{self.host}", "Cookie": cookie} | headers
        line = self.lines.enter_context(
            connect(f"ws://{self.host}/ws/{table}", additional_headers=asked, proxy=None, max_queue=None)
        )
        with contextlib.suppress(ConnectionClosed):  # it may be dismissed at once
            line.send(first or join())
        return line

    def sit(self, table: str, first: str = "") -> Seat:
        """Open the table and wait for the first picture."""
        seat = Seat(self.line(table, first))
        first = seat.receive()
        assert first["type"] == "update", first
        return seat

    def gather(self, table: str, invitation: str = "") -> Seat:
        """Open a table for friends and wait until one knows who is there."""
        seat = Seat(self.line(table, join(invitation=invitation)))
        seat.until_friends(lambda friends: True)
        return seat

    def take_seat(self, table: str, invitation: str, name: str, **more: Any) -> httpx.Response:
        wish = {"invitation": invitation, "name": name} | more
        return self.http.post(f"/api/tables/{table}/seat", json=wish)

    def leave(self) -> None:
        self.lines.close()
        self.http.close()


def join(**wishes: Any) -> str:
    """What a browser says first on a line to a table."""
    return json.dumps({"type": "join"} | wishes)


def seat(word: str) -> dict[str, Any]:
    if word.startswith("bot"):
        return {"name": "Robin", "bot": word.partition(":")[2] or "random"}
    if word == "open":
        return {"name": "Friend", "open": True}
    return {"name": word}


def is_over(update: dict[str, Any]) -> bool:
    return update["picture"]["to_move"] is None


def possible(picture: dict[str, Any]) -> list[str]:
    return [choice["text"] for choice in picture["choices"] if "reason" not in choice]


def play_on(seat: Seat) -> None:
    """Any possible decision, until the match is over."""
    while not is_over(seat.my_turn()):
        move = seat.picture["move"]
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update, move=move: update["picture"]["move"] > move)


def play(screens: list[Seat], moves: int, chance: Random) -> None:
    """Any decisions of whoever is asked, so many of them or to the end; nobody sees another's hand meanwhile."""
    for _ in range(moves):
        newest = max((screen for screen in screens), key=lambda screen: int(screen.picture["version"]))
        for screen in screens:
            screen.until(lambda update, v=newest.picture["version"]: update["picture"]["version"] >= v)
        if is_over(newest.update):
            return
        turn = int(newest.picture["to_move"])
        acting = screens[turn] if turn < len(screens) else newest
        if newest.picture["seats"][turn]["bot"] is not None:  # a bot sits in
            before = acting.picture["move"]
            acting.until(lambda update, before=before: update["picture"]["move"] > before)
            continue
        acting.until(lambda update: is_over(update) or bool(update["picture"]["choices"]))
        if is_over(acting.update):
            return
        text = chance.choice(possible(acting.picture))
        acting.play_and_see(text, seat=turn)
        assert all(screen.problems == [] for screen in screens)
