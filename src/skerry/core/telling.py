"""How a game's log is cut into turns, and what is said of one in a line."""

from collections.abc import Mapping

from msgspec import Struct


class Telling(Struct, frozen=True):
    """What a game says about its own log; § marks may be given as a whole (region.1) or by chapter (region)."""

    begins: frozenset[str] = frozenset({"turn"})  # kinds of questions that begin a turn
    extras: frozenset[str] = frozenset()  # verbs of actions that do not use up the turn: the question is asked again
    folded: frozenset[str] = frozenset()  # kinds whose answers are left out: where it goes, which die it takes
    apart: Mapping[str, str] = {}  # by § mark of an event: "reveal" or "round", for what is no part of a turn
    headlines: frozenset[str] = frozenset()  # § marks of the events that say it best, else the first one does

    def kind_of(self, mark: str) -> str:
        """The kind of passage that an event of this § mark belongs to; empty where it belongs to what came before."""
        return self.apart.get(mark) or self.apart.get(mark.partition(".")[0], "")
