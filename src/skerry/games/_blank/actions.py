"""The action table as numbers: one block of consecutive ids per verb."""

from typing import Final

MAX_SEATS: Final = 5
N_TIDES: Final = 3
N_CARDS: Final = 16
N_POOLS: Final = 3

BEGIN: Final = 0  # + seat
TIDE: Final = 5  # + low, half, high
DEAL: Final = 8  # + card
GATHER: Final = 24
DRAW: Final = 25
PLAY: Final = 26  # + card
REST: Final = 42
HIDE: Final = 43  # + pool
GULL: Final = 46  # + pool
N_ACTIONS: Final = 49
