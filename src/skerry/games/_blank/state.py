"""The position: data and queries, no rules."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.state import State, Step, Steps, step_of
from skerry.games._blank import scoring
from skerry.games._blank.actions import N_CARDS
from skerry.games._blank.cards import TidepoolKit
from skerry.games._blank.player import NO_PLAYERS, NO_POOL, Player

# the questions, and the steps that run by themselves
BEGINNER: Final = 0
TIDE: Final = 1
DEAL: Final = 2
TURN: Final = 3
POOL: Final = 4
GULL: Final = 5
REVEAL: Final = 6
ROUND: Final = 7

# notes for the log
NOTE_TIDE: Final = 0  # (round)
NOTE_GAIN: Final = 1  # (shells, from the supply)
NOTE_GIVE: Final = 2  # (shells, to seat)
NOTE_POOL: Final = 3  # (pool, shells found)
NOTE_DRAWN: Final = 4  # a card nobody else sees
NOTE_END: Final = 5

STEPS: Final = Steps()  # filled by steps/__init__.py, in the order of the numbers above


@final
@mypyc_attr(acyclic=True)
class Blank(State):
    def __init__(self, seats: i64 = 2) -> None:
        super().__init__(seats)
        self.kit: TidepoolKit = NO_KIT
        self.players: vec[Player] = NO_PLAYERS
        self.supply: i64 = 0
        self.deck: i64 = (1 << N_CARDS) - 1  # undrawn cards, as a set: they have no order
        self.first: i64 = 0
        self.round: i64 = 0
        self.tide: i64 = 0
        self.gull: i64 = NO_POOL
        self.pools_shown: bool = True

    def step_at(self, ask: i64) -> Step[Any]:
        step = step_of(ask)
        return STEPS.table[step]

    def clone(self) -> "Blank":
        s = Blank(0)
        self.copy_base(s)
        s.kit = self.kit
        s.players = vec[Player]([p.clone() for p in self.players])
        s.supply = self.supply
        s.deck = self.deck
        s.first = self.first
        s.round = self.round
        s.tide = self.tide
        s.gull = self.gull
        s.pools_shown = self.pools_shown
        return s

    def score(self, seat: i64) -> i64:
        """The highest wins; equal ones share, as `State.winners` does without a tie-break.  §score.3"""
        return scoring.score(self.kit, self.players[seat])

    # ---- queries
    def gather_yield(self, p: Player) -> i64:
        """Shells this tide gives to a gatherer, before the supply is looked at.  §turn.2, §card.gather"""
        shells = self.kit.tide_shells[self.tide]
        mask = p.played & self.kit.gather_cards
        card: i64 = 0
        while mask != 0:
            if mask & 1:
                shells += self.kit.cards[card].on_gather()
            mask >>= 1
            card += 1
        return shells

    def is_alone(self, seat: i64) -> bool:
        """§pool.2, §pool.3"""
        pool = self.players[seat].pool
        if pool == self.gull:
            return False
        for other in range(self.seats):
            if other != seat and self.players[other].pool == pool:
                return False
        return True

    def is_last_to_hide(self, seat: i64) -> bool:
        """All others have chosen their pools, and no gull will come."""
        if self.seats == 1:
            return False
        for other in range(self.seats):
            if other != seat and self.players[other].pool == NO_POOL:
                return False
        return True

    # ---- moves of goods
    def take_shells(self, seat: i64, shells: i64) -> i64:
        """From the supply, as many as there are; return how many."""
        if shells > self.supply:
            shells = self.supply
        self.supply -= shells
        self.players[seat].shells += shells
        return shells

    def gain(self, seat: i64, shells: i64) -> None:
        """Shells that a card brings."""
        self.note(NOTE_GAIN, seat, self.take_shells(seat, shells))

    def pay_shells(self, seat: i64, shells: i64) -> None:
        self.players[seat].shells -= shells
        self.supply += shells

    def give_shells(self, giver: i64, taker: i64, shells: i64) -> None:
        """From player to player, as many as the giver has."""
        p = self.players[giver]
        if shells > p.shells:
            shells = p.shells
        p.shells -= shells
        self.players[taker].shells += shells
        self.note(NOTE_GIVE, giver, shells, taker)


NO_KIT: Final = TidepoolKit()
