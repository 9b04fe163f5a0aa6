"""A table for the tests of Buildings: player 0 is to move, what a test needs lies there by name.

scene = Scene("114", seats=2).player(0, wood=3).own(0, "114")
scene.build("101")
"""

from skerry.core import bits
from skerry.games.nusfjord.buildings.card import ON_BUILT, SPECIAL, Building
from skerry.games.nusfjord.kit.load import ACTIONS, BASE
from skerry.games.nusfjord.problems import problems
from skerry.games.nusfjord.state import TURN, Nusfjord, Player
from skerry.games.nusfjord.steps import new_state

GOODS = ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold")


class Scene:
    """One game with the deck of the card; nothing is drawn, the display is empty, everyone has nothing."""

    def __init__(self, card: str, seats: int = 2, round: int = 3) -> None:
        self.state: Nusfjord = new_state(BASE, seats, int(card[0]) - 1)
        self.state.round = round
        self.state.first = 0
        self.turn(0)

    def turn(self, seat: int) -> "Scene":
        """Now it is this seat's turn."""
        self.state.depth = 0
        self.state.turn = seat + 1
        self.state.ask(TURN, seat)
        return self

    # ---- what lies on the table
    def player(self, seat: int, **has: int) -> "Scene":
        """Goods by name, unissued Shares, Workers …: plain numbers of a player."""
        for name, number in has.items():
            setattr(self.state.players[seat], name, number)
        return self

    def slot(self, card: str) -> int:
        slot = self.state.deck.slot_of(BASE.card_ids.index(card))
        assert slot >= 0, f"{card} is not in this deck"
        return int(slot)

    def take(self, card: str) -> int:
        """Out of its pile."""
        slot = self.slot(card)
        self.state.pile_a &= ~(1 << slot)
        self.state.pile_b &= ~(1 << slot)
        self.state.pile_c &= ~(1 << slot)
        return slot

    def display(self, *cards: str) -> "Scene":
        for card in cards:
            self.state.lay_open(self.take(card))
        return self

    def hand(self, seat: int, *cards: str) -> "Scene":
        for card in cards:
            self.state.players[seat].hand |= 1 << self.take(card)
        return self

    def own(self, seat: int, *cards: str, cell: str = "") -> "Scene":
        """A Building that stands there already; of its effects only a standing ability is at work."""
        for card in cards:
            slot = self.take(card)
            p = self.state.players[seat]
            p.put_building(BASE.cell_names.index(cell) if cell else bits.lowest(p.free), slot)
            building = self.state.deck.cards[slot]
            p.printed += building.points
            if building.category == SPECIAL and building.moments & 1:
                building.effects[0].happen(self.state, seat, slot, ON_BUILT, 0)
        return self

    def ships(self, seat: int, sloops: int = 0, cutters: int = 0, schooners: int = 0) -> "Scene":
        p = self.state.players[seat]
        for ship, n in enumerate((sloops, cutters, schooners)):
            for _ in range(n):
                p.add_ship(ship)
            p.track += n * BASE.ship_size[ship]
            self.state.stock -= n << 4 * ship
        return self

    def elders(self, seat: int, **fish: int) -> "Scene":
        """`elder_9=2`: Elder 9 sits in the council with 2 fish on him.  He comes from the bottom of his stack."""
        p = self.state.players[seat]
        for name, on_him in fish.items():
            elder = int(name.removeprefix("elder_")) - 1
            stack = self.state.stack_of(elder)
            if stack >= 0:
                self.state.tops &= ~(31 << 5 * stack)
            p.elders |= 1 << elder
            p.n_elders += 1
            p.fish_on_elders |= on_him << 2 * elder
        return self

    def forests(self, seat: int, **stacks: int) -> "Scene":
        """`r0c2=2`: all Forests of the player, by double space."""
        p = self.state.players[seat]
        for double in range(9):
            while p.forests_on(double):
                self.state.take_forest(seat, double)
        for name, height in stacks.items():
            for _ in range(height):
                self.state.put_forest(seat, 3 * int(name[1]) + int(name[3]))
        assert p.n_forests == sum(stacks.values())
        return self

    def issued(self, seat: int, home: int = 2, board: int = 0, with_others: int = 0) -> "Scene":
        """Where the Shares of a colour are; the rest is unissued."""
        for p in self.state.players:
            p.n_shares -= p.shares_of(seat)
            p.shares -= p.shares_of(seat) << 3 * seat
        holder = self.state.players[(seat + 1) % self.state.seats]
        for p, n in ((self.state.players[seat], home), (holder, with_others)):
            p.shares += n << 3 * seat
            p.n_shares += n
        self.state.n_market += board - self.state.market_of(seat)
        self.state.market += (board - self.state.market_of(seat)) << 3 * seat
        self.state.players[seat].unissued = BASE.shares - home - board - with_others
        return self

    def plates(self, filled: int) -> "Scene":
        self.state.plates = filled
        return self

    def price(self, card: str) -> Building:
        return self.state.deck.cards[self.slot(card)]

    # ---- play
    def play(self, *texts: str) -> "Scene":
        """Answer the open questions, one after the other; each must be legal."""
        for text in texts:
            self.state.step(ACTIONS.number(text))
            assert problems(self.state) == []
        return self

    def legal(self) -> list[str]:
        return [ACTIONS.text(action) for action in self.state.legal_actions()]

    def build(self, card: str, *answers: str, cell: str = "") -> "Scene":
        """Player 0 has the price beside what he has, and builds the card; then come the answers."""
        p = self.p()
        slot = self.slot(card)
        building = self.state.deck.cards[slot]
        if not (self.state.display | p.hand) >> slot & 1:
            self.display(card)
        p.wood, p.fish, p.gold = p.wood + building.wood, p.fish + building.fish, p.gold + building.gold
        space = "place build" if "place build" in self.legal() else "place build_second"
        self.play(space, f"build {card}")
        return self.play(
            f"on {cell}" if cell else next(text for text in self.legal() if text.startswith("on ")), *answers
        )

    def p(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def goods(self, seat: int = 0) -> dict[str, int]:
        """What the player has, without what he has none of."""
        return {name: n for name in GOODS if (n := int(getattr(self.p(seat), name)))}

    def asks(self) -> int:
        """The seat that is asked now."""
        return int(self.state.to_move())

    def points(self, card: str, seat: int = 0) -> int:
        """What the card is worth at the end beside its printed points."""
        slot = self.slot(card)
        return int(self.state.deck.cards[slot].bonus(self.state, seat, slot))
