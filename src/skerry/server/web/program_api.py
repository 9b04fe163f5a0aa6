"""The edge of the API for programs: routes from the table of calls, and what every call is checked for."""

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from skerry.server.errors import BadRequest, Denied, NotFound, UnknownToken
from skerry.server.practice.reviews import Reviews
from skerry.server.programs.answers import ProgramCall
from skerry.server.programs.api_page import api_page
from skerry.server.programs.calls import API, CALLS, ApiCall
from skerry.server.programs.events import EventStream, EventStreams
from skerry.server.programs.limits import ProgramLimits
from skerry.server.programs.openapi import PATH_FORMS, openapi
from skerry.server.programs.problems import CODES, problem_of
from skerry.server.protocol.messages import MAX_BODY
from skerry.server.protocol.program_calls import ApiProblem
from skerry.server.settings import Settings
from skerry.server.store.tokens import Token
from skerry.server.tables.registry import Tables
from skerry.server.web.bodies import address, decode_with, decoder_of, download, host_of, json_response, read_body
from skerry.server.web.packing import lasting
from skerry.server.web.quotas import TableQuota
from skerry.server.web.visitors import Visitors, check_origin

TOKEN_NEEDED = "This call needs a token: make one in Settings, and send it as “Authorization: Bearer …”."
UNREADABLE_CALL = "The server did not understand this call."

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


class ProgramApi:
    def __init__(
        self, settings: Settings, visitors: Visitors, tables: Tables, reviews: Reviews, quota: TableQuota
    ) -> None:
        self.visitors = visitors
        self.tables = tables
        self.reviews = reviews
        self.quota = quota
        self.limits = ProgramLimits(settings)
        self.streams = EventStreams(tables.store, tables.news)

    def routes(self) -> list[BaseRoute]:
        by_path: list[BaseRoute] = [
            Route(API + call.path, self.endpoint(call), methods=[call.method], name=call.name)
            for call in sorted(CALLS, key=lambda call: "{" in call.path)  # /tables/open is no table's id
        ]
        return [
            *by_path,
            Route("/api/openapi.json", self.document),
            Route("/api", self.page),
            Route(API, self.page),
            Route(API + "/{path:path}", Nowhere()),
        ]

    def endpoint(self, call: ApiCall) -> Endpoint:
        async def answer(request: Request) -> Response:
            try:
                return await self.answer(call, request)
            except ClientDisconnect:
                raise
            except Exception as error:
                return problem_response(*problem_of(error))

        return answer

    async def answer(self, call: ApiCall, request: Request) -> Response:
        check_origin(request)
        token = await self.token(request, call)
        self.limits.check(token, address(request), call.cost)
        path = {name: checked_part(name, value) for name, value in request.path_params.items()}
        query = None if call.query is None else read_query(request, call.query)
        body = None if call.body is None else await read_fields(request, call.body)
        if call.answer is None:
            return EventResponse(self.streams.open(token, host_of(request)))
        if call.makes_table:
            self.quota.check_rate(request, token.owner)
            await self.quota.check_space(token.person)
        found = await call.answer(ProgramCall(self.tables, self.reviews, token, path, query, body))
        if call.kind == "file":
            assert isinstance(found, bytes)
            return download(found, f"{path['id']}.json", "application/json")
        return Response(status_code=call.status) if call.gives is None else json_response(found, call.status)

    async def token(self, request: Request, call: ApiCall) -> Token:
        visitor = await self.visitors.bearer(request)
        if visitor is None or visitor.token is None:
            raise UnknownToken(TOKEN_NEEDED)
        if call.scope == "play" and visitor.token.scope != "play":
            raise Denied("This token may only read.")
        return visitor.token

    # ---- what describes the API
    async def document(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        return await lasting(request, msgspec.json.encode(openapi()))

    async def page(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        return HTMLResponse(api_page())


class EventResponse(StreamingResponse):
    """A stream of events, which is closed however this ends."""

    def __init__(self, stream: EventStream) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(stream.lines(), media_type="application/x-ndjson", headers=headers)
        self.stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.stream.close()


class Nowhere:
    """No such call; or there is one at this address, but with another method.  Being no function, it gets them all."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = [call for call in CALLS if is_at(call, scope["path"])]
        plain = [call for call in found if "{" not in call.path]  # /tables/open is no table's id
        methods = [call.method for call in plain or found]
        if methods:
            answer = problem_response(ApiProblem("There is no such call at this address.", CODES[405]), 405)
            answer.headers["Allow"] = ", ".join(methods)
        else:
            answer = problem_response(ApiProblem("There is no such call. See /api for all of them.", CODES[404]), 404)
        await answer(scope, receive, send)


def problem_response(problem: ApiProblem, status: int) -> Response:
    answer = json_response(problem, status)
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if status == 429:
        answer.headers["Retry-After"] = "1"
    return answer


def checked_part(name: str, value: str) -> str:
    """A part of the path, if it has the form of an id; NotFound otherwise."""
    if not re.fullmatch(PATH_FORMS[name], value):
        raise NotFound("There is nothing at this address.")
    return value


def read_query(request: Request, kind: type[T]) -> T:
    given = request.query_params.multi_items()
    words = dict(given)
    if len(words) < len(given) or "null" in words.values():
        raise BadRequest(f"{UNREADABLE_CALL} Each parameter is given once, or left out.")
    try:
        return msgspec.convert(words, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(f"{UNREADABLE_CALL} {error}.") from error


async def read_fields(request: Request, kind: type[T]) -> T:
    """Decode the body of a call.  Floats such as 2.0 count as whole numbers, as JSON Schema has it."""
    data = await read_body(request)
    try:
        return decode_with(decoder_of(kind), data, MAX_BODY)
    except BadRequest as error:
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            return msgspec.convert(with_whole_numbers(msgspec.json.decode(data)), kind)
        why = str(error.__cause__)[:200]  # which field, and what it should be
        raise BadRequest(f"{UNREADABLE_CALL} {why}.") from error


def with_whole_numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: with_whole_numbers(part) for name, part in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_at(call: ApiCall, path: str) -> bool:
    return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", API + call.path), path) is not None
