"""Builds what is sent to the screens at a table.  A screen gets only what it does not have yet."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Literal
from weakref import WeakValueDictionary

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from skerry.core.state import CHANCE, SPECTATOR
from skerry.match import Match
from skerry.match.asides import TAKE_BACK
from skerry.match.picture import (
    full_recaps,
    log_lines,
    may_look,
    now,
    outline_of,
    points_of,
    reads_chance,
    recaps_for,
    seen_then,
    whole_story,
)
from skerry.match.series import Standing
from skerry.match.story import stops_between
from skerry.server.protocol.messages import WHOLE_STORY, Asked, Between, PlanNow, Push, Tail, UndoneMove, Welcome
from skerry.server.protocol.pace import Clock
from skerry.server.tables.socket import Delivered, Socket
from skerry.teacher.lessons.courses import LEARNER_SEAT
from skerry.teacher.lessons.guide import Guided

to_json = msgspec.json.Encoder().encode

MAX_STEPS = 12  # pictures of turns between two pushes: whoever has missed more reads the log, or looks back


def bot_to_move(match: Match) -> int | None:
    seat = match.to_move
    return seat if seat is not None and seat != CHANCE and match.seats[seat].bot is not None else None


def open_request(match: Match) -> Asked | None:
    request = match.pending.request
    if request is None:
        return None
    target = match.last_decision(request.seat) if request.text == TAKE_BACK else None
    move = len(match.moves) if target is None else target
    waiting = [seat for seat in askable(match) if seat not in (request.seat, *request.yes)]
    kind: Literal["back", "end"] = "end" if target is None else "back"
    return Asked(kind, request.seat, move, match.reveals(move), list(request.yes), waiting, undone_moves(match, target))


def undone_moves(match: Match, target: int | None) -> list[UndoneMove]:
    """Every decision from there on; forced ones and what chance did follow from them."""
    if target is None:
        return []
    rest = enumerate(match.moves[target:], target)
    return [UndoneMove(n, move.entry.seat) for n, move in rest if move.entry.seat != CHANCE and not move.entry.forced]


def persons(match: Match) -> list[int]:
    return [seat for seat, plan in enumerate(match.seats) if plan.bot is None]


def askable(match: Match) -> list[int]:
    """Those who are asked for their consent: people.  Programs agree to what bots agree to."""
    return [seat for seat in persons(match) if not match.seats[seat].program]


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


class EncodedCatalogue:
    """A game's catalogue as JSON.  Tables with the same catalogue share one."""

    __slots__ = ("__weakref__", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text


CATALOGUES: WeakValueDictionary[bytes, EncodedCatalogue] = WeakValueDictionary()  # in use, by their hash


def catalogue_of(match: Match) -> EncodedCatalogue:
    text = to_json(match.game.catalogue(match.start))
    return CATALOGUES.setdefault(hashlib.blake2b(text, digest_size=16).digest(), EncodedCatalogue(text))


def welcome(match: Match, catalogue: EncodedCatalogue, marks: list[int]) -> bytes:
    game, text, secret = match.game, Raw(catalogue.text), match.commitment
    return to_json(
        Welcome(game.name, game.title, match.options, match.typed_in, secret, match.warnings, text, marks=marks)
    )


class SeatView:
    """The match now, as one seat sees it; encoded once, to be sent any number of times."""

    def __init__(self, match: Match, seat: int, open_view: Callable[[], object]) -> None:
        seen = now(match, seat, open_view)
        if seat != SPECTATOR and match.seats[seat].bot is not None:
            seen = replace(seen, choices=[], undo=False)  # a bot sits in: its person watches
        self.match = match
        self.view = seen.view
        self.now = Raw(to_json(seen))
        self.points = to_json(points_of(match, seat))
        self.words: Raw | None = None

    def outline(self) -> Raw:
        if self.words is None:
            self.words = Raw(to_json(outline_of(self.match, self.view)))
        return self.words


class PushBuilder:
    """Builds the pushes of one moment; parts shared by several sockets are encoded once."""

    def __init__(
        self,
        match: Match,
        standing: Standing | None,
        hurried: bool = False,
        clock: Clock | None = None,
        guide: Guided | None = None,
        waiting_for: float | None = None,
        plan_of: Callable[[Match, int], PlanNow | None] = lambda match, seat: None,
    ) -> None:
        """`plan_of` is what a seat has decided in advance; it is sent to nobody else."""
        self.plan_of = plan_of
        self.guide = guide
        self.waiting_for = waiting_for
        self.match = match
        self.clock = clock
        self.held = held = match.pending.held
        self.asked = open_request(match)
        self.may_end = "" if match.over else match.game.standstill(match.state).format(*match.names)
        self.hurried = hurried
        self.thinking = bot_to_move(match) if held is None else None
        self.standing = standing
        self.standing_sent = to_json(standing) if standing else b""
        self.names = tuple(match.names)
        self.players = tuple(match.seats)
        self.seen: object = None
        self.views: dict[int, SeatView] = {}
        self.tails: dict[tuple[int, int], Raw] = {}
        self.pushes: dict[object, bytes] = {}

    def push(self, socket: Socket) -> tuple[bytes, Delivered]:
        """Everything this browser lacks, and what it has once that has arrived."""
        seats, has = socket.seats, socket.delivered
        seat = self.seat(socket)
        if seat not in self.views:
            self.views[seat] = SeatView(self.match, seat, self.open_view)
        view = self.views[seat]
        same_players, known, logs = has.players == self.players, self.known(socket), self.logs(socket)
        kept = tuple((log, self.kept(known.get(log, 0))) for log in logs)
        begin = self.kept(known[seat]) if seat in known else None
        same_points, same_standing = has.points == view.points, has.standing == self.standing_sent
        key = (tuple(seats), seat, kept, begin, same_players, same_points, same_standing, socket.outline)
        if key not in self.pushes:
            push = Push(
                view.now,
                seats,
                [self.tail(log, first) for log, first in kept],
                self.thinking,
                self.held,
                self.waiting_for,
                None if same_players else self.match.seats,
                None if same_points else Raw(view.points),
                None if same_standing else self.standing,
                view.outline() if socket.outline else None,
                self.asked,
                self.may_end,
                self.guide if seat == LEARNER_SEAT else None,
                self.hurried,
                self.match.resigned,
                self.clock,
                self.steps(seat, begin),
                self.plan_of(self.match, seat) if seats == [seat] else None,
                self.decides_together(seat),
            )
            self.pushes[key] = to_json(push)
        versions = {**known, **dict.fromkeys(logs, len(self.match.log))}
        return self.pushes[key], Delivered(self.names, versions, view.points, self.standing_sent, self.players)

    def lacks(self, socket: Socket) -> int:
        """How many moves this browser has no lines for yet."""
        known = self.known(socket)
        return sum(len(self.match.moves) - self.kept(known.get(log, 0)) for log in self.logs(socket))

    def known(self, socket: Socket) -> Mapping[int, int]:
        return socket.delivered.logs if socket.delivered.names == self.names else {}  # names are in every line

    def seat(self, socket: Socket) -> int:
        return (
            self.held if self.held is not None and self.held in socket.seats else seat_shown(self.match, socket.seats)
        )

    def logs(self, socket: Socket) -> list[int]:
        """Those it shows, as far as it may read them."""
        seat = self.seat(socket)
        logs = [seat] if socket.follows is None else [*{seat, socket.follows}]
        return [log for log in logs if log == seat or self.may_read(log, socket.seats)]

    def decides_together(self, seat: int) -> bool:
        """Are all to decide in secret now, and is it still to be this seat's turn?"""
        game, state = self.match.game, self.match.state
        if seat == SPECTATOR or self.match.over or game.question(state).kind not in game.together:
            return False
        kind, state = game.question(state).kind, state.clone()
        while not state.over and state.to_move() != CHANCE and game.question(state).kind == kind:
            if state.to_move() == seat:
                return int(self.match.state.to_move()) != seat
            state.apply(state.legal_actions()[0])
        return False

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

    def tail(self, log: int, first: int) -> Raw:
        if (log, first) not in self.tails:
            if log == WHOLE_STORY:
                lines, recaps = whole_story(self.match, first), full_recaps(self.match, first)
            else:
                lines, recaps = log_lines(self.match, log, first), recaps_for(self.match, log, first)
            self.tails[log, first] = Raw(to_json(Tail(log, first, lines, recaps)))
        return self.tails[log, first]

    def steps(self, seat: int, begin: int | None) -> list[Between]:
        """How the table came from what the browser has, after `begin` moves, to what it is now."""
        stops = [] if begin is None else stops_between(self.match, begin)[-MAX_STEPS:]
        return [Between(*seen_then(self.match.until(stop), seat)) for stop in stops]
