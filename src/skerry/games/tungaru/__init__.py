"""Tungaru by Louis and Stefan Malz, for 2 to 5 players."""

from skerry.games.tungaru.game import TungaruGame

GAME = TungaruGame()
