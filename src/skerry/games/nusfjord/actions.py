"""The action table as numbers: one block of consecutive ids per verb; and the numbers of what is printed."""

from typing import Final

from mypy_extensions import i64

MAX_SEATS: Final = 5
N_ELDERS: Final = 18
N_STACKS: Final = 6
N_CELLS: Final = 12  # of a Harbor board: 4 * row + column
N_DOUBLES: Final = 9  # pairs of neighbours in a row: 3 * row + left column
N_SHIPS: Final = 3
MAX_PLATES: Final = 10
MAX_TRACK: Final = 20  # spaces of a Fishing track, the first counted twice

# The Buildings.  The printed number of a card says its deck, its letter and its place: 101 is the first A Building of
# the first deck, 121 the first B, 141 the first C.  The table below has room for every number there can be, so that
# action numbers are constants; which cards exist is the kit's business, and only those have names.
MAX_DECKS: Final = 5
MIXED_DECKS: Final = 3  # that are mixed: the one of the later cards, and the first others
A_ROOM: Final = 20
B_ROOM: Final = 14
C_ROOM: Final = 16
DECK_ROOM: Final = 50
N_CARDS: Final = 250  # MAX_DECKS * DECK_ROOM

# In a match every card has a slot, so that one mask holds any set of them.
FIRST_B: Final = 20  # slots 0-19 are A, 20-33 B, 34-49 C of the match's deck
FIRST_C: Final = 34
FIRST_OTHER_A: Final = 50  # cards that come from the other decks when decks are mixed
FIRST_OTHER_B: Final = 56
N_SLOTS: Final = 60
A_CARDS: Final = ((1 << 20) - 1) | (((1 << 6) - 1) << 50)
B_CARDS: Final = (((1 << 14) - 1) << 20) | (((1 << 4) - 1) << 56)
C_CARDS: Final = ((1 << 16) - 1) << 34

# Ships
SLOOP: Final = 0
CUTTER: Final = 1
SCHOONER: Final = 2
SCHOONER_FOR_GOLD: Final = 3  # a way to pay, not a type
N_WAYS: Final = 4
SHIP_IDS: Final = ["sloop", "cutter", "schooner"]

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
# the same as sets of spaces, with 3 bits for each
AT_GOLD: Final = 0o1
AT_TRANSFER: Final = 0o10
AT_SERVE: Final = 0o100
AT_BUILD: Final = 0o11000  # two spaces
AT_ISSUE: Final = 0o100000
AT_BUY: Final = 0o1000000
AT_DEFOREST: Final = 0o10000000
AT_REFOREST: Final = 0o100000000
AT_THIN_OUT: Final = 0o1000000000
AT_SHIP: Final = 0o10000000000
AT_ELDER: Final = 0o100000000000
N_SPACES: Final = 16

# chance
BEGIN: Final = 0  # + seat
REVEAL: Final = 5  # + card, on a supply board
DRAW: Final = 255  # + card, into a hand
TURN_UP: Final = 505  # + Elder
# the Fishing Phase
HUNGRY: Final = 523  # + Elder that gets no fish
FEED: Final = 541  # + seat whose Share gets a fish
# the turn
PLACE: Final = 546  # + space
WORK: Final = 562  # + Elder
PASS: Final = 580
USE: Final = 581  # + card, of a Building with an effect to use
# within an action
BUILD: Final = 831  # + card
LOT: Final = 1081  # + cell
SHIP: Final = 1093  # + Ship, or the schooner for gold
SERVE: Final = 1097  # + number of plates - 1
DOUBLE: Final = 1107  # + double space
TAKE: Final = 1116  # + Elder
COPY: Final = 1134  # + space
DO: Final = 1146  # + kind of action
YES: Final = 1158
NO: Final = 1159
DONE: Final = 1160
# for the questions of Buildings
MAX_AMOUNT: Final = 40
AMOUNT: Final = 1161  # + 0 to 40
ELDER: Final = 1202  # + Elder
PICK: Final = 1220  # + card
MAX_WAYS: Final = 4
WAY: Final = 1470  # + which of a card's effects
N_ACTIONS: Final = 1474


def kind_of(space: i64) -> i64:
    """The action of a space of the Action board; Build a Building has two spaces."""
    return space if space <= S_BUILD else space - 1


def space_of(kind: i64) -> i64:
    """The (first) space of an action."""
    return kind if kind <= K_BUILDING else kind + 1
