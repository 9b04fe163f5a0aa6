import { expect, test } from "vitest";
import { megabytes, niceTop, shapeOf, short } from "../src/operator/plot";

test("the upper edge is a round number that nothing goes beyond", () => {
  expect([0, 0.03, 1, 1.1, 3, 7, 42, 100, 101].map(niceTop)).toEqual([1, 0.05, 1, 2, 5, 10, 50, 100, 200]);
});

test("the newest value is at the right, the largest near the top, and old ones are left out", () => {
  expect(shapeOf([9, 0, 5], 2, 100, 50)).toEqual({ line: "M0 50L100 0", area: "M0 50L0 50L100 0L100 50Z", top: 5 });
  expect(shapeOf([5], 11, 100, 50).line).toBe("M100 0");
  expect(shapeOf([], 11, 100, 50)).toEqual({ line: "", area: "", top: 1 });
});

test("figures are as exact as anybody needs", () => {
  expect([0, 0.254, 3.14, 8, 42.4].map(short)).toEqual(["0", "0.25", "3.1", "8", "42"]);
  expect([1_500_000, 2_340_000_000].map(megabytes)).toEqual(["1.5 MB", "2.3 GB"]);
});
