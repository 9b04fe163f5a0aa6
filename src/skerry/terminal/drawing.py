"""A picture in text: readable in 80 columns, without colour, and by a screen reader."""

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as Grid

from skerry.core.game import Section
from skerry.match.picture import Choice, Line, Picture


def draw_table(picture: Picture, console: Console) -> None:
    """The outline, the player whose view it is last, next to the question."""
    own = [section for section in picture.outline if section.seat is not None and section.seat == picture.seat]
    for section in [section for section in picture.outline if section not in own] + own:
        draw_section(section, picture, console)


def draw_section(section: Section, picture: Picture, console: Console) -> None:
    points = f"  {picture.scores[section.seat]} points" if section.seat is not None else ""
    turn = "  ◂ to decide" if section.seat is not None and section.seat == picture.to_move else ""
    console.print(f"[bold]{escape(section.title)}[/bold][dim]{points}[/dim][bold yellow]{turn}[/bold yellow]")
    if section.seat is not None and section.seat == picture.seat:
        draw_grid(section, console)
        return
    parts = [f"[dim]{escape(item.label)}[/dim] {escape(item.value)}{note(item.note)}" for item in section.items]
    console.print(Padding("  [dim]·[/dim]  ".join(parts), (0, 0, 0, 2), expand=False))


def draw_grid(section: Section, console: Console) -> None:
    """One's own things, a line each: they are looked at most."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column()
    for item in section.items:
        grid.add_row(escape(item.label), f"{escape(item.value)}{note(item.note)}")
    console.print(Padding(grid, (0, 0, 0, 2), expand=False))


def note(words: str) -> str:
    return f" [dim]({escape(words)})[/dim]" if words else ""


def draw_choices(choices: list[Choice], console: Console) -> None:
    """Possible options numbered; impossible ones below, with their reason."""
    possible, impossible = split(choices)
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for number, choice in enumerate(possible, 1):
        grid.add_row(f"[bold]{number}[/bold]", escape(choice.label))
    for choice in impossible:
        assert choice.reason is not None
        grid.add_row("[dim]–[/dim]", f"[dim]{escape(choice.label)}: {escape(choice.reason.words)}[/dim]")
    console.print(grid)


def split(choices: list[Choice]) -> tuple[list[Choice], list[Choice]]:
    return [c for c in choices if c.reason is None], [c for c in choices if c.reason is not None]


def draw_lines(lines: list[Line], console: Console) -> None:
    for line in lines:
        forced = " (the only possibility)" if line.forced else ""
        indent = "" if line.seat is not None else "  "
        console.print(f"[dim]{indent}{escape(line.words)}{forced}[/dim]")


def draw_end(picture: Picture, console: Console) -> None:
    grid = Grid(title="Final score", pad_edge=False)
    grid.add_column("")
    for seat in picture.seats:
        grid.add_column(escape(seat.name), justify="right")
    for line in picture.breakdown:
        grid.add_row(line.label, *(str(points) for points in line.points))
    grid.add_section()
    grid.add_row("Total", *(f"[bold]{points}[/bold]" for points in picture.scores))
    console.print(grid)
    console.print(f"[bold]{escape(picture.result)}.[/bold]")
