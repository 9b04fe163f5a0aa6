"""What one seat may see."""

from skerry.games.buru.view.ids import lawan_name
from skerry.games.buru.view.island import ForestView, RegionView, SpaceView, SpiritView, StackView
from skerry.games.buru.view.players import IslanderView, PlayerView
from skerry.games.buru.view.table import View, acting_order, pieces, view

__all__ = [
    "ForestView",
    "IslanderView",
    "PlayerView",
    "RegionView",
    "SpaceView",
    "SpiritView",
    "StackView",
    "View",
    "acting_order",
    "lawan_name",
    "pieces",
    "view",
]
