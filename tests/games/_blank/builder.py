"""Positions for tests: `a_state(3).player(0, shells=4, hand=["rake"]).at(TURN, 0)`."""

from __future__ import annotations

from skerry.core.components import Overlay
from skerry.core.state import CHANCE
from skerry.games._blank.game import Tidepool
from skerry.games._blank.kit import ACTIONS, load_kit
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import Blank

GAME = Tidepool()


class a_state:
    """A position in the first round with an empty stack; cards not named are in the deck."""

    def __init__(self, seats: int = 2, overlay: str = "") -> None:
        kit = load_kit(Overlay("test.toml", overlay) if overlay else None)
        self.state: Blank = GAME.new(kit, seats, {})
        self.state.depth = 0
        self.state.round = 1
        self.state.pools_shown = False

    def player(
        self,
        seat: int,
        *,
        shells: int | None = None,
        hand: list[str] | None = None,
        played: list[str] | None = None,
        pool: int = NO_POOL,
    ) -> a_state:
        state = self.state
        p = state.players[seat]
        if shells is not None:
            state.supply += p.shells - shells
            p.shells = shells
        for name in hand or []:
            p.hand |= 1 << self.draw(name)
            p.n_hand += 1
        for name in played or []:
            p.played |= 1 << self.draw(name)
            p.n_played += 1
        p.pool = pool
        return self

    def draw(self, name: str) -> int:
        card = self.state.kit.ids.index(name)
        assert self.state.deck >> card & 1, f"{name} is out already"
        self.state.deck &= ~(1 << card)
        return card

    def with_(self, **fields: int) -> a_state:
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def at(self, step: int, seat: int = CHANCE, arg: int = 0) -> Blank:
        self.state.ask(step, seat, arg)
        return self.state


def options(state: Blank) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal_actions()]


def do(state: Blank, *texts: str) -> Blank:
    for text in texts:
        state.step(ACTIONS.number(text))
    return state


def why_not(state: Blank, text: str) -> str:
    """The § mark and words of a refusal."""
    reason = GAME.reason(state, ACTIONS.number(text))
    assert reason is not None, f"{text} is allowed"
    return f"§{reason.rule} {reason.words}"
