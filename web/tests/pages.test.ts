import { mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { ago } from "../src/ui/ago";
import { placeOf } from "../src/ui/route.svelte";
import Standing from "../src/ui/Standing.svelte";

test("addresses lead to pages", () => {
  expect(placeOf("/")).toEqual({ page: "front" });
  expect(placeOf("/t/abc_D-1")).toEqual({ page: "table", id: "abc_D-1" });
  expect(placeOf("/t/abc/review")).toEqual({ page: "review", id: "abc" });
  expect(placeOf("/practice")).toEqual({ page: "practice" });
  expect([placeOf("/leagues"), placeOf("/ratings")]).toEqual([{ page: "leagues" }, { page: "ratings" }]);
  expect(placeOf("/leagues/abc")).toEqual({ page: "league", id: "abc" });
  expect([placeOf("/move"), placeOf("/bring")]).toEqual([{ page: "move" }, { page: "bring" }]);
  expect(placeOf("/practice/nusfjord-1-2")).toEqual({ page: "puzzle", id: "nusfjord-1-2" });
  for (const path of ["/t/", "/t/a/b", "/t/a/review/b", "/practice/a/b", "/leagues/a/b", "/ratings/a", "/xyz"]) expect(placeOf(path)).toEqual({ page: "lost" });
});

test("times are told in words", () => {
  expect([30, 90, 7_200, 90_000, 1_300_000].map((seconds) => ago(0, seconds))).toEqual(["just now", "1 minute ago", "2 hours ago", "yesterday", "2 weeks ago"]);
});

test("a campaign shows its rank, its games and how far it is to the goal", () => {
  const target = document.createElement("div");
  const standing = { kind: "campaign", title: "Campaign", games: 3, points: [[34]], goal: 100, rank: 7, words: "1 of 3 games played" };
  const shown = mount(Standing, { target, props: { standing, now: [12] } });
  expect(target.textContent?.replace(/\s+/g, " ")).toContain("Rank 7 Game 1 34Game 2 12 …Game 3 –");
  expect(target.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("34 points and 12 in this game of more than 100");
  void unmount(shown);
});
