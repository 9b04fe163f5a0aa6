"""A picture in text: readable in 80 columns, without colour, and by a screen reader."""

from collections import Counter
from collections.abc import Sequence, Set

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from skerry.core.answers import Item, Section, Thing
from skerry.core.state import CHANCE
from skerry.core.words import minus, plural
from skerry.match.picture import Choice, Line, Picture
from skerry.terminal.answers import keyed, split

ALWAYS_FULL = 2  # options that are always shown in full
GROUPED_FROM = 9  # options from which on a list is grouped under headings
ASK = " (? says why)"
TRAIT = 24  # characters of a trait that is always shown
THINGS_WIDTH = 48  # characters for the things of an item, when changes are shown
SHORT_VALUE = 3  # characters of an old value worth repeating: a number

DOT = " · "
COUNTABLE = {"shell", "coconut", "pearl", "token", "point", "share"}  # goods with a plural, unlike fish, wood or clay

Seen = dict[tuple[str, str, int], Item]  # what somebody has seen of the board, by section and label


# ---- the board
def draw_board(picture: Picture, console: Console, seen: Seen | None = None, sketch: Sequence[str] = ()) -> None:
    """Everything on the table, the viewer's own things last, next to the question; changes since `seen` starred."""
    for line in sketch:
        console.print(line, highlight=False, markup=False, no_wrap=True, overflow="crop")
    for section in other_sections(picture) + own_sections(picture):
        draw_section(section, picture, console, seen)


def draw_own(picture: Picture, console: Console, seen: Seen | None = None) -> None:
    for section in own_sections(picture):
        draw_section(section, picture, console, seen)


def own_sections(picture: Picture) -> list[Section]:
    """The viewer's part of the board."""
    return [section for section in picture.outline if section.seat is not None and section.seat == picture.seat]


def other_sections(picture: Picture) -> list[Section]:
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
        first = [escape(item.value) + note_markup(item.note)] if item.value or item.note else []
        bare = ", ".join(escape(thing.name) for thing in item.things if not thing.traits)
        lines = first + [thing_words(thing) for thing in item.things if thing.traits] + ([bare] if bare else [])
        for number, line in enumerate(lines or [""]):
            grid.add_row(star if number == 0 else "", escape(item.label) if number == 0 else "", line)
    console.print(grid)


def heading(section: Section, picture: Picture) -> str:
    if section.seat is None:
        return f"[bold]{escape(section.title)}[/bold]"
    turn = "  ◂ to move" if section.seat == picture.to_move else ""
    points = f"  {plural(picture.scores[section.seat], 'point')}"
    return f"[bold]{escape(section.title)}[/bold][dim]{points}[/dim][bold yellow]{turn}[/bold yellow]"


def thing_words(thing: Thing) -> str:
    return escape(thing.name) + (f" [dim]({escape('; '.join(thing.traits))})[/dim]" if thing.traits else "")


def note_markup(words: str) -> str:
    return f" [dim]({escape(words)})[/dim]" if words else ""


# ---- what changed
def seen_of(picture: Picture) -> Seen:
    found: Seen = {}
    for section in picture.outline:
        found |= seen_items(section)
        if section.seat is not None:
            found[section_key(section), "", 0] = Item("points", str(picture.scores[section.seat]))
    return found


def seen_items(section: Section) -> Seen:
    found: Seen = {}
    for item in section.items:
        number = sum(label == item.label for _, label, _ in found)
        found[section_key(section), item.label, number] = item
    return found


def section_key(section: Section) -> str:
    """The same from turn to turn, though the title may change."""
    return section.key or (section.title if section.seat is None else f"seat {section.seat}")


def draw_changes(picture: Picture, console: Console, seen: Seen) -> None:
    """What is new since `seen`; in the viewer's own part, one line holds as much of the rest as fits."""
    for section in other_sections(picture):
        parts = [part for part, is_new in item_summaries(section, seen) if is_new]
        points = seen.get((section_key(section), "", 0))
        is_scored = section.seat is not None and points != Item("points", str(picture.scores[section.seat]))
        if parts or is_scored:
            flow(heading(section, picture), parts, console)
    for section in own_sections(picture):
        draw_own_line(section, picture, console, seen)


def draw_own_line(section: Section, picture: Picture, console: Console, seen: Seen) -> None:
    """A ruled line with as much of the viewer's own things as it holds; what is new and does not fit comes below."""
    assert section.seat is not None
    line = f"[bold]{escape(section.title)}[/bold]{DOT}{plural(picture.scores[section.seat], 'point')}"
    below = []
    for part, is_new in item_summaries(section, seen):
        if len(plain_text(line + part)) + len(DOT) + 3 <= console.width:
            line += f"{DOT}{part}"
        elif is_new:
            below.append(part)
    console.rule(line, align="left", style="dim")
    if below:
        console.print(DOT.join(below))


def item_summaries(section: Section, seen: Seen) -> list[tuple[str, bool]]:
    """Every item in a few words, and whether it has changed."""
    items = [(item, seen.get(key)) for key, item in seen_items(section).items()]
    return [(brief_item(item, old), item != old) for item, old in items]


def brief_item(item: Item, old: Item | None) -> str:
    """Of many things the names of the new ones, of few what they do as well; of a number, what it was."""
    things = list(item.things)
    named = ", ".join(map(thing_words, things))
    if len(plain_text(named)) > THINGS_WIDTH:
        known = set(old.things) if old else set()
        things = [thing for thing in things if thing not in known] or things
        named = ", ".join(
            thing_words(thing) if len("; ".join(thing.traits)) <= TRAIT else escape(thing.name) for thing in things
        )
    more = ", …" if len(things) < len(item.things) else ""
    value = "; ".join(part for part in (escape(item.value), named + more) if part)
    words = f"[dim]{escape(item.label)}[/dim] {value}" + (note_markup(item.note) if item != old else "")
    was = old.value if old and not old.things and not item.things and old.value != item.value else ""
    return words + (f" [dim](was {escape(was)})[/dim]" if 0 < len(was) <= SHORT_VALUE else "")


def flow(head: str, parts: Sequence[str], console: Console) -> None:
    console.print(f"[dim]{DOT}[/dim]".join([head, *parts]))


def plain_text(markup: str) -> str:
    return Text.from_markup(markup).plain


# ---- the question
def draw_choices(choices: list[Choice], console: Console, known: Set[str] = frozenset()) -> None:
    """Possible options with their keys, in short if they have been read before; impossible ones with their reason."""
    keys = keyed(choices)
    line = on_a_line(keys)
    if len(keys) > ALWAYS_FULL and line and len(line) <= console.width:
        console.print(line, highlight=False, markup=False)
    elif any(choice.group for choice in keys.values()) and (len(keys) >= GROUPED_FROM or are_known(keys, known)):
        draw_groups(keys, console)
    else:
        names = {key: short_option(choice) if choice.label in known else choice.label for key, choice in keys.items()}
        draw_cells(list(names.items()), console)
    _, impossible = split(choices)
    shorts = Counter(choice.short for choice in choices)
    reasons: dict[str, list[str]] = {}
    for choice in impossible:
        assert choice.reason is not None
        says_little = shorts[choice.short] > 1 or choice.short[:1].isdecimal()
        name = f"{choice.group} {choice.short}".strip() if says_little else choice.short
        reasons.setdefault(choice.reason.words, []).append(name if choice.short else choice.label)
    if reasons:
        console.print(f"[dim]{escape(not_now(reasons, console.width))}[/dim]")


def are_known(keys: dict[str, Choice], known: Set[str]) -> bool:
    """Have all options that stand under a heading been read before?"""
    return all(choice.label in known for choice in keys.values() if choice.group)


def not_now(reasons: dict[str, list[str]], width: int) -> str:
    """What is not possible and why, on one line: if need be, without the reasons."""
    parts = [f"{', '.join(labels)}: {words}" for words, labels in reasons.items()]
    line = f"Not now: {' · '.join(parts)}"
    if len(line) <= width or len(parts) == 1:
        return line
    line = f"Not now: {', '.join(label for labels in reasons.values() for label in labels)}"
    return (line if len(line + ASK) <= width else f"{line[: width - len(ASK) - 1]}…") + ASK


def on_a_line(keys: dict[str, Choice]) -> str:
    """Options under one heading, if that heading and their short names say it all."""
    groups = {choice.group for choice in keys.values()}
    if len(groups) > 1 or "" in groups or not all(choice.short for choice in keys.values()):
        return ""
    return f" {groups.pop()}:" + "".join(f"  {key}) {brief(choice)}" for key, choice in keys.items())


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
    return choice.short + (f" ({amounts_words(choice.price or choice.owes)})" if choice.price or choice.owes else "")


def short_option(choice: Choice) -> str:
    """An option that was read before, in a few words."""
    return f"{choice.group} {brief(choice)}" if choice.group and choice.short else choice.label


def amounts_words(amounts: dict[str, int]) -> str:
    """`2 fish, 1 Reserve wood`, the latter from the key `reserve_wood`; `any` stands for a free choice."""
    return ", ".join(f"{amount} {good_name(name, amount)}" for name, amount in amounts.items())


def good_name(name: str, amount: int) -> str:
    place, _, good = name.rpartition("_")
    if good == "any":
        return "of any kind"
    good = f"{good}s" if amount != 1 and good in COUNTABLE else good
    return f"{place.title()} {good}" if place else good


def draw_cells(cells: list[tuple[str, str]], console: Console) -> None:
    """Side by side if they are short, numbers rising along the lines; else one below the other."""
    columns = next((n for n in (5, 4, 3, 2) if n <= len(cells) and fits_width(cells, n, console.width)), 1)
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 1))
    for _ in range(columns):
        grid.add_column(justify="right", no_wrap=True, min_width=2)
        grid.add_column()
    for first in range(0, len(cells), columns):
        row = cells[first : first + columns]
        grid.add_row(*(part for key, label in row for part in (f"[bold]{key}[/bold]", escape(label))))
    console.print(grid)


def fits_width(cells: list[tuple[str, str]], columns: int, width: int) -> bool:
    """Do the cells fit side by side in this many columns?  A key and the gaps take five characters."""
    widest = [max(len(label) for _, label in cells[first::columns]) for first in range(columns)]
    return sum(widest) + 5 * columns <= width


# ---- the log and the score
def draw_lines(lines: list[Line], console: Console) -> None:
    """The log; what one player does and what follows from it stands side by side, as far as it fits."""
    row, seat = "", CHANCE
    for line in lines:
        words = line.words + (" (the only option)" if line.forced else "")
        acts = not line.forced and line.seat not in (CHANCE, seat)
        if row and (acts or len(row) + len(words) + len(DOT) > console.width):
            console.print(f"[dim]{escape(row)}[/dim]")
            row = ""
        seat = line.seat if acts else seat
        row += f"{DOT}{words}" if row else words
    if row:
        console.print(f"[dim]{escape(row)}[/dim]")


def draw_score(picture: Picture, console: Console, title: str) -> None:
    grid = Grid(title=title, pad_edge=False)
    grid.add_column("")
    for seat in picture.seats:
        grid.add_column(escape(seat.name), justify="right")
    for rival in picture.rivals:
        grid.add_column(escape(rival.name), justify="right")
    for number, line in enumerate(picture.breakdown):
        all_points = [*line.points, *(rival.points[number] for rival in picture.rivals)]
        grid.add_row(escape(line.label), *(minus(points) for points in all_points))
    grid.add_section()
    totals = [*picture.scores, *(sum(rival.points) for rival in picture.rivals)]
    grid.add_row("Total", *(f"[bold]{minus(points)}[/bold]" for points in totals))
    console.print(grid)


def draw_end(picture: Picture, console: Console) -> None:
    draw_score(picture, console, "Final score")
    console.print(f"[bold]{escape(picture.result)}.[/bold]")
