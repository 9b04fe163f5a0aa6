"""A bot in a file of its own: which one it is, and how other processes make it."""

import functools
import hashlib
import inspect
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from skerry.api.bots import BotError, OwnBot, OwnKind, check_callable, source_of
from skerry.arena.job import CustomBot
from skerry.bots import Observer

USUAL_NAME = "bot"


def bot_in_file(place: str | Path) -> OwnKind:
    """`my_bot.py:greedy`; without a name what is called `bot`, else the only function or class of the file."""
    file, _, name = str(place).partition(".py:")
    path = Path(f"{file}.py" if name else file)
    module = loaded(path)
    if not name:
        name = USUAL_NAME if hasattr(module, USUAL_NAME) else only_one_in(module, path)
    if not hasattr(module, name):
        raise BotError(f"{path}: there is no {name!r} in it")
    found: OwnKind = getattr(module, name)
    check_callable(f"{path}:{name}", found)
    return found


def only_one_in(module: ModuleType, path: Path) -> str:
    names = [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == module.__name__
    ]
    if len(names) == 1:
        return names[0]
    which = f"which of these is the bot: {', '.join(names)}? Call it" if names else "there is no bot in it; call one"
    raise BotError(f"{path}: {which} `{USUAL_NAME}`")


def loaded(path: Path) -> ModuleType:
    """The file as a module, which may import what lies beside it."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BotError(f"{path}: cannot be read: {error.strerror}") from error
    digest = hashlib.sha256(str(path.resolve()).encode() + text).hexdigest()[:16]
    name = f"bot_{digest}"  # a file that has changed is another module
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if path.suffix != ".py" or spec is None or spec.loader is None:
        raise BotError(f"{path}: a bot is in a file that ends in .py")
    module = sys.modules[name] = module_from_spec(spec)
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BotError(f"{path}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(folder)
    return module


class EntryFailed(BotError):
    """A bot in a file has failed in a game: which one, and how."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(name, words)
        self.name, self.words = name, words

    def __str__(self) -> str:
        return self.words


class FileBot(OwnBot):
    """Whatever goes wrong in it, others can tell whose mistake it was."""

    def choose(self, observer: Observer) -> int:
        try:
            return super().choose(observer)
        except Exception as error:
            raise EntryFailed(self.name, words_for(error)) from error


def made_from_file(name: str, place: str, seed: int) -> FileBot:
    try:
        return FileBot(name, bot_in_file(place), seed)
    except Exception as error:
        raise EntryFailed(name, words_for(error)) from error


def file_entrant(name: str, place: str | Path) -> CustomBot:
    """The bot as an entrant of the arena; every process reads the file itself."""
    return CustomBot(functools.partial(made_from_file, name, str(place)), source_of(bot_in_file(place)))


def words_for(error: Exception) -> str:
    """What went wrong, in one line."""
    words = str(error) if isinstance(error, BotError) else f"{type(error).__name__}: {error}"
    return " ".join(words.split())
