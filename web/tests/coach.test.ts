import { expect, test } from "vitest";
import type { Guided } from "../src/protocol";
import { Coach } from "../src/table/coach.svelte";
import { bars, roundly } from "../src/table/hinting";
import { aHint } from "./builder";
import { TestGame } from "./hosts.svelte";

const aCard = (id: string, at: string[] = []) => ({ id, title: id, words: [{ text: "Look." }], rule: "turn.1", at });
const guided = (...ids: string[]): Guided => ({
  cards: ids.map((id) => aCard(id, [`pool:${id}`, ""])),
  steps: [
    { text: "rest", words: "Rest", done: true },
    { text: "work", words: "Work", done: false },
  ],
  because: [{ text: "It pays." }],
  seen: ids.length,
  all: 16,
});

test("lessons are read one after the other, and put away until new ones come", () => {
  const game = new TestGame();
  const coach = new Coach("x", game);
  game.guide = guided("a", "b");
  expect(coach.card?.id).toBe("a");
  coach.goOn();
  expect(coach.card?.id).toBe("b");
  coach.back();
  expect(coach.card?.id).toBe("a");
  coach.goOn();
  coach.goOn();
  expect(coach.card).toBeNull();
  expect(coach.pointers.moves).toEqual([{ text: "work", label: "try this" }]); // what is worth a try stays in sight
  game.guide = guided("c");
  expect(coach.card?.id).toBe("c");
  expect(coach.pointers.look).toEqual([{ piece: "pool:c", label: "1" }]); // what cannot be seen is not pointed at
});

test("a suggestion can be skipped, and the guide left and taken up again", () => {
  const game = new TestGame();
  const coach = new Coach("y", game);
  game.guide = guided("a");
  coach.skip();
  expect([coach.card, coach.next]).toEqual([null, null]);
  coach.leave(true);
  expect(new Coach("y", game).isLeft).toBe(true);
  const later = new Coach("y", game);
  later.leave(false);
  expect(later.card?.id).toBe("a");
});

test("a hint gets deeper each time it is asked for, and starts with a nudge again", () => {
  const game = new TestGame();
  const coach = new Coach("z", game);
  coach.ask(false);
  game.hint = aHint();
  expect(coach.pointers).toEqual({ look: [{ piece: "pool:a", label: "" }], moves: [] });
  coach.ask(true);
  expect(coach.pointers.moves).toEqual([{ text: "rest", label: "hint" }]);
  coach.ask(true);
  coach.ask(true);
  expect(coach.depth).toBe(2);
  coach.closeHint();
  coach.ask(true);
  expect(coach.depth).toBe(0);
});

test("a hint is for one question, and closes when none can be asked for", () => {
  const game = new TestGame();
  const coach = new Coach("z", game);
  coach.ask(false);
  expect(coach.isHinting).toBe(true);
  game.move = 1;
  expect(coach.isHinting).toBe(false);
  coach.ask(false);
  game.canAsk = false;
  expect(coach.isHinting).toBe(false);
});

test("bars show where the difference comes from, and nothing that is too close to call", () => {
  expect(bars(aHint()).map(({ label, words }) => [label, words])).toEqual([
    ["Shells", "+3"],
    ["Cards", "−1"],
  ]);
  expect(bars(aHint({ certainty: 0 }))).toEqual([]);
  expect([0.2, 0.6, 1.4, -1.6, 3.4].map(roundly)).toEqual(["0", "+½", "+1½", "−1½", "+3"]);
});
