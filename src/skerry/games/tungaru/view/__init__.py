"""What one seat may see, and what is printed on the components."""

from skerry.games.tungaru.catalogue import Catalogue, catalogue
from skerry.games.tungaru.view.pieces import pieces
from skerry.games.tungaru.view.table import View, view

__all__ = ["Catalogue", "View", "catalogue", "pieces", "view"]
