"""Buru: Explorers go out face down, and the strongest chooses first."""

from skerry.games.buru.game import BuruGame

GAME = BuruGame()
