"""Leagues and ratings in the browser: made, entered and played, for every eye and hand; or switched off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from skerry.server.store.engine.db import Db
from skerry.server.store.outcomes import INSERT_OUTCOME, INSERT_RATED
from skerry.server.store.results import WRITE_RESULT
from skerry.server.store.store import Store
from tests.server.browser import Guest
from tests.server.test_friends import play_together
from tests.web.house import House
from tests.web.player import WAIT
from tests.web.test_access import problems

pytestmark = pytest.mark.quick
DAY = 24 * 3600.0
SIZES = {"day": (1440, 900, "light", ""), "night": (360, 740, "dark", "huge")}


@pytest.fixture
def friends(club_house: House) -> Iterator[list[Guest]]:
    guests = [Guest(club_house.url.split("/")[2]) for _ in range(3)]
    for guest in guests:
        guest.home()
    yield guests
    for guest in guests:
        guest.leave()


def looks(page: Page) -> list[str]:
    """What axe-core finds by day, and by night on a phone with huge text; nothing is scrolled sideways."""
    found = []
    for name, (width, height, scheme, text) in SIZES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(f"document.documentElement.dataset.text = '{text}'")
        found += [f"{name}: {problem}" for problem in problems(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.text = ''")
    return found


def test_a_league_is_made_entered_and_played(
    page: Page, club_house: House, friends: list[Guest], tools: None, wrong: None
) -> None:
    page.goto(club_house.url)
    page.get_by_role("link", name="Leagues").click(timeout=WAIT)
    page.get_by_role("button", name="Make a league").click(timeout=WAIT)
    form = page.get_by_role("dialog")
    form.get_by_label("Name of the league").fill("Harbour league")
    form.get_by_role("combobox", name="Game").select_option(label="Tidepool")
    form.get_by_role("combobox", name="Players at a table").select_option("2")
    form.get_by_role("combobox", name="People it takes to start").select_option("4")
    form.get_by_role("combobox", name="Rounds").select_option("1")
    form.get_by_role("checkbox", name=re.compile("^By link only")).check()
    found = looks(page)
    form.get_by_role("button", name="Make the league").click()
    expect(page.get_by_role("heading", name="Harbour league", level=1)).to_be_visible(timeout=WAIT)
    page.get_by_label("Your name").fill("Anna")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 more people have to enter before it can start")).to_be_visible(timeout=WAIT)
    link = page.get_by_label("Link for others").input_value()
    league, code = re.findall(r"/leagues/(\w+)#c=(.+)", link)[0]
    for guest, name in zip(friends, ("Ben", "Cleo", "Dan"), strict=True):
        guest.http.post(f"/api/leagues/{league}/enter", json={"name": name, "code": code}).raise_for_status()
    found += looks(page)
    page.reload()
    page.get_by_role("button", name="Start the league").click(timeout=WAIT)
    expect(page.get_by_text("Running: ")).to_be_visible(timeout=WAIT)
    go = page.get_by_role("link", name="Go to the table")
    for _ in range(20):
        page.reload()
        expect(page.get_by_text("Running: ")).to_be_visible(timeout=WAIT)
        if go.is_visible():
            break
        page.wait_for_timeout(500)
    found += looks(page)
    tables: dict[str, list[Guest]] = {}
    for guest in friends:
        tables.setdefault(guest.http.get(f"/api/leagues/{league}").json()["next"], []).append(guest)
    (together,) = [guests for guests in tables.values() if len(guests) == 2]
    screens = [guest.gather(table) for table, guests in tables.items() if guests is together for guest in guests]
    for screen in screens:
        screen.until(lambda update: True)
    screens.sort(key=lambda screen: screen.update["seats"])
    play_together(screens)
    page.reload()
    standings = page.get_by_role("table")
    expect(standings.get_by_role("row")).to_have_count(5, timeout=WAIT)
    expect(page.get_by_role("region", name="Round 1").get_by_text("Look back")).to_be_visible(timeout=WAIT)
    expect(standings).to_contain_text("Anna (you)")
    found += looks(page)
    go.click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("heading", name="Tidepool", level=1)).to_be_visible(timeout=WAIT)
    page.goto(club_house.url + "leagues")
    expect(page.get_by_role("link", name="Harbour league")).to_be_visible(timeout=WAIT)
    found += looks(page)
    assert found == []


def season(data: House, person: str) -> None:
    """Rated games of this person against others, some of them bots."""
    store = Store(data.data / "matches.sqlite3")

    def work(db: Db) -> None:
        for name in ("gunnar", "solveig"):
            db.execute("INSERT INTO people (id, name, created, account) VALUES (?, '', 0, ?)", (name, name))
        for number in range(14):
            order = [person, "gunnar", "bot:medium"] if number % 3 else ["solveig", "bot:medium", person]
            rows = [(f"g{number}", seat, player, seat + 1, 20 - seat) for seat, player in enumerate(order)]
            db.executemany(INSERT_OUTCOME, rows)
            row = (f"g{number}", order.index(person), person, "_blank", 3, "", 20, number % 3 > 0, "{}", number * DAY)
            db.execute(WRITE_RESULT, row)
            db.execute(INSERT_RATED, (f"g{number}", "_blank", 3, number * DAY, str(number)))

    store.put(work).result()
    store.close()


def test_ratings_are_shown_with_their_doubt_and_a_curve(
    page: Page, club_house: House, tools: None, wrong: None
) -> None:
    page.goto(club_house.url)
    origin = {"Origin": club_house.url.rstrip("/")}
    page.request.post(
        club_house.url + "api/tables", data={"game": "_blank", "seats": [{"name": "Anna"}]}, headers=origin
    )
    answer = page.request.post(
        club_house.url + "api/me/account", data={"name": "annas", "password": "long enough 7"}, headers=origin
    )
    assert answer.ok, answer.text()
    page.get_by_role("link", name="Ratings").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="No rated games yet")).to_be_visible(timeout=WAIT)
    found = looks(page)
    store = Store(club_house.data / "matches.sqlite3")
    ((person,),) = store.read("SELECT id FROM people WHERE account = 'annas'")
    store.close()
    season(club_house, person)
    for _ in range(20):
        page.reload()
        expect(page.get_by_role("heading", name=re.compile("Leaderboard|No rated"))).to_be_visible(timeout=WAIT)
        if page.get_by_text("after 14 games").is_visible():
            break
        page.wait_for_timeout(500)
    expect(page.get_by_text(re.compile(r"\d+ ± \d+ after 14 games"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Rating game by game"))).to_be_visible()
    board = page.get_by_role("table")
    expect(board.get_by_role("row")).to_have_count(5)
    expect(board.get_by_role("row", name=re.compile("annas"))).to_contain_text("(you)")
    expect(board.get_by_role("row", name=re.compile("Medium bot"))).to_be_visible()
    found += looks(page)
    page.goto(club_house.url)
    page.get_by_role("button", name="Statistics…").click(timeout=WAIT)
    statistics = page.get_by_role("dialog")
    expect(statistics).to_contain_text("Your rating in Tidepool with 3 players", timeout=WAIT)
    expect(statistics.get_by_role("img", name=re.compile("Rating game by game"))).to_be_visible()
    found += looks(page)
    assert found == []


def test_a_table_may_be_rated_and_says_so(page: Page, club_house: House, wrong: None) -> None:
    page.goto(club_house.url)
    page.get_by_role("button", name="Invite friends").click(timeout=WAIT)
    form = page.get_by_role("dialog")
    form.get_by_role("checkbox", name=re.compile("^Rated")).check()
    expect(form.get_by_role("checkbox", name=re.compile("^Hints"))).not_to_be_checked()
    expect(form.get_by_role("checkbox", name=re.compile("^Hints"))).to_be_disabled()
    expect(form).to_contain_text("Leaving or resigning means last place")
    page.keyboard.press("Escape")


def test_where_they_are_switched_off_the_page_does_not_mention_them(page: Page, house: House, wrong: None) -> None:
    page.goto(house.url)
    page.get_by_role("button", name="Invite friends").click(timeout=WAIT)
    expect(page.get_by_role("dialog")).to_contain_text("Others may watch")
    expect(page.get_by_role("dialog")).not_to_contain_text("Rated")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name=re.compile("Leagues|Ratings"))).to_have_count(0)
