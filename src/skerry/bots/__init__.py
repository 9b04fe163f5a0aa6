"""Bots, which see nothing of a game but an Observer."""

from skerry.bots.bot import Bot, Budget, Liking
from skerry.bots.levels import LEVELS, OTHER_BOTS, make_bot, warm_up
from skerry.bots.observer import Observer

__all__ = ["LEVELS", "OTHER_BOTS", "Bot", "Budget", "Liking", "Observer", "make_bot", "warm_up"]
