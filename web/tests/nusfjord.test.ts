import { expect, test } from "vitest";
import { drawingOf } from "../src/board/icons";
import { faceOf } from "../src/games/nusfjord/faces";
import { houseOf, SHAPE_NAMES } from "../src/games/nusfjord/houses";
import { SIGN_NAMES } from "../src/games/nusfjord/picture";
import { cardWords, costOf, fleetWords, ICONS, many, SPACES, signed, WHEN } from "../src/games/nusfjord/signs";
import type { CardFace } from "../src/games/nusfjord/view";

const aCard = (rest: Partial<CardFace> = {}): CardFace => ({
  ...{ name: "Pier", deck: "herring", letter: "A", when: "immediately", price: { wood: 2, fish: 1 }, points: -1, star: false },
  ...{ effects: [], gist: [], words: "Gain 1 gold.", shape: "pier", sign: "gold", source: "rulebook" },
  ...rest,
});
const ship = (name: string) => ({ name, size: 2, price: {}, gold_instead: 0, points: 1 });

test("a Building is told to ears in full", () => {
  expect(cardWords(aCard())).toBe("A, 2 wood, 1 fish, −1 point. Gain 1 gold.");
  expect(cardWords(aCard({ price: {}, star: true, source: "reconstructed" }), true)).toBe("In your hand. A, nothing, points by its condition. Gain 1 gold. Reconstructed.");
});

test("numbers and fleets in words", () => {
  expect([signed(-2), many(1, "Forest"), many(-3, "point")]).toEqual(["−2", "1 Forest", "−3 points"]);
  expect(fleetWords(["sloop", "cutter", "sloop"], { sloop: ship("sloop"), cutter: ship("cutter"), schooner: ship("schooner") })).toBe("2 sloops, 1 cutter");
});

test("every sign that is used is drawn", () => {
  const used = [...Object.values(SPACES), ...Object.keys(WHEN), "wood", "fish", "gold", "tree", "share", "elder", "plate", "next"];
  expect(used.filter((name) => !drawingOf(name, ICONS))).toEqual([]);
});

test("Buildings differ by shape, letter and sign, Elders by their faces", () => {
  const houses = SHAPE_NAMES.flatMap((shape) => ["A", "B", "C"].map((letter) => houseOf("101", aCard({ shape, letter }))));
  const signs = SIGN_NAMES.map((sign) => houseOf("101", aCard({ sign })));
  const faces = Array.from({ length: 18 }, (_, number) => faceOf(`elder_${number + 1}`, { ground: "sea", sign: "fish" }));
  for (const all of [houses, signs, faces]) expect(new Set(all).size).toBe(all.length);
  // A component file may bring others: they are drawn, too.
  expect(houseOf("X1", aCard({ shape: "igloo", letter: "D" }))).toContain("svg");
  expect(faceOf("stranger", { ground: "moon", sign: "" })).toContain("svg");
});

test("a price is told in goods, wherever they lie", () => {
  expect(costOf({ gold: 1, wood: 2, reserve_fish: 1, fish: 2 })).toEqual([
    ["wood", 2],
    ["fish", 3],
    ["gold", 1],
  ]);
});
