"""A picture in text: readable in 80 columns, without colour, and by a screen reader."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as Grid

from skerry.core.game import Item, Section, Thing
from skerry.match.picture import Choice, Line, Picture
from skerry.terminal.answers import keyed, split

MANY = 9  # options from which on a list is grouped under headings
REFUSED = 4  # reasons why options are not possible; `?` gives them all
SHORT = 16  # characters of an old value worth repeating

Seen = dict[tuple[str, str, int], Item]  # what somebody has seen of the board, by section and label


# ---- the board
def draw_board(picture: Picture, console: Console, seen: Seen | None = None) -> None:
    """Everything on the table, the viewer's own things last, next to the question; changes since `seen` starred."""
    for section in common(picture) + own(picture):
        draw_section(section, picture, console, seen)


def draw_own(picture: Picture, console: Console, seen: Seen | None = None) -> None:
    for section in own(picture):
        draw_section(section, picture, console, seen)


def own(picture: Picture) -> list[Section]:
    """The viewer's part of the board."""
    return [section for section in picture.outline if section.seat is not None and section.seat == picture.seat]


def common(picture: Picture) -> list[Section]:
    """Everything else."""
    return [section for section in picture.outline if section.seat is None or section.seat != picture.seat]


def draw_section(section: Section, picture: Picture, console: Console, seen: Seen | None = None) -> None:
    console.print(heading(section, picture))
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(style="dim")
    grid.add_column()
    now = seen_items(section)
    for key, item in now.items():
        star = "*" if seen is not None and seen.get(key) != item else ""
        first = [escape(item.value) + note(item.note)] if item.value or item.note else []
        lines = first + [thing_words(thing) for thing in item.things]
        for number, line in enumerate(lines or [""]):
            grid.add_row(star if number == 0 else "", escape(item.label) if number == 0 else "", line)
    console.print(grid)


def heading(section: Section, picture: Picture) -> str:
    if section.seat is None:
        return f"[bold]{escape(section.title)}[/bold]"
    turn = "  ◂ to move" if section.seat == picture.to_move else ""
    points = f"  {count(picture.scores[section.seat], 'point')}"
    return f"[bold]{escape(section.title)}[/bold][dim]{points}[/dim][bold yellow]{turn}[/bold yellow]"


def thing_words(thing: Thing) -> str:
    return escape(thing.name) + (f" [dim]({escape('; '.join(thing.traits))})[/dim]" if thing.traits else "")


def note(words: str) -> str:
    return f" [dim]({escape(words)})[/dim]" if words else ""


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


# ---- what changed
def seen_of(picture: Picture) -> Seen:
    found: Seen = {}
    for section in picture.outline:
        found |= seen_items(section)
        if section.seat is not None:
            found[name_of(section), "", 0] = Item("points", str(picture.scores[section.seat]))
    return found


def seen_items(section: Section) -> Seen:
    found: Seen = {}
    for item in section.items:
        number = sum(label == item.label for _, label, _ in found)
        found[name_of(section), item.label, number] = item
    return found


def name_of(section: Section) -> str:
    """The same from turn to turn, though the title may change."""
    return section.key or (section.title if section.seat is None else f"seat {section.seat}")


def share_changed(picture: Picture, seen: Seen) -> float:
    now = seen_of(picture)
    return sum(seen.get(key) != item for key, item in now.items()) / max(1, len(now))


def draw_changes(picture: Picture, console: Console, seen: Seen) -> None:
    """What is new since `seen`; of the viewer's own part also what can be counted."""
    for section in common(picture):
        parts = [changed(item, seen.get(key)) for key, item in seen_items(section).items() if seen.get(key) != item]
        points = seen.get((name_of(section), "", 0))
        is_scored = section.seat is not None and points != Item("points", str(picture.scores[section.seat]))
        if parts or is_scored:
            flow(heading(section, picture), parts, console)
    for section in own(picture):
        items = [(item, seen.get(key)) for key, item in seen_items(section).items()]
        parts = [changed(item, old) for item, old in items if item != old or not (item.things or item.note)]
        flow(heading(section, picture), parts, console)


def changed(item: Item, old: Item | None) -> str:
    """An item in short: things one knows by name alone, new ones with what they do, numbers with what they were."""
    known = {thing.name for thing in old.things} if old else set()
    named = [thing_words(thing) if thing.name not in known else escape(thing.name) for thing in item.things]
    parts = ([escape(item.value)] if item.value else []) + ([", ".join(named)] if named else [])
    words = f"[dim]{escape(item.label)}[/dim] {'; '.join(parts)}"
    if old == item:
        return words
    words += note(item.note)
    if old is None:
        return words
    gone = known - {thing.name for thing in item.things}
    if gone:
        words += f" [dim](gone: {escape(', '.join(sorted(gone)))})[/dim]"
    elif old.value != item.value and 0 < len(old.value) <= SHORT:
        words += f" [dim](was {escape(old.value)})[/dim]"
    return words


def flow(head: str, parts: Sequence[str], console: Console) -> None:
    console.print(Padding("  [dim]·[/dim]  ".join([head, *parts]), (0, 0, 0, 0), expand=False))


# ---- the question
def draw_choices(choices: list[Choice], console: Console) -> None:
    """Possible options with their keys; impossible ones below, with their reason."""
    keys = keyed(choices)
    if len(keys) >= MANY and any(choice.group for choice in keys.values()):
        draw_groups(keys, console)
    else:
        draw_cells([(key, choice.label) for key, choice in keys.items()], console)
    _, impossible = split(choices)
    reasons: dict[str, list[str]] = {}
    for choice in impossible:
        assert choice.reason is not None
        reasons.setdefault(choice.reason.words, []).append(choice.short or choice.label)
    parts = [f"{', '.join(labels)}: {words}" for words, labels in reasons.items()]
    if len(parts) > REFUSED:
        left = sum(len(labels) for labels in list(reasons.values())[REFUSED:])
        parts[REFUSED:] = [f"{left} more, ? says why"]
    if parts:
        console.print(f"[dim]Not now: {escape(' · '.join(parts))}[/dim]")


def draw_groups(keys: dict[str, Choice], console: Console) -> None:
    """Many options: a heading, and under it the short names with their prices."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for key, choice in keys.items():
        groups.setdefault(choice.group, []).append((key, brief(choice) if choice.group else choice.label))
    for group, cells in groups.items():
        if group:
            console.print(f"[dim]{escape(group)}[/dim]")
        draw_cells(cells, console)


def brief(choice: Choice) -> str:
    if not choice.short:
        return choice.label
    return choice.short + (f" ({goods(choice.price or choice.owes)})" if choice.price or choice.owes else "")


def goods(amounts: dict[str, int]) -> str:
    return ", ".join(f"{amount} {name}" for name, amount in amounts.items())


def draw_cells(cells: list[tuple[str, str]], console: Console) -> None:
    """Side by side if they are short, numbers rising along the lines; else one below the other."""
    columns = next((n for n in (5, 4, 3, 2) if n <= len(cells) and fits(cells, n, console.width)), 1)
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for _ in range(columns):
        grid.add_column(justify="right", no_wrap=True, min_width=2)
        grid.add_column()
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        grid.add_row(*(part for key, label in row for part in (f"[bold]{key}[/bold]", escape(label))))
    console.print(grid)


def fits(cells: list[tuple[str, str]], columns: int, width: int) -> bool:
    """Do the cells stand side by side in so many columns?  A key and the gaps take five characters."""
    widest = [max(len(label) for _, label in cells[first::columns]) for first in range(columns)]
    return sum(widest) + 5 * columns <= width


# ---- the log and the score
def draw_lines(lines: list[Line], console: Console) -> None:
    """The log; what one move brought about stands side by side, as far as it fits."""
    for _, events in groupby(lines, key=lambda line: line.move):
        row = ""
        for event in events:
            words = event.words + (" (the only option)" if event.forced else "")
            if row and len(row) + len(words) + 3 > console.width:
                console.print(f"[dim]{escape(row)}[/dim]")
                row = ""
            row += f" · {words}" if row else words
        console.print(f"[dim]{escape(row)}[/dim]")


def draw_score(picture: Picture, console: Console, title: str) -> None:
    grid = Grid(title=title, pad_edge=False)
    grid.add_column("")
    for seat in picture.seats:
        grid.add_column(escape(seat.name), justify="right")
    for line in picture.breakdown:
        grid.add_row(escape(line.label), *(str(points) for points in line.points))
    grid.add_section()
    grid.add_row("Total", *(f"[bold]{points}[/bold]" for points in picture.scores))
    console.print(grid)


def draw_end(picture: Picture, console: Console) -> None:
    draw_score(picture, console, "Final score")
    console.print(f"[bold]{escape(picture.result)}.[/bold]")
