import { expect, test } from "vitest";
import { CHANCE } from "../src/protocol";
import { isMyConfirm, lastToDecide, mustHandOver, ownTurn, ranking, splitSections, turnWords } from "../src/ui/turns";
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
  expect(turnWords(anUpdate({ to_move: CHANCE }))).toBe("Enter what the dice or cards show");
});

test("winners are told in words", () => {
  expect(turnWords(anUpdate({ to_move: null, result: "Bo wins with 7 points" }))).toBe("Bo wins with 7 points");
});

test("equal points share a place, unless the game broke the tie", () => {
  const places = (winners: number[]) => ranking(anUpdate({ winners }).picture).map((row) => [row.seat, row.place]);
  expect(places([1, 2])).toEqual([
    [1, 1],
    [2, 1],
    [0, 3],
  ]);
  expect(places([2])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
  ]);
});

test("the own section is apart from the others", () => {
  const sections = [{ title: "Table" }, { title: "Anna", seat: 0 }, { title: "Bo", seat: 1 }];
  expect(splitSections(sections, 1)).toEqual({ mine: [sections[2]], rest: [sections[0], sections[1]] });
  expect(splitSections(sections, -1)).toEqual({ mine: [], rest: sections });
});

test("the last to decide is found past lines of nobody", () => {
  const lines = [
    { move: 0, words: "a", seat: 0 },
    { move: 1, words: "b", seat: 1 },
    { move: 1, words: "c", seat: 1 },
  ];
  expect(lastToDecide(anUpdate({ lines }).picture)).toBe(1);
});

test("a turn that is done waits for the person at this screen only", () => {
  const mine = anUpdate({ to_move: 2, choices: [] }, { waiting: 0 });
  expect(isMyConfirm(mine)).toBe(true);
  expect(turnWords(mine)).toBe("Your turn is done");
  const theirs = anUpdate({ seat: -1, to_move: 2, choices: [] }, { waiting: 0, seats: [] });
  expect(isMyConfirm(theirs)).toBe(false);
  expect(turnWords(theirs)).toBe("Anna is checking the turn");
});

test("the own turn is what was told since somebody else decided", () => {
  const lines = [
    { move: 0, words: "a", seat: 1 },
    { move: 0, words: "b", seat: 1 },
    { move: 1, words: "c", seat: 0 },
    { move: 2, words: "d", seat: CHANCE },
    { move: 3, words: "e", seat: 0 },
  ];
  expect(ownTurn(lines, 0).map((line) => line.words)).toEqual(["c", "d", "e"]);
  expect(ownTurn(lines, 2)).toEqual([]);
});
