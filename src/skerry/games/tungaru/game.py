"""Tungaru as the rest of Skerry sees it: every method calls the file that does the work."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from skerry.core.answers import Event, Option, Question, Reason, ScoreGroup, ScoreLine, Section, Terms
from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Game, OptionError
from skerry.core.rng import Rng
from skerry.core.state import Kit
from skerry.games.tungaru import bundles, imagine, reasons, steps, view
from skerry.games.tungaru.cards import TungaruKit
from skerry.games.tungaru.catalogue import goods_dict
from skerry.games.tungaru.kit import load as kit
from skerry.games.tungaru.kit.rows import GOODS, KINDS
from skerry.games.tungaru.observe import TungaruEncoder
from skerry.games.tungaru.problems import problems
from skerry.games.tungaru.state import NONE, Tungaru
from skerry.games.tungaru.text import (
    decisions,
    labels,
    log,
    naming,
    outline,
    questions,
    score,
    score_groups,
    sketch,
    telling,
    terms,
)
from skerry.games.tungaru.view import Catalogue, View

ISLAND_TILES = Option(
    "island_tiles",
    "Island tiles",
    ("none", "set_1", "set_2", "set_3", "set_4"),
    "none",
    "Other Harvests and Trades for the islands; not for a first game. "
    "Set 2 is for 2 and 3 players, sets 3 and 4 are deluxe.",
    labels={"none": "none, as printed on the board"} | {f"set_{number}": f"set {number}" for number in (1, 2, 3, 4)},
)
DELUXE = Option("deluxe_nomads", "Deluxe Nomads", ("no", "yes"), "no", "Mixes in four more Nomads.")
STALL = Option(
    "stall",
    "When nobody recruits any more",
    ("go_on", "end"),
    "go_on",
    "By the rulebook, the game goes on until the Nomads are used up, however long that takes.",
    labels={"go_on": "the game goes on", "end": "three rounds in a row without a recruit end the game"},
)

GIFTS = Option(
    "gifts",
    "A gift for a Beggar without room",
    ("supply", "swap"),
    "supply",
    "By the rulebook, a gift that finds no free storage space goes to the supply.",
    labels={"supply": "goes to the supply", "swap": "may take the place of another good"},
)
TRADER_OPTION = Option(
    "trader",
    "The Trader's Trade",
    ("must", "may"),
    "must",
    "By the rulebook, a Trader trades on one of the islands, if there is anything to trade.",
    labels={"must": "has to be made if possible", "may": "may be declined"},
)
PILES = Option(
    "piles",
    "Traveller piles and hands",
    ("open", "hidden"),
    "open",
    "Everybody has seen which Nomads and Leaders went there, so they are open and nobody has to take notes. "
    "Hidden: until the end you see only your own, as at the table, and have to remember the rest.",
)

GOODS_NAMES = {
    "fish": ("Fish", "Fish"),
    "shell": ("Shell", "Shells"),
    "coconut": ("Coconut", "Coconuts"),
    "pearl": ("Pearl", "Pearls"),
}


class TungaruGame(Game[Tungaru]):
    name = "tungaru"
    title = "Tungaru"
    tagline = "Sail the archipelago, settle, trade, and recruit the Nomads who will tell of your culture."
    makers = "Louis and Stefan Malz"
    minutes = "60–90 minutes"
    weight = 3
    passes = frozenset({"pass", "skip"})
    seats = range(2, 6)
    version = 2
    plays = (1,)  # by the options it had
    earlier: ClassVar = {1: {"gifts": "swap", "trader": "may"}}
    offers = frozenset({"after_action"})
    together = frozenset({"leader"})
    least_gap = 5.0
    gap_spread = 1.0
    aims = score.AIMS
    options = (ISLAND_TILES, DELUXE, STALL, GIFTS, TRADER_OPTION, PILES)
    among_bots: ClassVar = {"stall": "end"}  # bots waiting for each other would never end
    kinds = KINDS
    actions = kit.ACTIONS
    folder = Path(__file__).parent
    goods_names = GOODS_NAMES
    telling = telling.TELLING
    place = 2
    daily = "Against one medium bot. Win, and by how much?"
    decisions_per_round = 150

    def load_kit(self, given: Overlay | Frozen | None = None) -> TungaruKit:
        return kit.BASE if given is None else kit.load_kit(given)

    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> Tungaru:
        assert isinstance(kit, TungaruKit)
        chosen = options["island_tiles"]
        tile_set = NONE if chosen == "none" else ISLAND_TILES.choices.index(chosen) - 1
        if tile_set != NONE and seats > 3 and kit.set_is_small[tile_set]:
            raise OptionError(f"Island tiles {chosen} are for 2 and 3 players, not for {seats}")
        stall = kit.stall_rounds if options["stall"] == "end" else 0
        state = steps.new_state(kit, seats, tile_set, options["deluxe_nomads"] == "yes", stall)
        state.gifts_swap = options["gifts"] == "swap"
        state.trader_may = options["trader"] == "may"
        state.hides = options["piles"] == "hidden"
        return state

    def longest(self, start: Tungaru) -> int:
        """The game ends after a few rounds in a row without a recruit, and no Nomad is recruited twice.

        With `stall:go_on` there is no bound at all; this is then how long players may wait for each other.
        """
        kit = start.kit
        return int(kit.stall_rounds) * (len(kit.nomads) + 1) * int(start.seats) * self.decisions_per_round

    def view(self, state: Tungaru, seat: int) -> View:
        return view.view(state, seat)

    def catalogue(self, state: Tungaru) -> Catalogue:
        return view.catalogue(state)

    def pieces(self, view_: View) -> set[str]:
        return view.pieces(view_)

    def goods(self, state: Tungaru, seat: int) -> dict[str, int]:
        p = state.players[seat]
        return dict.fromkeys(GOODS, 0) | goods_dict(p.goods) | {"points": int(p.points)}

    def imagine(self, state: Tungaru, seat: int, rng: Rng) -> Tungaru:
        return imagine.imagine(state, seat, rng)

    def encoder(self, state: Tungaru) -> TungaruEncoder:
        return TungaruEncoder(state)

    def candidates(self, state: Tungaru) -> list[int]:
        return reasons.candidates(state)

    def reason(self, state: Tungaru, action: int) -> Reason | None:
        return reasons.reason(state, action)

    def question(self, state: Tungaru) -> Question:
        return questions.question(state)

    def label(self, state: Tungaru, action: int) -> str:
        return labels.label(state, action)

    def naming(self, state: Tungaru, action: int) -> str:
        return naming.naming(state, action)

    def terms(self, state: Tungaru, action: int) -> Terms:
        return terms.terms(state, action)

    def in_short(self, state: Tungaru, action: int) -> str:
        return telling.in_short(state, action)

    def decision_event(self, state: Tungaru, action: int) -> Event | None:
        return decisions.decision_event(state, action)

    def decision_event_unseen(self, state: Tungaru) -> Event:
        return decisions.decision_event_unseen(state)

    def event(self, state: Tungaru, note: tuple[int, int, int, int]) -> Event:
        return log.event(state, note)

    def outline(self, view: View, catalogue: Catalogue) -> list[Section]:
        return outline.outline(view, catalogue)

    def sketch(self, view: View, catalogue: Catalogue, names: list[str]) -> list[str]:
        return sketch.sketch(view, catalogue, names)

    def breakdown(self, state: Tungaru, seat: int) -> list[ScoreLine]:
        return score.breakdown(state, seat)

    def score_groups(self, state: Tungaru) -> list[ScoreGroup]:
        return score_groups.score_groups(state)

    def tie_break(self, state: Tungaru, winner: int, level: list[int]) -> str:
        return "came later in the turn order"  # §score.tie

    def problems(self, state: Tungaru) -> list[str]:
        return problems(state)

    def beginner(self, state: Tungaru) -> int:
        """The starting player; boats are placed from the other end.  §setup.5"""
        return int(state.first)

    def standstill(self, state: Tungaru) -> str:
        """§end.3"""
        return log.standstill(int(state.quiet)) if steps.may_agree(state) else ""

    def end(self, state: Tungaru) -> None:
        """§end.3"""
        steps.agree(state)

    def bundles(self, state: Tungaru) -> list[tuple[int, ...]]:
        return bundles.ways(state)

    def bundle_label(self, state: Tungaru, actions: tuple[int, ...]) -> str:
        return bundles.ways_label(actions)

    def taking(self, state: Tungaru, action: int) -> str | None:
        return labels.taking(state, action)
