"""Draws the icons of the installed page from our own mark: web/public/icons. Run it when the mark changes.

.venv/bin/python tools/draw_icons.py
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parent.parent / "web" / "public" / "icons"
SEA = "#0f5566"
MARK = """<circle cx="22.5" cy="9" r="3" fill="#f4b266"/><path d="M4 19.5 9.5 12l3 3.5L17 8l9.5 11.5z" fill="#dfecef"/>
<path d="M3 23.5q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0" fill="none"
 stroke="#7fd0e0" stroke-width="2.2" stroke-linecap="round"/>"""
# What a phone shows beside the clock: one colour, no ground.
BADGE = """<circle cx="22.5" cy="9" r="3" fill="#fff"/><path d="M3 20 9.5 11l3.5 4.2L17.5 7 28 20z" fill="#fff"/>
<path d="M3 25.5q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0" fill="none"
 stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>"""


def svg(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{inside}</svg>'


def rounded() -> str:
    return svg(f'<rect width="32" height="32" rx="8" fill="{SEA}"/>{MARK}')


def full(scale: float) -> str:
    """To the edges, for systems that cut the icon to a shape of their own; the mark stays within it."""
    shift = 16 * (1 - scale)
    placed = f'<g transform="translate({shift} {shift}) scale({scale})">{MARK}</g>'
    return svg(f'<rect width="32" height="32" fill="{SEA}"/>{placed}')


DRAWN = {
    "skerry-192.png": (192, rounded()),
    "skerry-512.png": (512, rounded()),
    "skerry-maskable-512.png": (512, full(0.72)),
    "apple-180.png": (180, full(0.86)),
    "badge-96.png": (96, svg(BADGE)),
}


def main() -> None:
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "skerry.svg").write_text(rounded() + "\n", encoding="utf-8")
    chromium = os.environ.get("SKERRY_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (size, drawing) in DRAWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = f"*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}"
            page.set_content(f"<style>{style}</style>{drawing}")
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
