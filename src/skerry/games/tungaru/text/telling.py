"""How the log is cut into turns, and what a decision is called in the line on its turn."""

from skerry.core.telling import Telling
from skerry.games.tungaru.state import Tungaru
from skerry.games.tungaru.text.answer import answer_of
from skerry.games.tungaru.text.short_labels import SHORTS

TELLING = Telling(
    begins=frozenset({"turn", "leader", "boat", "gift", "gift_to"}),
    extras=frozenset({"swap"}),
    folded=frozenset(
        {
            "means",
            "refill",
            "overflow",
            "harvest_twice",
            "cost",
            "spend",
            "after_action",
            "monument",
            "setup_monument",
        }
    ),
    apart={"round": "round", "cleanup": "round", "roll": "round", "end": "round", "leader": "reveal"},
    headlines=frozenset({"round.1", "roll.1", "leader.1", "leader.fisher", "end.1", "end.3"}),
)
BIT_HEADS = {
    "recruit": "Recruit ",
    "harvest": "Harvest on ",
    "trade": "Trade on ",
    "settle": "Settle on ",
    "travel": "Travel from ",
    "give": "Give 1 ",
    "give_to": "Give to ",
    "reserve": "Reserve ",
    "boat": "Boat at ",
    "leader": "Leader: ",
    "leader_space": "Leader’s space: ",
}


def in_short(state: Tungaru, action: int) -> str:
    answer = answer_of(state, action)
    return BIT_HEADS.get(answer.verb, "") + SHORTS[answer.verb][1](answer)
