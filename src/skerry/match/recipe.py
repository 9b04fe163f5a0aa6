"""The components a match is played with: those it was begun with, for good."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from skerry.core.actions import Actions
from skerry.core.components import ComponentError, Overlay, lay
from skerry.core.frozen import Frozen, first_digest
from skerry.core.game import Game
from skerry.core.state import Kit
from skerry.games import GAMES
from skerry.match.errors import Unplayable

KEPT = 32  # sets and kits in memory; a kit is about 100 KB


@lru_cache(maxsize=KEPT)
def of_today(game: str, overlay: Overlay | None = None) -> Frozen:
    """What a match begun now is played with."""
    if overlay is not None:
        GAMES[game].load_kit(overlay)  # a mistake of its owner is told with the name of the file
    return GAMES[game].components(overlay)


@lru_cache(maxsize=KEPT)
def kit_of(game: str, frozen: Frozen) -> Kit:
    """The kit of these components; Unplayable if the rules of today cannot make one of them."""
    rules = GAMES[game]
    today = rules.load_kit()
    if frozen.hash == today.hash:
        return today
    try:
        kit = rules.load_kit(frozen)
        actions = rules.actions_of(kit)
    except ComponentError:
        raise
    except Exception as error:  # loaders count on rows that an old or a foreign set may not have
        raise Unplayable(f"the components {frozen.hash} are not whole, or not for this Skerry: {error!r}") from error
    for verb, table in misread(rules, frozen, actions):
        raise Unplayable(f"the components {frozen.hash} have other {table} than {verb!r} of this Skerry knows")
    return kit


def misread(game: Game[Any], frozen: Frozen, actions: Actions) -> Iterator[tuple[str, str]]:
    """Verbs whose items are rows of a table today, but not those of this set: their texts would mean other rows."""
    then = blocks(actions)
    for verb, items in blocks(game.actions).items():
        for table, rows in of_today(game.name).tables.items():
            if not set(items) <= rows.keys():
                continue
            named, old = then.get(verb, []), frozen.tables.get(table, {})
            found = [id_ for id_ in old if id_ in named]
            if [id_ for id_ in rows if id_ in items] != items:  # rows that the game brings into an order of its own
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
            f"made with rules {rules} of {game.title}, this Skerry has {game.version}; update Skerry to go on with it"
        )
    if rules != game.version and rules not in game.plays:
        raise Unplayable(
            f"made with rules {rules} of {game.title}, which have changed since; this Skerry plays rules {game.version}"
        )


def find(game: str, name: str, overlay: Overlay | None) -> Frozen | None:
    """The set that a file of format 1 calls by this name; None if it is not among those we have kept.

    Only the very same rows count, an owner's among them: the name is their hash.
    """
    for frozen in archive(game):
        try:
            tables = frozen.tables if overlay is None else lay(frozen.tables, overlay)[0]
        except ComponentError:
            continue
        if first_digest(tables) == name:
            return Frozen.of(tables)
    return None


@lru_cache(maxsize=KEPT)
def archive(game: str) -> tuple[Frozen, ...]:
    """All sets of the time when matches did not keep their own, and today's."""
    files = sorted((GAMES[game].folder / "archive").glob("*.json")) if game in GAMES else []
    kept = [Frozen.from_text(path.read_text(encoding="utf-8")) for path in files]
    return (*kept, of_today(game)) if game in GAMES else ()
