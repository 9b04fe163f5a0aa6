"""Charts as plain SVG in the colours of the page.  Every figure in them is in a table, too."""

from collections.abc import Callable, Mapping, Sequence
from math import floor, isfinite, log10
from xml.sax.saxutils import escape, quoteattr

from skerry.arena.intervals import Estimate

CHART_WIDTH, LEFT, RIGHT, ROW_HEIGHT = 720, 180, 70, 34
LABEL_LENGTH = 25  # characters of a label
N_COLOURS = 8
DASHES = ("none", "9 4", "3 3", "12 3 3 3", "1 4", "16 5", "9 3 1 3", "6 6")  # tell lines apart without colours

Formatter = Callable[[float], str]


def colour(number: int) -> str:
    return f"var(--c{number % N_COLOURS})"


def stroke(number: int) -> str:
    """The stroke of the nth line; dashes tell lines apart for those who cannot tell colours apart."""
    return f'fill="none" stroke="{colour(number)}" stroke-width="2.5" stroke-dasharray="{DASHES[number % N_COLOURS]}"'


def text(x: float, y: float, words: str, anchor: str = "start", small: bool = False) -> str:
    kind = ' class="small"' if small else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def row_name(y: float, name: str) -> str:
    short = name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"
    return text(LEFT - 10, y + 4, short, "end")


def svg(height: float, label: str, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CHART_WIDTH} {height:.0f}" role="img"'
    return f"{head} aria-label={quoteattr(label)}>{''.join(parts)}</svg>"


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high."""
    raw = max((high - low) / about, 1e-9)
    unit: float = 10.0 ** floor(log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= raw * 0.999)
    first = -(-low // step)
    return [(first + k) * step for k in range(int((high - first * step) / step + 1.001))]


class Scale:
    """Maps values to positions between the labels on the left and the figures on the right."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1

    def __call__(self, value: float) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return LEFT + part * (CHART_WIDTH - LEFT - RIGHT)

    def axis(self, bottom: float, words: Formatter, whole: bool = False) -> list[str]:
        parts = []
        for tick in (tick for tick in ticks(self.low, self.high) if not whole or tick == int(tick)):
            x = self(tick)
            parts.append(f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{bottom:.1f}"/>')
            parts.append(text(x, bottom + 15, words(tick), "middle", small=True))
        return parts


def whisker(scale: Scale, estimate: Estimate, y: float) -> str:
    if not isfinite(estimate.low):
        return ""
    low, high = scale(estimate.low), scale(estimate.high)
    return f'<path class="whisker" d="M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 4:.1f}v8M{high:.1f} {y - 4:.1f}v8"/>'


def bars(
    label: str,
    rows: Sequence[tuple[str, Estimate]],
    words: Formatter,
    high: float = 0.0,
    even: float | None = None,
    coloured: bool = True,
) -> str:
    """A bar with its interval for each row, and a dashed line where all would be even."""
    ends = [row.high if isfinite(row.high) else row.value for _, row in rows]
    scale = Scale(min([0.0, *(row.value for _, row in rows)]), high or max(ends) * 1.02)
    bottom = ROW_HEIGHT * len(rows) + 6
    parts = scale.axis(bottom, words)
    for number, (name, row) in enumerate(rows):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2 + 4
        width = max(1.0, scale(row.value) - scale(0))
        fill = colour(number if coloured else 5)
        parts += [
            row_name(y, name),
            f'<rect x="{scale(0):.1f}" y="{y - 10:.1f}" width="{width:.1f}" height="20" rx="3" fill="{fill}"/>',
            whisker(scale, row, y),
            text(CHART_WIDTH - RIGHT + 10, y + 4, words(row.value)),
        ]
    if even is not None:
        parts.append(f'<line class="even" x1="{scale(even):.1f}" x2="{scale(even):.1f}" y1="4" y2="{bottom}"/>')
    return svg(bottom + 24, label, parts)


def dots(label: str, rows: Sequence[tuple[str, Estimate, bool]], words: Formatter) -> str:
    """A dot with its interval for each row, around zero; special rows in another colour."""
    ends = [0.0] + [bound for _, row, _ in rows for bound in (row.low, row.high)]
    scale = Scale(min(ends), max(ends))
    row_height = 24
    bottom = row_height * len(rows) + 6
    parts = scale.axis(bottom, words)
    parts.append(f'<line class="even" x1="{scale(0):.1f}" x2="{scale(0):.1f}" y1="4" y2="{bottom}"/>')
    for number, (name, row, special) in enumerate(rows):
        y = row_height * number + row_height / 2 + 4
        fill = "var(--warm)" if special else colour(0)
        parts += [
            row_name(y, name),
            whisker(scale, row, y),
            f'<circle class="dot" cx="{scale(row.value):.1f}" cy="{y:.1f}" r="5.5" fill="{fill}"/>',
            text(CHART_WIDTH - RIGHT + 10, y + 4, words(row.value)),
        ]
    return svg(bottom + 24, label, parts)


def stacks(label: str, rows: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """The parts of a sum side by side, negative ones to the left of zero, with a legend."""
    labels = list(dict.fromkeys(part for _, column in rows for part in column))
    ups = [sum(v for v in column.values() if v > 0) for _, column in rows]
    downs = [sum(v for v in column.values() if v < 0) for _, column in rows]
    scale = Scale(min(0.0, *downs), max(*ups, 0.1))
    bottom = ROW_HEIGHT * len(rows) + 6
    parts = scale.axis(bottom, lambda value: f"{value:g}")
    for number, (name, column) in enumerate(rows):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2 + 4
        parts.append(row_name(y, name))
        right = left = 0.0
        for place, part in enumerate(labels):
            value = column.get(part, 0.0)
            begin, end = (right, right + value) if value > 0 else (left + value, left)
            right, left = (end, left) if value > 0 else (right, begin)
            x, width = scale(begin), scale(end) - scale(begin)
            parts += [
                f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="{width:.1f}" height="20" fill="{colour(place)}">',
                f"<title>{escape(f'{name}, {part}: {value:.2f}')}</title></rect>",
            ]
        parts.append(text(CHART_WIDTH - RIGHT + 10, y + 4, f"{sum(column.values()):.1f}"))
    return svg(bottom + 24 + legend_height(labels), label, [*parts, legend(labels, bottom + 26)])


def line_chart(label: str, series: Mapping[str, Sequence[float]], bottom_words: str) -> str:
    """One line per name, over equal steps."""
    values = [value for line in series.values() for value in line]
    low, high = min(values), max(values)
    height, count = 220, max(len(line) for line in series.values())
    across = Scale(1, max(2, count))

    def up(value: float) -> float:
        return 10 + (height - 20) * (1 - (value - low) / max(high - low, 1e-9))

    parts = across.axis(height, lambda tick: f"{tick:,.0f}", whole=True)
    for tick in ticks(low, high, 4):
        parts.append(text(LEFT - 10, up(tick) + 4, f"{tick:g}", "end", small=True))
        parts.append(
            f'<line class="rule" x1="{LEFT}" x2="{CHART_WIDTH - RIGHT}" y1="{up(tick):.1f}" y2="{up(tick):.1f}"/>'
        )
    for number, line in enumerate(series.values()):
        every = max(1, len(line) // 400)  # ten thousand points would only make the page larger
        shown = [(place, value) for place, value in enumerate(line, 1) if place % every == 0 or place == len(line)]
        path = " ".join(f"{across(place):.1f},{up(value):.1f}" for place, value in shown)
        parts.append(f'<polyline points="{path}" {stroke(number)}/>')
    parts.append(text((LEFT + CHART_WIDTH - RIGHT) / 2, height + 32, bottom_words, "middle", small=True))
    labels = list(series)
    return svg(height + 42 + legend_height(labels), label, [*parts, legend(labels, height + 44, of_lines=True)])


LEGEND_COLUMNS = 4


def legend_height(labels: Sequence[str]) -> int:
    return 20 * -(-len(labels) // LEGEND_COLUMNS) + 4


def legend(labels: Sequence[str], top: float, of_lines: bool = False) -> str:
    parts = []
    for place, label in enumerate(labels):
        x, y = place % LEGEND_COLUMNS * (CHART_WIDTH / LEGEND_COLUMNS), top + 20 * (place // LEGEND_COLUMNS)
        if of_lines:
            parts.append(f'<path d="M{x:.1f} {y + 6:.1f}h40" {stroke(place)}/>')
        else:
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="12" height="12" rx="2" fill="{colour(place)}"/>')
        parts.append(text(x + (48 if of_lines else 18), y + 11, label))
    return "".join(parts)
