"""What the host of a server says on the front page, who is let in, and the operator's page."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.terminal import command
from tests.web.house import House
from tests.web.player import WAIT, open_table
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


def admin(house: House, *words: str) -> str:
    done = command.run("admin", "--data", house.data, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(page: Page, name: str) -> None:
    """A picture for whoever wants to see it."""
    if folder := os.environ.get("OPERATOR_PICTURES"):
        page.screenshot(path=Path(folder, f"{name}.png"), full_page=True)


def test_the_operator_signs_in_with_a_token_and_sees_how_the_server_is_doing(
    page: Page, own_house: House, tools: None
) -> None:
    house = own_house
    open_table(page, house, "Anna", "bot")
    token = admin(house, "token").split()[0]
    page.goto(house.url + "operator")
    page.get_by_label("Token").fill("guessed")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the operator's token")
    assert problems(page) == []
    look(page, "operator-token")

    def sees_it() -> None:
        page.get_by_label("Token").fill(token)
        page.keyboard.press("Enter")

    sees_it()
    figures = page.get_by_role("region", name="The last half hour")
    while not figures.is_visible():  # the server reads the new token within two seconds
        page.wait_for_timeout(200)
        if page.get_by_label("Token").is_visible():
            sees_it()
    expect(figures.get_by_role("img", name=re.compile("^Open pages"))).to_be_visible(timeout=WAIT)
    expect(figures.get_by_role("img")).to_have_count(6)
    expect(page.get_by_role("row", name=re.compile("Anna"))).to_contain_text("running")
    expect(page.get_by_text("None since the start.")).to_be_visible()
    for scheme, width in (("light", 1440), ("dark", 360)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 900})
        assert problems(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        look(page, f"operator-{scheme}")
    page.reload()  # this tab stays signed in
    expect(figures).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Token")).to_be_visible()


def test_strangers_learn_that_a_server_is_by_invitation_and_a_link_lets_them_in(
    page: Page, own_house: House, browser: Browser, tools: None
) -> None:
    house = own_house
    admin(house, "message", "Club evening on Friday, at eight.")
    admin(house, "invite-only", "on")
    page.goto(house.url)
    while not page.get_by_text("This server is by invitation.").is_visible():
        page.wait_for_timeout(300)
        page.reload()
    expect(page.get_by_role("region", name="Message from the host")).to_contain_text(
        "Club evening on Friday, at eight."
    )
    assert problems(page) == []
    look(page, "front-invitation")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Nusfjord"))
    card.get_by_role("button", name=re.compile("^Play")).first.click()
    expect(page.get_by_text("This server is by invitation. Ask its host for a link, or sign in")).to_be_visible()
    link = re.findall(r"/(invited#\S+)", admin(house, "invite"))[0]
    page.goto(house.url + "invited")
    expect(page.get_by_role("alert")).to_contain_text("Part of the link is missing")
    assert problems(page) == []
    page.goto("about:blank")
    page.goto(house.url + link)
    look(page, "invited")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("region", name="Message from the host")).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("This server is by invitation.")).to_have_count(0)
    card.get_by_role("button", name=re.compile("^Play")).first.click()
    page.wait_for_url("**/t/*")
    late = browser.new_page()
    late.goto(house.url + link)
    late.get_by_role("button", name="Come in").click()
    expect(late.get_by_role("alert")).to_contain_text("has been used up")
    late.close()


def test_somebody_who_is_banned_reads_why_on_the_front_page(page: Page, own_house: House) -> None:
    house = own_house
    open_table(page, house, "Anna", "bot")
    person = re.findall(r"(?m)^([0-9a-f]{16,})", admin(house, "people"))[0]
    admin(house, "ban", person, "--reason", "rude words", "--days", "3")
    expect(page.get_by_text("Reason: Rude words.")).to_be_visible(timeout=WAIT)
    page.goto(house.url)
    expect(page.get_by_text("The host has banned you from this server until")).to_be_visible(timeout=WAIT)
    look(page, "banned")
