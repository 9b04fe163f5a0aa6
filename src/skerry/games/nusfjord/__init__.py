"""Nusfjord, for 1 to 5 players."""

from skerry.games.nusfjord.game import NusfjordGame

GAME = NusfjordGame()
