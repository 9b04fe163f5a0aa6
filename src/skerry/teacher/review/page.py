"""A review as one page to keep or to send: no script, nothing from elsewhere."""

from html import escape
from itertools import pairwise

from skerry.match import Match
from skerry.teacher.review.model import NOBODY, Missed, Review, Spot, whole_points
from skerry.teacher.review.words import ReviewWords, review_words

LINE = 18  # between the names of two players
WIDTH, HEIGHT, LEFT, TOP, RIGHT, FOOT = 900, 340, 40, 14, 130, 26
COLOURS = ("#1d69ab", "#b3362b", "#2a7440", "#8f5a00", "#7546a0", "#0b7480", "#a03370", "#4f5d65")
SHAPES = ("●", "■", "▲", "◆", "⬟", "✚", "★", "▬")
STYLE = """
body{margin:0 auto;padding:1rem;max-width:64rem;background:#e9f0f2;color:#12242c;font:16px/1.5 system-ui,sans-serif}
section{margin:1rem 0;padding:1rem;border:1px solid #cbd8dd;border-radius:12px;background:#fff;overflow-x:auto}
h1,h2,h3{font-family:Georgia,serif;line-height:1.2;margin:0 0 .5rem}h3{font-size:1.05rem}p{margin:.3rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th{text-align:left;font-weight:400}
td,th{padding:.25rem .6rem;border-top:1px solid #cbd8dd}td{text-align:right}tfoot *{font-weight:700}
.words td{white-space:nowrap;vertical-align:top}.words td:last-child{white-space:normal;min-width:16rem}
.quiet{color:#4a5f69;font-size:.9rem}svg{display:block;max-width:100%;height:auto}label{margin-right:1rem}
#c:checked~.points,#p:checked~.chances{display:none}.words td:last-child{text-align:left}
"""


def page(match: Match, found: Review, me: int | None) -> str:
    """The whole page as text."""
    words = review_words(match, found, me)
    title = f"{match.game.title}: {words.headline}"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>
<h1>{escape(words.headline)}</h1>
<p class="quiet">{escape(match.game.title)} · a review by Skerry</p>
<section><h2>What each player could expect</h2>
<input type="radio" name="kind" id="p" checked><label for="p">Points</label>
<input type="radio" name="kind" id="c"><label for="c">Chance to win</label>
<div class="points">{curve(match, found)}</div>
<div class="chances">{areas(match, found)}</div>
<p class="quiet">Bands: how far off the estimate may be.</p></section>
<section><h2>Luck apart from decisions</h2>{account_table(match, found, words)}
{"".join(f"<p>{escape(line)}</p>" for line in words.luck)}</section>
<section><h2>Turning points</h2>{moments(found, words)}</section>
<section><h2>Better moves</h2>{better_moves(match, found, words)}</section>
<section><h2>All numbers</h2>{all_numbers(match, found)}</section>
<p class="quiet">{escape(words.note)}</p>
</main></body></html>
"""


def x_of(place: int, found: Review) -> float:
    return LEFT + place * (WIDTH - LEFT - RIGHT) / max(1, len(found.spots))


def all_spots(found: Review) -> list[Spot]:
    return [found.start, *found.spots]


def frame(body: str, label: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{body}</svg>'


def columns(found: Review) -> str:
    """Every second round has a ground of its own."""
    parts = []
    spots = all_spots(found)
    for number in sorted({spot.round for spot in spots}):
        inside = [place for place, spot in enumerate(spots) if spot.round == number]
        first, last = x_of(max(0, inside[0] - 1), found), x_of(inside[-1], found)
        if number % 2 == 0:
            height = HEIGHT - TOP - FOOT
            parts.append(
                f'<rect x="{first:.1f}" y="{TOP}" width="{last - first:.1f}" height="{height}" fill="#eef3f5"/>'
            )
        if number and last - first > 20:
            middle = (first + last) / 2
            parts.append(f'<text x="{middle:.1f}" y="{HEIGHT - 6}" text-anchor="middle" font-size="13">{number}</text>')
    return "".join(parts)


def curve(match: Match, found: Review) -> str:
    spots = all_spots(found)
    values = [estimate.mean for spot in spots for estimate in spot.points]
    low, high = min(values) - 1, max(values) + 1

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - FOOT)

    body = [columns(found)]
    step = max(1, round((high - low) / 6))
    for value in range(int(low // step + 1) * step, int(high) + 1, step):
        body.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#cbd8dd"/>')
        body.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" font-size="13">{value}</text>')
    ends = apart([y(estimate.mean) + 5 for estimate in spots[-1].points])
    for seat, name in enumerate(match.names):
        colour = COLOURS[seat % 8]
        rows = [(x_of(place, found), spot.points[seat]) for place, spot in enumerate(spots)]
        upper = " ".join(f"{x:.1f},{y(min(high, e.mean + e.half)):.1f}" for x, e in rows)
        lower = " ".join(f"{x:.1f},{y(max(low, e.mean - e.half)):.1f}" for x, e in reversed(rows))
        line = " ".join(f"{x:.1f},{y(e.mean):.1f}" for x, e in rows)
        body.append(f'<polygon points="{upper} {lower}" fill="{colour}" opacity=".13"/>')
        body.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.4"/>')
        end = f"{SHAPES[seat % 8]} {escape(name[:12])} {match.state.score(seat)}"
        body.append(
            f'<text x="{WIDTH - RIGHT + 6}" y="{ends[seat]:.1f}" fill="{colour}" font-weight="700">{end}</text>'
        )
    return frame("".join(body), "Expected final points after each turn; the table below has the same numbers.")


def apart(heights: list[float]) -> list[float]:
    """Lines of text that would cover each other move apart, the upper ones up and the lower ones down."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    found = list(heights)
    for _ in heights:
        for above, below in pairwise(order):
            if (gap := LINE - (found[below] - found[above])) > 0:
                found[above], found[below] = found[above] - gap / 2, found[below] + gap / 2
    lowest = HEIGHT - FOOT
    over = max(0.0, max(found) - lowest)
    return [max(TOP + LINE / 2, height - over) if over else height for height in found]


def areas(match: Match, found: Review) -> str:
    spots = all_spots(found)
    body = []
    under = [0.0] * len(spots)

    def y(value: float) -> float:
        return TOP + (1 - min(1.0, max(0.0, value))) * (HEIGHT - TOP - FOOT)

    for seat, name in enumerate(match.names):
        over = [low + spot.win[seat].mean for low, spot in zip(under, spots, strict=True)]
        upper = " ".join(f"{x_of(place, found):.1f},{y(value):.1f}" for place, value in enumerate(over))
        lower = " ".join(f"{x_of(place, found):.1f},{y(under[place]):.1f}" for place in range(len(spots) - 1, -1, -1))
        colour = COLOURS[seat % 8]
        body.append(f'<polygon points="{upper} {lower}" fill="{colour}" opacity=".55" stroke="#fff"/>')
        height = TOP + 20 + 20 * seat
        sign = f"{SHAPES[seat % 8]} {escape(name[:12])}"
        body.append(f'<text x="{WIDTH - RIGHT + 6}" y="{height}" fill="{colour}" font-weight="700">{sign}</text>')
        under = over
    return frame("".join(body), "The chance to win after each turn; the table below has the same numbers.")


def account_table(match: Match, found: Review, words: ReviewWords) -> str:
    parts = [whole_points(account) for account in found.points]
    head = "".join(f"<td>{escape(name)}</td>" for name in match.names)
    body = ""
    for place, label in enumerate(words.rows):
        cells = "".join(f"<td>{signed(part[place]) if 0 < place < 4 else part[place]}</td>" for part in parts)
        row = f'<tr><th scope="row">{label}</th>{cells}</tr>'
        body += f"<tfoot>{row}</tfoot>" if place == 4 else row
    return f"<table><thead><tr><th>Points</th>{head}</tr></thead>{body}</table>"


def moments(found: Review, words: ReviewWords) -> str:
    if not words.moments:
        return "<p>A close, even game. No single turn decided it.</p>"
    return "".join(
        f"<h3>{escape(one.title)}</h3><p>{escape(found.spots[one.spot].words)}</p><p>{escape(one.words)}</p>"
        for one in words.moments
    )


def better_moves(match: Match, found: Review, words: ReviewWords) -> str:
    if not found.missed:
        return f"<p>{escape(words.none)}</p>"
    return (
        "".join(one_better(match, row, line) for row, line in zip(found.missed, words.missed, strict=True))
        + "<p class='quiet'>Assuming bots play out the rest.</p>"
    )


def one_better(match: Match, row: Missed, line: str) -> str:
    when = f"Round {row.round}, " if row.round else ""
    clear = {label: part.mean for label, part in row.gap.categories.items() if part.is_clear and abs(part.mean) >= 0.5}
    whole = {label: round(mean) for label, mean in clear.items() if round(mean)}
    if whole and (rest := round(row.gap.points.mean) - sum(whole.values())):
        whole["all else"] = rest
    parts = ", ".join(f"{label} {signed(points)}" for label, points in whole.items())
    name = match.names[row.seat]
    return f"<h3>{when}move {row.move + 1}: {escape(name)}</h3><p>Played: {escape(row.played)}. {escape(line)}</p>" + (
        f"<p>By category: {escape(parts)}.</p>" if parts else ""
    )


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def in_tenths(chances: list[float]) -> list[int]:
    """Games of ten; where the chances make up a whole, so do these."""
    exact = [10 * min(1.0, max(0.0, chance)) for chance in chances]
    whole = [round(part) for part in exact]
    while len(whole) > 1 and abs(sum(chances) - 1) < 0.05 and sum(whole) != 10:
        step = 1 if sum(whole) < 10 else -1
        most = max(range(len(whole)), key=lambda seat: step * (exact[seat] - whole[seat]))
        whole[most] += step
    return whole


def all_numbers(match: Match, found: Review) -> str:
    head = "".join(f"<td>{escape(name)}</td>" for name in match.names)
    rows = []
    for spot in all_spots(found):
        who = "" if spot.seat == NOBODY else match.names[spot.seat]
        pairs = zip(spot.points, in_tenths([win.mean for win in spot.win]), strict=True)
        cells = "".join(f"<td>{p.mean:.0f} ± {p.half:.0f}, {tenths} in 10</td>" for p, tenths in pairs)
        rows.append(
            f"<tr><td>{spot.move}</td><th>{escape(who)}</th>{cells}<td>{escape(spot.words or 'The start')}</td></tr>"
        )
    titles = f"<tr><td>Move</td><th>Who</th>{head}<td>What happened</td></tr>"
    return f'<table class="words"><thead>{titles}</thead>{"".join(rows)}</table>'
