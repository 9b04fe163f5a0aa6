"""How much programs may ask for: each of them, all of one person, and all at one address."""

from skerry.server.errors import TOO_MANY, TooMany
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import ADDRESS_FACTOR, Settings
from skerry.server.store.tokens import Token

BURST = 3  # times as much as in a second
OWNER_FACTOR = 2  # all programs of one person together may do this many times as much as one of them


class ProgramLimits:
    def __init__(self, settings: Settings) -> None:
        rate = settings.calls_per_second
        self.by_token = Allowance(rate, BURST * rate)
        self.by_owner = Allowance(OWNER_FACTOR * rate, OWNER_FACTOR * BURST * rate)
        self.by_address = Allowance(ADDRESS_FACTOR * rate, ADDRESS_FACTOR * BURST * rate)

    def check(self, token: Token, address: str, cost: float) -> None:
        if not (
            self.by_token.take(token.id, cost)
            and self.by_owner.take(token.owner, cost)
            and self.by_address.take(address, cost)
        ):
            raise TooMany(TOO_MANY)
