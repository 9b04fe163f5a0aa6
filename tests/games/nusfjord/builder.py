"""Positions for tests: `a_state(3).player(0, fish=4).elders(0, elder_9=2).at(TURN, 0)`.

What lies on the table is set by `Scene`; here are the open question and what one asks of a position.
"""

from skerry.core.components import Overlay
from skerry.core.state import CHANCE
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.game import NusfjordGame as Game
from skerry.games.nusfjord.kit.load import ACTIONS, BASE, load_kit
from skerry.games.nusfjord.problems import problems
from skerry.games.nusfjord.state import NEXT_TURN, TURN, Nusfjord
from skerry.games.nusfjord.steps import new_state
from tests.games.nusfjord.scene import Scene

GAME = Game()


class a_state(Scene):
    """A position in round 1 with an empty stack; nobody has goods, no card is open."""

    def __init__(self, seats: int = 2, *, round: int = 1, deck: str = "101", advanced: bool = False) -> None:
        super().__init__(deck, seats, round)
        if advanced:
            self.state = new_state(BASE, seats, int(deck[0]) - 1, False, True)
            self.state.round = round
        self.state.depth = 0
        self.state.turn = 0

    def with_(self, **fields: int) -> "a_state":
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def elders(self, seat: int, **fish: int) -> "a_state":
        """As in `Scene`; an Elder that lay face down leaves one stack without its third card."""
        super().elders(seat, **fish)
        state = self.state
        for name in fish:
            hidden = 1 << int(name.removeprefix("elder_")) - 1
            if state.unseen_elders & hidden:
                state.unseen_elders &= ~hidden
                state.face_down &= state.face_down - 1
        return self

    def workers(self, seat: int, *places: str) -> "a_state":
        """Workers of the player, by space or Elder, as in the action table."""
        state, p = self.state, self.state.players[seat]
        for place in places:
            number = ACTIONS.number(f"place {place}") - ACTIONS.number("place gold") + 1
            worker = state.colour() * state.kit.workers + p.n_placed
            p.placed |= number << 6 * worker
            p.n_placed += 1
            if number > 16:
                p.elder_workers |= 1 << number - 17
            else:
                state.workers += 1 << 3 * (number - 1)
        return self

    def at(self, step: int, seat: int = CHANCE, arg: int = 0) -> Nusfjord:
        self.state.depth = 0
        if step == TURN:
            self.state.then(NEXT_TURN, 0)
        self.state.ask(step, seat, arg)
        return self.state

    def run(self, step: int, arg: int = 0) -> Nusfjord:
        """A step that runs by itself, and what follows."""
        self.state.depth = 0
        self.state.then(step, arg)
        self.state.settle()
        return self.state

    def turn_of(self, seat: int) -> Nusfjord:
        """The last turn of the round for this seat: what comes after it is not played."""
        state = self.at(TURN, seat)
        state.turn = 1
        return state


def dealt_with(kit: NusfjordKit, seats: int, card: str) -> Nusfjord:
    """A match with these components in round 1; the card is among those on display."""
    state = GAME.new(kit, seats, GAME.complete_options({}))
    state.settle()
    actions = GAME.actions_of(kit)
    while state.to_move() == CHANCE:
        legal = [actions.text(action) for action in state.legal_actions()]
        state.step(actions.number(f"reveal {card}" if f"reveal {card}" in legal else legal[0]))
    return state


def overlaid(text: str) -> Overlay:
    return Overlay("mine.toml", text)


def kit_with(text: str) -> object:
    return load_kit(overlaid(text))


def options(state: Nusfjord) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal_actions()]


def do(state: Nusfjord, *texts: str) -> Nusfjord:
    for text in texts:
        state.step(ACTIONS.number(text))
        assert problems(state) == []
    return state


def why_not(state: Nusfjord, text: str) -> str:
    """The § mark and words of a refusal."""
    reason = GAME.reason(state, ACTIONS.number(text))
    assert reason is not None, f"{text} is allowed"
    return f"§{reason.rule} {reason.words}"


def story(state: Nusfjord, *texts: str) -> list[str]:
    """The whole log of these decisions: what is decided, and what follows."""
    lines = []
    for text in texts:
        told = GAME.decision_event(state, ACTIONS.number(text))
        lines += [told.words.format(*(f"P{seat}" for seat in range(state.seats)))] if told else []
        lines += log(state, text)
    return lines


def log(state: Nusfjord, *texts: str) -> list[str]:
    """The lines that these decisions write, with seat numbers for names."""
    state.noting = True
    state.notes = []
    do(state, *texts)
    lines = [GAME.event(state, note).words for note in state.notes]
    state.noting = False
    return [line.format(*(f"P{seat}" for seat in range(state.seats))) for line in lines]
