"""Features of Tidepool: what a seat has, and what it can still do with it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import Judgement
from skerry.core.state import Kit, seat_of, step_of
from skerry.games._blank.actions import N_CARDS
from skerry.games._blank.state import POOL, TURN, Blank

POINTS: Final = 0
SHELLS: Final = 1
TURNS_LEFT: Final = 2  # turns left
GATHERED: Final = 3  # extra Shells that cards can bring in all gatherings left, at most
ALONE: Final = 4  # the same for pools
HAND: Final = 5  # cards
HAND_POINTS: Final = 6
HAND_COST: Final = 7
PLAYED: Final = 8  # cards
AFFORDABLE: Final = 9  # cards in hand
SUPPLY: Final = 10  # Shells per player

NAMES: Final = "points shells turns gathered alone hand hand_points hand_cost played affordable supply"


@final
class BlankJudgement(Judgement[Blank]):
    def names(self) -> list[str]:
        return NAMES.split()

    def piece_names(self) -> list[str]:
        """Every card, in the hand and played."""
        return [f"hand_{card}" for card in range(N_CARDS)] + [f"played_{card}" for card in range(N_CARDS)]

    def kit_of(self, state: Blank) -> Kit:
        return state.kit

    def pieces_into(self, state: Blank, seat: i64) -> i64:
        p = state.players[seat]
        return self.add_set(self.add_set(0, p.hand, 0), p.played, N_CARDS)

    def begins_turn(self, state: Blank, ask: i64) -> bool:
        return step_of(ask) in (TURN, POOL)

    def progress(self, state: Blank) -> float:
        return min(1.0, float(state.round) / float(state.kit.tides))

    def features_into(self, state: Blank, seat: i64, out: vec[float]) -> None:
        kit = state.kit
        p = state.players[seat]
        rounds = kit.tides - state.round
        turns = 2 * rounds
        pools = rounds
        for i in range(state.depth):
            ask = state.asks[i]
            if seat_of(ask) == seat:
                if step_of(ask) == TURN:
                    turns += 1
                elif step_of(ask) == POOL:
                    pools += 1
        gathered: i64 = 0
        alone: i64 = 0
        hand_points: i64 = 0
        hand_cost: i64 = 0
        affordable: i64 = 0
        cards = p.hand | p.played
        number: i64 = 0
        while cards >> number != 0:
            card = kit.cards[number]
            if (p.played >> number) & 1:
                gathered += card.on_gather()
                alone += card.on_alone()
            elif (p.hand >> number) & 1:
                hand_points += card.points
                hand_cost += card.cost
                affordable += card.cost <= p.shells
            number += 1
        out[POINTS] = float(state.score(seat))
        out[SHELLS] = float(p.shells)
        out[TURNS_LEFT] = float(turns)
        out[GATHERED] = float(gathered * turns)
        out[ALONE] = float(alone * pools)
        out[HAND] = float(p.n_hand)
        out[HAND_POINTS] = float(hand_points)
        out[HAND_COST] = float(hand_cost)
        out[PLAYED] = float(p.n_played)
        out[AFFORDABLE] = float(min(affordable, turns))
        out[SUPPLY] = float(state.supply) / float(state.seats)


JUDGEMENT: Final = BlankJudgement
