"""Positions for tests: `a_state(3).player(0, goods=(2, 0, 0, 1), dice=[2, 5]).nomad("A", "N09").at(TURN, 0)`."""

from __future__ import annotations

from collections.abc import Iterable

from skerry.core import bits
from skerry.core.components import Overlay
from skerry.core.state import CHANCE
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import NO_BENEFIT
from skerry.games.tungaru.game import TungaruGame
from skerry.games.tungaru.kit.load import ACTIONS, load_kit
from skerry.games.tungaru.kit.rows import GROUNDS, ISLANDS, MIGRATION_SPACES
from skerry.games.tungaru.state import NONE, Player, Tungaru

GAME = TungaruGame()
LEADERS = ("worker", "beggar", "fisher", "trader", "chief")
KIT = load_kit()
NOMADS = [tile.id for tile in KIT.nomads]


def pack(fish: int = 0, shell: int = 0, coconut: int = 0, pearl: int = 0) -> int:
    return fish | shell << 8 | coconut << 16 | pearl << 24


def dice(faces: Iterable[int]) -> int:
    return sum(1 << 4 * (face - 1) for face in faces)


def islands(names: str) -> int:
    return sum(1 << ISLANDS.index(name) for name in names)


class a_state:
    """Phase 3 of the first round, an empty stack, no reservations; boat k lies at ground k + 1.

    The lowest Nomads lie on the islands and Migration spaces; the rest is the pile.
    """

    def __init__(self, seats: int = 4, overlay: str = "", **options: str) -> None:
        kit = load_kit(Overlay("test.toml", overlay)) if overlay else KIT
        self.state: Tungaru = GAME.new(kit, seats, GAME.complete_options(options))
        state = self.state
        state.depth = 0
        state.round = 1
        state.phase = 3
        for island in range(state.side.islands):
            state.put_nomad(island, self.draw())
        for space in range(4):
            state.migration[space] = self.draw()
        for seat in range(seats):
            state.put_boat(state.players[seat], seat)

    def draw(self) -> int:
        nomad = bits.lowest(self.state.pile)
        self.state.pile &= self.state.pile - 1
        return int(nomad)

    def take_out(self, name: str) -> int:
        """The Nomad, taken from wherever it lies; a place on the board is filled from the pile."""
        state = self.state
        nomad = NOMADS.index(name)
        if state.pile >> nomad & 1:
            state.pile &= ~(1 << nomad)
            return nomad
        for island in range(state.side.islands):
            if state.nomad[island] == nomad:
                state.put_nomad(island, self.draw())
                return nomad
        for space in range(4):
            if state.migration[space] == nomad:
                state.migration[space] = self.draw()
                return nomad
        raise AssertionError(f"{name} is not in play or before a player")

    def player(
        self,
        seat: int,
        *,
        goods: tuple[int, int, int, int] | None = None,
        dice: Iterable[int] | None = None,
        ground: str | None = None,
        nomads: Iterable[str] = (),
        travellers: Iterable[str] = (),
        settlers: str = "",
        exhausted: str = "",
        monuments: str = "",
        leader: str = "",
        benefit: bool = True,
        **fields: int,
    ) -> a_state:
        """`leader`: shown this round; its benefit is ready unless `benefit` is False."""
        state = self.state
        p = state.players[seat]
        if goods is not None:
            p.goods = pack(*goods)
            p.store = p.closed_space(state.kit.storage_spaces) if p.storage_monument else 0
            p.put_goods(p.goods - fields.get("fisher_fish", 0))
        if dice is not None:
            p.dice = globals()["dice"](dice)
        if ground is not None:
            state.put_boat(p, GROUNDS.index(ground))
        for name in nomads:
            nomad = self.take_out(name)
            p.nomads |= 1 << nomad
            p.show_nomad(nomad)
        for name in travellers:
            p.nomads |= 1 << self.take_out(name)
        state.set_nomads(p)
        for name in settlers:
            state.put_settler(p, ISLANDS.index(name))
            p.reserve -= 1
        p.exhausted |= islands(exhausted)
        for name in monuments:
            state.put_monument(p, ISLANDS.index(name))
            self.use_monument(p)
        if leader:
            p.leader = LEADERS.index(leader)
            p.hand -= 1 << 4 * p.leader
            p.benefit = state.kit.leaders[p.leader].benefit if benefit else NO_BENEFIT
        for field, value in fields.items():
            setattr(p, field, value)
        if "storage_monument" in fields:
            state.set_nomads(p)
        return self

    def use_monument(self, p: Player) -> None:
        """One less on the Culture board: from the track, then from a Nomad space, then from the storage."""
        if p.track < len(self.state.kit.track):
            p.track += 1
        elif p.nomad_monuments:
            p.nomad_monuments -= 1
        else:
            p.storage_monument = 0
            self.state.set_nomads(p)

    def nomad(self, island: str, name: str) -> a_state:
        """This Nomad lies on that island; the one that lay there returns to the pile."""
        state = self.state
        number = ISLANDS.index(island)
        if state.nomad[number] == NOMADS.index(name):
            return self
        nomad = self.take_out(name)
        state.pile |= 1 << int(state.nomad[number])
        state.put_nomad(number, nomad)
        return self

    def no_nomad(self, names: str) -> a_state:
        for name in names:
            number = ISLANDS.index(name)
            self.state.pile |= 1 << int(self.state.nomad[number])
            self.state.put_nomad(number, NONE)
        return self

    def migration(self, **spaces: str | None) -> a_state:
        """`M1="N20"`; None for an empty space."""
        state = self.state
        for space, name in spaces.items():
            number = MIGRATION_SPACES.index(space)
            nomad = NONE if name is None else self.take_out(name)
            if state.migration[number] != NONE:
                state.pile |= 1 << int(state.migration[number])
            state.migration[number] = nomad
        return self

    def reserved(self, seat: int, island: str) -> a_state:
        """With the Monument of a Nomad space."""
        p = self.state.players[seat]
        p.reserved = ISLANDS.index(island)
        p.nomad_monuments -= 1
        self.state.reserved |= 1 << p.reserved
        return self

    def market(self, island: str, **goods: int) -> a_state:
        self.state.put_goods(ISLANDS.index(island), pack(**goods))
        return self

    def dice_on(self, island: str, *faces: int, seat: int = 0) -> a_state:
        for face in faces:
            self.state.put_die(ISLANDS.index(island), seat, face)
        return self

    def with_(self, **fields: int) -> a_state:
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def at(self, step: int, seat: int = CHANCE, arg: int = 0) -> Tungaru:
        self.state.ask(step, seat, arg)
        return self.state

    def run(self, step: int, arg: int = 0) -> Tungaru:
        """A step that runs by itself, and all that follows without a question."""
        self.state.then(step, arg)
        self.state.settle()
        return self.state


def options(state: Tungaru) -> list[str]:
    return [ACTIONS.text(action) for action in state.legal_actions()]


def do(state: Tungaru, *texts: str) -> Tungaru:
    for text in texts:
        state.step(ACTIONS.number(text))
    return state


def goods(state: Tungaru, seat: int) -> tuple[int, ...]:
    """Fish, Shell, Coconut, Pearl."""
    return tuple(int(G.amount_of(state.players[seat].goods, good)) for good in range(4))


def nomad_on(state: Tungaru, island: str) -> str | None:
    nomad = state.nomad[ISLANDS.index(island)]
    return None if nomad == NONE else NOMADS[nomad]


def face_up(state: Tungaru, seat: int) -> list[str]:
    return [NOMADS[nomad] for nomad in bits.members(state.players[seat].face_up)]


def travellers(state: Tungaru, seat: int) -> list[str]:
    p = state.players[seat]
    return [NOMADS[nomad] for nomad in bits.members(p.nomads & ~p.face_up)]


def market(state: Tungaru, island: str) -> tuple[int, ...]:
    return tuple(int(G.amount_of(state.market[ISLANDS.index(island)], good)) for good in range(4))


def why_not(state: Tungaru, text: str) -> str:
    """The § mark and words of a refusal."""
    reason = GAME.reason(state, ACTIONS.number(text))
    assert reason is not None, f"{text} is allowed"
    assert text not in options(state)
    return f"§{reason.rule} {reason.words}"
