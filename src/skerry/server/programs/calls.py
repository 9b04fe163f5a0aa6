"""The table of the API's calls: routes, checks and the OpenAPI document are made from it."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

from skerry.server.programs import answers
from skerry.server.programs.answers import ProgramCall
from skerry.server.protocol.calls import OpenTable, Result, Rules, TableInfo
from skerry.server.protocol.program_calls import (
    CatalogueOf,
    ChoicesNow,
    GamesOffered,
    GetReady,
    LogQuery,
    LogSince,
    OpenQuery,
    PlayMove,
    ProgramAct,
    ProgramEvent,
    ProgramInfo,
    ProgramTable,
    ResignSeat,
    SeatQuery,
    SeatTaken,
    SitDown,
    StandUp,
    StateQuery,
    TableState,
    ViewSchema,
)
from skerry.server.store.tokens import TokenScope

API = "/api/v1"
SMALL, WHOLE_GAME, NEW_GAME = 1, 5, 5  # what calls cost, of those that a program has

Gives = Literal["json", "file", "events"]


class ApiCall(Struct, frozen=True, kw_only=True):
    method: Literal["GET", "POST", "DELETE"]
    path: str  # after /api/v1
    words: str  # what it does, in a sentence
    answer: Callable[[ProgramCall], Awaitable[object]] | None  # None: a stream
    query: type[Struct] | None = None
    body: type[Struct] | None = None
    gives: Any = None  # the type of the answer; None: there is nothing to say
    kind: Gives = "json"
    status: int = 200
    cost: float = SMALL
    makes_table: bool = False  # it counts for the limits on new tables

    @property
    def scope(self) -> TokenScope:
        """What a token needs to make the call."""
        return "read" if self.method == "GET" else "play"

    @property
    def name(self) -> str:
        """Unique; the operationId of OpenAPI."""
        return "events" if self.answer is None else str(getattr(self.answer, "__name__", ""))


def reading(
    path: str, words: str, answer: Callable[[ProgramCall], Awaitable[object]], gives: Any, **more: Any
) -> ApiCall:
    return ApiCall(method="GET", path=path, words=words, answer=answer, gives=gives, **more)


def acting(path: str, words: str, answer: Callable[[ProgramCall], Awaitable[object]], **more: Any) -> ApiCall:
    return ApiCall(method="POST", path=path, words=words, answer=answer, **more)


CALLS: tuple[ApiCall, ...] = (
    reading("/me", "Who the server takes this program for.", answers.show_program, ProgramInfo),
    reading("/me/results", "How this program did in finished games.", answers.list_results, list[Result]),
    reading(
        "/games",
        "The games with their options, the levels of bots, and the settings of tables.",
        answers.list_offered,
        GamesOffered,
    ),
    reading(
        "/games/{name}/rules",
        "The rules of a game, paragraph by paragraph.",
        answers.show_rules,
        Rules,
        cost=WHOLE_GAME,
    ),
    reading(
        "/games/{name}/schema",
        "What the view and the catalogue of a game look like.",
        answers.show_schema,
        ViewSchema,
        cost=WHOLE_GAME,
    ),
    reading(
        "/tables",
        "The tables where this program plays or has played, the last changed first.",
        answers.list_own,
        list[TableInfo],
    ),
    acting(
        "/tables",
        "Make a table.",
        answers.make_table,
        body=ProgramTable,
        gives=TableState,
        status=201,
        cost=NEW_GAME,
        makes_table=True,
    ),
    reading("/tables/open", "Tables that a program may join.", answers.list_joinable, list[OpenTable], query=OpenQuery),
    reading(
        "/tables/{id}",
        "The table as the program's seat sees it, with all choices, or as a spectator sees it.",
        answers.show_state,
        TableState,
        query=StateQuery,
    ),
    ApiCall(
        method="DELETE",
        path="/tables/{id}",
        words="Delete a table that this program has made.",
        answer=answers.delete_table,
        status=204,
    ),
    reading(
        "/tables/{id}/choices",
        "The open question and what the seat can do.",
        answers.show_choices,
        ChoicesNow,
        query=SeatQuery,
    ),
    reading(
        "/tables/{id}/log",
        "The log in words and data, as the seat may read it.",
        answers.show_log,
        LogSince,
        query=LogQuery,
        cost=WHOLE_GAME,
    ),
    reading(
        "/tables/{id}/catalogue",
        "What is printed on the components of this game.",
        answers.show_catalogue,
        CatalogueOf,
        cost=WHOLE_GAME,
    ),
    reading(
        "/tables/{id}/match",
        "The finished game as a file, for `skerry replay` and skerry.load.",
        answers.download_match,
        dict[str, Any],
        kind="file",
        cost=WHOLE_GAME,
    ),
    acting("/tables/{id}/seat", "Take a seat, and be ready.", answers.sit_down, body=SitDown, gives=SeatTaken),
    acting("/tables/{id}/leave", "Give up the seat.", answers.stand_up, body=StandUp, status=204),
    acting(
        "/tables/{id}/ready",
        "Be ready, or not any more, before the game starts.",
        answers.get_ready_to_start,
        body=GetReady,
        gives=TableState,
    ),
    acting("/tables/{id}/play", "Decide.", answers.play_move, body=PlayMove, gives=TableState),
    acting(
        "/tables/{id}/undo",
        "Take back the last decision, as long as nothing was revealed.",
        answers.undo_move,
        body=ProgramAct,
        gives=TableState,
    ),
    acting(
        "/tables/{id}/confirm",
        "End a turn that was played with `hold`.",
        answers.confirm_turn,
        body=ProgramAct,
        gives=TableState,
    ),
    acting("/tables/{id}/resign", "Give up the game.", answers.resign_seat, body=ResignSeat, gives=TableState),
    acting(
        "/tables/{id}/rematch",
        "The same players once more. The first who asks makes the table.",
        answers.ask_rematch,
        gives=TableState,
        status=201,
        cost=NEW_GAME,
        makes_table=True,
    ),
    ApiCall(
        method="GET",
        path="/events",
        words="Turns, games that start and end, and tables that wait for this program, one JSON object per line. "
        "What is open comes first; an empty line every 20 seconds shows that the stream is alive.",
        answer=None,
        gives=ProgramEvent,
        kind="events",
    ),
)
