"""What a person does before the screen, in the words of the tests.

A test waits for what the page shows, never for a time; and it acts only when the page asks it to.
"""

import re
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.house import House

WAIT = 60_000  # milliseconds for a bot on a busy machine

# What the page asks for now, all seen in one moment.  Nothing, as long as it asks for nothing, shows what it showed, or
# has not drawn the board.
SITUATION = """before => {
  const main = document.querySelector('main');
  const board = main?.querySelector('section.board');
  if (!main || (board && !board.firstElementChild)) return null;  // the drawing comes after the list
  const count = (selector) => main.querySelectorAll(selector).length;
  const takes = [...main.querySelectorAll(':is(.board-frame, .act) [data-takes]:not([aria-disabled=true])')];
  const menus = [...main.querySelectorAll('.board-frame [data-opens]:not([aria-disabled=true])')];
  const opens = menus.reduce((sum, piece) => sum + Number(piece.dataset.opens), 0);
  const now = {
    version: main.dataset.version ?? '',
    over: count('[aria-label="The end"]') > 0,
    done: count('button[aria-keyshortcuts=Enter]') > 0,
    hand_over: [...main.querySelectorAll('button')].some((button) => button.innerText.startsWith('I am ')),
    options: count('[aria-label="Possible now"] button.option:not([aria-disabled=true])'),
    targets: new Set(takes.map((piece) => piece.dataset.takes)).size + opens,
  };
  const asks = now.over || now.done || now.hand_over || now.options || now.targets;
  const key = (seen) => seen && [seen.version, seen.over, seen.done, seen.hand_over].join();
  return asks && key(now) !== key(before) ? now : null;
}"""


def situation(page: Page, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the page asks for, as soon as that is something else than before."""
    try:
        seen: dict[str, Any] = page.wait_for_function(SITUATION, arg=before, timeout=WAIT).json_value()
    except TimeoutError as late:
        raise AssertionError(f"Nothing new after {before}:\n{page.locator('main').inner_text()}") from late
    return seen


def start_against_bots(page: Page, house: House) -> None:
    """Two clicks: the page, the game."""
    page.goto(house.url)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Tidepool"))
    card.get_by_role("button", name=re.compile("^Play")).first.click(timeout=WAIT)
    expect(page).to_have_url(re.compile("/t/"), timeout=WAIT)
    situation(page)


def open_table(page: Page, house: House, *names: str, game: str = "_blank", **more: Any) -> str:
    """A table made through the server's own door, for persons at this screen and bots (`bot`, `bot:easy`)."""
    page.goto(house.url)
    seats = [
        {"name": f"Robin{place}", "bot": word.partition(":")[2] or "random"}
        if word.startswith("bot")
        else {"name": word}
        for place, word in enumerate(names)
    ]
    made = page.request.post(f"{house.url}api/tables", data={"game": game, "seats": seats} | more)
    page.goto(f"{house.url}t/{made.json()['id']}")
    return str(made.json()["id"])


def options(page: Page) -> Locator:
    return page.get_by_role("list", name="Possible now").get_by_role("button")


def done(page: Page) -> Locator:
    return page.get_by_role("button", name="Done")


def take_over(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^I am "))


def play_again(page: Page) -> Locator:
    return page.get_by_role("button", name="Play again")


def press_enter(page: Page) -> None:
    """As soon as the page takes it: right after a new question it does not."""
    page.locator("main[data-ready]").wait_for(timeout=WAIT)
    page.keyboard.press("Enter")


def decide_until(page: Page, decisions: int, key: str = "", chance: Random | None = None) -> int:
    """Take the first option (or any) so many times, by mouse or key, or until the end; return how many were taken.

    A turn that is done is confirmed, the last one too; whoever has the next turn at this screen takes it over.
    """
    taken = 0
    now = situation(page)
    while not now["over"]:
        if now["done"]:
            if key:
                page.keyboard.press("Enter")
            else:
                done(page).click(timeout=WAIT)
        elif now["hand_over"]:
            take_over(page).click(timeout=WAIT)
        elif taken == decisions:
            return taken
        else:
            if key:
                page.keyboard.press(key)
            else:
                options(page).nth(chance.randrange(now["options"]) if chance else 0).click(timeout=WAIT)
            taken += 1
        now = situation(page, now)
    return taken


def finish(page: Page, chance: Random | None = None) -> None:
    """Until the match is over, whoever has to decide at this screen."""
    decide_until(page, 10_000, chance=chance)
    expect(page.get_by_role("region", name="The end")).to_be_visible()


def end_the_turn(page: Page) -> dict[str, Any]:
    """Rest until the turn is done and can still be taken back."""
    now = situation(page)
    while not now["done"]:
        assert not now["over"], "the match was over before a turn could be looked over"
        rest = options(page).filter(has_text="Rest")
        (rest if rest.count() else options(page).last).first.click(timeout=WAIT)
        now = situation(page, now)
    return now
