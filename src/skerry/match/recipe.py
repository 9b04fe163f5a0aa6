"""The components of a match: the ones it started with, for as long as it lasts."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from skerry.core.actions import Actions
from skerry.core.components import ComponentError, Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Game
from skerry.core.state import Kit
from skerry.games import GAMES
from skerry.match.errors import Unplayable

CACHED_KITS = 32  # sets and kits in memory; a kit is about 100 KB


@lru_cache(maxsize=CACHED_KITS)
def components_of_today(game: str, overlay: Overlay | None = None) -> Frozen:
    """The components of a match that starts now."""
    if overlay is not None:
        GAMES[game].load_kit(overlay)  # so that an error names the owner's file
    return GAMES[game].components(overlay)


@lru_cache(maxsize=CACHED_KITS)
def kit_of(game: str, frozen: Frozen) -> Kit:
    """The kit made of these components; Unplayable if today's rules cannot use them."""
    rules = GAMES[game]
    today = rules.load_kit()
    if frozen.hash == today.hash:
        return today
    try:
        kit = rules.load_kit(frozen)
        actions = rules.actions_of(kit)
    except ComponentError:
        raise
    except Exception as error:  # loaders rely on rows that an old or home-made set may lack
        raise Unplayable(f"this version of Skerry cannot use the components {frozen.hash}: {error!r}") from error
    for verb, table in misread(rules, frozen, actions):
        raise Unplayable(
            f"the components {frozen.hash} have other {table} than this version of Skerry, so {verb!r} means "
            "something else"
        )
    return kit


def misread(game: Game[Any], frozen: Frozen, actions: Actions) -> Iterator[tuple[str, str]]:
    """Verbs that name the rows of a table, but not the rows of this set: their texts would mean other cards."""
    then = blocks(actions)
    for verb, items in blocks(game.actions).items():
        for table, rows in components_of_today(game.name).tables.items():
            if not set(items) <= rows.keys():
                continue
            named, old = then.get(verb, []), frozen.tables.get(table, {})
            found = [id_ for id_ in old if id_ in named]
            if [id_ for id_ in rows if id_ in items] != items:  # the game sorts these rows itself
                found.sort(key=named.index)
            if found != named or (len(items) == len(rows) and len(found) != len(old)):
                yield verb, table


def blocks(actions: Actions) -> dict[str, list[str]]:
    """The items of every verb."""
    found: dict[str, list[str]] = {}
    for text in actions.texts:
        verb, _, item = text.partition(" ")
        if item:
            found.setdefault(verb, []).append(item)
    return found


def check_rules(game: Game[Any], rules: int) -> None:
    if rules > game.version:
        raise Unplayable(
            f"was started under version {rules} of the rules, which this version of Skerry does not know yet; "
            "update Skerry"
        )
    if rules != game.version and rules not in game.plays:
        raise Unplayable(
            f"was started under version {rules} of the rules, which this version of Skerry can no longer play"
        )
