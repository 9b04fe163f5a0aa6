"""The action table as numbers: one block of consecutive ids per verb."""

from typing import Final

MAX_SEATS: Final = 5
MAX_ISLANDS: Final = 10  # spare ones included
MAX_GROUNDS: Final = 12
N_MIGRATION: Final = 4
N_TILES: Final = 30
N_NOMADS: Final = 44
N_LEADERS: Final = 5
N_ROLLS: Final = 50
MAX_SPACES: Final = 4  # dice spaces of a Leader card
MAX_SALE: Final = 6  # goods a Nomad may sell at once

# ---- chance
BEGIN: Final = 0  # + seat
LAY: Final = 5  # + Island tile
DRAW: Final = 35  # + Nomad
ROLL: Final = 79  # + result of three dice
ROLL_DIE: Final = 129  # + face - 1
# ---- setup
BOAT: Final = 135  # + ground
RESERVE: Final = 147  # + island
# ---- Monuments: which one is taken off the Culture board
NOMAD_SPACE: Final = 157
STORAGE_SPACE: Final = 158
TRACK: Final = 159
TRACK_ONLY: Final = 160  # its reward is declined
LOOSE: Final = 161  # one that was kept from the reservation
NO_MONUMENT: Final = 162
# ---- Leaders
LEADER: Final = 163  # + Leader
GIVE: Final = 168  # + good
GIVE_TO: Final = 172  # + seat
# ---- a turn
SAIL: Final = 177
HARVEST: Final = 178  # + island
SETTLE: Final = 188  # + island
TRADE: Final = 198  # + island
TRAVEL: Final = 208  # + island
RECRUIT: Final = 218  # + island
NOMAD: Final = 228  # + Nomad
SPACE: Final = 272  # + dice space of the own Leader
SWAP: Final = 276
PASS: Final = 277
# ---- what an action asks for
SAIL_TO: Final = 278  # + ground
TRAVEL_TO: Final = 290  # + island
USE_DIE: Final = 300  # + face - 1
USE_SETTLER: Final = 306
USE_BENEFIT: Final = 307
ONCE: Final = 308
TWICE: Final = 309
PAY: Final = 310
PAY_LESS: Final = 311  # + good
PAY_ANY: Final = 315
SPEND: Final = 316  # + good
BARTER: Final = 320
BARTER_WITH: Final = 321  # + good
TAKE: Final = 325  # + good
SELL: Final = 329  # + number - 1
SELL_ANY: Final = 335  # + number - 1
FACE_UP: Final = 341
TRAVELLER: Final = 342
REPLACE: Final = 343  # + Nomad
REFILL: Final = 387  # + Migration space
SWAP_FROM: Final = 391  # + island
SWAP_WITH: Final = 401  # + island
RETURN: Final = 411  # + good
SKIP: Final = 415
N_ACTIONS: Final = 416
