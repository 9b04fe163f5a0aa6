import { expect, test } from "vitest";
import { scaleOf, shortName, spread } from "../src/ui/charts/chart";

test("a scale has round numbers that hold everything", () => {
  expect(scaleOf([0, -6, 38])).toEqual([-10, 0, 10, 20, 30, 40]);
  expect(scaleOf([0, 3])).toEqual([0, 1, 2, 3]);
});

test("the scale need not begin at zero", () => {
  const steps = scaleOf([31.2, 44.9]);
  expect(steps[0]).toBeLessThanOrEqual(31.2);
  expect(steps.at(-1)).toBeGreaterThanOrEqual(44.9);
  expect(steps[0]).toBeGreaterThan(20);
  expect(scaleOf([7, 7]).length).toBeGreaterThan(1);
});

test("players who end level are both named, above the foot of the chart", () => {
  const labels = [0, 1, 2].map((seat) => ({ seat, y: 95 }));
  const found = spread(labels, 16, 100);
  expect(found.map((label) => label.y)).toEqual([68, 84, 100]);
  expect(labels[2]).toEqual({ seat: 2, y: 95 });
});

test("a long name is cut, and an emoji stays whole", () => {
  expect(shortName("Bartholomew")).toBe("Bartholom");
  expect(shortName("12345678🦀0")).toBe("12345678🦀");
});
