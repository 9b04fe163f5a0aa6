import { beforeEach, expect, test } from "vitest";
import { allPlayed, keepResult, type Played, recordLines, rememberFile, resultOf, totals } from "../src/ui/records";
import { anUpdate } from "./builder";

const played = (more: Partial<Played> = {}): Played => ({ id: "a", game: "nusfjord", title: "Nusfjord", players: 3, level: "medium", points: 30, won: false, at: 1, ...more });

beforeEach(() => localStorage.clear());

test("a game counts once, for the one person who plays here", () => {
  const picture = anUpdate({ to_move: null, winners: [1], scores: [3, 7, 7] }).picture;
  expect(resultOf("a", picture, [1], 5)).toEqual({ id: "a", game: "_blank", title: "Tidepool", players: 3, level: "search", points: 7, won: true, at: 5 });
  expect(resultOf("a", picture, [0, 1])).toBeNull();
  expect(resultOf("a", picture, [])).toBeNull();
  expect(resultOf("a", anUpdate().picture, [0])).toBeNull();
  for (let visit = 0; visit < 3; visit++) keepResult(played());
  expect(allPlayed()).toHaveLength(1);
});

test("a game from a file is not a result of this browser", () => {
  rememberFile("a");
  expect(resultOf("a", anUpdate({ to_move: null }).picture, [0])).toBeNull();
});

test("results stand together by game, players and bots; the last played first", () => {
  const rows = totals([played(), played({ id: "b", points: 38, won: true, at: 2 }), played({ id: "c", level: "easy", at: 3 }), played({ id: "d", players: 1, level: "", at: 4 })]);
  expect(rows.map(({ kind, played, won, best, average }) => [kind, played, won, best, average])).toEqual([
    ["solo", 1, null, 30, 30],
    ["3 players, easy bots", 1, 0, 30, 30],
    ["3 players, medium bots", 2, 1, 38, 34],
  ]);
});

test("a record is new only when an earlier one is beaten", () => {
  const best = (now: number, before: number[]) =>
    recordLines(
      played({ id: "z", points: now, at: 9 }),
      before.map((points, at) => played({ id: `${at}`, points, at })),
    )[0];
  expect(best(30, [])).toMatchObject({ value: "30", isNew: false });
  expect(best(30, [30])).toMatchObject({ value: "30", isNew: false });
  expect(best(31, [30])).toMatchObject({ value: "31", isNew: true });
  expect(recordLines(played({ id: "z", won: true }), [played()])).toContainEqual({ label: "Against medium bots", value: "1 win in 2 games" });
});
