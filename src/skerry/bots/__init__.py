"""Bots, which see nothing of a game but an Observer."""

from skerry.bots.bot import LEVELS, OTHERS, Bot, Budget, Liking, make_bot, warm_up
from skerry.bots.observer import Observer

__all__ = ["LEVELS", "OTHERS", "Bot", "Budget", "Liking", "Observer", "make_bot", "warm_up"]
