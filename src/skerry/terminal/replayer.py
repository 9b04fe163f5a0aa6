"""A saved game, move by move."""

from rich.console import Console
from rich.markup import escape

from skerry.core.words import plural
from skerry.match import Match
from skerry.match.picture import Picture, picture, whole_story
from skerry.terminal.drawing import draw_board, draw_changes, draw_end, draw_lines, seen_of

REPLAY_KEYS = "Enter: next · b: back · a number: go to that move · t: the whole board · q: quit"


class Replayer:
    def __init__(self, match: Match, console: Console) -> None:
        self.match = match
        self.console = console
        self.story = whole_story(match)

    def run(self, everything: bool) -> None:
        console, match = self.console, self.match
        names = escape(", ".join(match.names))
        console.print(f"[bold]{match.game.title}[/bold]: {names}; {plural(len(match.moves), 'move')}.")
        for warning in match.warnings:
            console.print(f"Note: {escape(warning)}")
        if everything:
            draw_lines(self.story, console)
        else:
            self.walk()
        if match.over:
            draw_end(picture(match, 0), console)

    def walk(self) -> None:
        at = 0
        shown: int | None = None  # the move after which the board was shown last
        while True:
            if shown != at:
                self.show(at, shown)
            shown = at
            try:
                typed = (
                    self.console.input(f"[dim]{at}/{len(self.match.moves)}  {REPLAY_KEYS}[/dim] ").strip().casefold()
                )
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if typed == "q":
                return
            if typed == "t":
                draw_board(self.picture(at), self.console)
            elif typed == "b":
                at = max(0, at - 1)
            elif typed.isdecimal():
                at = min(len(self.match.moves), int(typed[:6]))
            elif typed:
                self.console.print(REPLAY_KEYS, style="dim")
            elif at == len(self.match.moves):
                return
            else:
                at += 1

    def show(self, at: int, before: int | None) -> None:
        """The board, or a step further what has changed on it; what happened stands last, next to the prompt."""
        self.console.rule(f"move {at}", style="dim")
        if before is not None and abs(at - before) == 1:
            draw_changes(self.picture(at), self.console, seen_of(self.picture(before)))
        else:
            draw_board(self.picture(at), self.console)
        shown_moves = {at - 1, at} if at == len(self.match.moves) else {at - 1}  # the last lines may belong to no move
        draw_lines([line for line in self.story if line.move in shown_moves], self.console)

    def picture(self, at: int) -> Picture:
        """The board after this many moves, as the player to move saw it."""
        past = self.match.until(at)
        seat = past.to_move
        return picture(past, seat if seat is not None and seat < len(past.seats) else 0, at)
