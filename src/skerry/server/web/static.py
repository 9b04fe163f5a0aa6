"""The built front end as static files, and what every answer tells the browser about safety."""

from functools import lru_cache
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skerry.server.web.packing import packed_file

PACKAGED = Path(__file__).parents[1] / "static"
CHECKOUT = Path(__file__).parents[4] / "web" / "dist"


def docs_folder(page: Path) -> Path:
    """Where `play.py docs` puts the documentation, seen from this file: in src/, or in build/package/<key>/."""
    top = page.parents[4]
    return (top.parent if top.name == "package" else top / "build") / "docs" / "site"


DOCS = docs_folder(Path(__file__))

MISSING = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Skerry</title>
<h1>{what} is not built</h1>
<p>The server is running, but there is nothing to show here yet. In Skerry's folder, run</p>
<pre>{command}</pre>
<p>and reload this page.</p>
</html>
"""
NOT_BUILT = MISSING.format(what="The front end", command="python3 play.py")
NO_DOCS = MISSING.format(what="The documentation", command="python3 play.py docs")

POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # pieces are placed by their style
    "img-src": "'self' data:",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
# The documentation is made by a tool that writes small scripts into its pages, and searches in a worker.
DOCS_POLICY = {**POLICY, "script-src": "'self' 'unsafe-inline'", "worker-src": "'self' blob:"}


def as_header(policy: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in policy.items())


HEADERS = {
    "Content-Security-Policy": as_header(POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def page_folder(wished: Path | None) -> Path | None:
    """Looked up each time: a page built while the server runs is used from then on."""
    places = [PACKAGED, CHECKOUT] if wished is None else [wished]
    return next((place for place in places if (place / "index.html").is_file()), None)


@lru_cache(10)
def static_files(folder: Path) -> StaticFiles:
    return StaticFiles(directory=folder)


async def page_file(request: Request, folder: Path | None) -> Response:
    """A file of the front end; `/` and `/t/<id>` are its index.html, and so is any other address a person may type."""
    if folder is None:
        return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
    path = request.path_params.get("path") or "index.html"
    try:
        response = await static_files(folder).get_response(path, request.scope)
    except HTTPException as error:
        if error.status_code != 404 or not is_typed(path):
            raise
        response = FileResponse(folder / "index.html", 404)
    response = await packed_file(request, response)
    # Names of assets carry a hash of what is in them; all else is asked for again.
    hashed = path.startswith("assets/")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
    return response


async def docs_file(request: Request) -> Response:
    """The documentation, once `play.py docs` has built it."""
    if not (DOCS / "index.html").is_file():
        return HTMLResponse(NO_DOCS, 404, {"Cache-Control": "no-store"})
    path = request.path_params.get("path") or "index.html"
    response = await packed_file(request, await static_files(DOCS).get_response(path, request.scope))
    response.headers.update({"Cache-Control": "no-cache", "Content-Security-Policy": as_header(DOCS_POLICY)})
    return response


def is_typed(path: str) -> bool:
    """Might a person have typed or followed this address?  Files and calls are only asked for by programs."""
    parts = path.split("/")
    return parts[0] not in ("api", "assets", "ws") and "." not in parts[-1]


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)
