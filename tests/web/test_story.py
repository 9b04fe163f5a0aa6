"""What just happened: turns are told one after the other, the page belongs to the moment that is told, and all of it
can be read again."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from skerry.match import Match
from tests.web.board import COUNT_JUMPS, JUMPS
from tests.web.house import House
from tests.web.laid import asked, in_round, lay
from tests.web.player import WAIT, done, end_the_turn, open_table, options, situation
from tests.web.test_access import problems

pytestmark = pytest.mark.quick
SIZES = {"1440": (1440, 900), "1280": (1280, 720)}
# A position of each game from which an answer, or a few, lets the others go on.
BEFORE: dict[str, Callable[[Match], bool]] = {
    "nusfjord": in_round(3, 1),
    "tungaru": asked("turn", 2),
    "buru": asked("take", 2),
}
# The same where the board has a scene of its own: the Leaders turn over, the masks are lifted at Noon.
STAGED: dict[str, tuple[str, Callable[[Match], bool]]] = {
    "leaders": ("tungaru", asked("leader", 2)),
    "noon": ("buru", lambda match: asked("go", 2)(match) and has_one_left(match)),
}


def has_one_left(match: Match) -> bool:
    view: Any = match.game.view(match.state, 0)
    return view.players[0].mat_count == 2  # the last one stays at home


def at_a_turn(match: Match) -> bool:
    """The person has one Worker left to place, and may pass."""
    return in_round(3, 1)(match) and asked("turn")(match)


# The moment that is shown: what is told, what could be chosen, every number of the board and of the points.
MOMENT = r"""() => {
  const main = document.querySelector('main');
  const board = main?.querySelector('.board-frame')?.cloneNode(true);
  for (const part of board?.querySelectorAll('.flights, .step, .tip, .stage, .left') ?? []) part.remove();
  const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText.trim());
  return {
    telling: document.querySelector('.telling') !== null,
    staged: document.querySelector('.stage') !== null,
    words: document.querySelector('.telling [role=status]')?.textContent ?? '',
    move: Number(main?.dataset.move ?? -1),
    choices: document.querySelectorAll('[data-possible], [data-takes], [data-opens]').length
      + [...document.querySelectorAll('button.option')].filter((one) => !one.closest('[inert], [hidden]')).length,
    pills: texts('[aria-label=Players] li strong > [aria-hidden]'),
    totals: texts('.totals b'),
    board: (board?.textContent ?? '').replace(/\s/g, ''),
  };
}"""


def chosen(**settings: Any) -> str:
    return f"localStorage.setItem('skerry.settings', {json.dumps(json.dumps(settings))})"


def lively(browser: Browser, size: str = "1440", motion: Any = "no-preference", **settings: Any) -> Page:
    """A page of somebody who wants to be told."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(chosen(**({"pace": "normal"} | settings)))
    page.add_init_script("localStorage.setItem('skerry.details', 'false')")
    return page


@pytest.fixture
def told(browser: Browser) -> Iterator[Page]:
    page = lively(browser)
    yield page
    page.context.close()


def go_on(page: Page) -> None:
    """Answer with the first option until the others go on."""
    for _ in range(12):
        page.wait_for_function(
            """() => document.querySelector('.telling') || document.querySelector('button[aria-keyshortcuts=Enter]')
              || [...document.querySelectorAll('button.option, [data-takes]')].some((one) => one.checkVisibility())""",
            timeout=WAIT,
        )
        if page.locator(".telling").count():
            return
        version = page.locator("main").get_attribute("data-version")
        if page.locator("button[aria-keyshortcuts=Enter]").count():
            page.locator("button[aria-keyshortcuts=Enter]").click()
        else:
            option = page.locator("button.option:visible").first
            page.keyboard.press(option.get_attribute("aria-keyshortcuts") or "1" if option.count() else "1")
        page.wait_for_function(
            "before => document.querySelector('main').dataset.version !== before || document.querySelector('.telling')",
            arg=version,
            timeout=WAIT,
        )
    raise AssertionError("the others never went on")


def watched(page: Page) -> list[dict[str, Any]]:
    """The moments of a whole telling, each seen once."""
    seen: list[dict[str, Any]] = []
    while (now := page.evaluate(MOMENT))["telling"]:
        if not seen or (now["move"], now["words"]) != (seen[-1]["move"], seen[-1]["words"]):
            seen.append(now)
    return seen


def listen(page: Page) -> tuple[list[dict[str, Any]], dict[int, list[int]]]:
    """What the page sends, and the points after each move as it gets them; what has not changed is not sent again."""
    sent: list[dict[str, Any]] = []
    points: dict[int, list[int]] = {}
    newest: list[list[int]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "push":
            for step in message.get("steps", []):
                points[step["now"]["move"]] = step["points"]["scores"]
            newest.extend([message["points"]["scores"]] if "points" in message else [])
            points[message["now"]["move"]] = newest[-1]

    def meet(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))
        socket.on("framereceived", hear)

    page.on("websocket", meet)
    return sent, points


def in_signs(scores: list[int]) -> list[str]:
    """As the page writes points."""
    return [f"−{-score}" if score < 0 else str(score) for score in scores]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("game", [*BEFORE, *STAGED])
def test_while_others_turns_are_told_nothing_of_the_future_stands_in_the_page(
    browser: Browser, house: House, game: str, motion: str
) -> None:
    """No option can be chosen; points and board are those of the moment, as a look back at the same move shows."""
    page = lively(browser, motion=motion)
    sent, points = listen(page)
    name, until = STAGED.get(game) or (game, BEFORE[game])
    lay(page, house, "Anna", "Bo", "Cleo", "Dan", game=name, until=until, level="easy")
    go_on(page)
    plays = [message for message in sent if message["type"] == "play"]
    page.keyboard.press("1")
    page.keyboard.press("2")
    moments = watched(page)
    assert [message for message in sent if message["type"] == "play"] == plays
    assert len({moment["words"] for moment in moments}) >= 2
    if game in STAGED:
        assert any(moment["staged"] for moment in moments)
    for moment in moments:
        assert moment["choices"] == 0
        assert moment["pills"] == moment["totals"] == in_signs(points[moment["move"]])
    page.keyboard.press("r")
    slider = page.get_by_role("slider")
    for moment in moments:
        slider.evaluate(
            "(it, move) => { it.value = move; it.dispatchEvent(new Event('input', { bubbles: true })); }",
            moment["move"],
        )
        expect(page.locator("main")).to_have_attribute("data-move", str(moment["move"]), timeout=WAIT)
        assert page.evaluate(MOMENT)["board"] == moment["board"]
    assert page.locator(".good .step").count() == 0, "a jump says nothing of what has changed"
    page.context.close()


def test_the_caption_on_a_phone_is_open_to_everybody(browser: Browser, house: House, tools: None) -> None:
    """It stands in reach of the thumb, above the dock, and axe finds nothing while a turn is told."""
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(chosen(pace="wait", explain=False))
    lay(page, house, "Anna", "Bo", "Cleo", game="nusfjord", until=at_a_turn, level="easy")
    situation(page)
    page.get_by_role("button", name=re.compile("^Pass")).tap()
    done(page).tap(timeout=WAIT)
    caption = page.locator(".caption")
    expect(caption).to_be_visible(timeout=WAIT)
    found = problems(page)
    assert found == []
    box = caption.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] > 400
    for button in caption.get_by_role("button").all():
        size = button.bounding_box()
        assert size is not None and min(size["width"], size["height"]) >= 44
    page.get_by_role("button", name=re.compile("^Skip")).first.tap()
    expect(caption).to_have_count(0)
    context.close()


def test_a_step_of_a_review_shows_the_reveal_that_led_there(browser: Browser, house: House) -> None:
    page = lively(browser, motion="reduce")
    found: list[int] = []

    def revealed(match: Match) -> bool:
        if not found and match.game.question(match.state).kind == "take":
            found.append(len(match.moves))
        return False

    table = lay(page, house, "Anna", "Bo", "Cleo", game="buru", until=revealed, level="random", seed="584")
    expect(page.get_by_role("list", name="Result")).to_be_visible(timeout=WAIT)
    page.goto(f"{house.url}t/{table}#replay={found[0]}")  # in the same page, as a link in the chat
    expect(page.locator(".stage")).to_contain_text("The Forest", timeout=WAIT)
    expect(page.get_by_role("slider")).to_have_value(str(found[0]))
    page.goto("about:blank")
    page.goto(f"{house.url}t/{table}#replay={found[0]}")
    expect(page.locator(".stage")).to_contain_text("The Forest", timeout=WAIT)
    page.context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_all_that_has_happened_is_told_in_still_pictures_too(browser: Browser, house: House, motion: str) -> None:
    """Every row of what has happened since my last turn was told, with reduced motion as well."""
    page = lively(browser, motion=motion, pace="fast")
    lay(page, house, "Anna", "Bo", "Cleo", game="nusfjord", until=BEFORE["nusfjord"], level="easy")
    go_on(page)
    told = {plain(moment["words"]) for moment in watched(page)}
    situation(page)
    rows = page.get_by_role("log").locator(".since .turn .what").all_inner_texts()
    assert len(rows) >= 2
    assert {plain(row) for row in rows} <= told
    assert problems(page) == []
    page.context.close()


def plain(words: str) -> str:
    """Without signs between the words."""
    return " ".join(re.sub("[,▸]", " ", words).split())


@pytest.mark.parametrize("way", ["Escape", "Space", "click"])
def test_whoever_has_seen_enough_skips_and_only_then_plays(told: Page, house: House, way: str) -> None:
    page = told
    sent, _ = listen(page)
    open_table(page, house, "Anna", "bot", "bot", "bot", game="nusfjord")
    situation(page)
    page.keyboard.press("1")
    go_on(page)
    expect(page.get_by_role("button", name=re.compile("^Skip"))).to_be_visible()
    before = len([message for message in sent if message["type"] == "play"])
    if way == "click":
        box = page.locator("[data-piece='space:gold']").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 20, box["y"] + 20)
        expect(page.get_by_text("Skipped. Your next click counts.")).to_be_visible()
    else:
        page.keyboard.press(way)
    expect(page.locator(".telling")).to_have_count(0)
    assert len([message for message in sent if message["type"] == "play"]) == before


@pytest.mark.parametrize("game", BEFORE)
@pytest.mark.parametrize("button", ["Pause", "speed"])
def test_space_skips_wherever_the_focus_is(told: Page, house: House, game: str, button: str) -> None:
    """Even with the focus on a button of what is told: Enter presses that."""
    page = told
    lay(page, house, "Anna", "Bo", "Cleo", "Dan", game=game, until=BEFORE[game], level="easy")
    go_on(page)
    one = page.get_by_role("group", name="What is being told").get_by_role("button", name=re.compile(button))
    said = one.get_attribute("aria-label")
    one.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".telling")).to_be_visible()
    expect(page.locator(f"[aria-label='{said}']")).to_have_count(0)
    words = page.locator(".telling [role=status]").inner_text()
    page.keyboard.press("Space")
    expect(page.locator(".telling [role=status]").get_by_text(words, exact=True)).to_have_count(0)
    assert situation(page)  # once the bots have done the rest, and that has been told


def test_the_telling_is_paused_stepped_through_and_goes_at_the_readers_pace(told: Page, house: House) -> None:
    page = told
    lay(page, house, "Anna", "Bo", "Cleo", "Dan", game="nusfjord", until=BEFORE["nusfjord"], level="easy")
    go_on(page)
    page.get_by_role("button", name="Pause").click()
    words = page.locator(".telling [role=status]")
    first = words.inner_text()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.get_by_role("button", name="The next turn").click()
    expect(words).not_to_have_text(first)
    page.get_by_role("button", name="The turn before").click()
    expect(words).to_contain_text(first.split(",")[0])  # its turn may have gone on meanwhile
    found = problems(page)
    assert found == []
    page.get_by_role("button", name=re.compile("speed")).click()
    expect(page.get_by_role("button", name="speed: double")).to_be_visible()
    page.keyboard.press("Escape")
    assert situation(page)["targets"]


@pytest.mark.parametrize(("size", "least"), [("1440", 8), ("1280", 5)])
@pytest.mark.parametrize("game", BEFORE)
def test_the_log_has_room_beside_my_options(browser: Browser, house: House, game: str, size: str, least: int) -> None:
    page = lively(browser, size, pace="once")
    lay(page, house, "Anna", "Bo", "Cleo", game=game, until=BEFORE[game], level="easy")
    situation(page)
    lines = page.get_by_role("log").evaluate(
        """log => {
          const { top, bottom } = log.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(log);
          const seen = [...range.getClientRects()].filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1);
          return new Set(seen.map((box) => Math.round(box.bottom / 8))).size;
        }"""
    )
    assert lines >= least
    page.context.close()


def test_the_log_is_searched_lights_the_pieces_and_shows_a_turn_again(told: Page, house: House) -> None:
    page = told
    lay(page, house, "Anna", "Bo", "Cleo", game="nusfjord", until=in_round(4), level="easy")
    situation(page)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Since your last turn")
    expect(log).to_contain_text(re.compile("Bo: .+"))
    turn = log.get_by_role("button", name=re.compile("^Bo: ")).first
    turn.hover()
    expect(page.locator(".board-frame [data-lit=true]").first).to_be_visible()
    search = page.get_by_role("searchbox", name="Search the log")
    rows = log.locator(".turn")
    total = rows.count()
    search.fill("first player")
    expect(rows).not_to_have_count(total)
    assert all("First Player" in row for row in rows.all_inner_texts())
    search.fill("no such words")
    expect(log).to_contain_text("Nothing matches.")
    search.fill("")
    turn.click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAIT)
    expect(page.locator(".caption")).to_contain_text("Bo:", timeout=WAIT)
    expect(page.get_by_role("slider")).to_have_count(0, timeout=WAIT)  # it closes by itself
    assert situation(page)["targets"]


def test_back_closes_the_replay_and_stays_at_the_table(told: Page, house: House) -> None:
    page = told
    lay(page, house, "Anna", "Bo", "Cleo", game="nusfjord", until=in_round(4, 2), level="easy")
    situation(page)
    address = page.url
    page.keyboard.press("r")
    slider = page.get_by_role("slider")
    end = slider.input_value()
    page.keyboard.press("PageUp")
    expect(slider).not_to_have_value(end)
    expect(page.get_by_text("Round 4 · ")).to_be_visible()
    start = int(slider.input_value())
    page.keyboard.press("M")
    assert int(slider.input_value()) < start
    page.keyboard.press("ArrowRight")
    expect(page.locator(".caption")).to_contain_text("Anna:", timeout=WAIT)
    found = problems(page)
    assert found == []
    page.go_back()
    expect(slider).to_have_count(0)
    assert page.url == address and situation(page)["targets"]


@pytest.mark.long
@pytest.mark.parametrize("game", BEFORE)
def test_nothing_jumps_while_turns_are_told(browser: Browser, house: House, game: str) -> None:
    page = lively(browser, pace="fast")
    page.add_init_script(JUMPS)
    lay(page, house, "Anna", "Bo", "Cleo", game=game, until=BEFORE[game], level="easy")
    situation(page)
    page.wait_for_load_state("networkidle")
    page.evaluate(COUNT_JUMPS)
    for _ in range(4):
        go_on(page)
        expect(page.locator(".telling")).to_have_count(0, timeout=WAIT)
    assert page.evaluate("window.jumps") < 0.02
    page.context.close()


def test_tidepool_is_told_as_well(told: Page, house: House) -> None:
    """A game without a drawn board."""
    page = told
    open_table(page, house, "Anna", "bot", "bot")
    end_the_turn(page)
    done(page).click()
    expect(page.locator(".caption")).to_contain_text("Robin", timeout=WAIT)
    assert options(page).filter(visible=True).count() == 0
    page.keyboard.press("Escape")
    assert situation(page)["options"]
