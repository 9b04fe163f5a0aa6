import { expect, test } from "vitest";
import { type Box, tipPlace } from "../src/board/tipPlace";

const VIEW = { width: 1000, height: 600 };
const SIZE = { width: 200, height: 100 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height });
const covers = (at: { x: number; y: number }, other: Box): boolean => at.x < other.right && at.x + SIZE.width > other.left && at.y < other.bottom && at.y + SIZE.height > other.top;

test("a tip stands beside its piece if nothing is there", () => {
  expect(tipPlace(box(300, 200, 100, 100), SIZE, [], VIEW)).toEqual({ x: 408, y: 200 });
});

test("at the right edge it stands on the other side", () => {
  expect(tipPlace(box(880, 200, 100, 100), SIZE, [], VIEW)).toEqual({ x: 672, y: 200 });
});

test("it covers nothing that can be chosen, nor its own piece", () => {
  const pieces = [0, 1, 2, 3].flatMap((column) => [0, 1, 2, 3].map((row) => box(20 + column * 110, 20 + row * 110, 100, 100)));
  for (const anchor of pieces) {
    const at = tipPlace(anchor, SIZE, pieces, VIEW);
    expect(pieces.filter((piece) => covers(at, piece))).toEqual([]);
  }
});

test("where everything can be chosen it covers as little as possible, and stays on the screen", () => {
  const at = tipPlace(box(0, 0, 100, 100), SIZE, [box(0, 0, 1000, 500)], VIEW);
  expect(at.y).toBe(496);
  expect(at.x).toBeGreaterThanOrEqual(4);
});
