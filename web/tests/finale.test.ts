import { expect, test } from "vitest";
import { decidedBy, leadWords, pointsAfter, stepLengths } from "../src/ending/finale.svelte";
import type { ScoreGroup } from "../src/protocol";
import { anUpdate } from "./builder";

const secret = (step: number, seat: number, points: number): ScoreGroup => ({ step, seat, title: `Elder ${step}`, points, secret: true });

test("the count takes less than twelve seconds, however much there is to count", () => {
  for (let steps = 1; steps <= 60; steps++) {
    const groups = Array.from({ length: steps }, (_, step) => secret(step, 0, 1));
    const whole = stepLengths(groups).reduce((sum, length) => sum + length, 700);
    expect(whole).toBeLessThan(12_000);
  }
});

test("who was ahead before, and what decided it", () => {
  const groups = [secret(0, 0, 2), secret(1, 1, 6), secret(2, 0, 1)];
  const { picture } = anUpdate({ to_move: null, scores: [43, 46, 20], winners: [1], groups });
  expect(pointsAfter(picture, 0)).toEqual([40, 40, 20]);
  expect(pointsAfter(picture, 3)).toEqual([43, 46, 20]);
  expect(leadWords(picture, 0)).toBe("Anna and Bo are level with 40.");
  expect(leadWords(picture, 1)).toBe("Anna leads by 2.");
  expect(decidedBy(picture)).toBe("Elder 1 put Bo in front: 6 points.");
  expect(decidedBy({ ...picture, scores: [43, 56, 20] })).toBe("Bo was ahead before the count and stayed there.");
  expect(decidedBy({ ...picture, winners: [0, 1] })).toBe("");
});
