"""Features of Tungaru: what the recruited Nomads will score, what they bring, and which ones can be had next."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.judgement import Judgement
from skerry.core.state import step_of
from skerry.games.tungaru.actions import N_LEADERS, N_MIGRATION
from skerry.games.tungaru.cards import (
    BEGGAR,
    CHIEF,
    EQUAL,
    FISHER,
    FLIP_SAIL,
    FLIP_SETTLE,
    INCOME,
    LESS,
    N_COLOURS,
    NO_BENEFIT,
    PER_FLOWER,
    PER_GOODS,
    PER_MONUMENT,
    PER_NOMAD,
    PER_SETTLER,
    PER_STORAGE,
    SAIL,
    SHIFT,
    STORAGE,
    SWAP,
    TRADER,
    TWICE,
    WORKER,
    Nomad,
)
from skerry.games.tungaru.effects import dice as D
from skerry.games.tungaru.effects import goods as G
from skerry.games.tungaru.state import BOAT, LEADER, NONE, TURN, Player, Tungaru

NAMES: Final = (
    "points left nomads_more monuments_more settlers_more goods_now goods_all flower_points flower_sums "
    "flower_colours storage_tiles storage_values fish shells coconuts pearls kinds crowded capacity "
    "income shift sales sale_now flip_sail flip_settle spaces monuments "
    "settlers_left settlers_used ready dice harvest leader_space twice less sail equal swap trade begs "
    "workers beggars fishers traders starts reserved now best second third"
)
UNITS: Final = 0x03020201  # what goods are worth beside each other: Fish 1, Shell 2, Coconut 2, Pearl 3
FAR: Final = 9  # steps to a Nomad that cannot be had


def unit(good: i64) -> i64:
    return (UNITS >> (8 * good)) & 0xFF


def units(goods: i64) -> i64:
    """Packed goods, added up by what they are worth."""
    total: i64 = 0
    for good in range(i64(G.N_GOODS)):
        total += G.of(goods, good) * unit(good)
    return total


@final
class TungaruJudgement(Judgement[Tungaru]):
    """`survey` adds up the Nomads of one player; the fields hold the sums until the features are written."""

    def __init__(self) -> None:
        super().__init__()
        self.left: float = 0.0  # recruits that this player may still expect
        self.monuments_more: float = 0.0  # Monuments to come
        self.settlers_more: float = 0.0
        self.storage_value: i64 = 0  # points printed on all Nomads of a kind
        self.monument_value: i64 = 0
        self.settler_value: i64 = 0
        self.nomad_value: i64 = 0
        self.storages: i64 = 0  # Storage Nomads
        self.flowers: i64 = 0  # the best value of each colour, eight bits each
        self.flower_sum: i64 = 0
        self.colours: i64 = 0
        self.goods_now: i64 = 0
        self.goods_all: i64 = 0
        self.income: i64 = 0  # units a round
        self.sales: float = 0.0  # points a round, if there is something to sell
        self.sale_now: i64 = 0
        self.flip_sails: i64 = 0
        self.flip_settles: i64 = 0
        self.storages_open: float = 0.0  # Storage Nomads not recruited yet, for each player
        self.room: bool = False  # for one more face-up Nomad

    def names(self) -> list[str]:
        return NAMES.split()

    def begins_turn(self, state: Tungaru, ask: i64) -> bool:
        step = step_of(ask)
        return step in (TURN, LEADER, BOAT)

    def progress(self, state: Tungaru) -> float:
        """By the Nomads that are recruited and those that still move to the islands, or by the standstill."""
        left = refills(state)
        if state.ending or left == 0:
            return 1.0
        done: i64 = 0
        for p in state.players:
            done += bits.count(p.nomads)
        still = 0.0 if state.stall == 0 else float(state.quiet) / float(state.stall)
        return max(still, float(done) / float(done + left))

    def features_into(self, state: Tungaru, seat: i64, out: vec[float]) -> None:
        p = state.players[seat]
        hidden = not state.shown and p.leader != NONE  # chosen, its work not done yet
        goods = p.goods
        benefit = p.benefit
        if state.phase == 2 and p.leader != NONE:
            benefit = state.kit.leaders[p.leader].benefit
        if hidden and p.leader == FISHER:
            goods += G.ONE_FISH
        passed = (state.passed >> seat) & 1 != 0
        faces: i64 = 0
        dice: i64 = 0
        ready: i64 = 0
        if passed:
            benefit = NO_BENEFIT
        else:
            faces = D.widen(D.faces(p.dice), p.shift)
            dice = D.count(p.dice)
            if hidden and p.leader == WORKER:
                dice += 1
            ready = p.settlers & ~p.exhausted
        self.expect(state, p)
        self.survey(state, p, goods, faces)
        self.score_into(p, out)
        self.goods_into(p, goods, out)
        self.board_into(state, p, out)
        out[29] = float(bits.count(ready))
        out[30] = float(dice) - others_dice(state, seat)
        harvest = best_harvest(state, p, faces)
        out[31] = float(harvest)
        out[32] = float(best_space(state, p, faces)) if not passed else 0.0
        out[33] = float(harvest) if benefit == TWICE else 0.0
        out[34] = 1.0 if benefit == LESS else 0.0
        out[35] = 1.0 if benefit == SAIL else 0.0
        out[36] = 1.0 if benefit == EQUAL else 0.0
        out[37] = 1.0 if benefit == SWAP else 0.0
        out[38] = 1.0 if hidden and p.leader == TRADER else 0.0
        out[39] = 1.0 if hidden and p.leader == BEGGAR else 0.0
        self.hand_into(state, p, seat, hidden, out)
        self.tiles_into(state, p, goods, benefit, ready, dice, out)

    def expect(self, state: Tungaru, p: Player) -> None:
        """What is still to come for this player."""
        left = 0.0 if state.ending else float(refills(state)) / float(state.seats)
        available = p.nomad_monuments + p.storage_monument + p.loose + len(state.kit.track) - p.track
        if p.reserved != NONE:
            available += 1
        self.left = left
        self.monuments_more = min(left, float(available))
        self.settlers_more = min(0.4 * left, float(p.reserve))
        self.storages_open = float(bits.count(state.kit.storage_nomads & unrecruited(state))) / float(state.seats)
        self.room = state.nomad_room(p)

    def survey(self, state: Tungaru, p: Player, goods: i64, faces: i64) -> None:
        """Everything about the recruited Nomads in one go."""
        nomads = state.kit.nomads
        kinds = G.kinds(p.goods)
        self.storage_value = 0
        self.monument_value = 0
        self.settler_value = 0
        self.nomad_value = 0
        self.flowers = 0
        self.goods_now = 0
        self.goods_all = 0
        self.income = 0
        self.sales = 0.0
        self.sale_now = 0
        self.flip_sails = 0
        self.flip_settles = 0
        self.storages = bits.count(p.nomads & state.kit.storage_nomads)
        mask = p.nomads
        while mask != 0:
            number = bits.lowest(mask)
            mask &= mask - 1
            tile = nomads[number]
            kind = tile.scores
            if kind == PER_FLOWER:
                old = (self.flowers >> (8 * tile.colour)) & 0xFF
                if tile.points > old:
                    self.flowers += (tile.points - old) << (8 * tile.colour)
            elif kind == PER_GOODS:
                for good in range(i64(G.N_GOODS)):
                    self.goods_all += tile.goods_points[good]
                    if (kinds >> good) & 1:
                        self.goods_now += tile.goods_points[good]
            elif kind == PER_MONUMENT:
                self.monument_value += tile.points
            elif kind == PER_SETTLER:
                self.settler_value += tile.points
            elif kind == PER_NOMAD:
                self.nomad_value += tile.points
            else:
                self.storage_value += tile.points
            if p.face_up & bits.bit(number):
                self.count_benefit(p, tile, goods, faces, p.nomad_dice & bits.bit(number) == 0)
        self.flower_sum = 0
        self.colours = 0
        for colour in range(i64(N_COLOURS)):
            value = (self.flowers >> (8 * colour)) & 0xFF
            if value > 0:
                self.flower_sum += value
                self.colours += 1

    def count_benefit(self, p: Player, tile: Nomad, goods: i64, faces: i64, unused: bool) -> None:
        benefit = tile.benefit
        if benefit == INCOME:
            self.income += unit(tile.good)
        elif benefit == FLIP_SAIL:
            self.flip_sails += 1
        elif benefit == FLIP_SETTLE:
            if p.reserve > 0:
                self.flip_settles += 1
        elif tile.is_sale():
            self.sales += sale_worth(tile)
            if unused and tile.dice & faces != 0:
                self.sale_now = max(self.sale_now, tile.price * min(tile.amount, G.of(goods, tile.good)))

    def score_into(self, p: Player, out: vec[float]) -> None:
        """Points now, and how they may grow."""
        nomads = bits.count(p.nomads)
        flower_points = self.flower_sum * self.colours
        points = p.points + self.storage_value * self.storages + flower_points
        points += self.monument_value * p.placed_monuments() + self.settler_value * p.placed_settlers()
        points += self.nomad_value * nomads
        out[5] = float(self.goods_now)
        out[0] = float(points) + out[5]
        out[1] = self.left
        out[2] = float(self.nomad_value) * self.left
        out[3] = float(self.monument_value) * self.monuments_more
        out[4] = float(self.settler_value) * self.settlers_more
        out[6] = float(self.goods_all)
        out[7] = float(flower_points)
        more = min(self.left, float(N_COLOURS - self.colours))
        out[8] = float(self.flower_sum) * more
        out[9] = float(self.colours) * more
        out[10] = float(self.storages) * self.left
        out[11] = float(self.storage_value) * min(self.left, self.storages_open)

    def goods_into(self, p: Player, goods: i64, out: vec[float]) -> None:
        out[12] = float(min(3, G.of(goods, G.FISH)))
        out[13] = float(min(2, G.of(goods, G.SHELL)))
        out[14] = float(min(2, G.of(goods, G.COCONUT)))
        out[15] = float(min(2, G.of(goods, G.PEARL)))
        out[16] = float(bits.count(G.kinds(goods)))
        out[17] = float(max(0, G.total(goods) - p.capacity + 1))
        out[18] = float(p.capacity) * self.left

    def board_into(self, state: Tungaru, p: Player, out: vec[float]) -> None:
        left = self.left
        out[19] = float(self.income) * left
        out[20] = float(p.shift) * left
        out[21] = self.sales * left
        out[22] = float(self.sale_now)
        out[23] = float(self.flip_sails)
        out[24] = float(self.flip_settles)
        out[25] = min(left, float(state.kit.nomad_spaces - p.nomad_monuments - bits.count(p.face_up)))
        out[26] = self.monuments_more
        out[27] = float(p.reserve)
        out[28] = float(bits.count(p.settlers)) * left

    def hand_into(self, state: Tungaru, p: Player, seat: i64, hidden: bool, out: vec[float]) -> None:
        """Leaders for the rounds to come; one that lies face down is gone already."""
        hand = p.hand
        if hidden:
            hand -= 1 << (4 * p.leader)
        last = 0.0 if state.ending else 1.0
        for leader in range(i64(N_LEADERS) - 1):
            out[40 + leader] = last * float((hand >> (4 * leader)) & 15)
        out[44] = last if seat == next_start(state) else 0.0

    def tiles_into(
        self, state: Tungaru, p: Player, goods: i64, benefit: i64, ready: i64, dice: i64, out: vec[float]
    ) -> None:
        """The best Nomads on the islands: what they are worth, less for every step that they are away."""
        now = 0.0
        best = 0.0
        second = 0.0
        third = 0.0
        reserved = 0.0
        actions = dice + bits.count(ready)
        by_die: i64 = 0
        if p.ground != NONE:
            by_die = state.side.beside[p.ground]
        near: i64 = 0  # with one Sail
        if p.ground != NONE:
            grounds = state.side.near[p.ground] & ~state.grounds_full
            while grounds != 0:
                near |= state.side.beside[bits.lowest(grounds)]
                grounds &= grounds - 1
        mask = state.nomads
        while mask != 0:
            island = bits.lowest(mask)
            mask &= mask - 1
            if state.is_blocked(p, island):
                continue
            tile = state.nomad_at(island)
            worth = self.worth_of(state, p, tile, island)
            if p.reserved == island:
                reserved = worth
            steps = missing(goods, tile.cost, benefit)
            if (ready >> island) & 1 == 0:
                if (by_die >> island) & 1 and dice > 0 and (state.dice_full >> island) & 1 == 0:
                    pass
                elif ((p.settlers | by_die | near) >> island) & 1:
                    steps += 1
                else:
                    steps += 2
            if steps == 0 and actions > 0:
                now = max(now, worth)
            hope = worth / float(2 + steps)
            if hope > best:
                third = second
                second = best
                best = hope
            elif hope > second:
                third = second
                second = hope
            elif hope > third:
                third = hope
        out[45] = reserved
        out[46] = now
        out[47] = best
        out[48] = second
        out[49] = third

    def worth_of(self, state: Tungaru, p: Player, tile: Nomad, island: i64) -> float:
        """What a Nomad would bring to this player until the end of the game, about."""
        worth = float(self.nomad_value) - 0.4 * float(units(tile.cost))
        kind = tile.scores
        if kind == PER_FLOWER:
            old = (self.flowers >> (8 * tile.colour)) & 0xFF
            if old == 0:
                worth += float(self.flower_sum + tile.points * (self.colours + 1)) + 0.7 * min(2.0, self.left)
            elif tile.points > old:
                worth += float((tile.points - old) * self.colours)
        elif kind == PER_GOODS:
            total: i64 = 0
            for good in range(i64(G.N_GOODS)):
                total += tile.goods_points[good]
            worth += 0.8 * float(total)
        elif kind == PER_MONUMENT:
            worth += float(tile.points) * (float(p.placed_monuments()) + 0.8 * self.monuments_more)
        elif kind == PER_SETTLER:
            worth += float(tile.points) * (float(p.placed_settlers()) + self.settlers_more)
        elif kind == PER_NOMAD:
            worth += float(tile.points) * (float(bits.count(p.nomads) + 1) + self.left)
        else:
            worth += float(tile.points * self.storages)
        benefit = tile.benefit
        if benefit == STORAGE:
            worth += float(self.storage_value)
            if kind == PER_STORAGE:
                worth += float(tile.points)
        if self.monuments_more > 0.0 and state.can_place_monument(p, island):
            worth += float(self.monument_value) + 1.0
        if self.room:
            if benefit == INCOME:
                worth += 0.5 * float(unit(tile.good)) * self.left
            elif benefit in (STORAGE, SHIFT):
                worth += 0.3 * self.left
            elif benefit >= INCOME:
                worth += 0.2 * sale_worth(tile) * self.left
        return worth


def refills(state: Tungaru) -> i64:
    """Nomads that still move to the islands: so many recruits until the end."""
    left = bits.count(state.pile)
    for space in range(i64(N_MIGRATION)):
        if state.migration[space] != NONE:
            left += 1
    return left


def others_dice(state: Tungaru, seat: i64) -> float:
    """Unused dice of the others, on average: by itself the number of dice says only how late it is in the round."""
    dice: i64 = 0
    for other in range(state.seats):
        if other != seat and (state.passed >> other) & 1 == 0:
            dice += D.count(state.players[other].dice)
    return float(dice) / float(state.seats - 1)


def unrecruited(state: Tungaru) -> i64:
    """All Nomads in play that nobody has yet."""
    found = state.pile
    for space in range(i64(N_MIGRATION)):
        if state.migration[space] != NONE:
            found |= bits.bit(state.migration[space])
    for island in range(state.side.islands):
        if state.nomad[island] != NONE:
            found |= bits.bit(state.nomad[island])
    return found


def next_start(state: Tungaru) -> i64:
    """Who begins the next round, as far as the Leaders tell."""
    start = state.first
    for k in range(state.seats):
        seat = (state.first + k) % state.seats
        if state.players[seat].leader == CHIEF:
            start = seat
    return start


def sale_worth(tile: Nomad) -> float:
    """Points of one sale beyond what the goods are worth; a face that has to match is often missing."""
    gain = float(tile.amount * (tile.price - unit(tile.good)))
    return gain if tile.dice == D.ANY else 0.7 * gain


def missing(goods: i64, cost: i64, benefit: i64) -> i64:
    """How many goods are still needed."""
    lacking = G.missing(goods, cost)
    if lacking > 0 and benefit == LESS:
        return lacking - 1
    if lacking > 0 and benefit == EQUAL:
        return min(lacking, max(0, G.total(cost) - G.total(goods)))
    return lacking


def best_harvest(state: Tungaru, p: Player, faces: i64) -> i64:
    """Units of the best good that the dice can harvest where the boat is."""
    if p.ground == NONE:
        return 0
    best: i64 = 0
    mask = state.side.beside[p.ground] & ~state.dice_full
    while mask != 0:
        offer = state.offer_at(bits.lowest(mask))
        mask &= mask - 1
        if offer.dice & faces != 0:
            best = max(best, unit(offer.good))
    return best


def best_space(state: Tungaru, p: Player, faces: i64) -> i64:
    """The same on the dice spaces of the Leader."""
    mask = state.open_spaces(p)
    best: i64 = 0
    while mask != 0:
        space = bits.lowest(mask)
        mask &= mask - 1
        if state.kit.leaders[p.leader].dice[space] & faces != 0:
            best = max(best, units(state.kit.leaders[p.leader].gives[space]))
    return best


JUDGEMENT: Final = TungaruJudgement
