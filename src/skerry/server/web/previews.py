"""What programs that preview links show of an invitation: the page's own picture and what anybody may know.

They do not send what is behind the # of a link, so nothing that takes an invitation to see may be in here.
"""

import asyncio
import html
import logging
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from skerry.core.words import join_words
from skerry.games import GAMES
from skerry.server.errors import StoreError
from skerry.server.protocol.table_settings import terms_in_words
from skerry.server.store.store import Store
from skerry.server.tables.stored import StoredTable, read_table

log = logging.getLogger("skerry.server")

PICTURE = "/invitation.jpg"
PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
ANYTHING = (
    "You are invited to a board game",
    "Open the link to see who plays, and sit down. No account, nothing to install.",
)


async def preview_of(store: Store, request: Request) -> str:
    """The tags for the head of the page; empty where there is nothing to invite to."""
    try:
        table = await asyncio.to_thread(read_table, store, request.path_params["id"])
        words = None if table is None else words_of(table)
    except (StoreError, ValueError, LookupError) as error:  # it is damaged: opening it says so
        log.debug("No preview: %s", error)
        return ""
    return "" if words is None else tags(*words, f"{request.url.scheme}://{request.url.netloc}")


def words_of(table: StoredTable) -> tuple[str, str] | None:
    """Title and description.  Of a table that only its players may see, nothing but that it is one."""
    terms, record = table.terms, table.record
    if terms is None or terms.begun is not None or record.game not in GAMES:
        return None
    if not terms.watching and not terms.listed:
        return ANYTHING
    plans = list(zip(record.plans(), table.places, strict=True))
    host = next((plan.name for plan, place in plans if place.person and place.person == record.owner), "")
    others = [plan.name if place.person else f"{plan.name} (bot)" for plan, place in plans if place.person or plan.bot]
    title = GAMES[record.game].title
    free = len(plans) - len(others)
    seats = "One seat is free" if free == 1 else f"{free} seats are free" if free else "All seats are taken"
    about = terms_in_words(terms).get("pace", "")
    said = [f"With {join_words(others)}" if others else "", about[:1].upper() + about[1:], seats]
    heading = f"{host} invites you to {title}" if host else f"You are invited to {title}"
    return heading, ". ".join(words for words in said if words) + "."


def tags(title: str, description: str, origin: str) -> str:
    """Open Graph, and what Twitter adds to it."""
    image = {"og:image": origin + PICTURE, "og:image:width": str(PICTURE_WIDTH), "og:image:height": str(PICTURE_HEIGHT)}
    about = {"og:type": "website", "og:site_name": "Skerry", "og:title": title, "og:description": description}
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in {**about, **image}.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


async def page_with(folder: Path, head: str) -> Response:
    """The page with these tags in its head."""
    text = await asyncio.to_thread((folder / "index.html").read_text, encoding="utf-8")
    return HTMLResponse(text.replace("</head>", f"{head}\n</head>", 1), headers={"Cache-Control": "no-cache"})
