"""Positions for tests: `a_state(3).player(0, fish=4, islanders=["G1"]).at(VILLAGE, 0, space("V1"))`."""

from __future__ import annotations

from skerry.core.components import Overlay
from skerry.core.state import CHANCE
from skerry.games.buru import actions as A
from skerry.games.buru.cards import CLAY, EBONY, ESTEEM, FISH, PALM
from skerry.games.buru.game import BuruGame
from skerry.games.buru.kit.load import ACTIONS, load_kit
from skerry.games.buru.kit.rows import REGIONS, SPIRITS
from skerry.games.buru.state import Buru

GAME = BuruGame()
GOODS = {"fish": FISH, "palm": PALM, "clay": CLAY, "ebony": EBONY, "esteem": ESTEEM}


def islander(id_: str) -> int:
    return ACTIONS.number(f"recruit {id_}") - A.RECRUIT


def elder(id_: str) -> int:
    return ACTIONS.number(f"elder {id_}") - A.ELDER


def decree(id_: str) -> int:
    return ACTIONS.number(f"decree {id_}") - A.DECREE


def card(id_: str) -> int:
    return ACTIONS.number(f"take {id_}") - A.TAKE


def plot(id_: str) -> int:
    return ACTIONS.number(f"plot {id_}") - A.PLOT


def space(id_: str) -> int:
    """The argument of the question at this space, with all its parts still to come."""
    number = ACTIONS.number(f"space {id_}") - A.SPACE
    kit = load_kit()
    return int(kit.space_parts[number] | (kit.space_cycle >> number & 1) << 3 | number << 4)


class a_state:
    """Round 1, nothing asked, nobody has goods, row and Forest empty; cards not named are in the decks."""

    def __init__(self, seats: int = 2, overlay: str = "", **options: str) -> None:
        kit = load_kit(Overlay("test.toml", overlay) if overlay else None)
        self.state: Buru = GAME.new(kit, seats, GAME.complete_options(options))
        self.state.depth = 0
        self.state.round = 1
        for p in self.state.players:
            p.goods[FISH] = 0

    def player(
        self,
        number: int,
        *,
        islanders: list[str] | None = None,
        tasked: list[str] | None = None,
        elders: list[str] | None = None,
        decrees: list[str] | None = None,
        tributes: tuple[int, int, int] = (0, 0, 0),
        **goods: int,
    ) -> a_state:
        state, p = self.state, self.state.players[number]
        for name, amount in goods.items():
            p.goods[GOODS[name]] = amount
        for id_ in islanders or []:
            p.islanders |= self.from_islanders(id_)
            if state.is_lawan(number):
                state.hired += 1
                state.hired_at[islander(id_)] = state.hired
        for id_ in tasked or []:
            p.tasked |= 1 << islander(id_)
        for id_ in elders or []:
            p.elders |= self.from_elders(id_)
            p.n_elders += 1
        for id_ in decrees or []:
            p.decrees |= self.from_decrees(id_)
        for spirit in range(A.N_SPIRITS):
            p.tributes[spirit] = tributes[spirit]
        return self

    def explorers(self, number: int, **powers: list[int]) -> a_state:
        """Explorers by Power in regions; of a Lawan only their number counts."""
        p = self.state.players[number]
        for name, there in powers.items():
            region = REGIONS.index(name)
            for power in there:
                n = p.how_many_placed()
                p.n_placed += 1 << (4 * region)
                if not self.state.is_lawan(number):
                    p.sent |= region + 1 << 4 * n
                    p.mat &= ~(1 << power - 1)
                    p.placed |= 1 << (5 * region + power - 1)
        return self

    def row(self, *ids: str) -> a_state:
        for id_ in ids:
            self.from_islanders(id_)
            self.state.row |= islander(id_) << (6 * self.state.n_row)
            self.state.n_row += 1
        return self

    def forest(self, *ids: str) -> a_state:
        for id_ in ids:
            self.state.forest_deck -= 1 << (4 * card(id_))
            self.state.forest |= card(id_) << (4 * self.state.n_forest)
            self.state.n_forest += 1
        return self

    def decrees(self, *ids: str) -> a_state:
        for id_ in ids:
            self.state.decrees |= self.from_decrees(id_)
        return self

    def totem(self, spirit: str, holder: int) -> a_state:
        self.state.totems[SPIRITS.index(spirit)] = holder
        return self

    def plot(self, lawan: int, id_: str) -> a_state:
        """Turned up, as after Noon."""
        p = self.state.players[lawan]
        p.plot, p.possible_plots = plot(id_), 1 << plot(id_)
        self.state.plot_deck &= ~p.possible_plots
        return self

    def with_(self, **fields: int) -> a_state:
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def at(self, step: int, seat: int = CHANCE, arg: int = 0) -> Buru:
        self.state.ask(step, seat, arg)
        return self.state

    def then(self, step: int, arg: int = 0) -> Buru:
        """Run a step that nobody answers, and all that follows by itself."""
        self.state.then(step, arg)
        self.state.settle()
        return self.state

    # ---- cards leave their decks
    def from_islanders(self, id_: str) -> int:
        bit = 1 << islander(id_)
        assert self.state.islander_deck & bit, f"{id_} is out already"
        self.state.islander_deck &= ~bit
        return bit

    def from_elders(self, id_: str) -> int:
        bit = 1 << elder(id_)
        assert self.state.elder_deck & bit, f"{id_} is out already"
        self.state.elder_deck &= ~bit
        return bit

    def from_decrees(self, id_: str) -> int:
        bit = 1 << decree(id_)
        assert self.state.decree_deck & bit, f"{id_} is out already"
        self.state.decree_deck &= ~bit
        return bit


def play(state: Buru, *texts: str) -> Buru:
    """Legal decisions by their texts; draws of chance are named like all others."""
    for text in texts:
        state.step(ACTIONS.number(text))
    return state


def legal(state: Buru) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal_actions()]


def goods(state: Buru, number: int) -> dict[str, int]:
    """What the player has, without zeros."""
    p = state.players[number]
    return {name: int(p.goods[kind]) for name, kind in GOODS.items() if p.goods[kind]}


def rule_against(state: Buru, text: str) -> str | None:
    """The § mark of the refusal, None if the action is legal."""
    reason = GAME.reason(state, ACTIONS.number(text))
    return None if reason is None else reason.rule


def told(state: Buru, *texts: str) -> list[str]:
    """Decisions, and what the log says of everything that follows by itself."""
    state.noting = True
    play(state, *texts)
    state.noting = False
    names = [f"P{seat}" for seat in range(state.seats)]
    lines = [GAME.event(state, note).words.format(*names) for note in state.notes]
    state.notes = []
    return lines
