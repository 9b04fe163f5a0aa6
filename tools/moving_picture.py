"""Takes the moving picture of the README: the turns of two others, told on the board.

Needs Chromium, and nothing else: python3 play.py python tools/moving_picture.py
"""

import base64
import struct
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.laid import in_round, lay  # noqa: E402
from tests.web.player import WAIT, done, situation  # noqa: E402

PICTURE = ROOT / "docs" / "screenshots" / "told.webp"
DESK = ViewportSize(width=1440, height=900)
SIZE = 768, 480
# What needs no second decision.
PLAIN = [f"[data-piece='space:{space}']" for space in ("gold", "thin_out", "issue_share", "transfer_reserve")]
LASTS = 5.0  # seconds
REST = 1_500  # milliseconds before it begins again
MOST_BYTES = 400_000
CHOSEN = """localStorage.setItem('skerry.settings', JSON.stringify({ pace: 'normal', confirm: 'always' }));
localStorage.setItem('skerry.name', '"Wren"')"""
# Each screenshot, made smaller; of every one but the first only the part that differs from the one before.
ENCODE = """async ([shots, width, height, quality]) => {
  const canvas = (wide, high) => Object.assign(document.createElement("canvas"), { width: wide, height: high });
  const whole = canvas(width, height).getContext("2d", { alpha: false, willReadFrequently: true });
  const made = [];
  let before = null;
  for (const shot of shots) {
    const size = { resizeWidth: width, resizeHeight: height, resizeQuality: "high" };
    whole.drawImage(await createImageBitmap(await (await fetch(shot)).blob(), size), 0, 0);
    const { data } = whole.getImageData(0, 0, width, height);
    let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
    for (let at = 0; before && at < data.length; at += 4) {
      if ([0, 1, 2].every((n) => Math.abs(data[at + n] - before[at + n]) < 20)) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    if (right <= left) {
      made.push(null);
      continue;
    }
    [left, top] = [left - (left % 2), top - (top % 2)];
    const part = canvas(right - left, bottom - top);
    part.getContext("2d", { alpha: false }).drawImage(whole.canvas, -left, -top);
    made.push({ left, top, wide: part.width, high: part.height, data: part.toDataURL("image/webp", quality) });
    before = data;
  }
  return made;
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(viewport=DESK)
        page.add_init_script(CHOSEN)
        try:
            shots = watch(page, house)
            page.goto("about:blank")  # the page of the game lets nothing foreign in
            for quality in (0.7, 0.55, 0.4):
                PICTURE.write_bytes(assembled(shots, page, quality))
                if PICTURE.stat().st_size < MOST_BYTES:
                    break
            print(f"{PICTURE.name}: {len(shots)} pictures, {PICTURE.stat().st_size} bytes")
        finally:
            house.kill()


def watch(page: Page, house: House) -> list[tuple[float, bytes]]:
    """A turn, and what the others do then: when each picture was taken, in seconds, and the picture."""
    lay(page, house, "Wren", "Runa", "Eskil", game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    page.evaluate("document.querySelector('.hurried')?.remove()")
    page.locator(f":is({', '.join(PLAIN)})[data-possible=yes]").first.click()
    done(page).click(timeout=WAIT)
    expect(page.locator(".telling")).to_be_visible(timeout=WAIT)
    begun, shots = time.monotonic(), []
    while (now := time.monotonic() - begun) < LASTS and page.locator(".telling").count():
        shots.append((now, page.screenshot(type="jpeg", quality=95)))
    return shots


def assembled(shots: list[tuple[float, bytes]], page: Page, quality: float) -> bytes:
    """An animated WebP: the browser encodes each picture, here they are put one after the other."""
    urls = [f"data:image/jpeg;base64,{base64.b64encode(shot).decode()}" for _, shot in shots]
    parts: list[dict[str, Any] | None] = page.evaluate(ENCODE, [urls, *SIZE, quality])
    frames: list[tuple[dict[str, Any], float]] = [
        (part, at) for part, (at, _) in zip(parts, shots, strict=True) if part is not None
    ]
    ends = [at for _, at in frames[1:]] + [shots[-1][0] + REST / 1000]
    body = chunk(b"VP8X", struct.pack("<B3x", 2) + three(SIZE[0] - 1) + three(SIZE[1] - 1))
    body += chunk(b"ANIM", struct.pack("<IH", 0, 0))
    body += b"".join(frame(part, round(1000 * (end - at))) for (part, at), end in zip(frames, ends, strict=True))
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def frame(part: dict[str, Any], lasts: int) -> bytes:
    place = three(part["left"] // 2) + three(part["top"] // 2) + three(part["wide"] - 1) + three(part["high"] - 1)
    return chunk(b"ANMF", place + three(lasts) + b"\2" + picture_in(base64.b64decode(part["data"].partition(",")[2])))


def picture_in(webp: bytes) -> bytes:
    """The chunk of a still WebP that holds its pixels."""
    at = 12
    while at < len(webp):
        kind, length = struct.unpack_from("<4sI", webp, at)
        if kind in (b"VP8 ", b"VP8L"):
            return chunk(kind, webp[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    raise ValueError("no picture in it")


def chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def three(number: int) -> bytes:
    return number.to_bytes(3, "little")


if __name__ == "__main__":
    main()
