import { expect, test } from "vitest";
import { ago } from "../src/shell/ago";
import { placeOf } from "../src/shell/route.svelte";

test("addresses lead to pages", () => {
  expect(placeOf("/")).toEqual({ page: "front" });
  expect(placeOf("/t/abc_D-1")).toEqual({ page: "table", id: "abc_D-1" });
  expect(placeOf("/t/")).toEqual({ page: "front" });
  expect(placeOf("/t/a/b")).toEqual({ page: "front" });
});

test("times are told in words", () => {
  expect([30, 90, 7_200, 90_000, 1_300_000].map((seconds) => ago(0, seconds))).toEqual(["just now", "1 minute ago", "2 hours ago", "yesterday", "2 weeks ago"]);
});
