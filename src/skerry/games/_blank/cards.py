"""The cards: a subclass per effect word overrides the hooks it needs.  The rows are in components/."""

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.state import Kit

if TYPE_CHECKING:
    from skerry.games._blank.player import Player
    from skerry.games._blank.state import Blank


@mypyc_attr(acyclic=True)
class Card:
    """A card without effect; the hooks do nothing."""

    def __init__(self, cost: i64 = 0, points: i64 = 0, amount: i64 = 0) -> None:
        self.cost: i64 = cost
        self.points: i64 = points
        self.amount: i64 = amount

    def on_play(self, state: "Blank", seat: i64) -> None:
        pass

    def gains(self, state: "Blank", seat: i64) -> i64:
        """Shells that playing it would bring now."""
        return 0

    def on_gather(self) -> i64:
        """More Shells when its owner gathers."""
        return 0

    def on_alone(self) -> i64:
        """More Shells when its owner is alone at a pool."""
        return 0

    def bonus(self, player: "Player") -> i64:
        """Points at the end beside the printed ones."""
        return 0


@final
@mypyc_attr(acyclic=True)
class GainShells(Card):
    """§card.gain"""

    def on_play(self, state: "Blank", seat: i64) -> None:
        state.gain(seat, self.amount)

    def gains(self, state: "Blank", seat: i64) -> i64:
        supply = state.supply + self.cost  # what it costs goes there first
        return self.amount if self.amount < supply else supply


@final
@mypyc_attr(acyclic=True)
class Toll(Card):
    """§card.toll"""

    def on_play(self, state: "Blank", seat: i64) -> None:
        for other in range(state.seats):
            if other != seat:
                state.give_shells(other, seat, self.amount)

    def gains(self, state: "Blank", seat: i64) -> i64:
        shells: i64 = 0
        for other in range(state.seats):
            if other != seat:
                had = state.players[other].shells
                shells += self.amount if self.amount < had else had
        return shells


@final
@mypyc_attr(acyclic=True)
class Gather(Card):
    """§card.gather"""

    def on_gather(self) -> i64:
        return self.amount


@final
@mypyc_attr(acyclic=True)
class Alone(Card):
    """§card.alone"""

    def on_alone(self) -> i64:
        return self.amount


@final
@mypyc_attr(acyclic=True)
class Collect(Card):
    """§card.collect"""

    def bonus(self, player: "Player") -> i64:
        return self.amount * (player.n_played - 1)


@final
@mypyc_attr(acyclic=True)
class TidepoolKit(Kit):
    """The components: cards, tides, pools and the numbers of the setup."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.names: list[str] = []
        self.cards: list[Card] = []
        self.gather_cards: i64 = 0  # the cards that react, as sets
        self.alone_cards: i64 = 0
        self.tide_shells: vec[i64] = vec[i64]()
        self.tide_weight: vec[i64] = vec[i64]()
        self.pool_alone: vec[i64] = vec[i64]()
        self.pool_shared: vec[i64] = vec[i64]()
        self.tides: i64 = 4
        self.shells_per_player: i64 = 12
        self.start_shells: i64 = 2
        self.start_cards: i64 = 2
        self.hand_limit: i64 = 3
        self.draw_cost: i64 = 1
        self.shells_per_point: i64 = 2
