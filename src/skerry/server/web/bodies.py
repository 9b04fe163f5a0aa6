"""In and out: JSON bodies, who asks, and from where."""

import logging
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skerry.server.errors import UNREADABLE
from skerry.server.protocol.messages import MAX_BODY
from skerry.server.runtime.rate_limits import Bodies, place_of

log = logging.getLogger("skerry.server")


def json_response(value: Any, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def decode(data: bytes, kind: Any, most: int = MAX_BODY) -> Any:
    if len(data) > most:
        raise HTTPException(413, f"This is too long: at most {most:,} bytes are read.")
    try:
        return decoder(kind).decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        log.debug("%s", error)
        raise HTTPException(400, UNREADABLE) from error


@cache
def decoder(kind: Any) -> "msgspec.json.Decoder[Any]":
    """Made once: to make one takes fifty times as long as to read a message."""
    return msgspec.json.Decoder(kind)


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """No more of it than allowed, whatever its header says."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "The body must be application/json.")
    body = bytearray()
    bodies: Bodies = request.app.state.bodies
    with bodies.reading(address(request)) as reading:
        async for chunk in request.stream():
            reading.grow(len(chunk))
            body += chunk
            if len(body) > most:
                break
        return bytes(body)


def same_host(connection: HTTPConnection) -> bool:
    """Browsers say which page asks; programs that say nothing carry nobody's cookie by accident."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # it is no address at all
        return False


def address(connection: HTTPConnection) -> str:
    """Where it comes from, as limits count."""
    return place_of(connection.client.host) if connection.client else "unknown"


def download(data: bytes, name: str, kind: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, kind)
