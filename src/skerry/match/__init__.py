"""A match: who plays what with which components, and everything that has happened."""

from skerry.match.match import Match, MatchError, Refused, SeatPlan
from skerry.match.save import SaveError, load, save

__all__ = ["Match", "MatchError", "Refused", "SaveError", "SeatPlan", "load", "save"]
