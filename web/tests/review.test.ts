import { expect, test } from "vitest";
import type { Review, SavedReview, Spot } from "../src/protocol";
import { filled } from "../src/review/save";
import { column, columnsOf, gain, hasChances, tenths } from "../src/ui/review";

const spot = (round: number, wins = [0.5, 0.5]): Spot => ({
  move: 1,
  first: 0,
  seat: 0,
  round,
  words: "",
  points: wins.map(() => ({ mean: 30, half: 2 })),
  win: wins.map((mean) => ({ mean, half: 0.1 })),
  changed: wins.map(() => 0),
  gained: wins.map(() => 0),
});

test("rounded columns still add up, and what is left over is not explained", () => {
  const measured = { own_half: 1, luck_half: 1 };
  expect(column({ ...measured, start: 35.4, own: -2.4, luck: 1.4, others: 3.2, unexplained: 0.4, end: 38 })).toEqual([35, -2, 1, 3, 1, 38]);
  for (const ledger of [
    { ...measured, start: 30.5, own: 0.5, luck: 0.5, others: 0.5, unexplained: 0, end: 32 },
    { ...measured, start: -0.4, own: -7.5, luck: 2.5, others: 0.4, unexplained: 0, end: -5 },
  ]) {
    const [start, own, luck, others, rest, end] = column(ledger);
    expect(start! + own! + luck! + others! + rest!).toBe(end);
  }
});

test("gains have a sign, and chances are known in games of ten", () => {
  expect([3, 0, -2, 0.5, -2.5].map(gain)).toEqual(["+3", "0", "−2", "+½", "−2½"]);
  expect([-0.02, 0.04, 0.46, 1.02].map(tenths)).toEqual([0, 0, 5, 10]);
});

test("a saved review holds its data as text, whatever players are called", () => {
  const report = { title: "Buru", seats: [{ name: "</script><script>alert('$&')</script>", bot: null }] } as unknown as SavedReview;
  const page = filled('<p><script type="application/json" id="review-data"></script><b>', report);
  const [, data, rest] = /id="review-data">([^<]*)(<.*)$/.exec(page)!;
  expect(JSON.parse(data!)).toEqual(report);
  expect(rest).toBe("</script><b>");
});

test("rounds are columns that touch", () => {
  const columns = columnsOf([spot(1), spot(1), spot(2), spot(2), spot(3)]);
  expect(columns).toEqual([
    { round: 1, from: 0, to: 1 },
    { round: 2, from: 1, to: 3 },
    { round: 3, from: 3, to: 4 },
  ]);
});

test("alone there is a chance to win only against rivals of the game's own", () => {
  const alone = (win: number): Review => ({
    start: spot(1, [win]),
    spots: [],
    end: { wins: [1], points: [30], categories: [] },
    points: [],
    win: [],
    missed: [],
    turning: [],
    best: [],
    playouts: 0,
    looks: 0,
    deep: false,
    hurried: false,
    broken_off: false,
  });
  expect(hasChances(alone(1))).toBe(false);
  expect(hasChances(alone(0.6))).toBe(true);
});
