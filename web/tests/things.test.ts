import { expect, test } from "vitest";
import { thingsOf } from "../src/shell/things";

test("things with what they do are told apart", () => {
  expect(thingsOf("N05 [Storage +2 | 2 VP per colour (violet, E)], N36 [5 VP]")).toEqual([
    { name: "N05", traits: ["Storage +2", "2 VP per colour (violet, E)"] },
    { name: "N36", traits: ["5 VP"] },
  ]);
});

test("so are those that only have a name", () => {
  expect(thingsOf("3 fish + 1 palm | 2 clay").map((thing) => thing.name)).toEqual(["3 fish + 1 palm", "2 clay"]);
});

test("plain words stay plain", () => {
  for (const words of ["", "Beggar, Fisher", "g1 (A, B)", "N05 [Storage +2], and more | less"]) expect(thingsOf(words)).toEqual([]);
});
