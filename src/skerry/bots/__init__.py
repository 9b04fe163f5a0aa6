"""Players that only ever get an Observer."""

from skerry.bots.bot import LEVELS, OTHERS, Bot, Budget, make_bot
from skerry.bots.observer import Observer

__all__ = ["LEVELS", "OTHERS", "Bot", "Budget", "Observer", "make_bot"]
