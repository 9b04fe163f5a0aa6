"""What one seat may see, and what is printed on the components."""

from skerry.games.nusfjord.catalogue import Catalogue, catalogue
from skerry.games.nusfjord.view.players import PlayerView
from skerry.games.nusfjord.view.table import PlaceView, StackView, View, pieces, view, with_hand

__all__ = ["Catalogue", "PlaceView", "PlayerView", "StackView", "View", "catalogue", "pieces", "view", "with_hand"]
