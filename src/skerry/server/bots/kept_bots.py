"""In a bot's process: bots are kept for a while, so that a search goes on with its tree within a turn."""

import secrets
from collections import OrderedDict
from typing import NamedTuple

from msgspec import Struct

from skerry.bots import Bot, Observer, make_bot
from skerry.bots.search_bot import SearchBot

MOST_BOTS = 32  # in one process; those that were used longest ago are dropped
MOST_NODES = 250_000  # of all their trees, about 45 MB; the largest single tree is nearly as large


class Position(Struct, frozen=True):
    """At which table, and where in its log, a bot decides."""

    table: str
    length: int  # of the log
    taken_back: int  # its length after something was last taken back, or 0


class KeptBot(NamedTuple):
    bot: Bot
    length: int  # of the log it has seen
    nodes: int  # of its tree


class KeptBots:
    """A bot decides again only if the log it has seen is the beginning of the log now; otherwise there is a new one."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], KeptBot] = OrderedDict()

    def choose(self, level: str, observer: Observer, position: Position) -> int:
        key = position.table, observer.seat, level
        kept = self.bots.pop(key, None)
        if kept is not None and position.taken_back <= kept.length <= position.length:
            bot = kept.bot
        else:
            bot = make_bot(level, observer.game.name, secrets.randbits(62))
        action = bot.choose(observer)
        self.bots[key] = KeptBot(bot, position.length, bot.size() if isinstance(bot, SearchBot) else 0)
        while len(self.bots) > MOST_BOTS or sum(kept.nodes for kept in self.bots.values()) > MOST_NODES:
            self.bots.popitem(last=False)
        return action


BOTS = KeptBots()  # of this process
