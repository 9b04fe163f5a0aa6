import { expect, test } from "vitest";
import { reconstructed } from "../src/table/sources";

test("what is our own is told by kind, each name once", () => {
  const catalogue = {
    rounds: [{ round: 1 }],
    level: null,
    seats: 2,
    cards: { a: { name: "Wharf", source: "reconstructed" }, b: { name: "Wharf", source: "reconstructed" }, c: { name: "Yard", source: "rulebook" } },
    offers: { x: { source: "reconstructed" } },
  };
  expect(reconstructed(catalogue)).toEqual([
    { kind: "cards", count: 2, names: ["Wharf"] },
    { kind: "offers", count: 1, names: [] },
  ]);
  expect(reconstructed(null)).toEqual([]);
});
