"""One screen and one keyboard: who is looking, what they have seen already, and what they can read again."""

import sys

from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape

from skerry.core.state import CHANCE, SPECTATOR, step_of
from skerry.match import Match
from skerry.match.picture import Picture, choices, picture, reads_chance
from skerry.teacher.lessons.courses import is_guided
from skerry.terminal import drawing
from skerry.terminal.drawing import Seen
from skerry.terminal.explain import Lexicon

PROMPT_HELP = "Type a number, an option's words or a card's name. ? explains, ? NAME any card, help lists the commands."
HELP = """\
8           choose option 8
dai         choose the option that begins with these words, or names such a card
0 or p      pass, if allowed
?           the rule behind the question, and why some options are not possible
? 8         option 8 and its cards
? Dairy     any card, thing or part of the board
? §work.2   a paragraph of the rules
rules WORD  every rule that mentions a word; rules alone lists the chapters
t           the whole board; * marks what has changed since your last turn
m           your own things
s           the score so far
l           the last lines of the log; l 50 for more of them
hint        a nudge; again for the move, then for the reasons
u           undo
end         end the game at a standstill, where the rules allow it
q           save and quit"""
GUIDE = """\
try         do what the guide suggests
guide off   play without the guide; guide on brings it back
"""
QUIT = ("q", "quit", "exit")
LOG = 20  # lines of the log that `l` shows
MAX_ANSWER = 200  # characters of an answer that are read


class Screen:
    """A shared screen shows no hidden information until the player whose turn it is confirms being alone at it."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match = match
        self.console = console
        self.people = [number for number, seat in enumerate(match.seats) if not seat.bot]
        self.is_shared = len(self.people) > 1
        self.seat = self.people[0] if len(self.people) == 1 else SPECTATOR  # whose view is shown
        self.is_blank = True
        self.turn: int | None = None  # whose turn goes on
        self.openings: set[int] = set()  # the questions that turns have begun with
        self.known: set[str] = set()  # options of earlier questions of this turn: known, so shown in short
        self.asked: set[str] = set()  # options of the question that was put last
        self.read = dict.fromkeys(range(SPECTATOR, len(match.seats)), 0)  # moves each seat has read of
        self.seen: dict[int, Seen] = {}  # the board as each seat saw it when its turn began
        self.before: dict[int, Seen] = {}  # and when the turn before began

    # ---- who looks
    def look(self, seat: int) -> bool:
        """Let this seat look; at a shared screen, not before they say that they do.  False to quit."""
        if seat == self.seat or not self.is_shared:
            self.seat = seat
            return True
        self.wipe()
        if seat == SPECTATOR:
            return True
        name = self.match.seats[seat].name
        while True:
            self.console.print(f"[bold]{escape(name)}[/bold], press Enter when only you can see the screen.")
            typed = self.prompt()
            if typed is None or typed.casefold() in QUIT:
                return False
            if typed.casefold() in ("", name.casefold()):
                self.seat = seat
                return True

    def wipe(self) -> None:
        """Nothing of what one player saw stays for the next, neither on the screen nor above it."""
        self.is_blank, self.turn = True, None
        if self.is_shared:
            self.seat = SPECTATOR
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def reader(self) -> int:
        """Who types in a roll or a draw: a seat that may see it, if possible the one at the screen."""
        if self.is_for_bot():
            return SPECTATOR if self.is_shared or not self.people else self.people[0]
        if self.seat != SPECTATOR and reads_chance(self.match, self.seat):
            return self.seat
        return next(seat for seat in self.people if reads_chance(self.match, seat))

    def is_for_bot(self) -> bool:
        """At a real table: is a card being drawn that no person may see?"""
        return self.match.to_move == CHANCE and not any(reads_chance(self.match, seat) for seat in self.people)

    # ---- what is shown
    def shown(self) -> Picture:
        """The picture for the seat at the screen, with the options also when they type in a bot's draw."""
        shown = picture(self.match, self.seat, len(self.match.moves))
        return replace(shown, choices=choices(self.match)) if self.is_for_bot() else shown

    def news(self) -> None:
        """What happened since this seat last looked."""
        drawing.draw_lines(picture(self.match, self.seat, self.read[self.seat]).lines, self.console)
        self.read[self.seat] = len(self.match.moves)

    def forget(self) -> None:
        """Moves that were undone have not been read."""
        self.read = {seat: min(read, len(self.match.moves)) for seat, read in self.read.items()}

    def begin(self) -> None:
        """Before a question: the news; and the board, if a person's turn begins with it.

        A turn begins when somebody else has moved; in a solo game, with a question that has begun one before.
        """
        if self.match.to_move == CHANCE:
            self.news()
            return
        step = int(step_of(self.match.state.ask_now()))
        is_new = self.turn != self.seat or (step in self.openings and len(self.match.seats) == 1)
        self.news()
        if is_new:
            self.turn = self.seat
            self.openings.add(step)
            self.known, self.asked = set(), set()
            self.draw_turn(self.shown())
        self.known |= self.asked

    def sketch(self, shown: Picture) -> list[str]:
        """The game's small map, if it has one and the screen is wide enough."""
        game, state = self.match.game, self.match.state
        lines = game.sketch(shown.view, game.catalogue(state), self.match.names)
        return lines if max(map(len, lines), default=0) <= self.console.width else []

    def draw_turn(self, shown: Picture) -> None:
        seen = self.seen.get(self.seat)
        if seen is None or self.is_blank:
            self.console.rule(style="dim")
            drawing.draw_board(shown, self.console, seen, self.sketch(shown))
        else:
            drawing.draw_changes(shown, self.console, seen)
        self.is_blank = False
        self.seen[self.seat] = drawing.seen_of(shown)
        self.before[self.seat] = self.seen[self.seat] if seen is None else seen

    def put(self, shown: Picture) -> None:
        """The question with its options."""
        assert shown.question is not None
        self.console.print(f"[bold]{escape(shown.question.words)}[/bold] [dim]§{shown.question.rule}[/dim]")
        drawing.draw_choices(shown.choices, self.console, self.known)
        self.asked = {choice.label for choice in shown.choices}

    # ---- what is typed
    def prompt(self, words: str = "") -> str | None:
        """One line, printable and not too long; None at the end of input."""
        try:
            typed = self.console.input(f"{words}[bold]›[/bold] ")
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return None
        typed = "".join(letter for letter in typed[:MAX_ANSWER] if letter.isprintable()).strip()
        if not sys.stdin.isatty():  # a piped game reads like a played one
            self.console.print("" if self.is_for_bot() else escape(typed))
        return typed

    def command(self, typed: str, shown: Picture) -> bool:
        """Show what is asked for; False if the words ask for nothing to read."""
        if any(typed == choice.text for choice in shown.choices):
            return False
        typed = typed if typed.startswith("?") else typed.casefold()
        verb, _, rest = typed.partition(" ")
        lexicon = Lexicon(self.match, shown, self.console)
        if typed.startswith("?"):
            lexicon.explain(typed[1:].strip())
        elif typed.startswith("§"):
            lexicon.explain(typed)
        elif verb in ("rules", "rule"):
            lexicon.search(rest)
        elif typed in ("h", "help"):
            guide = GUIDE if is_guided(self.match) else ""
            self.console.print(guide + HELP, style="dim", markup=False)
        elif not typed:
            self.console.print(PROMPT_HELP, style="dim")
        elif typed in ("t", "board", "table"):
            drawing.draw_board(shown, self.console, self.before.get(self.seat), self.sketch(shown))
        elif typed in ("m", "mine"):
            drawing.draw_own(shown, self.console, self.before.get(self.seat))
        elif typed in ("s", "score"):
            drawing.draw_score(shown, self.console, "Score so far")
        elif verb in ("l", "log") and (not rest or rest.isdecimal()):
            lines = picture(self.match, self.seat).lines
            drawing.draw_lines(lines[-(int(rest[:6]) if rest else LOG) :], self.console)
        else:
            return False
        return True
