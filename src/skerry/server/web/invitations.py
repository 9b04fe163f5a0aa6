"""The HTTP calls by which people come to a table: what they are invited to, a code, an address others can reach."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from skerry.server.errors import TOO_MANY, NotFound, TableError, TooMany
from skerry.server.people.home_lists import list_games, unusual
from skerry.server.protocol.invitation_calls import INVITATION_HEADER, Invitation, JoinCode, Reach
from skerry.server.protocol.table_settings import settings_of, terms_in_words
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import Settings
from skerry.server.store import seats
from skerry.server.store.seats import seats_of
from skerry.server.tables.ids import CODE_LENGTH, CODE_LETTERS
from skerry.server.tables.lobby import INVITATION_OVER, Lobby
from skerry.server.tables.lobby_view import LobbyView
from skerry.server.tables.registry import Tables
from skerry.server.tables.seating import NOT_INVITED
from skerry.server.web.bodies import address, json_response
from skerry.server.web.reach import is_at_this_computer, reach_of, reached_under
from skerry.server.web.visitors import Visitors

NO_SUCH_CODE = "No table is waiting with this code. Check the letters. A code ends when the game starts or is full."
GUESSES_PER_MINUTE = 10  # codes that one address may try; there are 47 million
WRONG_PER_MINUTE = 300  # wrong codes from all addresses together, before nobody may try for a while


class InvitationCalls:
    def __init__(self, settings: Settings, tables: Tables, visitors: Visitors) -> None:
        self.settings = settings
        self.tables = tables
        self.visitors = visitors
        self.guessing = Allowance(GUESSES_PER_MINUTE / 60, 2 * GUESSES_PER_MINUTE)
        self.wrong = Allowance(WRONG_PER_MINUTE / 60, 2 * WRONG_PER_MINUTE)

    async def show(self, request: Request) -> Response:
        """Before one sits down.  Whoever may watch the table may read this, and whoever has the link."""
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        table = await self.tables.open(request.path_params["id"])
        if table.lobby is None:
            raise NotFound("This game is played on one screen, so nobody can join it.")
        secret = request.headers.get(INVITATION_HEADER, "")[:100]
        table.lobby.check_entry(seats_of(table.places, person), secret)
        return json_response(invitation_to(table.lobby, person, secret))

    async def join(self, request: Request) -> Response:
        """A code was typed.  Wrong ones are counted, so that nobody finds a table by trying."""
        if not self.guessing.take(address(request)) or not self.wrong.take("", 0, leaving=1):
            raise TooMany(TOO_MANY)
        await self.visitors.known(request)
        code = "".join(request.path_params["code"].upper().replace("-", "").split())
        is_code = len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)
        found = await asyncio.to_thread(seats.find_code, self.tables.store, code) if is_code else None
        lobby = (await self.tables.open(found[0])).lobby if found else None
        if found is None or lobby is None or lobby.terms.code != code or not free_seats(lobby):
            self.wrong.take("")
            raise NotFound(NO_SUCH_CODE)
        return json_response(JoinCode(found[0], lobby.terms.invitation))

    async def reach(self, request: Request) -> Response:
        """The addresses of this computer are told to the person who sits at it, and to nobody else."""
        self.visitors.check_reads(request)
        here = reached_under(request.url.hostname or "")
        if not is_at_this_computer(request):
            return json_response(Reach(here, [], "", ""))
        return json_response(await asyncio.to_thread(reach_of, here, self.settings.host, request.scope["server"][1]))


def free_seats(lobby: Lobby) -> int:
    seated = zip(lobby.table.record.plans(), lobby.table.places, strict=True)
    return sum(1 for plan, place in seated if plan.bot is None and place.person is None)


def invitation_to(lobby: Lobby, person: str | None, secret: str) -> Invitation:
    table, terms = lobby.table, lobby.terms
    game = next((info for info in list_games() if info.name == table.record.game), None)
    if game is None:
        raise TableError("This Skerry does not include this game.")
    seats = LobbyView(lobby).sitters(seats_of(table.places, person))
    return Invitation(
        id=table.id,
        game=game.name,
        title=game.title,
        tagline=game.tagline,
        minutes=game.minutes,
        guided=game.guided,
        host=next((sitter.name for sitter in seats if sitter.host), ""),
        seats=seats,
        options=unusual(table.record),
        terms=list(terms_in_words(terms).values()),
        begun=lobby.has_begun,
        problem=problem_with(lobby, secret),
        **settings_of(terms),
    )


def problem_with(lobby: Lobby, secret: str) -> str:
    """Why nobody can sit down with this secret now."""
    if not lobby.is_invitation(secret) and not lobby.is_open():
        return INVITATION_OVER if secret else NOT_INVITED
    if not free_seats(lobby):
        return "All seats are taken."
    return ""
