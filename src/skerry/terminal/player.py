"""Playing in the terminal: type a number or the words of an option; `?` explains, `u` undoes, `q` saves and quits."""

import time
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.markup import escape

from skerry.bots import LEVELS, Bot, Observer, make_bot
from skerry.bots.levels import judgement_of
from skerry.core.state import CHANCE, SPECTATOR
from skerry.core.words import sentence
from skerry.match import Match, MatchError, Refused, save_match
from skerry.match.asides import AGREED_END, CONSENT, END_NOW
from skerry.match.match import ends_turn
from skerry.match.picture import Choice, Picture, picture
from skerry.teacher.hints.hint import HINT_SECONDS, HintMemory, hint
from skerry.teacher.lessons.courses import choose_in_guide, is_guided, lesson_bot_seed
from skerry.terminal import drawing
from skerry.terminal.answers import find, keyed, split
from skerry.terminal.command import COMMAND
from skerry.terminal.explain import Lexicon
from skerry.terminal.screen import PROMPT_HELP, QUIT, Screen
from skerry.terminal.tutor import TRY, Tutor

GO_ON = ("", "y", "yes", "ok", "done")
UNDO_WORDS = ("u", "undo")
END_WORDS = ("end", "end game")


class MatchLoop:
    """Asks people and bots in turn until the match is over."""

    def __init__(self, match: Match, path: Path, console: Console, again: str = "") -> None:
        self.match = match
        self.path = path
        self.again = again or f"play {quote(str(path))}"  # the command that continues it
        self.console = console
        self.screen = Screen(match, console)
        self.bots: dict[int, Bot] = {
            number: terminal_bot(match, number) for number, seat in enumerate(match.seats) if seat.bot
        }
        self.tutor = Tutor(match, console) if is_guided(match) else None
        self.unsaved = ""  # why the match could not be saved
        self.hints: list[str] = []  # for the open question, what has not been said yet
        self.hinted = -1  # how long the log was then
        self.memory = HintMemory()

    def run(self) -> None:
        self.greet()
        self.save()
        if self.unsaved:
            raise MatchError(self.unsaved)
        try:
            while (seat := self.match.to_move) is not None:
                if seat in self.bots:
                    self.think(seat)
                elif not self.ask(seat):
                    self.leave()
                    return
        except KeyboardInterrupt:
            self.console.print()
            self.leave()
            return
        self.finish()

    # ---- beginning and end
    def greet(self) -> None:
        match, console = self.match, self.console
        who = ", ".join(f"{seat.name} ({seat.bot} bot)" if seat.bot else seat.name for seat in match.seats)
        console.print(f"[bold]{match.game.title}[/bold]: {escape(who)}")
        console.print(f"[dim]Saved after every move in {escape(str(self.path))}.[/dim]", soft_wrap=True)
        if not match.typed_in:
            console.print(f"[dim]Hash of the secret seed behind all dice and draws: {match.commitment[:16]}…[/dim]")
        for warning in match.warnings:
            console.print(f"Note: {escape(warning)}")
        if self.screen.people:
            console.print(f"[dim]{PROMPT_HELP}[/dim]")
        if self.tutor:
            self.tutor.open()

    def save(self) -> None:
        """Save; if that fails, say so and play on."""
        try:
            save_match(self.match, self.path)
            self.unsaved = ""
        except OSError as error:
            self.unsaved = f"this game cannot be saved in {self.path}: {error.strerror}"
            self.console.print(f"[red]Not saved:[/red] {escape(self.unsaved)}")

    def leave(self) -> None:
        if self.screen.is_shared:
            self.screen.wipe()
        if self.unsaved:
            self.console.print(f"[red]Not saved:[/red] {escape(self.unsaved)}")
        else:
            self.console.print(f"Saved. Continue with: {COMMAND} {escape(self.again)}", soft_wrap=True)

    def finish(self) -> None:
        """Everything is open now, so everybody may look."""
        self.console.rule(style="dim")
        self.screen.news()
        shown = picture(self.match, self.screen.seat)
        drawing.draw_changes(shown, self.console, self.screen.seen.get(self.screen.seat, {}))
        drawing.draw_end(shown, self.console)
        if not self.match.typed_in:
            self.console.print(f"[dim]The secret seed was {self.match.seed}.[/dim]", soft_wrap=True)
        file = escape(quote(str(self.path)))
        self.console.print(f"[dim]Watch it again: {COMMAND} replay {file}[/dim]", soft_wrap=True)
        if judgement_of(self.match.game.name) is not None:
            self.console.print(f"[dim]Where was it decided? {COMMAND} review {file}[/dim]", soft_wrap=True)

    # ---- decisions
    def think(self, seat: int) -> None:
        with self.console.status(f"{escape(self.match.seats[seat].name)} is thinking…"):
            action = self.choice_of_bot(seat)
        self.match.play(seat, self.match.actions.text(action))
        self.screen.turn = None
        self.save()
        if not self.screen.is_shared:
            self.screen.news()

    def choice_of_bot(self, seat: int) -> int:
        observer = Observer(self.match.game, self.match.state, seat)
        if self.tutor:
            return choose_in_guide(self.match.seats[seat].bot or "", observer, lesson_bot_seed(self.match, seat))
        return self.bots[seat].choose(observer)

    def ask(self, seat: int) -> bool:
        """Put the question until it is answered; False to quit."""
        screen = self.screen
        if not screen.look(screen.reader() if seat == CHANCE else seat):
            return False
        screen.begin()
        if seat != CHANCE and (why := self.match.game.standstill(self.match.state)):
            self.console.print(f"[dim]{escape(why)}; type end to do so.[/dim]")
        while True:
            shown = screen.shown()
            if self.tutor:
                self.tutor.speak(seat)
            screen.put(shown)
            typed = screen.prompt()
            if typed is None or typed.casefold() in QUIT:
                return False
            if self.tutor and self.tutor.command(typed):
                continue
            if self.tutor and typed.casefold() == TRY and (wanted := self.tutor.wanted()):
                typed = wanted[0]
            if typed.casefold() in UNDO_WORDS:
                if self.undo():
                    return True
            elif typed.casefold() in END_WORDS and seat != CHANCE:
                if self.end(seat):
                    return True
            elif typed.casefold() == "hint" and seat != CHANCE:
                self.hint(seat)
            elif not screen.command(typed, shown) and self.decide(typed, seat, shown):
                return self.confirm(seat)

    def decide(self, typed: str, seat: int, shown: Picture) -> bool:
        """Play what is meant, or say what is unclear about it; True if something has been decided."""
        keys = keyed(shown.choices)
        typed = "0" if typed.casefold() == "p" and "0" in keys else typed
        if typed in keys:
            return self.play(seat, keys[typed].text)
        if typed.isdecimal():
            self.console.print(f"There is no option {typed[:20]} now.")
            return False
        if typed in self.match.actions.numbers:
            return self.play(seat, typed)
        lexicon = Lexicon(self.match, shown, self.console)
        possible, impossible = split(shown.choices)
        found = find(typed, possible, lexicon.names)
        if len(found) == 1:
            return self.play(seat, found[0].text)
        if found:
            self.console.print("Which one do you mean?")
            drawing.draw_cells([(key, choice.label) for key, choice in keys.items() if choice in found], self.console)
        else:
            self.refuse(typed, find(typed, impossible, lexicon.names), lexicon)
        return False

    def refuse(self, typed: str, found: list[Choice], lexicon: Lexicon) -> None:
        for choice in found:
            assert choice.reason is not None
            words = f"{escape(choice.label)}: {escape(choice.reason.words)} (§{choice.reason.rule})"
            self.console.print(f"[red]Not possible:[/red] {words}")
        if not found:
            more = f"? {typed[:60]} explains it" if lexicon.knows(typed) else "help lists what you can type"
            self.console.print(f"There is no option {escape(repr(typed[:60]))} now; {escape(more)}.")

    def play(self, seat: int, text: str) -> bool:
        is_for_bot = self.screen.is_for_bot()
        try:
            self.match.play(seat, text)
        except MatchError as error:
            if seat == CHANCE and isinstance(error, Refused):  # why not may be what somebody else holds
                self.console.print("That result is not possible now. Check the real table and try again.")
            else:
                self.console.print(f"[red]Not possible:[/red] {escape(sentence(str(error)))}")
            return False
        self.save()
        if is_for_bot:  # the card does not stay on the screen
            self.screen.wipe()
        return True

    def undo(self) -> bool:
        seat = self.screen.seat if self.screen.seat != SPECTATOR else next(iter(self.screen.people), 0)
        try:
            self.match.undo(seat)
        except MatchError as error:
            self.console.print(f"[red]You cannot undo:[/red] {escape(sentence(str(error)))}")
            return False
        self.screen.forget()
        self.console.print("[dim]Undone.[/dim]")
        self.save()
        return True

    def end(self, seat: int) -> bool:
        """At a standstill the people here may agree to end the game; True if they do."""
        if not self.match.game.standstill(self.match.state):
            self.console.print("The game continues: it can only be ended like this at a standstill.")
            return False
        others = [other for other in self.screen.people if other != seat]
        who = " Does everybody agree?" if others else ""
        typed = self.screen.prompt(f"End the game now and count the points?{who} (yes or no) ")
        if typed is None or typed.casefold() not in ("y", "yes"):
            self.console.print("The game continues.")
            return False
        try:
            self.match.aside(seat, END_NOW)
        except MatchError as error:
            self.console.print(f"[red]Not possible:[/red] {escape(sentence(str(error)))}")
            return False
        for other in others:
            self.match.aside(other, CONSENT)
        self.match.aside(seat, AGREED_END)
        self.save()
        return True

    def hint(self, seat: int) -> None:
        """A nudge, then the move, then the reasons: one step deeper each time it is asked for."""
        if len(self.match.log) != self.hinted:
            with self.console.status("Thinking about it…"):
                observer = Observer(self.match.game, self.match.state, seat)
                taught = self.tutor.hint(observer) if self.tutor else None
                found = taught or hint(observer, HINT_SECONDS, time.time_ns() % 1_000_000_007)
            words = ["There is nothing to weigh up here."]
            if found:
                found = self.memory.tell(found, self.match, seat)
                words = [found.nudge, found.move, found.why]
            self.hints, self.hinted = words, len(self.match.log)
        self.console.print(escape(self.hints[0]))
        self.hints = self.hints[1:] or self.hints

    def confirm(self, seat: int) -> bool:
        """A last look at a turn before others go on; False to quit."""
        screen = self.screen
        if seat == CHANCE or not ends_turn(self.match, seat, screen.is_shared):
            return True
        screen.news()
        while True:
            shown = screen.shown()
            undo = ", u to undo" if shown.undo else ""
            typed = screen.prompt(f"Happy with this turn? Enter to continue{undo} ")
            verb = None if typed is None else typed.casefold()
            if typed is None or verb in QUIT:
                return False
            if verb in GO_ON:
                break
            if verb in UNDO_WORDS:
                if self.undo():
                    return True
            elif not screen.command(typed, shown):
                self.console.print(f"Press Enter to continue{undo}.")
        if screen.is_shared:
            screen.wipe()
        return True


def terminal_bot(match: Match, seat: int) -> Bot:
    kind = match.seats[seat].bot
    if kind not in LEVELS:
        raise MatchError(f"there is no bot {str(kind)[:40]!r}; choose from: {', '.join(LEVELS)}")
    return make_bot(kind, match.game.name, time.time_ns() % 1_000_000_007 + seat)
