import { expect, test } from "vitest";
import type { Choice } from "../src/protocol";
import { afterName, matches, sortChoices } from "../src/ui/decisions";

const dear = { rule: "turn.4", words: "needs 3 Shells, you have 1", numbers: {} };
const absent = { rule: "turn.4", words: "this card is not in your hand", numbers: {} };
const choices: Choice[] = [
  { text: "play a", label: "Play Crab Pot", reason: absent },
  { text: "gather", label: "Gather 2 Shells" },
  { text: "play b", label: "Play Wide Net", reason: dear },
  { text: "play c", label: "Play Museum", reason: absent },
  { text: "rest", label: "Rest", reason: null },
];

test("possible options come first and keep their order", () => {
  expect(sortChoices(choices).possible.map((choice) => choice.text)).toEqual(["gather", "rest"]);
});

test("impossible options stay, gathered by their reason", () => {
  const { refused } = sortChoices(choices);
  expect(refused.map((group) => group.reason.words)).toEqual([absent.words, dear.words]);
  expect(refused[0]!.choices.map((choice) => choice.text)).toEqual(["play a", "play c"]);
});

test("the filter works on both", () => {
  const { possible, refused } = sortChoices(choices, "play NET");
  expect(possible).toEqual([]);
  expect(refused.flatMap((group) => group.choices).map((choice) => choice.text)).toEqual(["play b"]);
});

test("a filter finds its words in any order", () => {
  expect(matches("Play Wide Net", "net play")).toBe(true);
  expect(matches("Play Wide Net", "  ")).toBe(true);
  expect(matches("Play Wide Net", "net crab")).toBe(false);
});

test.each([
  [{ text: "choose worker", short: "Worker", label: "Worker: roll a fourth die" }, ": roll a fourth die"],
  [{ text: "build a", short: "Yard", label: "Build the Yard" }, ": Build the Yard"],
])("the short name of an option is said once", (choice, rest) => {
  expect(afterName(choice)).toBe(rest);
});
