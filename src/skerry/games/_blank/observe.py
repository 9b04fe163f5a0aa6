"""Observations: what a seat may know as numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from skerry.core import bits
from skerry.core.observe import Encoder, FieldEntry, put, put_one_of, put_set
from skerry.games._blank.actions import N_CARDS, N_POOLS, N_TIDES
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import Blank

STEP_NAMES: Final = ["beginner", "tide", "deal", "turn", "pool", "gull", "reveal", "round"]
POOLS: Final = ["rock", "sand", "kelp"]
TIDES: Final = ["low", "half", "high"]


@final
class TidepoolEncoder(Encoder[Blank]):
    def __init__(self, state: Blank) -> None:
        super().__init__(state.seats, state.seats, len(STEP_NAMES))
        self.cards: list[str] = state.kit.ids
        self.measure()

    def step_names(self) -> list[str]:
        return STEP_NAMES

    def table_entries(self) -> list[FieldEntry]:
        return [
            ("round", [], 0, 100, "the round"),
            ("tide", TIDES, 0, 1, "the tide"),
            ("first", self.player_names(), 0, 1, "the first player"),
            ("supply", [], 0, 1000, "shells in the supply"),
            ("deck", [], 0, N_CARDS, "undrawn cards"),
            ("gull", POOLS, 0, 1, "where the gull is"),
            ("pools_shown", [], 0, 1, "the chosen pools are revealed"),
        ]

    def table_into(self, state: Blank, seat: i64, out: vec[i16], at: i64) -> i64:
        at = put(out, at, state.round)
        at = put_one_of(out, at, state.tide, N_TIDES)
        at = put_one_of(out, at, (state.first - seat + state.seats) % state.seats, state.seats)
        at = put(out, at, state.supply)
        at = put(out, at, bits.count(state.deck))
        at = put_one_of(out, at, state.gull, N_POOLS)
        return put(out, at, 1 if state.pools_shown else 0)

    def own_entries(self) -> list[FieldEntry]:
        return [
            ("hand", self.cards, 0, 1, "cards in your hand"),
            ("hidden", self.cards, 0, 1, "cards that are in the deck or in other hands"),
            ("pool", POOLS, 0, 1, "the pool you have chosen"),
        ]

    def own_into(self, state: Blank, seat: i64, out: vec[i16], at: i64) -> i64:
        hidden = state.deck
        for other in range(state.seats):
            if other != seat:
                hidden |= state.players[other].hand
        at = put_set(out, at, state.players[seat].hand, N_CARDS)
        at = put_set(out, at, hidden, N_CARDS)
        return put_one_of(out, at, state.players[seat].pool, N_POOLS)

    def player_entries(self) -> list[FieldEntry]:
        return [
            ("shells", [], 0, 1000, "shells"),
            ("hand_size", [], 0, N_CARDS, "cards in hand"),
            ("played", self.cards, 0, 1, "cards played"),
            ("has_chosen", [], 0, 1, "a pool is chosen"),
            ("pool", POOLS, 0, 1, "that pool, once it is revealed"),
            ("score", [], -100, 1000, "points now"),
        ]

    def player_into(self, state: Blank, number: i64, seat: i64, out: vec[i16], at: i64) -> i64:
        p = state.players[number]
        at = put(out, at, p.shells)
        at = put(out, at, p.n_hand)
        at = put_set(out, at, p.played, N_CARDS)
        at = put(out, at, 0 if p.pool == NO_POOL else 1)
        at = put_one_of(out, at, p.pool if state.pools_shown else NO_POOL, N_POOLS)
        return put(out, at, state.score(number))
