// Where the islands of Tungaru lie: the printed boards, and any other that somebody enters; what is said of hidden cards.
import { expect, test } from "vitest";
import { layOut, routeOf } from "../src/games/tungaru/layout";
import { handWords, travellerWords } from "../src/games/tungaru/signs";
import type { Catalogue, GroundFace, IslandFace } from "../src/games/tungaru/view";

const island = (name: string, x: number, y: number, walkways: string[] = []): IslandFace => ({
  ...{ name, x, y, walkways, offer: name, migration: [] },
  ...{ dice_spaces: 3, market_spaces: 2, settler_spaces: 2, monument_spaces: 4 },
});
const ground = (section: string, ...islands: string[]): GroundFace => ({ name: section, x: 50, y: 50, section, islands, ways: {} });

/** A ring of so many islands, half of them above. */
function ring(count: number): Catalogue {
  const ids = [..."ABCDEFGHIJ"].slice(0, count);
  const half = Math.ceil(count / 2);
  const next = (place: number): string => ids[(place + 1) % count]!;
  const islands = Object.fromEntries(ids.map((id, n) => [id, n < half ? island(id, 10 + n * 15, 20, [next(n)]) : island(id, 90 - (n - half) * 15, 80, [next(n)])]));
  const grounds = Object.fromEntries(ids.map((id, n) => [`g${n}`, ground(`s${n}`, id, next(n))]));
  const sections = Object.fromEntries(ids.map((_, n) => [`s${n}`, [`s${(n + 1) % count}`, `s${(n + count - 1) % count}`]]));
  const signs = ["sun", "moon", "star", "bird"];
  const migration = Object.fromEntries(signs.map((sign, n) => [`M${n}`, { sign, name: sign, islands: [] }]));
  return { islands, grounds, sections, migration, islet_spaces: 3, boats: 2 } as unknown as Catalogue;
}

test.each([4, 5, 6, 7, 8, 9, 10])("%i islands lie on the sea and none upon another", (count) => {
  const layout = layOut(ring(count));
  const { wide, high } = layout.island;
  const spots = Object.values(layout.islands);
  expect(spots).toHaveLength(count);
  for (const { x, y } of spots) {
    expect(Math.min(x, y, layout.wide - x - wide, layout.high - y - high)).toBeGreaterThanOrEqual(0);
    const touching = spots.filter((other) => Math.abs(other.x - x) < wide && Math.abs(other.y - y) < high);
    expect(touching).toHaveLength(1);
  }
  const grounds = Object.values(layout.grounds);
  for (const { x, y } of grounds) expect(grounds.filter((other) => Math.hypot(other.x - x, other.y - y) < 40)).toHaveLength(1);
});

test("a boat is led through every border it crosses", () => {
  const layout = layOut(ring(6));
  expect(layout.waters).toHaveLength(6);
  expect(routeOf(layout, "g0", "g2", ["s0", "s1", "s2"])!.crossings).toHaveLength(2);
});

test("a sea that is no ring has no borders, and still its islands and anchorages", () => {
  const catalogue = ring(6);
  catalogue.sections.s0 = [];
  const layout = layOut(catalogue);
  expect(layout.waters).toEqual([]);
  expect(routeOf(layout, "g0", "g2", ["s0", "s1", "s2"])!.path).toMatch(/^M/);
});

test("hands and Traveller piles that are not shown are only counted", () => {
  const catalogue = { ...ring(6), leaders: { chief: { name: "Chief" } }, nomads: { N01: { name: "Weaver" } } } as unknown as Catalogue;
  expect(handWords(["chief", "chief"], catalogue)).toBe("Chief ×2");
  expect(handWords([null, null], catalogue)).toBe("2 cards");
  expect(travellerWords(["N01"], catalogue)).toBe("1 Traveller: Weaver");
  expect(travellerWords([null, null], catalogue)).toBe("2 Travellers, face down");
  expect(travellerWords([], catalogue)).toBe("0 Travellers");
});
