"""What the home page lists: games to start, tables to go on with, rules to read."""

import logging
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import skerry.match
from skerry.core.game import Game, Paragraph, read_rules
from skerry.core.state import CHANCE
from skerry.games import GAMES
from skerry.server.protocol import GameInfo, TableInfo
from skerry.server.store import Record

log = logging.getLogger("skerry.server")


@cache
def games() -> list[GameInfo]:
    """A game that cannot be loaded is left out, and told of in the log; the others are played on."""
    found = []
    for name in sorted(GAMES, key=lambda name: name.startswith("_")):  # the example to copy comes last
        try:
            found.append(game_info(GAMES[name]))
        except Exception:
            log.exception("the game %r cannot be loaded", name)
    return found


def game_info(game: Game[Any]) -> GameInfo:
    return GameInfo(game.name, game.title, game.tagline, game.seats[0], game.seats[-1], list(game.options))


@cache
def paragraphs(name: str) -> list[Paragraph]:
    """The game's rules, then the house rules of every match, which refusals name as well."""
    house = Path(skerry.match.__file__).parent / "rules.md"
    return [*GAMES[name].rules.values(), *read_rules(house.read_text(encoding="utf-8")).values()]


def table_info(record: Record, is_held: bool = False) -> TableInfo:
    """`is_held`: somebody here has yet to confirm the turn."""
    try:
        plans = record.plans()
    except msgspec.MsgspecError:
        plans = []  # damaged: opening it says so
    persons = [number for number, plan in enumerate(plans) if plan.bot is None]
    titles = {game.name: game.title for game in games()}
    return TableInfo(
        id=record.id,
        game=record.game,
        title=titles.get(record.game, record.game),
        players=[plan.name for plan in plans],
        over=record.to_move is None,
        your_turn=is_held or record.to_move == CHANCE or record.to_move in persons,
        changed=record.changed,
    )
