"""Playing in the terminal: numbered options, `?` explains, `u` takes back, `q` saves and quits."""

import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from skerry.bots import LEVELS, Bot, Observer, make_bot
from skerry.core.game import Game
from skerry.core.state import CHANCE, step_of
from skerry.match import Match, MatchError, SeatPlan, save
from skerry.match.picture import Choice, Picture, picture
from skerry.terminal.drawing import draw_choices, draw_end, draw_lines, draw_table, split

KEYS = (
    "a number or the words of an option · ? why and what · ? 2 about option 2 · t table · l log · u undo · "
    "q save and quit"
)


class Player:
    def __init__(self, match: Match, path: Path, console: Console) -> None:
        self.match = match
        self.path = path
        self.console = console
        self.bots: dict[int, Bot] = {
            number: bot_for(match, number) for number, seat in enumerate(match.seats) if seat.bot
        }
        self.people = [number for number, seat in enumerate(match.seats) if not seat.bot]
        self.seat = self.people[0] if self.people else 0  # whose view is on the screen
        # for whom and at which question the table was drawn; the questions inside a turn need no new picture
        self.drawn: tuple[int, int] | None = None
        self.read = dict.fromkeys(range(len(match.seats)), 0)  # moves each seat has read of

    def run(self) -> None:
        match, console = self.match, self.console
        console.print(f"[bold]{match.game.title}[/bold]  [dim]kept in {escape(str(self.path))}[/dim]")
        console.print(f"[dim]Hash of the secret seed: {match.commitment[:16]}…[/dim]")
        for warning in match.warnings:
            console.print(f"Note: {warning}")
        self.keep()
        while (seat := match.to_move) is not None:
            if seat in self.bots:
                self.think(seat)
            elif not self.ask(seat):
                console.print(f"Saved. Go on with: skerry play {escape(str(self.path))}")
                return
        self.news()
        draw_table(picture(match, self.seat), console)
        draw_end(picture(match, self.seat), console)
        console.print(f"[dim]The seed was {match.seed}. Look at it again: skerry replay {escape(str(self.path))}[/dim]")

    def keep(self) -> None:
        save(self.match, self.path)

    def think(self, seat: int) -> None:
        with self.console.status(f"{escape(self.match.seats[seat].name)} is thinking…"):
            action = self.bots[seat].choose(Observer(self.match.game, self.match.state, seat))
        self.match.play(seat, self.match.actions.text(action))
        self.drawn = None
        self.keep()

    def news(self) -> None:
        """What happened since this seat last looked."""
        shown = picture(self.match, self.seat, self.read[self.seat])
        draw_lines(shown.lines, self.console)
        self.read[self.seat] = len(self.match.moves)

    def ask(self, seat: int) -> bool:
        """Put the question until it is answered; False to quit."""
        viewer = self.chance_reader() if seat == CHANCE else seat
        if viewer != self.seat and len(self.people) > 1:
            self.hand_over(viewer)
        self.seat = viewer
        self.console.rule(style="dim")
        self.news()
        shown = picture(self.match, viewer)
        step = int(step_of(self.match.state.ask_now()))
        if self.drawn is None or self.drawn[0] != viewer or self.drawn[1] == step:
            draw_table(shown, self.console)
            self.drawn = (viewer, step)
        assert shown.question is not None
        self.console.print(f"\n[bold]{escape(shown.question.words)}[/bold] [dim]§{shown.question.rule}[/dim]")
        draw_choices(shown.choices, self.console)
        while True:
            typed = self.prompt()
            if typed is None or typed == "q":
                return False
            if self.answer(typed, seat, shown):
                self.keep()
                return True

    def chance_reader(self) -> int:
        """Who types in the roll or draw: whoever may see it, if possible the one at the screen."""
        from skerry.match.picture import reads_chance

        if reads_chance(self.match, self.seat):
            return self.seat
        return next(seat for seat in range(len(self.match.seats)) if reads_chance(self.match, seat))

    def prompt(self) -> str | None:
        try:
            typed = self.console.input("[bold]›[/bold] ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return None
        if not sys.stdin.isatty():
            self.console.print(escape(typed))  # a piped game reads like a played one
        return typed

    def hand_over(self, seat: int) -> None:
        if sys.stdin.isatty():
            self.console.clear()
            self.console.input(
                f"Hand the keyboard to [bold]{escape(self.match.seats[seat].name)}[/bold] and press Enter. "
            )
            self.console.clear()

    def answer(self, typed: str, seat: int, shown: Picture) -> bool:
        """True if the table has changed."""
        possible, _ = split(shown.choices)
        if typed == "":
            self.console.print(f"[dim]{KEYS}[/dim]")
        elif typed.startswith("?"):
            self.explain(typed[1:].strip(), shown)
        elif typed == "t":
            draw_table(shown, self.console)
        elif typed == "l":
            draw_lines(picture(self.match, self.seat).lines, self.console)
        elif typed == "u":
            return self.attempt(lambda: self.match.undo(self.seat))
        elif typed.isdecimal():
            if 1 <= int(typed[:6]) <= len(possible):
                return self.attempt(lambda: self.match.play(seat, possible[int(typed) - 1].text))
            self.console.print(f"There is no option {typed[:6]}; the numbers go from 1 to {len(possible)}.")
        else:
            return self.attempt(lambda: self.match.play(seat, typed))
        return False

    def attempt(self, change: Any) -> bool:
        try:
            change()
        except MatchError as error:
            self.console.print(f"[red]Not possible:[/red] {escape(str(error))}")
            return False
        self.read[self.seat] = min(self.read[self.seat], len(self.match.moves))
        return True

    def explain(self, wanted: str, shown: Picture) -> None:
        """The rule behind the question, or behind one option."""
        rules = self.match.game.rules
        possible, impossible = split(shown.choices)
        if wanted.isdecimal() and 1 <= int(wanted[:6]) <= len(possible):
            choice = possible[int(wanted) - 1]
            self.console.print(f"{escape(choice.label)}: type {wanted} or [bold]{escape(choice.text)}[/bold].")
        assert shown.question is not None
        marks = {shown.question.rule} | {choice.reason.rule for choice in impossible if choice.reason}
        for mark in sorted(marks, key=lambda mark: list(rules).index(mark) if mark in rules else -1):
            if mark in rules:
                self.console.print(f"[dim]§{mark}[/dim] {escape(rules[mark].words)}")
        self.refusals(impossible)
        if shown.undo_reason is not None:
            self.console.print(f"[dim]No undo: {escape(shown.undo_reason.words)}.[/dim]")
        self.console.print(f"[dim]{KEYS}[/dim]")

    def refusals(self, impossible: list[Choice]) -> None:
        for choice in impossible:
            assert choice.reason is not None
            self.console.print(
                f"[dim]–[/dim] {escape(choice.label)}: {escape(choice.reason.words)} (§{choice.reason.rule})"
            )


def bot_for(match: Match, seat: int) -> Bot:
    kind = match.seats[seat].bot
    if kind not in LEVELS:
        raise MatchError(f"there is no bot {str(kind)[:40]!r}; there are: {', '.join(LEVELS)}")
    return make_bot(kind, match.game.name, time.time_ns() % 1_000_000_007 + seat)


def seat_plans(seats: str, players: int, game: Game[Any]) -> list[SeatPlan]:
    """`me,me:Anna,random` as seats; without it, you against bots."""
    words = [word.strip() for word in seats.split(",") if word.strip()]
    if not words:
        words = ["me"] + ["medium"] * ((players or max(2, game.seats[0])) - 1 if players != 1 else 0)
    elif players and players != len(words):
        raise MatchError(f"--players {players} does not fit --seats with {len(words)} seats")
    plans = []
    for number, word in enumerate(words, 1):
        kind, _, name = word.partition(":")
        if kind == "me":
            lonely = sum(word.startswith("me") for word in words) == 1
            plans.append(SeatPlan(name or ("Skipper" if lonely else f"Player {number}")))
        elif kind in LEVELS:
            plans.append(SeatPlan(name or f"{kind.capitalize()} {number}", kind))
        else:
            raise MatchError(f"a seat is for me, me:NAME or a bot ({', '.join(LEVELS)}), not {word[:40]!r}")
    return plans


def free_path(folder: Path, game: str) -> Path:
    """A name for a new match that overwrites nothing."""
    stamp = time.strftime("%Y-%m-%d")
    for number in range(1, 10_000):
        path = folder / f"{game.strip('_')}-{stamp}-{number}.json"
        if not path.exists():
            return path
    raise MatchError(f"{folder} is full of saved matches; give --save FILE")
