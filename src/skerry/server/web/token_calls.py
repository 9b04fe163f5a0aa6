"""The HTTP calls about tokens: for people in a browser, never for programs themselves."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from skerry.server.errors import TOO_MANY, TooMany
from skerry.server.protocol.token_calls import NewToken, TokenInfo, TokenMade
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import Settings
from skerry.server.store.tokens import Token
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.visitors import Visitors, check_origin


class TokenCalls:
    def __init__(self, settings: Settings, visitors: Visitors, end: Callable[[list[str]], None]) -> None:
        self.visitors = visitors
        self.tokens = visitors.tokens
        self.end = end  # closes what was opened with a token, by its session
        self.making = Allowance(settings.tokens_per_hour / 3600, settings.tokens_per_hour)

    async def make(self, request: Request) -> Response:
        check_origin(request)
        wish = await read_call(request, NewToken)
        if not self.making.take(address(request)):
            raise TooMany(TOO_MANY)
        visitor = await self.visitors.visitor(request)
        await self.visitors.people.store_session(visitor.session, visitor.person)
        secret, token = await self.tokens.make(visitor.person, wish.name, wish.scope)
        return self.visitors.welcome(visitor, request, json_response(TokenMade(secret, token_info(token)), 201))

    async def show(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        found = await self.tokens.of_owner(person) if person else []
        return json_response([token_info(token) for token in found])

    async def revoke(self, request: Request) -> Response:
        """The token is refused from now on, and what was opened with it is closed."""
        check_origin(request)
        person = await self.visitors.person(request)
        session = await self.tokens.revoke(person or "", request.path_params["id"])
        self.end([session])
        return Response(status_code=204)


def token_info(token: Token) -> TokenInfo:
    return TokenInfo(token.id, token.name, token.scope, token.created, token.used)
