"""Components by their ids, as in action texts."""

from skerry.core import bits
from skerry.games.buru import actions as A
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.state import Buru


def lawan_name(state: Buru, number: int) -> str:
    return f"Lawan {'AB'[number - state.seats]}"


def item(base: int, number: int) -> str:
    """The component's id, as in the action's text."""
    return ACTIONS.text(base + number).split(" ", 1)[1]


def items(base: int, members: int) -> list[str]:
    return [item(base, number) for number in bits.members(members)]


def decree_ids(decrees: int) -> list[str]:
    return items(A.DECREE, decrees)
