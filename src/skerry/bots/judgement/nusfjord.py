"""Features of Nusfjord: goods, income, what is built and what can still be done with it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import Judgement
from skerry.core import bits
from skerry.core.state import seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import ANYTIME, ONCE, SPECIAL, WHENEVER
from skerry.games.nusfjord.cards import POINTS as FOR_POINTS
from skerry.games.nusfjord.state import TURN, Nusfjord

NAMES: Final = (
    "points turns wood wood_many fish fish_many gold reserve_fish reserve_wood haul reserve_income dividend "
    "elders elder_turns elder_fish plates unissued own_away market track forests free doubles built built_late "
    "whenever anytime once special for_points hand affordable next_first standing "
    "elder_1 elder_2 elder_3 elder_4 elder_5 elder_6 elder_7 elder_8 elder_9 "
    "elder_10 elder_11 elder_12 elder_13 elder_14 elder_15 elder_16 elder_17 elder_18"
)
FIRST_ELDER: Final = 34


@final
class NusfjordJudgement(Judgement[Nusfjord]):
    def names(self) -> list[str]:
        return NAMES.split()

    def begins_turn(self, state: Nusfjord, ask: i64) -> bool:
        return step_of(ask) == TURN

    def progress(self, state: Nusfjord) -> float:
        turns = state.kit.workers * state.seats
        done = (state.round - 1) * turns + state.turn
        return min(1.0, max(0.0, float(done) / float(state.kit.rounds * turns)))

    def features_into(self, state: Nusfjord, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        rounds = kit.rounds - state.round  # still to come
        place = (seat - state.first + state.seats) % state.seats
        taken = (state.turn + state.seats - 1 - place) // state.seats
        turns = kit.workers * rounds + kit.workers - taken
        if state.depth > 0:
            ask = state.asks[state.depth - 1]
            if step_of(ask) == TURN and seat_of(ask) == seat:
                turns += 1
        away = state.own_shares_away(seat)
        own = p.shares_of(seat)
        haul = state.haul(p)
        left = max(0, haul - p.n_elders - away)
        out[0] = float(state.score(seat))
        out[1] = float(turns)
        out[2] = float(min(p.wood, 5))
        out[3] = float(max(0, p.wood - 5))
        out[4] = float(min(p.fish, 5))
        out[5] = float(max(0, p.fish - 5))
        out[6] = float(p.gold)
        out[7] = float(p.reserve_fish)
        out[8] = float(p.reserve_wood + 2 * p.reserve_gold)  # no Building of ours puts gold there
        out[9] = float(haul * rounds)
        out[10] = float(max(0, left - own) * rounds)
        out[11] = float((p.n_shares - own + min(own, left)) * rounds)
        out[12] = float(p.n_elders)
        out[13] = float(min(p.n_elders * (rounds + 1), turns))
        out[14] = float(p.fish_on_elders != 0)
        out[15] = float(state.plates)
        out[16] = float(p.unissued)
        out[17] = float(away * rounds)
        out[18] = float(state.n_market)
        out[19] = float(kit.track - p.track)
        out[20] = float(p.n_forests)
        out[21] = float(p.n_free)
        out[22] = float(max(0, p.n_free - turns))
        out[23] = float(p.n_built)
        self.cards_into(state, seat, turns, rounds, out)
        out[32] = float(place == 1 or state.seats == 1)
        for elder in range(i64(A.N_ELDERS)):
            out[FIRST_ELDER + elder] = 0.0
        mask = p.elders
        while mask != 0:  # how often each Elder can still act
            elder = bits.lowest(mask)
            mask &= mask - 1
            idle = turns > 0 and (p.elder_workers >> elder) & 1 == 0
            out[FIRST_ELDER + elder] = float(rounds + idle)

    def cards_into(self, state: Nusfjord, seat: i64, turns: i64, rounds: i64, out: vec[float]) -> None:
        p = state.players[seat]
        deck = state.deck
        n: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0])
        standing = 0.0
        mask = p.built
        while mask != 0:
            slot = bits.lowest(mask)
            mask &= mask - 1
            category = deck.cards[slot].category
            if category != ONCE or (p.turned >> slot) & 1 == 0:
                n[category] += 1
            standing += deck.cards[slot].standing
        out[24] = float(p.n_built * turns)
        out[25] = float(n[WHENEVER] * turns)
        out[26] = float(n[ANYTIME] * (rounds + 1))
        out[27] = float(n[ONCE])
        out[28] = float(n[SPECIAL] * turns)
        out[29] = float(n[FOR_POINTS])
        out[30] = float(bits.count(p.hand))
        payable = deck.payable(p.wood, p.fish, p.gold) & (state.display | p.hand)
        out[31] = float(min(3, bits.count(payable))) if p.n_free > 0 and turns > 0 else 0.0
        out[33] = standing * float(turns) / float(state.kit.workers)


JUDGEMENT: Final = NusfjordJudgement
