"""The steps, in the order of their numbers in state.py; those of the Buildings from 50 on."""

from typing import Any

from skerry.core.state import Step
from skerry.games.nusfjord.buildings.questions import EFFECT_STEPS
from skerry.games.nusfjord.elders import ElderDo
from skerry.games.nusfjord.state import FIRST_EFFECT, STEPS
from skerry.games.nusfjord.steps.actions import CopyAction, May, ThenMay
from skerry.games.nusfjord.steps.banquet import ServeFish
from skerry.games.nusfjord.steps.building import ChooseBuilding, ChooseLot, OwnEffect
from skerry.games.nusfjord.steps.elders import ElderAct, ElderDone, TakeElder, UseNow, WhichElder
from skerry.games.nusfjord.steps.everyone import Everyone
from skerry.games.nusfjord.steps.fishing import Feed, Fishing, Hungry
from skerry.games.nusfjord.steps.forests import Deforest, Grow, Reforest
from skerry.games.nusfjord.steps.rounds import End, FinalUse, LastUses, NewRound, ReturnHome
from skerry.games.nusfjord.steps.setup import Beginner, DrawC, Reveal, TurnUp, new_state
from skerry.games.nusfjord.steps.ships import BuildShip, Upgrade
from skerry.games.nusfjord.steps.work import After, NextTurn, Turn

__all__ = ["new_state"]

STEPS.extend([Beginner(), Reveal(), DrawC(), TurnUp(), NewRound(), Fishing(), Hungry(), Feed()])
STEPS.extend([NextTurn(), Turn(), After(), ReturnHome(), CopyAction(), ServeFish(), ChooseBuilding(), ChooseLot()])
STEPS.extend([OwnEffect(), Deforest(), Reforest(), BuildShip(), TakeElder(), UseNow(), ElderAct(), ElderDone()])
STEPS.extend([ElderDo(), Upgrade(), Grow(), ThenMay(), May(), WhichElder(), LastUses(), FinalUse(), End()])
STEPS.extend([Everyone()])
NO_STEP: Step[Any] = Step()
STEPS.extend([NO_STEP] * (FIRST_EFFECT - len(STEPS.table)))
STEPS.extend(EFFECT_STEPS)
