"""The steps, in the order of their numbers in state.py."""

from skerry.games.buru.state import STEPS
from skerry.games.buru.steps.afternoon import Region, Resolve, SideGains, SpaceChoice
from skerry.games.buru.steps.dawn import Dawn, DecreeCard, ForestGrows
from skerry.games.buru.steps.dusk import Count, Dusk
from skerry.games.buru.steps.elders import ElderCard, ElderDiscard, Elders
from skerry.games.buru.steps.forest import ForestCard
from skerry.games.buru.steps.lake import Lake, Spare
from skerry.games.buru.steps.lawan import (
    LawanActs,
    LawanExplorer,
    LawanRecruits,
    PlotCard,
    Scheme,
)
from skerry.games.buru.steps.morning import Go, Lay, Morning
from skerry.games.buru.steps.noon import Noon
from skerry.games.buru.steps.setup import FirstEmissary, new_state
from skerry.games.buru.steps.shore import RowCard, Shore
from skerry.games.buru.steps.village import Get, Give, Village

__all__ = ["new_state"]

STEPS.extend([FirstEmissary(), DecreeCard(), ForestGrows(), RowCard(), ElderCard()])
STEPS.extend([Scheme(), PlotCard(), LawanExplorer()])
STEPS.extend([Go(), Lay(), ForestCard(), SpaceChoice(), Shore(), Give(), Get(), Village(), Lake(), Spare()])
STEPS.extend([ElderDiscard(), Noon(), Count()])
STEPS.extend([Dawn(), Morning(), Region(), Resolve(), SideGains(), Elders(), Dusk(), LawanActs(), LawanRecruits()])
