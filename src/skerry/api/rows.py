"""Rows of numbers: who writes them for a game, how long their history may be, and how they become floats."""

from collections.abc import Sequence
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from skerry.core.fields import Field
from skerry.core.game import Game as Rules
from skerry.core.observe import Encoder
from skerry.match import MatchError, luck

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_HISTORY = 1000


class RowScale:
    """Turns rows into floats from 0 to 1, by the least and the greatest value of each field."""

    def __init__(self, fields: Sequence[Field]) -> None:
        np = numpy()
        counts = [field.count for field in fields]
        low = np.repeat([field.low for field in fields], counts)
        high = np.repeat([field.high for field in fields], counts)
        self._np = np
        self._factor: NDArray[Any] = (1 / np.maximum(high - low, 1)).astype(np.float32)
        self._least: NDArray[Any] = (low * self._factor).astype(np.float32)

    def __call__(self, rows: "ArrayLike | memoryview") -> "NDArray[Any]":
        """A row, or an array of rows."""
        scaled: NDArray[Any] = self._np.multiply(rows, self._factor, dtype=self._np.float32)
        scaled -= self._least
        return scaled


def encoder_of(rules: Rules[Any], state: Any) -> Encoder[Any]:
    """Made once for all games that need the same."""
    key = (rules.name, state.kit.hash, int(state.seats), len(state.players))
    if key not in ENCODERS:
        ENCODERS[key] = rules.encoder(state)
    return ENCODERS[key]


ENCODERS: dict[tuple[str, str, int, int], Encoder[Any]] = {}


def check_history(history: SupportsIndex) -> int:
    return whole(history, 0, MOST_HISTORY, "history is a number of moves")


def seed_text(seed: SupportsIndex | str | None) -> str:
    """A seed as the luck of a match takes it; without one, a new one."""
    if seed is None:
        return luck.new_seed()
    if isinstance(seed, str):
        return seed
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise MatchError(f"a seed is a whole number or a text, not {repr(seed)[:40]}")
    return str(index(seed))


def whole(given: SupportsIndex, low: int, high: int, what: str) -> int:
    """A whole number in these bounds, also one of NumPy's; otherwise one line that says what was expected."""
    if hasattr(given, "__index__") and low <= (number := index(given)) <= high:
        return number
    raise MatchError(f"{what} from {low} to {high:,}, not {repr(given)[:40]}")


def numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError as error:
        raise MatchError("this needs NumPy: pip install 'skerry[vector]'") from error
