"""What can be wrong with a match, a decision or a saved file."""

from skerry.core.answers import Reason


class MatchError(ValueError):
    """A match that cannot be made, or a request that makes no sense."""


class Refused(MatchError):
    """A decision that the rules do not allow now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.words} (§{reason.rule})")
        self.reason = reason


class Unplayable(MatchError):
    """Components or rules that this build cannot play.  The words reveal nothing about the match."""


class Drift(MatchError):
    """Replaying the log leads to other positions than when it was written."""


class SaveError(ValueError):
    """A match that cannot be read; says where and why.  The file is left untouched.

    The message may quote the log and is meant for the person who has the file.  `public` never quotes it.
    """

    def __init__(self, words: str, public: str = "") -> None:
        super().__init__(words)
        self.public = public or words
