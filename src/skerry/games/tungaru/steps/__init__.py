"""The steps, in the order of their numbers in state.py."""

from skerry.games.tungaru.state import STEPS
from skerry.games.tungaru.steps.board import FlipSettle, HarvestTwice, PlaceSettler, TradeWhat, TravelTo
from skerry.games.tungaru.steps.cleanup import Cleanup, RoundEnd, agree, may_agree
from skerry.games.tungaru.steps.leaders import (
    Beg,
    Benefits,
    Fish,
    Gift,
    GiftTo,
    LeaderChoice,
    Reveal,
    Trader,
    TraderTrade,
    WorkerDie,
)
from skerry.games.tungaru.steps.nomads import Sell
from skerry.games.tungaru.steps.recruit import Keep, Monument, Recruited, Refill, RefillIsland
from skerry.games.tungaru.steps.roll import Roll, RoundStart
from skerry.games.tungaru.steps.sailing import Arrive, FlipSail, SailTo
from skerry.games.tungaru.steps.setup import Beginner, Boat, Boats, Draw, LayTile, Reserve, new_state
from skerry.games.tungaru.steps.storage import CostChoice, Overflow, Spend
from skerry.games.tungaru.steps.swap import AfterAction, Afterwards, SwapFrom, SwapWith
from skerry.games.tungaru.steps.turns import Means, NextTurn, Turn

__all__ = ["agree", "may_agree", "new_state"]

STEPS.extend(
    [
        *(Beginner(), LayTile(), Draw(), Boat(), Reserve(), Monument()),
        *(Roll(), LeaderChoice(), WorkerDie(), GiftTo(), Gift(), TraderTrade()),
        *(Turn(), Means(), SailTo(), HarvestTwice(), CostChoice(), Spend(), TradeWhat(), TravelTo()),
        *(Keep(), Refill(), Sell(), FlipSail(), FlipSettle(), SwapFrom(), SwapWith(), AfterAction(), Overflow()),
        *(Boats(), RoundStart(), Reveal(), Beg(), Fish(), Trader(), Benefits(), NextTurn(), Afterwards()),
        *(Arrive(), PlaceSettler(), Recruited(), RefillIsland(), Cleanup(), RoundEnd()),
    ]
)
