"""The JSON bodies of HTTP calls about tokens, which let programs in."""

from typing import Literal

from msgspec import Struct

from skerry.server.protocol.messages import Name


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/tokens.  A program that plays is a player of its own; one that reads sees what I see."""

    name: Name  # of the program, and what it is called at a table
    scope: Literal["read", "play"] = "play"


class TokenInfo(Struct, frozen=True):
    """GET /api/me/tokens, a list."""

    id: str
    name: str
    scope: Literal["read", "play"]
    created: float  # seconds since the epoch
    used: float | None  # when it was last used, to the minute


class TokenMade(Struct, frozen=True):
    """The answer to POST /api/me/tokens.  The token is shown this once."""

    token: str
    info: TokenInfo
