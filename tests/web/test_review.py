"""The review in the browser: from the end of a game to the curve, the table, a position on the board, and a new try."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from skerry.match import Match
from skerry.server.practice.reviews import MADE
from skerry.server.store.reviews import pack_review, write_review
from skerry.server.store.store import Store
from skerry.teacher.pairs import Ending, MeanEstimate
from skerry.teacher.review.findings import TurnTexts
from skerry.teacher.review.model import Ledger, Review, Spot, Turning
from skerry.teacher.review.turns import PlayedTurn, turns_of
from tests.web.house import House
from tests.web.laid import played, put
from tests.web.player import WAIT, decide_until, finish, open_table
from tests.web.test_access import problems

pytestmark = pytest.mark.quick
LOW = ViewportSize(width=1280, height=720)
PHONE = ViewportSize(width=390, height=844)
# How far down a thing reaches, beyond what can be seen.
BELOW = "thing => thing.getBoundingClientRect().bottom - innerHeight"


@pytest.mark.long
def test_a_finished_game_is_reviewed_and_played_on(page: Page, house: House, tools: None, wrong: None) -> None:
    table = open_table(page, house, "Anna", "bot:random")
    finish(page)
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("progressbar").or_(page.get_by_role("table")).first).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("heading", name="Luck apart from decisions")).to_be_visible(timeout=2 * WAIT)
    rows = page.get_by_role("table", name="Luck apart from decisions").get_by_role("row")
    columns = [[int(word.replace("−", "-")) for word in cells] for cells in zip(*numbers(rows), strict=True)]
    assert len(columns) == 2
    for *parts, end in columns:
        assert sum(parts) == end
    found = problems(page)
    page.keyboard.press("t")
    region = page.get_by_role("region", name="All numbers")
    expect(region).to_contain_text("Anna")
    page.emulate_media(color_scheme="dark")
    found += problems(page)
    page.get_by_role("button", name="Chance to win").click()
    expect(page.get_by_role("img", name=re.compile("chance to win after each turn"))).to_be_visible()
    found += problems(page)
    assert found == []
    cursor = page.get_by_role("slider", name="Turn")
    cursor.press("End")
    last = cursor.get_attribute("aria-valuetext")
    cursor.press("ArrowLeft")
    assert cursor.get_attribute("aria-valuetext") and cursor.get_attribute("max") != cursor.input_value()
    assert last
    page.goto(f"{house.url}t/{table}#replay=5")
    expect(page.get_by_role("slider")).to_have_value("5", timeout=WAIT)
    page.get_by_role("button", name="Play on from here").click()
    expect(page).not_to_have_url(re.compile(table), timeout=WAIT)
    decide_until(page, 1)


def numbers(rows: object) -> list[list[str]]:
    """The numbers of the table, row by row, without its head, and without how sure they are."""
    texts = [row.get_by_role("cell").all_inner_texts() for row in rows.all()[1:]]  # type: ignore[attr-defined]
    return [[text.partition("±")[0].strip().replace("+", "") for text in row] for row in texts]


@pytest.mark.parametrize(
    ("game", "tells"),
    [
        ("nusfjord", r"builds (?!a )(.+?) for"),
        ("tungaru", "recruits the (.+?) on"),
        ("buru", "recruits the (.+?) for"),
    ],
)
def test_a_turning_point_shows_its_pieces(
    page: Page, house: House, tools: None, wrong: None, game: str, tells: str
) -> None:
    """By day on a low screen all of it is in sight; by night on a phone nothing is wider than the screen."""
    match = played("Anna", "Runa", "Eskil", game=game, level="novice" if game == "tungaru" else "random")
    lay_review(page, house, match, tells)
    page.set_viewport_size(LOW)
    points = page.get_by_role("region", name="Turning points").get_by_role("listitem")
    scenes = points.locator(".scene")
    expect(scenes).to_have_count(3, timeout=WAIT)
    for point, scene in zip(points.filter(has=page.locator(".scene")).all(), scenes.all(), strict=True):
        told = re.search(tells, point.locator(".what").inner_text())
        assert told
        expect(scene).to_contain_text(told[1])
    assert scenes.first.evaluate(BELOW) < 0 and points.first.locator(".chances").evaluate(BELOW) < 0
    better = page.get_by_role("region", name="What to try next time")
    assert better.evaluate(BELOW) < 0
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    found += problems(page)
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    points.first.get_by_role("button", name="Show the board").press("Enter")
    expect(page.get_by_role("button", name="Play on from here").first).to_be_visible(timeout=WAIT)


def lay_review(page: Page, house: House, match: Match, tells: str) -> None:
    """Open the review of a finished match, whose turning points are turns that the log tells of in these words."""
    seats = range(len(match.seats))
    story = TurnTexts(match)
    even = [MeanEstimate(1 / len(seats), 0.05) for _ in seats]

    def spot(turn: PlayedTurn) -> Spot:
        points = [MeanEstimate(20.0, 1.0) for _ in seats]
        changed = [0.2 if seat == turn.seat else -0.1 for seat in seats]
        return Spot(
            turn.after,
            turn.first,
            turn.seat,
            1,
            story.between(turn.first, turn.after),
            points,
            even,
            changed,
            [0.0 for _ in seats],
        )

    spots = [spot(turn) for turn in turns_of(match)]
    turning = [place for place, one in enumerate(spots) if re.search(tells, one.words)][:3]
    ledgers = [Ledger(20.0, 0.0, 0.0, 0.0, 20.0) for _ in seats]
    end = Ending(tuple(float(seat in match.winners) for seat in seats), tuple(match.state.scores()), ())
    moved = [Turning(place, [1 / len(seats) for _ in seats], [seat.mean for seat in even], 0.05) for place in turning]
    review = Review(spots[0], spots, end, ledgers, ledgers, [], moved, [None for _ in seats], 100, 100)
    id_ = put(page, house, match)
    store = Store(house.data / "matches.sqlite3")
    packed = pack_review(MADE, len(match.log), 1e9, msgspec.json.encode(review))
    store.put(lambda db: write_review(db, id_, packed)).result()
    store.close()
    page.goto(f"{house.url}t/{id_}/review")
