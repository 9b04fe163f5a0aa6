"""The Lawan: how they play by themselves.

Nobody sees their Explorers and Plot cards until they are revealed, so they have no face before that moment: chance
draws each of them when it is revealed, from everything it can still be.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import CLAY, EBONY, ESTEEM, FISH, PALM
from skerry.games.buru.player import NONE, Player
from skerry.games.buru.state import (
    FOREST,
    LAWAN_RECRUITS,
    NOTE_LAWAN_IDLE,
    NOTE_LAWAN_SAVES,
    NOTE_LAWAN_TASKS,
    NOTE_LEVEL,
    SHORE_REGION,
    VILLAGE_REGION,
    Buru,
)
from skerry.games.buru.steps.afternoon import stand
from skerry.games.buru.steps.forest import take_forest_card
from skerry.games.buru.steps.lake import can_pay, can_spare, pay_tribute
from skerry.games.buru.steps.noon import show_kept
from skerry.games.buru.steps.shore import fill_row, recruit


def plots_of_other(state: Buru, lawan: i64) -> i64:
    """The Plot cards that the other Lawan may have; none if there is no other."""
    for other in range(state.seats, state.n):
        if other != lawan:
            return state.players[other].possible_plots
    return 0


def ways(mine: i64, others: i64) -> i64:
    """In how many ways two Lawan may have two different Plot cards of these sets."""
    if others == 0:
        return bits.count(mine)
    return bits.count(mine) * bits.count(others) - bits.count(mine & others)


@final
class Scheme(Step[Buru]):
    """The next region of a Plot card that nobody has read.  §lawan.morning"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for region in range(i64(A.N_REGIONS)):
            if self.weight(state, arg_of(ask), region) > 0:
                out[n] = A.SCHEME + region
                n += 1
        return n

    def weights_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        total: i64 = 0
        for region in range(i64(A.N_REGIONS)):
            weight = self.weight(state, arg_of(ask), region)
            if weight > 0:
                out[n] = weight
                total += weight
                n += 1
        return total

    def weight(self, state: Buru, lawan: i64, region: i64) -> i64:
        p = state.players[lawan]
        left = p.possible_plots & state.kit.plots_with[4 * p.how_many_placed() + region]
        return ways(left, plots_of_other(state, lawan))

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        region = action - A.SCHEME
        p = state.players[arg_of(ask)]
        p.possible_plots &= state.kit.plots_with[4 * p.how_many_placed() + region]
        p.n_placed += 1 << (4 * region)


@final
class PlotCard(Step[Buru]):
    """The Plot card is revealed once its placements are done.  §lawan.plot"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for plot in range(i64(A.N_PLOTS)):
            if self.weight(state, arg_of(ask), 1 << plot) > 0:
                out[n] = A.PLOT + plot
                n += 1
        return n

    def weights_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        total: i64 = 0
        for plot in range(i64(A.N_PLOTS)):
            weight = self.weight(state, arg_of(ask), 1 << plot)
            if weight > 0:
                out[n] = weight
                total += weight
                n += 1
        return total

    def weight(self, state: Buru, lawan: i64, plot: i64) -> i64:
        """Of a set of one Plot card."""
        return ways(plot & state.players[lawan].possible_plots, plots_of_other(state, lawan))

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        p = state.players[arg_of(ask)]
        p.plot = action - A.PLOT
        p.possible_plots = 1 << p.plot
        state.plot_deck &= ~p.possible_plots


@final
class LawanExplorer(Step[Buru]):
    """An Explorer placed blind is revealed.  The argument: the Lawan, then the region (4: the mat).  §lawan.morning"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        unseen = state.players[arg_of(ask) & 15].mat
        return bits.members_into(unseen, A.POWER, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        lawan = arg_of(ask) & 15
        region = arg_of(ask) >> 4
        explorer = action - A.POWER
        if region == A.N_REGIONS:
            show_kept(state, lawan, explorer)
            came = gain_scarcest(state, lawan, state.kit.level_noon_tokens[state.level])  # §lawan.level
            if came != 0:
                state.note(NOTE_LEVEL, lawan, 1, came)
        else:
            p = state.players[lawan]
            p.mat &= ~(1 << explorer)
            p.placed |= 1 << (5 * region + explorer)


def gain_scarcest(state: Buru, lawan: i64, tokens: i64) -> i64:
    """Tokens of the kind it has least of; ties ebony, clay, palm.  §lawan.village"""
    p = state.players[lawan]
    came: i64 = 0
    for _token in range(tokens):
        kind: i64 = EBONY
        if p.goods[CLAY] < p.goods[kind]:
            kind = CLAY
        if p.goods[PALM] < p.goods[kind]:
            kind = PALM
        came += state.gain(lawan, kind, 1)
    return came


@final
class LawanActs(Step[Buru]):
    """§lawan.forest, §lawan.shore, §lawan.village, §lawan.lake"""

    def run(self, state: Buru, ask: i64) -> None:
        lawan = arg_of(ask)
        region = state.region
        if region == FOREST:
            self.forest(state, lawan)
            return
        free = state.free_spaces(region)
        space = bits.lowest(free)
        if region == SHORE_REGION:
            stand(state, lawan, space)
            state.then(LAWAN_RECRUITS, lawan | (state.kit.space_parts[space] << 4))
        elif region == VILLAGE_REGION:
            stand(state, lawan, space)
            self.village(state, lawan, state.kit.space_parts[space])
        else:
            if first_tribute(state, lawan) == NONE and free & state.kit.space_marker != 0:
                space = bits.lowest(free & state.kit.space_marker)
            stand(state, lawan, space)
            self.lake(state, lawan, space)

    def forest(self, state: Buru, lawan: i64) -> None:
        """Most tokens; ties: more ebony, more clay, more fish, leftmost.  §lawan.forest"""
        best: i64 = 0
        for place in range(i64(1), state.n_forest):
            rank = state.kit.forest_rank
            if rank[state.forest_card(place)] > rank[state.forest_card(best)]:
                best = place
        take_forest_card(state, lawan, best)

    def village(self, state: Buru, lawan: i64, tasks: i64) -> None:
        """§lawan.village"""
        p = state.players[lawan]
        for _task in range(tasks):
            card = dearest_rested(state, p)
            if card == NONE:
                note_idle(state, lawan)
                return
            p.tasked |= bits.bit(card)
            state.deeds = (state.deeds << 8) | (A.TASK + card)
            came = lawan_task(state, lawan, state.kit.islanders[card].role)
            state.note(NOTE_LAWAN_TASKS, lawan, card, came)

    def lake(self, state: Buru, lawan: i64, space: i64) -> None:
        """§lawan.lake"""
        for _tribute in range(state.kit.space_parts[space]):
            spirit = first_tribute(state, lawan)
            if spirit == NONE:
                if (state.kit.space_marker >> space) & 1 == 0:
                    note_idle(state, lawan)
                return
            state.deeds = (state.deeds << 8) | (A.TRIBUTE + spirit)
            pay_tribute(state, lawan, spirit, spared(state, state.players[lawan], spirit))


def note_idle(state: Buru, lawan: i64) -> None:
    state.note(NOTE_LAWAN_IDLE, lawan, state.region, 1 if state.deeds > 255 else 0)


@final
class LawanRecruits(Step[Buru]):
    """The argument: the Lawan, then recruits left.  §lawan.shore"""

    def run(self, state: Buru, ask: i64) -> None:
        lawan = arg_of(ask) & 15
        left = arg_of(ask) >> 4
        fish = state.players[lawan].goods[FISH]
        saved = fish_saved(state, lawan)
        place = favourite(state, lawan, fish - saved)
        if place == NONE:
            if state.noting and favourite(state, lawan, fish) != NONE:
                state.note(NOTE_LAWAN_SAVES, lawan, first_tribute(state, lawan), saved)
            else:
                note_idle(state, lawan)
            return
        state.deeds = (state.deeds << 8) | (A.RECRUIT + state.row_card(place))
        recruit(state, lawan, place)
        if left > 1:
            state.then(LAWAN_RECRUITS, lawan | ((left - 1) << 4))
        if not state.kit.row_waits:
            fill_row(state)


def fish_saved(state: Buru, lawan: i64) -> i64:
    """What it keeps for the tribute that it could pay now.  §lawan.shore"""
    spirit: i64 = NONE
    if state.kit.lawan_save:
        spirit = first_tribute(state, lawan)
    if spirit == NONE:
        return 0
    return state.kit.tribute_cost[spirit][FISH]


def favourite(state: Buru, lawan: i64, fish: i64) -> i64:
    """The place in the row: first role of the Plot card, then the dearest, then leftmost.  §lawan.shore"""
    p = state.players[lawan]
    best: i64 = NONE
    best_worth: i64 = -1
    for place in range(state.n_row):
        islander = state.kit.islanders[state.row_card(place)]
        if islander.price <= fish:
            worth = islander.price - 100 * state.kit.plot_roles[4 * p.plot + islander.role] + 1000
            if worth > best_worth:
                best = place
                best_worth = worth
    return best


def dearest_rested(state: Buru, p: Player) -> i64:
    """Of equal price the one recruited first; continuing ones count like the others.  §lawan.village"""
    best: i64 = NONE
    mask = p.islanders & ~p.tasked
    while mask != 0:
        card = bits.lowest(mask)
        mask &= mask - 1
        if best == NONE:
            best = card
            continue
        more = state.kit.islanders[card].price - state.kit.islanders[best].price
        if more > 0 or (more == 0 and state.hired_at[card] < state.hired_at[best]):
            best = card
    return best


def lawan_task(state: Buru, lawan: i64, role: i64) -> i64:
    """A role's effect instead of the printed one.  §lawan.village"""
    kit = state.kit
    came = gain_scarcest(state, lawan, kit.role_tokens[role])
    if kit.role_esteem[role] > 0:
        came += state.gain(lawan, ESTEEM, kit.role_esteem[role])
    if kit.role_totem_esteem[role] > 0 and state.totems_of(lawan) > 0:
        came += state.gain(lawan, ESTEEM, kit.role_totem_esteem[role])
    elif kit.role_fish[role] > 0:
        came += state.gain(lawan, FISH, kit.role_fish[role])
    return came


def first_tribute(state: Buru, lawan: i64) -> i64:
    """The first spirit of the Plot card that it can pay.  §lawan.lake"""
    p = state.players[lawan]
    for k in range(i64(A.N_SPIRITS)):
        spirit = state.kit.plot_spirits[3 * p.plot + k]
        if can_pay(state, p, spirit, lawan_discount(state, spirit)):
            return spirit
    return NONE


def lawan_discount(state: Buru, spirit: i64) -> bool:
    """§lawan.level"""
    return state.kit.level_discount[state.level] > 0 and state.kit.tribute_tokens[spirit] > 1


def spared(state: Buru, p: Player, spirit: i64) -> i64:
    """A missing token if there is one, else the dearest of the cost: ebony, clay, palm.  §lawan.level"""
    if lawan_discount(state, spirit):
        for back in range(i64(A.N_TOKENS)):
            if can_spare(state, p, spirit, A.N_TOKENS - 1 - back):
                return A.N_TOKENS - 1 - back
    return NONE
