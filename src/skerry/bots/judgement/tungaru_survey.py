"""A position of Tungaru as one player sees it: what the recruited Nomads are worth, which ones can be had next."""

from typing import Final, final

from mypy_extensions import i64

from skerry.core import bits
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.actions import N_MIGRATION
from skerry.games.tungaru.cards import Nomad
from skerry.games.tungaru.player import Player
from skerry.games.tungaru.state import NONE, Tungaru

FAR: Final = 6  # steps: more are not counted
UNITS: Final = 0x03020201  # what goods are worth compared with each other: Fish 1, Shell 2, Coconut 2, Pearl 3


def unit(good: i64) -> i64:
    return (UNITS >> (8 * good)) & 0xFF


def units(goods: i64) -> i64:
    """Packed goods, added up by what they are worth."""
    total: i64 = 0
    for good in range(i64(G.N_GOODS)):
        total += G.amount_of(goods, good) * unit(good)
    return total


@final
class Survey:
    """`look` adds up one player; the fields hold the sums until the features are written."""

    def __init__(self) -> None:
        # what there is, including what a Leader chosen face down will bring
        self.hidden: bool = False  # there is such a Leader
        self.passed: bool = False
        self.goods: i64 = 0
        self.benefit: i64 = C.NO_BENEFIT
        self.faces: i64 = 0  # of the dice
        self.dice: i64 = 0
        self.ready: i64 = 0  # islands with a Settler that can act
        # to come
        self.left: float = 0.0  # recruits that this player may still expect
        self.monuments_more: float = 0.0  # Monuments to come
        self.settlers_more: float = 0.0
        self.storages_open: float = 0.0  # Storage Nomads not recruited yet, per player
        self.room: bool = False  # for one more face-up Nomad
        # of the recruited Nomads
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
        self.income: i64 = 0  # units per round
        self.sales: float = 0.0  # points per round, if there is something to sell
        self.sale_now: i64 = 0
        self.flip_sails: i64 = 0
        self.flip_settles: i64 = 0
        # what Nomads on the islands are worth
        self.reserved: float = 0.0
        self.now: float = 0.0  # the best that can be recruited at once
        self.best: float = 0.0  # less for every step away
        self.second: float = 0.0
        self.third: float = 0.0
        self.nearest: i64 = FAR  # steps to a recruit that brings a Nomad from a Migration space

    def look(self, state: Tungaru, seat: i64) -> None:
        p = state.players[seat]
        self.take_stock(state, p, seat)
        self.expect(state, p)
        self.add_up(state, p)
        self.look_around(state, p)

    def take_stock(self, state: Tungaru, p: Player, seat: i64) -> None:
        """What this player can still use in this round."""
        hidden = not state.shown and p.leader != NONE  # chosen, its work not done yet
        self.hidden = hidden
        self.passed = (state.passed >> seat) & 1 != 0
        self.goods = p.goods
        if hidden and p.leader == C.FISHER:
            self.goods += G.ONE_FISH
        self.benefit = C.NO_BENEFIT
        self.faces = 0
        self.dice = 0
        self.ready = 0
        if self.passed:
            return
        self.benefit = p.benefit
        if state.phase == 2 and p.leader != NONE:
            self.benefit = state.kit.leaders[p.leader].benefit
        self.faces = D.widen(D.faces(p.dice), p.shift)
        self.dice = D.number_of_dice(p.dice)
        if hidden and p.leader == C.WORKER:
            self.dice += 1
        self.ready = p.settlers & ~p.exhausted

    def expect(self, state: Tungaru, p: Player) -> None:
        """What is still to come for this player."""
        left = 0.0 if state.ending else float(recruits_left(state)) / float(state.seats)
        available = p.nomad_monuments + p.storage_monument + p.loose + len(state.kit.track) - p.track
        if p.reserved != NONE:
            available += 1
        self.left = left
        self.monuments_more = min(left, float(available))
        self.settlers_more = min(0.4 * left, float(p.reserve))
        self.storages_open = float(bits.count(state.kit.storage_nomads & unrecruited(state))) / float(state.seats)
        self.room = state.nomad_room(p)

    def add_up(self, state: Tungaru, p: Player) -> None:
        """Everything about the recruited Nomads in one pass."""
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
            if kind == C.PER_FLOWER:
                old = (self.flowers >> (8 * tile.colour)) & 0xFF
                if tile.points > old:
                    self.flowers += (tile.points - old) << (8 * tile.colour)
            elif kind == C.PER_GOODS:
                for good in range(i64(G.N_GOODS)):
                    self.goods_all += tile.goods_points[good]
                    if (kinds >> good) & 1:
                        self.goods_now += tile.goods_points[good]
            elif kind == C.PER_MONUMENT:
                self.monument_value += tile.points
            elif kind == C.PER_SETTLER:
                self.settler_value += tile.points
            elif kind == C.PER_NOMAD:
                self.nomad_value += tile.points
            else:
                self.storage_value += tile.points
            if p.face_up & bits.bit(number):
                self.count_benefit(p, tile, p.nomad_dice & bits.bit(number) == 0)
        self.flower_sum = 0
        self.colours = 0
        for colour in range(i64(C.N_TILE_COLOURS)):
            value = (self.flowers >> (8 * colour)) & 0xFF
            if value > 0:
                self.flower_sum += value
                self.colours += 1

    def count_benefit(self, p: Player, tile: Nomad, unused: bool) -> None:
        benefit = tile.benefit
        if benefit == C.INCOME:
            self.income += unit(tile.good)
        elif benefit == C.FLIP_SAIL:
            self.flip_sails += 1
        elif benefit == C.FLIP_SETTLE:
            if p.reserve > 0:
                self.flip_settles += 1
        elif tile.is_sale():
            self.sales += sale_worth(tile)
            if unused and tile.dice & self.faces != 0:
                self.sale_now = max(self.sale_now, tile.price * min(tile.amount, G.amount_of(self.goods, tile.good)))

    def look_around(self, state: Tungaru, p: Player) -> None:
        """The best Nomads on the islands: what they are worth, less for every step away."""
        dice = self.dice
        ready = self.ready
        now = 0.0
        best = 0.0
        second = 0.0
        third = 0.0
        reserved = 0.0
        nearest: i64 = FAR
        waiting = filled_spaces(state)
        actions = dice + bits.count(ready)
        by_die: i64 = 0
        near: i64 = 0  # with one Sail
        if p.ground != NONE:
            by_die = state.side.beside[p.ground]
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
            steps = goods_needed(self.goods, tile.cost, self.benefit)
            if (ready >> island) & 1 == 0:
                if (by_die >> island) & 1 and dice > 0 and (state.dice_full >> island) & 1 == 0:
                    pass
                elif ((p.settlers | by_die | near) >> island) & 1:
                    steps += 1
                else:
                    steps += 2
            if state.side.migration[island] & waiting != 0:
                nearest = min(nearest, steps)
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
        self.reserved = reserved
        self.now = now
        self.best = best
        self.second = second
        self.third = third
        self.nearest = nearest

    def worth_of(self, state: Tungaru, p: Player, tile: Nomad, island: i64) -> float:
        """Roughly what a Nomad would bring this player by the end of the game."""
        worth = float(self.nomad_value) - 0.4 * float(units(tile.cost))
        kind = tile.scores
        if kind == C.PER_FLOWER:
            old = (self.flowers >> (8 * tile.colour)) & 0xFF
            if old == 0:
                worth += float(self.flower_sum + tile.points * (self.colours + 1)) + 0.7 * min(2.0, self.left)
            elif tile.points > old:
                worth += float((tile.points - old) * self.colours)
        elif kind == C.PER_GOODS:
            total: i64 = 0
            for good in range(i64(G.N_GOODS)):
                total += tile.goods_points[good]
            worth += 0.8 * float(total)
        elif kind == C.PER_MONUMENT:
            worth += float(tile.points) * (float(p.placed_monuments()) + 0.8 * self.monuments_more)
        elif kind == C.PER_SETTLER:
            worth += float(tile.points) * (float(p.placed_settlers()) + self.settlers_more)
        elif kind == C.PER_NOMAD:
            worth += float(tile.points) * (float(bits.count(p.nomads) + 1) + self.left)
        else:
            worth += float(tile.points * self.storages)
        benefit = tile.benefit
        if benefit == C.STORAGE:
            worth += float(self.storage_value)
            if kind == C.PER_STORAGE:
                worth += float(tile.points)
        if self.monuments_more > 0.0 and state.can_place_monument(p, island):
            worth += float(self.monument_value) + 1.0
        if self.room:
            if benefit == C.INCOME:
                worth += 0.5 * float(unit(tile.good)) * self.left
            elif benefit in (C.STORAGE, C.SHIFT):
                worth += 0.3 * self.left
            elif benefit >= C.INCOME:
                worth += 0.2 * sale_worth(tile) * self.left
        return worth


def recruits_left(state: Tungaru) -> i64:
    """How many Nomads have still to migrate, and so how many recruits are left."""
    return bits.count(state.pile) + bits.count(filled_spaces(state))


def filled_spaces(state: Tungaru) -> i64:
    """Migration spaces that hold a Nomad, as a set."""
    found: i64 = 0
    for space in range(i64(N_MIGRATION)):
        if state.migration[space] != NONE:
            found |= 1 << space
    return found


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


def sale_worth(tile: Nomad) -> float:
    """The points of a sale beyond what the goods are worth; a die that has to match is often missing."""
    gain = float(tile.amount * (tile.price - unit(tile.good)))
    return gain if tile.dice == D.ANY else 0.7 * gain


def goods_needed(goods: i64, cost: i64, benefit: i64) -> i64:
    """How many goods are still needed."""
    lacking = G.missing(goods, cost)
    if lacking > 0 and benefit == C.LESS:
        return lacking - 1
    if lacking > 0 and benefit == C.EQUAL:
        return min(lacking, max(0, G.total(cost) - G.total(goods)))
    return lacking
