"""The HTTP calls of those who look back and practise: reviews, playing on from a position, daily deals, puzzles."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.match.picture import picture
from skerry.server.errors import TOO_MANY, BadRequest, NotFound, Refusal, TooMany, as_sentence
from skerry.server.practice.daily import Daily
from skerry.server.practice.job_runner import JobRunner
from skerry.server.practice.reviews import WAITS, Reviews
from skerry.server.protocol.calls import Created
from skerry.server.protocol.practice_calls import (
    AskReview,
    PlayDaily,
    PlayFrom,
    PracticeNow,
    PuzzleInfo,
    PuzzleShown,
    PuzzleSolved,
    ReviewBoard,
    ReviewNow,
    TryPuzzle,
)
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.store.seats import seats_of
from skerry.server.tables.making import add_table
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable
from skerry.server.tables.table_bots import check_level
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.quotas import TableQuota
from skerry.server.web.visitors import FILE_COST, Visitors, check_origin
from skerry.teacher.puzzles import Puzzle, difficulty, position, puzzle_of, puzzles
from skerry.teacher.review.model import Missed, Review
from skerry.teacher.review.run import check_reviewable
from skerry.teacher.review.words import missed_words, review_words

OWN = "own"  # how the id of a puzzle begins that is a turn of one's own: `own.TABLE.MOVE`
RIVAL = "medium"  # plays for people who were there
MAX_REVIEWED = 5_000  # of a game that is reviewed; hardly any has more than 1,500


class PracticeCalls:
    def __init__(self, secret: str, tables: Tables, visitors: Visitors, quota: TableQuota) -> None:
        self.tables = tables
        self.visitors = visitors
        self.quota = quota
        self.reviews = Reviews(tables.store)
        self.daily = Daily(secret, tables)
        self.asking = Allowance(1 / 10, 10)  # reviews and positions that one person may ask for

    @property
    def runners(self) -> list[JobRunner]:
        return [self.reviews.jobs, self.daily.bot_scores.jobs]

    async def close(self) -> None:
        await self.reviews.close()
        await self.daily.bot_scores.close()

    # ---- reviews
    async def review(self, request: Request) -> Response:
        """How far it has come, or all of it.  GET asks, POST begins."""
        self.visitors.check_reads(request)
        begins = request.method == "POST"
        if begins:
            check_origin(request)
        person = await self.visitors.person(request)
        wish = await read_call(request, AskReview) if begins else None
        table, match = await self.finished(request.path_params["id"], person)
        if wish is not None:
            self.check_rate(person or table.id)
            if len(match.log) > MAX_REVIEWED:
                raise Refusal("This game is too long for a review.")
            try:
                check_reviewable(match)
            except MatchError as error:
                raise Refusal(f"There is no review: {error}.") from error
            await self.reviews.ask(table.id, match, wish.deep, person or address(request), address(request))
        return json_response(await self.now(table, match, person))

    async def review_board(self, request: Request) -> Response:
        """Apart from the review, which is asked for again and again while it is being made."""
        self.visitors.check_reads(request, FILE_COST)
        person = await self.visitors.person(request)
        table, match = await self.finished(request.path_params["id"], person)
        mine = seats_of(table.places, person)
        seen = picture(match, mine[0] if mine else SPECTATOR, len(match.moves))
        return json_response(ReviewBoard(seen, match.game.catalogue(match.state)))

    async def finished(self, id_: str, person: str | None) -> tuple[LiveTable, Match]:
        """The match of a table that this person may look at, if it is over."""
        table = await self.tables.open(id_)
        table.check_entry(person)
        async with table.lock:
            match = (await table.current()).snapshot()
        if not match.over:
            raise Refusal("You can look back once the game is over.")
        return table, match

    def check_rate(self, name: str) -> None:
        if not self.asking.take(name):
            raise TooMany(TOO_MANY)

    async def now(self, table: LiveTable, match: Match, person: str | None) -> ReviewNow:
        asked = await self.reviews.asked(table.id)
        found = await asyncio.to_thread(self.reviews.read, table.id, len(match.log))
        mine = seats_of(table.places, person)
        seen = None if found is None else only_for(found, match, mine)
        me = mine[0] if len(mine) == 1 else None
        return ReviewNow(
            working=asked is not None and not asked.problem,
            deep=asked is not None and asked.rank > 0,
            what=asked.what or WAITS if asked else "",
            share=asked.share if asked else 0.0,
            problem=asked.problem if asked else "",
            game=match.game.name,
            title=match.game.title,
            seats=match.seats,
            me=me,
            plays_on=not match.typed_in,
            review=seen,
            words=None if seen is None else review_words(match, seen, me),
            marks=[place.mark for place in table.places],
        )

    # ---- what if
    async def play_from(self, request: Request) -> Response:
        """A new table that continues a finished game after this number of moves; bots play all other seats."""
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        self.quota.check_rate(request, visitor.person)
        wish = await read_call(request, PlayFrom)
        _, match = await self.finished(request.path_params["id"], visitor.person)
        await self.quota.check_space(visitor.person)
        try:
            new = await asyncio.to_thread(from_there, match, wish)
        except MatchError as error:
            raise BadRequest(as_sentence(error)) from error
        await self.visitors.people.store_session(visitor.session, visitor.person)
        id_ = await add_table(self.tables, visitor.person, new)
        return self.visitors.welcome(visitor, request, json_response(Created(id_, new.over), 201))

    # ---- daily deals and puzzles
    async def show(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        visitor = await self.visitors.visitor(request)
        daily = await self.daily.show(visitor.person)
        rows = [puzzle_info(puzzle) for puzzle in (await asyncio.to_thread(puzzles)).values()]
        answer = json_response(PracticeNow(self.daily.today().isoformat(), daily, rows))
        return self.visitors.greet(visitor, request, answer)

    async def play_daily(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        self.quota.check_rate(request, visitor.person)
        wish = await read_call(request, PlayDaily)
        await self.quota.check_space(visitor.person)
        await self.visitors.people.store_session(visitor.session, visitor.person)
        try:
            created = Created(await self.daily.play(visitor.person, wish.game, wish.name))
        except MatchError as error:
            raise BadRequest(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(created, 201))

    async def puzzle(self, request: Request) -> Response:
        """GET shows it, POST tries an answer."""
        self.visitors.check_reads(request, FILE_COST)
        if request.method == "POST":
            check_origin(request)
        own = await self.own_turn(request)
        puzzle = await self.wanted(request) if own is None else own.puzzle
        if request.method == "POST":
            wish = await read_call(request, TryPuzzle)
            right = wish.text in puzzle.answer
            return json_response(PuzzleSolved(right, puzzle.answer, puzzle.explanation, puzzle.weights))
        return json_response(await asyncio.to_thread(own.show if own else partial(show_puzzle, puzzle)))

    async def own_turn(self, request: Request) -> "OwnTurn | None":
        """A turn of one's own that a review names, as a puzzle; None if another puzzle is asked for."""
        mine, *where = request.path_params["id"].split(".")
        if mine != OWN or len(where) != 2 or not where[1].isdecimal():
            return None
        person = await self.visitors.person(request)
        table, match = await self.finished(where[0], person)
        found = await asyncio.to_thread(self.reviews.read, table.id, len(match.log))
        seats = seats_of(table.places, person)
        turns = [] if found is None else [missed for missed in found.missed if missed.seat in seats]
        place = next((place for place, missed in enumerate(turns) if missed.move == int(where[1])), None)
        if place is None or match.typed_in:
            raise NotFound("There is no such turn to look at again.")
        following = turns[place + 1].move if place + 1 < len(turns) else None
        after = "" if following is None else f"{OWN}.{table.id}.{following}"
        words = missed_words(turns[place], match.game.aims, match.game.least_gap)
        return OwnTurn(match, turns[place], puzzle_of(turns[place], match, request.path_params["id"], words), after)

    async def wanted(self, request: Request) -> Puzzle:
        found = (await asyncio.to_thread(puzzles)).get(request.path_params["id"])
        if found is None:
            raise NotFound("There is no such puzzle.")
        return found

    async def play_puzzle(self, request: Request) -> Response:
        """A table that begins with the position of the puzzle."""
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        self.quota.check_rate(request, visitor.person)
        own = await self.own_turn(request)
        puzzle = await self.wanted(request) if own is None else own.puzzle
        await self.quota.check_space(visitor.person)
        match = await asyncio.to_thread(own.position if own else partial(position, puzzle))
        await self.visitors.people.store_session(visitor.session, visitor.person)
        created = Created(await add_table(self.tables, visitor.person, match))
        return self.visitors.welcome(visitor, request, json_response(created, 201))


class OwnTurn(NamedTuple):
    """A turn that a review names, to be tried again."""

    match: Match  # all of it
    missed: Missed
    puzzle: Puzzle
    next: str  # the id of the one after it

    def position(self) -> Match:
        return from_there(self.match, PlayFrom(self.missed.move, self.missed.seat))

    def show(self) -> PuzzleShown:
        match = self.position()
        info = PuzzleInfo(self.puzzle.id, self.puzzle.game, match.game.title, self.puzzle.question, "", self.next)
        return PuzzleShown(info, picture(match, self.missed.seat), match.game.catalogue(match.state))


def puzzle_info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(puzzle.id, puzzle.game, GAMES[puzzle.game].title, puzzle.question, difficulty(puzzle))


def show_puzzle(puzzle: Puzzle) -> PuzzleShown:
    match = position(puzzle)
    return PuzzleShown(puzzle_info(puzzle), picture(match, puzzle.seat), match.game.catalogue(match.state))


def only_for(found: Review, match: Match, mine: Sequence[int]) -> Review:
    """What a rival left lying is shown only if the rival is a bot."""
    shown = [row for row in found.missed if row.seat in mine or match.seats[row.seat].bot is not None]
    best = [place if seat in mine or match.seats[seat].bot else None for seat, place in enumerate(found.best)]
    return replace(found, missed=shown, best=best)


def from_there(match: Match, wish: PlayFrom) -> Match:
    """The same deal and the same moves so far.  Dice and draws go on as they would have: the seed is the same."""
    if match.typed_in:
        raise MatchError("A game with real dice and cards cannot be continued against bots.")
    if not 0 <= wish.move < len(match.moves):
        raise MatchError(f"There is no decision {wish.move} to continue from.")
    if not 0 <= wish.seat < len(match.seats):
        raise MatchError("Choose one of this game's seats.")
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
