import { expect, test } from "vitest";
import { reuse } from "../src/net/reuse";

const aView = (rest = {}) => ({ round: 1, cards: [{ id: "102", fish: 1 }], players: [{ wood: 0 }, { wood: 2 }], plates: [true, false], ...rest });

test("what has not changed stays the same object, what has changed does not", () => {
  const old = aView();
  expect(reuse(old, aView())).toBe(old);
  const changed = {
    cards: [
      { id: "103", fish: 0 },
      { id: "102", fish: 1 },
    ],
    round: 2,
  };
  const next = reuse(old, aView(changed));
  expect(next).toEqual(aView(changed));
  expect(next.cards[1]).toBe(old.cards[0]);
  expect(next.players).toBe(old.players);
  expect(reuse(old, aView({ plates: [] })).plates).toEqual([]);
});
