"""How the log is cut into turns, and what a decision is called in the line on its turn."""

from skerry.core.state import seat_of
from skerry.core.telling import Telling
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text.blocks import block
from skerry.games.nusfjord.text.terms import ABOUT

TELLING = Telling(
    extras=frozenset({"use"}),
    folded=frozenset({"deforest", "reforest", "lot", "use_now", "card_action", "card_plant"}),
    apart={"round": "round", "home": "round", "fish.1": "round", "fish.10": "round", "end": "round"},
    headlines=frozenset({"round.1", "end.1"}),
)


def in_short(state: Nusfjord, action: int) -> str:
    seat, (verb, n) = int(seat_of(state.ask_now())), block(action)
    return ABOUT[verb](state, seat, n)[3]
