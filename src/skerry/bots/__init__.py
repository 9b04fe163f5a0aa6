"""Players that only ever get an Observer."""

from skerry.bots.bot import BOTS, Bot, Observer

__all__ = ["BOTS", "Bot", "Observer"]
