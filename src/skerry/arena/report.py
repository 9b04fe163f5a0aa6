"""The report: one self-contained page, to look at, to keep and to send to others."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from skerry.arena import charts
from skerry.arena.balance import Balance, CardLine
from skerry.arena.intervals import Estimate
from skerry.arena.ladder import ANCHOR, Ladder, LadderLine
from skerry.arena.summary import BotLine, Summary

LOGO = (
    '<svg style="width:3rem;flex:none" viewBox="0 0 32 32" aria-hidden="true">'
    '<rect width="32" height="32" rx="8" fill="#0f5566"/><circle cx="22.5" cy="9" r="3" fill="#f4b266"/>'
    '<path d="M4 19.5 9.5 12l3 3.5L17 8l9.5 11.5z" fill="#dfecef"/><path d="M3 23.5q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0"'
    ' fill="none" stroke="#7fd0e0" stroke-width="2.2" stroke-linecap="round"/></svg>'
)


def arena_page(summary: Summary, games: Path, command: str) -> bytes:
    sections = [section("Standings", standings(summary))]
    if summary.players > 1:
        rows = [(bot.name, bot.wins) for bot in summary.bots if bot.wins]
        chart = charts.bars("Share of wins by bot", rows, share_percent, 1.0, 1 / summary.players)
        words = "The dashed line is an even share per seat. Whiskers are 95 % intervals over deals, not games."
        sections.append(section("Wins", chart + note_html(words)))
    if len(summary.path) > 1:
        series = {bot.name: [step[bot.name] for step in summary.path] for bot in summary.bots}
        sections.append(section("Rating, deal by deal", charts.line_chart("Ratings over deals", series, "deals")))
    if summary.players > 1 and len(summary.bots) > 2:
        sections.append(section("Who finishes ahead of whom", ahead_table(summary)))
    sections += [
        section("Points", points_section(summary)),
        section("Decision times", times_section(summary)),
        *order_of_play(summary),
        section("Games worth watching", highlights_table(summary, games)),
        section("Run it again", again(command)),
    ]
    return report_page(f"{summary.title}: bots against bots", summary, sections)


def balance_page(balance: Balance, command: str) -> bytes:
    summary = balance.summary
    sections = order_of_play(summary)
    if balance.cards:
        sections.append(section("Cards and tiles", cards_section(balance)))
    else:
        sections.append(section("Cards and tiles", note_html("This game has no statistics of cards or tiles.")))
    sections += [section("Points", points_section(summary)), section("Run it again", again(command))]
    return report_page(f"{summary.title}: balance", summary, sections)


def ladder_page(found: Ladder, command: str) -> bytes:
    sections = [section("Ladder", ladder_section(found)), section("Who beats whom", against_table(found))]
    if found.left_out:
        sections.append(section("Left out", grid(["bot", "why"], found.left_out.items())))
    return report_page(f"{found.title}: the ladder", found, [*sections, section("Run it again", again(command))])


# ---- the parts of all
def report_page(title: str, summary: Summary | Ladder, sections: Iterable[str]) -> bytes:
    css = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    body = "\n".join(sections)
    return f"""<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{escape(title)}</title>
<style>
{css}</style>
</head>
<body>
<header><div>{LOGO}<div style="display:block;margin:0;padding:0"><h1>{escape(title)}</h1>
<p>{escape(summary.field)} · {escape(summary.extent)}</p></div></div></header>
<main>
{body}
</main>
</body>
</html>
""".encode()


def section(title: str, inside: str) -> str:
    return f"<section><h2>{escape(title)}</h2>\n{inside}</section>"


def note_html(words: str) -> str:
    return f'<p class="note">{escape(words)}</p>'


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]], special: Sequence[bool] = ()) -> str:
    """A table; the first column names the row.  Cells are plain text."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    lines = []
    for number, (first, *cells) in enumerate(rows):
        kind = ' class="special"' if number < len(special) and special[number] else ""
        rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr{kind}><th scope="row">{escape(first)}</th>{rest}</tr>')
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def share_percent(share: float) -> str:
    return f"{share:.0%}"


def signed_percent(share: float) -> str:
    return f"{share * 100:+.0f} %".replace("-", "−") if abs(share) >= 0.005 else "0 %"


def milliseconds(ms: float) -> str:
    return f"{ms:.1f}" if ms >= 0.05 or ms == 0 else "< 0.1"


def share_words(share: Estimate | None) -> tuple[str, str]:
    return ("–", "–") if share is None else (f"{share.value:.1%}", f"{share.low * 100:.1f}–{share.high:.1%}")


def mean_words(mean: Estimate) -> tuple[str, str]:
    if mean.high == float("inf"):
        return f"{mean.value:.2f}", "–"
    return f"{mean.value:.2f}", f"{mean.low:.2f}{'–' if mean.low >= 0 else ' – '}{mean.high:.2f}"


# ---- the arena
def standings(summary: Summary) -> str:
    solo = summary.players == 1
    heads = ["bot", "points", "95 %", "ms per decision"]
    heads[1:1] = [] if solo else ["rating", "± 2σ", "wins", "95 %"]
    rows = []
    for bot in summary.bots:
        rating = (f"{bot.rating.strength:.1f}", f"{2 * bot.rating.unsure:.1f}") if bot.rating else ("–", "–")
        wins = () if solo else (*rating, *share_words(bot.wins))
        rows.append([bot.name, *wins, *mean_words(bot.points), milliseconds(bot.times.mean)])
    words = "Every bot plays every deal from every seat, with the same dice and draws in the same situations."
    if solo:
        return grid(heads, rows) + note_html(words)
    return grid(heads, rows) + note_html(f"{words} Wins are counted per seat played; a shared victory is split.")


def ladder_section(found: Ladder) -> str:
    dots = [(line.name, line.elo, line.is_entry) for line in found.lines]
    middle = found[ANCHOR].elo.value
    chart = charts.dots(
        "Strength of each bot", [(name, moved(elo, -middle), mark) for name, elo, mark in dots], signed_whole
    )
    words = (
        f"Strengths on Elo's scale (Bradley–Terry), {ANCHOR} is {middle:.0f}: 400 points more are ten wins for one "
        "defeat. Intervals are 95 %, over deals, for the distance from it. Entries are in another colour."
    )
    heads = ["place", "bot", "Elo", "95 %", "wins", "games", "ms per decision"]
    rows = [ladder_row(place, line) for place, line in enumerate(found.lines, 1)]
    return chart + note_html(words) + grid(heads, rows, [line.is_entry for line in found.lines])


def moved(estimate: Estimate, by: float) -> Estimate:
    return Estimate(estimate.value + by, estimate.low + by, estimate.high + by)


def signed_whole(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def ladder_row(place: int, line: LadderLine) -> list[str]:
    bounds = "–" if line.elo.low == line.elo.high else f"{line.elo.low:.0f} to {line.elo.high:.0f}"
    return [
        str(place),
        line.name,
        f"{line.elo.value:.0f}",
        bounds,
        share_percent(line.wins),
        f"{line.games:,}",
        milliseconds(line.ms),
    ]


def against_table(found: Ladder) -> str:
    rows = [
        [
            line.name,
            *(share_percent(line.against[o.name].value) if o.name in line.against else "–" for o in found.lines),
        ]
        for line in found.lines
    ]
    return grid(["wins against", *(line.name for line in found.lines)], rows)


def ahead_table(summary: Summary) -> str:
    rows = [
        [bot.name, *(share_percent(bot.ahead[o.name].value) if o.name in bot.ahead else "–" for o in summary.bots)]
        for bot in summary.bots
    ]
    return grid(["ahead of", *(bot.name for bot in summary.bots)], rows) + note_html(
        "In games they played together; a tie counts half."
    )


def points_section(summary: Summary) -> str:
    labels = list(dict.fromkeys(label for bot in summary.bots for label in bot.categories))
    rows = [[label, *(f"{bot.categories.get(label, 0):.2f}" for bot in summary.bots)] for label in labels]
    rows.append(["total", *(f"{bot.points.value:.2f}" for bot in summary.bots)])
    rows.append(["95 %", *(mean_words(bot.points)[1] for bot in summary.bots)])
    chart = charts.stacks("Mean points by category", [(bot.name, bot.categories) for bot in summary.bots])
    return chart + grid(["mean points", *(bot.name for bot in summary.bots)], rows)


def times_section(summary: Summary) -> str:
    def row(bot: BotLine) -> list[str]:
        t = bot.times
        return [bot.name, f"{t.decisions:,}", *map(milliseconds, (t.mean, t.most, t.slowest))]

    heads = ["bot", "decisions", "mean ms", "95 % below", "slowest"]
    bars = [(bot.name, Estimate(bot.times.mean, float("-inf"), float("inf"))) for bot in summary.bots]
    chart = charts.bars("Milliseconds per decision", bars, milliseconds)
    return chart + grid(heads, [row(bot) for bot in summary.bots]) + note_html("Forced moves are not counted.")


def highlights_table(summary: Summary, games: Path) -> str:
    rows = []
    for light in summary.highlights:
        scores = ", ".join(f"{bot} {score}" for bot, score in zip(light.bots, light.scores, strict=True))
        how = f"<code>skerry replay {escape(str(games / light.file))}</code>" if light.file else "not saved"
        rows.append(
            f'<tr><th scope="row">{escape(light.what)}</th><td class="words">{escape(scores)}</td>'
            f'<td class="words">{how}</td></tr>'
        )
    return f'<div class="wide"><table><tbody>{"".join(rows)}</tbody></table></div>'


def again(command: str) -> str:
    words = "With budgets in simulations, the same command plays the same games on any machine."
    return f"<p><code>{escape(command)}</code></p>{note_html(words)}"


# ---- seats and cards
def order_of_play(summary: Summary) -> list[str]:
    if not summary.seats:
        return []
    rows = [(ordinal(seat.place), seat.wins) for seat in summary.seats]
    chart = charts.bars("Wins by order of play", rows, share_percent, even=1 / summary.players, coloured=False)
    table = grid(
        ["place", "wins", "95 %", "× even", "points", "95 %"],
        [
            [ordinal(seat.place), *share_words(seat.wins), f"{seat.over_even:.2f}", *mean_words(seat.points)]
            for seat in summary.seats
        ],
    )
    words = "Places are counted from the player who goes first. × even: the share of wins, where 1 is an even share."
    return [section("Order of play", chart + table + note_html(words))]


def ordinal(place: int) -> str:
    return ("first", "second", "third", "fourth", "fifth")[place - 1] if place <= 5 else f"{place}th"


def cards_section(balance: Balance) -> str:
    solo = balance.summary.players == 1
    rated = [(card.name, card.lift, card.stands_out) for card in balance.cards if card.lift]
    chart = charts.dots("Lift of each card", rated, signed_percent) if rated else ""
    heads = ["card or tile", "offered", "taken when offered"]
    heads += ["points with", "without"] if solo else ["wins with", "95 %", "wins without", "95 %", "lift"]
    table = grid(heads, [card_row(card, solo) for card in balance.cards], [card.stands_out for card in balance.cards])
    if solo:
        return table
    words = (
        "Lift is the share of wins of the players who took the card, minus that of everyone else. Its whiskers allow "
        "for the number of cards, so a marked card (in another colour) stands out by more than chance. That does not "
        "prove cause: an expensive card is bought by players who are already ahead."
    )
    return chart + note_html(words) + table


def card_row(card: CardLine, solo: bool) -> list[str]:
    row = [card.name, f"{card.offered:,}", share_percent(card.rate)]
    if solo:
        return row + ["–" if p is None else f"{p:.1f}" for p in (card.points_with, card.points_without)]
    lift = signed_percent(card.lift.value) + (" ◂" if card.stands_out else "") if card.lift else "–"
    return [*row, *share_words(card.wins_with), *share_words(card.wins_without), lift]
