"""Observations: what a seat may know as numbers.

Nomads stand in the order of their numbers in the action table.  What only serves the eye is left out: which storage or
Nomad space holds what, and which of the dice of one face is which.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skerry.core.observe import Encoder, FieldEntry, put, put_one_of, put_packed, put_set
from skerry.core.state import arg_of, step_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.kit.rows import GOODS, GROUNDS, ISLANDS
from skerry.games.tungaru.player import AT_NOMAD, AT_SAIL, AT_SPACE, NONE, SPENT, Player
from skerry.games.tungaru.state import ARRIVE, ENTRY, Tungaru

STEP_NAMES: Final = (
    "beginner lay_tile draw boat reserve monument roll leader worker_die gift_to gift trader_trade turn means sail_to "
    "harvest_twice cost spend trade_what travel_to keep refill sell flip_sail flip_settle swap_from swap_with "
    "after_action overflow boats round reveal beg fish trader benefits next_turn afterwards arrive place_settler "
    "recruited refill_island cleanup round_end"
)
PHASE_NAMES: Final = ["setup", "roll", "leaders", "actions", "cleanup"]
FACE_NAMES: Final = ["1", "2", "3", "4", "5", "6"]
VERB_NAMES: Final = ["sail", "harvest", "settle", "trade", "travel", "recruit", "nomad", "space", "swap"]
MEANS_NAMES: Final = ["die 1", "die 2", "die 3", "die 4", "die 5", "die 6", "settler", "benefit"]
DICE: Final = 6  # more dice than an island has room for
BENEFIT_NAMES: Final = ["twice", "less", "sail", "equal", "swap"]
MAX_POINTS: Final = 30_000


def verb_number(doing: i64) -> i64:
    """A place in VERBS."""
    if doing < A.SAIL or doing > A.SWAP:
        return -1
    if doing == A.SAIL:
        return 0
    if doing == A.SWAP:
        return 8
    if doing >= A.SPACE:
        return 7
    if doing >= A.NOMAD:
        return 6
    return 1 + (doing - A.HARVEST) // A.MAX_ISLANDS


@final
class TungaruEncoder(Encoder[Tungaru]):
    def __init__(self, state: Tungaru) -> None:
        super().__init__(state.seats, state.seats, len(STEP_NAMES.split()))
        self.islands: list[str] = list(ISLANDS)[: A.MAX_ISLANDS]
        self.grounds: list[str] = list(GROUNDS)[: A.MAX_GROUNDS]
        self.nomads: list[str] = [nomad.id for nomad in state.kit.nomads]
        self.n_nomads: i64 = len(self.nomads)
        self.leaders: list[str] = [leader.id for leader in state.kit.leaders]
        self.is_open = True  # only Leaders are secret, and no question is about one that lies face down
        self.measure()

    def step_names(self) -> list[str]:
        return STEP_NAMES.split()

    # ---- the table
    def table_entries(self) -> list[FieldEntry]:
        who = self.player_names()
        per_good = [f"{island} {good}" for island in self.islands for good in GOODS]
        per_face = [f"{island} {face}" for island in self.islands for face in FACE_NAMES]
        dice = [f"{island} {place}" for island in self.islands for place in range(1, DICE + 1)]
        spaces = [str(space) for space in range(A.N_MIGRATION)]
        return [
            ("round", [], 0, MAX_POINTS, "the round; 0 in the setup"),
            ("phase", PHASE_NAMES, 0, 1, "the phase"),
            ("first", who, 0, 1, "the starting player"),
            ("turn", who, 0, 1, "who acted last"),
            ("roll", FACE_NAMES, 0, 9, "the dice that all share, by face"),
            ("shown", [], 0, 1, "the chosen Leaders lie face up"),
            ("last_round", [], 0, 1, "this is the last round"),
            ("recruits", [], 0, 100, "Nomads recruited in this round"),
            ("quiet", [], 0, MAX_POINTS, "successive rounds without a recruit"),
            ("stall", [], 0, 100, "as many as that end the game; 0: none do"),
            ("doing", VERB_NAMES, 0, 1, "the action under way, or the last one"),
            ("doing_at", [], 0, A.N_ACTIONS, "the same as the number of the action, from 1; 0: none"),
            ("means", MEANS_NAMES, 0, 1, "what it is paid with"),
            ("sailing_to", self.grounds, 0, 1, "where a boat is going"),
            ("offer", self.islands, 0, 200, "the number of each island's offer, printed or on a tile, from 1"),
            ("harvest_dice", per_face, 0, 1, "the faces that harvest on each island"),
            ("harvest", per_good, 0, 1, "the good that is harvested"),
            ("trade_pays", per_good, 0, 1, "the good left of the arrow"),
            ("trade_gives", per_good, 0, 9, "the goods right of it"),
            ("market", per_good, 0, 20, "goods on the market of each island"),
            ("die_face", dice, 0, 6, "the dice on each island, the first one first"),
            ("die_owner", dice, 0, self.players, "whose they are: 1 is you, then clockwise"),
            ("nomad_at", self.islands, 0, 100, "the number of the Nomad on each island, from 1; 0: none"),
            ("open_nomads", self.nomads, 0, 1, "Nomads on islands"),
            ("migration", spaces, 0, 100, "the number of the Nomad on each Migration space, from 1; 0: none"),
            ("pile", self.nomads, 0, 1, "Nomads that are undrawn"),
        ]

    def table_into(self, state: Tungaru, seat: i64, out: vec[i16], at: i64) -> i64:
        n = state.seats
        at = put(out, at, state.round)
        at = put_one_of(out, at, state.phase, len(PHASE_NAMES))
        at = put_one_of(out, at, (state.first - seat + n) % n, n)
        at = put_one_of(out, at, (state.turn - seat + n) % n if state.turn != NONE else NONE, n)
        at = put_packed(out, at, state.roll, 4, 6)
        at = put(out, at, 1 if state.shown else 0)
        at = put(out, at, 1 if state.ending else 0)
        at = put(out, at, state.recruits)
        at = put(out, at, state.quiet)
        at = put(out, at, state.stall)
        at = put_one_of(out, at, verb_number(state.doing), len(VERB_NAMES))
        at = put(out, at, state.doing + 1)
        at = put_one_of(out, at, state.means - 1, len(MEANS_NAMES))
        for place in range(state.depth):
            if step_of(state.asks[place]) == ARRIVE:
                out[at + (arg_of(state.asks[place]) >> 4)] = 1
        at = self.islands_into(state, seat, out, at + A.MAX_GROUNDS)
        for space in range(i64(A.N_MIGRATION)):
            out[at + space] = i16(state.migration[space] + 1)
        return put_set(out, at + A.N_MIGRATION, state.pile, self.n_nomads)

    def islands_into(self, state: Tungaru, seat: i64, out: vec[i16], at: i64) -> i64:
        most: i64 = A.MAX_ISLANDS
        n = state.seats
        faces = at + most
        goods = faces + 6 * most
        dice = goods + 16 * most
        nomads = dice + 2 * DICE * most
        for island in range(state.side.islands):
            offer = state.offer_at(island)
            out[at + island] = i16(state.offer[island] + 1)
            put_set(out, faces + 6 * island, offer.dice, 6)
            out[goods + 4 * island + offer.good] = 1
            out[goods + 4 * (most + island) + offer.pays] = 1
            put_packed(out, goods + 4 * (2 * most + island), offer.gives, 8, 4)
            put_packed(out, goods + 4 * (3 * most + island), state.market[island], 8, 4)
            left = state.dice[island]
            place: i64 = 0
            while left != 0:  # the last one lies lowest
                place += 1
                left >>= ENTRY
            left = state.dice[island]
            while left != 0:
                place -= 1
                out[dice + DICE * island + place] = i16(left & 7)
                out[dice + DICE * (most + island) + place] = i16((((left >> 3) & 7) - 1 - seat + n) % n + 1)
                left >>= ENTRY
            nomad = state.nomad[island]
            if nomad != NONE:
                out[nomads + island] = i16(nomad + 1)
                out[nomads + most + nomad] = 1
        return nomads + most + self.n_nomads

    # ---- what a seat alone knows
    def own_entries(self) -> list[FieldEntry]:
        return [("leader", self.leaders, 0, 1, "the Leader you have chosen, even if it lies face down")]

    def own_into(self, state: Tungaru, seat: i64, out: vec[i16], at: i64) -> i64:
        return put_one_of(out, at, state.players[seat].leader, A.N_LEADERS)

    # ---- a player
    def player_entries(self) -> list[FieldEntry]:
        spaces = [str(space) for space in range(1, A.MAX_SPACES + 1)]
        return [
            ("points", [], -100, 1000, "on the score track"),
            ("score", [], -100, 1000, "with the Nomads, as if the game ended now"),
            ("goods", list(GOODS), 0, 127, "goods, the Fisher's Fish included"),
            ("fisher_fish", [], 0, 1, "a Fish lies on the Fisher"),
            ("capacity", [], 0, 100, "open storage spaces"),
            ("dice", FACE_NAMES, 0, 9, "unused dice by face"),
            ("worker_die", [], 0, 6, "the face of the Worker's die"),
            ("shift", [], 0, 20, "how far a die may be turned"),
            ("sail_die", [], 0, 6, "the face on the Sailing space"),
            ("space_dice", spaces, 0, 6, "the faces on the dice spaces of the Leader"),
            ("nomad_dice", self.nomads, 0, 6, "the faces on Nomads"),
            ("hand", self.leaders, 0, 15, "Leaders in hand; one chosen face down is still among them"),
            ("has_chosen", [], 0, 1, "a Leader is chosen"),
            ("leader", self.leaders, 0, 1, "which, once they are revealed"),
            ("benefit", BENEFIT_NAMES, 0, 1, "its benefit, while it can be used"),
            ("gives_to", self.player_names(), 0, 1, "which of two Beggars gets a good"),
            ("passed", [], 0, 1, "has passed"),
            ("ground", self.grounds, 0, 1, "where the boat is"),
            ("settlers", self.islands, 0, 1, "islands with a Settler"),
            ("exhausted", self.islands, 0, 1, "those whose Settler is exhausted"),
            ("islet", [], 0, 9, "Settlers on the islet"),
            ("settlers_left", [], 0, 9, "Settlers not yet placed"),
            ("monuments", self.islands, 0, 2, "Monuments on each island"),
            ("track", [], 0, 20, "Monuments gone from the Culture track"),
            ("nomad_monuments", [], 0, 9, "Monuments still on Nomad spaces"),
            ("storage_monument", [], 0, 1, "a Monument closes the last storage space"),
            ("loose_monument", [], 0, 1, "the reservation Monument waits for room"),
            ("reserved", self.islands, 0, 1, "the island of the reserved Nomad"),
            ("nomads", self.nomads, 0, 1, "Nomads recruited"),
            ("face_up", self.nomads, 0, 1, "those that lie face up"),
        ]

    def player_into(self, state: Tungaru, number: i64, seat: i64, out: vec[i16], at: i64) -> i64:
        p = state.players[number]
        at = put(out, at, p.points)
        at = put(out, at, state.score(number))
        at = put_packed(out, at, p.goods, 8, G.N_GOODS)
        at = put(out, at, p.fisher_fish)
        at = put(out, at, p.capacity)
        at = put_packed(out, at, p.dice, 4, 6)
        at = put(out, at, p.worker_die)
        at = put(out, at, p.shift)
        at = self.spent_into(p, out, at)
        at = put_packed(out, at, p.hand, 4, A.N_LEADERS)
        at = put(out, at, 0 if p.leader == NONE else 1)
        at = put_one_of(out, at, p.leader if state.shown else NONE, A.N_LEADERS)
        at = put_one_of(out, at, p.benefit if state.shown else NONE, len(BENEFIT_NAMES))
        gives_to = NONE if p.gives_to == NONE else (p.gives_to - seat + state.seats) % state.seats
        at = put_one_of(out, at, gives_to, state.seats)
        at = put(out, at, (state.passed >> number) & 1)
        at = put_one_of(out, at, p.ground, A.MAX_GROUNDS)
        return self.pieces_into(p, out, at)

    def spent_into(self, p: Player, out: vec[i16], at: i64) -> i64:
        """The dice that lie elsewhere than on islands."""
        left = p.spent
        while left != 0:
            place = (left >> 3) & 127
            face = i16(left & 7)
            if place >= AT_NOMAD:
                out[at + 1 + A.MAX_SPACES + place - AT_NOMAD] = face
            elif place >= AT_SPACE:
                out[at + 1 + place - AT_SPACE] = face
            elif place == AT_SAIL:
                out[at] = face
            left >>= SPENT
        return at + 1 + A.MAX_SPACES + self.n_nomads

    def pieces_into(self, p: Player, out: vec[i16], at: i64) -> i64:
        most: i64 = A.MAX_ISLANDS
        at = put_set(out, at, p.settlers, most)
        at = put_set(out, at, p.exhausted, most)
        at = put(out, at, p.islet)
        at = put(out, at, p.reserve)
        for island in range(most):
            out[at + island] = i16(((p.monuments >> island) & 1) + ((p.seconds >> island) & 1))
        at = put(out, at + most, p.track)
        at = put(out, at, p.nomad_monuments)
        at = put(out, at, p.storage_monument)
        at = put(out, at, p.loose)
        at = put_one_of(out, at, p.reserved, most)
        at = put_set(out, at, p.nomads, self.n_nomads)
        return put_set(out, at, p.face_up, self.n_nomads)
