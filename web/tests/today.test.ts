import { expect, test } from "vitest";
import { dayBefore, daySquares, streakOf } from "../src/home/today";

const score = (points: number, mine = true) => ({ name: "Wren", points, margin: null, won: false, mine });
const day = (day: string, points: number, mine = true) => ({ day, scores: [score(points, mine)], bots: null });
const deal = (today: number | null, past: ReturnType<typeof day>[]) => ({ scores: today === null ? [] : [score(today)], past });

test("days go back over the ends of months and years", () => {
  expect([dayBefore("2027-03-01", 1), dayBefore("2027-01-01", 2)]).toEqual(["2027-02-28", "2026-12-30"]);
});

test("the week shows my points, and nothing on days that only others played", () => {
  const squares = daySquares(deal(null, [day("2027-03-13", 36), day("2027-03-12", 29, false)]), "2027-03-14");
  expect(squares.map(({ points }) => points)).toEqual([null, null, null, null, null, 36, null]);
  expect(squares.map(({ letter }) => letter).join("")).toBe("MTWTFSS");
});

test("a streak is unbroken until a whole day has passed, whichever game was played", () => {
  const first = deal(null, [day("2027-03-13", 36), day("2027-03-11", 30)]);
  expect(streakOf([first], "2027-03-14")).toBe(1);
  expect(streakOf([first, deal(40, [day("2027-03-12", 20)])], "2027-03-14")).toBe(4);
  expect(streakOf([first], "2027-03-15")).toBe(0);
});
