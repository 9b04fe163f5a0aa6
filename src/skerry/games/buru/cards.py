"""Islanders, Elders and the Kit.  A subclass per effect word overrides its hooks; the rows are in components/."""

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.state import Kit, zeros

if TYPE_CHECKING:
    from skerry.games.buru.player import Player
    from skerry.games.buru.state import Buru

# goods, in the order of every vec of goods
FISH: Final = 0
PALM: Final = 1  # the tokens are PALM + 0, 1, 2
CLAY: Final = 2
EBONY: Final = 3
ESTEEM: Final = 4
N_GOODS: Final = 5

# what a Tally counts
COUNTS_NOTHING: Final = 0
SPIRIT: Final = 1  # tribute cards of one spirit
TRIBUTE_SET: Final = 2
ROLE: Final = 3  # Islanders of one role
ROLE_SET: Final = 4
FISHES: Final = 5
TOKENS: Final = 6
DECREES: Final = 7
MARKER: Final = 8
TOTEMS: Final = 9

NO_MOST: Final = 1000

GIVE: Final = 13  # which token is given up, and which is taken; state.py lists all questions
GET: Final = 14
NO_TOKEN: Final = 3  # is given up for the one that is taken
ASKS: Final = -1  # a task that ends only when a question is answered


@final
@mypyc_attr(acyclic=True)
class Tally:
    """Counts what a player has: base + points for every `each` of it, at most `most`."""

    def __init__(
        self,
        what: i64 = COUNTS_NOTHING,
        arg: i64 = 0,
        points: i64 = 0,
        each: i64 = 1,
        most: i64 = NO_MOST,
        base: i64 = 0,
        round_up: bool = False,
    ) -> None:
        self.what: i64 = what
        self.arg: i64 = arg  # which spirit or role
        self.points: i64 = points
        self.each: i64 = each
        self.most: i64 = most
        self.base: i64 = base
        self.rest: i64 = each - 1 if round_up else 0

    def worth(self, state: "Buru", number: i64) -> i64:
        """§score.2, §islander.count"""
        if self.what == COUNTS_NOTHING:
            return self.base
        points = (state.count_of(number, self.what, self.arg) * self.points + self.rest) // self.each
        if points > self.most:
            points = self.most
        return self.base + points


@mypyc_attr(acyclic=True)
class Islander:
    """An Islander that cannot be tasked; the hooks do nothing."""

    def __init__(self) -> None:
        self.index: i64 = 0
        self.role: i64 = 0
        self.price: i64 = 0
        self.spirit: i64 = 0
        self.pay: vec[i64] = zeros(N_GOODS)
        self.gain: vec[i64] = zeros(N_GOODS)
        self.tally: Tally = NO_TALLY
        self.counted: i64 = ESTEEM  # the good that comes of the tally
        self.draw: i64 = 0  # Elders

    def can_task(self, p: "Player") -> bool:
        """Can it be tasked at all, and can its owner pay for it?"""
        return False

    def on_task(self, state: "Buru", number: i64) -> i64:
        """Return what came of it, as `gain` does, or ASKS."""
        return 0

    def work_on(self, state: "Buru", number: i64) -> i64:
        """What it brings its owner."""
        return state.gain_all(number, self.gain)


@final
@mypyc_attr(acyclic=True)
class GoodsWorker(Islander):
    """Goods for goods.  §islander.goods, §islander.count"""

    def can_task(self, p: "Player") -> bool:
        for kind in range(i64(ESTEEM)):
            if p.goods[kind] < self.pay[kind]:
                return False
        return True

    def on_task(self, state: "Buru", number: i64) -> i64:
        p = state.players[number]
        for kind in range(i64(ESTEEM)):
            p.goods[kind] -= self.pay[kind]
        came = self.work_on(state, number)
        if self.tally.what != COUNTS_NOTHING:
            came += state.gain(number, self.counted, self.tally.worth(state, number))
        return came


@final
@mypyc_attr(acyclic=True)
class Dyer(Islander):
    """Swaps a token for one of another kind; its owner chooses both.  §islander.dye"""

    def can_task(self, p: "Player") -> bool:
        return p.goods[PALM] + p.goods[CLAY] + p.goods[EBONY] > 0

    def on_task(self, state: "Buru", number: i64) -> i64:
        state.ask(GIVE, number, self.index)
        return ASKS


@final
@mypyc_attr(acyclic=True)
class Picker(Islander):
    """Brings a token that its owner chooses.  §islander.pick"""

    def can_task(self, p: "Player") -> bool:
        return True

    def on_task(self, state: "Buru", number: i64) -> i64:
        state.ask(GET, number, NO_TOKEN | (self.index << 2))
        return ASKS


@final
@mypyc_attr(acyclic=True)
class DreamReader(Islander):
    """Draws Elders.  §islander.elder"""

    def can_task(self, p: "Player") -> bool:
        return True

    def on_task(self, state: "Buru", number: i64) -> i64:
        state.draw_elders(number, self.draw)
        return self.work_on(state, number)


@final
@mypyc_attr(acyclic=True)
class BuruKit(Kit):
    """The components: cards, boards and the numbers of the setup."""

    def __init__(self) -> None:
        super().__init__()
        self.words: Any = None  # a catalogue.Words, for people; the rules never read it
        # Islanders and Elders, with the sets of those that react
        self.islanders: vec[Islander] = NO_ISLANDERS
        self.elders: vec[Tally] = NO_TALLIES
        self.can_be_tasked: i64 = 0
        self.of_role: vec[i64] = zeros(4)
        self.discounts: vec[i64] = zeros(3)  # by spirit
        self.singers: vec[i64] = zeros(3)  # by spirit
        self.lake_keepers: i64 = 0
        self.mediums: i64 = 0
        # Forest cards
        self.forest_gain: vec[vec[i64]] = NO_ROWS
        self.forest_deck: i64 = 0  # copies, four bits a row
        self.forest_rank: vec[i64] = vec[i64]()  # how much a Lawan wants the card
        self.forest_size: vec[i64] = zeros(5)  # by number of players, Lawan included
        # Decrees
        self.decree_gain: vec[vec[i64]] = NO_ROWS
        self.decree_elder: i64 = 0
        self.decrees_at: vec[i64] = zeros(4)  # by region
        self.altar_decrees: vec[i64] = zeros(3)  # by spirit, those for any spirit included
        # boards
        self.region_order: vec[i64] = zeros(4)
        self.totem_home: vec[i64] = zeros(3)  # region by spirit
        self.spaces_at: vec[i64] = zeros(4)  # by region, as sets
        self.space_region: vec[i64] = vec[i64]()
        self.space_parts: vec[i64] = vec[i64]()  # recruits, tasks or tributes
        self.space_cycle: i64 = 0
        self.space_fish: vec[i64] = vec[i64]()
        self.space_elder: i64 = 0
        self.space_marker: i64 = 0
        # tributes and Explorers
        self.tribute_cost: vec[vec[i64]] = NO_ROWS
        self.tribute_tokens: vec[i64] = zeros(3)  # how many tokens each costs
        self.tribute_esteem: vec[i64] = zeros(3)
        self.power: vec[i64] = zeros(5)
        self.power_of: vec[i64] = zeros(32)  # of a set of Explorers
        # the Lawan
        self.plots_with: vec[i64] = zeros(16)  # Plot cards by place of the list and region, as sets
        self.plot_roles: vec[i64] = vec[i64]()  # rank of each role, by plot and role
        self.plot_spirits: vec[i64] = vec[i64]()  # spirits in order, by plot and place
        self.role_tokens: vec[i64] = zeros(4)
        self.role_fish: vec[i64] = zeros(4)
        self.role_esteem: vec[i64] = zeros(4)
        self.role_totem_esteem: vec[i64] = zeros(4)
        self.level_discount: vec[i64] = zeros(4)
        self.level_noon_tokens: vec[i64] = zeros(4)
        self.level_tribute_esteem: vec[i64] = zeros(4)
        self.level_elder_esteem: vec[i64] = zeros(4)
        # numbers
        self.rounds: i64 = 5
        self.decrees_per_round: i64 = 2
        self.elders_drawn: i64 = 2
        self.fish_limit: i64 = 20
        self.row_size: i64 = 5
        self.totem_esteem: i64 = 1
        self.starts: dict[str, vec[i64]] = {}  # goods at the start: "two_1" is the Emissary of two players
        # settings
        self.emissary_last: bool = False
        self.totems_return: bool = False
        self.forest_fresh: bool = False
        self.row_waits: bool = False
        self.ties_shared: bool = False
        self.lawan_save: bool = False
        self.marker_stays_last: bool = False


NO_TALLY: Final = Tally()
NO_TALLIES: Final = vec[Tally]()
NO_ROWS: Final = vec[vec[i64]]()
NO_ISLANDERS: Final = vec[Islander]()
