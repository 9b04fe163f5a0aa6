"""Buru as the rest of Skerry sees it: every method calls the file that does the work."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from skerry.core.answers import Event, Option, Question, Reason, Rival, ScoreGroup, ScoreLine, Section, Terms
from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Game, OptionError
from skerry.core.rng import Rng
from skerry.core.state import Kit
from skerry.games.buru import catalogue, imagine, reasons, steps, view
from skerry.games.buru.actions import MAX_PLAYERS
from skerry.games.buru.cards import BuruKit
from skerry.games.buru.catalogue import Catalogue
from skerry.games.buru.kit import load as kit
from skerry.games.buru.kit.rows import GOODS, KINDS, LAWAN_LEVELS
from skerry.games.buru.observe import BuruEncoder
from skerry.games.buru.problems import problems
from skerry.games.buru.state import DAWN, DUSK, MORNING, REGION, RESOLVE, Buru
from skerry.games.buru.text import decisions, labels, log, naming, outline, questions, score, telling, terms
from skerry.games.buru.view import View

__all__ = ["BuruGame"]

GOODS_NAMES = {good: (good, good) for good in GOODS}


class BuruGame(Game[Buru]):
    name = "buru"
    title = "Buru"
    tagline = "Send your Explorers out face down, win regions and totems, and pay tribute to the spirits of the island."
    makers = "Crafty Games"
    minutes = "60–90 minutes"
    weight = 2
    passes = frozenset({"done"})
    seats = range(1, MAX_PLAYERS + 1)
    version = 2
    plays = (1,)  # by the options it had
    earlier: ClassVar = {1: {"cycle": "optional", "tasks": "optional"}}
    aims = score.AIMS
    options = (
        Option(
            "lawan",
            "A Lawan joins",
            ("no", "yes"),
            "no",
            "A Lawan, an opponent that plays by itself, takes an extra seat beside 2 or 3 people. "
            "A solo game always has two.",
            players=(2, 3),
        ),
        Option(
            "level",
            "Level of the Lawan",
            LAWAN_LEVELS,
            "normal",
            "Normal: their tributes cost 1 token less. Hard: they also gain a token each Noon. Expert: they also gain "
            "2 Esteem for each tribute, and their Elders are worth 5 instead of 3.",
        ),
        Option(
            "start",
            "Goods at the start",
            ("reported", "even"),
            "reported",
            "Reports of the game give the Emissary no fish and everyone else 3. With two players that favours the "
            "Emissary, who wins all ties; with even, the other player also starts with a palm and a clay.",
            needs={"lawan": "no"},
            players=(2,),
        ),
        Option(
            "cycle",
            "Cycling at the Shore",
            ("forced", "optional"),
            "forced",
            "The player aid says to cycle once, so whoever takes a space with a cycle must cycle. "
            "Optional: you may leave the row as it is.",
        ),
        Option(
            "tasks",
            "A single task in the Village",
            ("forced", "optional"),
            "forced",
            'The player aid says "up to" of two and three tasks, but not of one: whoever takes a space with a single '
            "task must task an Islander if they can. Optional: you need not.",
        ),
        Option(
            "order",
            "Parts of a space",
            ("printed", "free"),
            "printed",
            "Free: you may take the fish, Elders or marker of a space before its tasks or tributes.",
        ),
        Option(
            "marker",
            "The Emissary marker at Dusk",
            ("stays", "passes"),
            "stays",
            "Passes: it goes to the left after each round but the last, unless someone used its space at the Sacred "
            "Lake. Good with two players.",
        ),
    )
    kinds = KINDS
    actions = kit.ACTIONS
    interludes = frozenset({DAWN, MORNING, REGION, RESOLVE, DUSK})
    folder = Path(__file__).parent
    goods_names = GOODS_NAMES
    telling = telling.TELLING
    place = 3
    daily = "Alone against two Lawan. Win, and by how much?"
    decisions_per_round = 120

    def load_kit(self, given: Overlay | Frozen | None = None) -> BuruKit:
        return kit.BASE if given is None else kit.load_kit(given)

    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> Buru:
        assert isinstance(kit, BuruKit)
        lawan = 2 if seats == 1 else int(options["lawan"] == "yes")
        if seats + lawan > MAX_PLAYERS:
            raise OptionError(f"Buru seats {MAX_PLAYERS}, so there is no room for a Lawan beside {seats} people")
        even = options["start"] == "even"
        if even and seats + lawan != 2:
            raise OptionError("the even start is for two players without a Lawan")
        state = steps.new_state(kit, seats, lawan, LAWAN_LEVELS.index(options["level"]))
        state.even_start = even
        state.cycle_forced = options["cycle"] == "forced"
        state.task_forced = options["tasks"] == "forced"
        state.free_order = options["order"] == "free"
        state.marker_passes = options["marker"] == "passes"
        return state

    def rounds(self, state: Buru) -> int:
        return int(state.kit.rounds)

    def view(self, state: Buru, seat: int) -> View:
        return view.view(state, seat)

    def catalogue(self, state: Buru) -> Catalogue:
        return catalogue.catalogue(state)

    def pieces(self, view_: View) -> set[str]:
        return view.pieces(view_)

    def goods(self, state: Buru, seat: int) -> dict[str, int]:
        return {good: int(state.players[seat].goods[kind]) for kind, good in enumerate(GOODS)}

    def imagine(self, state: Buru, seat: int, rng: Rng) -> Buru:
        return imagine.imagine(state, seat, rng)

    def encoder(self, state: Buru) -> BuruEncoder:
        return BuruEncoder(state)

    def candidates(self, state: Buru) -> list[int]:
        return reasons.candidates(state)

    def reason(self, state: Buru, action: int) -> Reason | None:
        return reasons.reason(state, action)

    def question(self, state: Buru) -> Question:
        return questions.question(state)

    def label(self, state: Buru, action: int) -> str:
        return labels.label(state, action)

    def naming(self, state: Buru, action: int) -> str:
        return naming.naming(state, action)

    def terms(self, state: Buru, action: int) -> Terms:
        return terms.terms(state, action)

    def in_short(self, state: Buru, action: int) -> str:
        return telling.in_short(state, action)

    def decision_event(self, state: Buru, action: int) -> Event | None:
        return decisions.decision_event(state, action)

    def decision_event_unseen(self, state: Buru) -> Event:
        return decisions.decision_event_unseen(state)

    def event(self, state: Buru, note: tuple[int, int, int, int]) -> Event:
        return log.event(state, note)

    def outline(self, view: View, catalogue: Catalogue) -> list[Section]:
        return outline.outline(view, catalogue)

    def breakdown(self, state: Buru, seat: int) -> list[ScoreLine]:
        return score.breakdown(state, seat)

    def score_groups(self, state: Buru) -> list[ScoreGroup]:
        return score.score_groups(state)

    def rivals(self, state: Buru) -> list[Rival]:
        return score.rivals(state)

    def result(self, state: Buru) -> str:
        if state.n == state.seats:
            return super().result(state)
        return score.with_lawan(state, self.victory(state) if state.winners() else "")

    def tie_break(self, state: Buru, winner: int, level: list[int]) -> str:
        return score.tie_break(state, winner, level)

    def problems(self, state: Buru) -> list[str]:
        return problems(state)

    def taking(self, state: Buru, action: int) -> str | None:
        return score.taking(state, action)

    def offered(self, state: Buru) -> list[str]:
        return super().offered(state) + score.choice_of_elders(state)

    def kept(self, state: Buru, seat: int) -> list[str]:
        return score.kept(state, seat)
