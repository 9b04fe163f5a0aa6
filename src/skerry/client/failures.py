"""What a call can end with."""

from skerry.core.answers import Reason


class ServerRefusal(Exception):
    """The server said no; the words say why."""

    def __init__(self, words: str, status: int, code: str, reason: Reason | None = None) -> None:
        super().__init__(words)
        self.status = status
        self.code = code
        self.reason = reason  # the rule that a decision would break


class MovedOn(ServerRefusal):
    """The game is not as it was when this was decided: look at it again."""


class NotReached(Exception):
    """No server answered, however often it was tried."""
