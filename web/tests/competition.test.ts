import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import type { LeagueInfo } from "../src/protocol";
import { codeIn, halves, leagueLink, seatWords, stateWords } from "../src/competition/leagues";
import StandingsTable from "../src/competition/StandingsTable.svelte";
import { ratingNumber, ratingWords } from "../src/ui/charts/rating";
import RatingCurve from "../src/ui/charts/RatingCurve.svelte";

test("points are told in halves", () => {
  expect([0, 0.5, 1, 2.5, 10].map(halves)).toEqual(["0", "½", "1", "2½", "10"]);
});

test("the code of a league goes with its link, where servers do not see it", () => {
  expect(leagueLink("abc", "s3cret", "http://here")).toBe("http://here/leagues/abc#c=s3cret");
  expect(leagueLink("abc", "", "http://here")).toBe("http://here/leagues/abc");
  expect([codeIn("#c=s3cret"), codeIn(""), codeIn("#other")]).toEqual(["s3cret", "", ""]);
});

test("a league says how far it is", () => {
  const league = { entries: 1, round: 0, plan: { rounds: 3, most: 8 } } as LeagueInfo;
  expect(stateWords({ ...league, state: "open" })).toBe("1 person of at most 8 entered");
  expect(stateWords({ ...league, state: "running", entries: 5 })).toBe("starting, 5 people");
  expect(stateWords({ ...league, state: "running", entries: 5, round: 2 })).toBe("round 2 of 3, 5 people");
  expect(stateWords({ ...league, state: "over", round: 1 })).toBe("over after 1 round");
});

test("a seat shows its place once the game is over", () => {
  const seat = { name: "Ann", mine: true, bot: false, place: 2, game_points: -3 };
  expect(seatWords(seat, { over: true })).toBe("2. Ann, −3 points");
  expect(seatWords({ ...seat, place: null, game_points: null }, { over: false })).toBe("Ann");
});

test("a rating is told with its doubt", () => {
  expect(ratingNumber({ number: 1043, spread: 120 })).toBe("1043 ± 120");
  expect(ratingWords({ number: 1043, spread: 320, games: 1, unsure: true })).toBe("1043 ± 320 after 1 game, still unsure");
  expect(ratingWords({ number: 943, spread: 120, games: 40, unsure: false })).toBe("943 ± 120 after 40 games");
});

test("a curve needs two games, and is read out", () => {
  const points = [1000, 1040].map((number, at) => ({ match: `m${at}`, at, number, spread: 300 }));
  const target = document.createElement("div");
  const one = mount(RatingCurve, { target, props: { points: points.slice(1) } });
  expect(target.querySelector("svg")).toBeNull();
  void unmount(one);
  const two = mount(RatingCurve, { target, props: { points } });
  expect(target.querySelector("svg")?.getAttribute("aria-label")).toBe("Rating game by game: 1000 ± 300, 1040 ± 300");
  void unmount(two);
});

test("standings mark me and those who withdrew", () => {
  const line = { place: 1, points: 2.5, wins: 2, strength: 1, games: 3, mine: false, withdrew: false };
  const standings = [
    { ...line, name: "Ann", mine: true },
    { ...line, place: 2, name: "Ben", withdrew: true },
  ];
  const target = document.createElement("div");
  const shown = mount(StandingsTable, { target, props: { standings } });
  const rows = [...target.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join("|"));
  expect(rows).toEqual(["1.|Ann (you)|2½|2|1|3", "2.|Ben withdrew|2½|2|1|3"]);
  void unmount(shown);
});
