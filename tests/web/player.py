"""What a person does before the screen, in the words of the tests."""

import re
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.web.house import House

WAIT = 30_000  # milliseconds for a bot on a busy machine


def start_against_bots(page: Page, house: House) -> None:
    """Two clicks: the page, the game."""
    page.goto(house.url)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Tidepool"))
    card.get_by_role("button", name=re.compile("^Play")).first.click()
    expect(page).to_have_url(re.compile("/t/"), timeout=WAIT)
    expect(options(page).first).to_be_visible(timeout=WAIT)


def options(page: Page) -> Locator:
    return page.get_by_role("list", name="Possible now").get_by_role("button")


def done(page: Page) -> Locator:
    return page.get_by_role("button", name="Done")


def decide_until(page: Page, decisions: int, key: str = "") -> int:
    """Take the first option so many times, by mouse or key, or until the end; return how many were taken.

    A turn that is done is confirmed, the last one too.
    """
    again = page.get_by_role("button", name="Play again")
    taken = 0
    while True:
        expect(options(page).or_(again).or_(done(page)).first).to_be_visible(timeout=WAIT)
        if done(page).is_visible():
            if key:
                page.keyboard.press("Enter")
            else:
                done(page).click()
            expect(done(page)).to_have_count(0, timeout=WAIT)
            continue
        if again.is_visible() or taken == decisions:
            return taken
        before = page.get_by_role("log").text_content() or ""
        if key:
            page.keyboard.press(key)
        else:
            options(page).first.click()
        expect(page.get_by_role("log")).not_to_have_text(before, timeout=WAIT)
        taken += 1


def open_table(page: Page, house: House, *names: str, game: str = "_blank") -> str:
    """A table made through the server's own door, for persons at this screen and bots (`bot`, `bot:search`)."""
    page.goto(house.url)
    seats = [
        {"name": f"Robin{place}", "bot": word.partition(":")[2] or "random"}
        if word.startswith("bot")
        else {"name": word}
        for place, word in enumerate(names)
    ]
    made = page.request.post(f"{house.url}api/tables", data={"game": game, "seats": seats})
    page.goto(f"{house.url}t/{made.json()['id']}")
    return str(made.json()["id"])


def finish(page: Page, chance: Random | None = None) -> None:
    """Take the first option, or any, until the match is over, whoever has to decide at this screen."""
    over = page.get_by_role("button", name="Play again")
    take_over = page.get_by_role("button", name=re.compile("^I am "))
    while True:
        expect(options(page).or_(over).or_(done(page)).or_(take_over).first).to_be_visible(timeout=WAIT)
        if over.is_visible():
            return
        before = moment(page)
        if done(page).is_visible():
            done(page).click()
        elif take_over.is_visible():
            take_over.click()
        elif count := options(page).count():
            options(page).nth(chance.randrange(count) if chance else 0).click()
        page.wait_for_function("before => (document.querySelector('main')?.innerText ?? '') !== before", arg=before)


def moment(page: Page) -> str:
    """All that is on the table now."""
    return page.locator("main").inner_text()
