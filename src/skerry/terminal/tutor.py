"""The guided first game in the terminal."""

from rich.console import Console
from rich.markup import escape

from skerry.bots import Observer
from skerry.match import Match
from skerry.teacher.hints.model import Hint
from skerry.teacher.lessons.courses import LEARNER_SEAT, course_of
from skerry.teacher.lessons.guide import Guide
from skerry.teacher.lessons.guided_hint import bits_text, guided_hint

ON, OFF, TRY = "guide on", "guide off", "try"


class Tutor:
    """Says each lesson once, before the question it waits for."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match = match
        self.console = console
        self.guide = Guide(match.game.name)
        self.is_on = True
        self.said: set[str] = set()
        self.typed = {lesson.id: lesson.typed for lesson in self.guide.course.lesson}

    def open(self) -> None:
        """The game in two minutes, for a player who has not decided anything yet."""
        course = course_of(self.match.game.name)
        assert course is not None
        if not any(move.entry.seat == LEARNER_SEAT and not move.entry.forced for move in self.match.moves):
            self.console.rule(f"{self.match.game.title} in two minutes", style="dim")
            for page in course.page:
                self.console.print(f"[bold]{escape(page.title)}[/bold]")
                for words in page.words:
                    self.console.print(escape(words))
                self.console.print()
        self.console.print(f"[dim]The guide explains as you play. {TRY} does what it suggests, {OFF} ends it.[/dim]")

    def speak(self, seat: int) -> None:
        """New lessons, and what is worth a try now."""
        if not self.is_on or seat != LEARNER_SEAT:
            return
        now = self.guide.now(self.match)
        for card in now.cards:
            if card.id not in self.said:
                self.said.add(card.id)
                title = card.title if card.title.endswith("?") else f"{card.title}."
                words = self.typed.get(card.id) or bits_text(card.words)
                self.console.print(
                    f"[bold magenta]{escape(title)}[/bold magenta] {escape(words)} [dim]§{card.rule}[/dim]"
                )
        if wanted := self.wanted():
            path = " → ".join(step.words for step in now.steps if not step.done)
            self.console.print(f"[magenta]Worth a try:[/magenta] {escape(path)}. {escape(bits_text(now.because))}")
            self.console.print(f"[dim]Type {TRY} to choose {escape(wanted[1])}.[/dim]")

    def wanted(self) -> tuple[str, str] | None:
        """The move that is suggested now, and what it is called."""
        if not self.is_on:
            return None
        return next(((step.text, step.words) for step in self.guide.now(self.match).steps if not step.done), None)

    def hint(self, observer: Observer) -> Hint | None:
        """What is suggested now, as a hint."""
        return guided_hint(observer, self.guide.now(self.match)) if self.is_on else None

    def command(self, typed: str) -> bool:
        """Whether that was for the guide."""
        word = typed.casefold()
        if word not in (ON, OFF):
            return False
        self.is_on = word == ON
        self.console.print("The guide is back." if self.is_on else f"The guide is off. {ON} brings it back.")
        return True
