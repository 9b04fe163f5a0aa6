"""The server as an ASGI application: its routes, what surrounds them, and how errors are answered."""

import logging

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from skerry.server.errors import (
    BUG,
    DISK,
    MOVED_ON,
    Conflict,
    Damaged,
    Refusal,
    StoreError,
    as_sentence,
)
from skerry.server.protocol.messages import Problem
from skerry.server.runtime.rate_limits import Bodies
from skerry.server.settings import Settings
from skerry.server.web.bodies import json_response
from skerry.server.web.connections import KnownHosts
from skerry.server.web.packing import Packed, Packing
from skerry.server.web.routes import routes_of
from skerry.server.web.site import Site
from skerry.server.web.static import SecurityHeaders

log = logging.getLogger("skerry.server")


def create_app(settings: Settings) -> Starlette:
    """StoreError if the data folder cannot be used."""
    site = Site(settings)
    app = Starlette(
        routes=routes_of(site),
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, names=settings.allow_host),
            Middleware(Packing),
        ],
        exception_handlers={
            HTTPException: on_http_error,
            Refusal: on_refusal,
            Conflict: on_conflict,
            Damaged: on_damaged,
            StoreError: on_store_error,
            ClientDisconnect: on_gone,
            Exception: on_bug,
        },
        lifespan=site.lifespan,
    )
    app.state.settings = settings
    app.state.health = site.health
    app.state.gate = site.gate
    app.state.gauges = site.gauges
    app.state.bodies = Bodies()
    app.state.packed = Packed()
    app.state.closing = site.sockets.closing
    app.state.tables = site.tables
    return app


async def on_http_error(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: no such address, no such method."""
    assert isinstance(error, HTTPException)
    return json_response(Problem(error.detail), error.status_code)


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    answer = json_response(Problem(as_sentence(error)), error.status)
    if error.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


async def on_damaged(request: Request, error: Exception) -> Response:
    return json_response(Problem(as_sentence(error)), 409)


async def on_conflict(request: Request, error: Exception) -> Response:
    return json_response(Problem(MOVED_ON), 409)


async def on_store_error(request: Request, error: Exception) -> Response:
    log.error("%s", error)
    return json_response(Problem(DISK), 503)


async def on_gone(request: Request, error: Exception) -> Response:
    """The browser went away in the middle of its request: nobody reads this, and nothing is wrong."""
    return Response(status_code=400)


async def on_bug(request: Request, error: Exception) -> Response:
    return json_response(Problem(BUG), 500)
