"""All tables of the server."""

import asyncio
import secrets

import msgspec

from skerry.bots import LEVELS
from skerry.games import GAMES
from skerry.match import Match, MatchError, SaveError, SeatPlan
from skerry.match.recipe import archive
from skerry.match.save import Saved, from_saved, read
from skerry.match.series import Book, Series, check, new_book
from skerry.server.live import LiveTable, TableError
from skerry.server.protocol import NewTable
from skerry.server.store import Damaged, Store, json, record_of
from skerry.server.thinking import Thinking

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none is mistaken for another
NO_TABLE = "There is no game at this address. Check the link, or start a new game."
DELETED = "This game was deleted."
MAX_LIVE = 500  # tables kept in memory though nobody is there


class Tables:
    """All tables of the server; those where somebody is are in memory."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self.live: dict[str, LiveTable] = {}

    async def create(self, guest: str, wish: NewTable) -> str:
        """A new table of this guest; MatchError and its like if there can be none."""
        plans = [SeatPlan(seat.name, seat.bot) for seat in wish.seats]
        for plan in plans:
            if plan.bot is not None and plan.bot not in LEVELS:
                raise MatchError(f"there is no bot {plan.bot!r}; there are: {', '.join(LEVELS)}")
        if wish.typed_in and any(plan.bot is not None for plan in plans):
            raise MatchError("with real dice and cards every player must be a person: a bot cannot see its cards")
        book = None
        if wish.series:
            series = await asyncio.to_thread(self.series_of, guest, wish)
            if running := await asyncio.to_thread(self.store.running, guest, json(series.book)):
                return running
            match, book = await asyncio.to_thread(series.next_match, plans), series.book
        else:
            match = await asyncio.to_thread(Match, wish.game, plans, options=wish.options, typed_in=wish.typed_in)
        match.begin()
        return await self.keep(guest, match, book)

    async def read_in(self, guest: str, data: bytes) -> tuple[str, bool]:
        """A saved game as a table of this guest, and whether it is over; SaveError if it cannot be one."""
        saved = await asyncio.to_thread(read, data, "This file")
        if not await asyncio.to_thread(self.knows, saved):
            raise SaveError(
                "This game uses cards or tiles that this Skerry has never seen, so it cannot be opened here."
            )
        match = await asyncio.to_thread(from_saved, saved, "This file")
        strangers = {plan.bot for plan in match.seats if plan.bot is not None} - set(LEVELS)
        if strangers and not match.over:
            raise SaveError(f"This game needs a bot that this Skerry does not have: {', '.join(sorted(strangers))}.")
        return await self.keep(guest, match), match.over

    def knows(self, saved: Saved) -> bool:
        """Only components that are ours or were played with here: rules that meet made-up ones may never end."""
        known = {frozen.hash for frozen in archive(saved.game)}
        return (
            saved.game not in GAMES or saved.components in known or self.store.components(saved.components) is not None
        )

    async def keep(self, guest: str, match: Match, book: Book | None = None) -> str:
        id_ = "".join(secrets.choice(LETTERS) for _ in range(12))
        await asyncio.wrap_future(self.store.create(record_of(id_, guest, match, book), match))
        return id_

    def series_of(self, guest: str, wish: NewTable) -> Series:
        """The guest's series of this kind, ready for its next game."""
        if wish.typed_in:
            raise MatchError("a series is played with Skerry's own cards, because it keeps track of which are left")
        check(wish.game, wish.series, wish.options)
        books = [msgspec.json.decode(text, type=Book) for text in self.store.books_of(guest)]
        known = [book for book in books if (book.game, book.kind) == (wish.game, wish.series)]
        series = Series(known[0] if known else new_book(wish.game, wish.series, wish.options))
        if wish.anew:
            series.give_up()
        series.begin_anew(wish.options)
        return series

    async def open(self, id_: str) -> LiveTable:
        """Join it before anything else is awaited: an idle table may be put away."""
        if id_ not in self.live:
            record = await asyncio.to_thread(self.store.record, id_)
            if record is None:
                gone = await asyncio.to_thread(self.store.is_deleted, id_)
                raise TableError(DELETED if gone else NO_TABLE)
            self.put_away_idle()
            try:
                self.live.setdefault(id_, LiveTable(record, self.store, self.thinking))
            except msgspec.MsgspecError as error:
                raise Damaged(f"table {id_}: is damaged: {error}") from error
        return self.live[id_]

    async def delete(self, guest: str | None, id_: str) -> None:
        """For good; only by the guest who made it."""
        record = await asyncio.to_thread(self.store.record, id_)
        if record is None:
            raise TableError(NO_TABLE)
        if guest != record.owner:
            raise TableError("Only the person who started this game can delete it.")
        live = self.live.pop(id_, None)
        if live is None:
            await asyncio.wrap_future(self.store.delete(id_))
            return
        async with live.lock:
            live.close(DELETED)
            await asyncio.wrap_future(self.store.delete(id_))

    def is_held(self, id_: str) -> bool:
        return id_ in self.live and self.live[id_].held is not None

    def put_away_idle(self) -> None:
        if len(self.live) >= MAX_LIVE:
            self.live = {id_: live for id_, live in self.live.items() if not live.idle}

    async def close(self) -> None:
        tasks = [live.bots for live in self.live.values() if live.bots is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
