"""The page: one file, well-formed, with the figures of the table."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from skerry.arena import balance, summarise
from skerry.arena.charts import ticks
from skerry.arena.report import arena_page, balance_page
from tests.arena.fields import a_plan, played

HTML = "{http://www.w3.org/1999/xhtml}"


def words_of(page: bytes) -> tuple[ElementTree.Element, str]:
    root = ElementTree.fromstring(page)
    body = root.find(f"{HTML}body")
    assert body is not None
    return root, " ".join(" ".join(body.itertext()).split())


@pytest.mark.parametrize(
    ("bots", "players"),
    [
        ("bot@4sims,random", 2),
        ("bot@4sims,bot@2sims,random", 3),
        ("bot@4sims,random", 1),
        ("random", 4),
        ("bot@4sims,random", 5),
    ],
)
def test_the_page_shows_the_figures_of_the_summary(bots: str, players: int, tmp_path: Path) -> None:
    plan = a_plan(bots, 6, players=players)
    summary = summarise(plan, played(plan, tmp_path))
    root, words = words_of(arena_page(summary, tmp_path / "games", "skerry arena <here>"))
    assert "Tidepool: bots against bots" in words and f"{summary.field} · {summary.extent}" in words
    for bot in summary.bots:
        assert bot.name in words and f"{bot.points.value:.2f}" in words
        if bot.wins:
            assert f"{bot.wins.value:.1%} {bot.wins.low * 100:.1f}–{bot.wins.high:.1%}" in words
        for label, points in bot.categories.items():
            assert label in words and f"{points:.2f}" in words
    assert f"skerry replay {tmp_path / 'games' / summary.highlights[0].file}" in words
    assert "skerry arena <here>" in words  # shown, not taken for a tag
    drawn = [svg for svg in root.iter() if svg.tag.endswith("svg") and svg.get("role") == "img"]
    assert len(drawn) >= (2 if players == 1 else 4) and all(svg.get("aria-label") for svg in drawn)


def test_the_page_needs_nothing_from_elsewhere_and_knows_day_and_night(tmp_path: Path) -> None:
    plan = a_plan(games=4)
    page = arena_page(summarise(plan, played(plan, tmp_path)), tmp_path, "skerry").decode()
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}
    assert "prefers-color-scheme: dark" in page


def test_every_line_and_its_name_has_dashes_of_its_own(tmp_path: Path) -> None:
    """Whoever cannot tell the colours apart can tell the lines."""
    plan = a_plan("bot@4sims,bot@2sims,random", 9, players=3)
    root, _ = words_of(arena_page(summarise(plan, played(plan, tmp_path)), tmp_path, "skerry"))
    svg = "{http://www.w3.org/2000/svg}"
    drawn = [line.get("stroke-dasharray") for line in root.iter(f"{svg}polyline")]
    named = [path.get("stroke-dasharray") for path in root.iter(f"{svg}path") if path.get("stroke-dasharray")]
    assert len(set(drawn)) == 3 and named == drawn


@pytest.mark.parametrize("players", [1, 3])
def test_the_page_of_the_balance_names_every_card(players: int, tmp_path: Path) -> None:
    plan = a_plan("bot@3sims", 12, players=players)
    found = balance(plan, played(plan, tmp_path))
    _, words = words_of(balance_page(found, "skerry balance"))
    for card in found.cards:
        assert f"{card.name} {card.offered} {card.rate:.0%}" in words
    for seat in found.seats:
        assert f" {seat.over_even:.2f} {seat.points.value:.2f} " in words


def test_axes_have_round_numbers() -> None:
    assert ticks(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert ticks(-7, 23) == pytest.approx([0, 10, 20])
    assert ticks(1, 20) == pytest.approx([5, 10, 15, 20])
