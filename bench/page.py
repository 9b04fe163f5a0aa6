"""How heavy and how quick the page is, in real Chromium on this machine.

    python3 play.py python bench/page.py [--game NAME] [--players N] [--times N] [--json FILE]

A match is played, everything shown at once, and every picture that the server pushes is drawn again.  Counted is the
processor time of scripts, styles and layout: first until the picture is in place, options and all; then with everything
that follows in the next tenth of a second, which is log, points and whatever flies.  Then Lighthouse judges the front
page, the lobby, the table in mid-game and the end of a game, several times: the middle one counts.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
from tests.web.conftest import CHROMIUM  # noqa: E402 (the folder above is not a package)
from tests.web.house import House  # noqa: E402
from tests.web.laid import lay, never  # noqa: E402
from tests.web.lighthouse import Judge, poor  # noqa: E402
from tests.web.node import install_tools  # noqa: E402
from tests.web.player import decide_until, open_table  # noqa: E402

CATEGORIES = ["performance", "accessibility", "best-practices"]
DECISIONS = 25
REST = 100  # milliseconds for what comes after the picture

# Keeps the pictures as they come, to draw them once more without a network and without a test's eyes on the page.
TIMER = """
window.pictures = [];
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  set onmessage(handler) {
    super.onmessage = (event) => {
      handler(event);
      if (event.data.startsWith('{"type":"push"')) window.pictures.push(() => handler({ data: event.data }));
    };
  }
};
const wait = window.setTimeout;
window.isCounting = false;
window.setTimeout = (act, time, ...rest) =>
  wait(function go() { window.isCounting ? wait(go, 1) : act(...rest); }, time);
"""
# The picture is there, drawn and laid out, with all that is done in its first frame.  What the page does after that
# waits until the time is read: else some of it would be counted, by chance.
AGAIN = """(place) => new Promise((done) => {
  requestAnimationFrame(() => {
    setTimeout(() => {
      window.isCounting = true;
      document.body.getBoundingClientRect();
      done();
    });
  });
  window.pictures[place]();
})"""
WORK = "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="nusfjord")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--times", type=int, default=5, help="how often Lighthouse looks at each page, if at all")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    install_tools()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder) / "data")
        house.start()
        try:
            judge = Judge(playwright.chromium, Path(folder))
            found = measure(house, arguments.game, arguments.players, arguments.times, judge)
        finally:
            house.kill()
    show(found)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")


def measure(house: House, game: str, players: int, times: int, judge: Judge) -> dict[str, Any]:
    page = judge.context.new_page()
    page.add_init_script(TIMER)
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({ confirm: false, pace: 'once' }))")
    open_table(page, house, "Anna", *["bot"] * (players - 1), game=game)
    table = page.url
    drawing = draw(page)  # first: a page behind another one is slowed down
    page.close()
    page = judge.context.new_page()
    lay(page, house, *["Anna", "Runa", "Eskil", "Signe", "Odd"][:players], game=game, until=never, level="random")
    urls = {"front": house.url, "lobby": f"{house.url}?new={game}", "table": table, "end": page.url}
    page.close()
    loads = {name: load(judge.context.new_page(), url) for name, url in urls.items()}
    judged = {
        f"{name} {'phone' if phone else 'desktop'}": verdict(judge.look([url] * times, *CATEGORIES, phone=phone))
        for phone in (False, True)
        for name, url in urls.items()
        if times
    }
    judge.context.close()
    return {"game": game, "players": players, "lighthouse": judged, "load": loads, "drawing": drawing}


def load(page: Page, url: str) -> dict[str, float]:
    """Compressed bytes of a first visit, and when its main button is there."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url, wait_until="commit")
    page.locator("main :is(button, a, section)").first.wait_for()
    ready = page.evaluate("performance.now()")
    page.wait_for_timeout(500)
    page.close()
    return {"kilobytes": round(sum(sizes) / 1000, 1), "interactive_ms": round(ready)}


def draw(page: Page) -> dict[str, Any]:
    """Processor time of each picture, the best of three: others use the machine as well."""
    decide_until(page, DECISIONS)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    count: int = page.evaluate("window.pictures.length")
    drawn, whole = [float("inf")] * count, [float("inf")] * count
    for _ in range(3):
        for place in range(count):
            before = work(session)
            page.evaluate(AGAIN, place)
            drawn[place] = min(drawn[place], work(session) - before)
            page.evaluate("window.isCounting = false")
            page.wait_for_timeout(REST)
            whole[place] = min(whole[place], work(session) - before)
    # The first is drawn over the last.
    return {"pictures": count - 1, "drawn": spread(drawn[1:]), "whole": spread(whole[1:])}


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    place = max(0, int(len(ordered) * 0.95) - 1)
    return {
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[place], 1),
        "max_ms": round(ordered[-1], 1),
    }


def work(session: CDPSession) -> float:
    """Milliseconds the page has worked until now: scripts, styles and layout."""
    metrics: dict[str, float] = {
        metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]
    }
    return 1000 * sum(metrics[name] for name in WORK)


def verdict(reports: list[dict[str, Any]]) -> dict[str, Any]:
    reports.sort(key=lambda report: report["categories"]["performance"]["score"] or 0)
    report = reports[len(reports) // 2]
    scores = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
    return scores | {"interactive": report["audits"]["interactive"]["displayValue"], "poor": poor(report)}


def show(found: dict[str, Any]) -> None:
    console = Console()
    table = Table("page", *CATEGORIES, "interactive", "poor", title="Lighthouse")
    for name, scores in found["lighthouse"].items():
        table.add_row(
            name, *(str(scores[category]) for category in CATEGORIES), scores["interactive"], "; ".join(scores["poor"])
        )
    console.print(table)
    for name, load in found["load"].items():
        console.print(f"{name}: {load['kilobytes']} KB compressed, interactive after {load['interactive_ms']} ms")
    drawing = found["drawing"]
    for name, words in ("drawn", "until it is in place"), ("whole", "with log, points and motion"):
        console.print(
            "a pushed picture of {game} for {players}, {words}: ".format(**found, words=words)
            + "median {median_ms} ms, p95 {p95_ms} ms, at most {max_ms} ms".format(**drawing[name])
            + f" of {drawing['pictures']}"
        )


if __name__ == "__main__":
    if not (CHROMIUM or shutil.which("chromium")):
        sys.exit("no Chromium: install it, or set SKERRY_CHROMIUM to its path")
    main()
