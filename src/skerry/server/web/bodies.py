"""In and out: JSON bodies, who asks, and from where."""

import logging
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skerry.server.errors import UNREADABLE, BadRequest, NotJson, TooLong
from skerry.server.protocol.messages import MAX_BODY
from skerry.server.runtime.rate_limits import Bodies, network_of

log = logging.getLogger("skerry.server")

T = TypeVar("T")


def json_response(value: object, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def decode_with(decoder: "msgspec.json.Decoder[T]", data: bytes, most: int) -> T:
    if len(data) > most:
        raise TooLong(f"That message is too long (limit: {most:,} bytes).")
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        log.debug("%s", error)
        raise BadRequest(UNREADABLE) from error


async def read_call(request: Request, kind: type[T]) -> T:
    """The body of an HTTP call."""
    return decode_with(decoder_of(kind), await read_body(request), MAX_BODY)


DECODERS: dict[type, msgspec.json.Decoder[Any]] = {}  # making one takes fifty times as long as reading a message


def decoder_of(kind: type[T]) -> "msgspec.json.Decoder[T]":
    return DECODERS.get(kind) or DECODERS.setdefault(kind, msgspec.json.Decoder(kind))


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """At most this number of bytes, whatever the header says, and a little more to notice the excess."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise NotJson("The body must be of type application/json.")
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
    """Does the request come from our own page?  Programs send no Origin, and have no cookie that others could abuse."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # it is no address at all
        return False


def host_of(connection: HTTPConnection) -> str:
    """The address itself."""
    return connection.client.host if connection.client else ""


def address(connection: HTTPConnection) -> str:
    """The key for limits by address."""
    return network_of(connection.client.host) if connection.client else "unknown"


def download(data: bytes, name: str, kind: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, kind)
