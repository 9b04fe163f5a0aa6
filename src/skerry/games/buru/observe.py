"""Observations: what a seat may know as numbers.  Cards stand in the order of their numbers in the action table."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skerry.core import bits
from skerry.core.observe import Encoder, FieldEntry, put, put_one_of, put_packed, put_set
from skerry.core.state import step_of
from skerry.games.buru import actions as A
from skerry.games.buru import scoring
from skerry.games.buru import state as S
from skerry.games.buru.cards import N_GOODS
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.kit.rows import REGIONS, SPIRITS
from skerry.games.buru.player import ALL_EXPLORERS, NONE, Player
from skerry.games.buru.state import Buru

STEP_NAMES: Final = (
    "emissary decree grow arrive elder scheme plot power go lay take space shore give get village lake spare discard "
    "noon count dawn morning region resolve side_gains elders dusk lawan_acts lawan_recruits"
)
PHASE_NAMES: Final = ["setup", "dawn", "morning", "noon", "afternoon", "dusk"]
GOOD_NAMES: Final = ["fish", "palm", "clay", "ebony", "esteem"]
MAX_DEEDS: Final = 7
ROW: Final = 8  # more places than the recruitment row has


def component_ids(base: int, count: int) -> list[str]:
    """Components by their ids, as in action texts."""
    return [ACTIONS.text(base + number).split(" ", 1)[1] for number in range(count)]


def seen_explorers(state: Buru, p: Player) -> i64:
    """What everybody has seen this round, as a set."""
    seen: i64 = 0
    if p.kept != NONE:
        seen = bits.bit(p.kept)
    for region in range(i64(A.N_REGIONS)):
        if (state.flipped >> region) & 1:
            seen |= p.explorers_in(region)
    return seen


@final
class BuruEncoder(Encoder[Buru]):
    def __init__(self, state: Buru) -> None:
        super().__init__(state.seats, state.n, len(STEP_NAMES.split()))
        self.regions: list[str] = list(REGIONS)
        self.spirits: list[str] = list(SPIRITS)
        self.decrees: list[str] = component_ids(A.DECREE, A.N_DECREES)
        self.forest: list[str] = component_ids(A.TAKE, A.N_FOREST)
        self.islanders: list[str] = component_ids(A.RECRUIT, A.N_ISLANDERS)
        self.elders: list[str] = component_ids(A.DISCARD, A.N_ELDERS)
        self.explorers: list[str] = component_ids(A.LAY, A.N_EXPLORERS)
        self.plots: list[str] = component_ids(A.PLOT, A.N_PLOTS)
        self.spaces: list[str] = component_ids(A.SPACE, A.N_SPACES)
        self.measure()

    def step_names(self) -> list[str]:
        return STEP_NAMES.split()

    # ---- the table
    def table_entries(self) -> list[FieldEntry]:
        who = self.player_names()
        places = [str(place) for place in range(ROW)]
        return [
            ("round", [], 0, 20, "the round"),
            ("phase", PHASE_NAMES, 0, 1, "the phase"),
            ("emissary", who, 0, 1, "who has the marker"),
            ("ties", who, 0, 1, "whose place decides ties this round"),
            ("marker_taken", [], 0, 1, "the marker has changed hands this round"),
            ("region", self.regions, 0, 1, "the region being resolved"),
            ("flipped", self.regions, 0, 1, "regions that are revealed"),
            ("order", [str(place) for place in range(self.players)], 0, self.players, ORDER),
            ("bonus", [], 0, 1, "the bonus of the present space is still to come"),
            (
                "deeds",
                [str(place) for place in range(MAX_DEEDS)],
                0,
                255,
                "the action under way, as actions, the latest first",
            ),
            ("decrees", self.decrees, 0, 1, "Decrees on the board"),
            ("decrees_unseen", self.decrees, 0, 1, "Decrees that may still come"),
            ("decrees_won", self.decrees, 0, 1, "Decrees collected in this round"),
            ("decrees_to_come", [], 0, 30, "how many Decrees will still be revealed"),
            ("forest", self.forest, 0, 15, "Forest cards shown"),
            ("forest_deck", self.forest, 0, 15, "Forest cards undrawn"),
            ("forest_gone", self.forest, 0, 15, "Forest cards discarded"),
            ("row", self.islanders, 0, 1, "Islanders in the recruitment row"),
            ("row_place", places, 0, A.N_ISLANDERS, "the number of the Islander at each place, from the left; 0: none"),
            ("islander_deck", self.islanders, 0, 1, "Islanders undrawn"),
            ("islanders_gone", self.islanders, 0, 1, "Islanders discarded"),
            ("elder_deck", [], 0, A.N_ELDERS, "Elders in the deck"),
            ("elder_discards", [], 0, A.N_ELDERS, "Elders in the discards"),
            ("plot_deck", self.plots, 0, 1, "Plot cards that may still come"),
            ("level", [], 0, 10, "level of the Lawan"),
            ("variants", ["cycle_forced", "free_order", "marker_passes", "task_forced"], 0, 1, "options of this game"),
        ]

    def table_into(self, state: Buru, seat: i64, out: vec[i16], at: i64) -> i64:
        n = self.players
        ties = state.emissary if state.flipped == 0 else state.ties_from
        at = put(out, at, state.round)
        at = put_one_of(out, at, state.phase, len(PHASE_NAMES))
        at = put_one_of(out, at, (state.emissary - seat + n) % n, n)
        at = put_one_of(out, at, (ties - seat + n) % n, n)
        at = put(out, at, 1 if state.marker_taken else 0)
        at = put_one_of(out, at, state.region, A.N_REGIONS)
        at = put_set(out, at, state.flipped, A.N_REGIONS)
        order = state.order
        for place in range(n):
            if order & 15 != 0:
                out[at + place] = i16(((order & 15) - 1 - seat + n) % n + 1)
            order >>= 4
        at = put(out, at + n, 1 if state.side_open else 0)
        at = put_packed(out, at, state.deeds, 8, MAX_DEEDS)
        at = put_set(out, at, state.decrees, A.N_DECREES)
        at = put_set(out, at, state.decree_deck, A.N_DECREES)
        at = put_set(out, at, state.decrees_won, A.N_DECREES)
        at = put(out, at, self.decrees_to_come(state))
        return self.decks_into(state, out, at)

    def decrees_to_come(self, state: Buru) -> i64:
        count = state.kit.decrees_per_round * (state.kit.rounds - state.round)
        for place in range(state.depth):
            if step_of(state.asks[place]) == S.DECREE:
                count += 1
        return count

    def decks_into(self, state: Buru, out: vec[i16], at: i64) -> i64:
        for place in range(state.n_forest):
            out[at + state.forest_card(place)] += 1
        at = put_packed(out, at + A.N_FOREST, state.forest_deck, 4, A.N_FOREST)
        at = put_packed(out, at, state.forest_gone, 4, A.N_FOREST)
        for place in range(state.n_row):
            out[at + state.row_card(place)] = 1
            out[at + A.N_ISLANDERS + place] = i16(state.row_card(place) + 1)
        at = put_set(out, at + A.N_ISLANDERS + ROW, state.islander_deck, A.N_ISLANDERS)
        at = put_set(out, at, state.islanders_gone, A.N_ISLANDERS)
        at = put(out, at, state.elders_left())
        at = put(out, at, bits.count(state.elders_discarded()))
        at = put_set(out, at, state.plot_deck, A.N_PLOTS)
        at = put(out, at, state.level)
        out[at] = 1 if state.cycle_forced else 0
        out[at + 1] = 1 if state.free_order else 0
        out[at + 2] = 1 if state.marker_passes else 0
        out[at + 3] = 1 if state.task_forced else 0
        return at + 4

    # ---- what a seat alone knows
    def own_entries(self) -> list[FieldEntry]:
        placed = [f"{region} {explorer}" for region in self.regions for explorer in self.explorers]
        return [
            ("mat", self.explorers, 0, 1, "Explorers on your mat"),
            ("placed", placed, 0, 1, "where your Explorers are"),
            ("elders", self.elders, 0, 1, "Elders in your hand"),
            ("elders_drawn", self.elders, 0, 1, "those just drawn, before the discard"),
            ("elders_out", self.elders, 0, 1, "Elders that you have discarded"),
            ("elders_back", self.elders, 0, 1, "Elders that you discarded and that were shuffled into the deck"),
            ("elder_points", [], 0, 500, "what your Elders are worth as things stand"),
        ]

    def own_into(self, state: Buru, seat: i64, out: vec[i16], at: i64) -> i64:
        p = state.players[seat]
        at = put_set(out, at, p.mat, A.N_EXPLORERS)
        at = put_set(out, at, p.placed, A.N_REGIONS * A.N_EXPLORERS)
        at = put_set(out, at, p.elders, A.N_ELDERS)
        at = put_set(out, at, 0 if state.over else p.elders_drawn, A.N_ELDERS)
        at = put_set(out, at, p.elders_out, A.N_ELDERS)
        at = put_set(out, at, p.elders_back, A.N_ELDERS)
        return put(out, at, scoring.elder_points(state, seat))

    # ---- a player
    def player_entries(self) -> list[FieldEntry]:
        shown = [f"{region} {explorer}" for region in self.regions for explorer in self.explorers]
        return [
            ("lawan", [], 0, 1, "a Lawan, not a person"),
            ("goods", GOOD_NAMES, 0, 500, "goods, and the Esteem gained so far"),
            ("esteem_from", ["decrees", "totems"], 0, 500, "how much of it came from these"),
            ("score", [], -100, 1000, "points: with tribute cards, and with Elders at the end"),
            ("tributes", self.spirits, 0, 50, "tribute cards"),
            ("totems", self.spirits, 0, 1, "totems held"),
            ("islanders", self.islanders, 0, 1, "Islanders recruited"),
            ("tasked", self.islanders, 0, 1, "those that are tasked"),
            ("decrees", self.decrees, 0, 1, "Decrees collected"),
            ("elder_count", [], 0, A.N_ELDERS, "Elders in hand"),
            ("elders", self.elders, 0, 1, "which, once the game is over"),
            ("elders_new", [], 0, 50, "Elders drawn since the last reshuffle"),
            ("explorers", self.regions, 0, A.N_EXPLORERS, "Explorers in each region"),
            ("shown", shown, 0, 1, "those that everybody has seen there"),
            ("sent", [str(place) for place in range(A.N_EXPLORERS)], 0, A.N_REGIONS, SENT),
            ("kept", self.explorers, 0, 1, "the Explorer shown at Noon"),
            ("unseen", self.explorers, 0, 1, "Explorers that not everybody has seen this round"),
            ("spaces", self.spaces, 0, 1, "action spaces this player stands on"),
            ("plot", self.plots, 0, 1, "the Plot card of a Lawan"),
            ("plot_fits", self.plots, 0, 1, "Plot cards that a Lawan may have"),
        ]

    def player_into(self, state: Buru, number: i64, seat: i64, out: vec[i16], at: i64) -> i64:
        p = state.players[number]
        lawan = number >= state.seats
        at = put(out, at, 1 if lawan else 0)
        for good in range(i64(N_GOODS)):
            out[at + good] = i16(p.goods[good])
        at = put(out, at + N_GOODS, p.from_decrees)
        at = put(out, at, p.from_totems)
        at = put(out, at, state.score(number))
        for spirit in range(i64(A.N_SPIRITS)):
            out[at + spirit] = i16(p.tributes[spirit])
            if state.totems[spirit] == number:
                out[at + A.N_SPIRITS + spirit] = 1
        at = put_set(out, at + 2 * A.N_SPIRITS, p.islanders, A.N_ISLANDERS)
        at = put_set(out, at, p.tasked, A.N_ISLANDERS)
        at = put_set(out, at, p.decrees, A.N_DECREES)
        at = put(out, at, p.n_elders)
        at = put_set(out, at, p.elders if state.over and not lawan else 0, A.N_ELDERS)
        at = put(out, at, p.elders_new)
        at = put_packed(out, at, p.n_placed, 4, A.N_REGIONS)
        at = self.shown_into(state, p, lawan, out, at)
        at = put_packed(out, at, p.sent, 4, A.N_EXPLORERS)
        at = put_one_of(out, at, p.kept, A.N_EXPLORERS)
        at = put_set(out, at, ALL_EXPLORERS & ~seen_explorers(state, p), A.N_EXPLORERS)
        for space in range(i64(A.N_SPACES)):
            if state.who_stands_on(space) == number:
                out[at + space] = 1
        at = put_one_of(out, at + A.N_SPACES, p.plot, A.N_PLOTS)
        return put_set(out, at, p.possible_plots if lawan else 0, A.N_PLOTS)

    def shown_into(self, state: Buru, p: Player, lawan: bool, out: vec[i16], at: i64) -> i64:
        for region in range(i64(A.N_REGIONS)):
            if lawan or (state.flipped >> region) & 1:
                put_set(out, at + A.N_EXPLORERS * region, p.explorers_in(region), A.N_EXPLORERS)
        return at + A.N_REGIONS * A.N_EXPLORERS


ORDER = "who acts in this region, first to last: 1 is you, then clockwise; 0: nobody more"
SENT = "the regions they went to, in order, counted from 1; 0: not sent yet"
