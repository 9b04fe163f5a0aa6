"""Playing on a drawn board, with mouse or finger: what can be chosen there is found and pressed where it lies."""

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.player import WAIT, situation

# How far things in sight have moved by themselves, as browsers measure it.
JUMPS = """
window.jumps = 0;
new PerformanceObserver((list) => {
  for (const jump of list.getEntries()) if (!jump.hadRecentInput) window.jumps += jump.value;
}).observe({ type: "layout-shift", buffered: true });
"""
# Counts from nothing, once the page has come to rest: a board may be measured and drawn again just after it is there.
COUNT_JUMPS = """async () => {
  await document.fonts.ready;
  for (let seen = NaN, frames = 0; frames < 10; frames++) {
    if (seen !== window.jumps) [seen, frames] = [window.jumps, 0];
    await new Promise(requestAnimationFrame);
  }
  window.jumps = 0;
}"""
# One of the pieces, tags and buttons that take an option or open several, and a point of it that nothing covers.
# Asked for all at once: each question to the browser takes its time.
POINT = """([chance, wish]) => {
  const pieces = [...document.querySelectorAll(':is(.board-frame, .act) [data-takes], .board-frame [data-opens]')];
  const all = pieces.filter((one) => one.checkVisibility());
  const first = Math.floor(chance * all.length);
  const wished = all.filter((one) => wish && one.dataset.takes === wish);
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  const freePoint = (target, block) => {
    target.scrollIntoView({ block });
    const { left, top, width, height } = target.getBoundingClientRect();
    const points = parts.flatMap((right) => parts.map((down) => ({ x: left + width * right, y: top + height * down })));
    return points.find(({ x, y }) => target.contains(document.elementFromPoint(x, y)));
  };
  for (const target of [...wished, ...all.slice(first), ...all.slice(0, first)]) {
    const free = freePoint(target, 'nearest') ?? freePoint(target, 'center');
    if (free) {
      if (!window.aim) addEventListener('pointerdown', ({ target }) => (aim.hit = aim.at.contains(target)), true);
      window.aim = { at: target, hit: false };
      return { ...free, opens: Number(target.dataset.opens ?? 0) };
    }
  }
  return null;
}"""
# A finger looks first: what it has found offers its options in a tip.
LOOKED_OR_DECIDED = """version =>
  document.querySelector('.tip.held') || document.querySelector('main').dataset.version !== version"""
# Options of the list whose words no piece of the board says, for ears.
UNSAID = """() => {
  const spoken = (from) => [...from.querySelectorAll('[aria-label]')].map((part) => part.ariaLabel);
  const frame = document.querySelector('.board-frame');
  const written = [...frame.querySelectorAll('button')].map((button) => button.textContent);
  const said = [...spoken(frame), ...written].join('\\n');
  return [...document.querySelectorAll('[aria-label="Possible now"] button.option')]
    .map((option) => spoken(option)[0] ?? option.querySelector('.label').textContent.trim())
    .filter((words) => !said.includes(words));
}"""


def plainly(page: Page, **settings: Any) -> None:
    """Without a second look at each turn, without motion, and with everything that others do shown at once."""
    chosen = json.dumps({"confirm": False, "motion": "off", "pace": "once"} | settings)
    page.add_init_script(f"localStorage.setItem('skerry.settings', {json.dumps(chosen)})")


def targets(page: Page) -> Locator:
    """What can be pressed on the board now: pieces, their tags, and buttons for the options that have none."""
    return page.locator(":is(.board-frame, .act) [data-takes], .board-frame [data-opens]")


def press(page: Page, chance: random.Random, wish: str, hand: Callable[[float, float], None]) -> int:
    """Press one of them by chance, or the one that takes this option; return how many options it opens.

    The page may scroll between a look and the press, and the press go beside: then, as a person would, once more.
    """
    for _ in range(5):
        at = page.wait_for_function(POINT, arg=[chance.random(), wish], timeout=WAIT).json_value()
        hand(at["x"], at["y"])
        if page.evaluate("aim.hit"):
            return int(at["opens"])
    raise AssertionError("What can be chosen does not keep still.")


def click(page: Page, chance: random.Random, wish: str = "") -> None:
    """A piece with many options shows them all."""
    opens = press(page, chance, wish, page.mouse.click)
    if opens:
        page.get_by_role("dialog").get_by_role("button").nth(chance.randrange(opens)).click(timeout=WAIT)


def tap(page: Page, chance: random.Random, wish: str = "") -> None:
    """A card is looked at first, and chosen in its tip."""
    version = page.locator("main").get_attribute("data-version")
    press(page, chance, wish, page.touchscreen.tap)
    page.wait_for_function(LOOKED_OR_DECIDED, arg=version, timeout=WAIT)
    if page.locator(".tip.held").count():
        page.locator(".tip.held").get_by_role("button").first.tap(timeout=WAIT)


def play_on_the_board(page: Page, decisions: int, seed: int = 1, wish: str = "", often: float = 0.0) -> int:
    """Press what can be chosen so many times, or until the end; return how many times.

    A wish is taken as often as is said, where it is possible.
    """
    chance = random.Random(seed)
    now = situation(page)
    for taken in range(decisions):
        if now["over"]:
            return taken
        # An option that names two pieces, such as two goods to return, lies on both.
        assert now["options"] <= now["targets"], page.locator("main").inner_text()
        assert page.evaluate(UNSAID) == []
        click(page, chance, wish if chance.random() < often else "")
        now = situation(page, now)
    return decisions
