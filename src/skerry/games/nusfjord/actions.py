"""The action table as numbers: one block of consecutive ids per verb; and the numbers of what is printed."""

from typing import Final

MAX_SEATS: Final = 5
N_ELDERS: Final = 18
N_STACKS: Final = 6
N_CELLS: Final = 12  # of a Harbor board: 4 * row + column
N_DOUBLES: Final = 9  # pairs of neighbours in a row: 3 * row + left column
N_SHIPS: Final = 3
MAX_PLATES: Final = 10
MAX_TRACK: Final = 20  # spaces of a Fishing track, the first counted twice

# The Buildings: three decks of 44.  In a game every card has a slot, so that one mask holds any set of them.
N_DECKS: Final = 3
DECK_SIZE: Final = 44
N_CARDS: Final = 132
N_SLOTS: Final = 54
FIRST_B: Final = 18  # slots 0-17 are A, 18-29 B, 30-43 C of the game's deck
FIRST_C: Final = 30
FIRST_OTHER_A: Final = 44  # slots of the cards that come from the other decks when decks are mixed
FIRST_OTHER_B: Final = 50
A_CARDS: Final = ((1 << 18) - 1) | (((1 << 6) - 1) << 44)
B_CARDS: Final = (((1 << 12) - 1) << 18) | (((1 << 4) - 1) << 50)
C_CARDS: Final = ((1 << 14) - 1) << 30

# goods
WOOD: Final = 0
FISH: Final = 1
GOLD: Final = 2

# Ships
SLOOP: Final = 0
CUTTER: Final = 1
SCHOONER: Final = 2
SCHOONER_FOR_GOLD: Final = 3  # a way to pay, not a type

# kinds of action
K_GOLD: Final = 0
K_TRANSFER: Final = 1
K_SERVE: Final = 2
K_BUILDING: Final = 3
K_ISSUE: Final = 4
K_BUY: Final = 5
K_DEFOREST: Final = 6
K_REFOREST: Final = 7
K_THIN_OUT: Final = 8
K_SHIP: Final = 9
K_ELDER: Final = 10
K_COPY_ANY: Final = 11  # any blocked space of the Action board
K_FREE_ELDER: Final = 12  # an own Elder, without a Worker
N_KINDS: Final = 11  # that can be copied

# action spaces; the Imitation tile has the last four
S_GOLD: Final = 0
S_TRANSFER: Final = 1
S_SERVE: Final = 2
S_BUILD: Final = 3
S_BUILD_SECOND: Final = 4
S_ISSUE: Final = 5
S_BUY: Final = 6
S_DEFOREST: Final = 7
S_REFOREST: Final = 8
S_THIN_OUT: Final = 9
S_SHIP: Final = 10
S_ELDER: Final = 11
S_COPY: Final = 12
S_COPY_LEFT: Final = 13
N_BOARD: Final = 12
N_SPACES: Final = 16

# chance
BEGIN: Final = 0  # + seat
REVEAL: Final = 5  # + card, laid open on a supply board
DRAW: Final = 137  # + card, into a hand
TURN_UP: Final = 269  # + Elder
# the Fishing Phase
HUNGRY: Final = 287  # + Elder that gets no fish
FEED: Final = 305  # + seat whose Share gets a fish
# the turn
PLACE: Final = 310  # + space
WORK: Final = 326  # + Elder
PASS: Final = 344
USE: Final = 345  # + card, of a Building with an effect to use
# within an action
BUILD: Final = 477  # + card
LOT: Final = 609  # + cell
SHIP: Final = 621  # + Ship, or the schooner for gold
SERVE: Final = 625  # + number of plates - 1
DOUBLE: Final = 635  # + double space
TAKE: Final = 644  # + Elder
COPY: Final = 662  # + space
DO: Final = 674  # + kind of action
YES: Final = 686
NO: Final = 687
DONE: Final = 688
# for the questions of Buildings
MAX_AMOUNT: Final = 40
AMOUNT: Final = 689  # + 0 to 40
GOOD: Final = 730  # + wood, fish, gold
ELDER: Final = 733  # + Elder
SEAT: Final = 751  # + seat
PICK: Final = 756  # + card
WAY: Final = 888  # + which of a card's effects
MAX_WAYS: Final = 4
N_ACTIONS: Final = 892
