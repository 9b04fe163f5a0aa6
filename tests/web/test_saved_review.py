"""A review saved as one file: it opens without a server and without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from skerry.match import Match
from skerry.match.save import save_match
from skerry.server.web.saved_review import filled, review_page
from skerry.teacher.hints.sums import score_parts
from skerry.teacher.pairs import Ending, Gap, MeanEstimate
from skerry.teacher.review.model import Ledger, Missed, Review, Spot, Turning
from tests.teacher.positions import a_match, played_out
from tests.terminal.command import run
from tests.web.house import House
from tests.web.laid import played
from tests.web.player import WAIT
from tests.web.test_access import problems
from tests.web.test_review import lay_review

pytestmark = pytest.mark.quick
PHONE = ViewportSize(width=390, height=844)
HOSTILE = ["</script><script>document.title='taken'</script>", '<img src=x onerror="document.title=1">']


@pytest.fixture
def alone(page: Page, wrong: None) -> Iterator[None]:
    """Nothing but the file itself is loaded, and nothing goes wrong."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith("file:"):
            asked.append(request.url)

    page.on("request", note)
    yield
    assert asked == []


def a_review(names: list[str], wins: list[float]) -> tuple[Match, Review]:
    """One turn, which is a turning point, and one better move."""
    match = played_out(a_match(len(names)))
    match.seats = [type(seat)(name, seat.bot) for seat, name in zip(match.seats, names, strict=True)]
    points = [MeanEstimate(20.0, 1.0) for _ in names]
    start = Spot(0, 0, -1, 0, "", points, [MeanEstimate(0.5, 0.1) for _ in names], [0.0] * 2, [0.0] * 2)
    spot = Spot(
        7, 3, 0, 1, f"{names[0]} rests.", points, [MeanEstimate(win, 0.1) for win in wins], [0.4, -0.4], [0.0] * 2
    )
    ledgers = [Ledger(20.0, -1.0, 0.0, 0.0, 19.0) for _ in names]
    parts = {
        "Shells": MeanEstimate(12.0, 1.0),
        "Cards": MeanEstimate(-1.0, 0.4),
        "Collections": MeanEstimate(-7.0, 9.0),
    }
    gap = Gap(20, MeanEstimate(0.1, 0.1), MeanEstimate(4.0, 1.0), parts, 0.0)
    missed = Missed(3, 0, 1, "Rest", "Gather", "gather", gap, parts=list(score_parts(parts, 4.0)))
    end = Ending((1.0, 0.0), (20, 20), ())
    turning = Turning(0, [0.5, 0.5], wins, 0.1)
    return match, Review(start, [spot], end, ledgers, ledgers, [missed], [turning], [None] * 2, 1, 1)


def open_saved(page: Page, file: Path, match: Match, found: Review) -> None:
    template = review_page()
    assert template is not None, "the page is not built"
    file.write_text(filled(template, match, found, None), encoding="utf-8")
    page.goto(file.as_uri())


def test_the_terminal_writes_a_file_that_opens_by_itself(page: Page, alone: None, tmp_path: Path) -> None:
    match = played_out(a_match(2))
    save_match(match, tmp_path / "game.json")
    result = run("review", "game.json", "--seconds", "1", "--report", "out.html", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "The whole review is in out.html." in result.stdout
    page.goto((tmp_path / "out.html").as_uri())
    assert page.get_by_role("heading", level=2).first.inner_text() in result.stdout
    rows = page.get_by_role("table", name="Luck apart from decisions").get_by_role("row")
    cells = rows.last.get_by_role("cell")
    assert cells.all_inner_texts() == [str(points) for points in match.state.scores()]


def test_all_of_a_review_is_in_the_file(page: Page, alone: None, tools: None, tmp_path: Path) -> None:
    match, found = a_review(["Ann", "Bo"], [0.94, 0.06])
    open_saved(page, tmp_path / "out.html", match, found)
    expect(page).to_have_title("Tidepool: " + page.get_by_role("heading", level=2).first.inner_text())
    turning = page.get_by_role("region", name="Turning points").get_by_role("listitem").first
    expect(turning).to_contain_text("Ann rests.")
    expect(turning).to_contain_text("Move 4 of the replay.")
    better = page.get_by_role("region", name="Better moves")
    expect(better).to_contain_text("Assuming bots play out the rest.")
    rows = [row.inner_text().split("\t") for row in better.get_by_role("row").all()]
    assert [(row[0], row[-1]) for row in rows] == [("Shells", "+12"), ("Cards", "−1"), ("All else", "−7")]
    expect(page.get_by_role("button", name="Show the board")).to_have_count(0)
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    expect(page.get_by_role("img", name="Expected final points")).to_contain_text("Ann")
    page.keyboard.press("t")
    numbers = page.get_by_role("region", name="All numbers").get_by_role("row").last
    expect(numbers).to_contain_text("20 (19 to 21), 9 in 10")
    expect(numbers).to_contain_text("20 (19 to 21), 1 in 10")


def test_by_day_and_night_and_on_a_phone(page: Page, alone: None, tools: None, tmp_path: Path) -> None:
    match, found = a_review(["Ann", "Bo"], [0.5, 0.5])
    open_saved(page, tmp_path / "out.html", match, found)
    wrong = problems(page)
    by_day = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    wrong += problems(page)
    assert wrong == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != by_day
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_names_are_text_whatever_is_in_them(page: Page, alone: None, tmp_path: Path) -> None:
    match, found = a_review(HOSTILE, [0.5, 0.5])
    open_saved(page, tmp_path / "out.html", match, found)
    expect(page.get_by_role("region", name="Turning points")).to_contain_text(f"{HOSTILE[0]} rests.")
    expect(page.get_by_role("table", name="Luck apart from decisions")).to_contain_text(HOSTILE[1])
    assert page.title().startswith("Tidepool: ")
    assert page.locator("img").count() == 0 and page.locator("script").count() == 2


def test_the_browser_saves_the_same_file(page: Page, house: House, wrong: None, tmp_path: Path) -> None:
    match = played("Anna", "Runa", "Eskil", game="buru", level="random")
    lay_review(page, house, match, "recruits the (.+?) for")
    headline = page.get_by_role("heading", level=2).first
    expect(headline).not_to_have_text("Looking back", timeout=WAIT)
    words = headline.inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as file").click()
    assert download.value.suggested_filename == "Buru review.html"
    download.value.save_as(tmp_path / "saved.html")
    page.goto((tmp_path / "saved.html").as_uri())
    expect(page.get_by_role("heading", name=words)).to_be_visible()
    expect(page.get_by_role("region", name="Turning points").locator(".card")).to_have_count(3)
