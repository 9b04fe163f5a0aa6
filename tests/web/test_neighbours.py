"""Nusfjord: what the others have is seen whole, however many there are and however much they have."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.house import House
from tests.web.player import WAIT, open_table, situation
from tests.web.test_access import DRAWN

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]

SIZES = ((1280, 720), (1440, 900), (1920, 1080), (2560, 1440))
# What stands out of its box, or over its neighbour in the same line, and letters that are too small.
CUT = """() => {
  const out = [];
  for (const box of document.querySelectorAll('.nf-neighbour .in')) {
    const edge = box.getBoundingClientRect();
    for (const part of box.querySelectorAll('*')) {
      const { left, top, right, bottom, width } = part.getBoundingClientRect();
      if (!width || part.closest('.unseen, svg *')) continue;
      const isOut = left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1;
      if (isOut) out.push(`out: ${part.className} ${part.textContent}`);
      if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflow === 'hidden')
        out.push(`cut: ${part.textContent}`);
      const words = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (words && parseFloat(getComputedStyle(part).fontSize) < 12) out.push(`small: ${part.textContent}`);
    }
    const lines = [...box.children].map((line) => line.getBoundingClientRect());
    lines.slice(1).forEach((line, number) => {
      if (line.top < lines[number].bottom - 2) out.push(`line ${number + 2} over line ${number + 1}`);
    });
    for (const line of box.querySelectorAll('.row')) {
      const parts = [...line.children].map((part) => part.getBoundingClientRect());
      parts.slice(1).forEach((part, number) => {
        if (part.width && part.left < parts[number].right - 1) out.push(`over: ${line.textContent}`);
      });
    }
  }
  for (const row of document.querySelectorAll('.supply dl > div'))
    if (row.scrollWidth > row.clientWidth + 1) out.push(`supply: ${row.textContent}`);
  return out;
}"""


class RichTable:
    """Between page and server: everybody owns as much as there may ever be."""

    def __init__(self, page: Page) -> None:
        self.cards: list[str] = []
        self.elders: list[str] = []
        page.route_web_socket("**/ws/**", self.lay)

    def lay(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda message: line.send(self.enriched(json.loads(message))))

    def enriched(self, message: dict[str, Any]) -> str:
        if message["type"] == "welcome":
            self.cards = sorted(message["catalogue"]["cards"])
            self.elders = sorted(message["catalogue"]["elders"])
        if message["type"] == "push" and message["now"]["view"]:
            message["now"]["view"]["first"] = len(message["now"]["view"]["players"]) // 2  # the flag takes room as well
            for seat, player in enumerate(message["now"]["view"]["players"]):
                self.enrich(player, seat, len(message["now"]["view"]["players"]))
        return json.dumps(message)

    def enrich(self, player: dict[str, Any], seat: int, seats: int) -> None:
        cells = [cell for cell in player["harbor"] if cell["kind"] != "reserve"][:10]
        for number, cell in enumerate(cells):
            cell["kind"], cell["card"] = "building", self.cards[(seat * 11 + number * 3) % len(self.cards)]
        player["elders"] = [{"id": self.elders[(seat * 5 + n) % len(self.elders)], "worker": "own"} for n in range(5)]
        player["shares"] = [2 if colour == seat else 1 for colour in range(seats)]
        player |= {"fish": 12, "wood": 12, "gold": 19, "reserve_fish": 12, "haul": 12, "hand_size": 4, "unissued": 3}
        player |= {"forests": {"r0c2": 3, "r1c2": 2, "r2c2": 2}, "workers_left": 2, "score": 41 - seat}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_of_a_neighbour_is_cut_on_any_screen(page: Page, house: House, players: int) -> None:
    RichTable(page)
    open_table(page, house, "Anna", *["bot"] * (players - 1), game="nusfjord")
    situation(page)
    expect(page.locator(".nf-neighbour")).to_have_count(players - 1, timeout=WAIT)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.locator(".nf-neighbour").first.locator(".mini").count() == 10
        assert page.locator(".nf-neighbour").first.locator(".elder").count() == 5
        assert page.locator(".nf-neighbour").first.locator(".share").count() == players
        assert page.evaluate(CUT) == [], (width, height)
