"""Takes the pictures of the README, the moving one too, and the small boards of the front page.

Needs Chromium: `python3 play.py python tools/screenshots.py`
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.laid import asked, in_round, lay, never  # noqa: E402
from tests.web.player import WAIT, situation  # noqa: E402
from tools import moving_picture  # noqa: E402
from tools.shrink import shrink  # noqa: E402

from skerry.match import Match  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"
DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
NAMES = ("Wren", "Runa", "Eskil")
LEVEL = "novice"  # quick, and good enough for a picture
GAMES_FOLDER = ROOT / "web" / "src" / "games"  # a small picture of each board lies there: GameArt.svelte shows it
SMALL = (480, 300)
DRAWN = "nusfjord", "tungaru", "buru"
# Nothing has the focus, and nothing says that the engine is still being compiled.
TIDY = "() => { document.activeElement?.blur(); scrollTo(0, 0); document.querySelector('.hurried')?.remove(); }"
# As small as a browser can make it: a picture of a few kilobytes.
SHRINK = """async ([data, width, height]) => {
  const size = { resizeWidth: width, resizeHeight: height, resizeQuality: "high" };
  const picture = await createImageBitmap(await (await fetch(data)).blob(), size);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", 0.6);
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(viewport=DESK, reduced_motion="reduce")
        page.add_init_script("localStorage.setItem('skerry.name', '\"Wren\"')")
        try:
            take_boards(page, house)
            take_all(page, house)
        finally:
            house.kill()


def take_all(page: Page, house: House) -> None:
    lay(page, house, *NAMES, game="tungaru", until=asked("turn", 5), level=LEVEL, seed="3")
    take(page, "tungaru")
    lay(page, house, *NAMES, game="buru", until=asked("lay", 3), level="random", seed="3")
    take(page, "buru")
    lay(page, house, *NAMES, game="nusfjord", until=in_round(5, workers=1), level=LEVEL, seed="3")
    take(page, "table")
    page.set_viewport_size(PHONE)
    take(page, "phone")
    page.set_viewport_size(DESK)
    lay(page, house, *NAMES, game="nusfjord", until=never, level=LEVEL, seed="3")
    take(page, "end")
    page.goto(house.url)
    expect(page.get_by_role("button", name="Play now: Nusfjord")).to_be_visible(timeout=WAIT)
    take(page, "front")


def take_boards(page: Page, house: House) -> None:
    """The middle of a game on each drawn board, for the front page."""
    for game in DRAWN:
        lay(page, house, *NAMES, game=game, until=half_way, level="random" if game == "buru" else LEVEL, seed="3")
        situation(page)
        expect(page.locator("section.board > .board-frame")).to_be_visible(timeout=WAIT)
        page.wait_for_timeout(1_000)  # what comes later is there
        take_small(page, GAMES_FOLDER / game / "scene" / "board.webp")


def half_way(match: Match) -> bool:
    return match.to_move == 0 and len(match.moves) > 60


def take_small(page: Page, path: Path) -> None:
    box = page.locator("section.board").bounding_box()
    assert box is not None
    height = min(box["height"], box["width"] * SMALL[1] / SMALL[0])
    shot = page.screenshot(clip={**box, "height": height, "width": height * SMALL[0] / SMALL[1]})
    page.goto("about:blank")  # the page of the game lets nothing foreign in
    made = page.evaluate(SHRINK, [f"data:image/png;base64,{base64.b64encode(shot).decode()}", *SMALL])
    path.write_bytes(base64.b64decode(made.partition(",")[2]))
    print(f"{path.name}: {path.stat().st_size} bytes")


def take(page: Page, name: str) -> None:
    if "/t/" in page.url:
        expect(page.locator("section.board > .board-frame, .end").first).to_be_visible(timeout=WAIT)
        situation(page)
    page.mouse.move(0, 0)
    page.evaluate(TIDY)
    page.wait_for_timeout(300)  # what glows has faded
    page.screenshot(path=SHOTS / f"{name}.png")
    shrink(SHOTS / f"{name}.png")


if __name__ == "__main__":
    main()
    moving_picture.main()
