import { expect, test } from "vitest";
import type { Guided } from "../src/protocol";
import { Coach } from "../src/table/coach.svelte";
import { bars, sureness } from "../src/table/hinting";
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

test("bars add up to the number that the hint states, and there are none without a number", () => {
  const rows = bars(aHint());
  expect(rows.map(({ label, words }) => [label, words])).toEqual([
    ["Shells", "+2½"],
    ["All else", "−1"],
    ["In all", "+1½"],
  ]);
  expect(rows[0]!.caption).toBe("Rest compared with Work, in points at the end");
  expect(bars(aHint({ stated: null }))).toEqual([]);
  expect(bars(aHint({ stated: { ...aHint().stated!, kind: "games", parts: [] } }))).toEqual([]);
});

test("a hint says how many games its number rests on, and of no games where it states none", () => {
  expect(sureness(aHint())).toBe("quite sure, from 60 imagined games each, assuming bots play out the rest");
  expect(sureness(aHint({ certainty: 1, stated: null }))).toBe("probably");
});

test("who follows a hint is shown the rest of its turn, and nobody else", () => {
  const game = new TestGame();
  const coach = new Coach("turn", game);
  const line = (): string[] => coach.pointers.moves.map(({ text }) => text);
  const hinted = (): void => {
    coach.ask(false);
    game.hint = aHint();
    coach.ask(true);
  };
  hinted();
  coach.played("rest");
  game.move = 1;
  expect(line()).toEqual(["dream"]);
  coach.played("dream");
  game.move = 2;
  expect(line()).toEqual([]);
  hinted();
  coach.played("work");
  game.move = 3;
  expect(line()).toEqual([]);
});
