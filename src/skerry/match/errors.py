"""What can be wrong with a match, a decision or a saved file."""

from skerry.core.game import Reason


class MatchError(ValueError):
    """A match that cannot be made, or a request that makes no sense."""


class Refused(MatchError):
    """A decision that the rules do not allow now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.words} (§{reason.rule})")
        self.reason = reason


class Unplayable(MatchError):
    """Components or rules that this Skerry cannot play; the words give nothing of the match away."""


class Drift(MatchError):
    """The log leads somewhere else than it did when it was written."""


class SaveError(ValueError):
    """A match that cannot be read; says where and why.  The file is left as it is.

    Its own words may quote the log, and are for whoever holds the file.  `public` never does.
    """

    def __init__(self, words: str, public: str = "") -> None:
        super().__init__(words)
        self.public = public or words
