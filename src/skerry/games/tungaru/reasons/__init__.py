"""Why an action is not possible now, with its § mark."""

from skerry.games.tungaru.reasons.candidates import candidates, reason

__all__ = ["candidates", "reason"]
