"""Bots of your own: any callable that is given a Seat and answers with an action."""

import functools
import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skerry.api.game import Action
from skerry.api.names import OfferedLevel
from skerry.api.seat import Seat
from skerry.arena.job import CustomBot
from skerry.arena.plan import KNOWN_BOTS, read_budget
from skerry.bots import Bot, Liking, Observer, make_bot
from skerry.core.actions import UnknownAction
from skerry.core.rng import Rng
from skerry.match import MatchError

BotFunction = Callable[[Seat], Action]
OwnKind = BotFunction | Callable[[], BotFunction]  # a bot, or a class of bots
AnyBot = OfferedLevel | str | OwnKind

REGISTERED: dict[str, OwnKind] = {}
BOT_NAME_PATTERN = re.compile(r"\w[\w.+ -]{0,31}")


class BotError(MatchError):
    """A bot that cannot be used, or that answered with something it may not do."""


def register(name: str, bot: OwnKind) -> None:
    """From now on, the bot can be named in `skerry.arena`, `skerry.export` and `Game.choose`.

    Of a class, every seat of every game gets an object of its own.
    """
    check_name(name)
    if name in KNOWN_BOTS:
        raise BotError(f"{name!r} is one of Skerry's own bots; choose another name")
    check_callable(name, bot)
    REGISTERED[name] = bot


def check_name(name: str) -> None:
    if not isinstance(name, str) or not BOT_NAME_PATTERN.fullmatch(name):
        raise BotError(f"a bot's name has 1 to 32 letters, digits, spaces or . + - _, unlike {str(name)[:40]!r}")


def check_callable(name: str, bot: object) -> None:
    if not callable(bot):
        raise BotError(f"{name}: a bot is the name of one or something to call with a Seat, not {type(bot).__name__}")


class OwnBot:
    """A callable as a player: it gets a Seat, and its answer is checked."""

    def __init__(self, name: str, bot: OwnKind, seed: int) -> None:
        self.name = name
        self.bot: Any = bot() if isinstance(bot, type) else bot
        self.rng = Rng(seed)
        check_callable(name, self.bot)

    def choose(self, observer: Observer) -> int:
        me = Seat(observer, int(self.rng.word()))
        answer = self.bot(me)
        try:
            action = me.number(answer)
        except (UnknownAction, TypeError) as error:
            raise BotError(f"the bot {self.name!r} answered {str(answer)[:80]!r}: {error}") from error
        if action not in me.legal:
            reason = me.refusal(action)
            raise BotError(f"the bot {self.name!r} answered {me.text(action)!r}: {reason.words} (§{reason.rule})")
        return action

    def advise(self, observer: Observer) -> list[Liking]:
        chosen = self.choose(observer)
        return [(action, float(action == chosen), None) for action in observer.legal]


def api_bot(bot: AnyBot, game: str, seed: int) -> Bot:
    """A player from a name, with a budget if it has one (`hard@200sims`), or from a callable."""
    if not isinstance(bot, str):
        check_callable("bot", bot)
        return OwnBot(getattr(bot, "__name__", "bot"), bot, seed)
    if bot in REGISTERED:
        return OwnBot(bot, REGISTERED[bot], seed)
    level, _, limit = bot.partition("@")
    if level not in KNOWN_BOTS:
        raise BotError(f"there is no bot {level[:40]!r}; choose from: {', '.join([*KNOWN_BOTS, *REGISTERED])}")
    return make_bot(level, game, seed, read_budget(limit) if limit else None)


def own_entrant(name: str, bot: OwnKind) -> CustomBot:
    """The bot as an entrant of the arena."""
    return CustomBot(functools.partial(OwnBot, name, bot), source_of(bot))


def source_of(bot: Any) -> str:
    """A hash of what decides how a bot plays: its file, its parameters, and what stands between it and the game.

    Other modules that it imports are not counted.
    """
    parts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]
    return hashlib.sha256("\0".join([*parts, *code_parts(bot)]).encode()).hexdigest()[:16]


def code_parts(bot: Any) -> list[str]:
    if isinstance(bot, functools.partial):
        return [*code_parts(bot.func), repr(bot.args), repr(sorted(bot.keywords.items()))]
    if inspect.ismethod(bot):
        return [*code_parts(bot.__func__), *code_parts(bot.__self__)]
    if inspect.isfunction(bot):
        cells = [repr(cell.cell_contents) for cell in bot.__closure__ or ()]
        return [bot.__qualname__, text_of(bot), repr(bot.__defaults__), repr(bot.__kwdefaults__), *cells]
    if isinstance(bot, type):
        return [bot.__qualname__, text_of(bot)]
    return [*code_parts(type(bot)), repr(sorted(getattr(bot, "__dict__", {}).items()))]


def text_of(thing: Any) -> str:
    """The file it stands in, or its own lines in a notebook; where there is no source, its code."""
    try:
        path = Path(inspect.getsourcefile(thing) or "")
        return path.read_text(encoding="utf-8") if path.is_file() else inspect.getsource(thing)
    except (OSError, TypeError):
        code = getattr(thing, "__code__", None)
        return repr((code.co_code, code.co_consts, code.co_names)) if code else repr(thing)
