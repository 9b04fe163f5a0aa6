"""The HTTP calls of those who look back and practise: reviews, and playing on from a position of a finished game."""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.server.bots_at_table import check_level
from skerry.server.door import Door, check_origin
from skerry.server.limits import Allowance
from skerry.server.live import LiveTable
from skerry.server.protocol import AskReview, Created, PlayFrom, ReviewNow
from skerry.server.reviews import Reviews
from skerry.server.seats import seats_of
from skerry.server.settings import Settings
from skerry.server.tables import Tables
from skerry.server.wire import decode, json_response, read_body
from skerry.teacher.account import Review
from skerry.teacher.review import check
from skerry.teacher.words import told

RIVAL = "medium"  # plays for people who were there


class Practice:
    def __init__(self, settings: Settings, tables: Tables, door: Door) -> None:
        self.settings = settings
        self.tables = tables
        self.door = door
        self.reviews = Reviews(settings.data / "reviews")
        self.asking = Allowance(1 / 10, 10)  # reviews and positions that one person may ask for

    async def close(self) -> None:
        await self.reviews.close()

    # ---- reviews
    async def review(self, request: Request) -> Response:
        """How far it has come, or all of it.  GET asks, POST begins."""
        begins = request.method == "POST"
        if begins:
            check_origin(request)
        person = await self.door.person(request)
        wish = decode(await read_body(request), AskReview) if begins else None
        table, match = await self.finished(request.path_params["id"], person)
        if wish is not None:
            self.check_pace(person or table.id)
            try:
                check(match)
            except MatchError as error:
                raise HTTPException(409, f"There is no review: {error}.") from error
            self.reviews.ask(table.id, match, wish.deep)
        return json_response(await self.now(table, match, person))

    async def finished(self, id_: str, person: str | None) -> tuple[LiveTable, Match]:
        """The match of a table that this person may look at, if it is over."""
        table = await self.tables.open(id_)
        table.check_entry(person)
        async with table.lock:
            match = (await table.current()).snapshot()
        if not match.over:
            raise HTTPException(409, "You can look back once the game is over.")
        return table, match

    def check_pace(self, name: str) -> None:
        if not self.asking.take(name):
            raise HTTPException(429, "You have asked for a lot at once. Please wait a little.")

    async def check_room(self, person: str) -> None:
        if await asyncio.to_thread(self.tables.store.count_open, person) >= self.settings.open_tables:
            raise HTTPException(409, "You have too many unfinished games. Finish or delete one first.")

    async def now(self, table: LiveTable, match: Match, person: str | None) -> ReviewNow:
        working = self.reviews.working.get(table.id)
        found = await asyncio.to_thread(self.reviews.read, table.id, len(match.log))
        mine = seats_of(table.places, person)
        seen = None if found is None else only_for(found, match, mine)
        me = mine[0] if len(mine) == 1 else None
        return ReviewNow(
            working=working is not None and not working.problem,
            deep=working is not None and working.deep,
            what=working.what if working else "",
            share=working.share if working else 0.0,
            problem=working.problem if working else "",
            game=match.game.name,
            title=match.game.title,
            seats=match.seats,
            me=me,
            plays_on=not match.typed_in,
            review=seen,
            told=None if seen is None else told(match, seen, me),
        )

    # ---- what if
    async def play_from(self, request: Request) -> Response:
        """A new table that begins where a finished game stood after so many moves; bots play all other seats."""
        check_origin(request)
        visitor = await self.door.visitor(request)
        self.check_pace(visitor.person)
        wish: PlayFrom = decode(await read_body(request), PlayFrom)
        _, match = await self.finished(request.path_params["id"], visitor.person)
        await self.check_room(visitor.person)
        try:
            new = await asyncio.to_thread(from_there, match, wish)
        except MatchError as error:
            raise HTTPException(400, str(error)) from error
        await self.door.people.keep(visitor.session, visitor.person)
        id_ = await self.tables.keep(visitor.person, new)
        return self.door.welcome(visitor, request, json_response(Created(id_, new.over), 201))


def only_for(found: Review, match: Match, mine: Sequence[int]) -> Review:
    """What a rival left lying is shown only if the rival is a bot."""
    shown = [row for row in found.missed if row.seat in mine or match.seats[row.seat].bot is not None]
    best = [place if seat in mine or match.seats[seat].bot else None for seat, place in enumerate(found.best)]
    return replace(found, missed=shown, best=best)


def from_there(match: Match, wish: PlayFrom) -> Match:
    """The same deal and the same moves so far.  Dice and draws go on as they would have: the seed is the same."""
    if match.typed_in:
        raise MatchError("with real dice and cards a game cannot be continued against bots")
    if not 0 <= wish.move < len(match.moves):
        raise MatchError(f"there is no decision {wish.move} to play on from")
    if not 0 <= wish.seat < len(match.seats):
        raise MatchError("choose one of the seats of this game")
    level = check_level(wish.bot or RIVAL)
    seats = [
        SeatPlan(plan.name, None if seat == wish.seat else plan.bot or level) for seat, plan in enumerate(match.seats)
    ]
    new = Match(
        match.game.name,
        seats,
        options=match.options,
        components=match.components,
        rules=match.rules,
        seed=match.seed,
    )
    for move in match.moves[: wish.move]:
        new.replay(Entry(move.entry.seat, move.entry.text, move.entry.forced))
    new.begin()
    return new
