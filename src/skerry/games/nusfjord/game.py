"""Nusfjord as the rest of Skerry sees it: every method calls the file that does the work."""

from collections.abc import Callable, Mapping
from pathlib import Path

from skerry.core.actions import Actions
from skerry.core.answers import Event, Option, Question, Reason, ScoreLine, Section, Terms
from skerry.core.components import Overlay
from skerry.core.frozen import ComponentTables, Frozen
from skerry.core.game import Game, OptionError
from skerry.core.rng import Rng
from skerry.core.state import Kit, step_of
from skerry.games.nusfjord import imagine, lots, reasons, series, steps, view
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.kit import load as kit
from skerry.games.nusfjord.kit.buildings import option_of
from skerry.games.nusfjord.kit.load import DECKS
from skerry.games.nusfjord.observe import NusfjordEncoder
from skerry.games.nusfjord.problems import problems
from skerry.games.nusfjord.state import BUILDING
from skerry.games.nusfjord.state import Nusfjord as State
from skerry.games.nusfjord.text import decisions, labels, log, naming, outline, questions, score, telling, terms
from skerry.games.nusfjord.view import Catalogue, View

LATER = Option(
    "later",
    "Mixed decks: later cards from",
    tuple(DECKS),
    "herring",
    "Only with mixed decks.",
    needs={"deck": "mixed"},
    labels=DECKS,
)

GOODS_NAMES = {good: (good, good) for good in ("wood", "fish", "gold")}


class NusfjordGame(Game[State]):
    name = "nusfjord"
    title = "Nusfjord"
    tagline = "A fishing company on the Lofoten islands: ships, forests, buildings, shares and the village's elders."
    makers = "Uwe Rosenberg"
    minutes = "20 minutes each"
    weight = 3
    passes = frozenset({"pass", "done"})
    seats = range(1, 6)
    version = 2
    least_gap = 0.5
    gap_spread = 2.75
    aims = score.AIMS
    plays = (1,)  # by components from before `rules` was among their numbers
    options = (
        Option(
            "deck",
            "Deck of Buildings",
            (*DECKS, "mixed"),
            "herring",
            "Herring is the best deck for a first game.",
            labels=DECKS,
        ),
        LATER,
        Option(
            "start",
            "Goods at the start",
            ("none", "even"),
            "none",
            "The rulebook gives nobody goods. With even chances, later places in the order of play start with a little "
            "gold or fish, so that every place wins about as often.",
            players=(2, 3, 4, 5),
            labels={"even": "even chances for every place"},
        ),
        Option("solo", "Solo game", ("normal", "advanced"), "normal", "Only with one player.", players=(1,)),
        Option(
            "series",
            "Series",
            ("none",),
            "none",
            "Set by a campaign or a rematch: which cards are left out, and who goes first.",
        ),
    )
    kinds = kit.KINDS
    actions = kit.ACTIONS
    interludes = terms.INTERLUDES
    folder = Path(__file__).parent
    goods_names = GOODS_NAMES
    telling = telling.TELLING
    series = series.SERIES
    place = 1
    daily = "Alone. How many points can you score?"

    def load_kit(self, given: Overlay | Frozen | None = None) -> NusfjordKit:
        return kit.BASE if given is None else kit.load_kit(given)

    def actions_of(self, kit_: Kit) -> Actions:
        assert isinstance(kit_, NusfjordKit)
        return kit.ACTIONS if kit_ is kit.BASE else kit.actions_of(kit_)

    def complete_options(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The option `series` may also hold what series.py writes there."""
        rest = {name: value for name, value in chosen.items() if name != "series"}
        said = chosen.get("series", "none")
        if said != "none":
            series.parse_terms(said)
        return super().complete_options(rest) | {"series": said}

    def rows_in_play(self, tables: ComponentTables, options: Mapping[str, str]) -> ComponentTables:
        """Without the Buildings of other decks, and the goods that only matches with these start with."""
        deck = options["deck"]
        if deck == "mixed":
            return tables
        cards = {id_: row for id_, row in tables["buildings"].items() if option_of(row["deck"]) == deck}
        starts = {id_: row for id_, row in tables["starts"].items() if id_.rpartition("_")[0] in (deck, "mixed")}
        return tables | {"buildings": cards, "starts": starts}

    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> State:
        assert isinstance(kit, NusfjordKit)
        if seats > 1 and options["solo"] == "advanced":
            raise OptionError("the advanced solo game is for one player")
        if seats == 1 and options["start"] == "even":
            raise OptionError("goods by place are for two players or more")
        mixed = options["deck"] == "mixed"
        if options["later"] != LATER.default and not mixed:
            raise OptionError("the option `later` works only with deck=mixed")
        chosen = options["later"] if mixed else options["deck"]
        if chosen not in kit.deck_options:
            raise OptionError(f"these components have no deck {chosen}")
        deck = kit.deck_options.index(chosen)
        part = series.parse_terms(options["series"])
        if mixed and part != series.NO_TERMS:
            raise OptionError("a series is played with one deck")
        if part.starter >= seats:
            raise OptionError(f"seat {part.starter} cannot go first in a game for {seats}")
        advanced, even = options["solo"] == "advanced", options["start"] == "even" or kit.first_rules
        without = part.mask(deck, kit.decks[deck])
        return steps.new_state(kit, seats, deck, mixed, advanced, even, without, part.starter)

    def rounds(self, state: State) -> int:
        return int(state.kit.rounds)

    def daily_options(self, day: int) -> dict[str, str]:
        return {"deck": tuple(DECKS)[day % len(DECKS)]}

    def view(self, state: State, seat: int) -> View:
        return view.view(state, seat)

    def reveal(self, seen: Callable[[], View], state: State, seat: int) -> View:
        return view.with_hand(seen(), state, seat)

    def catalogue(self, state: State) -> Catalogue:
        return view.catalogue(state)

    def pieces(self, view_: View) -> set[str]:
        return view.pieces(view_)

    def goods(self, state: State, seat: int) -> dict[str, int]:
        p = state.players[seat]
        return {
            "wood": int(p.wood),
            "fish": int(p.fish),
            "gold": int(p.gold),
            "reserve_wood": int(p.reserve_wood),
            "reserve_fish": int(p.reserve_fish),
            "reserve_gold": int(p.reserve_gold),
        }

    def imagine(self, state: State, seat: int, rng: Rng) -> State:
        return imagine.imagine(state, seat, rng)

    def encoder(self, state: State) -> NusfjordEncoder:
        return NusfjordEncoder(state)

    def candidates(self, state: State) -> list[int]:
        return reasons.candidates(state)

    def reason(self, state: State, action: int) -> Reason | None:
        return reasons.reason(state, action)

    def question(self, state: State) -> Question:
        return questions.question(state)

    def label(self, state: State, action: int) -> str:
        return labels.label(state, action)

    def naming(self, state: State, action: int) -> str:
        return naming.naming(state, action)

    def terms(self, state: State, action: int) -> Terms:
        return terms.terms(state, action)

    def in_short(self, state: State, action: int) -> str:
        return telling.in_short(state, action)

    def decision_event(self, state: State, action: int) -> Event | None:
        return decisions.decision_event(state, action)

    def decision_event_unseen(self, state: State) -> Event:
        return decisions.decision_event_unseen(state)

    def event(self, state: State, note: tuple[int, int, int, int]) -> Event:
        return log.event(state, note)

    def outline(self, view: View, catalogue: Catalogue) -> list[Section]:
        return outline.outline(view, catalogue)

    def breakdown(self, state: State, seat: int) -> list[ScoreLine]:
        return score.breakdown(state)

    def problems(self, state: State) -> list[str]:
        return problems(state)

    def taking(self, state: State, action: int) -> str | None:
        return labels.taking(state, action)

    def obvious(self, state: State) -> int | None:
        return lots.any_lot(state)

    def asks_single(self, state: State) -> bool:
        return bool(step_of(state.ask_now()) == BUILDING)
