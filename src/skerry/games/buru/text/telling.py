"""How the log is cut into turns, and what a decision is called in the line on its turn."""

from skerry.core.telling import Telling
from skerry.games.buru.state import Buru
from skerry.games.buru.text.terms import terms

TELLING = Telling(
    begins=frozenset({"go", "take", "space"}),
    folded=frozenset({"noon"}),
    apart={
        "dawn": "round",
        "dusk": "round",
        "end": "round",
        "noon": "reveal",
        "region.1": "reveal",
        "region.2": "reveal",
        "region.3": "reveal",
    },
    headlines=frozenset({"dawn.1", "noon.1", "region.2", "region.3", "totem.1", "end.1"}),
)
HEADED = {"Send an Explorer to": "Explorer to the ", "Task": "Task ", "Pay tribute": "Tribute to "}


def in_short(state: Buru, action: int) -> str:
    found = terms(state, action)
    if found.group == "Take":
        return "Forest card"  # its goods are told as gains
    return HEADED.get(found.group, "") + found.short
