"""The action table as numbers: one block of consecutive ids per verb."""

from typing import Final

MAX_PLAYERS: Final = 4  # people and Lawan together
N_REGIONS: Final = 4
N_EXPLORERS: Final = 5
N_DECREES: Final = 12
N_FOREST: Final = 11  # printed rows of Forest cards
N_ISLANDERS: Final = 36
N_ELDERS: Final = 14
N_PLOTS: Final = 12
N_SPACES: Final = 14
N_TOKENS: Final = 3
N_SPIRITS: Final = 3
N_ROLES: Final = 4

# chance
EMISSARY: Final = 0  # + seat
DECREE: Final = 4  # + decree
GROW: Final = 16  # + Forest card
ARRIVE: Final = 27  # + Islander, into the recruitment row
ELDER: Final = 63  # + Elder, drawn
SCHEME: Final = 77  # + region, where a Lawan goes
PLOT: Final = 81  # + Plot card, revealed at Noon
POWER: Final = 93  # + Explorer of a Lawan, revealed

# people
GO: Final = 98  # + region
LAY: Final = 102  # + Explorer, face down
TAKE: Final = 107  # + Forest card
SPACE: Final = 118  # + action space
RECRUIT: Final = 132  # + Islander
CYCLE: Final = 168
TASK: Final = 169  # + Islander
GIVE: Final = 205  # + token
GET: Final = 208  # + token
TRIBUTE: Final = 211  # + spirit
SPARE: Final = 214  # + token
DISCARD: Final = 217  # + Elder
SIDE: Final = 231
DONE: Final = 232
REVEAL: Final = 233
COUNT: Final = 234
N_ACTIONS: Final = 235
