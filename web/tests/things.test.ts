import { expect, test } from "vitest";
import { digest, thingsOf } from "../src/shell/things";

test("things with what they do are told apart", () => {
  expect(thingsOf("N05 [Storage +2 | 2 VP per colour (violet, E)], N36 [5 VP]")).toEqual([
    { name: "N05", traits: ["Storage +2", "2 VP per colour (violet, E)"] },
    { name: "N36", traits: ["5 VP"] },
  ]);
});

test("what is said of a thing after it stays with it", () => {
  expect(thingsOf("N05 [Storage +2], N36 [5 VP], reserved by Anna").at(-1)).toEqual({ name: "N36", traits: ["5 VP", "reserved by Anna"] });
});

test("so are those that only have a name", () => {
  expect(thingsOf("3 fish + 1 palm | 2 clay").map((thing) => thing.name)).toEqual(["3 fish + 1 palm", "2 clay"]);
});

test("plain words stay plain", () => {
  for (const words of ["", "Beggar, Fisher", "g1 (A, B)", "N05 [Storage +2], and more | less"]) expect(thingsOf(words)).toEqual([]);
});

test("a section in a few words names its things and leaves out what they do", () => {
  const items = [
    { label: "Boats", value: "Anna" },
    { label: "Nomad", value: "N05 [Storage +2], N36 [5 VP]" },
    { label: "Dice", value: "" },
  ];
  expect(digest({ title: "A Makin", items })).toBe("Boats Anna · Nomad N05, N36 · Dice –");
});
