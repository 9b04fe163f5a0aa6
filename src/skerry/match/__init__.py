"""A match: who plays what with which components, and everything that has happened."""

from skerry.match.errors import MatchError, Refused, SaveError
from skerry.match.match import Match, SeatPlan
from skerry.match.save import load_match, save_match

__all__ = ["Match", "MatchError", "Refused", "SaveError", "SeatPlan", "load_match", "save_match"]
