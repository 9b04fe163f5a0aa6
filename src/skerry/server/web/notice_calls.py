"""The HTTP calls about notices, the pages behind the links in mail, and the secret feed."""

import asyncio
import html
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from skerry.server.errors import TOO_MANY, NotFound, TooMany
from skerry.server.notices.feed import as_atom, as_calendar, read_feed
from skerry.server.notices.my_notices import MyNotices
from skerry.server.protocol.notice_calls import (
    FeedChoice,
    NewChannel,
    NoticeChoices,
    TableNotices,
    TableWebhook,
)
from skerry.server.runtime import machine_clock
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.store.channels import person_of_feed
from skerry.server.store.records import Record
from skerry.server.store.store import Store
from skerry.server.tables.registry import NO_TABLE
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.visitors import FILE_COST, Visitor, Visitors, check_origin

T = TypeVar("T")

MOST_CHOICES = 30  # changes that one address may make at once; one more a second
LINK_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Skerry</title>
<style>
  body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 15vh auto; padding: 0 1rem;
    background: Canvas; color: CanvasText; color-scheme: light dark }}
  button {{ font: inherit; padding: .6rem 1.2rem }}
</style>
<h1>{title}</h1>
<p>{words}</p>
{button}
<p><a href="/">To Skerry</a></p>
</html>
"""
BUTTON = '<form method="post"><button autofocus>{words}</button></form>'


class NoticeCalls:
    def __init__(self, visitors: Visitors, mine: MyNotices) -> None:
        self.visitors = visitors
        self.mine = mine
        self.store: Store = mine.store
        self.changing = Allowance(1, MOST_CHOICES)

    # ---- /api/me/notices
    async def show(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        return json_response(await self.mine.settings(await self.visitors.person(request)))

    async def choose(self, request: Request) -> Response:
        wish = await self.read_wish(request, NoticeChoices)
        visitor = await self.settled_visitor(request)
        await self.mine.choose(visitor.person, wish)
        return await self.answer(visitor, request)

    async def add(self, request: Request) -> Response:
        wish = await self.read_wish(request, NewChannel)
        visitor = await self.settled_visitor(request)
        await self.mine.add(visitor.person, address(request), wish)
        return await self.answer(visitor, request)

    async def remove(self, request: Request) -> Response:
        self.check_change(request)
        visitor = await self.visitors.visitor(request)
        await self.mine.remove(visitor.person, request.path_params["id"])
        return await self.answer(visitor, request)

    async def test(self, request: Request) -> Response:
        self.check_change(request)
        visitor = await self.visitors.visitor(request)
        return json_response(await self.mine.test(visitor.person, request.path_params["id"]))

    async def switch_feed(self, request: Request) -> Response:
        wish = await self.read_wish(request, FeedChoice)
        visitor = await self.settled_visitor(request)
        await self.mine.switch_feed(visitor.person, wish.on)
        return await self.answer(visitor, request)

    # ---- /api/tables/{id}
    async def mute(self, request: Request) -> Response:
        wish = await self.read_wish(request, TableNotices)
        visitor = await self.visitors.visitor(request)
        await self.mine.mute(visitor.person, await self.record(request), not wish.on)
        return await self.answer(visitor, request)

    async def show_webhook(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        return json_response(await self.mine.table_webhook(person, await self.record(request)))

    async def set_webhook(self, request: Request) -> Response:
        wish = await self.read_wish(request, TableWebhook)
        visitor = await self.visitors.visitor(request)
        record = await self.record(request)
        await self.mine.set_table_webhook(visitor.person, address(request), record, wish)
        return json_response(await self.mine.table_webhook(visitor.person, record))

    async def record(self, request: Request) -> Record:
        found = await asyncio.to_thread(self.store.record, request.path_params["id"])
        if found is None:
            raise NotFound(NO_TABLE)
        return found

    # ---- the links in mail.  No cookie and no origin are asked for: whoever has the link may use it.
    async def confirm(self, request: Request) -> Response:
        """Mail scanners follow links, so only the button counts."""
        self.visitors.check_reads(request)
        token = request.path_params["token"]
        if request.method == "POST":
            if await self.mine.confirm(token):
                return shown_page("Confirmed", "Notices about your games now go to this address.")
        elif shown := await self.mine.waiting_address(token):
            return shown_page("Notices by e-mail", f"Send notices about your games to {shown}?", "Yes, send them")
        return shown_page("This link is no longer valid", "Add the address again to get a new one.", status=404)

    async def unsubscribe(self, request: Request) -> Response:
        """Also the one click of mail programs (RFC 8058).  A second click finds nothing, and that is fine."""
        self.visitors.check_reads(request)
        if request.method == "POST":
            await self.mine.unsubscribe(request.path_params["token"])
            return shown_page("Done", "No more notices go to this address.")
        return shown_page("Stop these notices?", "Nothing more will be sent to this address.", "Stop notices")

    # ---- the feed
    async def feed(self, request: Request) -> Response:
        self.visitors.check_reads(request, FILE_COST)
        secret, _, kind = request.path_params["file"].rpartition(".")
        person = await asyncio.to_thread(person_of_feed, self.store, secret) if secret else None
        if person is None or kind not in ("ics", "atom"):
            raise NotFound("There is no such feed.")
        now = machine_clock.wall()
        entries = await asyncio.to_thread(read_feed, self.store, person, now)
        site = self.mine.outlets.site or str(request.base_url).rstrip("/")
        headers = {"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"}
        if kind == "ics":
            return Response(as_calendar(entries, site), headers=headers, media_type="text/calendar; charset=utf-8")
        data = as_atom(entries, site, request.url.path, now)
        return Response(data, headers=headers, media_type="application/atom+xml")

    # ----
    def check_change(self, request: Request) -> None:
        check_origin(request)
        if not self.changing.take(address(request)):
            raise TooMany(TOO_MANY)

    async def read_wish(self, request: Request, kind: type[T]) -> T:
        self.check_change(request)
        return await read_call(request, kind)

    async def settled_visitor(self, request: Request) -> Visitor:
        """A guest who has chosen something is kept."""
        visitor = await self.visitors.visitor(request)
        await self.visitors.people.store_session(visitor.session, visitor.person)
        return visitor

    async def answer(self, visitor: Visitor, request: Request) -> Response:
        return self.visitors.welcome(visitor, request, json_response(await self.mine.settings(visitor.person)))


def shown_page(title: str, words: str, button: str = "", status: int = 200) -> Response:
    form = BUTTON.format(words=html.escape(button)) if button else ""
    page = LINK_PAGE.format(title=html.escape(title), words=html.escape(words), button=form)
    return HTMLResponse(page, status, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
