import { expect, test } from "vitest";
import { CHANCE } from "../src/protocol";
import { lastToDecide, listOf, mustHandOver, orderSections, ranking, turnWords } from "../src/shell/turns";
import { anUpdate } from "./builder";

test("one person at the screen is never asked to hand it over", () => {
  expect(mustHandOver(anUpdate(), null)).toBe(false);
});

test("with two persons nothing is shown before the right one is there", () => {
  const update = anUpdate({ seat: 1, to_move: 1 }, { seats: [0, 1] });
  expect(mustHandOver(update, null)).toBe(true);
  expect(mustHandOver(update, 0)).toBe(true);
  expect(mustHandOver(update, 1)).toBe(false);
});

test("when all is over there is nothing to hide", () => {
  expect(mustHandOver(anUpdate({ to_move: null }, { seats: [0, 1] }), null)).toBe(false);
});

test("the turn is told in words", () => {
  expect(turnWords(anUpdate())).toBe("Your turn");
  expect(turnWords(anUpdate({}, { seats: [0, 1] }))).toBe("Anna, your turn");
  expect(turnWords(anUpdate({ to_move: 2, choices: [] }, { thinking: 2 }))).toBe("Runa is thinking");
  expect(turnWords(anUpdate({ to_move: 1, choices: [] }))).toBe("Waiting for Bo");
  expect(turnWords(anUpdate({ to_move: CHANCE }))).toBe("Type in what the dice or cards show");
});

test("winners are told in words", () => {
  expect(turnWords(anUpdate({ to_move: null, winners: [1] }))).toBe("Bo wins with 7 points");
  expect(turnWords(anUpdate({ to_move: null, winners: [1, 2] }))).toBe("Bo and Runa share the victory with 7 points");
});

test("equal points share a place, unless the game broke the tie", () => {
  const places = (winners: number[]) => ranking(anUpdate({ winners }).table).map((row) => [row.seat, row.place]);
  expect(places([1, 2])).toEqual([[1, 1], [2, 1], [0, 3]]);
  expect(places([2])).toEqual([[2, 1], [1, 2], [0, 3]]);
});

test("the own section comes first", () => {
  const sections = [{ title: "Table" }, { title: "Anna", seat: 0 }, { title: "Bo", seat: 1 }];
  expect(orderSections(sections, 1).map((section) => section.title)).toEqual(["Bo", "Table", "Anna"]);
  expect(orderSections(sections, -1)).toEqual(sections);
});

test("the last to decide is found past lines of nobody", () => {
  const lines = [{ move: 0, words: "a", seat: 0 }, { move: 1, words: "b", seat: 1 }, { move: 1, words: "c" }];
  expect(lastToDecide(anUpdate({ lines }).table)).toBe(1);
});

test("names are listed as one says them", () => {
  expect([listOf([]), listOf(["a"]), listOf(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
});
