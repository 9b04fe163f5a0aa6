"""Compressed answers: files once and well, everything else fast, and nothing long on the event loop."""

import asyncio
import gzip
import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MIN_PACKED = 1_000  # bytes that are not worth packing
MAX_PACKED_INLINE = 16_000  # bytes that are packed on the event loop; more would keep others waiting
MAX_FILE = 10_000_000  # a file of more bytes is sent as it is
MAX_PACKED = 30_000_000  # bytes that are kept
WELL, FAST, FASTEST = 9, 4, 1
PACKABLE = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
PACKING_THREAD = ThreadPoolExecutor(1, "packing")  # of its own: reading from the store does not wait for it


class Packed:
    """Packed files, least recently used first."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size = 0
        self.turn = asyncio.Lock()  # so that two requests for the same file pack it once

    async def of(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        if key not in self.kept:
            async with self.turn:
                if key not in self.kept:
                    self.store(key, await in_worker(make, WELL))
        self.kept.move_to_end(key)
        return self.kept[key]

    def store(self, key: Hashable, data: bytes) -> None:
        self.kept[key] = data
        self.size += len(data)
        while self.size > MAX_PACKED and len(self.kept) > 1:
            _, gone = self.kept.popitem(last=False)
            self.size -= len(gone)


async def in_worker(make: Callable[[], bytes], level: int) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(
        PACKING_THREAD, lambda: gzip.compress(make(), level, mtime=0)
    )


def is_wanted(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


def is_packable(kind: str | None) -> bool:
    return (kind or "").startswith(PACKABLE)


async def packed_file(request: Request, response: Response) -> Response:
    """The file packed, if that is worth it and the browser can unpack it."""
    if not isinstance(response, FileResponse) or not is_packable(response.media_type):
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if not is_wanted(request.headers) or "range" in request.headers:
        return response
    about = response.stat_result
    if about is None:
        about = await asyncio.to_thread(os.stat, response.path)
    if not MIN_PACKED <= about.st_size <= MAX_FILE:
        return response
    path = Path(response.path)
    packed: Packed = request.app.state.packed
    data = await packed.of((str(path), about.st_mtime_ns, about.st_size), path.read_bytes)
    left_out = ("content-length", "accept-ranges")
    headers = {name: value for name, value in response.headers.items() if name not in left_out}
    return Response(data, response.status_code, headers | {"Content-Encoding": "gzip"}, response.media_type)


@lru_cache(100)
def tag_of(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


async def lasting(request: Request, data: bytes) -> Response:
    """JSON that is the same for everybody until the server is updated."""
    tag = tag_of(data)
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(data) < MIN_PACKED or not is_wanted(request.headers):
        return Response(data, 200, headers, "application/json")
    packed: Packed = request.app.state.packed
    found = await packed.of(tag, lambda: data)
    return Response(found, 200, headers | {"Content-Encoding": "gzip"}, "application/json")


class Packing:
    """Packs answers that are different each time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_wanted(Headers(scope=scope)):
            await self.app(scope, receive, PackingSend(send))
        else:
            await self.app(scope, receive, send)


class PackingSend:
    def __init__(self, send: Send) -> None:
        self.send = send
        self.start: Message | None = None  # until it is clear what it is the start of

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        if self.start is not None:
            start, self.start = self.start, None
            headers = MutableHeaders(scope=start)
            body = message.get("body", b"")
            if len(body) >= MIN_PACKED and not message.get("more_body") and is_unpacked(headers):
                body = await packed_now(body)
                headers["Content-Encoding"] = "gzip"
                headers["Content-Length"] = str(len(body))
                headers.add_vary_header("Accept-Encoding")
                message = {**message, "body": body}
            await self.send(start)
        await self.send(message)


def is_unpacked(headers: Headers) -> bool:
    return "content-encoding" not in headers and is_packable(headers.get("content-type"))


async def packed_now(body: bytes) -> bytes:
    if len(body) <= MAX_PACKED_INLINE:
        return gzip.compress(body, FASTEST, mtime=0)
    return await in_worker(lambda: body, FAST)
