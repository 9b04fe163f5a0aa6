"""The client for programs that do one thing at a time.  What it sends and reads is in requests.py."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec

from skerry.client.failures import MovedOn, NotReached, ServerRefusal
from skerry.client.following import Following
from skerry.client.requests import (
    BUSY_STATUSES,
    READ_EVENT,
    TRIES,
    A,
    Calls,
    Wanted,
    pause_before,
    read_answer,
    refusal_from,
)
from skerry.client.states import possible
from skerry.server.protocol.calls import NewSeat, OpenTable, Result, Rules, TableInfo
from skerry.server.protocol.program_calls import (
    CatalogueOf,
    ChoicesNow,
    GamesOffered,
    InvitedEvent,
    LogSince,
    OverEvent,
    ProgramEvent,
    ProgramInfo,
    SeatTaken,
    TableState,
    TurnEvent,
    ViewSchema,
)


class Client:
    """A program at a server.

    Calls that fail on the way are made again; a decision that is sent again is not made twice.
    """

    def __init__(self, server: str, token: str, timeout: float = 30.0) -> None:
        self.http = httpx.Client(
            base_url=f"{server.rstrip('/')}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=timeout
        )

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def send(self, wanted: Wanted[A]) -> A:
        """Make the call; ServerRefusal or NotReached if that fails."""
        body = None if wanted.body is None else msgspec.json.encode(wanted.body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        for attempt in range(1, TRIES + 1):
            try:
                got = self.http.request(wanted.method, wanted.path, params=wanted.query, content=body, headers=headers)
            except httpx.ConnectError as error:
                lost: Exception = error
            except httpx.TransportError as error:
                if not wanted.is_safe:
                    raise NotReached(f"{wanted.method} {wanted.path} may have been done: {error}") from error
                lost = error
            else:
                if got.status_code not in BUSY_STATUSES or attempt == TRIES:
                    return read_answer(wanted, got.status_code, got.content)
                time.sleep(pause_before(attempt, got.headers.get("Retry-After", "")))
                continue
            if attempt < TRIES:
                time.sleep(pause_before(attempt))
        raise NotReached(f"{self.http.base_url} cannot be reached: {lost}") from lost

    # ---- calls
    def me(self) -> ProgramInfo:
        """Who the server takes this program for."""
        return self.send(Calls.me)

    def results(self) -> list[Result]:
        """How this program did in finished games, the oldest first."""
        return self.send(Calls.results)

    def games(self) -> GamesOffered:
        """The games with their options, the levels of bots, and the settings of tables."""
        return self.send(Calls.games)

    def rules(self, game: str) -> Rules:
        """The rules of a game, paragraph by paragraph."""
        return self.send(Calls.rules(game))

    def schema(self, game: str) -> ViewSchema:
        """What the view and the catalogue of a game look like, as JSON Schema."""
        return self.send(Calls.schema(game))

    def tables(self) -> list[TableInfo]:
        """The tables where this program plays or has played, the last changed first."""
        return self.send(Calls.tables)

    def open_tables(self, game: str = "") -> list[OpenTable]:
        """Tables that a program may join."""
        return self.send(Calls.open_tables(game))

    def new_table(
        self, game: str, seats: list[NewSeat], options: dict[str, str] | None = None, **settings: Any
    ) -> TableState:
        """Make a table.  With open seats others can join it; the settings are those that `games` lists."""
        return self.send(Calls.new_table(game, seats, options or {}, settings))

    def state(self, table: str, seat: int | None = None, outline: bool = False) -> TableState:
        """The table as a seat sees it: the own one, unless another is asked for; -1 is a spectator's."""
        return self.send(Calls.state(table, seat, outline))

    def choices(self, table: str, seat: int | None = None) -> ChoicesNow:
        """The open question and what the seat can do."""
        return self.send(Calls.choices(table, seat))

    def log(self, table: str, since: int = 0, seat: int | None = None) -> LogSince:
        """The log from a version on."""
        return self.send(Calls.log(table, since, seat))

    def catalogue(self, table: str) -> CatalogueOf:
        """What is printed on the components of this game."""
        return self.send(Calls.catalogue(table))

    def download(self, table: str) -> bytes:
        """The finished game as a file, for `skerry replay` and `skerry.load`."""
        return self.send(Calls.download(table))

    def delete(self, table: str) -> None:
        """Delete a table that this program has made."""
        self.send(Calls.delete(table))

    def sit_down(
        self, table: str, invitation: str = "", name: str | None = None, seat: int | None = None, ready: bool = True
    ) -> SeatTaken:
        """Take a seat and be ready.  `table` is an id, or the link of an invitation."""
        return self.send(Calls.sit_down(table, invitation, name, seat, ready))

    def stand_up(self, table: str, bot: str = "easy") -> None:
        """Give up the seat; a bot of this level finishes a game that has started."""
        self.send(Calls.stand_up(table, bot))

    def ready(self, table: str, ready: bool = True) -> TableState:
        """Be ready, or not any more, before the game starts."""
        return self.send(Calls.ready(table, ready))

    def rematch(self, table: str) -> TableState:
        """The same players once more."""
        return self.send(Calls.rematch(table))

    def play(self, state: TableState, text: str, hold: bool = False) -> TableState:
        """Decide in this state; MovedOn if the table is no longer in it."""
        return self.send(Calls.play(state, text, hold))

    def undo(self, state: TableState) -> TableState:
        """Take back the last decision."""
        return self.send(Calls.undo(state))

    def confirm(self, state: TableState) -> TableState:
        """End a turn that was played with `hold`."""
        return self.send(Calls.confirm(state))

    def resign(self, state: TableState, bot: str = "easy") -> TableState:
        """Give up the game."""
        return self.send(Calls.resign(state, bot))

    # ---- events
    def events(self, *tables: str) -> Iterator[ProgramEvent]:
        """What happens at the tables of this program, for ever.  It connects again when the connection breaks.

        What is open comes first, and again after a break; of `tables` also that they were over before.
        """
        following, attempt = Following(tables), 0
        while True:
            try:
                for event in self.stream(following):
                    attempt = 0
                    yield event
            except (httpx.TransportError, NotReached):
                pass
            except ServerRefusal as error:
                if error.status not in BUSY_STATUSES:
                    raise
            attempt += 1
            time.sleep(pause_before(attempt))

    def stream(self, following: Following) -> Iterator[ProgramEvent]:
        """Until the connection breaks."""
        timeout = httpx.Timeout(30.0, read=60.0)  # an empty line comes every 20 s
        with self.http.stream("GET", "/events", timeout=timeout) as answer:
            if answer.status_code >= 300:
                raise refusal_from(answer.status_code, answer.read())
            if following.open:
                for event in following.missed(self.tables()):
                    yield event
            for line in answer.iter_lines():
                if line:
                    event = READ_EVENT.decode(line)
                    following.hear(event)
                    yield event

    def turns(self, table: str) -> Iterator[TableState]:
        """The state whenever this program has to decide at the table, until the game is over.

        It gets ready when that is asked for, and confirms turns that were held.
        """
        for event in self.events(table):
            if event.table != table:
                continue
            if isinstance(event, OverEvent):
                return
            try:
                if isinstance(event, InvitedEvent):
                    self.ready(table)
                if isinstance(event, TurnEvent):
                    state = self.state(table, event.seat)
                    if event.confirm and state.waiting == event.seat:
                        self.confirm(state)
                    elif possible(state):
                        yield state
            except MovedOn:  # an event tells what comes next
                continue
