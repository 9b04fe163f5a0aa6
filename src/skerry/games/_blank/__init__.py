"""Tidepool: the blank game, small and complete, made to be copied."""

from skerry.games._blank.game import Tidepool

GAME = Tidepool()
