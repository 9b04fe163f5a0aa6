"""Why an action is not possible now, with its § mark."""

from skerry.games.tungaru.reasons.asked import candidates, reason

__all__ = ["candidates", "reason"]
