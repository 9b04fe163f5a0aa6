"""Bots against bots from Python: the arena of the command line, with bots of your own."""

import inspect
import pickle
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from skerry.api.bots import REGISTERED, AnyBot, BotError, check_callable, check_name, own_entrant
from skerry.api.names import OfferedGame, OfferedLevel
from skerry.api.rows import whole
from skerry.arena import GameResult, Plan, Run, Summary, make_plan, summarise
from skerry.arena.job import CustomBot
from skerry.arena.plan import MAX_GAMES

Entrants = (
    Mapping[str, AnyBot] | Iterable[OfferedLevel | str]
)  # bots by their names in tables, or names alone: "easy", "hard@200sims"


def tournament(
    game: OfferedGame | str,
    bots: Entrants,
    games: int = 100,
    *,
    players: int = 0,
    seed: int | str = 1,
    options: Mapping[str, str] | None = None,
    budget: str = "",
    at_most: str = "",
    jobs: int = 1,
    folder: str | Path | None = None,
) -> Summary:
    """Let bots play each other: the same deals for everyone, every bot in every seat, all figures with intervals.

    `games` is rounded up to whole deals, `players` is the number of bots unless said otherwise, and `folder` keeps
    every result, so that the same call continues where an earlier one stopped.
    """
    plan = api_plan(game, bots, games, players, seed, options, budget, at_most, logs=folder is not None)
    return summarise(plan, play_plan(plan, jobs, folder))


arena = tournament  # what `skerry.arena` is to a type checker


class ArenaModule(ModuleType):
    """The package `skerry.arena`, which can be called like `tournament`."""

    def __call__(self, *args: Any, **named: Any) -> Summary:
        return tournament(*args, **named)


def callable_arena() -> ModuleType:
    package = sys.modules["skerry.arena"]
    package.__class__ = ArenaModule
    package.__signature__ = inspect.signature(tournament)  # type: ignore[attr-defined]
    return package


def api_plan(
    game: str,
    bots: Entrants,
    games: int,
    players: int,
    seed: int | str,
    options: Mapping[str, str] | None,
    budget: str,
    at_most: str,
    logs: bool,
) -> Plan:
    games = whole(games, 1, MAX_GAMES, "games is a number")
    words, owns = entrants(bots)
    if not words:
        raise BotError("say who plays, as in bots=['hard', 'easy']")
    return make_plan(
        game,
        words,
        games,
        players=players,
        seed=str(seed),
        budget=budget,
        at_most=at_most,
        options=options,
        logs=logs,
        own=owns,
    )


def entrants(bots: Entrants) -> tuple[str, dict[str, CustomBot]]:
    """The field as `make_plan` reads it, and the bots in it that are not Skerry's."""
    owns = {name: own_entrant(name, bot) for name, bot in REGISTERED.items()}
    if isinstance(bots, str):
        return bots, owns
    if not isinstance(bots, Mapping):
        given = list(bots)
        if not all(isinstance(bot, str) for bot in given):
            raise BotError("give your own bots names for the tables, as in {'mine': my_bot, 'easy': 'easy'}")
        return ",".join(given), owns
    words = []
    for name, bot in bots.items():
        check_name(name.partition("@")[0] if isinstance(name, str) else name)
        if isinstance(bot, str) and bot not in REGISTERED:
            words.append(name if name == bot else f"{name}:{bot}")
            continue
        entrant = REGISTERED[bot] if isinstance(bot, str) else bot
        check_callable(name, entrant)
        owns[name] = own_entrant(name, entrant)
        words.append(name)
    return ",".join(words), owns


def play_plan(plan: Plan, jobs: int, folder: str | Path | None) -> list[GameResult]:
    if jobs > 1:
        check_travels(plan)
    if folder is not None:
        return Run(plan, Path(folder), jobs).play()
    with tempfile.TemporaryDirectory() as place:
        return Run(plan, Path(place), jobs).play()


def check_travels(plan: Plan) -> None:
    """Other processes import a bot by its name, which a lambda or a function inside a function does not have."""
    for name, bot in plan.setting.own.items():
        try:
            pickle.dumps(bot.make)
        except Exception as error:
            words = "define it at the top level of a module, or play with jobs=1"
            raise BotError(f"the bot {name!r} cannot be sent to other processes: {words}") from error
