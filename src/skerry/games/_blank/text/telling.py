"""How the log is cut into turns, and what a decision is called in the line on its turn."""

from skerry.core.telling import Telling
from skerry.games._blank.state import Blank
from skerry.games._blank.text.terms import terms

TELLING = Telling(
    begins=frozenset({"turn", "pool"}),
    apart={"tide": "round", "end": "round"},
    headlines=frozenset({"tide.1", "end.1"}),
)


def in_short(state: Blank, action: int) -> str:
    """With its heading: "Play Diving Mask"."""
    found = terms(state, action)
    return f"{found.group} {found.short}".strip()
