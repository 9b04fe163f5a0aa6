"""A rough forecast of the rest of a round of Buru for one seat: what each region in turn will bring.

It assumes that everybody takes the best space left, and the most valuable tasks and tributes they can pay for.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.buru_tables import ELDER_UNIT, FISH_UNIT, KitTables
from skerry.bots.judgement.buru_tributes import ALMOST, Tributes
from skerry.bots.judgement.buru_turn import RegionTurn, is_pending
from skerry.brain.judgement import reals
from skerry.core import bits
from skerry.games.buru.actions import N_ISLANDERS, N_SPIRITS
from skerry.games.buru.cards import COUNTS_NOTHING, EBONY, ESTEEM, FISH, N_GOODS, DreamReader, Picker
from skerry.games.buru.player import NONE
from skerry.games.buru.state import AT_AFTERNOON, AT_MORNING, FOREST, LAKE_REGION, SHORE_REGION, VILLAGE_REGION, Buru


@final
class RestOfRound:
    """`reckon` fills the fields; they are valid until the next call."""

    def __init__(self) -> None:
        self.tables: KitTables = KitTables()
        self.turn: RegionTurn = RegionTurn()
        self.tributes: Tributes = Tributes()
        self.rounds: float = 0.0  # after this one
        self.left: i64 = 0  # Explorers still to be placed, and their mean Power
        self.mean: float = 0.0
        self.goods: vec[float] = reals(N_GOODS)  # as they will be, updated region by region
        self.use: vec[float] = reals(N_ISLANDERS)  # of the seat's own Islanders, per round
        self.present: float = 0.0  # in how many regions
        self.triumphs: float = 0.0
        self.decrees: float = 0.0  # what the Decrees won with the triumphs bring
        self.holds: vec[float] = reals(N_SPIRITS)  # the chance to hold the totem of each spirit
        self.totems: float = 0.0  # how many totems in this round,
        self.totems_later: float = 0.0  # and summed over the rounds to come
        self.recruits: float = 0.0  # how many Islanders it can pay for,
        self.shore: float = 0.0  # and what they are worth
        self.village: float = 0.0  # Esteem from Forest and Village, goods converted
        self.lake: float = 0.0  # Esteem from tributes
        self.elder_soon: float = 0.0
        self.marker: float = 0.0  # the chance to hold it next
        self.last: float = 0.0  # the chance to be in the last region, unless that is over
        self.sets: float = 0.0  # Esteem of two tributes paid with the goods left over

    def reckon(self, state: Buru, seat: i64) -> None:
        kit = state.kit
        if self.tables.kit is not kit:
            self.tables.learn(kit)
            self.tributes.learn(kit)
        turn = self.turn
        turn.count(state)
        self.begin(state, seat)
        esteem = self.goods[ESTEEM]
        for place in range(i64(4)):
            region = kit.region_order[place]
            turn.look(state, seat, region)
            self.triumph(state, seat, region)
            if turn.here > 0.0:
                self.present += turn.here
                self.act(state, seat, region)
        self.last = turn.here
        self.village = self.village + self.goods[ESTEEM] - esteem
        if self.rounds > 0.0:
            self.tributes.weigh(state, seat, self.holds)
            self.sets = self.tributes.choose(self.goods, 2, True)

    def begin(self, state: Buru, seat: i64) -> None:
        """The position before the first region."""
        p = state.players[seat]
        self.rounds = float(state.kit.rounds - max(1, state.round))
        self.left = self.turn.coming[seat]
        self.mean = self.turn.mean[seat]
        for kind in range(i64(N_GOODS)):
            self.goods[kind] = float(p.goods[kind])
        if p.mat != 0 and state.phase <= AT_MORNING:
            self.goods[FISH] += self.mean
        mask = p.islanders
        while mask != 0:
            card = bits.lowest(mask)
            mask &= mask - 1
            self.use[card] = self.tables.use_of(state, seat, card)
        self.present = 0.0
        self.triumphs = 0.0
        self.decrees = 0.0
        self.totems = 0.0
        self.totems_later = 0.0
        self.recruits = 0.0
        self.shore = 0.0
        self.village = 0.0
        self.lake = 0.0
        self.elder_soon = 0.0
        self.marker = 1.0 if next_emissary(state) == seat else 0.0
        self.sets = 0.0

    def triumph(self, state: Buru, seat: i64, region: i64) -> None:
        """What being first in a region brings."""
        kit = state.kit
        turn = self.turn
        if is_pending(state, region):
            self.decrees += turn.first * self.tables.decrees_worth(state.decrees & kit.decrees_at[region])
            self.triumphs += turn.first
        for spirit in range(i64(N_SPIRITS)):
            if kit.totem_home[spirit] == region:
                self.holds[spirit] = turn.totem(state, seat, region, spirit)
                self.totems += self.holds[spirit]
                self.totems_later += self.holds[spirit] * self.rounds

    def act(self, state: Buru, seat: i64, region: i64) -> None:
        """What the card or space taken in a region brings."""
        if region == FOREST:
            self.take(state)
            return
        kit = state.kit
        turn = self.turn
        turn.take_space(state, region)
        if region == SHORE_REGION:
            self.recruit(state, seat)
        elif region == VILLAGE_REGION:
            self.village = self.task(state, seat)
            self.goods[FISH] += turn.here * float(kit.space_fish[turn.space])
        elif region == LAKE_REGION:
            self.tributes.weigh(state, seat, self.holds)
            self.lake = turn.here * self.tributes.choose(self.goods, turn.parts, False)
            self.tributes.spend(self.goods, turn.here)
            if (kit.space_elder >> turn.space) & 1:
                self.elder_soon = turn.here
            if (kit.space_marker >> turn.space) & 1:
                self.marker = max(self.marker, turn.here)

    def take(self, state: Buru) -> None:
        """The best Forest card left after those who act earlier have taken theirs."""
        if state.n_forest == 0:
            return
        rank = min(i64(self.turn.before + 0.5), state.n_forest - 1)
        taken: i64 = 0
        card: i64 = 0
        while rank >= 0:
            best = -1.0
            place: i64 = 0
            for k in range(state.n_forest):
                if (taken >> k) & 1 == 0:
                    worth = self.tables.forest[state.forest_card(k)]
                    if worth > best:
                        best = worth
                        place = k
            taken |= 1 << place
            card = state.forest_card(place)
            rank -= 1
        gains = state.kit.forest_gain[card]
        for kind in range(i64(N_GOODS)):
            self.goods[kind] += self.turn.here * float(gains[kind])

    def recruit(self, state: Buru, seat: i64) -> None:
        """The two best Islanders in the row that the seat can pay for."""
        fish = self.goods[FISH] + ALMOST
        uses = self.rounds + (0.7 if is_pending(state, VILLAGE_REGION) else 0.0)
        best: float = 0.0
        second: float = 0.0
        payable: i64 = 0
        for place in range(state.n_row):
            card = state.row_card(place)
            price = self.tables.price[card]
            if price <= fish:
                payable += 1
                worth = uses * self.tables.use_of(state, seat, card) - FISH_UNIT * price
                if worth > best:
                    second = best
                    best = worth
                elif worth > second:
                    second = worth
        self.recruits = self.turn.here * float(min(self.turn.parts, payable))
        if self.turn.parts > 0:
            self.shore = self.turn.here * best
        if self.turn.parts > 1:
            self.shore += self.turn.here * second

    def task(self, state: Buru, seat: i64) -> float:
        """The best tasks it can pay for, one after another; returns the worth of what is not goods."""
        kit = state.kit
        goods = self.goods
        p = state.players[seat]
        rested = p.islanders & ~p.tasked & kit.can_be_tasked
        more: float = 0.0
        for _task in range(self.turn.parts):
            best: float = 0.0
            chosen: i64 = NONE
            mask = rested
            while mask != 0:
                card = bits.lowest(mask)
                mask &= mask - 1
                pay = kit.islanders[card].pay
                payable = True
                for kind in range(i64(ESTEEM)):
                    if float(pay[kind]) > goods[kind] + ALMOST:
                        payable = False
                        break
                if payable:
                    worth = self.use[card]
                    if worth > best:
                        best = worth
                        chosen = card
            if chosen == NONE:
                break
            rested &= ~bits.bit(chosen)
            islander = kit.islanders[chosen]
            for kind in range(i64(N_GOODS)):
                goods[kind] += self.turn.here * float(islander.gain[kind] - islander.pay[kind])
            if islander.tally.what != COUNTS_NOTHING:
                counted = self.turn.here * float(islander.tally.worth(state, seat))
                if islander.counted == ESTEEM:
                    more += counted
                else:
                    goods[islander.counted] += counted
            if isinstance(islander, Picker):
                goods[EBONY] += self.turn.here
            if isinstance(islander, DreamReader):
                more += self.turn.here * ELDER_UNIT
        return more


def next_emissary(state: Buru) -> i64:
    """Who will begin the next round, unless somebody takes the marker."""
    stays = state.round == state.kit.rounds and state.kit.marker_stays_last
    if state.marker_passes and not state.marker_taken and not stays:
        return (state.emissary + 1) % state.n
    return state.emissary


def stage(state: Buru) -> float:
    """How far the round has come."""
    if state.phase == AT_AFTERNOON:
        return 0.4 + 0.15 * float(bits.count(state.flipped))
    placed: i64 = 0
    for p in state.players:
        placed += p.how_many_placed()
    return 0.1 * float(placed) / float(state.n)
