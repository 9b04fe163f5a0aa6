"""The position: data and queries, no rules."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.numbers import smaller
from skerry.core.state import State, Step, Steps, step_of
from skerry.games.buru import scoring
from skerry.games.buru.actions import (
    N_DECREES,
    N_ELDERS,
    N_ISLANDERS,
    N_PLOTS,
    N_SPIRITS,
)
from skerry.games.buru.cards import (
    DECREES,
    FISH,
    FISHES,
    MARKER,
    N_GOODS,
    ROLE,
    ROLE_SET,
    SPIRIT,
    TOKENS,
    TOTEMS,
    TRIBUTE_SET,
    BuruKit,
)
from skerry.games.buru.player import NO_HIRING, NO_PLAYERS, NONE, Player

# the questions
EMISSARY: Final = 0
DECREE: Final = 1
GROW: Final = 2
ARRIVE: Final = 3
ELDER: Final = 4
SCHEME: Final = 5
PLOT: Final = 6
POWER: Final = 7
GO: Final = 8
LAY: Final = 9
TAKE: Final = 10
SPACE: Final = 11
SHORE: Final = 12
GIVE: Final = 13
GET: Final = 14
VILLAGE: Final = 15
LAKE: Final = 16
SPARE: Final = 17
DISCARD: Final = 18
NOON: Final = 19
COUNT: Final = 20
# the steps that run by themselves
DAWN: Final = 21
MORNING: Final = 22
REGION: Final = 23
RESOLVE: Final = 24
SIDE_GAINS: Final = 25
ELDERS: Final = 26
DUSK: Final = 27
LAWAN_ACTS: Final = 28
LAWAN_RECRUITS: Final = 29

# notes for the log
NOTE_ROUND: Final = 0  # (round)
NOTE_PLOT_DRAWN: Final = 1
NOTE_KEPT: Final = 2  # (Explorer, gains)
NOTE_FLIP: Final = 3  # (Explorers as a set, region)
NOTE_NOBODY: Final = 4  # (region)
NOTE_TRIUMPH: Final = 5  # (region, tie: see `tied`)
NOTE_TIE: Final = 6  # (region, tie)
NOTE_TOTEM: Final = 7  # (spirit, who had it + 1)
NOTE_DECREE: Final = 8  # (decree, gains)
NOTE_TAKES: Final = 9  # (Forest card, gains)
NOTE_SPACE: Final = 10  # (space)
NOTE_RECRUITS: Final = 11  # (Islander)
NOTE_TASK: Final = 12  # (Islander, gains)
NOTE_DYED: Final = 13  # (Islander and the token given: two bits, gains)
NOTE_SIDE: Final = 14  # (space, gains)
NOTE_PAID: Final = 15  # (spirit, token saved or -1)
NOTE_ALTAR: Final = 16  # (decree, gains)
NOTE_TOTEM_POINT: Final = 17  # (spirit, Esteem)
NOTE_CONTINUING: Final = 18  # (Islander, gains)
NOTE_MARKER: Final = 19  # (0 kept, 1 taken from another)
NOTE_MARKER_PASSES: Final = 20
NOTE_ELDERS_RESHUFFLED: Final = 21
NOTE_NO_ELDER: Final = 22
NOTE_ROW_RESHUFFLED: Final = 23
NOTE_FOREST_RESHUFFLED: Final = 24
NOTE_DUSK: Final = 25  # (Decrees boxed)
NOTE_LAWAN_TASKS: Final = 26  # (Islander, gains)
NOTE_LAWAN_ELDER: Final = 27
NOTE_LAWAN_IDLE: Final = 28  # (region, 1 if it has done something there)
NOTE_LEVEL: Final = 29  # (0 for a tribute, 1 at Noon; gains)
NOTE_LAWAN_SAVES: Final = 30  # (spirit, fish)
NOTE_END: Final = 31
NOTE_FINAL: Final = 32  # (Esteem)

# the phases
SETUP: Final = 0
AT_DAWN: Final = 1
AT_MORNING: Final = 2
AT_NOON: Final = 3
AT_AFTERNOON: Final = 4
AT_DUSK: Final = 5

FOREST: Final = 0
SHORE_REGION: Final = 1
VILLAGE_REGION: Final = 2
LAKE_REGION: Final = 3

STEPS: Final = Steps()  # filled by steps/__init__.py, in the order of the numbers above


@final
@mypyc_attr(acyclic=True)
class Buru(State):
    def __init__(self, seats: i64 = 2) -> None:
        super().__init__(seats)
        self.kit: BuruKit = NO_KIT
        self.players: vec[Player] = NO_PLAYERS  # people first, then Lawan, clockwise
        self.n: i64 = seats  # people and Lawan
        self.level: i64 = 0  # of the Lawan
        self.cycle_forced: bool = False
        self.task_forced: bool = False  # on a space with a single task
        self.free_order: bool = False
        self.marker_passes: bool = False
        self.even_start: bool = False
        # the round
        self.round: i64 = 0
        self.phase: i64 = SETUP
        self.region: i64 = NONE  # being resolved
        self.flipped: i64 = 0  # regions, as a set
        self.order: i64 = 0  # who acts in this region, first to last: four bits each, player + 1
        self.stood: i64 = 0  # who stands on each space: four bits each, player + 1
        self.side_open: bool = False  # the bonus of the present space is still to come
        self.deeds: i64 = 0  # the action under way: eight bits for the space and for each part used, the latest lowest
        self.decrees_won: i64 = 0  # collected in this round, as a set
        self.forest_dealt: i64 = 0  # the Forest before the first card of the round was taken
        self.forest_takers: i64 = 0  # who took the card at each of its places: four bits each, player + 1
        # the marker and the totems
        self.emissary: i64 = 0
        self.ties_from: i64 = 0  # the Emissary of the Morning: decides this round's ties
        self.marker_taken: bool = False  # in this round
        self.totems: vec[i64] = NO_HIRING  # holder by spirit, or NONE
        # cards; undrawn ones are sets: they have no order
        self.decree_deck: i64 = (1 << N_DECREES) - 1
        self.decrees: i64 = 0  # face up on the board
        self.decree_box: i64 = 0
        self.forest_deck: i64 = 0  # copies of each row: four bits each
        self.forest_gone: i64 = 0  # discarded, the same way
        self.forest: i64 = 0  # shown, from left to right: four bits each
        self.n_forest: i64 = 0
        self.islander_deck: i64 = (1 << N_ISLANDERS) - 1
        self.islanders_gone: i64 = 0
        self.row: i64 = 0  # from left to right: six bits each
        self.n_row: i64 = 0
        self.elder_deck: i64 = (1 << N_ELDERS) - 1  # with the cards that Lawan took from it unseen
        self.elders_unseen: i64 = 0  # how many these are
        self.elders_lawan: i64 = 0  # cards the Lawan took before the last reshuffle
        self.plot_deck: i64 = (1 << N_PLOTS) - 1
        self.hired: i64 = 0  # Islanders recruited by Lawan so far, and when each was
        self.hired_at: vec[i64] = NO_HIRING

    def step_at(self, ask: i64) -> Step[Any]:
        step = step_of(ask)
        return STEPS.table[step]

    def clone(self) -> "Buru":
        s = Buru(0)
        self.copy_base(s)
        s.kit = self.kit
        s.players = vec[Player]([p.clone() for p in self.players])
        s.n = self.n
        s.level = self.level
        s.cycle_forced = self.cycle_forced
        s.task_forced = self.task_forced
        s.free_order = self.free_order
        s.marker_passes = self.marker_passes
        s.even_start = self.even_start
        s.round = self.round
        s.phase = self.phase
        s.region = self.region
        s.flipped = self.flipped
        s.order = self.order
        s.stood = self.stood
        s.side_open = self.side_open
        s.deeds = self.deeds
        s.decrees_won = self.decrees_won
        s.forest_dealt = self.forest_dealt
        s.forest_takers = self.forest_takers
        s.emissary = self.emissary
        s.ties_from = self.ties_from
        s.marker_taken = self.marker_taken
        s.totems = self.totems[:]
        s.decree_deck = self.decree_deck
        s.decrees = self.decrees
        s.decree_box = self.decree_box
        s.forest_deck = self.forest_deck
        s.forest_gone = self.forest_gone
        s.forest = self.forest
        s.n_forest = self.n_forest
        s.islander_deck = self.islander_deck
        s.islanders_gone = self.islanders_gone
        s.row = self.row
        s.n_row = self.n_row
        s.elder_deck = self.elder_deck
        s.elders_unseen = self.elders_unseen
        s.elders_lawan = self.elders_lawan
        s.plot_deck = self.plot_deck
        s.hired = self.hired
        s.hired_at = self.hired_at[:] if self.n > self.seats else NO_HIRING
        return s

    # ---- points
    def score(self, seat: i64) -> i64:
        return scoring.points(self, seat)

    def winners(self) -> i64:
        return scoring.winners(self)

    # ---- queries
    def is_lawan(self, number: i64) -> bool:
        return number >= self.seats

    def speaker(self) -> i64:
        """The seat that confirms what nobody has to decide: the Emissary, or seat 0 if that is a Lawan."""
        if self.is_lawan(self.emissary):
            return 0
        return self.emissary

    def first_of_equals(self) -> i64:
        """Who wins every tie, the others following clockwise: the Emissary of the Morning.  §region.2"""
        emissary = self.emissary if self.flipped == 0 else self.ties_from
        return (emissary + (1 if self.kit.emissary_last else 0)) % self.n

    def forest_card(self, place: i64) -> i64:
        return (self.forest >> (4 * place)) & 15

    def row_card(self, place: i64) -> i64:
        return (self.row >> (6 * place)) & 63

    def who_stands_on(self, space: i64) -> i64:
        """The player, or NONE."""
        return ((self.stood >> (4 * space)) & 15) - 1

    def free_spaces(self, region: i64) -> i64:
        """As a set."""
        free: i64 = 0
        mask = self.kit.spaces_at[region]
        while mask != 0:
            space = bits.lowest(mask)
            mask &= mask - 1
            if (self.stood >> (4 * space)) & 15 == 0:
                free |= 1 << space
        return free

    def elders_left(self) -> i64:
        """Cards in the Elder deck."""
        return bits.count(self.elder_deck) - self.elders_unseen

    def elders_discarded(self) -> i64:
        """The face-down discards, as a set."""
        pile: i64 = 0
        for seat in range(self.seats):
            pile |= self.players[seat].elders_out
        return pile

    def totems_of(self, number: i64) -> i64:
        n: i64 = 0
        for spirit in range(i64(N_SPIRITS)):
            if self.totems[spirit] == number:
                n += 1
        return n

    def count_of(self, number: i64, what: i64, arg: i64) -> i64:
        """What Elders and some Islanders count.  §score.2, §islander.count"""
        p = self.players[number]
        if what == SPIRIT:
            return p.tributes[arg]
        if what == TRIBUTE_SET:
            return smaller(p.tributes[0], smaller(p.tributes[1], p.tributes[2]))
        if what == ROLE:
            return bits.count(p.islanders & self.kit.of_role[arg])
        if what == ROLE_SET:
            return self.role_sets(p)
        if what == FISHES:
            return p.goods[FISH]
        if what == TOKENS:
            return p.tokens()
        if what == DECREES:
            return bits.count(p.decrees)
        if what == MARKER:
            return 1 if self.emissary == number else 0
        if what == TOTEMS:
            return self.totems_of(number)
        return 0

    def role_sets(self, p: Player) -> i64:
        least: i64 = 36
        for role in range(i64(4)):
            least = min(least, bits.count(p.islanders & self.kit.of_role[role]))
        return least

    # ---- moves of goods and cards
    def gain(self, number: i64, kind: i64, amount: i64) -> i64:
        """Fish only up to the limit.  Return what came: eight bits a kind, then the fish that were lost.  §limit.1"""
        p = self.players[number]
        lost: i64 = 0
        if kind == FISH and p.goods[FISH] + amount > self.kit.fish_limit:
            lost = p.goods[FISH] + amount - self.kit.fish_limit
            amount -= lost
        p.goods[kind] += amount
        return (amount << (8 * kind)) | (lost << (8 * N_GOODS))

    def gain_all(self, number: i64, gains: vec[i64]) -> i64:
        came: i64 = 0
        for kind in range(i64(N_GOODS)):
            if gains[kind] > 0:
                came += self.gain(number, kind, gains[kind])
        return came

    def draw_elders(self, number: i64, cards: i64) -> None:
        """Draw, then discard one.  §elder.1"""
        self.then(ELDERS, number | (cards << 4))

    def leave_row(self, place: i64) -> i64:
        """Take the card at this place; those to its right move up."""
        card = self.row_card(place)
        low = bits.bit(6 * place) - 1
        self.row = (self.row & low) | ((self.row >> 6) & ~low)
        self.n_row -= 1
        return card

    def leave_forest(self, place: i64) -> i64:
        card = self.forest_card(place)
        low = bits.bit(4 * place) - 1
        self.forest = (self.forest & low) | ((self.forest >> 4) & ~low)
        self.n_forest -= 1
        return card


NO_KIT: Final = BuruKit()
