"""Tidepool as the rest of Skerry sees it: every method calls the file that does the work."""

from collections.abc import Mapping
from pathlib import Path

from skerry.core.actions import Actions
from skerry.core.answers import Event, Question, Reason, ScoreLine, Section, Terms
from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import Kit
from skerry.games._blank import catalogue, imagine, kit, reasons, steps, view
from skerry.games._blank.cards import TidepoolKit
from skerry.games._blank.catalogue import Catalogue
from skerry.games._blank.observe import TidepoolEncoder
from skerry.games._blank.problems import problems
from skerry.games._blank.state import Blank
from skerry.games._blank.text import decisions, labels, log, outline, questions, score, telling, terms
from skerry.games._blank.view import View

__all__ = ["Tidepool", "steps"]

GOODS_NAMES = {"shells": ("Shell", "Shells")}


class Tidepool(Game[Blank]):
    name = "_blank"
    title = "Tidepool"
    tagline = "Gather shells, play cards, and be alone at the right pool. A tiny game made to be copied."
    minutes = "10 minutes"
    weight = 1
    passes = frozenset({"rest"})
    together = frozenset({"pool"})
    seats = range(1, 6)
    version = 1
    kinds = kit.KINDS
    actions = kit.ACTIONS
    folder = Path(__file__).parent
    goods_names = GOODS_NAMES
    telling = telling.TELLING
    decisions_per_round = 12
    is_sample = True

    def load_kit(self, given: Overlay | Frozen | None = None) -> TidepoolKit:
        return kit.BASE if given is None else kit.load_kit(given)

    def actions_of(self, kit_: Kit) -> Actions:
        assert isinstance(kit_, TidepoolKit)
        return kit.ACTIONS if kit_ is kit.BASE else kit.actions_of(kit_)

    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> Blank:
        assert isinstance(kit, TidepoolKit)
        return steps.new_state(kit, seats)

    def rounds(self, state: Blank) -> int:
        return int(state.kit.tides)

    def view(self, state: Blank, seat: int) -> View:
        return view.view(state, seat)

    def catalogue(self, state: Blank) -> Catalogue:
        return catalogue.catalogue(state)

    def pieces(self, view_: View) -> set[str]:
        return view.pieces(view_)

    def goods(self, state: Blank, seat: int) -> dict[str, int]:
        return {"shells": int(state.players[seat].shells)}

    def imagine(self, state: Blank, seat: int, rng: Rng) -> Blank:
        return imagine.imagine(state, seat, rng)

    def encoder(self, state: Blank) -> TidepoolEncoder:
        return TidepoolEncoder(state)

    def candidates(self, state: Blank) -> list[int]:
        return reasons.candidates(state)

    def reason(self, state: Blank, action: int) -> Reason | None:
        return reasons.reason(state, action)

    def question(self, state: Blank) -> Question:
        return questions.question(state)

    def label(self, state: Blank, action: int) -> str:
        return labels.label(state, action)

    def terms(self, state: Blank, action: int) -> Terms:
        return terms.terms(state, action)

    def in_short(self, state: Blank, action: int) -> str:
        return telling.in_short(state, action)

    def decision_event(self, state: Blank, action: int) -> Event | None:
        return decisions.decision_event(state, action)

    def decision_event_unseen(self, state: Blank) -> Event:
        return decisions.decision_event_unseen(state)

    def event(self, state: Blank, note: tuple[int, int, int, int]) -> Event:
        return log.event(state, note)

    def outline(self, view: View, catalogue: Catalogue) -> list[Section]:
        return outline.outline(view, catalogue)

    def breakdown(self, state: Blank, seat: int) -> list[ScoreLine]:
        return score.breakdown(state)

    def problems(self, state: Blank) -> list[str]:
        return problems(state)

    def taking(self, state: Blank, action: int) -> str | None:
        return labels.taking(state, action)
