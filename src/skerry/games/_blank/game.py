"""Tidepool as the rest of the house sees it: every method hands on to the file that does it."""

from collections.abc import Mapping
from pathlib import Path

from skerry.core.components import Overlay
from skerry.core.game import Event, Game, Question, Reason, ScoreLine, Section
from skerry.core.rng import Rng
from skerry.core.state import Kit
from skerry.games._blank import imagine, kit, reasons, steps, view
from skerry.games._blank.cards import TidepoolKit
from skerry.games._blank.problems import problems
from skerry.games._blank.state import Blank
from skerry.games._blank.text import labels, log, outline, questions, score
from skerry.games._blank.view import View

__all__ = ["Tidepool", "steps"]


class Tidepool(Game[Blank]):
    name = "_blank"
    title = "Tidepool"
    tagline = "Gather shells, play cards, and be alone at the right pool. A tiny game made to be copied."
    seats = range(1, 6)
    version = 1
    actions = kit.ACTIONS
    folder = Path(__file__).parent

    def load_kit(self, overlay: Overlay | None = None) -> TidepoolKit:
        return kit.BASE if overlay is None else kit.load_kit(overlay)

    def new(self, kit: Kit, seats: int, options: Mapping[str, str]) -> Blank:
        assert isinstance(kit, TidepoolKit)
        return steps.new_state(kit, seats)

    def view(self, state: Blank, seat: int) -> View:
        return view.view(state, seat)

    def imagine(self, state: Blank, seat: int, rng: Rng) -> Blank:
        return imagine.imagine(state, seat, rng)

    def candidates(self, state: Blank) -> list[int]:
        return reasons.candidates(state)

    def reason(self, state: Blank, action: int) -> Reason | None:
        return reasons.reason(state, action)

    def question(self, state: Blank) -> Question:
        return questions.question(state)

    def label(self, state: Blank, action: int) -> str:
        return labels.label(state, action)

    def label_unseen(self, state: Blank) -> str:
        return labels.label_unseen(state)

    def event(self, state: Blank, note: tuple[int, int, int, int]) -> Event:
        return log.event(state, note)

    def outline(self, view: View) -> list[Section]:
        return outline.outline(view)

    def breakdown(self, state: Blank, seat: int) -> list[ScoreLine]:
        return score.breakdown(state)

    def problems(self, state: Blank) -> list[str]:
        return problems(state)

    def taking(self, state: Blank, action: int) -> str | None:
        return labels.taking(state, action)
