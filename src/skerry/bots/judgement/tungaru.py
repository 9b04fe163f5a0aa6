"""Features of Tungaru: what the recruited Nomads will score, what they bring, and which ones can be had next."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.bots.judgement.tungaru_survey import Survey, recruits_left, unit, units
from skerry.brain.judgement import JUDGED_SEATS, Judgement, reals
from skerry.core import bits
from skerry.core.state import Kit, step_of
from skerry.games.tungaru import dice as D
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.actions import MAX_ISLANDS, N_LEADERS, N_NOMADS, N_TILES
from skerry.games.tungaru.cards import BEGGAR, EQUAL, LESS, N_TILE_COLOURS, SAIL, SWAP, TRADER, TWICE
from skerry.games.tungaru.player import Player
from skerry.games.tungaru.state import BOAT, LEADER, NONE, TURN, Tungaru

NAMES: Final = (
    "points left nomads_more monuments_more settlers_more goods_now goods_all flower_points flower_sums "
    "flower_colours storage_tiles storage_values fish shells coconuts pearls kinds crowded capacity "
    "income shift sales sale_now flip_sail flip_settle spaces monuments "
    "settlers_left settlers_used ready dice harvest leader_space twice less sail equal swap trade begs "
    "workers beggars fishers traders starts reserved now best second third"
)

# The pieces: Nomads, Settlers by the Offer of their island, Settlers and Monuments by island.
N_ISLANDS: Final = 2 * MAX_ISLANDS  # small ones, then large ones
N_OFFERS: Final = N_ISLANDS + N_TILES
PIECE_FACE_UP: Final = N_NOMADS
PIECE_SETTLED_OFFER: Final = PIECE_FACE_UP + N_NOMADS
PIECE_SETTLED: Final = PIECE_SETTLED_OFFER + N_OFFERS
PIECE_MONUMENT: Final = PIECE_SETTLED + N_ISLANDS


# A bot that is sure to win hurries the end along. Otherwise it would wait for ever among people who only pass.
SURE: Final = 0.93  # utility from which it is sure
HASTE: Final = 0.001  # what each Nomad still to migrate takes off the utility
STEP: Final = 0.15  # a step towards the next recruit is worth this fraction of it; all steps together are worth less


@final
class TungaruJudgement(Judgement[Tungaru]):
    def __init__(self) -> None:
        super().__init__()
        self.survey: Survey = Survey()
        self.nearest: vec[float] = reals(JUDGED_SEATS)  # steps to the next recruit that brings the end nearer, by seat

    def names(self) -> list[str]:
        return NAMES.split()

    def piece_names(self) -> list[str]:
        names = [f"nomad_{number}" for number in range(N_NOMADS)]
        names += [f"face_up_{number}" for number in range(N_NOMADS)]
        names += [f"settled_offer_{number}" for number in range(N_OFFERS)]
        names += [f"settled_{island}" for island in range(N_ISLANDS)]
        return names + [f"monument_{island}" for island in range(N_ISLANDS)]

    def kit_of(self, state: Tungaru) -> Kit:
        return state.kit

    def pieces_into(self, state: Tungaru, seat: i64) -> i64:
        p = state.players[seat]
        n = self.add_set(0, p.nomads, 0)
        n = self.add_set(n, p.face_up, PIECE_FACE_UP)
        first: i64 = MAX_ISLANDS if state.side.large else 0
        n = self.add_set(n, p.settlers, PIECE_SETTLED + first)
        n = self.add_set(n, p.monuments, PIECE_MONUMENT + first)
        mask = p.settlers
        while mask != 0:
            self.pieces[n] = PIECE_SETTLED_OFFER + state.offer[bits.lowest(mask)]
            self.amounts[n] = 1.0
            mask &= mask - 1
            n += 1
        return n

    def begins_turn(self, state: Tungaru, ask: i64) -> bool:
        step = step_of(ask)
        return step in (TURN, LEADER, BOAT)

    def progress(self, state: Tungaru) -> float:
        """By how many Nomads have been recruited and how many have still to migrate, or by the standstill."""
        left = recruits_left(state)
        if state.ending or left == 0:
            return 1.0
        done: i64 = 0
        for p in state.players:
            done += bits.count(p.nomads)
        still = 0.0 if state.stall == 0 else float(state.quiet) / float(state.stall)
        return max(still, float(done) / float(done + left))

    def worth_to(self, state: Tungaru, seat: i64) -> float:
        worth = super().worth_to(state, seat)
        if state.over or worth <= SURE:
            return worth
        left = float(recruits_left(state))
        if left == 0.0:
            return worth
        sure = min(1.0, (worth - SURE) / 0.05)
        return worth - HASTE * (left + STEP * self.nearest[seat]) * sure

    def features_into(self, state: Tungaru, seat: i64, out: vec[float]) -> None:
        p = state.players[seat]
        s = self.survey
        s.look(state, seat)
        self.nearest[seat] = float(s.nearest)
        left = s.left
        # points now, and how they may grow
        flower_points = s.flower_sum * s.colours
        points = p.points + s.storage_value * s.storages + flower_points
        points += s.monument_value * p.placed_monuments() + s.settler_value * p.placed_settlers()
        points += s.nomad_value * bits.count(p.nomads)
        more_colours = min(left, float(N_TILE_COLOURS - s.colours))
        out[0] = float(points) + float(s.goods_now)  # points
        out[1] = left  # left
        out[2] = float(s.nomad_value) * left  # nomads_more
        out[3] = float(s.monument_value) * s.monuments_more  # monuments_more
        out[4] = float(s.settler_value) * s.settlers_more  # settlers_more
        out[5] = float(s.goods_now)  # goods_now
        out[6] = float(s.goods_all)  # goods_all
        out[7] = float(flower_points)  # flower_points
        out[8] = float(s.flower_sum) * more_colours  # flower_sums
        out[9] = float(s.colours) * more_colours  # flower_colours
        out[10] = float(s.storages) * left  # storage_tiles
        out[11] = float(s.storage_value) * min(left, s.storages_open)  # storage_values
        # goods
        goods = s.goods
        out[12] = float(min(3, G.amount_of(goods, G.FISH)))  # fish
        out[13] = float(min(2, G.amount_of(goods, G.SHELL)))  # shells
        out[14] = float(min(2, G.amount_of(goods, G.COCONUT)))  # coconuts
        out[15] = float(min(2, G.amount_of(goods, G.PEARL)))  # pearls
        out[16] = float(bits.count(G.kinds(goods)))  # kinds
        out[17] = float(max(0, G.total(goods) - p.capacity + 1))  # crowded
        out[18] = float(p.capacity) * left  # capacity
        # the board
        out[19] = float(s.income) * left  # income
        out[20] = float(p.shift) * left  # shift
        out[21] = s.sales * left  # sales
        out[22] = float(s.sale_now)  # sale_now
        out[23] = float(s.flip_sails)  # flip_sail
        out[24] = float(s.flip_settles)  # flip_settle
        out[25] = min(left, float(state.kit.nomad_spaces - p.nomad_monuments - bits.count(p.face_up)))  # spaces
        out[26] = s.monuments_more  # monuments
        out[27] = float(p.reserve)  # settlers_left
        out[28] = float(bits.count(p.settlers)) * left  # settlers_used
        # this round
        benefit = s.benefit
        harvest = best_harvest(state, p, s.faces)
        out[29] = float(bits.count(s.ready))  # ready
        out[30] = float(s.dice) - others_dice(state, seat)  # dice
        out[31] = float(harvest)  # harvest
        out[32] = float(best_space(state, p, s.faces)) if not s.passed else 0.0  # leader_space
        out[33] = float(harvest) if benefit == TWICE else 0.0  # twice
        out[34] = 1.0 if benefit == LESS else 0.0  # less
        out[35] = 1.0 if benefit == SAIL else 0.0  # sail
        out[36] = 1.0 if benefit == EQUAL else 0.0  # equal
        out[37] = 1.0 if benefit == SWAP else 0.0  # swap
        out[38] = 1.0 if s.hidden and p.leader == TRADER else 0.0  # trade
        out[39] = 1.0 if s.hidden and p.leader == BEGGAR else 0.0  # begs
        # Leaders for the rounds to come; one that lies face down is gone already
        hand = p.hand
        if s.hidden:
            hand -= 1 << (4 * p.leader)
        last = 0.0 if state.ending else 1.0
        for leader in range(i64(N_LEADERS) - 1):
            out[40 + leader] = last * float((hand >> (4 * leader)) & 15)  # workers, beggars, fishers, traders
        out[44] = last if seat == state.next_start() else 0.0  # starts
        # the best Nomads on the islands
        out[45] = s.reserved  # reserved
        out[46] = s.now  # now
        out[47] = s.best  # best
        out[48] = s.second  # second
        out[49] = s.third  # third


def others_dice(state: Tungaru, seat: i64) -> float:
    """The others' unused dice, on average: a number of dice alone says only how late in the round it is."""
    dice: i64 = 0
    for other in range(state.seats):
        if other != seat and (state.passed >> other) & 1 == 0:
            dice += D.number_of_dice(state.players[other].dice)
    return float(dice) / float(state.seats - 1)


def best_harvest(state: Tungaru, p: Player, faces: i64) -> i64:
    """What the best good is worth that the dice can harvest beside the boat."""
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
    """The same for the Leader's dice spaces."""
    mask = state.open_spaces(p)
    best: i64 = 0
    while mask != 0:
        space = bits.lowest(mask)
        mask &= mask - 1
        if state.kit.leaders[p.leader].dice[space] & faces != 0:
            best = max(best, units(state.kit.leaders[p.leader].gives[space]))
    return best


JUDGEMENT: Final = TungaruJudgement
