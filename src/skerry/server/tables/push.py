"""What is sent to the screens at a table.  Every part is made once, however many look, and sent to whoever lacks it."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, cast

import msgspec
from msgspec.structs import replace

from skerry.core.game import Section
from skerry.core.state import CHANCE, SPECTATOR
from skerry.match import Match
from skerry.match.manners import TAKE_BACK
from skerry.match.picture import Points, lines, may_look, now, outline, points_of, reads_chance, whole_story
from skerry.match.series import Standing
from skerry.server.protocol.messages import WHOLE_STORY, Asked, Push, Tail, Welcome
from skerry.server.protocol.pace import Clock
from skerry.server.tables.socket import Socket, Told
from skerry.teacher.lessons.courses import SEAT
from skerry.teacher.lessons.guide import Guided

T = TypeVar("T")
encode = msgspec.json.Encoder().encode


def bot_to_move(match: Match) -> int | None:
    seat = match.to_move
    return seat if seat is not None and seat != CHANCE and match.seats[seat].bot is not None else None


def asked(match: Match) -> Asked | None:
    request = match.manners.request
    if request is None:
        return None
    target = match.last_decision(request.seat) if request.text == TAKE_BACK else None
    move = len(match.moves) if target is None else target
    waiting = [seat for seat in persons(match) if seat not in (request.seat, *request.yes)]
    kind: Literal["back", "end"] = "end" if target is None else "back"
    return Asked(kind, request.seat, move, match.reveals(move), list(request.yes), waiting)


def persons(match: Match) -> list[int]:
    return [seat for seat, plan in enumerate(match.seats) if plan.bot is None]


def seat_shown(match: Match, seats: list[int]) -> int:
    """The one that must decide, else the one that decided last."""
    if not seats:
        return SPECTATOR
    if match.to_move in seats:
        return match.to_move
    last = next((move.entry.seat for move in reversed(match.moves) if move.entry.seat in seats), seats[0])
    if match.to_move == CHANCE:
        return next((seat for seat in (last, *seats) if reads_chance(match, seat)), last)
    return last


def welcome(match: Match) -> bytes:
    game = match.game
    catalogue = game.catalogue(match.start)
    return encode(
        Welcome(
            game.name, game.title, match.options, match.typed_in, match.commitment, match.warnings, catalogue=catalogue
        )
    )


def written(value: T) -> T:
    """Encoded once, to be sent any number of times."""
    return cast(T, msgspec.Raw(encode(value)))


class Eyes:
    """The match now, as one seat sees it."""

    def __init__(self, match: Match, seat: int, open_view: Callable[[], object]) -> None:
        seen = now(match, seat, open_view)
        if seat != SPECTATOR and match.seats[seat].bot is not None:
            seen = replace(seen, choices=[], undo=False)  # a bot sits in: its person watches
        self.match = match
        self.view = seen.view
        self.now = written(seen)
        self.points = encode(points_of(match, seat))
        self.words: list[Section] | None = None

    def outline(self) -> list[Section]:
        if self.words is None:
            self.words = written(outline(self.match, self.view))
        return self.words


class Showing:
    """The match as it is now, for all who look."""

    def __init__(
        self,
        match: Match,
        standing: Standing | None,
        hurried: bool = False,
        clock: Clock | None = None,
        guide: Guided | None = None,
    ) -> None:
        """Bots may be `hurried`."""
        self.guide = guide
        self.match = match
        self.clock = clock
        self.held = held = match.manners.held
        self.asked = asked(match)
        self.may_end = "" if match.over else match.game.standstill(match.state).format(*match.names)
        self.hurried = hurried
        self.thinking = bot_to_move(match) if held is None else None
        self.standing = standing
        self.standing_sent = encode(standing) if standing else b""
        self.names = tuple(match.names)
        self.players = tuple(match.seats)
        self.seen: object = None
        self.eyes: dict[int, Eyes] = {}
        self.tails: dict[tuple[int, int], Tail] = {}
        self.pushes: dict[object, bytes] = {}

    def push(self, socket: Socket) -> tuple[bytes, Told]:
        """Everything this browser lacks, and what it will have then."""
        seats, told = socket.seats, socket.told
        seat = self.seat(socket)
        if seat not in self.eyes:
            self.eyes[seat] = Eyes(self.match, seat, self.open_view)
        eyes = self.eyes[seat]
        same_players, known, logs = told.players == self.players, self.known(socket), self.logs(socket)
        kept = tuple((log, self.kept(known.get(log, 0))) for log in logs)
        same_points, same_standing = told.points == eyes.points, told.standing == self.standing_sent
        key = (tuple(seats), seat, kept, same_players, same_points, same_standing, socket.outline)
        if key not in self.pushes:
            push = Push(
                eyes.now,
                seats,
                [self.tail(log, first) for log, first in kept],
                self.thinking,
                self.held,
                None if same_players else self.match.seats,
                None if same_points else cast(Points, msgspec.Raw(eyes.points)),
                None if same_standing else self.standing,
                eyes.outline() if socket.outline else None,
                self.asked,
                self.may_end,
                self.guide if seat == SEAT else None,
                self.hurried,
                self.match.resigned,
                self.clock,
            )
            self.pushes[key] = encode(push)
        has = {**known, **dict.fromkeys(logs, len(self.match.log))}
        return self.pushes[key], Told(self.names, has, eyes.points, self.standing_sent, self.players)

    def lacks(self, socket: Socket) -> int:
        """How many moves this browser has no lines for yet."""
        known = self.known(socket)
        return sum(len(self.match.moves) - self.kept(known.get(log, 0)) for log in self.logs(socket))

    def known(self, socket: Socket) -> Mapping[int, int]:
        return socket.told.logs if socket.told.names == self.names else {}  # names are in every line

    def seat(self, socket: Socket) -> int:
        return (
            self.held if self.held is not None and self.held in socket.seats else seat_shown(self.match, socket.seats)
        )

    def logs(self, socket: Socket) -> list[int]:
        """Those it shows, as far as it may read them."""
        seat = self.seat(socket)
        logs = [seat] if socket.follows is None else [*{seat, socket.follows}]
        return [log for log in logs if log == seat or self.may_read(log, socket.seats)]

    def open_view(self) -> object:
        """What a spectator sees."""
        if self.seen is None:
            self.seen = self.match.game.view(self.match.state, SPECTATOR)
        return self.seen

    def may_read(self, log: int, seats: list[int]) -> bool:
        return self.match.over if log == WHOLE_STORY else may_look(self.match, log, seats)

    def kept(self, version: int) -> int:
        """How many of the moves a browser has lines for still stand."""
        return self.match.standing(version) if version <= len(self.match.log) else 0

    def tail(self, log: int, first: int) -> Tail:
        if (log, first) not in self.tails:
            told = whole_story(self.match, first) if log == WHOLE_STORY else lines(self.match, log, first)
            self.tails[log, first] = written(Tail(log, first, told))
        return self.tails[log, first]
