"""Features of Buru: what a seat has, what this round will bring it, and what its Islanders, Elders and totems promise.

The rest of the round is reckoned through in short: Explorers still on the mats are taken as average ones, everybody
takes the best space left, tasks and tributes are the dearest that can be paid.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.judgement import NO_BAR, NO_MOVE, Judgement, reals
from skerry.core.rng import Rng
from skerry.core.state import BY_ITSELF, arg_of, seat_of, step_of, zeros
from skerry.games.buru import actions
from skerry.games.buru.actions import MAX_PLAYERS, N_DECREES, N_EXPLORERS, N_FOREST, N_ISLANDERS, N_SPIRITS
from skerry.games.buru.cards import (
    CLAY,
    EBONY,
    ESTEEM,
    FISH,
    FISHES,
    MARKER,
    N_GOODS,
    NOTHING,
    PALM,
    SPIRIT,
    TOKENS,
    TOTEMS,
    TRIBUTE_SET,
    BuruKit,
    DreamReader,
)
from skerry.games.buru.imagine import strong
from skerry.games.buru.scoring import elder_points
from skerry.games.buru.state import (
    ALL_EXPLORERS,
    AT_AFTERNOON,
    AT_MORNING,
    FOREST,
    GO,
    LAKE,
    LAKE_REGION,
    LAWAN_ACTS,
    LAY,
    NO_KIT,
    NONE,
    NOON,
    SHORE,
    SHORE_REGION,
    SPACE,
    TAKE,
    VILLAGE,
    VILLAGE_REGION,
    Buru,
    Player,
)

NAMES: Final = (
    "points village village_sure lake lake_sure palm clay ebony fish fish_more sets tokens fish_now recruits "
    "shore tasks tasks_more continuing islanders elders_worth elders elders_promise elder_soon totems "
    "totems_later decrees marker marker_later present triumphs left left_power participants level rounds stage"
)

# what goods are worth about, to choose between tasks and between cards: fish, palm, clay, ebony, Esteem
FISH_UNIT: Final = 0.35
TOKEN_UNIT: Final = 1.4
EBONY_UNIT: Final = 1.8
ELDER_UNIT: Final = 2.5
FEW_FISH: Final = 6.0
USUAL_FISH: Final = 5.0  # at the end
USUAL_TOKENS: Final = 2.0
GROWTH: Final = vec[float]([0.0, 0.4, 0.3, 0.4, 0.2, 0.0, 0.0, 0.4, 0.0, 0.0])  # a round, of what Elders count
ALMOST: Final = 0.25  # of a token: expected goods are no whole numbers


@final
class BuruJudgement(Judgement[Buru]):
    def __init__(self) -> None:
        super().__init__()
        self.goods: vec[float] = reals(N_GOODS)  # as they will be, region after region
        self.spirit: vec[float] = reals(3)  # what a tribute to each brings
        self.spared: vec[i64] = vec[i64]([0, 0, 0])  # tokens, by discounts
        self.holds: vec[float] = reals(3)  # the chance to hold the totem of each when tributes are paid
        self.use: vec[float] = reals(N_ISLANDERS)  # of own Islanders in a round
        self.coming: vec[i64] = zeros(MAX_PLAYERS)  # Explorers that each will still place, and their mean Power
        self.mean: vec[float] = reals(MAX_PLAYERS)
        # from the components
        self.kit: BuruKit = NO_KIT
        self.cost: vec[float] = reals(N_SPIRITS * ESTEEM)  # of tributes
        self.card_use: vec[float] = reals(N_ISLANDERS)  # in a round, what is counted left out
        self.card_price: vec[float] = reals(N_ISLANDERS)
        self.counting: i64 = 0  # Islanders that count something
        self.forest_worth: vec[float] = reals(N_FOREST)
        self.decree_worth: vec[float] = reals(N_DECREES)
        self.here: float = 0.0  # in the region looked at: the chance to be there,
        self.before: float = 0.0  # how many act earlier,
        self.first: float = 0.0  # the chance to be Triumphant,
        self.parts: i64 = 0  # and what is left to do on a space taken already
        self.space: i64 = NONE

    def names(self) -> list[str]:
        return NAMES.split()

    def has_secrets(self) -> bool:
        return True  # the Explorers that lie face down

    def begins_turn(self, state: Buru, ask: i64) -> bool:
        step = step_of(ask)
        return step in (GO, TAKE, SPACE)

    def progress(self, state: Buru) -> float:
        if state.round == 0:
            return 0.0
        return min(1.0, (float(state.round - 1) + stage(state)) / float(state.kit.rounds))

    def bar(self, state: Buru) -> float:
        best = NO_BAR
        for lawan in range(state.seats, state.n):
            best = max(best, lawan_estimate(state, lawan))
        return best

    def usual(self, state: Buru, rng: Rng) -> i64:
        """In the Morning: every region once, strong Explorers first."""
        ask = state.ask_now()
        step = step_of(ask)
        if step == NOON:
            return actions.REVEAL
        if step != GO and step != LAY:
            return NO_MOVE
        p = state.players[seat_of(ask)]
        if step == LAY:
            return actions.LAY + strong(state, p.mat, rng)
        n = uncovered(state, p)
        skip = rng.below(n) if n > 0 else 0
        for region in range(i64(4)):
            if n == 0 or p.how_many_in(region) == 0:
                if skip == 0:
                    return actions.GO + region
                skip -= 1
        return actions.GO

    def learn(self, kit: BuruKit) -> None:
        """Tables of the components, made once."""
        self.kit = kit
        self.counting = 0
        for spirit in range(i64(N_SPIRITS)):
            for kind in range(i64(ESTEEM)):
                self.cost[spirit * ESTEEM + kind] = float(kit.tribute_cost[spirit][kind])
        for card in range(i64(N_ISLANDERS)):
            islander = kit.islanders[card]
            bit = bits.bit(card)
            self.card_price[card] = float(islander.price)
            worth = 0.4
            if kit.can_be_tasked & bit:
                worth = goods_worth(islander.gain) - goods_worth(islander.pay)
                if isinstance(islander, DreamReader):
                    worth += ELDER_UNIT
                if islander.tally.what != NOTHING:
                    self.counting |= bit
            elif kit.discounts[islander.spirit] & bit:
                worth = 1.2
            elif kit.singers[islander.spirit] & bit:
                worth = 0.6
            self.card_use[card] = worth
        for row in range(i64(N_FOREST)):
            self.forest_worth[row] = goods_worth(kit.forest_gain[row])
        for decree in range(i64(N_DECREES)):
            worth = goods_worth(kit.decree_gain[decree])
            self.decree_worth[decree] = worth + ELDER_UNIT * float((kit.decree_elder >> decree) & 1)

    def features_into(self, state: Buru, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        if self.kit is not kit:
            self.learn(kit)
        p = state.players[seat]
        rounds = float(kit.rounds - max(1, state.round))  # after this one
        for number in range(state.n):
            q = state.players[number]
            self.coming[number] = to_place(q) if state.phase <= AT_MORNING else 0
            self.mean[number] = float(kit.power_of[q.mat]) / float(max(1, bits.count(q.mat)))
        left = self.coming[seat]
        goods = self.goods
        for kind in range(i64(N_GOODS)):
            goods[kind] = float(p.goods[kind])
        if p.mat != 0 and state.phase <= AT_MORNING:
            goods[FISH] += self.mean[seat]
        mask = p.islanders
        while mask != 0:
            card = bits.lowest(mask)
            mask &= mask - 1
            self.use[card] = self.use_of(state, seat, card)
        esteem = goods[ESTEEM]
        village: float = 0.0
        lake: float = 0.0
        elder_soon: float = 0.0
        decrees: float = 0.0
        present: float = 0.0
        triumphs: float = 0.0
        marker: float = 1.0 if next_emissary(state) == seat else 0.0
        totems: float = 0.0
        totems_later: float = 0.0
        out[10] = 0.0
        out[13] = 0.0
        out[14] = 0.0
        for turn in range(i64(4)):
            region = kit.region_order[turn]
            pending = (state.flipped >> region) & 1 == 0
            if pending:
                self.foresee(state, seat, region, left)
                decrees += self.first * self.decrees_worth(state.decrees & kit.decrees_at[region])
                triumphs += self.first
            elif region == state.region:
                self.find_turn(state, seat)
            else:
                self.here = 0.0
                self.first = 0.0
            for spirit in range(i64(3)):
                if kit.totem_home[spirit] == region:
                    chance = self.first
                    if state.totems[spirit] == seat:
                        chance = 1.0 if not pending else max(chance, self.nobody(state, seat, region))
                    self.holds[spirit] = chance
                    totems += chance
                    totems_later += chance * rounds
            if self.here == 0.0:
                continue
            present += self.here
            if region == FOREST:
                self.take(state)
                continue
            if self.space == NONE:
                free = state.free_spaces(region)
                self.space = bits.nth(free, min(i64(self.before + 0.5), bits.count(free) - 1))
                self.parts = kit.space_parts[self.space]
            if region == SHORE_REGION:
                self.recruit(state, seat, rounds, out)
            elif region == VILLAGE_REGION:
                village = self.task(state, seat)
                goods[FISH] += self.here * float(kit.space_fish[self.space])
            elif region == LAKE_REGION:
                self.spirits(state, seat)
                lake = self.here * self.pay(self.parts, False)
                if (kit.space_elder >> self.space) & 1:
                    elder_soon = self.here
                if (kit.space_marker >> self.space) & 1:
                    marker = max(marker, self.here)
        out[0] = float(state.score(seat))
        out[1] = village + goods[ESTEEM] - esteem
        out[2] = out[1] if left == 0 else 0.0
        out[3] = lake
        out[4] = lake if left == 0 else 0.0
        ahead = rounds > 0.0  # what is left over is of use
        out[5] = goods[PALM] if ahead else 0.0
        out[6] = goods[CLAY] if ahead else 0.0
        out[7] = goods[EBONY] if ahead else 0.0
        out[8] = min(FEW_FISH, goods[FISH]) if ahead else 0.0
        out[9] = max(0.0, goods[FISH] - FEW_FISH) if ahead else 0.0
        if ahead:
            self.spirits(state, seat)
            out[10] = self.pay(2, True)
        ahead = ahead or self.here > 0.0  # the Lake is the last region
        out[11] = float(p.tokens()) if ahead else 0.0
        out[12] = float(p.goods[FISH]) if ahead else 0.0
        self.islanders_into(state, seat, rounds, out)
        out[19] = float(elder_points(state, seat))
        out[20] = float(p.n_elders)
        out[21] = self.promise(state, seat, rounds)
        out[22] = elder_soon
        out[23] = totems
        out[24] = totems_later
        out[25] = decrees
        out[26] = marker
        out[27] = marker * rounds if not state.marker_passes else 0.0
        out[28] = present
        out[29] = triumphs
        out[30] = float(left)
        usual = float(kit.power_of[ALL_EXPLORERS]) / float(N_EXPLORERS)
        out[31] = (self.mean[seat] - usual) * float(left)
        out[32] = float(state.n)
        out[33] = float(state.level + 1) if state.n > state.seats else 0.0
        out[34] = rounds
        out[35] = stage(state)

    # ---- who comes first where
    def foresee(self, state: Buru, seat: i64, region: i64, left: i64) -> None:
        """In a region that is not flipped yet."""
        self.space = NONE
        self.before = 0.0
        self.first = 0.0
        p = state.players[seat]
        there = p.how_many_in(region)
        if there > 0:
            self.here = 1.0
        elif left > 0:
            self.here = min(1.0, float(left) / float(uncovered(state, p)))
        else:
            self.here = 0.0
            return
        own = self.strength(state, seat, region)
        self.first = self.here
        for other in range(state.n):
            if other != seat:
                q = state.players[other]
                coming = self.coming[other]
                chance = 1.0 if q.how_many_in(region) > 0 else min(1.0, 0.3 * float(coming))
                if chance == 0.0:
                    continue
                blur = 0.25 + 0.7 * float(left + coming)
                if state.is_lawan(other):
                    blur += 1.4 * float(q.how_many_in(region))
                ahead = self.strength(state, other, region) - own
                ahead += 0.3 if comes_first(state, other, seat) else -0.3
                chance *= min(1.0, max(0.0, 0.5 + ahead / (2.0 * blur)))
                self.before += chance
                self.first *= 1.0 - chance

    def strength(self, state: Buru, number: i64, region: i64) -> float:
        """Power in a region as it will be, if there at all."""
        p = state.players[number]
        there = p.how_many_in(region)
        mean = self.mean[number]
        if there == 0:
            return mean
        power = mean * float(there) if state.is_lawan(number) else float(state.kit.power_of[p.explorers_in(region)])
        return power + 0.15 * mean * float(self.coming[number])

    def find_turn(self, state: Buru, seat: i64) -> None:
        """In the region that is being resolved: is the seat still to act, or on its space already?"""
        self.space = NONE
        self.before = 0.0
        self.first = 0.0
        self.here = 0.0
        for back in range(state.depth):
            ask = state.asks[state.depth - 1 - back]
            step = step_of(ask)
            if ask & BY_ITSELF:
                if step == LAWAN_ACTS:
                    self.before += 1.0
            elif step in (TAKE, SPACE):
                if seat_of(ask) == seat:
                    self.here = 1.0
                    return
                self.before += 1.0
            elif seat_of(ask) == seat and (step in (SHORE, VILLAGE, LAKE)):
                self.here = 1.0
                self.parts = arg_of(ask) & 7
                self.space = arg_of(ask) >> 4
                return

    def nobody(self, state: Buru, seat: i64, region: i64) -> float:
        """The chance that no other takes the totem of this region."""
        if self.here == 1.0:
            return self.first
        chance: float = 1.0
        for other in range(state.n):
            if other != seat:
                q = state.players[other]
                if q.how_many_in(region) > 0:
                    return self.first
                chance *= 1.0 - min(1.0, 0.3 * float(self.coming[other]))
        return chance

    # ---- what the regions bring
    def decrees_worth(self, decrees: i64) -> float:
        worth: float = 0.0
        while decrees != 0:
            worth += self.decree_worth[bits.lowest(decrees)]
            decrees &= decrees - 1
        return worth

    def take(self, state: Buru) -> None:
        """The Forest card that is left when those before have taken the best ones."""
        if state.n_forest == 0:
            return
        rank = min(i64(self.before + 0.5), state.n_forest - 1)
        taken: i64 = 0
        card: i64 = 0
        while rank >= 0:
            best = -1.0
            place: i64 = 0
            for k in range(state.n_forest):
                if (taken >> k) & 1 == 0:
                    worth = self.forest_worth[state.forest_card(k)]
                    if worth > best:
                        best = worth
                        place = k
            taken |= 1 << place
            card = state.forest_card(place)
            rank -= 1
        gains = state.kit.forest_gain[card]
        for kind in range(i64(N_GOODS)):
            self.goods[kind] += self.here * float(gains[kind])

    def recruit(self, state: Buru, seat: i64, rounds: float, out: vec[float]) -> None:
        """The two best Islanders of the row that can be paid."""
        fish = self.goods[FISH] + ALMOST
        uses = rounds + 0.7 * to_village(state)
        best: float = 0.0
        second: float = 0.0
        payable: i64 = 0
        for place in range(state.n_row):
            card = state.row_card(place)
            price = self.card_price[card]
            if price <= fish:
                payable += 1
                worth = uses * self.use_of(state, seat, card) - FISH_UNIT * price
                if worth > best:
                    second = best
                    best = worth
                elif worth > second:
                    second = worth
        out[13] = self.here * float(min(self.parts, payable))
        if self.parts > 0:
            out[14] = self.here * best
        if self.parts > 1:
            out[14] += self.here * second

    def use_of(self, state: Buru, seat: i64, card: i64) -> float:
        """What an Islander brings in a round."""
        worth = self.card_use[card]
        if self.counting & bits.bit(card):
            worth += float(state.kit.islanders[card].tally.worth(state, seat))
        return worth

    def task(self, state: Buru, seat: i64) -> float:
        """The best tasks that can be paid, one after another; what is not goods comes back."""
        kit = state.kit
        goods = self.goods
        p = state.players[seat]
        rested = p.islanders & ~p.tasked & kit.can_be_tasked
        more: float = 0.0
        for _ in range(self.parts):
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
                goods[kind] += self.here * float(islander.gain[kind] - islander.pay[kind])
            if islander.tally.what != NOTHING:
                more += self.here * float(islander.tally.worth(state, seat))
            if isinstance(islander, DreamReader):
                more += self.here * ELDER_UNIT
        return more

    def spirits(self, state: Buru, seat: i64) -> None:
        """What a tribute to each spirit brings: its card, singers, the totem, Elders that count it."""
        kit = state.kit
        p = state.players[seat]
        for spirit in range(i64(3)):
            worth = float(kit.tribute_esteem[spirit] + bits.count(p.islanders & kit.singers[spirit]))
            worth += self.holds[spirit] * float(kit.totem_esteem)
            worth += FISH_UNIT * float(bits.count(state.decrees & kit.altar_decrees[spirit]))
            self.spirit[spirit] = worth
            self.spared[spirit] = 0
            if p.islanders & kit.discounts[spirit] != 0 and kit.tribute_tokens[spirit] > 1:
                self.spared[spirit] = 1
        mask = p.elders
        while mask != 0:
            elder = kit.elders[bits.lowest(mask)]
            mask &= mask - 1
            if elder.what == SPIRIT:
                self.spirit[elder.arg] += float(elder.points) / float(elder.each)
            elif elder.what == TRIBUTE_SET:
                fewest = min(p.tributes[0], p.tributes[1], p.tributes[2])
                for spirit in range(i64(3)):
                    if p.tributes[spirit] == fewest:
                        self.spirit[spirit] += 0.5 * float(elder.points)

    def pay(self, parts: i64, on_credit: bool) -> float:
        """One or two tributes, the best that can be paid; on credit fish do not matter, and nothing is paid."""
        if parts == 0:
            return 0.0
        best: float = 0.0
        one: i64 = NONE
        two: i64 = NONE
        for first in range(i64(3)):
            for second in range(first - 1, i64(3)):
                other = second if second >= first else i64(NONE)
                if other != NONE and parts < 2:
                    continue
                worth = self.spirit[first]
                if other != NONE:
                    worth += self.spirit[other]
                if worth > best and self.missing(first, other, on_credit) <= self.saved(first, other):
                    best = worth
                    one = first
                    two = other
        if one != NONE and not on_credit:
            self.spend(one, two)
        return best

    def saved(self, first: i64, second: i64) -> float:
        spared = float(self.spared[first])
        if second != NONE:
            spared += float(self.spared[second])
        return spared + ALMOST

    def missing(self, first: i64, second: i64, on_credit: bool) -> float:
        """How many tokens; without the fish, far too many."""
        missing: float = 0.0
        for kind in range(i64(ESTEEM)):
            lacking = self.cost_of(first, second, kind) - self.goods[kind]
            if kind == FISH:
                if lacking > ALMOST and not on_credit:
                    return 100.0
            elif lacking > 0.0:
                missing += lacking
        return missing

    def cost_of(self, first: i64, second: i64, kind: i64) -> float:
        cost = self.cost[first * ESTEEM + kind]
        return cost if second == NONE else cost + self.cost[second * ESTEEM + kind]

    def spend(self, first: i64, second: i64) -> None:
        unused = self.saved(first, second) - ALMOST - self.missing(first, second, True)
        for kind in range(i64(ESTEEM)):
            self.goods[kind] = max(0.0, self.goods[kind] - self.here * self.cost_of(first, second, kind))
        if unused > 0.0:
            self.goods[EBONY] += self.here * unused

    # ---- what is there to stay
    def promise(self, state: Buru, seat: i64, rounds: float) -> float:
        """What the Elders of the hand will be worth beyond what they are now, if the game goes on as usual."""
        if rounds == 0.0:
            return 0.0
        more: float = 0.0
        mask = state.players[seat].elders
        while mask != 0:
            elder = state.kit.elders[bits.lowest(mask)]
            mask &= mask - 1
            if elder.what == NOTHING:
                continue
            count = float(state.count_of(seat, elder.what, elder.arg))
            then = count + GROWTH[elder.what] * rounds
            if elder.what in (FISHES, TOKENS):
                then = USUAL_FISH if elder.what == FISHES else USUAL_TOKENS
            elif elder.what in (MARKER, TOTEMS):
                then = 0.6 * count + 0.3
            worth = min(float(elder.most), then * float(elder.points) / float(elder.each))
            more += worth + float(elder.base) - float(elder.worth(state, seat))
        return more

    def islanders_into(self, state: Buru, seat: i64, rounds: float, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        best: float = 0.0
        second: float = 0.0
        third: float = 0.0
        rest: float = 0.0
        mask = p.islanders & kit.can_be_tasked
        while mask != 0:
            card = bits.lowest(mask)
            mask &= mask - 1
            worth = self.use[card]
            if worth > best:
                rest += third
                third = second
                second = best
                best = worth
            elif worth > second:
                rest += third
                third = second
                second = worth
            elif worth > third:
                rest += third
                third = worth
            else:
                rest += worth
        continuing: float = 0.0
        mask = p.islanders & ~kit.can_be_tasked
        while mask != 0:
            continuing += self.use[bits.lowest(mask)]
            mask &= mask - 1
        out[15] = (best + second) * rounds
        out[16] = (third + 0.5 * rest) * rounds
        out[17] = continuing * rounds
        out[18] = float(bits.count(p.islanders))


def stage(state: Buru) -> float:
    """How far the round has come."""
    if state.phase == AT_AFTERNOON:
        return 0.4 + 0.15 * float(bits.count(state.flipped))
    placed: i64 = 0
    for p in state.players:
        placed += p.how_many_placed()
    return 0.1 * float(placed) / float(state.n)


def next_emissary(state: Buru) -> i64:
    """Whose turn it is to begin the next round, unless the marker is taken."""
    if state.marker_passes and not state.marker_taken:
        return (state.emissary + 1) % state.n
    return state.emissary


def to_village(state: Buru) -> float:
    return 1.0 if (state.flipped >> VILLAGE_REGION) & 1 == 0 else 0.0


def to_place(p: Player) -> i64:
    """Explorers that will still go to regions."""
    return max(0, 4 - p.how_many_placed())


def uncovered(state: Buru, p: Player) -> i64:
    """Regions without an Explorer of this player."""
    n: i64 = 0
    for region in range(i64(4)):
        if p.how_many_in(region) == 0:
            n += 1
    return n


def comes_first(state: Buru, one: i64, other: i64) -> bool:
    """With equal Power."""
    start = state.emissary if state.flipped == 0 else state.ties_from
    if state.kit.emissary_last:
        start += 1
    n = state.n
    return (one - start + n) % n < (other - start + n) % n


def goods_worth(goods: vec[i64]) -> float:
    worth = FISH_UNIT * float(goods[FISH]) + TOKEN_UNIT * float(goods[PALM] + goods[CLAY])
    return worth + EBONY_UNIT * float(goods[EBONY]) + float(goods[ESTEEM])


# ---- the Lawan: by level, what they score in a round, and what their goods and Islanders are worth to them
LAWAN_ROUND: Final = vec[float]([4.8, 6.1, 7.4, 9.4])
LAWAN_TOKEN: Final = 0.4
LAWAN_FISH: Final = 0.35
LAWAN_ISLANDER: Final = 0.3
LAWAN_BETTER: Final = 1.5  # that the better one of two scores more in a round


def lawan_estimate(state: Buru, lawan: i64) -> float:
    points = float(state.score(lawan))
    if state.over:
        return points
    p = state.players[lawan]
    points += float(elder_points(state, lawan))
    left = float(state.kit.rounds - state.round) + 1.0 - stage(state)
    if state.n - state.seats > 1:
        points += left * LAWAN_BETTER
    points += left * (LAWAN_ROUND[state.level] + LAWAN_ISLANDER * float(bits.count(p.islanders)))
    return points + LAWAN_TOKEN * float(p.tokens()) + LAWAN_FISH * float(p.goods[FISH])


JUDGEMENT: Final = BuruJudgement
