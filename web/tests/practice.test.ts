import { expect, test } from "vitest";
import { outcomeOf } from "../src/shell/practice";

test("a day's deal is won by whoever has won it, not by whoever was ahead", () => {
  const told = (margin: number | null, won: boolean): string => outcomeOf({ name: "Ann", points: 30, margin, won, mine: false });
  expect([told(5, true), told(0, true), told(-5, false), told(0, false)]).toEqual(["won by 5", "won the tie", "5 behind", "tied, but lost"]);
  expect(told(5, false)).toBe("resigned");
  expect(told(null, false)).toBe("");
});
