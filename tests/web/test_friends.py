"""Friends at one table, each with a browser of their own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.match import SeatPlan
from skerry.match.save import encode_match
from tests.server.test_agreeing import at_a_standstill
from tests.web.house import House
from tests.web.player import WAIT, done, options
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    """A browser with cookies of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


# Whenever the page asks for a decision, the option that begins with these words is pressed, or else the first.
PLAYS = """wish => {
  let asked = 0;
  let version = '';
  setInterval(() => {
    const main = document.querySelector('main');
    if (!document.title.startsWith('●') || (main.dataset.version === version && Date.now() < asked + 2000)) return;
    const open = [...main.querySelectorAll('[aria-label="Possible now"] button.option:not([aria-disabled=true])')];
    (open.find((option) => wish && option.innerText.startsWith(wish)) ?? open[0])?.click();
    asked = Date.now();
    version = main.dataset.version;
  }, 20);
}"""
ASKS = """() => document.title.startsWith('●') &&
  document.querySelector('[aria-label="Possible now"] button:not([aria-disabled=true])') !== null"""


def invite(
    page: Page,
    house: House,
    game: str = "Tidepool",
    name: str = "Wren",
    seats: int = 2,
    listed: bool = False,
    options: dict[str, str] | None = None,
) -> str:
    """Make a table and return its invitation; a listed one is open to all, and has a clock."""
    page.goto(house.url)
    page.get_by_role("button", name="Invite friends…").click(timeout=WAIT)
    dialog = page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_text(game, exact=True).click()
    dialog.get_by_label("Your name").fill(name)
    for _ in range(seats - 1 - dialog.get_by_role("combobox", name=re.compile("^Who is player")).count()):
        dialog.get_by_role("button", name="Add a seat").click()
    for title, value in (options or {}).items():
        dialog.get_by_text("Options", exact=True).click()
        dialog.get_by_label(title).select_option(value)
    if listed:
        dialog.get_by_text("Anybody may join").click()
        dialog.get_by_text("live, with a clock").click()
    dialog.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("heading", name=f"{game}: waiting room")).to_be_visible(timeout=WAIT)
    return page.get_by_label("Invitation link").input_value()


def sit_down(friend: Page, link: str, name: str = "Maja") -> None:
    friend.goto(link)
    friend.get_by_label("Your name").fill(name)
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible(timeout=WAIT)


def begin(*pages: Page) -> None:
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        expect(page.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)


def asked(*pages: Page) -> Page:
    """The one who is to decide, as soon as somebody is; the first when the game is over."""
    while not pages[0].get_by_role("region", name="The end").count():
        for page in pages:
            if page.evaluate(ASKS):
                return page
        pages[0].wait_for_timeout(50)
    return pages[0]


def act(page: Page) -> None:
    """One decision of whoever is asked here, confirmed if need be."""
    version = page.locator("main").get_attribute("data-version")
    if not options(page).count():
        return
    options(page).first.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "", timeout=WAIT)
    if done(page).is_visible():
        done(page).click()


def test_a_friend_comes_by_a_link_and_they_play(page: Page, friend: Page, house: House, wrong: None) -> None:
    link = invite(page, house)
    friend.goto(link)
    friend.get_by_label("Your name").fill("wren")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_role("alert")).to_contain_text("already called Wren")
    sit_down(friend, link)
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)).to_contain_text("Here")
    expect(page.get_by_role("status").filter(has_text="not ready")).to_contain_text("Wren and Maja are not ready yet.")
    friend.get_by_label("Message").fill("Which deck?")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Which deck?")
    begin(page, friend)
    for _ in range(4):
        act(asked(page, friend))
    friend.get_by_role("button", name=re.compile("^Chat")).click()
    friend.get_by_role("button", name="well played").click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("well played")


def test_a_bot_sits_in_until_the_friend_is_back(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    friend.set_viewport_size({"width": 360, "height": 740})
    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Leave…").click()
    expect(friend.get_by_role("button", name="Resign…")).to_be_visible()
    friend.get_by_role("button", name=re.compile("^Let a bot play for me")).click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("bot filling in")
    friend.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_role("list", name="Players")).not_to_contain_text("bot filling in")
    expect(page.get_by_role("list", name="Players")).to_contain_text("here")
    friend.goto(house.url)
    expect(page.get_by_role("list", name="Players")).to_contain_text("gone")
    expect(friend.get_by_role("link", name=re.compile("Wren, Maja"))).to_be_visible(timeout=WAIT)
    replace = page.get_by_role("button", name="Give Maja’s seat to a bot…")
    while not replace.is_visible():
        act(page)
    replace.click()
    page.get_by_role("button", name="Yes, a bot plays on").click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("bot")


def test_a_colour_once_chosen_is_the_same_on_every_screen(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, invite(page, house))
    page.get_by_role("button", name="Colour 4").click()
    seat = friend.get_by_role("list", name="Seats").get_by_role("listitem").first
    expect(friend.get_by_role("button", name="Colour 4, taken by Wren")).to_be_disabled()
    colour = "(item) => getComputedStyle(item.querySelector('svg')).color"
    own = page.get_by_role("list", name="Seats").get_by_role("listitem").first
    assert seat.evaluate(colour) == own.evaluate(colour)
    assert seat.evaluate(colour) == page.evaluate(
        "() => { const probe = document.body.appendChild(document.createElement('i'));"
        " probe.style.color = 'var(--seat-3)'; return getComputedStyle(probe).color; }"
    )


def test_a_link_moves_my_games_to_another_device(page: Page, friend: Page, house: House) -> None:
    invite(page, house)
    table = page.url
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Settings$")).click(timeout=WAIT)
    page.get_by_text("My games on other devices").click()
    page.get_by_role("button", name="Make a link for another device").click()
    friend.goto(page.get_by_label(re.compile("^Open this link")).input_value())
    expect(friend.get_by_role("heading", name="Sign in as Wren?")).to_be_visible(timeout=WAIT)
    friend.get_by_role("button", name="Sign in as Wren").click()
    friend.get_by_role("link", name=re.compile("Tidepool with Wren")).click(timeout=WAIT)
    expect(friend).to_have_url(table)
    expect(friend.get_by_label("Invitation link")).to_be_visible(timeout=WAIT)


def test_the_waiting_room_is_open_to_all(page: Page, friend: Page, house: House, tools: None) -> None:
    sit_down(friend, invite(page, house))
    for one in (page, friend):
        assert problems(one) == []


def seats_down(pages: list[Page], house: House, game: str, options: dict[str, str]) -> None:
    link = invite(pages[0], house, game, seats=len(pages), options=options)
    for page, name in zip(pages[1:], ["Maja", "Eskil", "Ida"], strict=False):
        sit_down(page, link, name)
    begin(*pages)


@pytest.fixture
def four(browser: Browser) -> Iterator[list[Page]]:
    contexts = [browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") for _ in range(4)]
    for context in contexts:  # who looks over no turn is faster
        context.add_init_script(
            "localStorage.setItem('skerry.settings', JSON.stringify({ confirm: false, pace: 'once' }))"
        )
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def play_whatever_happens(pages: list[Page], house: House) -> None:
    """One goes and comes back, a bot sits in for another, the server is killed."""
    players = [page.get_by_role("list", name="Players") for page in pages]
    for _ in range(4):
        act(asked(*pages))
    table = pages[1].url
    pages[1].goto(house.url)
    expect(players[0]).to_contain_text("gone")
    pages[1].goto(table)
    expect(players[0]).not_to_contain_text("gone")
    pages[2].get_by_role("button", name="Leave…").click()
    pages[2].get_by_label("Level of the bot").select_option("novice")
    pages[2].get_by_role("button", name=re.compile("^Let a bot play for me")).click()
    back = pages[2].get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    for _ in range(3):
        act(asked(pages[0], pages[1], pages[3]))
    back.click()
    expect(back).to_be_hidden()
    house.kill()
    house.start()
    for page in pages:
        expect(page.get_by_text("connected", exact=True)).to_be_visible(timeout=WAIT)
    for _ in range(4):
        act(asked(*pages))


def leave_for_good(page: Page) -> None:
    page.get_by_role("button", name="Leave…").click()
    page.get_by_label("Level of the bot").select_option("novice")
    page.get_by_role("button", name=re.compile("^Give up my seat")).click()
    expect(page.get_by_text("You are watching").first).to_be_attached(timeout=WAIT)  # the log may have its place


def play_to_the_end(pages: list[Page], wish: str = "") -> None:
    for page in pages:
        page.evaluate(PLAYS, wish)
    for page in pages:
        expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(4, timeout=5 * WAIT)


@pytest.mark.long
def test_four_browsers_play_whole_games_whatever_happens(four: list[Page], own_house: House) -> None:
    seats_down(four, own_house, "Buru", {})
    play_whatever_happens(four, own_house)
    leave_for_good(four[3])
    play_to_the_end(four)
    seats_down(four, own_house, "Tungaru", {"When nobody recruits any more": "end"})
    play_whatever_happens(four, own_house)
    play_to_the_end(four, "Pass")  # nobody recruits, so it is soon over


@pytest.mark.long
def test_a_stranger_joins_an_open_table_tries_things_out_and_resigns(
    page: Page, friend: Page, house: House, tools: None
) -> None:
    invite(page, house, name="Wren of the Lobby", listed=True)
    friend.goto(house.url)
    join = friend.get_by_role("link", name="Join Tidepool with Wren of the Lobby")
    expect(join).to_be_visible(timeout=WAIT)
    assert problems(friend) == []
    join.click()
    friend.get_by_label("Your name").fill("Maja")
    friend.get_by_role("button", name="Sit down").click()
    begin(page, friend)
    for one in (page, friend):
        expect(one.get_by_role("list", name="Players")).to_contain_text("20:00")
    acting = asked(page, friend)
    waits = friend if acting is page else page
    version = acting.locator("main").get_attribute("data-version") or ""
    for one in (acting, waits):
        one.get_by_role("button", name=re.compile("^What if")).first.click()
        dream = one.get_by_role("region", name="What if?")
        expect(dream).to_contain_text("Only you see this")
        options(one).first.click()
        expect(dream).to_contain_text("So far: ")
        assert problems(one) == []
        one.get_by_role("button", name=re.compile("^Discard")).click()
        expect(dream).to_be_hidden()
        expect(one.locator("main")).to_have_attribute("data-version", version)
    waits.get_by_role("button", name="Leave…").click()
    assert problems(waits) == []
    waits.get_by_role("button", name="Resign…").click()
    waits.get_by_role("button", name="Yes, resign").click()
    for one in (page, friend):
        expect(one.get_by_role("region", name="The end")).to_contain_text("resigned", timeout=WAIT)
    acting.goto(house.url)
    acting.get_by_role("button", name="Statistics…").click(timeout=WAIT)
    expect(acting.get_by_role("dialog", name="Your statistics")).to_contain_text("1 (100%)")
    expect(acting.get_by_role("combobox", name="Games")).not_to_have_value("")
    assert problems(acting) == []


def test_one_person_among_bots_ends_a_standstill(page: Page, house: House) -> None:
    match = at_a_standstill(SeatPlan("Wren"), SeatPlan("Robin", "random"))
    while match.to_move != 0:
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    page.goto(house.url)
    kind = {"Content-Type": "application/json", "Origin": house.url.rstrip("/")}
    made = page.request.post(f"{house.url}api/matches", data=encode_match(match), headers=kind)
    page.goto(f"{house.url}t/{made.json()['id']}")
    expect(page.get_by_text("Nobody has recruited for").first).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="End the game here…").click()
    page.get_by_role("button", name="Play on").click()
    page.get_by_role("button", name="End the game here…").click()
    page.get_by_role("button", name="End it now").click()
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)
